package portal

import (
	"encoding/json"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"deferido/fixtures"
	"deferido/internal/decision"
)

// fixtureCase is a case of the fixtures.
type fixtureCase struct {
	ID      string          `json:"id"`
	Request json.RawMessage `json:"request"`
	Expect  map[string]any  `json:"expect"`
}

func fixtureCases(t *testing.T) []fixtureCase {
	t.Helper()
	names, err := fs.Glob(fixtures.FS, "cases/*.json")
	if err != nil || len(names) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	all := make([]fixtureCase, len(names))
	for i, name := range names {
		content, err := fs.ReadFile(fixtures.FS, name)
		if err == nil {
			err = json.Unmarshal(content, &all[i])
		}
		if err != nil {
			t.Fatalf("%s: %v", path.Base(name), err)
		}
	}
	return all
}

// What the API decides of a case the form decides too, filled in from the case and sent by a plain browser.
func TestCasesThroughTheirForms(t *testing.T) {
	h := newHouse(t, nil)
	plain := *h.service
	plain.Recorder = nil
	questions := map[string]bool{}
	for _, c := range fixtureCases(t) {
		if c.Expect["status"] != nil {
			continue // it is refused, or its law is not held: TestRefusedCases
		}
		request, err := h.set.Parse(c.Request)
		if err != nil {
			t.Fatal(err)
		}
		want, err := plain.Decide(t.Context(), decision.Activation{Law: h.set, Seq: 1}, request, portuguese)
		if err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
		address := addressOf(request.Question)
		page := h.get("", address+"?caso="+c.ID)
		labelled(t, c.ID, page)
		sent := h.post("", address, filled(page))
		id, decided := strings.CutPrefix(sent.header.Get("Location"), "/decisoes/")
		if sent.status != http.StatusSeeOther || !decided {
			t.Errorf("%s: status %d: %s", c.ID, sent.status, sent.words(".errors, #resposta"))
			continue
		}
		got := h.given(id, request)
		if answerText(t, got) != answerText(t, want) {
			t.Errorf("%s:\n got %s\nwant %s", c.ID, answerText(t, got), answerText(t, want))
		}
		questions[request.Question] = true
	}
	if len(questions) != len(h.set.Questions()) {
		t.Errorf("cases of %v only", slices.Sorted(maps.Keys(questions)))
	}
}

// given is a recorded decision, with the free text of the request that it was of.
func (h *house) given(id string, request *decision.Request) *decision.Decision {
	h.t.Helper()
	record, err := h.journal.Get(h.t.Context(), id)
	if err != nil {
		h.t.Fatal(err)
	}
	d, err := record.Given(request)
	if err != nil {
		h.t.Fatal(err)
	}
	return d
}

// answerText is all that an answer says but its id and its time.
func answerText(t *testing.T, d *decision.Decision) string {
	t.Helper()
	same := *d
	same.ID, same.DecidedAt, same.Reference, same.Explanation = "", time.Time{}, "", nil
	text, err := json.Marshal(same)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A case that the API refuses is refused at the field, where a form can say it at all.
func TestRefusedCases(t *testing.T) {
	h := newHouse(t, nil)
	refused := 0
	for _, c := range fixtureCases(t) {
		if c.Expect["status"] == nil {
			continue
		}
		address := addressOf(questionOf(c.Request))
		page := h.ask("", http.MethodGet, address+"?caso="+c.ID, nil)
		if page.status != http.StatusOK {
			t.Errorf("%s: status %d", c.ID, page.status)
			continue
		}
		sent := h.post("", address, filled(page))
		switch {
		case sent.status == http.StatusUnprocessableEntity:
			refused++
			labelled(t, c.ID, sent)
		case sent.status != http.StatusSeeOther: // what is wrong cannot be said in a form, such as a null
			t.Errorf("%s: status %d", c.ID, sent.status)
		}
	}
	if refused < 5 {
		t.Errorf("only %d were refused", refused)
	}
}
