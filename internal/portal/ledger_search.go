package portal

import (
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"deferido/internal/decision"
	"deferido/internal/identity"
)

// longestQuery is the characters that a search may have: more is no search.
const longestQuery = 200

// personal is what an identity number, a card, a telephone or an address of mail looks like. A search for one finds nothing and is
// not repeated: it would stay in the address, and in what the browser remembers.
var personal = []struct {
	form   *regexp.Regexp
	digits int // at least
}{
	{regexp.MustCompile(`\d[\d.-]*\d`), 8},
	{regexp.MustCompile(`\d[\d. -]*\d`), 11},
	{regexp.MustCompile(`\S@\S+\.\S`), 0},
}

// notPersonal are longer numbers that name no person: dates, the years of acts, URNs, decisions, revisions.
var notPersonal = regexp.MustCompile(`(?i)\b\d{4}-\d{2}-\d{2}\b|\burn:\S+|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\bsha256:[0-9a-f]+|[ /-](?:19|20)\d{2}\b`)

// looksPersonal tells whether a text may be of a person.
func looksPersonal(text string) bool {
	rest := notPersonal.ReplaceAllString(text, " x ")
	for _, p := range personal {
		for _, match := range p.form.FindAllString(rest, -1) {
			if digits(match) >= p.digits {
				return true
			}
		}
	}
	return false
}

func digits(text string) int {
	n := 0
	for _, r := range text {
		if r >= '0' && r <= '9' {
			n++
		}
	}
	return n
}

// search answers GET /busca?q=. What names one thing leads to it.
func (p *Portal) search(v *visit) error {
	query := strings.TrimSpace(v.Query("q"))
	if looksPersonal(query) {
		return v.redirect("/busca?omitido=sim")
	}
	if utf8.RuneCountInString(query) > longestQuery {
		return badRequest("ledger.search.too_long", "limit", longestQuery)
	}
	body := searchPage{Query: query, Omitted: v.Query("omitido") == "sim"}
	if query != "" {
		to, gone, err := p.named(v, query)
		if err != nil {
			return err
		}
		if to != "" {
			return v.redirect(to)
		}
		b, err := p.book(v.ctx(), v.set)
		if err != nil {
			return err
		}
		if body.NoDecision = gone; !gone { // an id names a decision or nothing: its digits are no act's number
			body.Nearly, body.Groups = v.nearly(query), v.searched(b, foldedWords(query))
		}
	}
	return v.render(http.StatusOK, page{Title: v.t("ledger.search.title"), Template: "ledger/search", Narrow: true, Body: body})
}

// searchPage is what a search found.
type searchPage struct {
	Query      string
	Omitted    bool // what was looked for may be of a person
	NoDecision bool // it is the id of no decision that the visitor may see
	Nearly     []link
	Groups     []searchGroup
}

// named is the address of the one thing that a query names; empty where it names none. gone tells that it is the id of a decision
// that is not there, or not for the visitor to see: the two are told alike.
func (p *Portal) named(v *visit, query string) (to string, gone bool, err error) {
	if id, err := uuid.Parse(query); err == nil {
		seen, err := p.seesDecision(v, id.String())
		if err != nil || !seen {
			return "", true, err
		}
		return "/decisoes/" + id.String(), false, nil
	}
	if found := v.set.Corpus().Resolve(query).Found; found != nil {
		if found.Provision == nil {
			return "/normas/" + url.PathEscape(found.Norm.Folder), false, nil
		}
		return provisionURL(found.Provision.URN, ""), false, nil
	}
	if m := readingID.FindStringSubmatch(query); m != nil {
		if i, known := interpretation(v, "IR-"+strings.Repeat("0", max(0, 2-len(m[1])))+m[1]); known {
			return "/leituras/" + i.ID, false, nil
		}
	}
	for _, d := range v.set.Disputes() {
		if strings.EqualFold(d.ID, query) {
			return "/divergencias/" + url.PathEscape(d.ID), false, nil
		}
	}
	for _, param := range v.set.Parameters() {
		if strings.EqualFold(param.Name, query) {
			return "/parametros/" + url.PathEscape(param.Name), false, nil
		}
	}
	b, err := p.book(v.ctx(), v.set)
	if err != nil {
		return "", false, err
	}
	for _, c := range b.cases {
		if strings.EqualFold(c.ID, query) {
			return "/casos/" + url.PathEscape(c.ID), false, nil
		}
	}
	return "", false, nil
}

// readingID is how people write the id of a reading: IR-07, ir 7.
var readingID = regexp.MustCompile(`(?i)^ir[- ]?(\d{1,2})$`)

// seesDecision tells whether there is a decision of an id, and the visitor may see it.
func (p *Portal) seesDecision(v *visit, id string) (bool, error) {
	if p.Journal == nil || !v.SignedIn() {
		return false, nil
	}
	record, err := p.Journal.Get(v.ctx(), id)
	var erased *decision.Erased
	switch {
	case errors.As(err, &erased):
		return v.may(identity.ReadDecision, "") == nil, nil // its sheet says that it was erased
	case errors.Is(err, decision.ErrNoRecord):
		return false, nil
	case err != nil:
		return false, err
	}
	return v.may(identity.ReadDecision, record.Carrier) == nil, nil
}

// nearly are the acts that a query may have meant whose number is nearly, or not only, that of one. None is taken for it.
func (v *visit) nearly(query string) []link {
	var all []link
	for _, s := range v.set.Corpus().Resolve(query).Suggestions {
		if s.Provision != nil {
			all = append(all, link{provisionURL(s.Provision.URN, ""), s.Provision.Label})
			continue
		}
		all = append(all, link{"/normas/" + url.PathEscape(s.Norm.Folder), s.Norm.Title})
	}
	return all
}

// hit is something that a search may find.
type hit struct {
	kind   string // provision, reading, dispute, parameter or case
	url    string
	label  string
	text   string // where the words are looked for beside the label: Portuguese; for readings in both languages
	en     string // the same in English; empty where there is none
	quote  bool   // the text is the law's
	folded string
}

// searchKinds are the kinds of what is found, in the order in which they are shown.
var searchKinds = []string{"provision", "reading", "dispute", "parameter", "case"}

// searchMost is how many of a kind are shown.
const searchMost = 40

// searchHit is something that a search found.
type searchHit struct {
	URL, Label string
	Snippet    template.HTML
	Quote      bool // the snippet is the law's
	Foreign    bool // the snippet is Portuguese on an English page
}

// searchGroup is what a search found of a kind.
type searchGroup struct {
	Kind string
	Hits []searchHit
	More int
}

// indexed is what a search looks through.
func (b *book) indexed() []hit {
	var all []hit
	add := func(e hit) {
		e.folded = fold(e.label + "\n" + e.text + "\n" + e.en).text
		all = append(all, e)
	}
	for _, r := range b.rows {
		if r.URN == "" {
			continue
		}
		e := hit{kind: "provision", url: provisionURL(r.URN, ""), label: r.Label, text: r.Note}
		if r.Text != nil {
			e.text, e.quote = *r.Text, true
		}
		add(e)
	}
	for _, i := range b.set.Interpretations() {
		add(hit{kind: "reading", url: "/leituras/" + i.ID, label: i.ID, text: i.PT, en: i.EN})
	}
	for _, d := range b.set.Disputes() {
		add(hit{kind: "dispute", url: "/divergencias/" + url.PathEscape(d.ID), label: d.Title, text: d.Description + " " + d.Court.PT + ", " + d.Case.PT})
	}
	for _, param := range b.set.Parameters() {
		add(hit{kind: "parameter", url: "/parametros/" + url.PathEscape(param.Name), label: param.Title, text: param.Note})
	}
	for _, c := range b.cases {
		add(hit{kind: "case", url: "/casos/" + url.PathEscape(c.ID), label: c.ID, text: c.Title})
	}
	return all
}

// searched are the entries that have all words.
func (v *visit) searched(b *book, words []string) []searchGroup {
	if len(words) == 0 {
		return nil
	}
	groups := map[string]*searchGroup{}
	for _, e := range b.index {
		if !hasAll(e.folded, words) {
			continue
		}
		g := groups[e.kind]
		if g == nil {
			g = &searchGroup{Kind: e.kind}
			groups[e.kind] = g
		}
		if len(g.Hits) >= searchMost {
			g.More++
			continue
		}
		hit := searchHit{URL: e.url, Label: e.label, Quote: e.quote, Foreign: v.lang == english}
		text := e.text
		if v.lang == english && e.en != "" {
			text, hit.Foreign = e.en, false
		}
		hit.Snippet = snippet(text, words)
		g.Hits = append(g.Hits, hit)
	}
	var all []searchGroup
	for _, kind := range searchKinds {
		if groups[kind] != nil {
			all = append(all, *groups[kind])
		}
	}
	return all
}
