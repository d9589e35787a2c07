package portal

import (
	"io/fs"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"deferido/internal/civil"
	"deferido/internal/corpus"
)

// newWording is the form of a wording of art. 39, § 2º, I.
func newWording(change ...string) url.Values {
	form := url.Values{
		"norma": {"decreto_9921_2019"}, "dispositivo": {"art39_par2_inc1"}, "de": {"1/2/2027"}, "ato": {"Decreto nº 13.000/2026"}, "grau": {"V"}, "fonte": {"DOU de 12/12/2026"},
		"redacao": {"I - solicitará um único Bilhete de Viagem da Pessoa Idosa, com antecedência de, no mínimo, quatro horas; e"},
	}
	for i := 0; i+1 < len(change); i += 2 {
		form.Set(change[i], change[i+1])
	}
	return form
}

// A new wording stands beside the old one, which is not edited: each governs its own days.
func TestANewWordingInADraft(t *testing.T) {
	h := newHouse(t, withDesk)
	id := h.draft("rui", "Redação nova")
	a := h.get("rui", at(id, "texto"))
	to, _ := a.Find(`a[href*="art39_par2_inc1"]`).Attr("href")
	a = h.get("rui", to)
	if !strings.Contains(a.words("aside"), "três horas em relação") {
		t.Errorf("the wording held is not shown: %s", a.words("aside"))
	}
	if a = h.post("rui", at(id, "texto"), newWording()); a.status != http.StatusSeeOther {
		t.Fatalf("status %d: %s", a.status, a.words("main"))
	}
	a = h.get("rui", a.header.Get("Location"))
	aside := a.words("aside")
	if !strings.Contains(aside, "quatro horas; e") || !strings.Contains(aside, "de 16/11/2019 a 31/01/2027") || !strings.Contains(aside, "desde 01/02/2027") {
		t.Errorf("the wordings: %s", aside)
	}
	d, err := h.desk.Draft(t.Context(), id)
	if err != nil || len(d.Changed) != 2 {
		t.Fatalf("%+v, %v", d, err)
	}
	tree, err := h.desk.DraftTree(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	law, err := corpus.Load(tree)
	if err != nil {
		t.Fatal(err)
	}
	p, _ := law.Provision("decreto_9921_2019", "art39_par2_inc1")
	for day, want := range map[string]string{"2027-01-31": "três horas", "2027-02-01": "quatro horas"} {
		on, err := civil.ParseDate(day)
		if err != nil {
			t.Fatal(err)
		}
		if v, _ := p.VersionOn(on); !strings.Contains(v.Text, want) {
			t.Errorf("on %s: %s", day, v.Text)
		}
	}
	if text, err := fs.ReadFile(tree, "norms/decreto_9921_2019/art_39.txt"); err != nil || string(text) != h.file("norms/decreto_9921_2019/art_39.txt") {
		t.Errorf("the old text was edited: %v", err)
	}
	for lang, want := range map[string]string{portuguese: "Redação desde 01/02/2027", english: "Wording since 1 February 2027"} {
		if got := h.get("lia", at(id, ""), "Accept-Language", lang).words(".change"); !strings.Contains(got, want) || !strings.Contains(got, "quatro horas") {
			t.Errorf("%s: the overview: %.400s", lang, got)
		}
	}
}

// What is to be corrected of a wording is told at its field, in the page's language, and what was typed is kept.
func TestAWordingToBeCorrected(t *testing.T) {
	h := newHouse(t, withDesk)
	id := h.draft("rui", "Redação errada")
	for _, c := range []struct{ field, value string }{
		{"de", ""}, {"de", "31/02/2027"}, {"de", "16/11/2019"}, {"de", "amanhecer"}, {"ato", " "}, {"grau", ""}, {"grau", "X"}, {"redacao", ""}, {"redacao", "I - a\nII - b"},
		{"fonte", "a\nb"},
	} {
		for lang, title := range map[string]string{portuguese: "Erro:", english: "Error:"} {
			a := h.post("rui", at(id, "texto"), newWording(c.field, c.value), "Accept-Language", lang)
			to, _ := a.Find(".errors a").Attr("href")
			if a.status != http.StatusUnprocessableEntity || to != "#"+c.field || a.Find(".errors a").Length() != 1 || !strings.HasPrefix(a.Find("title").Text(), title) {
				t.Errorf("%s %s=%q: %d to %s: %s", lang, c.field, c.value, a.status, to, a.words(".errors"))
			}
			if kept, _ := a.Find("#ato").Attr("value"); c.field != "ato" && kept != "Decreto nº 13.000/2026" {
				t.Errorf("%s=%q: what was typed is lost: %q", c.field, c.value, kept)
			}
		}
	}
	for _, change := range [][]string{{"dispositivo", "art99"}, {"norma", "../x"}} {
		if a := h.post("rui", at(id, "texto"), newWording(change...)); a.status != http.StatusNotFound {
			t.Errorf("%v: %d", change, a.status)
		}
	}
	if d, err := h.desk.Draft(t.Context(), id); err != nil || len(d.Changed) != 0 {
		t.Errorf("%+v, %v", d.Changed, err)
	}
	// Norms that do not load take no wording, and the page says so.
	h.edit("rui", id, normOf39, "status: commentary", "status: comentary")
	if a := h.post("rui", at(id, "texto"), newWording()); a.status != http.StatusUnprocessableEntity || !strings.Contains(a.words("main"), "não carregam") {
		t.Errorf("%d %s", a.status, a.words(".errors"))
	}
}

// A new value of a parameter is a row more; the amount and the day are read as people type them.
func TestANewValueInADraft(t *testing.T) {
	h := newHouse(t, withDesk)
	id := h.draft("rui", "Salário mínimo de 2027")
	rows := h.get("rui", at(id, "parametros")).Find("#minimum_wage tbody tr").Length()
	form := url.Values{"parametro": {"minimum_wage"}, "de": {"01/01/2027"}, "valor": {"1.702,50"}, "ato": {"Decreto nº 13.001/2026, art. 1º"}, "grau": {"V"}}
	a := h.post("rui", at(id, "parametros"), form)
	if a.status != http.StatusSeeOther {
		t.Fatalf("status %d: %s", a.status, a.words("main"))
	}
	a = h.get("rui", a.header.Get("Location"))
	first := a.words("#minimum_wage tbody tr.fresh")
	if a.Find("#minimum_wage tbody tr").Length() != rows+1 || !strings.Contains(first, "01/01/2027") || !strings.Contains(first, "R$ 1.702,50") {
		t.Errorf("the new row: %s", first)
	}
	if got := h.get("rui", at(id, "")).words(".change"); !strings.Contains(got, "Valor desde 01/01/2027") || !strings.Contains(got, "R$ 1.702,50") {
		t.Errorf("the overview: %s", got)
	}
	for _, c := range []struct{ field, value string }{{"de", ""}, {"de", "01/01/2026"}, {"de", "x"}, {"valor", ""}, {"valor", "muito"}, {"valor", "0"}, {"ato", ""}, {"grau", ""}} {
		wrong := url.Values{"parametro": {"minimum_wage"}, "de": {"01/01/2028"}, "valor": {"1.800,00"}, "ato": {"Lei"}, "grau": {"V"}}
		wrong.Set(c.field, c.value)
		a := h.post("rui", at(id, "parametros"), wrong)
		if to, _ := a.Find(".errors a").Attr("href"); a.status != http.StatusUnprocessableEntity || to != "#minimum_wage-"+c.field || a.Find(".errors a").Length() != 1 {
			t.Errorf("%s=%q: %d to %s: %s", c.field, c.value, a.status, to, a.words(".errors"))
		}
	}
	form.Set("parametro", "../minimum_wage")
	if a := h.post("rui", at(id, "parametros"), form); a.status != http.StatusNotFound {
		t.Errorf("a parameter out of the tree: %d", a.status)
	}
}
