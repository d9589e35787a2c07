package store

import (
	"context"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations
var migrations embed.FS

// provider knows the migrations of the database.
func (db *DB) provider() (*goose.Provider, error) {
	folder, kind := "migrations/sqlite", goose.DialectSQLite3
	options := []goose.ProviderOption{goose.WithDisableGlobalRegistry(true)}
	if db.dialect == postgres {
		folder, kind = "migrations/postgres", goose.DialectPostgres
		// Two servers may start at once.
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300)) // it asks each second, for five minutes
		if err != nil {
			return nil, err
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	files, err := fs.Sub(migrations, folder)
	if err != nil {
		return nil, err
	}
	provider, err := goose.NewProvider(kind, db.DB, files, options...)
	if err != nil {
		return nil, fmt.Errorf("reading the migrations: %w", err)
	}
	return provider, nil
}

// version is that of the schema.
func (db *DB) version(ctx context.Context) (int64, error) {
	provider, err := db.provider()
	if err != nil {
		return 0, err
	}
	version, err := provider.GetDBVersion(ctx)
	if err != nil {
		return 0, fmt.Errorf("reading the version of the schema: %w", err)
	}
	return version, nil
}

// migrate brings the schema up to date. A schema from a newer program is refused.
func (db *DB) migrate(ctx context.Context) error {
	provider, err := db.provider()
	if err != nil {
		return err
	}
	sources := provider.ListSources()
	known := sources[len(sources)-1].Version
	has, err := provider.GetDBVersion(ctx)
	if err != nil {
		return fmt.Errorf("reading the version of the schema: %w", err)
	}
	switch {
	case has > known:
		return fmt.Errorf("%w: its schema is version %d, and this program knows %d; run the newer program, or restore a backup into a new store", ErrNewer, has, known)
	case has == known:
		return nil
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("bringing the schema up to date: %w", err)
	}
	return nil
}
