package portal

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"deferido/fixtures"
	"deferido/internal/decision"
	"deferido/internal/identity"
	"deferido/internal/report"
	"deferido/internal/revision"
)

// hostile is what somebody writes wherever something can be written.
const hostile = `"'><script>alert(1)</script><img src=x onerror=alert(2)> {{.}} javascript:alert(3)`

// livedIn is a house in which everything has happened once, and whatever could be written is hostile.
func livedIn(t *testing.T) *house {
	h := newHouse(t, func(h *house, o *Options) {
		withDesk(h, o)
		o.Office = h.desk.Office
		o.Reports = &counted{grants: []report.Grant{{ID: "0198f2c4-7d1e-7a30-9c55-2b8e6a4f1d02", Month: "2026-07", Category: "pessoa_idosa", Benefit: "gratuidade"}}}
		carrier := decision.Carrier{ID: "exemplo", Name: hostile, CNPJ: "11.222.333/0001-81", Address: hostile, Complaints: hostile, Terminals: []decision.Terminal{{Name: hostile, Address: hostile}}}
		if _, err := identity.NewCarriers(h.db, o.Now).Put(t.Context(), carrier); err != nil {
			t.Fatal(err)
		}
	})
	cases, err := revision.ReadCases(fixtures.FS)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		h.decide(c.Request)
	}
	place, err := json.Marshal(hostile)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"grant-elderly-income-one-cent-over", "grant-elderly-in-time"} {
		h.decided(strings.Replace(caseOf(t, name), `"made_at"`, `"place": `+string(place)+`, "made_at"`, 1), "exemplo", portuguese)
	}
	sheet := "/conferencias/" + url.PathEscape(urnInTime)
	h.sent("lia", sheet+"/problemas", url.Values{"trecho": {"três horas"}, "problema": {hostile}})
	h.sent("lia", sheet+"/problemas", url.Values{"problema": {hostile + "?"}})
	seen, _ := h.get("lia", sheet).Find("form[action='/conferencias'] input[name=visto]").Attr("value")
	h.sent("lia", "/conferencias", url.Values{"dispositivo": {urnInTime}, "visto": {seen}})
	seen, _ = h.get("lia", "/leituras/IR-04").Find("input[name=visto]").Attr("value")
	h.sent("lia", "/leituras/IR-04", url.Values{"veredito": {"refused"}, "comentario": {hostile}, "visto": {seen}})

	left := h.draft("rui", "Encerrado "+hostile)
	h.sent("rui", draftURL(left, "abandono"), url.Values{"motivo": {hostile}})
	id := h.draft("rui", "Rascunho "+hostile)
	h.edit("rui", id, ruleOf39, "package ", "# "+hostile+"\npackage ")
	h.edit("rui", id, "cases/grant-elderly-offsets.json", `"title": "`, `"title": "`+strings.ReplaceAll(hostile, `"`, `\"`))
	if a := h.post("rui", at(id, "texto"), newWording("ato", hostile)); a.status != http.StatusSeeOther {
		t.Fatalf("a wording: %d %s", a.status, a.words(".errors"))
	}
	return h
}

// sent sends a form, which must be taken.
func (h *house) sent(who, path string, form url.Values) {
	h.t.Helper()
	if a := h.post(who, path, form); a.status != http.StatusSeeOther {
		h.t.Fatalf("POST %s: %d %s", path, a.status, a.words("main"))
	}
}

// shape is what kind of page an address is of.
func shape(u *url.URL) string {
	parts := strings.Split(strings.Trim(u.Path, "/"), "/")
	for i := range parts {
		if i > 0 && !plainPart.MatchString(parts[i]) {
			parts[i] = "*"
		}
	}
	var keys []string
	for key := range u.Query() {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return strings.Join(parts, "/") + "?" + strings.Join(keys, "&")
}

// plainPart is a part of an address that is no id.
var plainPart = regexp.MustCompile(`^[a-z]+(\.[a-z]+)?$`)

// crawl follows every link from the start as somebody, some of each shape, and hands each page over. What it finds wrong with a
// link fails the test with where it stands.
func (h *house) crawl(who string, each func(at string, a *answer)) {
	h.t.Helper()
	const ofShape = 12
	type found struct{ at, on string }
	waiting, seen, shapes := []found{{"/", "the start"}}, map[string]*answer{"/": nil}, map[string]int{}
	for len(waiting) > 0 {
		next := waiting[0]
		waiting = waiting[1:]
		a := h.ask(who, http.MethodGet, next.at, nil)
		if strings.HasPrefix(a.header.Get("Location"), "/entrar") {
			continue // whoever signs in may see it
		}
		for hops := 0; a.status == http.StatusSeeOther && hops < 3; hops++ {
			next.at, _, _ = strings.Cut(a.header.Get("Location"), "#")
			a = h.ask(who, http.MethodGet, next.at, nil)
		}
		if a.status != http.StatusOK {
			h.t.Errorf("%q is led from %s to %s: %d %s", who, next.on, next.at, a.status, a.words("main"))
			continue
		}
		if !strings.HasPrefix(a.header.Get("Content-Type"), "text/html") {
			continue
		}
		each(next.at, a)
		a.Find("a[href], form[method=get][action]").Each(func(_ int, s *goquery.Selection) {
			href, link := s.Attr("href")
			if !link {
				href, _ = s.Attr("action")
			}
			u, err := url.Parse(href)
			if err != nil {
				h.t.Errorf("%s has a link %q: %v", next.at, href, err)
				return
			}
			if u.Host == "127.0.0.1" { // the address of a check, as it stands on paper
				u.Scheme, u.Host = "", ""
			}
			if u.Host != "" || u.Scheme != "" {
				if u.Scheme != "https" && u.Scheme != "mailto" && u.Scheme != "tel" {
					h.t.Errorf("%s leads out to %q", next.at, href)
				}
				return
			}
			if u.Path == "" && u.RawQuery == "" {
				if u.Fragment != "" && a.Find("[id]").FilterFunction(func(_ int, s *goquery.Selection) bool { id, _ := s.Attr("id"); return id == u.Fragment }).Length() == 0 {
					h.t.Errorf("%s leads to #%s, which is not there", next.at, u.Fragment)
				}
				return
			}
			if u.Query().Has("lang") || u.Path == "/entrar" {
				return // the same page in the other language; and here nobody has an account
			}
			u.Fragment = ""
			to := u.String()
			if _, known := seen[to]; known {
				return
			}
			if shapes[shape(u)]++; shapes[shape(u)] > ofShape {
				return
			}
			seen[to] = nil
			waiting = append(waiting, found{to, next.at})
		})
	}
	if len(seen) < 60 {
		h.t.Errorf("%q saw %d pages", who, len(seen))
	}
}

// Every link on every page, from the start, leads somewhere that its visitor may go; what was written by people is text wherever
// it is shown; whatever is quoted as law stands in the files of the law.
func TestEveryLinkLeadsSomewhere(t *testing.T) {
	h := livedIn(t)
	h.door.open = false
	law := strings.Join(lawTexts(t, h), "\n")
	hostileSeen := map[string]bool{}
	for _, who := range []string{"", "clara", "rui", "lia", "ada"} {
		h.crawl(who, func(at string, a *answer) {
			for _, raw := range []string{"<script>alert", "<img src=x", `"'><`} {
				if strings.Contains(a.body, raw) {
					t.Errorf("%s has %s as markup", at, raw)
				}
			}
			if strings.Contains(a.words("body"), "<script>alert(1)</script>") {
				hostileSeen[shape(&url.URL{Path: at})] = true
			}
			a.Find("figure.quote:not(.lost) blockquote:not(.diff)").Each(func(_ int, s *goquery.Selection) {
				if text := quotedText(s); !strings.Contains(law, text) && !strings.HasPrefix(at, "/mudancas/") { // which quotes the new wording too
					t.Errorf("%s quotes what is in no file: %q", at, text)
				}
			})
			if who == "lia" {
				duplicates(t, at, a)
			}
		})
	}
	if len(hostileSeen) < 8 {
		t.Errorf("what is hostile was seen on %d kinds of pages only: %v", len(hostileSeen), hostileSeen)
	}
}
