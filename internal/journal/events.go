package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"
)

// Event is something that somebody did to the law that is served, or to who may do what: what, who, when and why. It stands
// in the chain like a decision and is never erased, so it holds nothing of a person but the id of a key.
type Event struct {
	What    string    `json:"what"` // "activated", "approved" …
	By      string    `json:"by"`   // id of the caller
	At      time.Time `json:"at"`
	Subject string    `json:"subject"` // what it was done to: the id of a draft, a revision or an activation
	Reason  string    `json:"reason,omitempty"`
	Detail  any       `json:"detail,omitempty"`
}

// Do makes a change of the store and records who made it, both or neither. The change runs in a transaction of its own.
func (j *Journal) Do(ctx context.Context, e Event, change func(ctx context.Context, tx *sql.Tx) error) error {
	id, err := newEventID()
	if err != nil {
		return err
	}
	made, err := newEntry(kindEvent, id, e.At, e)
	if err != nil {
		return err
	}
	made.facets = []facet{{facetKind, kindEvent}, {facetSubject, e.Subject}}
	return j.change(ctx, change, made)
}

// Keep makes a change of the store that is no event, in its turn among the records. A connection of its own would keep them from
// being written meanwhile and, on SQLite, have the writer read anew all pages that it has in memory.
func (j *Journal) Keep(ctx context.Context, change func(ctx context.Context, tx *sql.Tx) error) error {
	return j.change(ctx, change)
}

func (j *Journal) change(ctx context.Context, change func(ctx context.Context, tx *sql.Tx) error, made ...*entry) error {
	p := &pending{entries: made, also: change, done: make(chan error, 1), came: time.Now()}
	if err := j.append(ctx, p); err != nil {
		return err
	}
	return p.refused
}

// Events are what was done to a subject, oldest first; of an empty subject, all that was done, newest first.
func (r *Reader) Events(ctx context.Context, subject string, limit int) ([]StoredEvent, error) {
	wanted, order := facet{facetSubject, subject}, "f.at, f.n"
	if subject == "" {
		wanted, order = facet{facetKind, kindEvent}, "f.at DESC, f.n DESC"
	}
	numbers, known, err := r.numbers(ctx, []facet{wanted})
	if err != nil || !known {
		return nil, err
	}
	entries, err := r.entries(ctx, r.db.Bind("SELECT "+qualified("e")+" FROM entry_facets f JOIN entries e ON e.n = f.n WHERE f.facet = ? ORDER BY "+order+" LIMIT ?"), numbers[0], limit)
	if err != nil {
		return nil, err
	}
	events := make([]StoredEvent, 0, len(entries))
	for _, e := range entries {
		stored, err := e.event()
		if err != nil {
			return nil, err
		}
		events = append(events, stored)
	}
	return events, nil
}

// StoredEvent is an event with the place where it stands.
type StoredEvent struct {
	ID string `json:"id"`
	Event
}

func (e *entry) event() (StoredEvent, error) {
	stored := StoredEvent{ID: e.id}
	if err := json.Unmarshal(e.content, &stored.Event); err != nil {
		return stored, fmt.Errorf("the event %s cannot be read: %w", e.id, err)
	}
	return stored, nil
}
