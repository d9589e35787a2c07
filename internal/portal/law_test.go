package portal

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
)

// readerPages are the addresses of every article that is known, each on a day.
func readerPages(h *house, day string) []string {
	var all []string
	for _, n := range h.set.Corpus().Norms() {
		for _, p := range n.Provisions {
			if at := articleURL(n.Folder, p.Fragment.ArticleName(), day); p.Fragment != nil && !slices.Contains(all, at) {
				all = append(all, at)
			}
		}
	}
	return all
}

// Every article can be read, on any day, in both languages; what is quoted is in the files of the law.
func TestEveryArticleIsRead(t *testing.T) {
	h := newHouse(t, nil)
	texts := lawTexts(t, h)
	seen, quotes := 0, 0
	for _, day := range []string{"2005-06-01", "2018-06-01", "2026-12-12"} {
		for _, at := range readerPages(h, day) {
			for _, lang := range []string{portuguese, english} {
				a := h.get("", at, "Accept-Language", lang)
				seen++
				if a.Find("h1").Length() != 1 || strings.Contains(a.body, "no value") || unsaid.MatchString(a.body) {
					t.Errorf("%s in %s is not as it should be", at, lang)
				}
				a.Find(".law .words > p:not(.absent):not(.given), blockquote").Each(func(_ int, s *goquery.Selection) {
					quotes++
					if text := quotedText(s); !slices.Contains(texts, text) {
						t.Errorf("%s quotes what is in no file: %q", at, text)
					}
				})
				a.Find("mark a.ref").Each(func(_ int, s *goquery.Selection) {
					to, _ := s.Attr("href")
					back, _ := a.Find(to + " > a.ref").Attr("href")
					if own, _ := s.Attr("id"); back != "#"+own {
						t.Errorf("%s: %s leads to %s and back to %s", at, own, to, back)
					}
				})
				duplicates(t, at, a)
			}
		}
	}
	if seen < 200 || quotes < 400 {
		t.Errorf("%d pages, %d quotes", seen, quotes)
	}
}

// unsaid finds a key in the place of its words.
var unsaid = regexp.MustCompile(`\blaw\.[a-z_]+\.[a-z_]`)

// duplicates finds ids that stand twice on a page: links would lead to the first.
func duplicates(t *testing.T, at string, a *answer) {
	t.Helper()
	ids := map[string]bool{}
	a.Find("[id]").Each(func(_ int, s *goquery.Selection) {
		id, _ := s.Attr("id")
		if ids[id] {
			t.Errorf("%s has two elements of the id %s", at, id)
		}
		ids[id] = true
	})
}

// quotedText is the text of an element without the numbers of the conditions.
func quotedText(s *goquery.Selection) string {
	copied := s.Clone()
	copied.Find("a.ref").Remove()
	return copied.Text()
}

// lawTexts are all lines of the text files of the law.
func lawTexts(t *testing.T, h *house) []string {
	t.Helper()
	var lines []string
	for _, n := range h.set.Corpus().Norms() {
		for _, f := range n.Files {
			lines = append(lines, strings.Split(f.Text, "\n")...)
		}
	}
	return lines
}

func TestTheReaderOnAnOrdinaryDay(t *testing.T) {
	h := newHouse(t, nil)
	a := h.get("", "/normas/decreto_9921_2019/art_39")
	for selector, want := range map[string]string{
		"h1": "Vagas gratuitas da pessoa idosa", ".head .act": "Decreto nº 9.921/2019, art. 39",
		".asof .muted": "Esta é a redação que vale nesse dia.", ".line .now b": "Decreto nº 9.921/2019, art. 39",
		"title": "Decreto nº 9.921/2019, art. 39, em 12/12/2026 · Deferido",
	} {
		if got := a.words(selector); got != want {
			t.Errorf("%s is %q, want %q", selector, got, want)
		}
	}
	if value, _ := a.Find("#em").Attr("value"); value != "12/12/2026" {
		t.Errorf("the day is %q", value)
	}
	income := a.Find("#art39_cpt .cond").FilterFunction(func(_ int, s *goquery.Selection) bool { return strings.Contains(s.Text(), "Renda igual") })
	if got := income.Find(".test").Text(); got != "renda mensal ≤ 2 × R$\u00a01.621,00 = R$\u00a03.242,00" {
		t.Errorf("the income is compared as %q", got)
	}
	if a.Find("#art39_par1_inc1 .state.split").Length() == 0 || a.Find("#art39_par2_inc1 .state.split").Length() == 0 {
		t.Error("what is contested does not say so")
	}
	if got := a.words(".line .gap b"); got != "Sem regulamento no acervo" {
		t.Errorf("the gap is %q", got)
	}
	if a.Find("#art39_par2 .none .tag").Length() != 1 || !strings.Contains(a.words("#art39_par2 .none"), "Procedimento") {
		t.Errorf("a provision without a rule says %q", a.words("#art39_par2 .none"))
	}
	if a.Find("#art39_par4 .cases li").Length() < 4 || a.Find(".cases .bad").Length() != 0 {
		t.Error("the cases are not there, or fail")
	}
}

func TestTheReaderInItsOtherStates(t *testing.T) {
	h := newHouse(t, nil)
	for _, test := range []struct {
		at, sentence string
		links        []string // where one can go instead
		texts        bool
	}{
		{"/normas/decreto_9921_2019/art_39?em=2019-10-01", "Publicada, ainda não vigente: vale a partir de 16/11/2019. Em 01/10/2019 vale Decreto nº 5.934/2006, arts. 2º e 3º.",
			[]string{"/normas/decreto_9921_2019/art_39?em=2019-11-16", "/normas/decreto_5934_2006/art_3?em=2019-10-01"}, false},
		{"/normas/decreto_9921_2019/art_39?em=2005-01-01", "Ainda não vigente nesse dia: vale a partir de 16/11/2019.", []string{"/normas/decreto_9921_2019/art_39?em=2019-11-16"}, false},
		{"/normas/decreto_5934_2006/art_3", "Revogada: valeu até 15/11/2019. Em 12/12/2026 vale Decreto nº 9.921/2019, art. 39.",
			[]string{"/normas/decreto_5934_2006/art_3?em=2019-11-15", "/normas/decreto_9921_2019/art_39?em=2026-12-12"}, false},
		{"/normas/decreto_5934_2006/art_3?em=2018-06-01", "Vale nesse dia. O acervo tem o texto de 6 de seus 10 dispositivos.", nil, true},
		{"/normas/decreto_9921_2019/art_42", "Vale nesse dia, mas seu texto não está no acervo.", nil, false},
		{"/normas/lei_10741_2003/art_40", "Vale nesse dia. Parte do texto do acervo é de redação anterior, de mesmo sentido.", nil, true},
	} {
		a := h.get("", test.at)
		if got := a.words(".asof .muted"); got != test.sentence {
			t.Errorf("%s says %q, want %q", test.at, got, test.sentence)
		}
		var links []string
		a.Find(".stack > .note a.btn").Each(func(_ int, s *goquery.Selection) {
			to, _ := s.Attr("href")
			links = append(links, to)
			if h.ask("", http.MethodGet, to, nil).status != http.StatusOK {
				t.Errorf("%s leads to %s, where nothing is", test.at, to)
			}
		})
		if !slices.Equal(links, test.links) {
			t.Errorf("%s leads to %v, want %v", test.at, links, test.links)
		}
		if got := a.Find(".law .words > p:not(.absent):not(.given)").Length() > 0; got != test.texts {
			t.Errorf("%s shows texts: %v", test.at, got)
		}
	}
}

// A wording that is not held is not guessed; what quotes the later one has no place; the way to it is there.
func TestAWordingOfAnotherDay(t *testing.T) {
	h := newHouse(t, nil)
	a := h.get("", "/normas/resolucao_antt_1692_2006/art_6?em=2018-06-01")
	row := a.Find("#art6_par1u")
	if row.Find(".words .absent").Length() != 1 || row.Find("mark").Length() != 0 || !strings.Contains(row.Text(), "Sem lugar nesta redação") {
		t.Errorf("the row says %q", strings.Join(strings.Fields(row.Text()), " "))
	}
	to, _ := row.Find(".given a").Attr("href")
	later := h.get("", strings.Split(to, "#")[0])
	if later.Find("#art6_par1u mark").Length() == 0 || !strings.Contains(later.words("#art6_par1u .given"), "Resolução ANTT nº 5.856/2019") {
		t.Errorf("%s does not show the wording", to)
	}
}

// An English page marks what stays Portuguese.
func TestTheLawStaysPortuguese(t *testing.T) {
	h := newHouse(t, nil)
	a := h.get("", "/normas/decreto_9921_2019/art_39", "Accept-Language", "en")
	for _, selector := range []string{".law .words > p:not(.absent)", "h1", ".cond h4 span", ".cases a"} {
		a.Find(selector).Each(func(_ int, s *goquery.Selection) {
			if lang, _ := s.Attr("lang"); lang != "pt-BR" {
				t.Errorf("%s %q is marked %q", selector, s.Text(), lang)
			}
		})
	}
	if got := a.words(".asof .muted"); got != "This is the wording in force on that day." {
		t.Errorf("the day says %q", got)
	}
}

// A rule that changed shows its number, the signature that it broke and the cases that it fails; who signed is for those who may
// know.
func TestAChangedRuleInTheReader(t *testing.T) {
	h := newLawHouse(t, nil)
	const at = "/normas/decreto_9921_2019/art_39"
	if a := h.get("lia", at); a.Find(".note.deny").Length() != 0 || a.Find("#art39_par2_inc1 a[href^='/conferencias/']").Length() != 1 {
		t.Error("nothing is signed, and something broke; or it cannot be signed")
	}
	if a := h.signs("lia", urnInTime); a.status != http.StatusSeeOther {
		t.Fatalf("status %d", a.status)
	}
	if got := h.get("lia", at).words(".head .facts"); !strings.Contains(got, "1 de 13 conferidos") {
		t.Errorf("the facts are %q", got)
	}
	h.now = h.now.Add(72 * time.Hour)
	h.serve(fourHours)
	a := h.get("lia", at)
	if got := a.words(".stack .note.deny"); !strings.Contains(got, "rompida em um dispositivo") || !strings.Contains(got, "A regra mudou em 15/12/2026.") {
		t.Errorf("the article says %q", got)
	}
	row := a.Find("#art39_par2_inc1")
	if got := strings.Join(strings.Fields(row.Find(".rule > .note.deny").Text()), " "); !strings.Contains(got, "Conferência rompida") || !strings.Contains(got, "por lia") {
		t.Errorf("the row says %q", got)
	}
	row.Find(".rule > .note.deny a").Each(func(_ int, s *goquery.Selection) {
		to, _ := s.Attr("href")
		h.get("lia", to)
	})
	if got := row.Text(); !strings.Contains(got, "partida do ponto inicial da linha − 4\u00a0h") {
		t.Errorf("the number of the rule is not there: %s", strings.Join(strings.Fields(got), " "))
	}
	failed := row.Find(".cases .bad")
	if failed.Length() == 0 || !strings.Contains(failed.Text(), "esperado") {
		t.Errorf("%d cases fail", failed.Length())
	}
	to, _ := failed.Find("a").First().Attr("href")
	if failing := h.get("lia", to); failing.Find(".state.deny").Length() != 1 || failing.Find("code").Length() < 2 {
		t.Errorf("%s does not say in what it fails", to)
	}
	if jump := a.Find(".jump svg"); jump.Length() != 1 {
		t.Errorf("%d provisions of the list are marked", jump.Length())
	}
	h.door.open = false
	other := h.get("", at)
	if got := other.words("#art39_par2_inc1 .rule > .note.deny"); !strings.Contains(got, "Conferência rompida") || strings.Contains(other.body, "por lia") || other.Find("a[href^='/conferencias/']").Length() != 0 {
		t.Errorf("a stranger reads %q", got)
	}
}

// An open problem stands beside the words that it is about; on a day whose wording has not the words it is without a place. Whoever
// does not see names does not see it.
func TestProblemsInTheReader(t *testing.T) {
	h := newLawHouse(t, nil)
	const at = "/normas/decreto_9921_2019/art_39"
	sheet := "/conferencias/" + url.PathEscape(urnInTime)
	for _, m := range []url.Values{{"trecho": {"solicitará um único"}, "problema": {"Um único por viagem?"}}, {"problema": {"E o embarque?"}}} {
		if a := h.post("lia", sheet+"/problemas", m); a.status != http.StatusSeeOther {
			t.Fatalf("status %d: %s", a.status, a.words(".errors"))
		}
	}
	notes := h.get("rui", at).Find("#art39_par2_inc1 .law .note")
	if said := notes.Text(); notes.Length() != 2 || !strings.Contains(said, "Um único por viagem?") || !strings.Contains(said, "por lia") || strings.Contains(said, "Sem lugar") {
		t.Errorf("%d notes: %s", notes.Length(), said)
	}
	to, _ := notes.Find("h4 a").Attr("href")
	to, _, _ = strings.Cut(to, "#")
	if !strings.Contains(h.get("rui", to).words("#problemas ~ .said"), "E o embarque?") {
		t.Errorf("a note leads to %s", to)
	}
	h.serve(edit{"norms/decreto_9921_2019/art_39.txt", "solicitará um único", "pedirá um único"})
	if said := h.get("rui", at).words("#art39_par2_inc1 .law .note"); strings.Count(said, "Sem lugar") != 1 {
		t.Errorf("the words are gone: %s", said)
	}
	h.door.open = false
	if other := h.get("", at); other.Find("#art39_par2_inc1 .law .note").Length() != 0 {
		t.Error("a passer-by sees a problem")
	}
}
