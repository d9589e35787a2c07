package portal

import (
	"encoding/json"
	"io/fs"
	"path"
	"strings"
	"testing"

	"deferido/fixtures"
	"deferido/internal/decision"
	"deferido/internal/engine"
)

// decided decides a request for a carrier, in a language, on record.
func (h *house) decided(request, carrier, lang string) *decision.Decision {
	h.t.Helper()
	r, err := h.set.Parse([]byte(request))
	if err != nil {
		h.t.Fatal(err)
	}
	r.Call = decision.Call{Caller: "test", Carrier: carrier}
	d, err := h.service.Decide(h.t.Context(), decision.Activation{Law: h.set, Seq: 1}, r, lang)
	if err != nil {
		h.t.Fatal(err)
	}
	return d
}

// example is one of the example requests.
func example(t testing.TB, name string) string {
	t.Helper()
	content, err := fs.ReadFile(fixtures.FS, path.Join("requests", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// caseOf is the request of a case.
func caseOf(t testing.TB, id string) string {
	t.Helper()
	content, err := fs.ReadFile(fixtures.FS, path.Join("cases", id+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var c engine.Case
	if err := json.Unmarshal(content, &c); err != nil {
		t.Fatal(err)
	}
	return string(c.Request)
}

// cases are the ids of all cases whose requests are decided.
func cases(t testing.TB) []string {
	t.Helper()
	names, err := fs.Glob(fixtures.FS, "cases/*.json")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	var ids []string
	for _, name := range names {
		content, err := fs.ReadFile(fixtures.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		var c struct {
			Expect struct {
				Status int `json:"status"`
			} `json:"expect"`
		}
		if err := json.Unmarshal(content, &c); err != nil {
			t.Fatal(err)
		}
		if c.Expect.Status == 0 {
			ids = append(ids, strings.TrimSuffix(path.Base(name), ".json"))
		}
	}
	return ids
}

// record records a decision of a request as change has it, and returns its id.
func (h *house) record(request string, change func(*decision.Record)) string {
	h.t.Helper()
	r, err := h.set.Parse([]byte(request))
	if err != nil {
		h.t.Fatal(err)
	}
	made, err := h.service.Make(h.t.Context(), decision.Activation{Law: h.set, Seq: 1}, r, portuguese)
	if err != nil {
		h.t.Fatal(err)
	}
	change(made.Record)
	if err := h.journal.Record(h.t.Context(), made.Record); err != nil {
		h.t.Fatal(err)
	}
	return made.Record.ID
}
