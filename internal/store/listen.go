package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/stdlib"
)

// listenAgain is how long to wait before a connection that was lost is made again.
const listenAgain = time.Second

// Listen calls heard whenever a channel of a PostgreSQL database is notified, and whenever it listens again after the
// connection was lost, until the context is done. On SQLite there is nothing to hear. What is missed while there is no
// connection is not told: who listens also looks now and then.
func (db *DB) Listen(ctx context.Context, channel string, heard func()) {
	if db.dialect == sqlite {
		return
	}
	for ctx.Err() == nil {
		_ = db.listen(ctx, channel, heard) // it is made again, whatever ended it
		select {
		case <-ctx.Done():
		case <-time.After(listenAgain):
		}
	}
}

func (db *DB) listen(ctx context.Context, channel string, heard func()) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	return conn.Raw(func(raw any) error {
		c, ok := raw.(*stdlib.Conn)
		if !ok {
			return fmt.Errorf("a connection of type %T", raw)
		}
		if _, err := c.Conn().Exec(ctx, "LISTEN "+channel); err != nil {
			return err
		}
		heard()
		for {
			if _, err := c.Conn().WaitForNotification(ctx); err != nil {
				// The connection waits in the middle of something: it is not used again.
				return errors.Join(err, c.Conn().Close(context.WithoutCancel(ctx)))
			}
			heard()
		}
	})
}
