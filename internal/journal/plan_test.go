package journal_test

import (
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
					postgresWalks(t, db, query, args)
				} else {
					sqliteWalks(t, db, query, args)
				}
			})
		}
	})
}

func sqliteWalks(t *testing.T, db *store.DB, query string, args []any) {
	t.Helper()
	rows, err := db.Query("EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var plan []string
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			t.Fatal(err)
		}
		plan = append(plan, detail)
	}
	text := strings.Join(plan, "\n")
	if !strings.HasPrefix(text, "SEARCH f USING PRIMARY KEY (facet=? AND ") || regexp.MustCompile("SCAN|TEMP B-TREE|AUTOMATIC").MatchString(text) {
		t.Error(text)
	}
}

// postgresWalks looks at the plan for these parameters and at the one for any, which PostgreSQL may take instead.
func postgresWalks(t *testing.T, db *store.DB, query string, args []any) {
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
	for _, statement := range []string{"PREPARE list AS " + query, "SET plan_cache_mode = force_generic_plan"} {
		if _, err := conn.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	defer func() { _, _ = conn.ExecContext(t.Context(), "DEALLOCATE list; RESET plan_cache_mode") }()
	for mode, explain := range map[string]string{"any": "EXPLAIN EXECUTE list (" + strings.Join(literals, ", ") + ")", "these": "EXPLAIN " + query} {
		var parameters []any
		if mode == "these" {
			parameters = args
		}
		rows, err := conn.QueryContext(t.Context(), explain, parameters...)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		var text string
		for rows.Next() {
			var line string
			if err := rows.Scan(&line); err != nil {
				t.Fatal(err)
			}
			text += line + "\n"
		}
		if !regexp.MustCompile(`Index (Only )?Scan Backward using entry_facets_pkey on entry_facets f\b`).MatchString(text) || regexp.MustCompile("Seq Scan|Bitmap|Sort|Hash").MatchString(text) {
			t.Errorf("for %s parameters:\n%s", mode, text)
		}
	}
}
