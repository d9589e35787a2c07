package lifecycle

import (
	"context"
	"database/sql"
	"errors"
)

// KeepReport keeps what checking a revision found. It depends on the revision and on the program that checked alone, so it is
// not found out twice.
func (o *Office) KeepReport(ctx context.Context, revision, program string, report []byte) error {
	_, err := o.db.ExecContext(ctx, o.db.Bind("INSERT INTO checks (revision, program, at, report) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"), revision, program, o.now().UnixNano(), report)
	if err != nil {
		return unavailable("keeping a report", err)
	}
	return nil
}

// Report is what checking a revision found; nil where it was not checked by this program.
func (o *Office) Report(ctx context.Context, revision, program string) ([]byte, error) {
	var report []byte
	err := o.db.QueryRowContext(ctx, o.db.Bind("SELECT report FROM checks WHERE revision = ? AND program = ?"), revision, program).Scan(&report)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, unavailable("reading a report", err)
	}
	return report, nil
}
