package journal_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"deferido/internal/decision"
	"deferido/internal/journal"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
)

// decided counts realistic records: their times ascend, whoever records them.
var decided atomic.Int64

// The request and the answer of realistic records.
var (
	realisticRequest = json.RawMessage(`{"question":"grant","facts":{"text":"` + strings.Repeat("reserva de duas vagas; ", 65) + `"}}`)
	realisticAnswer  = json.RawMessage(`{"outcome":"allow","text":"` + strings.Repeat("gratuitas por veículo; ", 180) + `"}`)
)

// realistic is a record of the size and the number of facets that those of real decisions have.
func realistic(i int) *decision.Record {
	r := record(i)
	r.DecidedAt = epoch.Add(time.Duration(decided.Add(1)) * time.Microsecond)
	r.Request, r.Answer = realisticRequest, realisticAnswer
	r.Facets.Provisions, r.Facets.Disputes = nil, []string{}
	for p := range 7 {
		r.Facets.Provisions = append(r.Facets.Provisions, "urn:lex:br:federal:decreto:2015-10-05;8537!art"+strconv.Itoa(p+i%3))
	}
	r.Facets.Movement = &decision.Movement{Month: []string{"2026-10", "2026-11", "2026-12"}[i%3], Category: "pessoa_idosa", Benefit: "gratuidade"}
	return r
}

// single commits each record by itself, as nobody is waited for and one comes after another.
var single = journal.Options{Gather: time.Nanosecond}

// appendAlone records one after another for a while, and returns how many a second.
func appendAlone(t testing.TB, j *journal.Journal, d time.Duration) float64 {
	t.Helper()
	began, n := time.Now(), 0
	for ; time.Since(began) < d; n++ {
		keep(t, j, realistic(n))
	}
	return float64(n) / time.Since(began).Seconds()
}

// appendTogether has callers record for a while, and returns how many records a second.
func appendTogether(t testing.TB, j *journal.Journal, callers int, d time.Duration) float64 {
	t.Helper()
	began, n, wait := time.Now(), atomic.Int64{}, sync.WaitGroup{}
	for range callers {
		wait.Go(func() {
			for i := rand.IntN(100); time.Since(began) < d; i++ {
				if err := j.Record(context.Background(), realistic(i)); err != nil {
					t.Error(err)
					return
				}
				n.Add(1)
			}
		})
	}
	wait.Wait()
	return float64(n.Load()) / time.Since(began).Seconds()
}

// A disk that has to wait for its medium takes about a millisecond to say that something is written: a cloud volume, or an
// SSD without a battery. One that does not wait leaves little for groups to save. The first kind is what is promised for; it
// is had on any machine by waiting so much longer after each commit. What this machine's disk gives is told.
func TestGroupCommitIsFiveTimesAsFastAsOneTransactionPerDecision(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		var medium atomic.Int64
		slow := func(int, time.Duration, error) { time.Sleep(time.Duration(medium.Load())) }
		one, group := single, journal.Options{Committed: slow}
		one.Committed = slow
		alone, together := open(t, storetest.Open(t, from), one), open(t, storetest.Open(t, from), group)
		const part = 200 * time.Millisecond
		appendAlone(t, alone, part)
		appendTogether(t, together, 64, part)
		ratio := func(waits time.Duration) float64 {
			medium.Store(int64(waits))
			var ratios []float64
			for range 5 {
				a, b := appendAlone(t, alone, part), appendTogether(t, together, 64, part)
				t.Logf("the disk takes %v more: %.0f/s one by one, %.0f/s by 64 callers: %.1f times", waits, a, b, b/a)
				ratios = append(ratios, b/a)
			}
			slices.Sort(ratios)
			return ratios[len(ratios)/2]
		}
		t.Logf("as it is: %.1f times", ratio(0))
		if got := ratio(time.Millisecond); got < 5 {
			t.Errorf("%.1f times", got)
		}
	})
}
