package report_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"deferido/internal/report"
)

// Every grant is counted, listed, or of another month; totals are sums; each row is where its month and section say.
func TestNoGrantIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		r := build(t, w.options, w.grants)
		if got := r.Counted + r.Uncounted.Total + r.OtherMonths; got != len(w.grants) {
			t.Fatalf("%d grants given, %d accounted for", len(w.grants), got)
		}
		rows, uncounted := 0, 0
		for _, m := range r.Months {
			monthly := 0
			for _, row := range m.Sections {
				monthly += benefits(row.Numbers)
			}
			if monthly != benefits(m.Total) {
				t.Fatalf("%s: rows of %d, a total of %d", m.Month, monthly, benefits(m.Total))
			}
			rows += monthly
			uncounted += m.Uncounted
		}
		if rows != r.Counted || benefits(r.Total) != r.Counted {
			t.Fatalf("%d counted, rows of %d, a total of %d", r.Counted, rows, benefits(r.Total))
		}
		undated := 0
		byReason := 0
		for _, reason := range r.Uncounted.ByReason {
			byReason += reason.Count
			if reason.Why == report.DepartureUnknown {
				undated = reason.Count
			}
			if s := reason.Why.Sentence(); s.PT == "" || s.EN == "" {
				t.Fatalf("%s has no sentence", reason.Why)
			}
		}
		if byReason != r.Uncounted.Total || len(r.Uncounted.Listed) != r.Uncounted.Total || uncounted+undated != r.Uncounted.Total {
			t.Fatalf("not counted: %+v, of months %d", r.Uncounted, uncounted)
		}
	})
}

func benefits(n report.Numbers) int {
	return n.ElderlyFree + n.ElderlyDiscount + n.YouthFree + n.YouthDiscount
}

// Each number of the report, counted again the slow way.
func TestRowsAgainstACountByHand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		r := build(t, w.options, w.grants)
		for _, m := range r.Months {
			for _, row := range m.Sections {
				want := report.Numbers{}
				for _, c := range w.options.Counts {
					if c.Month == m.Month && c.Section == row.Section {
						want.Paying, want.DisabilityPass = c.Paying, c.DisabilityPass
					}
				}
				for _, g := range w.grants {
					name, _ := w.options.Sections(g.ID)
					if g.Month != m.Month || strings.TrimSpace(name) != row.Section {
						continue
					}
					switch g.Category + " " + g.Benefit {
					case "pessoa_idosa gratuidade":
						want.ElderlyFree++
					case "pessoa_idosa desconto":
						want.ElderlyDiscount++
					case "jovem_baixa_renda gratuidade":
						want.YouthFree++
					case "jovem_baixa_renda desconto":
						want.YouthDiscount++
					}
				}
				if diff := cmp.Diff(want, row.Numbers); diff != "" {
					t.Fatalf("%s %s (-want +got):\n%s", m.Month, row.Section, diff)
				}
			}
		}
	})
}

func TestOrderMakesNoDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		before := asJSON(t, build(t, w.options, w.grants))
		w.grants = rapid.Permutation(w.grants).Draw(t, "grants again")
		w.options.Counts = rapid.Permutation(w.options.Counts).Draw(t, "counts again")
		if diff := cmp.Diff(before, asJSON(t, build(t, w.options, w.grants))); diff != "" {
			t.Fatalf("another order, another report:\n%s", diff)
		}
	})
}

// EachUncounted gives what Build lists.
func TestEachUncountedIsTheList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		listed := map[report.Uncounted]bool{}
		for _, u := range build(t, w.options, w.grants).Uncounted.Listed {
			listed[u] = true
		}
		n := 0
		for u, err := range report.EachUncounted(w.options, each(w.grants, nil)) {
			if n++; err != nil || !listed[u] {
				t.Fatalf("%+v is not in the list (%v)", u, err)
			}
		}
		if n != len(listed) {
			t.Fatalf("%d given, %d listed", n, len(listed))
		}
	})
}

func TestAbsenceIsNotZero(t *testing.T) {
	grant := report.Grant{ID: "a", Month: "2026-07", Category: "pessoa_idosa", Benefit: "gratuidade"}
	o := report.Options{
		Period: quarter(t, "2026-Q3"), Sections: report.Sections{"a": "B"}.Of,
		Counts: []report.Count{{Month: "2026-07", Section: "A", Paying: known(0)}, {Month: "2026-08", Section: "A", Paying: known(3), DisabilityPass: known(1)}},
	}
	want := []report.Month{
		{Month: "2026-07", Total: report.Numbers{ElderlyFree: 1}, Sections: []report.Row{
			{Section: "A", Numbers: report.Numbers{Paying: known(0)}},
			{Section: "B", Numbers: report.Numbers{ElderlyFree: 1}},
		}},
		{Month: "2026-08", Total: report.Numbers{Paying: known(3), DisabilityPass: known(1)}, Sections: []report.Row{
			{Section: "A", Numbers: report.Numbers{Paying: known(3), DisabilityPass: known(1)}},
		}},
		{Month: "2026-09", Sections: []report.Row{}},
	}
	r := build(t, o, []report.Grant{grant})
	if diff := cmp.Diff(want, r.Months); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(report.Numbers{ElderlyFree: 1}, r.Total); diff != "" {
		t.Errorf("the quarter (-want +got):\n%s", diff)
	}
}

func TestSectionsInPortugueseOrder(t *testing.T) {
	var counts []report.Count
	for _, name := range []string{"Zona", "Ônibus", "Abadia", "água", "Oeste"} {
		counts = append(counts, report.Count{Month: "2026-07", Section: name})
	}
	r := build(t, report.Options{Period: quarter(t, "2026-Q3"), Counts: counts}, nil)
	var got []string
	for _, row := range r.Months[0].Sections {
		got = append(got, row.Section)
	}
	if want := []string{"Abadia", "água", "Oeste", "Ônibus", "Zona"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestOptionsThatMakeNoReport(t *testing.T) {
	q := quarter(t, "2026-Q3")
	a := report.Count{Month: "2026-07", Section: "A"}
	for name, o := range map[string]report.Options{
		"no quarter":            {},
		"another month":         {Period: q, Counts: []report.Count{{Month: "2026-06", Section: "A"}}},
		"no section":            {Period: q, Counts: []report.Count{{Month: "2026-07", Section: " "}}},
		"negative":              {Period: q, Counts: []report.Count{{Month: "2026-07", Section: "A", Paying: known(-1)}}},
		"too many":              {Period: q, Counts: []report.Count{{Month: "2026-07", Section: "A", DisabilityPass: known(report.MaxPassengers + 1)}}},
		"the same section anew": {Period: q, Counts: []report.Count{a, {Month: "2026-07", Section: " A "}}},
	} {
		if r, err := report.Build(t.Context(), o, each(nil, nil), nil); err == nil {
			t.Errorf("%s: a report: %+v", name, r)
		}
	}
}

func TestBuildEndsWithTheErrorOfTheGrants(t *testing.T) {
	broken := errors.New("the journal broke")
	o := report.Options{Period: quarter(t, "2026-Q3")}
	if r, err := report.Build(t.Context(), o, each([]report.Grant{{}}, broken), nil); !errors.Is(err, broken) || r != nil {
		t.Errorf("got %v, %v", r, err)
	}
	var w bytes.Buffer
	if err := report.WriteUncounted(&w, report.EachUncounted(o, each(nil, broken)), "en"); !errors.Is(err, broken) {
		t.Errorf("WriteUncounted: %v", err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	done := 0
	_, err := report.Build(cancelled, o, many(100_000, func() { done++; cancel() }), nil)
	if !errors.Is(err, context.Canceled) || done > 2000 {
		t.Errorf("cancelled: %v after %d grants", err, done)
	}
}

// many are so many grants, each made when it is asked for, after seen is called.
func many(n int, seen func()) iter.Seq2[report.Grant, error] {
	return func(yield func(report.Grant, error) bool) {
		for i := range n {
			seen()
			g := report.Grant{
				ID: fmt.Sprintf("%032x", rand.Uint64()), Month: months[i%3], Category: "pessoa_idosa", Benefit: "gratuidade",
			}
			if i%2 == 0 {
				g.Month = ""
			}
			if !yield(g, nil) {
				return
			}
		}
	}
}

// 200,000 grants, half of them not counted, hold the memory of the list and no more; the totals stay whole.
func TestManyGrantsInBoundedMemory(t *testing.T) {
	const n = 200_000
	o := report.Options{Period: quarter(t, "2026-Q3"), Sections: func(id string) (string, bool) { return "S" + id[len(id)-1:], true }}
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var most uint64
	var told []int
	r, err := report.Build(t.Context(), o, many(n, func() {}), func(done int) {
		if told = append(told, done); done%20_000 == 0 {
			runtime.GC()
			runtime.ReadMemStats(&now)
			most = max(most, now.HeapAlloc-min(now.HeapAlloc, before.HeapAlloc))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if most > 16<<20 {
		t.Errorf("%d MiB held at the most", most>>20)
	}
	if r.Counted != n/2 || r.Uncounted.Total != n/2 || len(r.Uncounted.Listed) != report.MaxListed {
		t.Errorf("counted %d, not counted %d, listed %d", r.Counted, r.Uncounted.Total, len(r.Uncounted.Listed))
	}
	if !slices.IsSorted(told) || len(told) != n/1000 || told[len(told)-1] != n {
		t.Errorf("progress was told %d times, last %v", len(told), told[len(told)-1])
	}
	rows := 0
	var counter lineCounter
	err = report.WriteUncounted(&counter, report.EachUncounted(o, many(n, func() { rows++ })), "pt-BR")
	if err != nil || int(counter) != n/2+1 || rows != n {
		t.Errorf("%d lines of %d grants: %v", counter, rows, err)
	}
}

// lineCounter counts the lines written to it.
type lineCounter int

func (c *lineCounter) Write(p []byte) (int, error) {
	*c += lineCounter(bytes.Count(p, []byte("\n")))
	return len(p), nil
}

// The list is the same whatever the order, also beyond what it holds.
func TestTheFirstAreListed(t *testing.T) {
	var grants []report.Grant
	for i := range report.MaxListed*2 + 7 {
		grants = append(grants, report.Grant{ID: fmt.Sprintf("%06d", i), Month: months[i%3], Category: "pessoa_idosa", Benefit: "desconto"})
	}
	rand.Shuffle(len(grants), func(i, j int) { grants[i], grants[j] = grants[j], grants[i] })
	l := build(t, report.Options{Period: quarter(t, "2026-Q3")}, grants).Uncounted
	if l.Total != len(grants) || len(l.Listed) != report.MaxListed || l.ByReason[0].Count != len(grants) {
		t.Fatalf("total %d, listed %d, %v", l.Total, len(l.Listed), l.ByReason)
	}
	for i, u := range l.Listed[:3] {
		if want := fmt.Sprintf("%06d", 3*i); u.Decision != want || u.Month != months[0] {
			t.Errorf("%d: %+v, want %s", i, u, want)
		}
	}
}

func TestProgressIsToldOfNoGrants(t *testing.T) {
	var told []int
	_, err := report.Build(t.Context(), report.Options{Period: quarter(t, "2026-Q3")}, each(nil, nil), func(done int) { told = append(told, done) })
	if err != nil || !slices.Equal(told, []int{0}) {
		t.Errorf("told %v: %v", told, err)
	}
}
