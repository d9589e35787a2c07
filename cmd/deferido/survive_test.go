package main

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"deferido/internal/store"
	"deferido/internal/store/storetest"
	"deferido/internal/testkit"
)

// left is what callers of all kinds, 64 of them, were told by a server until it ended under their load, and where it kept its
// records.
func left(t *testing.T, from store.Source, ends func(served, *testing.T)) (where []string, l *crowd) {
	t.Helper()
	where = on(t, from)
	l = newCrowd(t, serve(t, where...))
	l.singles("single", 60)
	l.batches("batch", 3, batchItems)
	l.stream(t, "stream")
	testkit.Eventually(t, "the load runs", func() bool { return l.told.Load() > enough })
	l.leaving.Store(true)
	ends(l.server, t)
	l.end(t)
	return where, l
}

const batchItems = 20

// enough is how many decisions a crowd gets before something happens to the server.
const enough = 1000

func TestNothingThatWasAnsweredIsLostWhenTheServerIsKilled(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		where, l := left(t, from, served.kill)
		again := serve(t, where...)
		l.found(t, again)
		retried(t, l, again)
		once(t, l, from)
		again.terminate(t)
		// PostgreSQL may notice late that its client is gone: the next one then begins a chain of its own.
		if report := verified(t, where); report.Chains == 1 && report.Unsealed > 0 || report.Entries < len(l.decisions) {
			t.Errorf("%d were answered: %+v", len(l.decisions), report)
		}
	})
}

func TestNothingThatWasAnsweredIsLostWhenTheServerIsToldToEnd(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		where, l := left(t, from, served.terminate)
		answers := map[string]string{}
		for _, r := range recordsIn(t, from) {
			answers[r.ID] = string(r.Answer) + "\n"
		}
		for id, line := range l.decisions {
			if answers[id] != string(line) {
				t.Fatalf("it was told\n%sand on record is\n%s", line, answers[id])
			}
		}
		if !strings.Contains(l.last, `"reason":"shutdown"`) {
			t.Errorf("the last line of the stream is %q", l.last)
		}
		if report := verified(t, where); report.Unsealed > 0 || report.Entries < len(answers) {
			t.Errorf("%d are on record: %+v", len(answers), report)
		}
	})
}

// retried sends each single call again: its decision is the one that was told, where one was.
func retried(t *testing.T, l *crowd, s served) {
	t.Helper()
	const callers = 16
	var wait sync.WaitGroup
	calls := make(chan string)
	for range callers {
		wait.Go(func() {
			for key := range calls {
				c := l.keys[key]
				got, err := ask(t.Context(), l.client, http.MethodPost, s.address+"/v1/decisions", l.bodies[c.body], "Idempotency-Key", key, "X-Request-ID", key)
				if err != nil || got.status != http.StatusOK {
					t.Errorf("sent again: %d %s, %v", got.status, got.body, err)
					continue
				}
				if c.id != "" && (string(got.body) != string(l.decisions[c.id]) || got.header.Get("Idempotent-Replayed") != "true") {
					t.Errorf("told\n%sand sent again\n%s", l.decisions[c.id], got.body)
				}
			}
		})
	}
	for key := range l.keys {
		calls <- key
	}
	close(calls)
	wait.Wait()
}

// once checks that each single call is on record once, and each batch whole or not at all.
func once(t *testing.T, l *crowd, from store.Source) {
	t.Helper()
	records := byRequest(recordsIn(t, from))
	for key, c := range l.keys {
		if ids := records[key]; len(ids) != 1 || c.id != "" && c.id != ids[0] {
			t.Errorf("the call %s was told to be %q, and is on record as %q", key, c.id, ids)
		}
		delete(records, key)
	}
	for request, ids := range records {
		if request != "stream" && len(ids) != batchItems {
			t.Errorf("of %s, a batch of %d, %d are on record", request, batchItems, len(ids))
		}
	}
}
