package httpapi_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"deferido/internal/decision"
	"deferido/internal/httpapi"
)

// A decision is read as it was given, in the language that it was given in, but for the caller's own texts.
func TestADecisionIsReadAsItWasGiven(t *testing.T) {
	h, _ := keeping(t, nil)
	for _, name := range []string{"elderly-free-seat", "elderly-refusal", "fare-discount", "conduct", "retention", "sale-after-deadline", "boarding"} {
		given := h.post(t, "/v1/decisions", request(t, name), "Accept-Language", "en")
		d := into[decision.Decision](t, given)
		read := h.get(t, "/v1/decisions/"+d.ID, "Accept-Language", "pt-BR")
		if read.Body.String() != given.Body.String() || read.Header().Get("Content-Language") != "en" {
			t.Errorf("%s: given\n%sread in %s\n%s", name, given.Body, read.Header().Get("Content-Language"), read.Body)
		}
	}
	body := strings.Replace(request(t, "elderly-free-seat"), "{", `{"reference":"SECRET",`, 1)
	d := h.decided(t, "", body)
	if d.Reference != "SECRET" {
		t.Errorf("%+v", d)
	}
	for _, sub := range []string{"", "/explanation", "/receipt", "/decision.html"} {
		if w := h.get(t, "/v1/decisions/"+d.ID+sub); strings.Contains(w.Body.String(), "SECRET") {
			t.Errorf("%s: the caller's reference was kept", sub)
		}
	}
}

func TestAnExplanationIsInTheLanguageAskedFor(t *testing.T) {
	h, s := keeping(t, nil)
	d := h.decided(t, "", request(t, "elderly-refusal"))
	told := map[string]bool{}
	for _, lang := range []string{"pt-BR", "en"} {
		w := h.get(t, "/v1/decisions/"+d.ID+"/explanation", "Accept-Language", lang)
		e := into[decision.Explained](t, w)
		if e.ID != d.ID || e.Explanation == nil || len(e.Explanation.Articles) == 0 || !e.Evaluation.Same || e.Evaluation.Revision != s.records()[0].Revision || e.Evaluation.AsOf != "2026-12-12" {
			t.Errorf("%s", w.Body)
		}
		told[w.Body.String()] = true
	}
	if len(told) != 2 {
		t.Error("the same in both languages")
	}
}

func TestAReceiptHasItsPoliciesOnRequest(t *testing.T) {
	h, _ := keeping(t, nil)
	d := h.decided(t, "", aRequest)
	for query, with := range map[string]bool{"": false, "?policies=false": false, "?policies=true": true} {
		var receipt struct {
			Record   struct{ ID string }
			Policies bool
		}
		w := h.get(t, "/v1/decisions/"+d.ID+"/receipt"+query)
		if err := json.Unmarshal(w.Body.Bytes(), &receipt); err != nil || receipt.Record.ID != d.ID || receipt.Policies != with {
			t.Errorf("%s: %v %s", query, err, w.Body)
		}
	}
}

// The pages of a list have each decision once, newest first, whatever is recorded between one page and the next is told by the
// journal; here the cursor that it gives comes back to it.
func TestAListIsReadPageByPage(t *testing.T) {
	h, s := keeping(t, nil)
	for range 5 {
		h.decided(t, "", aRequest)
	}
	var want, got []string
	for _, r := range slices.Backward(s.records()) {
		want = append(want, r.ID)
	}
	for cursor, pages := "", 0; ; pages++ {
		page := into[httpapi.Decisions](t, h.get(t, "/v1/decisions?limit=2&cursor="+url.QueryEscape(cursor)))
		for _, d := range page.Decisions {
			got = append(got, d.ID)
		}
		if page.Next == nil {
			if pages != 2 {
				t.Errorf("%d pages", pages+1)
			}
			break
		}
		cursor = *page.Next
	}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// filtered is a journal that tells what it was asked for.
type filtered struct {
	*shelf
	filter decision.Filter
	limit  int
}

func (f *filtered) List(_ context.Context, filter decision.Filter, _ string, limit int) ([]*decision.Record, string, error) {
	f.filter, f.limit = filter, limit
	return nil, "", nil
}

func TestWhatAListIsAskedForReachesTheJournal(t *testing.T) {
	f := &filtered{}
	h, _ := keeping(t, func(o *httpapi.Options) {
		f.shelf = o.Journal.(*shelf)
		o.Journal = f
	})
	day := func(text string) time.Time {
		at, err := time.Parse(time.RFC3339Nano, text)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	for query, want := range map[string]decision.Filter{
		"":                            {},
		"question=grant&outcome=deny": {Question: "grant", Outcome: "deny"},
		"provision=" + threeHours:     {Provision: threeHours}, // as it is, with its semicolon
		"provision=" + url.QueryEscape(threeHours): {Provision: threeHours},
		"contested=true&carrier=x":                 {Contested: "true", Carrier: "x"},
		"contested=false":                          {Contested: "false"},
		"dispute=D-class&outcome=allow":            {Dispute: "D-class", Outcome: "allow"},
		"revision=sha256:0f1e2d":                   {Revision: "sha256:0f1e2d"},
		"from=2026-12-01&to=2026-12-31":            {From: day("2026-12-01T00:00:00-03:00"), To: day("2027-01-01T00:00:00-03:00")}, // the last day, whole
		"to=2026-12-01T10:00:00.5%2B02:00":         {To: day("2026-12-01T08:00:00.5Z")},
		"from=2026-12-01T00:00:00Z&limit=7":        {From: day("2026-12-01T00:00:00Z")},
	} {
		w := h.get(t, "/v1/decisions?"+query)
		got := f.filter
		if !got.From.Equal(want.From) || !got.To.Equal(want.To) {
			t.Errorf("%s: from %s to %s", query, got.From, got.To)
		}
		got.From, got.To, want.From, want.To = time.Time{}, time.Time{}, time.Time{}, time.Time{}
		if limit := map[bool]int{true: 7, false: 50}[strings.Contains(query, "limit")]; got != want || f.limit != limit || w.Body.String() != "{\"decisions\":[],\"next\":null}\n" {
			t.Errorf("%s: %+v, %d: %s", query, got, f.limit, w.Body)
		}
	}
}

// Decisions are found by the revision that decided, and by each dispute that touches them, contested or not.
func TestDecisionsAreFoundByRevisionAndDispute(t *testing.T) {
	h, s := keeping(t, nil)
	for _, name := range []string{"elderly-free-seat", "elderly-refusal", "fare-discount", "boarding", "sale-after-deadline"} {
		h.decided(t, "", request(t, name))
	}
	touched := map[string][]string{}
	for _, r := range slices.Backward(s.records()) {
		d, err := r.Given(nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, dispute := range d.Disputes {
			touched[dispute.ID] = append(touched[dispute.ID], r.ID)
		}
	}
	if len(touched) == 0 || len(touched["D-none"]) > 0 {
		t.Fatal(touched)
	}
	touched["D-none"] = nil
	listed := func(query string) (ids []string) {
		for _, d := range into[httpapi.Decisions](t, h.get(t, "/v1/decisions?"+query)).Decisions {
			ids = append(ids, d.ID)
		}
		return ids
	}
	for dispute, want := range touched {
		if got := listed("dispute=" + dispute); !slices.Equal(got, want) || len(got) == len(s.records()) {
			t.Errorf("%s: %v, want %v", dispute, got, want)
		}
	}
	if got := listed("revision=" + s.records()[0].Revision); len(got) != len(s.records()) {
		t.Errorf("%d of the revision", len(got))
	}
	if got := listed("revision=sha256:00"); len(got) != 0 {
		t.Errorf("%d of another revision", len(got))
	}
}

func TestWithoutAJournalNothingIsFound(t *testing.T) {
	h := build(t, nil)
	id := into[decision.Decision](t, h.post(t, "/v1/decisions", aRequest)).ID
	wantProblem(t, h.get(t, "/v1/decisions/"+id), http.StatusNotFound, "unknown-decision")
	wantProblem(t, h.get(t, "/v1/journal"), http.StatusNotFound, "not-found")
	if w := h.get(t, "/v1/decisions"); w.Body.String() != "{\"decisions\":[],\"next\":null}\n" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := h.get(t, "/check/"+id+"?code=a"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "não confere") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// Every decision is counted once, however often it is sent or read again.
func TestDecisionsAreCountedOnce(t *testing.T) {
	h, s := keeping(t, nil)
	for range 3 {
		h.under(t, "k", request(t, "elderly-refusal"))
	}
	s.blind = true
	h.under(t, "k", request(t, "elderly-refusal"))
	h.get(t, "/v1/decisions/"+s.records()[0].ID+"/explanation")
	s.fails(unavailable)
	h.post(t, "/v1/decisions", request(t, "elderly-refusal"))
	h.post(t, "/v1/decisions/batch", `{"items":[`+aRequest+`]}`)
	decided, failed := 0, 0
	for line := range strings.Lines(h.get(t, "/metrics").Body.String()) {
		var n int
		value := line[strings.LastIndexByte(line, ' ')+1:]
		switch _, err := fmt.Sscan(value, &n); {
		case err != nil:
		case strings.HasPrefix(line, "deferido_decisions_total{"):
			decided += n
		case strings.HasPrefix(line, "deferido_decision_failures_total{"):
			failed += n
		}
	}
	if decided != 1 || failed != 2 {
		t.Errorf("%d decisions and %d failures are counted", decided, failed)
	}
}
