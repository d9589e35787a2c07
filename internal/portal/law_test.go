package portal

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

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

func TestDaysOfTheAddress(t *testing.T) {
	h := newHouse(t, nil)
	for given, want := range map[string]string{
		"12/12/2026": "2026-12-12", "1/2/2026": "2026-02-01", "12122026": "2026-12-12", "12-12-2026": "2026-12-12", " 12.12.2026 ": "2026-12-12",
	} {
		for _, at := range []string{"/normas", "/normas/decreto_9921_2019", "/normas/decreto_9921_2019/art_39"} {
			a := h.ask("", http.MethodGet, at+"?em="+url.QueryEscape(given), nil)
			if a.status != http.StatusSeeOther || a.header.Get("Location") != at+"?em="+want {
				t.Errorf("%s on %q: %d to %s", at, given, a.status, a.header.Get("Location"))
			}
		}
	}
	for _, given := range []string{"30/02/2026", "2026-02-30", "mês que vem", "0", "<script>", "99999999"} {
		for _, at := range []string{"/normas", "/normas/decreto_9921_2019", "/normas/decreto_9921_2019/art_39"} {
			a := h.ask("", http.MethodGet, at+"?em="+url.QueryEscape(given), nil)
			if a.status != http.StatusUnprocessableEntity || a.Find(".law, .cols, blockquote").Length() != 0 || a.Find("#em[aria-invalid]").Length() != 1 {
				t.Errorf("%s on %q: %d", at, given, a.status)
			}
			if value, _ := a.Find("#em").Attr("value"); value != given {
				t.Errorf("what was typed, %q, came back as %q", given, value)
			}
		}
	}
}

func TestWhatIsNotHeldLeadsToNoOtherAct(t *testing.T) {
	h := newHouse(t, nil)
	for at, want := range map[string]string{
		"/normas/decreto_5943_2006":             "/normas/decreto_5934_2006",
		"/normas/decreto_9921_2019/art_38":      "/normas/decreto_9921_2019",
		"/normas/decreto_9921_2019/art_39_par1": "/normas/decreto_9921_2019",
		"/normas/nada/art_1":                    "/normas",
		"/urn/" + url.PathEscape("urn:lex:br:federal:decreto:2006-10-18;5943!art3_cpt"): "/urn/urn:lex:br:federal:decreto:2006-10-18%3B5934%21art3_cpt",
		"/urn/decreto%2010471": "/normas/lei_10741_2003",
		"/urn/x":               "/normas",
		"/casos/nada":          "/cobertura",
		"/parametros/nada":     "/parametros/minimum_wage",
	} {
		a := h.ask("", http.MethodGet, at, nil)
		var links []string
		a.Find("main li a").Each(func(_ int, s *goquery.Selection) {
			to, _ := s.Attr("href")
			links = append(links, to)
		})
		if a.status != http.StatusNotFound || !slices.Contains(links, want) {
			t.Errorf("%s: %d, leads to %v, want %s", at, a.status, links, want)
		}
	}
}

func TestURNsLeadToTheReader(t *testing.T) {
	h := newHouse(t, nil)
	for _, p := range h.set.Corpus().Provisions() {
		if p.Fragment == nil {
			continue
		}
		a := h.ask("", http.MethodGet, provisionURL(p.URN, "2026-12-12"), nil)
		want := articleURL(p.Norm.Folder, p.Fragment.ArticleName(), "2026-12-12") + "#" + p.Fragment.String()
		if a.status != http.StatusSeeOther || a.header.Get("Location") != want {
			t.Errorf("%s: %d to %s", p.URN, a.status, a.header.Get("Location"))
		}
	}
	act := "urn:lex:br:federal:decreto:2019-07-18;9921"
	for urn, want := range map[string]string{
		act: "/normas/decreto_9921_2019", act + "!art39": "/normas/decreto_9921_2019/art_39",
	} {
		for _, address := range []string{"/urn/" + urn, "/urn/" + url.PathEscape(urn)} {
			if a := h.ask("", http.MethodGet, address, nil); a.status != http.StatusSeeOther || a.header.Get("Location") != want {
				t.Errorf("%s: %d to %s", address, a.status, a.header.Get("Location"))
			}
		}
	}
	typed := h.ask("", http.MethodGet, provisionURL(act+"!art39_cpt", "")+"?em=1/2/2026", nil)
	if typed.status != http.StatusSeeOther || !strings.HasSuffix(typed.header.Get("Location"), "?em=2026-02-01") {
		t.Errorf("%d to %s", typed.status, typed.header.Get("Location"))
	}
}

// Every way of a norm's page leads somewhere, and the tables count what there is.
func TestNormsAndTheirArticles(t *testing.T) {
	h := newHouse(t, nil)
	for _, day := range []string{"", "?em=2003-06-01", "?em=2018-06-01"} {
		a := h.get("", "/normas"+day)
		if got := a.Find("table.ledger tbody tr").Length(); got != len(h.set.Corpus().Norms()) {
			t.Errorf("%d norms", got)
		}
		a.Find("table.ledger a").Each(func(_ int, s *goquery.Selection) {
			to, _ := s.Attr("href")
			norm := h.get("", to)
			norm.Find("table.ledger a").Each(func(_ int, s *goquery.Selection) {
				article, _ := s.Attr("href")
				if h.ask("", http.MethodGet, article, nil).status != http.StatusOK {
					t.Errorf("%s leads to %s, where nothing is", to, article)
				}
			})
			norm.Find("blockquote").Each(func(_ int, s *goquery.Selection) {
				if !slices.Contains(lawTexts(t, h), s.Text()) {
					t.Errorf("%s quotes %q", to, s.Text())
				}
			})
		})
	}
	if got := h.get("", "/normas?em=2003-06-01").words(".asof .muted"); got != "0 normas do acervo valem nesse dia." {
		t.Errorf("before any: %q", got)
	}
}

func TestTwoDays(t *testing.T) {
	h := newHouse(t, nil)
	a := h.get("", "/normas/decreto_9921_2019/art_39/comparar?de=2018-06-01&ate=2026-12-12")
	if a.Find("del").Length() == 0 || a.Find("ins").Length() == 0 || !strings.Contains(a.words(".legend"), "Decreto nº 5.934/2006, art. 3º") {
		t.Errorf("the page says %q", a.words(".legend"))
	}
	if got := a.words("table del"); got != "R$ 954,00" {
		t.Errorf("the wage was %q", got)
	}
	same := h.get("", "/normas/decreto_9921_2019/art_39/comparar?de=2026-12-12&ate=2026-12-12")
	if same.Find("del, ins").Length() != 0 || !strings.Contains(same.words("main"), "Nada mudou entre os dois dias") {
		t.Error("a day differs from itself")
	}
	if typed := h.ask("", http.MethodGet, "/normas/decreto_9921_2019/art_39/comparar?de=1/6/2018&ate=2026-12-12", nil); typed.status != http.StatusSeeOther {
		t.Errorf("status %d", typed.status)
	}
	wrong := h.ask("", http.MethodGet, "/normas/decreto_9921_2019/art_39/comparar?de=xx&ate=2026-12-12", nil)
	if wrong.status != http.StatusUnprocessableEntity || wrong.Find("#de[aria-invalid]").Length() != 1 || wrong.Find("del, ins").Length() != 0 {
		t.Errorf("status %d", wrong.status)
	}
	for _, at := range readerPages(h, "") {
		for _, lang := range []string{portuguese, english} {
			h.get("", at+"/comparar?de=2018-06-01&ate=2026-12-12", "Accept-Language", lang)
			duplicates(t, at, h.get("", at+"/historico", "Accept-Language", lang))
		}
	}
}

func TestCasesAndParameters(t *testing.T) {
	h := newHouse(t, nil)
	tree, err := oneSet{h.set}.Tree(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, p := range h.set.Corpus().Provisions() {
		for _, id := range h.set.Cases(p.URN) {
			if _, err := tree.Open("cases/" + id + ".json"); err != nil {
				t.Fatal(err)
			}
			seen++
			for _, lang := range []string{portuguese, english} {
				if a := h.get("", "/casos/"+id, "Accept-Language", lang); a.Find(".state.allow").Length() != 1 {
					t.Errorf("%s does not pass", id)
				}
			}
		}
	}
	if seen < 50 {
		t.Errorf("%d cases", seen)
	}
	a := h.get("", "/casos/grant-elderly-birthday")
	if to, _ := a.Find("a.btn.main").Attr("href"); to != "/consultar/concessao?caso=grant-elderly-birthday" {
		t.Errorf("the form is at %s", to)
	}
	if !strings.Contains(a.words("table"), "Renda mensalR$ 2.100,00") || !strings.Contains(a.words("table"), "12/12/2026, 18:00 (UTC−3)") {
		t.Errorf("the facts are %q", a.words("table"))
	}
	wage := h.get("", "/parametros/minimum_wage")
	if got := wage.words("tr.now"); !strings.HasPrefix(got, "desde 01/01/2026 · em vigorR$ 1.621,00Decreto nº 12.797/2025") {
		t.Errorf("the wage in force is %q", got)
	}
	wage.Find("main section a").Each(func(_ int, s *goquery.Selection) {
		to, _ := s.Attr("href")
		if h.ask("", http.MethodGet, to, nil).status != http.StatusSeeOther {
			t.Errorf("%s leads nowhere", to)
		}
	})
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
