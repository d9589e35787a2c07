package storetest

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"testing"

	"deferido/internal/store"
)

// Block makes the writers of a store wait until unblock is called, and of PostgreSQL whoever uses one of the tables.
func Block(t testing.TB, from store.Source, tables string) (unblock func()) {
	t.Helper()
	driver, name, statements := "sqlite", from.File, []string{"PRAGMA busy_timeout = 5000", "BEGIN IMMEDIATE"} // the program may be writing
	if from.URL != "" {
		driver, name, statements = "pgx", from.URL, []string{"BEGIN", "LOCK TABLE " + tables + " IN ACCESS EXCLUSIVE MODE"}
	}
	db, err := sql.Open(driver, name)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range statements {
		if _, err := conn.ExecContext(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	return sync.OnceFunc(func() {
		_, err := conn.ExecContext(context.Background(), "ROLLBACK")
		if err := errors.Join(err, conn.Close(), db.Close()); err != nil {
			t.Error(err)
		}
	})
}
