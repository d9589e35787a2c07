// Package lifecycle is the life of policy sets in the store: drafts that several people edit, their submission and approval,
// and the record of which revision is in service from when. What anybody does stands in the journal's chain, in the same
// transaction as the change itself.
//
// A revision is content: an immutable set of files named by their hash. An activation is an entry of an append-only list. What
// is in service at a moment is the activation that begins last before it and was not called off.
package lifecycle

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"deferido/internal/decision"
	"deferido/internal/engine"
	"deferido/internal/journal"
	"deferido/internal/store"
)

// Actor is who does something.
type Actor struct {
	ID   string // of the key, or "local"
	Role string
}

// Rules are who must agree before the law that is served changes.
type Rules struct {
	// Approvals are the roles of which one each must approve a revision, none of them its author.
	Approvals []string
	// RollbackByTwo asks a second person for going back to a revision that was in service before.
	RollbackByTwo bool
}

// Office keeps the life of policy sets. It is safe for concurrent use, also by several programs on one store.
type Office struct {
	db      *store.DB
	journal *journal.Journal
	rules   Rules
	now     func() time.Time

	trees *lru.Cache[string, fs.FS] // by revision

	mu       sync.Mutex
	known    Log                    // as far as it was read
	prints   map[string]*prints     // by revision
	formerly map[string]formerParts // by revision and URN
}

// New opens the office of a store, by a clock.
func New(db *store.DB, j *journal.Journal, rules Rules, now func() time.Time) *Office {
	trees, err := lru.New[string, fs.FS](treesKept)
	if err != nil {
		panic(err) // of a size that is none
	}
	return &Office{db: db, journal: j, rules: rules, now: now, trees: trees, prints: map[string]*prints{}, formerly: map[string]formerParts{}}
}

// Refused says why something cannot be done, to who wants to do it.
type Refused struct {
	Kind   Kind
	Detail decision.Sentence
}

// Error is for logs, in English.
func (r *Refused) Error() string { return r.Detail.EN }

// Kind is what kind of refusal it is.
type Kind string

// The kinds of refusals.
const (
	NoDraft      Kind = "unknown-draft"
	NoRevision   Kind = "unknown-revision"
	NoFile       Kind = "unknown-file"
	NoActivation Kind = "unknown-activation"
	NoReading    Kind = "unknown-reading"
	NoRemark     Kind = "unknown-remark"
	NotInForce   Kind = "not-in-force" // on the day whose law was read
	NotQuoted    Kind = "not-quoted"   // the words do not stand in the text
	BadPath      Kind = "invalid-path"
	TooLarge     Kind = "draft-too-large"
	Closed       Kind = "draft-closed" // it can no longer be edited
	NotSubmitted Kind = "draft-not-submitted"
	OtherContent Kind = "other-fingerprint" // what was approved is not what stands there now
	OwnDraft     Kind = "own-draft"         // nobody approves what they wrote
	WrongRole    Kind = "wrong-role"
	NotApproved  Kind = "not-approved"
	NoReason     Kind = "no-reason"
	InThePast    Kind = "in-the-past"
	NotScheduled Kind = "not-scheduled"
	NeverServed  Kind = "never-served"
	Unchanged    Kind = "unchanged"
	NotSound     Kind = "draft-not-sound" // it does not load, or does not answer
	OneAlone     Kind = "second-person-wanted"
	NoImpact     Kind = "unknown-impact"
	NoReversal   Kind = "unknown-reversal"
	NotMeasured  Kind = "impact-not-measured"
	NotJustified Kind = "not-justified" // grants would be refused, and nobody said why
	NotAsked     Kind = "not-asked"     // no request to go back waits
	LogMoved     Kind = "log-moved"     // something else was activated since the list was read
)

func refused(kind Kind, pt, en string) error {
	return &Refused{kind, decision.Sentence{PT: pt, EN: en}}
}

// Rules are who must agree before the law that is served changes.
func (o *Office) Rules() Rules { return o.rules }

// do makes a change and records it.
func (o *Office) do(ctx context.Context, who Actor, what, subject, reason string, detail any, change func(ctx context.Context, tx *sql.Tx) error) error {
	return o.journal.Do(ctx, journal.Event{What: what, By: who.ID, At: o.now(), Subject: subject, Reason: reason, Detail: detail}, change)
}

// Keep keeps a policy set as a revision, and returns its name. One that is kept already stays as it is.
func (o *Office) Keep(ctx context.Context, tree fs.FS) (string, error) {
	revision, err := engine.Revision(tree)
	if err != nil {
		return "", fmt.Errorf("naming a revision: %w", err)
	}
	archive, err := engine.Archive(tree)
	if err != nil {
		return "", fmt.Errorf("archiving a revision: %w", err)
	}
	return revision, o.journal.KeepSet(ctx, revision, archive, o.now())
}

// treesKept is how many revisions' files stay unpacked: what is in service, what a draft begins from, and some more.
const treesKept = 4

// Tree are the files of a revision, with its cases in the folder cases.
func (o *Office) Tree(ctx context.Context, revision string) (fs.FS, error) {
	if tree, known := o.trees.Get(revision); known {
		return tree, nil
	}
	archive, err := o.journal.Set(ctx, revision)
	if errors.Is(err, decision.ErrNoRecord) {
		return nil, refused(NoRevision, "Não há revisão com este nome.", "There is no revision of this name.")
	}
	if err != nil {
		return nil, err
	}
	tree, err := unpacked(archive, revision)
	if err != nil {
		return nil, err
	}
	o.trees.Add(revision, tree)
	return tree, nil
}

// unpacked are the files of an archive, which is inflated once.
func unpacked(archive []byte, revision string) (fs.FS, error) {
	packed, err := engine.OpenArchive(archive, revision)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	err = engine.EachFile(packed, nil, func(name string, content []byte) error {
		files[name] = content
		return nil
	})
	if err != nil {
		return nil, err
	}
	return engine.Tree(files)
}

// Revision is a policy set that is kept.
type Revision struct {
	Revision    string    `json:"revision"`
	KeptAt      time.Time `json:"kept_at"`
	Activations []int     `json:"activations"` // sequence numbers
}

// Revisions are all policy sets that are kept, newest first.
func (o *Office) Revisions(ctx context.Context) ([]Revision, error) {
	rows, err := o.db.QueryContext(ctx, "SELECT s.revision, s.at, a.seq FROM policy_sets s LEFT JOIN activations a ON a.revision = s.revision AND a.stops IS NULL ORDER BY s.at DESC, s.revision, a.seq")
	if err != nil {
		return nil, unavailable("listing revisions", err)
	}
	defer rows.Close()
	all := []Revision{}
	for rows.Next() {
		var name string
		var at int64
		var seq sql.NullInt64
		if err := rows.Scan(&name, &at, &seq); err != nil {
			return nil, unavailable("listing revisions", err)
		}
		if len(all) == 0 || all[len(all)-1].Revision != name {
			all = append(all, Revision{Revision: name, KeptAt: moment(at), Activations: []int{}})
		}
		if seq.Valid {
			last := &all[len(all)-1]
			last.Activations = append(last.Activations, int(seq.Int64))
		}
	}
	return all, rows.Err()
}

func moment(nanoseconds int64) time.Time { return time.Unix(0, nanoseconds).UTC() }

func unavailable(doing string, err error) error {
	return fmt.Errorf("%w: %s: %w", decision.ErrUnavailable, doing, err)
}
