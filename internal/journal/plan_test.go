package journal_test

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"deferido/internal/decision"
	"deferido/internal/journal"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
)

// period is that of the filters whose plans and speed are looked at.
var period = [2]time.Time{epoch.Add(10 * time.Second), epoch.Add(40 * time.Second)}

// singles are filters by each of what can be filtered by, with a period.
var singles = map[string]decision.Filter{
	"nothing else": {}, "question": {Question: "grant"}, "outcome": {Outcome: "deny"}, "provision": {Provision: "urn:b3"},
	"carrier": {Carrier: "carrier-1"}, "contested": {Contested: "true"}, "not contested": {Contested: "false"},
	"revision": {Revision: "sha256:00"}, "dispute": {Dispute: "D-class"},
}

// fill records n records, a thousand at a time, over the minute from epoch on.
func fill(t testing.TB, j *journal.Journal, n int) {
	t.Helper()
	const most = 1000
	for from := 0; from < n; from += most {
		var records []*decision.Record
		for i := from; i < min(from+most, n); i++ {
			r := record(i)
			r.DecidedAt = epoch.Add(time.Minute * time.Duration(i) / time.Duration(n))
			records = append(records, r)
		}
		keep(t, j, records...)
	}
}

func TestAFilterWithAPeriodWalksTheIndex(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		db := storetest.Open(t, from)
		j := open(t, db, journal.Options{})
		fill(t, j, 20_000)
		if _, err := db.Exec("ANALYZE"); err != nil {
			t.Fatal(err)
		}
		for name, f := range singles {
			t.Run(name, func(t *testing.T) {
				f.From, f.To = period[0], period[1]
				query, args, err := j.ListQuery(t.Context(), f, 50)
				if err != nil {
					t.Fatal(err)
				}
				if db.Postgres() {
					wantPlan(t, db, query, args, postgresWalk, postgresNoWalk)
				} else {
					wantPlan(t, db, query, args, sqliteWalk, sqliteNoWalk)
				}
			})
		}
	})
}

// walks is how a list must be found, and noWalk how it must not.
var (
	sqliteWalk, sqliteNoWalk     = regexp.MustCompile(`^SEARCH f USING PRIMARY KEY \(facet=\? AND `), regexp.MustCompile("SCAN|TEMP B-TREE|AUTOMATIC")
	postgresWalk, postgresNoWalk = regexp.MustCompile(`Index (Only )?Scan Backward using entry_facets_pkey on entry_facets f\b`), regexp.MustCompile("Seq Scan|Bitmap|Sort|Hash")
)

// How counts must be read, and how nothing of the size of a journal may be. Classes are few.
var (
	sqliteTallies, sqlitePart     = regexp.MustCompile(`(?m)^SEARCH t USING PRIMARY KEY \(provision=\? AND carrier=\? AND day>\? AND day<\?\)`), regexp.MustCompile(`(?m)^SEARCH f USING PRIMARY KEY \(facet=\? AND at>\? AND `)
	postgresTallies, postgresPart = regexp.MustCompile(`Scan (Backward )?(using|on) tallies_pkey`), regexp.MustCompile(`Scan (Backward )?(using|on) entry_facets_pkey`)
	sqliteReadsAll                = regexp.MustCompile(`SCAN [tfe]\b|AUTOMATIC`)
	postgresReadsAll              = regexp.MustCompile(`Seq Scan on (tallies|entry_facets|entries)`)
)

func TestCountsAndScatteredPagesReadFewRows(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		db := storetest.Open(t, from)
		j := open(t, db, journal.Options{})
		settle(t, j, 10_000)
		if _, err := db.Exec("ANALYZE"); err != nil {
			t.Fatal(err)
		}
		unions, counted := 0, 0
		for name, f := range explored {
			t.Run(name, func(t *testing.T) {
				f.From, f.To = epoch.Add(time.Hour), epoch.Add(spread-time.Hour)
				texts, args, err := j.CountQueries(t.Context(), f)
				if err != nil {
					t.Fatal(err)
				}
				for what, text := range texts {
					counted++
					index := map[bool]*regexp.Regexp{false: sqliteTallies, true: postgresTallies}[db.Postgres()]
					if strings.HasPrefix(what, "part") {
						index = map[bool]*regexp.Regexp{false: sqlitePart, true: postgresPart}[db.Postgres()]
					}
					wantPlan(t, db, text, args[what], index, map[bool]*regexp.Regexp{false: sqliteReadsAll, true: postgresReadsAll}[db.Postgres()])
				}
				text, listArgs, err := j.ListQuery(t.Context(), f, 50)
				if err != nil || text == "" {
					return // nothing is there, and nothing is asked
				}
				if strings.Contains(text, "UNION ALL") {
					unions++
				}
				wantPlan(t, db, text, listArgs, map[bool]*regexp.Regexp{false: sqlitePart, true: postgresPart}[db.Postgres()],
					map[bool]*regexp.Regexp{false: sqliteReadsAll, true: postgresReadsAll}[db.Postgres()])
			})
		}
		if unions == 0 || counted < 80 {
			t.Errorf("%d pages are found by their classes, and %d counts were read", unions, counted)
		}
	})
}

// wantPlan fails unless each plan that a statement may have has something and lacks something else.
func wantPlan(t *testing.T, db *store.DB, query string, args []any, has, lacks *regexp.Regexp) {
	t.Helper()
	plans := map[string]string{}
	if db.Postgres() {
		plans = postgresPlans(t, db, query, args)
	} else {
		plans["its"] = lines(t, db, "EXPLAIN QUERY PLAN "+query, args)
	}
	for which, plan := range plans {
		if !has.MatchString(plan) || lacks.MatchString(plan) {
			t.Errorf("for %s parameters:\n%s\n%s", which, query, plan)
		}
	}
}

// lines are the last column of the rows of a query.
func lines(t *testing.T, q querier, query string, args []any) string {
	t.Helper()
	rows, err := q.QueryContext(t.Context(), query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for rows.Next() {
		var line string
		into := make([]any, len(columns))
		for i := range into {
			into[i] = new(any)
		}
		into[len(into)-1] = &line
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		text.WriteString(line + "\n")
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// querier is a store or a connection.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// postgresPlans are the plan for these parameters and the one for any, which PostgreSQL may take instead.
func postgresPlans(t *testing.T, db *store.DB, query string, args []any) map[string]string {
	t.Helper()
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	literals := make([]string, len(args))
	for i, a := range args {
		literals[i] = fmt.Sprintf("'%d'", a)
	}
	for _, statement := range []string{"PREPARE asked AS " + query, "SET plan_cache_mode = force_generic_plan"} {
		if _, err := conn.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	defer func() { _, _ = conn.ExecContext(t.Context(), "DEALLOCATE asked; RESET plan_cache_mode") }()
	return map[string]string{
		"any":   lines(t, conn, "EXPLAIN EXECUTE asked ("+strings.Join(literals, ", ")+")", nil),
		"these": lines(t, conn, "EXPLAIN "+query, args),
	}
}
