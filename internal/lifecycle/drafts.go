package lifecycle

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"io/fs"
	"strings"
	"time"

	"github.com/google/uuid"
)

// The states of a draft.
const (
	Open      = "open"      // it is edited
	Submitted = "submitted" // it is to be approved; an edit opens it again
	Activated = "activated" // its revision was put into service or scheduled
	Abandoned = "abandoned"
)

// Draft is a policy set that is being written.
type Draft struct {
	ID          string    `json:"id"`
	Base        string    `json:"base"` // revision that it begins from
	Title       string    `json:"title"`
	Author      string    `json:"author"`
	CreatedAt   time.Time `json:"created_at"`
	State       string    `json:"state"`
	Fingerprint string    `json:"fingerprint"` // revision that was submitted; empty where none is
	Changed     []Changed `json:"changed"`
	Reviews     []Review  `json:"reviews"` // of the fingerprint

	submittedAt time.Time
}

// Changed is a file that a draft changes.
type Changed struct {
	Path    string    `json:"path"`
	Hash    string    `json:"hash"` // of its content; empty where it is deleted
	By      string    `json:"by"`
	At      time.Time `json:"at"`
	Deleted bool      `json:"deleted"`
}

// Hash names the content of a file, for who edits it.
func Hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// NewDraft begins a draft from a revision.
func (o *Office) NewDraft(ctx context.Context, who Actor, base, title string) (*Draft, error) {
	if _, err := o.Tree(ctx, base); err != nil {
		return nil, err
	}
	if title = strings.TrimSpace(title); title == "" || len([]rune(title)) > maxTitle {
		return nil, refused(NoReason, "Dê ao rascunho um título, de até 200 caracteres.", "Give the draft a title, of up to 200 characters.")
	}
	id, err := uuid.NewV7()
	if err != nil {
		return nil, err
	}
	d := &Draft{ID: id.String(), Base: base, Title: title, Author: who.ID, CreatedAt: o.now().UTC(), State: Open, Changed: []Changed{}, Reviews: []Review{}}
	return d, o.do(ctx, who, "draft-created", d.ID, title, map[string]string{"base": base}, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, o.db.Bind("INSERT INTO drafts (id, base, title, author, created_at, state, fingerprint) VALUES (?, ?, ?, ?, ?, ?, '')"),
			d.ID, d.Base, d.Title, d.Author, d.CreatedAt.UnixNano(), d.State)
		return err
	})
}

// querier is a store or a transaction.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

const draftColumns = "id, base, title, author, created_at, state, fingerprint, submitted_at"

func scanDraft(scan func(...any) error) (*Draft, error) {
	d := &Draft{Changed: []Changed{}, Reviews: []Review{}}
	var created int64
	var submitted sql.NullInt64
	err := scan(&d.ID, &d.Base, &d.Title, &d.Author, &created, &d.State, &d.Fingerprint, &submitted)
	d.CreatedAt = moment(created)
	if submitted.Valid {
		d.submittedAt = moment(submitted.Int64)
	}
	return d, err
}

// Draft returns a draft.
func (o *Office) Draft(ctx context.Context, id string) (*Draft, error) { return o.draft(ctx, o.db, id) }

func (o *Office) draft(ctx context.Context, q querier, id string) (*Draft, error) {
	d, err := scanDraft(q.QueryRowContext(ctx, o.db.Bind("SELECT "+draftColumns+" FROM drafts WHERE id = ?"), id).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, refused(NoDraft, "Não há rascunho com esta identificação.", "There is no draft of this id.")
	}
	if err != nil {
		return nil, unavailable("reading a draft", err)
	}
	if err := o.readChanged(ctx, q, d); err != nil {
		return nil, err
	}
	d.Reviews, err = o.reviews(ctx, q, d)
	return d, err
}

func (o *Office) readChanged(ctx context.Context, q querier, d *Draft) error {
	rows, err := q.QueryContext(ctx, o.db.Bind("SELECT path, content, edited_by, edited_at FROM draft_files WHERE draft = ? ORDER BY path"), d.ID)
	if err != nil {
		return unavailable("reading a draft", err)
	}
	defer rows.Close()
	for rows.Next() {
		var c Changed
		var content []byte
		var at int64
		if err := rows.Scan(&c.Path, &content, &c.By, &at); err != nil {
			return unavailable("reading a draft", err)
		}
		if c.At, c.Deleted = moment(at), content == nil; !c.Deleted {
			c.Hash = Hash(content)
		}
		d.Changed = append(d.Changed, c)
	}
	return rows.Err()
}

// Drafts are all drafts, newest first, without their files and reviews.
func (o *Office) Drafts(ctx context.Context) ([]*Draft, error) {
	rows, err := o.db.QueryContext(ctx, "SELECT "+draftColumns+" FROM drafts ORDER BY created_at DESC, id DESC")
	if err != nil {
		return nil, unavailable("listing drafts", err)
	}
	defer rows.Close()
	all := []*Draft{}
	for rows.Next() {
		d, err := scanDraft(rows.Scan)
		if err != nil {
			return nil, unavailable("listing drafts", err)
		}
		all = append(all, d)
	}
	return all, rows.Err()
}

// File is the content of a file of a draft.
func (o *Office) File(ctx context.Context, id, name string) ([]byte, error) {
	d, err := o.Draft(ctx, id)
	if err != nil {
		return nil, err
	}
	tree, err := o.DraftTree(ctx, d)
	if err != nil {
		return nil, err
	}
	return ReadFile(tree, name)
}

// ReadFile reads a file of a tree.
func ReadFile(tree fs.FS, name string) ([]byte, error) {
	if !fs.ValidPath(name) {
		return nil, noFile()
	}
	content, err := fs.ReadFile(tree, name)
	if err != nil {
		return nil, noFile()
	}
	return content, nil
}

func noFile() error { return refused(NoFile, "Não há este arquivo.", "There is no such file.") }

// Abandon ends a draft that is not wanted any more.
func (o *Office) Abandon(ctx context.Context, who Actor, id, reason string) error {
	return o.do(ctx, who, "draft-abandoned", id, reason, nil, func(ctx context.Context, tx *sql.Tx) error {
		d, err := o.draft(ctx, tx, id)
		if err != nil {
			return err
		}
		if d.State != Open && d.State != Submitted {
			return refused(Closed, "O rascunho já foi encerrado.", "The draft has ended already.")
		}
		_, err = tx.ExecContext(ctx, o.db.Bind("UPDATE drafts SET state = ? WHERE id = ?"), Abandoned, id)
		return err
	})
}
