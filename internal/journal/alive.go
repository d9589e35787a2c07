package journal

import (
	"context"
	"fmt"
)

// alive finds out whether the connection still stands: nothing may have been written on it for long.
func (w *writer) alive(ctx context.Context) error {
	if err := w.reconnect(ctx); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, w.journal.options.CommitTimeout)
	defer cancel()
	if err := w.lease.Conn.PingContext(ctx); err != nil {
		w.disconnect()
		return fmt.Errorf("reaching the store: %w", err)
	}
	return nil
}

// probeSize is how much a probe writes: enough that a disk without room for records refuses it.
const probeSize = 256 << 10

// probe writes something of no meaning.
func (w *writer) probe(ctx context.Context) error {
	if err := w.reconnect(ctx); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, w.journal.options.CommitTimeout)
	defer cancel()
	done, err := w.db.Turn(ctx)
	if err != nil {
		return err
	}
	defer done()
	for _, value := range [][]byte{make([]byte, probeSize), {}} {
		_, err := w.lease.Conn.ExecContext(ctx, w.db.Bind("INSERT INTO meta (name, value) VALUES ('probe', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"), value)
		if err != nil {
			w.disconnect()
			return err
		}
	}
	return nil
}
