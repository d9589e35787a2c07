package portal

import (
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"deferido/internal/decision"
)

func TestDisputes(t *testing.T) {
	h := newLawHouse(t, nil)
	for _, lang := range []string{portuguese, english} {
		list := h.get("", "/divergencias", "Accept-Language", lang)
		if got := list.Find(".disputes li").Length(); got != 5 {
			t.Errorf("%d disputes in %s", got, lang)
		}
		for _, d := range h.set.Disputes() {
			page := h.get("", "/divergencias/"+d.ID, "Accept-Language", lang)
			for _, want := range []string{d.Court.In(lang), d.Case.In(lang), d.Finality.In(lang), disputeTitle(d)} {
				if !strings.Contains(page.words("main"), want) {
					t.Errorf("%s in %s lacks %s", d.Name, lang, want)
				}
			}
			if !strings.Contains(page.words("#"+d.Name+" ~ .two .grade"), d.Grade) {
				t.Errorf("%s lacks its grade: %s", d.Name, page.words("#"+d.Name+" ~ .two"))
			}
		}
	}
	page := h.get("", "/divergencias/D-class")
	for _, want := range []string{"prestado com veículo de características básicas", "Serviço convencional (Concessão)", "13/03/2023", "serviço executivo: letra e jurisprudência divergem"} {
		if !strings.Contains(page.words("main"), want) {
			t.Errorf("D-class lacks %s", want)
		}
	}
	if a := h.ask("", http.MethodGet, "/divergencias/D-nada", nil); a.status != http.StatusNotFound {
		t.Errorf("status %d", a.status)
	}
}

// Which reading decides is what the settings say.
func TestTheReadingThatDecides(t *testing.T) {
	for reading, want := range map[string]string{"": "A letra decide aqui", decision.ReadingText: "A letra decide aqui", decision.ReadingCaseLaw: "A outra leitura decide aqui"} {
		h := newLawHouse(t, func(o *Options) { o.Reading = reading })
		page := h.get("", "/divergencias/D-window")
		if got := page.words(".decides h3"); got != want || page.Find(".decides").Length() != 1 {
			t.Errorf("with %q: %q", reading, got)
		}
	}
}

// Whatever a page quotes stands in the files of the law, character for character.
func TestWhatIsQuotedStandsInTheLaw(t *testing.T) {
	h := newLawHouse(t, nil)
	var law strings.Builder
	for _, n := range h.set.Corpus().Norms() {
		for _, f := range n.Files {
			law.WriteString(f.Text + "\n")
		}
	}
	paths := []string{"/divergencias/D-class", "/divergencias/D-toll", "/divergencias/D-window", "/divergencias/D-channel", "/divergencias/D-fees50", "/busca?q=tres+horas", "/busca?q=dois+salarios", "/busca?q=idosa"}
	for _, i := range h.set.Interpretations() {
		paths = append(paths, "/leituras/"+i.ID)
	}
	for _, p := range h.set.Corpus().Provisions() {
		if p.URN != "" {
			paths = append(paths, sheetURL(p.URN, ""))
		}
	}
	quotes := 0
	for _, path := range paths {
		h.get("lia", path).Find("blockquote, main q").Each(func(_ int, quote *goquery.Selection) {
			text := strings.TrimSuffix(strings.TrimPrefix(quote.Text(), "… "), " …")
			if quotes++; text == "" || !strings.Contains(law.String(), text) {
				t.Errorf("%s quotes what the law has not: %q", path, text)
			}
		})
	}
	if quotes < 200 {
		t.Errorf("%d quotes", quotes)
	}
}
