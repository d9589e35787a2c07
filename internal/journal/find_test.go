package journal_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"deferido/internal/decision"
	"deferido/internal/journal"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
)

// listed is a record where the list has it.
type listed struct {
	*decision.Record
	n int64
}

// moments are when something is decided or a period begins or ends: within an hour, or in weeks about it, some at the very
// edges of a day or a week as those are counted.
func moments(hour int, random func(int) int) time.Time {
	if random(2) == 0 {
		return epoch.Add(time.Duration(random(hour)) * time.Minute)
	}
	midnight := epoch.Add(-12*time.Hour).AddDate(0, 0, random(40)-20)
	return midnight.Add([]time.Duration{0, 0, -1, 1, time.Hour, 13 * time.Hour}[random(6)])
}

// various is a record of which much differs from the others: some failed, and its time may be before that of others. Some are
// as they were before their disputes were noted.
func various(i int) *decision.Record {
	r := record(i)
	r.DecidedAt = moments(60, rand.IntN)
	r.Facets.Contested = rand.IntN(4) == 0
	r.Revision = []string{"sha256:00", "sha256:01"}[rand.IntN(2)]
	touching := [][]string{{}, {}, {"D-class"}, {"D-toll"}, {"D-toll", "D-class"}}[rand.IntN(5)]
	if r.Facets.Disputes = touching; rand.IntN(2) == 0 {
		r.Answer, r.Facets.Disputes = answering(r, touching), nil
	}
	r.Facets.Outcome = []string{"allow", "deny", "incomplete"}[rand.IntN(3)]
	r.Carrier = []string{"", "carrier-1", "carrier-2"}[rand.IntN(3)]
	r.Facets.Provisions = []string{fmt.Sprintf("urn:%d", rand.IntN(5)), fmt.Sprintf("urn:%d", rand.IntN(5))}
	if rand.IntN(8) == 0 {
		r.Answer, r.Failure, r.Facets = nil, "evaluation-failed", decision.Facets{}
	}
	return r
}

// answering is an answer that these disputes touch.
func answering(r *decision.Record, disputes []string) json.RawMessage {
	views := make([]string, len(disputes))
	for i, id := range disputes {
		views[i] = fmt.Sprintf(`{"id":"%s","urns":[]}`, id)
	}
	return json.RawMessage(fmt.Sprintf(`{"id":"%s","outcome":"deny","disputes":[%s]}`, r.ID, strings.Join(views, ",")))
}

// touching are the disputes that touch a record, wherever it says so.
func touching(r *decision.Record) (ids []string) {
	if r.Facets.Disputes != nil {
		return r.Facets.Disputes
	}
	for _, id := range []string{"D-class", "D-toll"} {
		if strings.Contains(string(r.Answer), `"id":"`+id+`"`) {
			ids = append(ids, id)
		}
	}
	return ids
}

// keepVarious records so many, and puts them into the order of the list.
func keepVarious(t *testing.T, all []listed, n int, journals ...*journal.Journal) []listed {
	t.Helper()
	for k, j := range journals {
		var records []*decision.Record
		for i := k; i < n; i += len(journals) {
			records = append(records, various(i))
		}
		keep(t, j, records...)
		for _, r := range records {
			chain, seq, err := j.Chain(t.Context(), r.ID)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, listed{r, journal.NumberOf(chain, seq)})
		}
	}
	slices.SortFunc(all, func(a, b listed) int { return cmp.Or(b.DecidedAt.Compare(a.DecidedAt), cmp.Compare(b.n, a.n)) })
	return all
}

// takes reports whether a filter takes a record, as its fields say.
func takes(f decision.Filter, r *decision.Record) bool {
	contested := strconv.FormatBool(r.Facets.Contested)
	if r.Failure != "" {
		contested = "neither"
	}
	for _, c := range [][2]string{{f.Question, r.Question}, {f.Outcome, r.Facets.Outcome}, {f.Carrier, r.Carrier}, {f.Contested, contested}, {f.Revision, r.Revision}} {
		if c[0] != "" && c[0] != c[1] {
			return false
		}
	}
	switch {
	case f.Dispute != "" && !slices.Contains(touching(r), f.Dispute):
		return false
	case (r.Failure != "") != f.Failures, f.Provision != "" && !slices.Contains(r.Facets.Provisions, f.Provision):
		return false
	}
	return (f.From.IsZero() || !r.DecidedAt.Before(f.From)) && (f.To.IsZero() || r.DecidedAt.Before(f.To))
}

func filters(t *rapid.T) decision.Filter {
	draw := func(name string, values ...string) string {
		return rapid.SampledFrom(append(values, "", "", "")).Draw(t, name)
	}
	at := func(name string) time.Time {
		drawn := rapid.SampledFrom([]time.Time{
			{}, {}, {}, time.Date(1, 1, 2, 0, 0, 0, 0, time.UTC), time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC),
			epoch, epoch.Add(10 * time.Minute), epoch.Add(10*time.Minute + time.Nanosecond), epoch.Add(40 * time.Minute), epoch.Add(time.Hour),
			epoch.Add(-time.Hour),
		}).Draw(t, name)
		if drawn.Equal(epoch.Add(-time.Hour)) {
			return moments(60, func(n int) int { return rapid.IntRange(0, n-1).Draw(t, name) })
		}
		return drawn
	}
	return decision.Filter{
		Question: draw("question", "grant", "fare", "other"), Outcome: draw("outcome", "allow", "deny", "incomplete", "no\x00ne"),
		Provision: draw("provision", "urn:0", "urn:1", "urn:2", "\xff"), Carrier: draw("carrier", "carrier-1", "carrier-2", "carrier-9"),
		Contested: draw("contested", "true", "false", "TRUE"), Revision: draw("revision", "sha256:00", "sha256:01", "sha256:9\x00"),
		Dispute: draw("dispute", "D-class", "D-toll", "D-%"), From: at("from"), To: at("to"), Failures: rapid.IntRange(0, 5).Draw(t, "failures") == 0,
	}
}

// pages reads all pages of a list; between is called before each but the first.
func pages(t *rapid.T, j *journal.Reader, f decision.Filter, limit int, between func()) (ids []string) {
	for cursor := ""; ; between() {
		records, next, err := j.List(t.Context(), f, cursor, limit)
		if err != nil {
			t.Fatal(err)
		}
		if len(records) > limit || next != "" && len(records) < limit {
			t.Fatalf("a page of %d of at most %d", len(records), limit)
		}
		for _, r := range records {
			ids = append(ids, r.ID)
		}
		if cursor = next; cursor == "" {
			return ids
		}
	}
}

func idsOf(all []listed, f decision.Filter) (ids []string) {
	for _, r := range all {
		if takes(f, r.Record) {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

func TestAListIsWhatItsFilterTakes(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		db := storetest.Open(t, from)
		j := open(t, db, journal.Options{})
		all := keepVarious(t, nil, 400, j, open(t, db, journal.Options{}))
		rapid.Check(t, func(t *rapid.T) {
			f := filters(t)
			got := pages(t, j.Reader, f, rapid.SampledFrom([]int{1, 2, 7, 100, 1000}).Draw(t, "limit"), func() {})
			if want := idsOf(all, f); !slices.Equal(got, want) {
				t.Fatalf("%d records, not %d:\n%v\n%v", len(got), len(want), got, want)
			}
			// The walk over the same records goes the other way.
			var walked []string
			for content, err := range j.Contents(context.Background(), f) {
				var r decision.Record
				if err := errors.Join(err, json.Unmarshal(content, &r)); err != nil {
					t.Fatal(err)
				}
				walked = append(walked, r.ID)
			}
			if slices.Reverse(walked); !slices.Equal(walked, got) {
				t.Fatalf("the walk has %d records, the list %d:\n%v\n%v", len(walked), len(got), walked, got)
			}
		})
	})
}

func TestPagesStayWhatTheyWereWhileOthersRecord(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		j := open(t, storetest.Open(t, from), journal.Options{})
		all := keepVarious(t, nil, 60, j)
		rapid.Check(t, func(rt *rapid.T) {
			f := filters(rt)
			before := idsOf(all, f)
			got := pages(rt, j.Reader, f, rapid.IntRange(1, 40).Draw(rt, "limit"), func() {
				if len(all) < 400 {
					all = keepVarious(t, all, 1, j) // its time lies anywhere in the period
				}
			})
			var old []string
			seen := map[string]bool{}
			for _, id := range got {
				if seen[id] {
					rt.Fatalf("%s stands in two pages", id)
				}
				if seen[id] = true; slices.Contains(before, id) {
					old = append(old, id)
				}
			}
			if !slices.Equal(old, before) {
				rt.Fatalf("of what was there\n%v, the pages have\n%v", before, old)
			}
		})
	})
}

func TestWhatIsNoCursorIsRefused(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		j := open(t, storetest.Open(t, from), journal.Options{})
		keep(t, j, record(0), record(1))
		_, next, err := j.List(t.Context(), decision.Filter{}, "", 1)
		if err != nil || next == "" {
			t.Fatal(next, err)
		}
		for _, c := range []string{"x", next + "A", next[1:], "%", " " + next, next + "=", "🙂"} {
			if records, _, err := j.List(t.Context(), decision.Filter{}, c, 1); !errors.Is(err, journal.ErrCursor) || records != nil {
				t.Errorf("%q: %v, %v", c, records, err)
			}
		}
		rapid.Check(t, func(t *rapid.T) {
			c := rapid.OneOf(rapid.String(), rapid.StringMatching("[A-Za-z0-9_-]{22}")).Draw(t, "cursor")
			if _, _, err := j.List(t.Context(), decision.Filter{}, c, 1); err != nil && !errors.Is(err, journal.ErrCursor) {
				t.Fatal(err)
			}
		})
	})
}

func TestWhatCannotBeTheIDOfARecordIsNotFound(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		j := open(t, storetest.Open(t, from), journal.Options{})
		keep(t, j, record(0))
		for _, id := range []string{"", "x", "\x00", "\xff\xfe", record(0).ID} {
			if _, err := j.Get(t.Context(), id); !errors.Is(err, journal.ErrNotFound) {
				t.Errorf("%q: %v", id, err)
			}
			if _, err := j.Receipt(t.Context(), id); !errors.Is(err, journal.ErrNotFound) {
				t.Errorf("%q: %v", id, err)
			}
			if err := j.Erase(t.Context(), id, "local"); !errors.Is(err, journal.ErrNotFound) {
				t.Errorf("%q: %v", id, err)
			}
			if _, err := j.Set(t.Context(), id); !errors.Is(err, journal.ErrNotFound) {
				t.Errorf("%q: %v", id, err)
			}
		}
	})
}
