package journal_test

import (
	"context"
	"database/sql"
	"errors"
	"testing"

	"deferido/internal/journal"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
)

// A change that is no event is made in its turn, or refused for its own reason and then not made; the chain knows nothing of it.
func TestAChangeThatIsNoEvent(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		db := storetest.Open(t, from)
		j := open(t, db, journal.Options{})
		note := func(name string, then error) error {
			return j.Keep(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
				_, err := tx.ExecContext(ctx, db.Bind("INSERT INTO meta (name, value) VALUES (?, ?)"), name, []byte("x"))
				return errors.Join(err, then)
			})
		}
		unwanted := errors.New("not today")
		if err := note("kept", nil); err != nil {
			t.Fatal(err)
		}
		if err := note("refused", unwanted); !errors.Is(err, unwanted) {
			t.Errorf("%v", err)
		}
		var names int
		if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM meta WHERE name IN ('kept', 'refused')").Scan(&names); err != nil || names != 1 {
			t.Errorf("%d of the changes are made, %v", names, err)
		}
		if events, err := j.Events(t.Context(), "", 10); err != nil || len(events) != 0 {
			t.Errorf("%d events, %v", len(events), err)
		}
		sound(t, j.Reader)
	})
}
