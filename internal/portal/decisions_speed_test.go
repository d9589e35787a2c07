package portal

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"deferido/internal/decision"
)

// asJSON is the decision with all that its sheet shows, as the API writes it: found, read, encoded.
func (h *house) asJSON(t testing.TB, id string) int {
	record, err := h.journal.Get(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	d, err := record.Given(nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := d.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return len(text)
}

// asPage is its sheet.
func (h *house) asPage(t testing.TB, id string) int {
	r := httptest.NewRequest(http.MethodGet, "http://127.0.0.1/decisoes/"+id, nil)
	w := httptest.NewRecorder()
	h.portal.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		t.Fatalf("status %d", w.Code)
	}
	return w.Body.Len()
}

func BenchmarkDecision(b *testing.B) {
	h := newHouse(b, nil)
	id := h.decided(caseOf(b, "grant-discount-one-second-early"), "", portuguese).ID
	b.Run("json", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			h.asJSON(b, id)
		}
	})
	b.Run("sheet", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			h.asPage(b, id)
		}
	})
	b.Run("list", func(b *testing.B) {
		for range listPage {
			h.decided(caseOf(b, "grant-discount-one-second-early"), "", portuguese)
		}
		for b.Loop() {
			h.get("rui", "/decisoes")
		}
	})
}

var _ = time.Now
var _ decision.Decision
