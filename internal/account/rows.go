package account

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

const userColumns = "login, name, role, carrier, source, issuer, subject, password, created_at, disabled_at, signed_in_at"

// querier is a store or a transaction in it.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// user reads an account. It is false where there is none.
func (a *Accounts) user(ctx context.Context, from querier, login string) (User, bool, error) {
	return a.userWhere(ctx, from, "login = ?", login)
}

func (a *Accounts) userWhere(ctx context.Context, from querier, condition string, args ...any) (User, bool, error) {
	row := from.QueryRowContext(ctx, a.db.Bind("SELECT "+userColumns+" FROM users WHERE "+condition), args...)
	var r userRow
	err := row.Scan(r.into()...)
	if errors.Is(err, sql.ErrNoRows) {
		return User{}, false, nil
	}
	return r.user(), err == nil, stored("reading an account", err)
}

// userRow is a row of userColumns while it is read.
type userRow struct {
	User
	created            int64
	disabled, signedIn sql.NullInt64
}

func (r *userRow) into() []any {
	return []any{
		&r.Login, &r.Name, &r.Role, &r.Carrier, &r.Source, &r.issuer, &r.subject, &r.password, &r.created, &r.disabled, &r.signedIn,
	}
}

func (r *userRow) user() User {
	u := r.User
	u.CreatedAt, u.DisabledAt, u.SignedInAt = moment(r.created), instant(r.disabled), instant(r.signedIn)
	return u
}

func moment(nanoseconds int64) time.Time { return time.Unix(0, nanoseconds).UTC() }

// instant is that of a column, zero for null.
func instant(n sql.NullInt64) time.Time {
	if !n.Valid {
		return time.Time{}
	}
	return moment(n.Int64)
}

// changed tells whether a statement changed a row.
func changed(done sql.Result, err error) (bool, error) {
	if err != nil {
		return false, err
	}
	n, err := done.RowsAffected()
	return n > 0, err
}
