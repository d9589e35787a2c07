package journal_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"deferido/internal/civil"
	"deferido/internal/decision"
	"deferido/internal/journal"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
)

// weeksOf counts what a filter takes by reading all.
func weeksOf(t failing, all []listed, f decision.Filter) (total int, weeks []decision.Week) {
	t.Helper()
	counts := map[string]*decision.Week{}
	var first, last time.Time
	for _, r := range all {
		if !takes(f, r.Record) {
			continue
		}
		total++
		day := r.DecidedAt.In(time.FixedZone("", -3*3600))
		for day.Weekday() != time.Monday {
			day = day.AddDate(0, 0, -1)
		}
		name := day.Format(time.DateOnly)
		if counts[name] == nil {
			counts[name] = &decision.Week{}
		}
		*map[string]*int{
			"allow": &counts[name].Allow, "deny": &counts[name].Deny, "incomplete": &counts[name].Incomplete, "": &counts[name].Failed,
		}[r.Facets.Outcome]++
		if first.IsZero() || day.Before(first) {
			first = day
		}
		if day.After(last) {
			last = day
		}
	}
	for day := first; total > 0 && day.Format(time.DateOnly) <= last.Format(time.DateOnly); day = day.AddDate(0, 0, 7) {
		name := day.Format(time.DateOnly)
		monday, err := civil.ParseDate(name)
		if err != nil {
			t.Fatal(err)
		}
		week := decision.Week{Monday: monday}
		if counted := counts[name]; counted != nil {
			week.Allow, week.Deny, week.Incomplete, week.Failed = counted.Allow, counted.Deny, counted.Incomplete, counted.Failed
		}
		weeks = append(weeks, week)
	}
	return total, weeks
}

// failing is a test or a run of a property.
type failing interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// wantCounted fails unless what a filter takes is counted as reading all of it counts it.
func wantCounted(t *rapid.T, j *journal.Journal, all []listed, f decision.Filter) {
	t.Helper()
	total, weeks := weeksOf(t, all, f)
	got, exact, err := j.Weeks(t.Context(), f)
	if err != nil || !exact || !slices.Equal(got, weeks) {
		t.Fatalf("weeks %v, %v, %v\nwant  %v", got, exact, err, weeks)
	}
	most := rapid.SampledFrom([]int{0, 1, 7, 50, 1000}).Draw(t, "most")
	n, exact, err := j.Count(t.Context(), f, most)
	if err != nil || n != min(total, most) || exact != (total <= most) {
		t.Fatalf("%d of at most %d, exact %v, %v; there are %d", n, most, exact, err, total)
	}
}

func TestWhatAFilterTakesIsCounted(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		db := storetest.Open(t, from)
		j := open(t, db, journal.Options{})
		all := keepVarious(t, nil, 400, j, open(t, db, journal.Options{}))
		rapid.Check(t, func(t *rapid.T) { wantCounted(t, j, all, filters(t)) })
		sound(t, j.Reader)
	})
}

// What is erased, by hand or since its time is over, counts no more.
func TestWhatIsErasedIsNotCounted(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		db := storetest.Open(t, from)
		j, other := open(t, db, journal.Options{}), open(t, db, journal.Options{})
		all := keepVarious(t, nil, 300, j, other)
		for i := range 60 {
			if err := []*journal.Journal{j, other}[i%2].Erase(t.Context(), all[i].ID, "x"); err != nil {
				t.Fatal(err)
			}
		}
		all = all[60:]
		rapid.Check(t, func(t *rapid.T) { wantCounted(t, j, all, filters(t)) })
		before := epoch.Add(-3 * 24 * time.Hour)
		if _, err := j.Retain(t.Context(), before, func(int) {}); err != nil {
			t.Fatal(err)
		}
		all = slices.DeleteFunc(all, func(r listed) bool { return r.DecidedAt.Before(before) })
		rapid.Check(t, func(t *rapid.T) { wantCounted(t, other, all, filters(t)) })
		if report := sound(t, j.Reader); report.Erased <= 60 || len(all) < 100 {
			t.Errorf("%+v", report)
		}
		if n := count(t, db, "tallies WHERE n <= 0"); n != 0 {
			t.Errorf("%d counts of nothing are kept", n)
		}
		if _, err := j.Retain(t.Context(), epoch.AddDate(1, 0, 0), func(int) {}); err != nil {
			t.Fatal(err)
		}
		if n := count(t, db, "tallies"); n != 0 {
			t.Errorf("%d counts of nothing are kept", n)
		}
		sound(t, j.Reader)
	})
}

// Of two that erase the same decision at once one takes it back.
func TestADecisionIsTakenBackOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		db := storetest.Open(t, from)
		journals := []*journal.Journal{open(t, db, journal.Options{}), open(t, db, journal.Options{})}
		for i := range 20 {
			r := record(i)
			keep(t, journals[0], r, record(i))
			done := make(chan error)
			for _, j := range journals {
				go func() { done <- j.Erase(t.Context(), r.ID, "x") }()
			}
			if first, second := <-done, <-done; first != nil && second != nil {
				t.Fatal(first, second)
			}
		}
		n, exact, err := journals[0].Count(t.Context(), decision.Filter{}, 1000)
		if err != nil || n != 20 || !exact {
			t.Errorf("%d, %v, %v", n, exact, err)
		}
		sound(t, journals[0].Reader)
	})
}
