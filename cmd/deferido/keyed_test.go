package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"deferido/internal/store"
	"deferido/internal/store/storetest"
	"deferido/internal/testkit"
)

// keyed is a server whose callers have keys.
type keyed struct {
	t      *testing.T
	server served
	client *http.Client
	where  []string
}

func serveKeyed(t *testing.T, from store.Source, more ...string) *keyed {
	where := on(t, from)
	return &keyed{t, serve(t, append(slices.Clone(where), more...)...), clients(t), where}
}

// does runs a command of the program on the records of the server.
func (k *keyed) does(args ...string) string {
	k.t.Helper()
	return does(k.t, append(args, k.where...)...)
}

// register registers a carrier, and returns a key of its own.
func (k *keyed) register(id, cnpj string) (token string) {
	k.t.Helper()
	text, err := json.Marshal(map[string]any{
		"id": id, "name": "Expresso " + id, "cnpj": cnpj, "address": "Av. Brasil, 1, Goiânia", "complaints": "0800 000 0000",
		"terminals": []map[string]string{{"name": "Rodoviária de Goiânia", "address": "R. 44, 399"}},
	})
	file := filepath.Join(k.t.TempDir(), id+".json")
	if err == nil {
		err = os.WriteFile(file, text, 0o600)
	}
	if err != nil {
		k.t.Fatal(err)
	}
	k.does("carrier", "put", file)
	return k.does("key", "create", "--role", "carrier", "--carrier", id)
}

// ask sends a request with a key, or without one.
func (k *keyed) ask(token, method, path string, body []byte, headers ...string) response {
	k.t.Helper()
	if token != "" {
		headers = append(headers, "Authorization", "Bearer "+token)
	}
	return asks(k.t, k.client, method, k.server.address+path, body, headers...)
}

// answers checks how requests with a key are answered: status, and kind of problem if any.
func (k *keyed) answers(who, token string, status int, problem string, paths ...string) {
	k.t.Helper()
	for _, path := range paths {
		if got := k.ask(token, http.MethodGet, path, nil); got.status != status || got.problem() != problem {
			k.t.Errorf("%s, GET %s: status %d, want %d %s: %.300s", who, path, got.status, status, problem, got.body)
		}
	}
}

// decide makes a refusal, and returns its id.
func (k *keyed) decide(token string, headers ...string) string {
	k.t.Helper()
	got := k.ask(token, http.MethodPost, "/v1/decisions", compact(k.t, "requests/elderly-refusal.json"), headers...)
	if got.status != http.StatusOK {
		k.t.Fatalf("status %d: %s", got.status, got.body)
	}
	return got.id()
}

// listed are the ids of the decisions that a caller finds.
func (k *keyed) listed(token, query string) (ids []string) {
	k.t.Helper()
	var page struct{ Decisions []struct{ ID string } }
	got := k.ask(token, http.MethodGet, "/v1/decisions"+query, nil)
	if err := json.Unmarshal(got.body, &page); err != nil || got.status != http.StatusOK {
		k.t.Fatalf("status %d, %v: %s", got.status, err, got.body)
	}
	for _, d := range page.Decisions {
		ids = append(ids, d.ID)
	}
	slices.Sort(ids)
	return ids
}

// refusedSoon checks that a key, or that none, is no longer taken within a second.
func (k *keyed) refusedSoon(what, token string) {
	k.t.Helper()
	began := time.Now()
	var got response
	testkit.Eventually(k.t, what+" is refused", func() bool {
		got = k.ask(token, http.MethodGet, "/v1/carriers", nil)
		return got.status != http.StatusOK
	})
	if took := time.Since(began); took > time.Second {
		k.t.Errorf("%s was taken for %v more", what, took)
	}
	if got.status != http.StatusUnauthorized || got.problem() != "unauthenticated" || !strings.HasPrefix(got.header.Get("WWW-Authenticate"), "Bearer ") {
		k.t.Errorf("%s: status %d, %v: %s", what, got.status, got.header, got.body)
	}
}

// keyID is the id of a key, which stands in its token.
func keyID(token string) string { return strings.Split(token, "_")[1] }

// all are the addresses of what there is of a refusal.
func all(id string) (paths []string) {
	for _, part := range []string{"", "/explanation", "/receipt", "/refusal.html", "/refusal.pdf", "/decision.html", "/decision.pdf"} {
		paths = append(paths, "/v1/decisions/"+id+part)
	}
	return paths
}

func TestTheFirstKeyClosesAServer(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		k := serveKeyed(t, from)
		before := k.decide("")
		k.answers("anybody", "", http.StatusOK, "", append(all(before), "/v1/decisions", "/metrics")...)
		admin := k.does("key", "create", "--role", "admin")
		k.refusedSoon("anybody", "")
		k.answers("anybody", "", http.StatusUnauthorized, "unauthenticated", append(all(before), "/v1/decisions", "/metrics", "/v1/journal")...)
		k.answers("anybody", "", http.StatusOK, "", "/healthz", "/readyz", "/v1/norms", "/v1/ledger", "/openapi.json", "/check/"+before)
		k.answers("the admin", admin, http.StatusOK, "", append(all(before), "/v1/decisions", "/metrics", "/v1/journal")...)
		for _, wrong := range []string{"x", admin + "x", admin[:len(admin)-1]} {
			k.answers("a wrong key", wrong, http.StatusUnauthorized, "unauthenticated", "/v1/carriers")
		}

		short := k.does("key", "create", "--role", "lawyer", "--expires", "2s")
		k.answers("a key that expires", short, http.StatusOK, "", "/v1/carriers")
		revoked := k.does("key", "create", "--role", "lawyer")
		k.answers("a key that is revoked", revoked, http.StatusOK, "", "/v1/carriers")
		k.does("key", "revoke", keyID(revoked))
		k.refusedSoon("a revoked key", revoked)
		testkit.Eventually(t, "the key expires", func() bool {
			return k.ask(short, http.MethodGet, "/v1/carriers", nil).status == http.StatusUnauthorized
		})
	})
}

func TestACarrierSeesItsOwn(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		k := serveKeyed(t, from)
		azul, verde := k.register("azul", "11222333000181"), k.register("verde", "11444777000161")
		regulator, lawyer := k.does("key", "create", "--role", "regulator"), k.does("key", "create", "--role", "lawyer")
		// An idempotency key is its caller's.
		own, others := k.decide(azul, "Idempotency-Key", "one"), k.decide(verde, "Idempotency-Key", "one")
		if own == others || k.decide(azul, "Idempotency-Key", "one") != own {
			t.Errorf("two callers share an idempotency key: %s, %s", own, others)
		}
		k.answers("a carrier", azul, http.StatusOK, "", append(all(own), "/v1/decisions", "/v1/decisions?carrier=azul")...)
		k.answers("a carrier", azul, http.StatusNotFound, "unknown-decision", all(others)...)
		k.answers("a carrier", azul, http.StatusForbidden, "forbidden", "/v1/decisions?carrier=verde", "/v1/reports/2026-Q4?carrier=verde", "/metrics")
		if got := k.ask(azul, http.MethodDelete, "/v1/decisions/"+others, nil); got.status != http.StatusNotFound {
			t.Errorf("erasing another's decision: status %d: %s", got.status, got.body)
		}
		if got := k.ask(azul, http.MethodPost, "/v1/decisions/"+others+"/ticket.html", []byte("{}")); got.status != http.StatusNotFound {
			t.Errorf("the ticket of another's decision: status %d: %s", got.status, got.body)
		}
		both := []string{own, others}
		slices.Sort(both)
		for _, list := range []struct {
			token, query string
			want         []string
		}{
			{azul, "", []string{own}}, {verde, "", []string{others}}, {azul, "?outcome=deny", []string{own}},
			{regulator, "", both}, {lawyer, "", both}, {regulator, "?carrier=verde", []string{others}},
		} {
			if ids := k.listed(list.token, list.query); !slices.Equal(ids, list.want) {
				t.Errorf("the list %q has %v, want %v", list.query, ids, list.want)
			}
		}
		for _, id := range both {
			k.answers("the regulator", regulator, http.StatusOK, "", all(id)...)
			k.answers("a lawyer", lawyer, http.StatusOK, "", all(id)...)
		}
		k.answers("the regulator", regulator, http.StatusForbidden, "forbidden", "/metrics")
	})
}

func TestAKeyIsRotatedWithoutAGap(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		k := serveKeyed(t, from, "--rate-limit-per-second", "0")
		var current atomic.Pointer[string]
		first := k.does("key", "create", "--role", "lawyer")
		current.Store(&first)
		ctx, stop := context.WithCancel(t.Context())
		var wait sync.WaitGroup
		var served atomic.Int64
		for range 4 {
			wait.Go(func() {
				for ctx.Err() == nil {
					got, err := ask(t.Context(), k.client, http.MethodGet, k.server.address+"/v1/carriers", nil, "Authorization", "Bearer "+*current.Load())
					if err != nil || got.status != http.StatusOK {
						t.Errorf("status %d, %v: %s", got.status, err, got.body)
						return
					}
					served.Add(1)
				}
			})
		}
		old := first
		for range 2 {
			next := k.does("key", "rotate", keyID(old), "--overlap", "2s")
			current.Store(&next)
			testkit.Eventually(t, "the old key ends", func() bool { return k.ask(old, http.MethodGet, "/v1/carriers", nil).status == http.StatusUnauthorized })
			old = next
		}
		stop()
		wait.Wait()
		if served.Load() == 0 {
			t.Error("nobody was served")
		}
	})
}

func TestEachKeyHasItsOwnRate(t *testing.T) {
	const burst = 5
	k := serveKeyed(t, storetest.SQLite(t), "--rate-limit-per-second", "1", "--rate-limit-burst", strconv.Itoa(burst))
	hurried, patient := k.does("key", "create", "--role", "lawyer"), k.does("key", "create", "--role", "lawyer")
	var got response
	for sent := 0; got.status != http.StatusTooManyRequests; sent++ {
		if got = k.ask(hurried, http.MethodGet, "/v1/carriers", nil); sent > 50*burst {
			t.Fatalf("%d requests, and the last is answered %d", sent, got.status)
		}
	}
	if after, err := strconv.Atoi(got.header.Get("Retry-After")); err != nil || after < 1 || got.problem() != "too-many-requests" {
		t.Errorf("%v: %s", got.header, got.body)
	}
	k.answers("another key", patient, http.StatusOK, "", "/v1/carriers")
	testkit.Eventually(t, "the hurried one is served again", func() bool { return k.ask(hurried, http.MethodGet, "/v1/carriers", nil).status == http.StatusOK })
}
