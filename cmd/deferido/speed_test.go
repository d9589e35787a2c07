package main

import (
	"bytes"
	"context"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"deferido/internal/store/storetest"
)

// keptRate is the least part of the rate without records that the rate with them must be.
const keptRate = 0.4

// rated is a server and its rates, by round.
type rated struct {
	name   string
	server served
	rates  []float64
}

func (r *rated) median() float64 { return slices.Sorted(slices.Values(r.rates))[len(r.rates)/2] }

// Durable answers come at no less than a part of the rate of the same server that records nothing. The servers take turns, so
// that what else the machine does weighs on all of them; where it was busy there are more rounds.
func TestTheRateOfDurableAnswers(t *testing.T) {
	const connections, rounds, most, turn = 64, 3, 9, time.Second
	servers := []*rated{
		{name: "nothing recorded", server: serve(t, "--journal-enabled=false")},
		{name: "SQLite", server: serve(t, on(t, storetest.SQLite(t))...)},
		{name: "PostgreSQL", server: serve(t, on(t, storetest.Postgres(t))...)},
	}
	c, body := clients(t), bytes.TrimSpace(compact(t, "requests/elderly-free-seat.json"))
	for _, r := range servers { // they warm up
		rate(t, c, r.server.address+"/v1/decisions", body, connections, turn/2)
	}
	slow := func(r *rated) bool { return r.median() < keptRate*servers[0].median() }
	for round := 0; round < rounds || round < most && slices.ContainsFunc(servers, slow); round++ {
		for _, r := range servers {
			r.rates = append(r.rates, rate(t, c, r.server.address+"/v1/decisions", body, connections, turn))
		}
	}
	for _, r := range servers {
		t.Logf("%s: %.0f answers a second, %.2f of the rate without records (%.0f)", r.name, r.median(), r.median()/servers[0].median(), r.rates)
		if slow(r) {
			t.Errorf("%s: less than %.1f of the rate without records", r.name, keptRate)
		}
	}
}

// rate is how many answers a second come on so many connections, each of which sends the same request again and again.
func rate(t *testing.T, c *http.Client, url string, body []byte, connections int, during time.Duration) float64 {
	t.Helper()
	var wait sync.WaitGroup
	var answers atomic.Int64
	began := time.Now()
	for range connections {
		wait.Go(func() {
			for time.Since(began) < during {
				got, err := ask(context.Background(), c, http.MethodPost, url, body)
				if err != nil || got.status != http.StatusOK {
					t.Errorf("status %d, %v: %s", got.status, err, got.body)
					return
				}
				answers.Add(1)
			}
		})
	}
	wait.Wait()
	return float64(answers.Load()) / time.Since(began).Seconds()
}
