package portal

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"deferido/internal/decision"
)

// Every case that is decided has its pages, in both languages: what they quote stands in the texts of the law, what they cite
// is there, and they have the words for all that they say.
func TestThePagesOfEveryCase(t *testing.T) {
	h := newHouse(t, nil)
	seen, quotes, refusals := 0, 0, 0
	for _, id := range cases(t) {
		d := h.decided(caseOf(t, id), "exemplo", portuguese)
		pages := []string{"", "/explicacao", "/explicacao?tudo=1", "/simular"}
		if d.Outcome == "deny" {
			pages = append(pages, "/recusa")
			refusals++
		}
		for _, page := range pages {
			for _, lang := range []string{portuguese, english} {
				a := h.get("rui", "/decisoes/"+d.ID+page, "Accept-Language", lang)
				quotes += h.quoted(id+page+" "+lang, a)
				h.whole(id+page+" "+lang, a, d)
				seen++
			}
		}
	}
	if seen == 0 || quotes == 0 || refusals == 0 {
		t.Errorf("%d pages, %d quotes, %d refusals", seen, quotes, refusals)
	}
}

var keyLeft = regexp.MustCompile(`\b(decisions|state|grade|shell)\.[a-z_]+`)

// whole holds a page to what all have: one heading, words for everything, links that lead somewhere.
func (h *house) whole(name string, a *answer, d *decision.Decision) {
	h.t.Helper()
	if n := a.Find("h1").Length(); n != 1 {
		h.t.Errorf("%s: %d headings", name, n)
	}
	if key := keyLeft.FindString(a.words("body")); key != "" {
		h.t.Errorf("%s: no words of %s", name, key)
	}
	for _, left := range []string{"/facts/", "<no value>", "map[", "%!"} {
		if strings.Contains(a.words("main"), left) {
			h.t.Errorf("%s: the page says %s: %s", name, left, a.words("main"))
		}
	}
	if !strings.Contains(a.body, d.ID) {
		h.t.Errorf("%s: the page does not name the decision", name)
	}
	ids := map[string]bool{}
	a.Find("[id]").Each(func(_ int, s *goquery.Selection) {
		if id := s.AttrOr("id", ""); ids[id] {
			h.t.Errorf("%s: two elements have the id %s", name, id)
		} else {
			ids[id] = true
		}
	})
}

// quoted holds what a page quotes and cites to the corpus, and returns how many quotes there are.
func (h *house) quoted(name string, a *answer) int {
	h.t.Helper()
	law := h.set.Corpus()
	a.Find(`a[href^="/urn/"]`).Each(func(_ int, s *goquery.Selection) {
		urn := urnOf(h.t, s)
		found, held := law.ByURN(urn)
		if !held || found.Provision == nil || found.Provision.Label != strings.TrimSpace(s.Text()) {
			h.t.Errorf("%s: %s is cited as %q", name, urn, s.Text())
		}
	})
	quotes := a.Find("figure.quote")
	quotes.Each(func(_ int, s *goquery.Selection) {
		quote, cited := s.Find("blockquote").Text(), strings.TrimSpace(s.Find("figcaption").Text())
		if link := s.Find("figcaption a").First(); link.Length() > 0 {
			cited = strings.TrimSpace(link.Text())
		}
		match := law.Resolve(cited)
		if match.Found == nil || match.Found.Provision == nil {
			h.t.Errorf("%s: %q is no provision", name, cited)
			return
		}
		p := match.Found.Provision
		if !law.QuotedInProvision(p.Norm.Folder, p.Fragment.String(), quote) && !law.QuotedInArticle(p.Norm.Folder, p.Fragment.ArticleName(), quote) {
			h.t.Errorf("%s: %q does not stand in %s", name, quote, cited)
		}
		if lang := s.Find("blockquote").AttrOr("lang", ""); lang != portuguese {
			h.t.Errorf("%s: the law is in %q", name, lang)
		}
	})
	return quotes.Length()
}

// urnOf is the URN that a link leads to.
func urnOf(t testing.TB, s *goquery.Selection) string {
	t.Helper()
	at, err := url.Parse(s.AttrOr("href", ""))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(at.Path, "/urn/")
}

// Every refusal that has a way out is none any more once the way is gone: the simulation makes the very change that the page
// tells, and records nothing.
func TestEveryWayOutIsOne(t *testing.T) {
	h := newHouse(t, nil)
	turned := 0
	for _, id := range cases(t) {
		d := h.decided(caseOf(t, id), "", portuguese)
		if len(d.Remedies) == 0 {
			continue
		}
		before := h.count()
		a := h.ask("rui", http.MethodGet, "/decisoes/"+d.ID+"/simular?mudanca=todas", nil)
		if a.status != http.StatusOK {
			t.Errorf("%s: status %d: %s", id, a.status, a.words("main"))
			continue
		}
		if a.Find("#depois").Length() != 1 || a.Find(".sides .verdict.deny").Length() != 1 {
			t.Errorf("%s: %s", id, a.words(".sides"))
		}
		h.quoted(id, a)
		if h.count() != before {
			t.Errorf("%s: the simulation was recorded", id)
		}
		turned++
	}
	if turned == 0 {
		t.Error("no case has a way out")
	}
}

// count is how many decisions are on record.
func (h *house) count() int {
	h.t.Helper()
	n, exact, err := h.journal.Count(h.t.Context(), decision.Filter{}, 1_000_000)
	failed, alsoExact, err2 := h.journal.Count(h.t.Context(), decision.Filter{Failures: true}, 1_000_000)
	if err != nil || err2 != nil || !exact || !alsoExact {
		h.t.Fatal(err, err2)
	}
	return n + failed
}
