package portal

import (
	"bytes"
	"context"
	"io"
	"iter"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"deferido/internal/decision"
	"deferido/internal/identity"
	"deferido/internal/report"
)

// The pages about the portal say what they are to say in both languages.
func TestPagesAboutThePortal(t *testing.T) {
	h := newHouse(t, nil)
	for _, lang := range []string{portuguese, english} {
		for _, path := range []string{"/", "/sobre", "/sobre/acessibilidade", "/sobre/licencas", "/atalhos", "/sobre/componentes"} {
			a := h.get("", path, "Accept-Language", lang)
			if a.Find("h1").Length() != 1 || a.Find("main").Length() != 1 || a.Find("title").Length() != 1 {
				t.Errorf("%s in %s has %d h1 and %d main", path, lang, a.Find("h1").Length(), a.Find("main").Length())
			}
		}
	}
}

// counted are reports of grants that were given.
type counted struct {
	grants []report.Grant
	counts []report.Count
}

func (c *counted) Report(ctx context.Context, q report.Quarter, carrier decision.Carrier, mode, _ string, progress func(int)) (*report.Report, error) {
	r, err := report.Build(ctx, report.Options{Period: q, Carrier: carrier, Mode: mode, Counts: c.counts}, c.all(), progress)
	if err == nil && mode == "" {
		r.Check = &report.Check{Outcome: "incomplete", Missing: []decision.Missing{{Fact: "/facts/service/mode", Ask: "Qual é o modo de transporte?"}}}
	}
	return r, err
}

func (c *counted) all() iter.Seq2[report.Grant, error] {
	return func(yield func(report.Grant, error) bool) {
		for _, g := range c.grants {
			if !yield(g, nil) {
				return
			}
		}
	}
}

func (c *counted) Uncounted(_ context.Context, q report.Quarter, carrier decision.Carrier) iter.Seq2[report.Uncounted, error] {
	return report.EachUncounted(report.Options{Period: q, Carrier: carrier}, c.all())
}

func (c *counted) Sections(context.Context, string, io.Reader) (int, error) { return 0, nil }

func (c *counted) Counts(_ context.Context, _ string, q report.Quarter, csv io.Reader) (int, error) {
	counts, err := report.ParseCounts(csv, q)
	if err != nil {
		return 0, err
	}
	c.counts = counts
	return len(counts), nil
}

// reporting is a house with reports of two carriers.
func reporting(t *testing.T) *house {
	return newHouse(t, func(h *house, o *Options) {
		o.Reports = &counted{grants: []report.Grant{{ID: "0198f2c4-7d1e-7a30-9c55-2b8e6a4f1d02", Month: "2026-07", Category: "pessoa_idosa", Benefit: "gratuidade"}}}
		for _, id := range []string{"exemplo", "outra"} {
			_, err := identity.NewCarriers(h.db, o.Now).Put(t.Context(), decision.Carrier{ID: id, Name: "Viação " + id, Address: "Rua 1", Complaints: "0800"})
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}

// A carrier's person makes its report from the list, and no other carrier's.
func TestTheQuarterlyReport(t *testing.T) {
	h := reporting(t)
	chosen := h.get("clara", "/relatorios")
	if got := chosen.Find("#transportadora option").Length(); got != 1 {
		t.Errorf("%d carriers are offered", got)
	}
	a := h.ask("clara", http.MethodGet, "/relatorios?trimestre=2026-Q3&transportadora=exemplo", nil)
	if a.status != http.StatusSeeOther || a.header.Get("Location") != "/relatorios/2026-Q3?transportadora=exemplo" {
		t.Fatalf("status %d to %s", a.status, a.header.Get("Location"))
	}
	page := h.get("clara", "/relatorios/2026-Q3?transportadora=exemplo")
	if page.Find("table tbody tr").Length() < 4 || page.Find("section h2").Length() < 3 {
		t.Errorf("the page lacks something: %s", page.words("main"))
	}
	if said := page.words("#verificacao ~ *"); !strings.Contains(said, "Faltam dados") || !strings.Contains(said, "Qual é o modo de transporte?") || strings.Contains(said, "itens") {
		t.Errorf("a report that cannot be checked says %q", said)
	}
	for format, media := range map[string]string{"csv": "text/csv", "xlsx": "spreadsheetml", "json": "application/json", "uncounted": "text/csv"} {
		f := h.get("clara", "/relatorios/2026-Q3?transportadora=exemplo&formato="+format)
		if !strings.Contains(f.header.Get("Content-Type"), media) || !strings.Contains(f.header.Get("Content-Disposition"), "attachment") {
			t.Errorf("%s comes as %s, %s", format, f.header.Get("Content-Type"), f.header.Get("Content-Disposition"))
		}
	}
	for path, want := range map[string]int{
		"/relatorios/2026-Q3?transportadora=outra": http.StatusForbidden, "/relatorios/2026-Q5": http.StatusNotFound,
		"/relatorios/2026-Q3?modo=aviao": http.StatusBadRequest,
	} {
		if a := h.ask("clara", http.MethodGet, path, nil); a.status != want {
			t.Errorf("%s: %d, want %d", path, a.status, want)
		}
	}
	if a := h.ask("rui", http.MethodGet, "/relatorios/2026-Q3?transportadora=nada", nil); a.status != http.StatusNotFound {
		t.Errorf("a carrier that is not registered: %d", a.status)
	}
}

// What a carrier counted itself is taken whole or not at all, and the page says what is to be corrected.
func TestAnImportOnThePage(t *testing.T) {
	h := reporting(t)
	send := func(csv string) *httptest.ResponseRecorder {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		file, err := form.CreateFormFile("arquivo", "a.csv")
		if err == nil {
			_, err = file.Write([]byte(csv))
		}
		if err == nil {
			err = form.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/relatorios/2026-Q3/contagens?transportadora=exemplo", &body)
		r.Header.Set("Content-Type", form.FormDataContentType())
		r.AddCookie(&http.Cookie{Name: SessionCookie, Value: "clara"})
		w := httptest.NewRecorder()
		h.portal.ServeHTTP(w, r)
		return w
	}
	if w := send("month,section,paying,disability_pass\n2026-07,Goiânia–Cuiabá,10,2\n"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "Goiânia–Cuiabá") {
		t.Errorf("status %d", w.Code)
	}
	if w := send("month,section,paying,disability_pass\n2026-09x,A,10,2\n"); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), `role="alert"`) {
		t.Errorf("status %d", w.Code)
	}
	if a := h.post("clara", "/relatorios/2026-Q3/contagens?transportadora=exemplo", url.Values{}); a.status != http.StatusBadRequest {
		t.Errorf("no file: %d", a.status)
	}
}
