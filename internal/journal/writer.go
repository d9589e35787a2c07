package journal

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"deferido/internal/store"
)

// writer is the one goroutine that writes a chain.
type writer struct {
	journal *Journal
	db      *store.DB

	lease      *store.Lease // nil while there is no connection
	chain, seq int64
	head       []byte // hash of the last entry
	unsealed   int    // entries since the last checkpoint

	facets map[facet]int64 // numbers of those that are in the store
	next   *pending        // that was taken from the queue and is to be written by itself; nil for none
}

// Limits of a group.
const (
	groupEntries = 1000
	retryAfter   = 250 * time.Millisecond
)

// run writes until the queue is closed.
func (w *writer) run(ctx context.Context) {
	j := w.journal
	defer close(j.stopped)
	tick := time.NewTicker(min(j.options.Interval, time.Second))
	defer tick.Stop()
	for {
		select {
		case first, open := <-j.queue:
			if !open {
				w.end(ctx)
				return
			}
			w.writeFrom(ctx, first)
		case done := <-j.seal:
			done <- w.sealNow(ctx)
		case <-tick.C:
			w.tick(ctx)
		}
	}
}

// writeFrom writes a group that begins with a pending, and what was found that is a group of its own.
func (w *writer) writeFrom(ctx context.Context, first *pending) {
	for ; first != nil; first, w.next = w.next, nil {
		w.journal.oldest.Store(&first.came)
		w.write(ctx, w.gather(first))
	}
	w.journal.oldest.Store(nil)
}

// gather waits a little for others that come after the first, so that they share its commit.
func (w *writer) gather(first *pending) []*pending {
	gathered, entries := []*pending{first}, len(first.entries)
	if first.also != nil {
		return gathered
	}
	timer := time.NewTimer(w.journal.options.Gather)
	defer timer.Stop()
	for entries < groupEntries {
		select {
		case p, open := <-w.journal.queue:
			if !open {
				return gathered // run sees it too
			}
			if p.also != nil {
				w.next = p
				return gathered
			}
			gathered, entries = append(gathered, p), entries+len(p.entries)
		case <-timer.C:
			return gathered
		}
	}
	return gathered
}

// write commits a group. Where the outcome of a commit is not known it is looked up before anything else is written.
func (w *writer) write(ctx context.Context, pendings []*pending) {
	pendings = w.wanted(pendings)
	if len(pendings) == 0 {
		return
	}
	if err := w.reconnect(ctx); err != nil {
		w.tell(pendings, w.isDown(err))
		return
	}
	began := time.Now()
	g := &group{writer: w, pendings: pendings}
	err := g.run(ctx)
	if errors.Is(err, errRefused) { // the store is well
		w.tell(pendings, nil)
		return
	}
	w.journal.options.Committed(g.written, time.Since(began), err)
	if err != nil {
		down := w.isDown(err) // nobody waits behind what comes now
		w.disconnect()
		if !g.sent || !w.resolved(ctx, g) {
			w.tell(pendings, down)
			return
		}
	}
	w.isUp()
	g.answer()
	if w.unsealed >= w.journal.options.Sealed {
		w.sealed(ctx)
	}
}

// sealed makes a checkpoint, and logs that it could not.
func (w *writer) sealed(ctx context.Context) {
	if err := w.sealNow(ctx); err != nil {
		w.journal.options.Log.Error("no checkpoint could be made", slog.String("cause", err.Error()))
	}
}

// resolved finds out, once the store can be reached again, whether a commit that was not acknowledged was made. Of a change that
// is no event it cannot be found out.
func (w *writer) resolved(ctx context.Context, g *group) bool {
	if g.pendings[0].also != nil && len(g.entries) == 0 {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, w.journal.options.CommitTimeout)
	defer cancel()
	for range 4 {
		// The chain may be another's by now, who may have continued it, and this writer's be another: the last entry tells.
		var hash []byte
		err := w.reconnect(ctx)
		if err == nil {
			err = w.lease.Conn.QueryRowContext(ctx, w.db.Bind("SELECT hash FROM entries WHERE n = ?"), numberOf(g.chain, g.seq)).Scan(&hash)
		}
		if err == nil || errors.Is(err, sql.ErrNoRows) {
			return bytes.Equal(hash, g.head)
		}
		w.disconnect()
		time.Sleep(retryAfter)
	}
	return false // the next connection reads the chain anew, so nothing is written twice
}

// wanted are the pendings whose callers still wait; they are the writer's from now on.
func (w *writer) wanted(pendings []*pending) []*pending {
	kept := pendings[:0]
	for _, p := range pendings {
		if p.state.CompareAndSwap(waits, taken) {
			kept = append(kept, p)
			continue
		}
		w.journal.finished(p)
	}
	return kept
}

func (w *writer) tell(pendings []*pending, err error) {
	for _, p := range pendings {
		w.journal.finished(p)
		p.done <- err
	}
}

// isDown tells all that the journal cannot write.
func (w *writer) isDown(err error) error {
	if w.journal.down.Swap(&err) == nil {
		w.journal.options.Log.Error("the journal cannot write", slog.String("cause", err.Error()))
	}
	return fmt.Errorf("%w: %w", ErrUnavailable, err)
}

func (w *writer) isUp() {
	if w.journal.down.Swap(nil) != nil {
		w.journal.options.Log.Info("the journal writes again")
	}
}

// tick seals what has waited long enough, and finds out whether a journal that is up still is, and one that is down still
// is.
func (w *writer) tick(ctx context.Context) {
	j := w.journal
	if j.down.Load() != nil {
		if err := w.probe(ctx); err == nil {
			w.isUp()
		}
		return
	}
	if err := w.alive(ctx); err != nil {
		w.isDown(err)
		return
	}
	if w.unsealed > 0 && j.options.Now().UnixNano()-j.sealed.Load() >= int64(j.options.Interval) {
		w.sealed(ctx)
	}
}

func (w *writer) end(ctx context.Context) {
	if w.journal.down.Load() == nil {
		w.sealed(ctx)
	}
	w.disconnect()
}

// reconnect connects where there is no connection.
func (w *writer) reconnect(ctx context.Context) error {
	if w.lease != nil {
		return nil
	}
	return w.connect(ctx)
}

// connect takes a chain and reads where it ends.
func (w *writer) connect(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, w.journal.options.CommitTimeout)
	defer cancel()
	if w.lease, err = w.db.Lease(ctx, maxChains-1); err != nil {
		return fmt.Errorf("taking a chain: %w", err)
	}
	w.chain = w.lease.Number
	if err := w.readHead(ctx); err != nil {
		w.disconnect()
		return err
	}
	return nil
}

func (w *writer) readHead(ctx context.Context) error {
	done, err := w.db.Turn(ctx)
	if err != nil {
		return err
	}
	defer done()
	conn := w.lease.Conn
	var indexed int64
	err = conn.QueryRowContext(ctx, w.db.Bind("SELECT seq, hash, indexed FROM chains WHERE chain = ?"), w.chain).Scan(&w.seq, &w.head, &indexed)
	if errors.Is(err, sql.ErrNoRows) {
		w.seq, w.head = 0, origin(w.journal.id, w.chain)
		_, err = conn.ExecContext(ctx, w.db.Bind("INSERT INTO chains (chain, seq, hash) VALUES (?, ?, ?)"), w.chain, w.seq, w.head)
	}
	if err != nil {
		return fmt.Errorf("reading the end of chain %d: %w", w.chain, err)
	}
	if indexed < w.seq {
		if err := w.takeOver(ctx); err != nil {
			return err
		}
	}
	sealed, err := w.journal.sealedUpTo(ctx, conn, w.chain)
	if err != nil {
		return err
	}
	w.unsealed = int(w.seq - sealed)
	w.journal.length.Store(w.seq)
	return nil
}

// disconnect gives the chain back.
func (w *writer) disconnect() {
	if w.lease == nil {
		return
	}
	if err := w.lease.Release(); err != nil {
		w.journal.options.Log.Warn("giving a chain back", slog.String("cause", err.Error()))
	}
	w.lease, w.facets = nil, nil
}
