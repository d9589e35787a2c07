package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
)

// Passengers are those of a section in a month that no decision counts; nil is not known.
type Passengers struct {
	Month, Section         string
	Paying, DisabilityPass *int
}

// PutSections notes the section of each decision's ticket, all or none, in place of what was noted before. Decisions of other
// carriers are left as they are.
func (r *Reader) PutSections(ctx context.Context, carrier string, sections iter.Seq2[string, string]) error {
	return r.put(ctx, func(tx *sql.Tx) error {
		put := r.db.Bind(`INSERT INTO report_sections (decision, carrier, section) VALUES (?, ?, ?)
			ON CONFLICT (decision) DO UPDATE SET section = excluded.section WHERE report_sections.carrier = excluded.carrier`)
		for id, section := range sections {
			if _, err := tx.ExecContext(ctx, put, id, carrier, section); err != nil {
				return err
			}
		}
		return nil
	})
}

// PutPassengers notes what a carrier counted itself, all or none, in place of what was noted before of the same months and
// sections.
func (r *Reader) PutPassengers(ctx context.Context, carrier string, counts []Passengers) error {
	return r.put(ctx, func(tx *sql.Tx) error {
		put := r.db.Bind(`INSERT INTO report_counts (carrier, month, section, paying, disability_pass) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (carrier, month, section) DO UPDATE SET paying = excluded.paying, disability_pass = excluded.disability_pass`)
		for _, c := range counts {
			if _, err := tx.ExecContext(ctx, put, carrier, c.Month, c.Section, c.Paying, c.DisabilityPass); err != nil {
				return err
			}
		}
		return nil
	})
}

func (r *Reader) put(ctx context.Context, do func(tx *sql.Tx) error) error {
	if err := r.db.Change(ctx, do); err != nil {
		return fmt.Errorf("%w: taking an import: %w", ErrUnavailable, err)
	}
	return nil
}

// Passengers returns what a carrier counted itself in the months from first to last.
func (r *Reader) Passengers(ctx context.Context, carrier, first, last string) ([]Passengers, error) {
	rows, err := r.db.QueryContext(ctx, r.db.Bind("SELECT month, section, paying, disability_pass FROM report_counts WHERE carrier = ? AND month >= ? AND month <= ? ORDER BY month, section"), carrier, first, last)
	if err != nil {
		return nil, fmt.Errorf("%w: reading counts: %w", ErrUnavailable, err)
	}
	defer rows.Close()
	var all []Passengers
	for rows.Next() {
		var p Passengers
		if err := rows.Scan(&p.Month, &p.Section, &p.Paying, &p.DisabilityPass); err != nil {
			return nil, fmt.Errorf("%w: reading counts: %w", ErrUnavailable, err)
		}
		all = append(all, p)
	}
	return all, rows.Err()
}

// Section is the section of a decision's ticket, as its carrier told it. It is false where it did not.
func (r *Reader) Section(ctx context.Context, carrier, id string) (section string, known bool, err error) {
	err = r.db.QueryRowContext(ctx, r.db.Bind("SELECT section FROM report_sections WHERE decision = ? AND carrier = ?"), id, carrier).Scan(&section)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return "", false, nil
	case err != nil:
		return "", false, fmt.Errorf("%w: reading a section: %w", ErrUnavailable, err)
	}
	return section, true, nil
}
