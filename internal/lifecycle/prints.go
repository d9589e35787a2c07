package lifecycle

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"deferido/internal/engine"
)

// prints are the parts of all that can be signed of a revision. They depend on its content alone, so they are kept for as long as
// the revision is: which activation changed something is told from them without compiling what was in service then.
type prints struct {
	Provisions map[string]Parts        `json:"provisions"` // by URN
	Readings   map[string]ReadingParts `json:"readings"`   // by id
}

// formPrints is how the parts are hashed. Whoever hashes them otherwise counts it up: what was kept is then found out anew.
const formPrints = 1

// printsKept is how many revisions have their prints in memory.
const printsKept = 16

// printsOf are the prints of a set. They are found out once for all programs on a store.
func (o *Office) printsOf(ctx context.Context, set *engine.Set) (*prints, error) {
	return o.pacedPrints(ctx, set, func() {})
}

// pacedPrints are the same; pace is called before each provision, and may wait.
func (o *Office) pacedPrints(ctx context.Context, set *engine.Set, pace func()) (*prints, error) {
	found, err := o.knownPrints(ctx, set.Revision())
	if err != nil || found != nil {
		return found, err
	}
	tree, err := o.Tree(ctx, set.Revision())
	if err != nil {
		return nil, err
	}
	made := &prints{Provisions: map[string]Parts{}, Readings: map[string]ReadingParts{}}
	for _, p := range set.Corpus().Provisions() {
		if p.URN == "" {
			continue // commentary
		}
		if pace(); ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if made.Provisions[p.URN], err = PartsOf(set, tree, p.URN); err != nil {
			return nil, err
		}
	}
	for _, i := range set.Interpretations() {
		made.Readings[i.ID] = readingParts(set, i)
	}
	written, err := json.Marshal(made)
	if err != nil {
		return nil, err
	}
	err = o.journal.Keep(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, o.db.Bind("INSERT INTO fingerprints (revision, form, at, prints) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"), set.Revision(), formPrints, o.now().UnixNano(), written)
		return err
	})
	if err != nil {
		return nil, unavailable("keeping the fingerprints of a revision", err)
	}
	o.rememberPrints(set.Revision(), made)
	return made, nil
}

// knownPrints are the prints of a revision where somebody found them out; nil where nobody did.
func (o *Office) knownPrints(ctx context.Context, revision string) (*prints, error) {
	found := o.remembered(revision)
	if found != nil {
		return found, nil
	}
	var written []byte
	err := o.db.QueryRowContext(ctx, o.db.Bind("SELECT prints FROM fingerprints WHERE revision = ? AND form = ?"), revision, formPrints).Scan(&written)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, unavailable("reading the fingerprints of a revision", err)
	}
	found = &prints{}
	if err := json.Unmarshal(written, found); err != nil {
		return nil, fmt.Errorf("reading the fingerprints of a revision: %w", err)
	}
	o.rememberPrints(revision, found)
	return found, nil
}

// remembered are the prints of a revision that are in memory; nil where they are not.
func (o *Office) remembered(revision string) *prints {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.prints[revision]
}

func (o *Office) rememberPrints(revision string, p *prints) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.prints) >= printsKept {
		clear(o.prints)
	}
	o.prints[revision] = p
}

// since is when each broken part became another: the begin of the activation that changed it, by the prints of the revisions that
// were in service after what was signed was. A part whose activation cannot be told is absent.
func (o *Office) since(ctx context.Context, signed time.Time, broken []string, differ func(*prints) ([]string, bool)) (map[string]time.Time, error) {
	found := map[string]time.Time{}
	if len(broken) == 0 {
		return found, nil
	}
	log, err := o.Log(ctx)
	if err != nil {
		return nil, err
	}
	open := slices.Clone(broken)
	for _, a := range slices.Backward(log.between(signed, o.now())) {
		known, err := o.knownPrints(ctx, a.Revision)
		if err != nil {
			return nil, err
		}
		var then []string
		ok := false
		if known != nil {
			then, ok = differ(known)
		}
		if !ok { // before it anything may have been
			for _, part := range open {
				delete(found, part)
			}
			return found, nil
		}
		for _, part := range then {
			if slices.Contains(open, part) {
				found[part] = a.FromAt
			}
		}
		open = slices.DeleteFunc(open, func(part string) bool { return !slices.Contains(then, part) })
	}
	return found, nil
}

// between are the activations that began after a moment and until another, in the order in which they did.
func (l Log) between(after, until time.Time) Log {
	var all Log
	for a := range l.standing() {
		if a.FromAt.After(after) && !a.FromAt.After(until) {
			all = append(all, a)
		}
	}
	slices.SortStableFunc(all, func(a, b Activation) int { return a.FromAt.Compare(b.FromAt) })
	return all
}
