package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

const connections = 16

// openPostgres opens the database. Every commit is on the disk of the server when it is acknowledged, whatever the
// server's default.
func openPostgres(ctx context.Context, from Source) (*DB, error) {
	config, err := pgx.ParseConfig(from.URL)
	if err != nil {
		return nil, errors.New("journal.url is not a PostgreSQL URL, such as postgres://user@host:5432/deferido")
	}
	config.RuntimeParams["application_name"] = "deferido"
	config.RuntimeParams["synchronous_commit"] = "on"
	config.RuntimeParams["timezone"] = "UTC"
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = 5 * time.Second
	}
	handle := stdlib.OpenDB(*config)
	most := from.Connections
	if most == 0 {
		most = connections
	}
	handle.SetMaxOpenConns(most)
	handle.SetMaxIdleConns(most)
	handle.SetConnMaxIdleTime(5 * time.Minute)
	db := &DB{DB: handle, dialect: postgres}
	if err := db.migrate(ctx); err != nil {
		err = fmt.Errorf("opening the store: %w", err)
		if !errors.Is(err, ErrNewer) {
			err = errors.New(withoutPassword(err.Error(), from.URL))
		}
		return nil, errors.Join(err, handle.Close())
	}
	return db, nil
}
