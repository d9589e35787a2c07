package journal

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"deferido/internal/decision"
)

// Count is how many records a filter takes: exactly, up to most. Otherwise there are at least n: more than most, or the index
// is still being filled with what an older program recorded (Backlog).
func (r *Reader) Count(ctx context.Context, f decision.Filter, most int) (n int, exact bool, err error) {
	exact, err = r.counted(ctx, f, func(tx *sql.Tx, w wants, s span) (err error) {
		n, err = r.total(ctx, tx, countQuery(w, s, most+1))
		for i := 0; i < len(s.parts) && n <= most && err == nil; i++ {
			var more int
			more, err = r.total(ctx, tx, partQuery(w, s.parts[i], most+1))
			n += more
		}
		return err
	})
	if n > most {
		n, exact = most, false
	}
	return n, exact, err
}

// Weeks counts the records that a filter takes by the ISO weeks in which they were decided: from the first week that has any to
// the last, those between that have none among them. It is exact unless the index is still being filled (Backlog).
func (r *Reader) Weeks(ctx context.Context, f decision.Filter) (weeks []decision.Week, exact bool, err error) {
	counts := weekCounts{}
	exact, err = r.counted(ctx, f, func(tx *sql.Tx, w wants, s span) error {
		outcomes, err := r.outcomes(ctx, tx)
		if err != nil {
			return err
		}
		add := func(week, class, n int64) { counts.add(week, outcomes[class], int(n)) }
		if err := r.each(ctx, tx, weeksQuery(w, s), add); err != nil {
			return err
		}
		for _, part := range s.parts {
			if err := r.each(ctx, tx, partWeekQuery(w, weekOf(dayOf(part[0])), part), add); err != nil {
				return err
			}
		}
		return nil
	})
	return counts.weeks(), exact, err
}

// wants are the numbers of what a filter asks for.
type wants struct {
	provision, carrier int64   // 0 for whichever
	class              []int64 // facets that classes must have
	facets             []int64 // all of them, the one that is likely the rarest first
}

// counted reads what a filter asks for, all at one moment, unless nothing was ever recorded that has it. It is exact where the
// whole journal is in the index.
func (r *Reader) counted(ctx context.Context, f decision.Filter, read func(*sql.Tx, wants, span) error) (exact bool, err error) {
	wanted := facetsWanted(f)
	numbers, known, err := r.numbers(ctx, wanted)
	if err != nil {
		return false, err
	}
	err = r.db.Snapshot(ctx, func(tx *sql.Tx) error {
		left, err := r.backlog(ctx, tx)
		if exact = left == 0; err != nil || !known {
			return err
		}
		return read(tx, wantsOf(wanted, numbers), spanOf(f.From, f.To))
	})
	if err != nil {
		return false, fmt.Errorf("%w: counting records: %w", ErrUnavailable, err)
	}
	return exact, nil
}

func wantsOf(wanted []facet, numbers []int64) wants {
	w := wants{facets: numbers}
	for i, f := range wanted {
		switch f.kind {
		case facetProvision:
			w.provision = numbers[i]
		case facetCarrier:
			w.carrier = numbers[i]
		default:
			w.class = append(w.class, numbers[i])
		}
	}
	return w
}

// statement is a query with its parameters.
type statement struct {
	text strings.Builder
	args []any
}

func (s *statement) add(text string, args ...any) *statement {
	s.text.WriteString(text)
	s.args = append(s.args, args...)
	return s
}

// ofClasses adds that a column is one of the classes that have all that is wanted.
func (s *statement) ofClasses(column string, w wants) *statement {
	if len(w.class) == 0 {
		return s
	}
	s.add(" AND "+column+" IN (SELECT c.class FROM class_facets c WHERE c.facet = ?", w.class[0])
	for _, facet := range w.class[1:] {
		s.add(" AND (SELECT 1 FROM class_facets o WHERE o.facet = ? AND o.class = c.class) IS NOT NULL", facet)
	}
	return s.add(")")
}

// ofDays adds the tallies of some days.
func (s *statement) ofDays(w wants, days span) *statement {
	s.add(" FROM tallies t WHERE t.provision = ? AND t.carrier = ? AND t.day >= ? AND t.day < ?", w.provision, w.carrier, days.from, days.until)
	return s.ofClasses("t.class", w)
}

// ofPart adds the entries of a part of a day, from the index of their classes.
func (s *statement) ofPart(w wants, part [2]int64) *statement {
	s.add(" FROM entry_facets f WHERE f.at >= ? AND f.at < ?", part[0], part[1]).ofClasses("f.facet", w)
	for _, other := range []int64{w.provision, w.carrier} {
		if other != 0 {
			s.add(" AND (SELECT 1 FROM entry_facets o WHERE o.facet = ? AND o.at = f.at AND o.n = f.n) IS NOT NULL", other)
		}
	}
	return s
}

// countQuery adds up tallies, of which each is of one decision at least: as many as most tell that there are more.
func countQuery(w wants, days span, most int) *statement {
	s := (&statement{}).add("SELECT CAST(coalesce(sum(n), 0) AS BIGINT) FROM (SELECT t.n").ofDays(w, days)
	return s.add(" LIMIT ?) counted", most)
}

func partQuery(w wants, part [2]int64, most int) *statement {
	s := (&statement{}).add("SELECT count(*) FROM (SELECT 1").ofPart(w, part)
	return s.add(" LIMIT ?) counted", most)
}

func weeksQuery(w wants, days span) *statement {
	s := (&statement{}).add(fmt.Sprintf("SELECT (t.day + %d) / %d, t.class, CAST(sum(t.n) AS BIGINT)", toMonday, daysWeek)).ofDays(w, days)
	return s.add(" GROUP BY 1, 2")
}

func partWeekQuery(w wants, week int64, part [2]int64) *statement {
	s := (&statement{}).add(fmt.Sprintf("SELECT %d, f.facet, count(*)", week)).ofPart(w, part)
	return s.add(" GROUP BY f.facet")
}

// total reads one number.
func (r *Reader) total(ctx context.Context, tx *sql.Tx, s *statement) (n int, err error) {
	err = tx.QueryRowContext(ctx, r.db.Bind(s.text.String()), s.args...).Scan(&n)
	return n, err
}

func (r *Reader) each(ctx context.Context, tx *sql.Tx, s *statement, take func(a, b, c int64)) error {
	return each(ctx, tx, r.db.Bind(s.text.String()), s.args, take)
}
