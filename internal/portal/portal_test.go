package portal

import (
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// Whoever reads one language finds in it all that the other says.
func TestCataloguesHaveTheSameKeys(t *testing.T) {
	pt, err := readWords(wordFiles, portuguese)
	if err != nil {
		t.Fatal(err)
	}
	en, err := readWords(wordFiles, english)
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`\{[a-z_]+\}`)
	for key := range maps.Keys(pt.said) {
		if !en.has(key) {
			t.Errorf("en lacks %s", key)
			continue
		}
		a, b := named.FindAllString(pt.said[key], -1), named.FindAllString(en.said[key], -1)
		slices.Sort(a)
		slices.Sort(b)
		if !slices.Equal(slices.Compact(a), slices.Compact(b)) {
			t.Errorf("%s names %v in Portuguese and %v in English", key, a, b)
		}
	}
	for key := range maps.Keys(en.said) {
		if !pt.has(key) {
			t.Errorf("pt-BR lacks %s", key)
		}
	}
}

// What templates and handlers say stands in the catalogues, and what stands there is said.
func TestEveryKeyIsSaid(t *testing.T) {
	w, err := readWords(wordFiles, portuguese)
	if err != nil {
		t.Fatal(err)
	}
	var sources strings.Builder
	for _, pattern := range []string{"*.go", "templates/*/*.html"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			content, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			sources.Write(content)
		}
	}
	source := sources.String()
	groups := map[string]bool{}
	for key := range w.said {
		group, _, _ := strings.Cut(key, ".")
		groups[group] = true
	}
	literal := regexp.MustCompile(`"([a-z_]+(?:\.[A-Za-z0-9_-]+)+)(\.?)"`)
	prefixes := map[string]bool{}
	for _, found := range literal.FindAllStringSubmatch(source, -1) {
		key, open := found[1], found[2] == "."
		if group, _, _ := strings.Cut(key, "."); !groups[group] {
			continue
		}
		if open {
			prefixes[key+"."] = true
			continue
		}
		inside := slices.ContainsFunc(slices.Collect(maps.Keys(w.said)), func(k string) bool { return strings.HasPrefix(k, key+".") })
		if !w.has(key) && !inside {
			t.Errorf("%s is said and has no words", key)
		}
		prefixes[key] = true
	}
	for _, found := range regexp.MustCompile(`"([a-z_]+\.)"`).FindAllStringSubmatch(source, -1) {
		prefixes[found[1]] = true
	}
	for key := range w.said {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(prefixes)), func(p string) bool {
			return key == p || strings.HasPrefix(key, p) && (strings.HasSuffix(p, ".") || key[len(p)] == '.')
		}) {
			t.Errorf("%s is never said", key)
		}
	}
}

// Templates hold no style, no script of their own and no foreign address: the policy of the pages forbids them.
func TestTemplatesKeepToThePolicy(t *testing.T) {
	forbidden := map[string]*regexp.Regexp{
		"a style attribute":      regexp.MustCompile(`(?i)\sstyle\s*=`),
		"a style element":        regexp.MustCompile(`(?i)<style`),
		"a handler attribute":    regexp.MustCompile(`(?i)\son[a-z]+\s*=`),
		"a script inside":        regexp.MustCompile(`(?is)<script(?:\s[^>]*)?>\s*[^\s<]`),
		"hx-on, js: or a filter": regexp.MustCompile(`(?i)hx-on|"js:|hx-vals='?js|hx-trigger="[^"]*\[`),
		"a foreign address":      regexp.MustCompile(`(?i)(?:src|href|action)\s*=\s*"?(?:https?:)?//`),
	}
	data := regexp.MustCompile(`(?is)<script type="application/json"[^>]*>.*?</script>`)
	seen := 0
	err := fs.WalkDir(templateFiles, "templates", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		seen++
		content, err := fs.ReadFile(templateFiles, name)
		if err != nil {
			return err
		}
		for what, pattern := range forbidden {
			if found := pattern.Find(data.ReplaceAll(content, nil)); found != nil {
				t.Errorf("%s holds %s: %s", name, what, found)
			}
		}
		return nil
	})
	if err != nil || seen == 0 {
		t.Errorf("%d templates, %v", seen, err)
	}
}

// Every page has the headers that keep it to itself.
func TestHeaders(t *testing.T) {
	h := newHouse(t, nil)
	for _, a := range []*answer{h.get("", "/"), h.ask("", http.MethodGet, "/nada", nil)} {
		policy := a.header.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'"} {
			if !strings.Contains(policy, want) {
				t.Errorf("the policy lacks %s: %s", want, policy)
			}
		}
		if strings.Contains(policy, "unsafe") || strings.Contains(policy, "{nonce}") {
			t.Errorf("the policy is %s", policy)
		}
		if a.header.Get("Cache-Control") != "no-store" || a.header.Get("Referrer-Policy") != "same-origin" {
			t.Errorf("headers %v", a.header)
		}
	}
}

// A form of another site is refused, and one of ours is not.
func TestAFormOfAnotherSite(t *testing.T) {
	h := newHouse(t, nil)
	form := url.Values{"contraste": {"high"}, "volta": {"/sobre"}}
	if a := h.post("", "/preferencias", form, "Sec-Fetch-Site", "cross-site"); a.status != http.StatusForbidden {
		t.Errorf("status %d", a.status)
	}
	a := h.post("", "/preferencias", form, "Sec-Fetch-Site", "same-origin")
	if a.status != http.StatusSeeOther || a.header.Get("Location") != "/sobre" {
		t.Errorf("status %d to %s", a.status, a.header.Get("Location"))
	}
	kept := a.header.Get("Set-Cookie")
	for _, want := range []string{contrastCookie + "=high", "Secure", "HttpOnly", "SameSite=Lax", "Path=/"} {
		if !strings.Contains(kept, want) {
			t.Errorf("the cookie lacks %s: %s", want, kept)
		}
	}
}

// The way back leads to no other site.
func TestTheWayBackIsOurs(t *testing.T) {
	for given, want := range map[string]string{
		"/normas?em=2026-12-12": "/normas?em=2026-12-12", "": "/", "https://a.example/": "/", "//a.example": "/", `/\a.example`: "/", "/\t/a.example": "/",
	} {
		if got := local(given); got != want {
			t.Errorf("%q leads to %q, want %q", given, got, want)
		}
	}
}

// The language is chosen by the address, then kept; then asked for; then the standard.
func TestTheLanguageOfAPage(t *testing.T) {
	h := newHouse(t, nil)
	a := h.ask("", http.MethodGet, "/?em=2026-01-01&lang=en", nil)
	if a.status != http.StatusSeeOther || a.header.Get("Location") != "/?em=2026-01-01" || !strings.Contains(a.header.Get("Set-Cookie"), languageCookie+"=en") {
		t.Errorf("status %d to %s with %s", a.status, a.header.Get("Location"), a.header.Get("Set-Cookie"))
	}
	if lang, _ := h.get("", "/", "Accept-Language", "en-GB").Find("html").Attr("lang"); lang != english {
		t.Errorf("the page is in %s", lang)
	}
	if lang, _ := h.get("", "/", "Accept-Language", "de").Find("html").Attr("lang"); lang != portuguese {
		t.Errorf("the page is in %s", lang)
	}
}

// An address that nothing is at says so, in the language of who came.
func TestNothingIsThere(t *testing.T) {
	h := newHouse(t, nil)
	a := h.ask("", http.MethodGet, "/nada/%3Cscript%3E", nil)
	if a.status != http.StatusNotFound || a.Find("h1").Length() != 1 || strings.Contains(a.body, "<script>") {
		t.Errorf("status %d: %s", a.status, a.words("main"))
	}
}

// Without what npm builds, no page asks for it.
func TestThePlainPortal(t *testing.T) {
	content, err := fs.ReadFile(staticFiles, "static/portal.css")
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{"static/portal.css": {Data: content}, "static/portal.js": {Data: []byte("//")}}
	h := newHouse(t, nil)
	if h.portal, err = open(h.portal.Options, files); err != nil {
		t.Fatal(err)
	}
	if h.portal.Full() {
		t.Error("a portal without the parts says that it has them")
	}
	for _, path := range []string{"/", "/sobre", "/sobre/licencas", "/sobre/componentes"} {
		if a := h.get("", path); strings.Contains(a.body, "vendor") || a.Find("link[rel=stylesheet]").Length() != 1 {
			t.Errorf("%s asks for what is not there", path)
		}
	}
}

// A file has an address of its content, at which it never changes; at any other it is asked for each time.
func TestAssets(t *testing.T) {
	h := newHouse(t, nil)
	address, _ := h.get("", "/").Find("link[rel=stylesheet]").Last().Attr("href")
	a := h.get("", address)
	if !strings.Contains(a.header.Get("Cache-Control"), "immutable") || !strings.HasPrefix(a.header.Get("Content-Type"), "text/css") {
		t.Errorf("%s comes with %v", address, a.header)
	}
	name, _, _ := strings.Cut(address, "?")
	for header, want := range map[string]string{"gzip": "gzip", "br;q=1, gzip;q=0.5": "gzip", "gzip;q=0": "", "br": "", "": ""} {
		if got := h.get("", address, "Accept-Encoding", header).header.Get("Content-Encoding"); got != want {
			t.Errorf("whoever takes %q gets %q", header, got)
		}
	}
	if a := h.get("", name+"?v=0"); a.header.Get("Cache-Control") != "no-cache" {
		t.Errorf("an old address comes with %v", a.header)
	}
	if a := h.ask("", http.MethodGet, name, nil, "If-None-Match", a.header.Get("ETag")); a.status != http.StatusNotModified {
		t.Errorf("what is known comes again: %d", a.status)
	}
	for _, path := range []string{"/static/../portal.go", "/static/nada.css", "/static/%2e%2e/portal.go"} {
		if a := h.ask("", http.MethodGet, path, nil); a.status != http.StatusNotFound {
			t.Errorf("%s: %d", path, a.status)
		}
	}
}
