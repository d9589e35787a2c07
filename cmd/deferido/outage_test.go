package main

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"deferido/internal/store"
	"deferido/internal/store/storetest"
	"deferido/internal/testkit"
)

// slack is what a busy machine may add to a time limit.
const slack = 3 * time.Second

// ready is the status of GET /readyz.
func (l *crowd) ready(t *testing.T) int {
	t.Helper()
	return asks(t, l.client, http.MethodGet, l.server.address+"/readyz", nil).status
}

func TestPostgresStopsAndStartsUnderLoad(t *testing.T) {
	const deadline = 2 * time.Second
	database := storetest.Own(t)
	from := store.Source{URL: database.NewDatabase(t)}
	where := on(t, from)
	s := serve(t, append(where, "--decision-timeout", deadline.String())...)
	l := newCrowd(t, s)
	l.bears = true
	l.singles("single", 32)
	testkit.Eventually(t, "the load runs", func() bool { return l.told.Load() > enough/2 })
	before := resident(t, s.pid)

	if err := database.Stop(); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the server says that it is not ready", func() bool { return l.ready(t) == http.StatusServiceUnavailable })
	refused, told := l.refused.Load(), l.told.Load()
	testkit.Eventually(t, "calls are refused", func() bool { return l.refused.Load() > refused+enough })
	if now := l.told.Load(); now > told+32 { // those that were on their way
		t.Errorf("%d decisions were told without the database", now-told)
	}
	during := resident(t, s.pid)
	t.Logf("%d MiB resident before the database stopped, %d MiB after %d refusals", before>>20, during>>20, l.refused.Load())
	if during > before+64<<20 {
		t.Errorf("the memory grew from %d to %d MiB", before>>20, during>>20)
	}

	if err := database.Start(); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the server is ready again", func() bool { return l.ready(t) == http.StatusOK })
	told = l.told.Load()
	testkit.Eventually(t, "the load runs again", func() bool { return l.told.Load() > told+enough/2 })
	l.settle(t, from, where)
	if slowest := time.Duration(l.slowest.Load()); slowest > deadline+slack {
		t.Errorf("a caller waited for %v", slowest)
	}
}

// settle ends a load whose decisions are all told, and checks that each is on record once and nothing else is.
func (l *crowd) settle(t *testing.T, from store.Source, where []string) {
	t.Helper()
	l.end(t)
	for key, c := range l.keys { // one may have been given up when the load ended
		for c.id == "" && !l.attempt(key, c) {
			time.Sleep(20 * time.Millisecond)
		}
	}
	l.found(t, l.server)
	once(t, l, from)
	l.server.terminate(t)
	if records := recordsIn(t, from); len(records) != len(l.decisions) {
		t.Errorf("%d decisions were told, and %d are on record", len(l.decisions), len(records))
	}
	if report := verified(t, where); report.Unsealed > 0 {
		t.Errorf("%+v", report)
	}
}

func TestTheRetryOfALateCommitGetsTheRecordedDecision(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		const deadline = 500 * time.Millisecond
		where := on(t, from)
		s := serve(t, append(where, "--decision-timeout", deadline.String())...)
		c, body := clients(t), compact(t, "requests/elderly-refusal.json")
		send := func() response {
			t.Helper()
			return asks(t, c, http.MethodPost, s.address+"/v1/decisions", body, "Idempotency-Key", "late", "X-Request-ID", "late")
		}
		unblock := storetest.Block(t, from, "chains")
		defer unblock()
		began := time.Now()
		if got := send(); got.status != http.StatusServiceUnavailable || got.problem() != "not-recorded" || got.header.Get("Retry-After") == "" {
			t.Fatalf("status %d: %s", got.status, got.body)
		}
		if took := time.Since(began); took < deadline || took > deadline+slack {
			t.Errorf("it was refused after %v", took)
		}
		if got := send(); got.status != http.StatusConflict || got.problem() != "idempotency-key-in-flight" || got.header.Get("Retry-After") == "" {
			t.Errorf("while the commit is under way: status %d: %s", got.status, got.body)
		}
		unblock()
		var got response
		testkit.Eventually(t, "the commit is no longer under way", func() bool { got = send(); return got.status != http.StatusConflict })
		if got.status != http.StatusOK || got.header.Get("Idempotent-Replayed") != "true" {
			t.Errorf("after it: status %d, %v: %s", got.status, got.header, got.body)
		}
		found := asks(t, c, http.MethodGet, s.address+"/v1/decisions/"+got.id(), nil)
		if string(found.body) != string(got.body) {
			t.Errorf("told\n%sfound\n%s", got.body, found.body)
		}
		s.terminate(t)
		if records := recordsIn(t, from); len(records) != 1 {
			t.Errorf("%d records", len(records))
		}
		verified(t, where)
	})
}

// A database that takes requests and answers none keeps nobody waiting for longer than a decision may take.
func TestADatabaseThatDoesNotAnswer(t *testing.T) {
	const deadline = 500 * time.Millisecond
	from := storetest.Postgres(t)
	where := on(t, from)
	s := serve(t, append(where, "--decision-timeout", deadline.String())...)
	c, body := clients(t), compact(t, "requests/elderly-refusal.json")
	decide := s.address + "/v1/decisions"
	made := asks(t, c, http.MethodPost, decide, body, "Idempotency-Key", "before")
	unblock := storetest.Block(t, from, "chains, entries, entry_facets, facets, once, signers, api_keys, carriers")
	defer unblock()
	var wait sync.WaitGroup
	for _, asked := range []struct{ method, url, key string }{
		{http.MethodPost, decide, ""}, {http.MethodPost, decide, "meanwhile"}, {http.MethodPost, decide, "before"},
		{http.MethodGet, decide, ""}, {http.MethodGet, decide + "/" + made.id(), ""}, {http.MethodGet, decide + "/" + made.id() + "/refusal.html", ""},
		{http.MethodGet, decide + "/" + made.id() + "/receipt", ""}, {http.MethodGet, s.address + "/check/" + made.id(), ""},
		{http.MethodGet, s.address + "/v1/carriers", ""}, {http.MethodGet, s.address + "/v1/journal", ""},
	} {
		wait.Go(func() {
			sent, headers := []byte(nil), []string(nil)
			if asked.method == http.MethodPost {
				sent = body
			}
			if asked.key != "" {
				headers = []string{"Idempotency-Key", asked.key}
			}
			began := time.Now()
			got, err := ask(t.Context(), c, asked.method, asked.url, sent, headers...)
			if took := time.Since(began); err != nil || got.status != http.StatusServiceUnavailable || got.header.Get("Retry-After") == "" || took > deadline+slack {
				t.Errorf("%s %s %s: status %d after %v, %v: %s", asked.method, asked.url, asked.key, got.status, took, err, got.body)
			}
		})
	}
	wait.Wait()
	unblock()
	testkit.Eventually(t, "decisions are made again", func() bool {
		return asks(t, c, http.MethodPost, decide, body, "Idempotency-Key", "meanwhile").status == http.StatusOK
	})
	if again := asks(t, c, http.MethodPost, decide, body, "Idempotency-Key", "before"); again.id() != made.id() {
		t.Errorf("told\n%sand sent again\n%s", made.body, again.body)
	}
	s.terminate(t)
	verified(t, where)
}

// Two servers on one database are one to those who call them.
func TestTwoServersOnOneDatabase(t *testing.T) {
	from := storetest.Postgres(t)
	first, second := on(t, from), on(t, from)
	servers := []served{serve(t, first...), serve(t, second...)}
	c := clients(t)
	var loads []*crowd
	for i, s := range servers {
		l := newCrowd(t, s)
		l.singles([]string{"first", "second"}[i], 8)
		loads = append(loads, l)
	}
	const callers, calls = 8, 40
	var wait sync.WaitGroup
	for caller := range callers {
		wait.Go(func() {
			for call := range calls {
				both(t, c, servers, loads[0].bodies, caller, call)
			}
		})
	}
	wait.Wait()
	for i, l := range loads {
		l.end(t)
		l.found(t, servers[1-i])
	}
	records := byRequest(recordsIn(t, from))
	for _, ids := range records {
		if len(ids) != 1 {
			t.Errorf("one call is on record as %q", ids)
		}
	}
	if want := callers*calls + len(loads[0].keys) + len(loads[1].keys); len(records) != want {
		t.Errorf("%d calls, of which %d are on record", want, len(records))
	}
	token := does(t, append([]string{"key", "create", "--role", "regulator"}, first...)...)
	for _, s := range servers {
		testkit.Eventually(t, "the key closes both servers", func() bool {
			return asks(t, c, http.MethodGet, s.address+"/v1/decisions", nil).status == http.StatusUnauthorized
		})
		if got := asks(t, c, http.MethodGet, s.address+"/v1/decisions", nil, "Authorization", "Bearer "+token); got.status != http.StatusOK {
			t.Errorf("with a key made in the first folder: status %d: %s", got.status, got.body)
		}
		s.terminate(t)
	}
	if report := verified(t, second); report.Chains != 2 || report.Unsealed > 0 || report.Entries < len(records) {
		t.Errorf("%d records: %+v", len(records), report)
	}
}
