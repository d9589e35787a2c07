package httpapi_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"deferido/internal/decision"
	"deferido/internal/httpapi"
	"deferido/internal/identity"
	"deferido/internal/listen"
	"deferido/internal/testkit"
)

func TestWhatIsWrongWithAKeyIsForTheLogAlone(t *testing.T) {
	h, _ := guarded(t, nil)
	told := map[string]bool{}
	for _, err := range []error{identity.ErrMissing, identity.ErrWrong, identity.ErrExpired, identity.ErrRevoked} {
		h.Access.(*door).fault = err
		w := h.get(t, "/v1/decisions", as("admin")...)
		wantProblem(t, w, http.StatusUnauthorized, "unauthenticated")
		told[w.Body.String()[:strings.Index(w.Body.String(), `"instance"`)]] = true
	}
	if len(told) != 1 {
		t.Errorf("what is wrong can be told from the answers: %v", told)
	}
	h.Access.(*door).fault = fmt.Errorf("%w: SECRET", identity.ErrUnavailable)
	w := h.get(t, "/v1/decisions", as("admin")...)
	wantProblem(t, w, http.StatusServiceUnavailable, "journal-unavailable")
	if w.Header().Get("WWW-Authenticate") != "" || w.Header().Get("Retry-After") == "" || strings.Contains(h.logs.String()+w.Body.String(), "SECRET") {
		t.Errorf("%v %s %s", w.Header(), w.Body, h.logs)
	}
}

// Whatever the document says needs a key is refused without one, before anything else is looked at but the form.
func TestNoOperationThatNeedsAKeyIsServedWithoutOne(t *testing.T) {
	h, _ := guarded(t, nil)
	for path, item := range publishedBy(t).document["paths"].(map[string]any) {
		for method, o := range item.(map[string]any) {
			operation := o.(map[string]any)
			if operation["security"] == nil {
				continue
			}
			media := ""
			if body, sent := operation["requestBody"].(map[string]any); sent {
				for media = range body["content"].(map[string]any) {
				}
			}
			w := h.send(t, strings.ToUpper(method), strings.NewReplacer("{", "", "}", "").Replace(path), media, "SECRET")
			wantProblem(t, w, http.StatusUnauthorized, "unauthenticated")
		}
	}
}

// A body is not waited for where its sender is refused; what there is of it is read, and the connection closed.
func TestTheSenderIsJudgedBeforeTheBody(t *testing.T) {
	h, _ := guarded(t, nil)
	w := h.post(t, "/v1/decisions", "SECRET, and no JSON")
	wantProblem(t, w, http.StatusUnauthorized, "unauthenticated")
	if w.Header().Get("Connection") != "close" {
		t.Errorf("%v", w.Header())
	}
	for _, target := range []string{"/v1/carriers/novo", aQuarter + "/counts?carrier=expresso"} {
		if w := h.send(t, http.MethodPut, target, "application/json", "SECRET"); w.Code != http.StatusUnauthorized && w.Code != http.StatusUnsupportedMediaType {
			t.Errorf("%s: %d %s", target, w.Code, w.Body)
		}
	}
}

func TestAddressesWithWrongKeysAreHeldBack(t *testing.T) {
	clock := testkit.NewClock(noon())
	proxies, err := listen.ParseProxies([]string{"192.0.2.1"}) // whom the tests' requests come from
	if err != nil {
		t.Fatal(err)
	}
	h, _ := guarded(t, func(o *httpapi.Options) {
		o.Failures, o.Proxies = identity.NewFailures(3, time.Minute, clock.Now), proxies
	})
	from := func(address string, headers ...string) *httptest.ResponseRecorder {
		return h.get(t, "/v1/decisions", append(headers, "X-Forwarded-For", address)...)
	}
	for range 10 { // one that sends no key is not guessing
		wantProblem(t, from("198.51.100.7"), http.StatusUnauthorized, "unauthenticated")
	}
	for range 3 {
		wantProblem(t, from("198.51.100.7", as("wrong")...), http.StatusUnauthorized, "unauthenticated")
	}
	for _, guest := range []string{"wrong", "admin"} { // even with a right key
		w := from("198.51.100.7", as(guest)...)
		wantProblem(t, w, http.StatusTooManyRequests, "too-many-requests")
		if w.Header().Get("Retry-After") != "60" {
			t.Errorf("Retry-After %q", w.Header().Get("Retry-After"))
		}
	}
	if w := from("198.51.100.8", as("admin")...); w.Code != http.StatusOK {
		t.Errorf("of another address: %d %s", w.Code, w.Body)
	}
	if w := h.get(t, "/v1/norms", "X-Forwarded-For", "198.51.100.7"); w.Code != http.StatusOK {
		t.Errorf("what needs no key: %d %s", w.Code, w.Body)
	}
	clock.Turn(time.Minute)
	if w := from("198.51.100.7", as("admin")...); w.Code != http.StatusOK {
		t.Errorf("a minute later: %d %s", w.Code, w.Body)
	}
	if metrics := h.get(t, "/metrics", as("admin")...).Body.String(); !strings.Contains(metrics, "deferido_http_rate_limited_total 2") {
		t.Errorf("%s", metrics)
	}
	if strings.Contains(h.logs.String(), "198.51.100") {
		t.Errorf("an address in %s", h.logs)
	}
}

func TestKeysThatComeTooOftenAreHeldBack(t *testing.T) {
	clock := testkit.NewClock(noon())
	h, s := guarded(t, func(o *httpapi.Options) { o.Limits = identity.NewLimits(0.5, 2, clock.Now) })
	for range 2 {
		if w := h.post(t, "/v1/decisions", aRequest, as("expresso")...); w.Code != http.StatusOK {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	w := h.post(t, "/v1/decisions", aRequest, as("expresso")...)
	wantProblem(t, w, http.StatusTooManyRequests, "too-many-requests")
	if w.Header().Get("Retry-After") != "3" || len(s.records()) != 2 { // 2 s for a token, rounded up
		t.Errorf("Retry-After %q, %d records", w.Header().Get("Retry-After"), len(s.records()))
	}
	if w := h.post(t, "/v1/decisions", aRequest, as("rapido")...); w.Code != http.StatusOK {
		t.Errorf("another key: %d", w.Code)
	}
	if w := h.get(t, "/readyz"); w.Code != http.StatusOK {
		t.Errorf("what needs no key: %d", w.Code)
	}
	clock.Turn(3 * time.Second)
	if w := h.post(t, "/v1/decisions", aRequest, as("expresso")...); w.Code != http.StatusOK {
		t.Errorf("once it has waited: %d", w.Code)
	}
}

// Whoever sits at the machine is not limited, since nobody else is served then.
func TestWithoutKeysNobodyIsHeldBack(t *testing.T) {
	h, _ := keeping(t, func(o *httpapi.Options) { o.Limits = identity.NewLimits(0.001, 1, noon) })
	for range 5 {
		if w := h.post(t, "/v1/decisions", aRequest); w.Code != http.StatusOK {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
}

// A page of another site must not reach the program by having its own name lead to this machine.
func TestWithoutKeysAHostThatSomebodyOwnsIsRefused(t *testing.T) {
	h, s := keeping(t, nil)
	for host, served := range map[string]bool{
		"localhost": true, "localhost:8080": true, "127.0.0.1:8080": true, "[::1]:8080": true, "desk.localhost": true,
		"evil.example": false, "evil.example:8080": false, "127.0.0.1.evil.example": false, "localhost.evil.example": false, "a b": false,
	} {
		r := httptest.NewRequest(http.MethodPost, "/v1/decisions", strings.NewReader(aRequest))
		r.Header.Set("Content-Type", "application/json")
		r.Host = host
		w := h.asIs(t, r)
		if served {
			if w.Code != http.StatusOK {
				t.Errorf("%s: %d %s", host, w.Code, w.Body)
			}
			continue
		}
		wantProblem(t, w, http.StatusMisdirectedRequest, "foreign-host")
		if strings.Contains(w.Body.String()+h.logs.String(), "evil") {
			t.Errorf("%s: %s %s", host, w.Body, h.logs)
		}
	}
	if len(s.records()) != 5 {
		t.Errorf("%d records", len(s.records()))
	}
	// With keys the key is what counts: another site has none.
	guarded, _ := guarded(t, nil)
	r := withHeaders(httptest.NewRequest(http.MethodGet, "/v1/decisions", nil), as("admin"))
	r.Host = "deferido.example.org"
	if w := guarded.asIs(t, r); w.Code != http.StatusOK {
		t.Errorf("with a key: %d %s", w.Code, w.Body)
	}
}

// ids are those of a list.
func ids(page httpapi.Decisions) string {
	var all []string
	for _, d := range page.Decisions {
		all = append(all, d.ID)
	}
	return strings.Join(all, " ")
}

func TestACarrierSeesItsOwnDecisionsAndNoOthers(t *testing.T) {
	h, s := guarded(t, nil)
	mine, theirs := h.decided(t, "expresso", aRequest).ID, h.decided(t, "rapido", aRequest).ID
	nobodys := h.decided(t, "lawyer", aRequest).ID
	if got := s.records(); got[0].Carrier != "expresso" || got[0].Caller != "key-expresso" || got[1].Carrier != "rapido" || got[2].Carrier != "" {
		t.Errorf("%+v", got)
	}
	for guest, want := range map[string]string{
		"expresso": mine, "rapido": theirs, "lawyer": nobodys + " " + theirs + " " + mine, "regulator": nobodys + " " + theirs + " " + mine,
	} {
		if got := ids(into[httpapi.Decisions](t, h.get(t, "/v1/decisions", as(guest)...))); got != want {
			t.Errorf("%s sees %s, want %s", guest, got, want)
		}
	}
	if got := ids(into[httpapi.Decisions](t, h.get(t, "/v1/decisions?carrier=rapido", as("lawyer")...))); got != theirs {
		t.Errorf("of a carrier: %s", got)
	}
	if got := ids(into[httpapi.Decisions](t, h.get(t, "/v1/decisions?carrier=expresso", as("expresso")...))); got != mine {
		t.Errorf("of itself: %s", got)
	}
	wantProblem(t, h.get(t, "/v1/decisions?carrier=rapido", as("expresso")...), http.StatusForbidden, "forbidden")
	// Neither can one be told from one that does not exist.
	for _, id := range []string{theirs, nobodys} {
		foreign := h.get(t, "/v1/decisions/"+id, append(as("expresso"), "X-Request-ID", "x")...)
		absent := h.get(t, "/v1/decisions/0198f2a0-0000-7000-8000-00000000ffff", append(as("expresso"), "X-Request-ID", "x")...)
		if foreign.Code != absent.Code || foreign.Body.String() != absent.Body.String() {
			t.Errorf("%d %s, and of none %d %s", foreign.Code, foreign.Body, absent.Code, absent.Body)
		}
	}
}

// Without keys the carrier of the settings decides, reports and prints.
func TestTheCarrierOfTheSettings(t *testing.T) {
	h, s := keeping(t, func(o *httpapi.Options) { o.Carrier = "expresso" })
	d := into[decision.Decision](t, h.post(t, "/v1/decisions", request(t, "elderly-free-seat")))
	if r := s.records()[0]; r.Carrier != "expresso" || r.Caller != "local" || r.ID != d.ID {
		t.Errorf("%+v", r)
	}
	if w := h.get(t, aQuarter); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"Expresso Planalto"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestACallersCarrierIsToldInTheListAndInTheRecord(t *testing.T) {
	h, s := guarded(t, nil)
	d := h.decided(t, "expresso", request(t, "elderly-refusal"))
	w := h.get(t, "/v1/decisions", append(as("admin"), "Accept-Language", "en")...)
	page := into[httpapi.Decisions](t, w)
	got := page.Decisions[0]
	if got.Carrier != "expresso" || got.ID != d.ID || got.Outcome != "deny" || got.Question != "grant" || !got.DecidedAt.Equal(noon()) || got.AsOf != "2026-12-12" ||
		got.Revision != s.records()[0].Revision || len(got.Unmet) == 0 || got.Unmet[0].URN != d.LegalBasis[0].URN || got.Unmet[0].Label == "" || page.Next != nil {
		t.Errorf("%s", w.Body)
	}
}
