package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"deferido/fixtures"
	"deferido/internal/engine"
	"deferido/internal/journal"
	"deferido/internal/lifecycle"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
	"deferido/internal/testkit"
	"deferido/policies"
)

// swapped are the revisions that a server swaps between, by the number of hours that art. 39 asks in each.
type swapped struct {
	*regulators
	revisions map[string]int // hours, by revision
	names     []string       // in order: three hours, four hours, and then three hours and some more comments
}

// How often a round of swaps is repeated at the least and at most, and how many revisions each compiles anew.
const (
	fewest, most, anew = 5, 12, 2
)

// keep keeps revisions in a store, each the embedded one with a change, and returns their names.
func (r *regulators) keep(from store.Source, changes ...func(files map[string][]byte)) (names []string) {
	r.t.Helper()
	j, err := journal.Open(r.t.Context(), storetest.Open(r.t, from), journal.Options{Key: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))})
	if err != nil {
		r.t.Fatal(err)
	}
	defer func() {
		if err := j.Close(); err != nil {
			r.t.Error(err)
		}
	}()
	office := lifecycle.New(storetest.Open(r.t, from), j, lifecycle.Rules{}, time.Now)
	for _, change := range changes {
		files := map[string][]byte{}
		err := engine.EachFile(policies.FS, []fs.FS{fixtures.FS}, func(name string, content []byte) error {
			files[name] = content
			return nil
		})
		if err != nil {
			r.t.Fatal(err)
		}
		change(files)
		tree, err := engine.Tree(files)
		if err != nil {
			r.t.Fatal(err)
		}
		name, err := office.Keep(r.t.Context(), tree)
		if err != nil {
			r.t.Fatal(err)
		}
		names = append(names, name)
	}
	return names
}

func serveSwapped(t *testing.T, from store.Source) *swapped {
	s := &swapped{serveRegulators(t, from, "--approval-roles=", "--activation-poll=100ms", "--rate-limit-per-second=0"), map[string]int{}, nil}
	changes := []func(map[string][]byte){func(map[string][]byte) {}, func(files map[string][]byte) {
		files[art39] = bytes.Replace(files[art39], []byte("advance := 3 * units.hour"), []byte("advance := 4 * units.hour"), 1)
	}}
	for n := range most * anew {
		changes = append(changes, func(files map[string][]byte) { files[art39] = fmt.Appendf(files[art39], "\n# %d\n", n) })
	}
	s.names = s.keep(from, changes...)
	for n, name := range s.names {
		s.revisions[name] = 3
		if n == 1 {
			s.revisions[name] = 4
		}
	}
	return s
}

// activate puts a revision into service, or back into it, and returns once it serves.
func (r *regulators) activate(revision string, rollback bool) {
	r.t.Helper()
	var made lifecycle.Activation
	r.answer("anna", http.MethodPost, "/v1/activations", map[string]any{"revision": revision, "rollback": rollback, "reason": "troca"}, &made)
	testkit.Eventually(r.t, "the activation serves", func() bool {
		var now struct{ Activation lifecycle.State }
		r.answer("anna", http.MethodGet, "/readyz", nil, &now)
		return now.Activation.Serving == made.Seq
	})
}

// paced is what clients saw that ask so many times a second together.
type paced struct {
	s      *swapped
	mu     sync.Mutex
	took   []time.Duration
	failed []string
}

// decide asks once, and holds revision and answer together: three hours allow what four refuse.
func (p *paced) decide(c *http.Client, body []byte) {
	began := time.Now()
	got, err := ask(context.Background(), c, http.MethodPost, p.s.server.address+"/v1/decisions", body, "Authorization", "Bearer "+p.s.tokens["anna"])
	took := time.Since(began)
	var d struct {
		Outcome string
		Policy  struct{ Revision string }
	}
	wrong := ""
	switch {
	case err != nil:
		wrong = err.Error()
	case got.status != http.StatusOK:
		wrong = fmt.Sprintf("status %d: %s", got.status, got.body)
	case json.Unmarshal(got.body, &d) != nil:
		wrong = "an answer that cannot be read"
	case d.Outcome != map[int]string{3: "allow", 4: "deny"}[p.s.revisions[d.Policy.Revision]]:
		wrong = fmt.Sprintf("%s under %s, of %d hours", d.Outcome, d.Policy.Revision, p.s.revisions[d.Policy.Revision])
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.took = append(p.took, took)
	if wrong != "" {
		p.failed = append(p.failed, wrong)
	}
}

// run asks with 32 clients until the function that it returns is called.
func (s *swapped) paced(c *http.Client, body []byte, perSecond float64) (stop func() *paced) {
	const clients = 32
	p, done := &paced{s: s}, make(chan struct{})
	var wait sync.WaitGroup
	for i := range clients {
		wait.Go(func() {
			every := time.Duration(float64(clients) / perSecond * float64(time.Second))
			time.Sleep(every * time.Duration(i) / clients)
			tick := time.NewTicker(every)
			defer tick.Stop()
			for {
				p.decide(c, body)
				select {
				case <-done:
					return
				case <-tick.C:
				}
			}
		})
	}
	return func() *paced {
		close(done)
		wait.Wait()
		return p
	}
}

func (p *paced) p99() time.Duration {
	slices.Sort(p.took)
	return p.took[len(p.took)*99/100]
}

// aloneVariable tells that nothing else runs on the machine, such as the tests of other packages: only then does a delay say
// something. The gate runs this test once so.
const aloneVariable = "DEFERIDO_ALONE"

// Carriers never notice the moment: while sets are swapped there is no failure and no answer that is of one set by name and
// of another by outcome, and answers take no longer than while nothing changes.
func TestNobodyNoticesASwap(t *testing.T) {
	const (
		each       = 1000 / fewest // swaps in a round
		latency    = 1.5
		unnoticed  = 25 * time.Millisecond
		activation = 2 * time.Second
	)
	s := serveSwapped(t, storetest.SQLite(t))
	c := clients(t)
	body := lateRequest(t)
	s.activate(s.names[1], false)
	s.activate(s.names[0], true)
	stop := s.paced(c, body, 1e6)
	time.Sleep(2 * time.Second)
	capacity := float64(len(stop().took)) / 2
	var (
		swapped, compiled, memory []float64
		activations               []time.Duration // with compilation, under load
	)
	during := func(what string, do func()) *paced {
		stop := s.paced(c, body, capacity/5)
		do()
		p := stop()
		for _, wrong := range p.failed {
			t.Fatalf("%s: %s", what, wrong)
		}
		return p
	}
	alone := os.Getenv(aloneVariable) != ""
	delayed := func() bool {
		return slices.Min(swapped) > latency || slices.Min(compiled) > latency || slices.Min(activations) > activation
	}
	for round := 0; round < fewest || alone && round < most && delayed(); round++ {
		idle := during("idle", func() { time.Sleep(3 * time.Second) })
		swapping := during("swapping", func() {
			for i := range each {
				s.activate(s.names[(i+1)%2], true)
				time.Sleep(5 * time.Millisecond)
			}
		})
		compiling := during("compiling", func() {
			for i := range anew {
				began := time.Now()
				s.activate(s.names[2+round*anew+i], false)
				activations = append(activations, time.Since(began))
			}
		})
		during("back", func() { s.activate(s.names[1], true); s.activate(s.names[0], true) })
		memory = append(memory, float64(resident(t, s.server.pid)))
		// What nobody notices is no delay, however short the answers otherwise are.
		of := func(p *paced) float64 { return float64(p.p99()) / float64(max(idle.p99(), unnoticed)) }
		swapped, compiled = append(swapped, of(swapping)), append(compiled, of(compiling))
		t.Logf("p99 %s while nothing changes, %s over %d swaps, %s over %d with compilation; %d, %d and %d answers", idle.p99(), swapping.p99(), each,
			compiling.p99(), anew, len(idle.took), len(swapping.took), len(compiling.took))
	}
	if alone && delayed() {
		t.Errorf("of p99 to what is unnoticed, over swaps %.2f and with compilation %.2f: the least of each is to be at most %.1f; an activation took %s at the least, more than %s is too long",
			swapped, compiled, latency, slices.Min(activations), activation)
	}
	t.Logf("%.0f answers a second, a fifth of what it can; resident memory after each round: %.0f MiB; activations with compilation took %s to %s",
		capacity/5, mebi(memory), slices.Min(activations), slices.Max(activations))
	if memory[len(memory)-1] > 1.3*memory[1] {
		t.Errorf("resident memory grows: %.0f MiB", mebi(memory))
	}
}

func mebi(bytes []float64) []float64 {
	all := make([]float64, len(bytes))
	for i, b := range bytes {
		all[i] = b / (1 << 20)
	}
	return all
}
