package lifecycle

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// The bounds of a draft.
const (
	maxFile  = 1 << 20 // bytes
	maxTitle = 200     // characters
)

// folders are where the files of a policy set lie.
var folders = []string{"cases", "decision", "disputes", "lib", "norms", "params", "readings", "schemas"}

// extensions are those of the files of a policy set.
var extensions = []string{".rego", ".txt", ".yaml", ".json", ".md"}

// Conflict says that a file was changed by somebody else since it was read.
type Conflict struct {
	Path   string
	Theirs []byte // what stands there now; nil where it is deleted
	By     string // who changed it; empty where it is as in the base
	At     time.Time
}

// Error names the file.
func (c *Conflict) Error() string { return c.Path + " was changed by somebody else since it was read" }

// Edit is a file of a draft as it is to be written.
type Edit struct {
	Path    string
	Content []byte // nil deletes it
	Base    string // Hash of the file as its author read it; empty where there was none
}

// Put writes a file of a draft; nil content deletes it. Base is the Hash of the file as its author read it, empty where there
// was none: where it stands otherwise now nothing is written, and the error is a *Conflict.
func (o *Office) Put(ctx context.Context, who Actor, id, name string, content []byte, base string) (*Draft, error) {
	return o.PutAll(ctx, who, id, Edit{name, content, base})
}

// PutAll writes files of a draft as Put does: all of them or, where one of them stands otherwise now, none.
func (o *Office) PutAll(ctx context.Context, who Actor, id string, edits ...Edit) (*Draft, error) {
	var details []map[string]string
	for _, e := range edits {
		if err := CheckPath(e.Path); err != nil {
			return nil, err
		}
		if len(e.Content) > maxFile || e.Content != nil && len(e.Content) == 0 {
			return nil, refused(TooLarge, "Um arquivo tem de 1 byte a 1 MiB; um que não se quer mais, apaga-se.", "A file has from 1 byte to 1 MiB; one that is not wanted any more is deleted.")
		}
		details = append(details, map[string]string{"path": e.Path, "before": e.Base, "after": hashOf(e.Content)})
	}
	draft, err := o.Draft(ctx, id)
	if err != nil {
		return nil, err
	}
	tree, err := o.Tree(ctx, draft.Base)
	if err != nil {
		return nil, err
	}
	var detail any = details
	if len(details) == 1 {
		detail = details[0]
	}
	err = o.do(ctx, who, "draft-edited", id, "", detail, func(ctx context.Context, tx *sql.Tx) error {
		for _, e := range edits {
			if err := o.put(ctx, tx, who, id, tree, e.Path, e.Content, e.Base); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return o.Draft(ctx, id)
}

// lockedDraft is a draft that nobody else changes until the transaction ends.
func (o *Office) lockedDraft(ctx context.Context, tx *sql.Tx, id string) (*Draft, error) {
	if err := o.db.Lock(ctx, tx, "drafts"); err != nil {
		return nil, err
	}
	return o.draft(ctx, tx, id)
}

func (o *Office) put(ctx context.Context, tx *sql.Tx, who Actor, id string, tree fs.FS, name string, content []byte, base string) error {
	d, err := o.lockedDraft(ctx, tx, id)
	if err != nil {
		return err
	}
	if d.State != Open && d.State != Submitted {
		return refused(Closed, "O rascunho não se edita mais; comece outro.", "The draft can no longer be edited; begin another.")
	}
	now, err := o.file(ctx, tx, d, tree, name)
	if err != nil {
		return err
	}
	if stands := hashOf(now.Theirs); stands != base {
		return now
	}
	_, err = tx.ExecContext(ctx, o.db.Bind(`INSERT INTO draft_files (draft, path, content, edited_by, edited_at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (draft, path) DO UPDATE SET content = excluded.content, edited_by = excluded.edited_by, edited_at = excluded.edited_at`),
		id, name, content, who.ID, o.now().UnixNano())
	if err != nil {
		return err
	}
	// What was approved is not what stands there any more.
	_, err = tx.ExecContext(ctx, o.db.Bind("UPDATE drafts SET state = ?, fingerprint = '', submitted_at = NULL WHERE id = ?"), Open, id)
	return err
}

func hashOf(content []byte) string {
	if content == nil {
		return ""
	}
	return Hash(content)
}

// file is a file of a draft as it stands now.
func (o *Office) file(ctx context.Context, q querier, d *Draft, tree fs.FS, name string) (*Conflict, error) {
	c := &Conflict{Path: name}
	var at int64
	err := q.QueryRowContext(ctx, o.db.Bind("SELECT content, edited_by, edited_at FROM draft_files WHERE draft = ? AND path = ?"), d.ID, name).Scan(&c.Theirs, &c.By, &at)
	switch {
	case err == nil:
		c.At = moment(at)
		return c, nil
	case !errors.Is(err, sql.ErrNoRows):
		return nil, unavailable("reading a draft", err)
	}
	c.Theirs, err = fs.ReadFile(tree, name)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	return c, err
}

// CheckPath refuses what is no path of a file of a policy set.
func CheckPath(name string) error {
	folder, _, within := strings.Cut(name, "/")
	hidden := slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool { return part == "" || strings.ContainsAny(part[:1], "._") })
	odd := strings.ContainsFunc(name, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-", r))
	})
	if fs.ValidPath(name) && within && slices.Contains(folders, folder) && slices.Contains(extensions, path.Ext(name)) && !hidden && !odd && len(name) <= 200 {
		return nil
	}
	return refused(BadPath, "O caminho deve ser o de um arquivo de políticas: norms/…, decision/…, disputes/…, lib/…, params/…, readings/…, schemas/… ou cases/…, em .rego, .txt, .yaml, .json ou .md.",
		"The path must be that of a file of policies: norms/…, decision/…, disputes/…, lib/…, params/…, readings/…, schemas/… or cases/…, as .rego, .txt, .yaml, .json or .md.")
}
