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

// A dispute tells how many recorded decisions it touches, in all and by week; a reading, through each provision. A carrier's clerk
// is told of those of the carrier.
func TestDecisionsThatTheLawInQuestionTouches(t *testing.T) {
	h := newLawHouse(t, nil)
	asked := strings.Replace(string(lateGrant(t)), `"class":"convencional"`, `"class":"executivo"`, 1)
	request, err := h.set.Parse([]byte(asked))
	if err != nil {
		t.Fatal(err)
	}
	today := h.now
	for week, carrier := range []string{"exemplo", "exemplo", "outra"} {
		h.now = today.AddDate(0, 0, -14*week)
		request.Call = decision.Call{Caller: "user:clara", Carrier: carrier, RequestID: "0198a0b0-1234-7abc-8def-0123456789ab"}
		if _, err := h.service.Decide(t.Context(), decision.Activation{Law: h.set, Seq: 1}, request, portuguese); err != nil {
			t.Fatal(err)
		}
	}
	h.now = today
	for who, want := range map[string]struct {
		said, cite string
		weeks      int // from the first to the last, empty ones too
	}{"lia": {"Toca 3 decisões registradas.", "3 decisões", 5}, "clara": {"Toca 2 decisões registradas.", "2 decisões", 3}, "otavio": {"Toca uma decisão registrada.", "1 decisão", 1}} {
		page := h.get(who, "/divergencias/D-class")
		if said := page.words("#decisoes ~ p"); !strings.Contains(said, want.said) {
			t.Errorf("%s is told %q", who, said)
		}
		if rows := page.Find("#decisoes ~ .weeks tbody tr"); rows.Length() != want.weeks || page.Find("#decisoes ~ .weeks svg").Length() != 1+3 { // with the keys of the table
			t.Errorf("%s sees %d weeks in %d drawings", who, rows.Length(), page.Find("#decisoes ~ .weeks svg").Length())
		}
		if list, _ := page.Find("#decisoes ~ .weeks tbody a").First().Attr("href"); !strings.Contains(h.get(who, list).words("h2"), "1 decisão") {
			t.Errorf("the first week of %s leads to %s", who, list)
		}
		if said := h.get(who, "/leituras/IR-07").words("#decisoes ~ ul"); !strings.Contains(said, "art. 39, caput: "+want.cite) {
			t.Errorf("%s is told of IR-07: %q", who, said)
		}
		if said := h.get(who, "/leituras/IR-12").words("#decisoes ~ ul"); !strings.Contains(said, "Concessão: "+want.cite) || !strings.Contains(said, "Tarifa e encargos: 0 decisões") {
			t.Errorf("%s is told of IR-12: %q", who, said)
		}
	}
	h.door.open = false
	for _, path := range []string{"/divergencias/D-class", "/leituras/IR-07"} {
		if said := h.get("", path).words("#decisoes ~ p"); !strings.Contains(said, "Quem pode listar decisões") {
			t.Errorf("a passer-by is told %q at %s", said, path)
		}
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
