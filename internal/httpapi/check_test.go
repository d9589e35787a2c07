package httpapi_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"deferido/internal/httpapi"
	"deferido/internal/listen"
)

// checkAt is where a document says that it can be checked.
var checkAt = regexp.MustCompile(`https?://[^"<>\s]*/check/[^"<>\s]*`)

func address(t *testing.T, text string) *url.URL {
	t.Helper()
	u, err := url.Parse(checkAt.FindString(text))
	if err != nil || u.Host == "" {
		t.Fatalf("no address to check it at: %v", err)
	}
	return u
}

func TestADocumentIsCheckedAtItsAddress(t *testing.T) {
	h, allow, deny, _ := documented(t, nil)
	for target, want := range map[string][]string{
		allow + "/decision.html": {"O documento confere", "deferido (sim)"}, deny + "/refusal.html?lang=en": {"O documento confere", "indeferido (não)"},
	} {
		at := address(t, read(t, h.get(t, target)))
		page := h.get(t, at.RequestURI())
		text := read(t, page)
		for _, said := range append(want, "Expresso Planalto", "12/12/2026 15:00:01", strings.Split(target, "/")[3]) {
			if !strings.Contains(text, said) {
				t.Errorf("%s: no %q in %s", at, said, text)
			}
		}
		checkContentPolicy(t, page)
		if english := read(t, h.get(t, at.RequestURI()+"&lang=en")); !strings.Contains(english, "The document matches the record") {
			t.Errorf("%s", english)
		}
	}
}

// Without its code nothing is told of a document, and nothing that was sent comes back.
func TestADocumentThatDoesNotMatch(t *testing.T) {
	h, allow, deny, _ := documented(t, nil)
	id, other := strings.Split(allow, "/")[3], strings.Split(deny, "/")[3]
	for _, target := range []string{
		"/check/" + id, "/check/" + id + "?code=", "/check/" + id + "?code=" + codeOf(other), "/check/" + id + "?code=" + codeOf(id) + "0", "/check/" + id + "?code=SECRET",
		"/check/0198f2a0-0000-7000-8000-00000000ffff?code=" + codeOf("0198f2a0-0000-7000-8000-00000000ffff"), "/check/%3Cscript%3ESECRET?code=%22%3E%3Cb%3E",
		"/check/SECRET%22%27", "/check/%00?code=SECRET",
	} {
		w := h.get(t, target)
		text := read(t, w)
		if !strings.Contains(text, "O documento não confere") || strings.Contains(w.Body.String(), "SECRET") || strings.Contains(text, "Expresso") || strings.Contains(text, "12/12/2026") {
			t.Errorf("%s: %s", target, text)
		}
	}
	if right := read(t, h.get(t, "/check/"+id+"?code="+codeOf(id))); !strings.Contains(right, "O documento confere") {
		t.Errorf("%s", right)
	}
	if strings.Contains(h.logs.String(), "SECRET") || strings.Contains(h.logs.String(), codeOf(id)) {
		t.Error(h.logs)
	}
}

// Whoever holds the document of a decision whose content was erased is told so; whoever does not hold it, nothing.
func TestADocumentWhoseDecisionWasErased(t *testing.T) {
	h, allow, _, _ := documented(t, nil)
	id := strings.Split(allow, "/")[3]
	h.erase(t, id)
	wantProblem(t, h.get(t, "/check/"+id+"?code="+codeOf(id)), http.StatusGone, "erased")
	if text := read(t, h.get(t, "/check/"+id+"?code=wrong")); !strings.Contains(text, "O documento não confere") {
		t.Errorf("%s", text)
	}
}

// The address on a document is the one that the world reaches the program by: what the settings say, or else what a proxy that
// is trusted says, or else what the request says.
func TestAddressesOnDocuments(t *testing.T) {
	proxies, err := listen.ParseProxies([]string{"192.0.2.1"}) // whom the tests' requests come from
	if err != nil {
		t.Fatal(err)
	}
	forwarded := []string{"X-Forwarded-Proto", "https", "X-Forwarded-Host", "deferido.example.org"}
	for name, c := range map[string]struct {
		change  func(*httpapi.Options)
		headers []string
		want    string
	}{
		"as asked":           {nil, nil, "http://localhost"},
		"nobody is believed": {nil, forwarded, "http://localhost"},
		"a trusted proxy":    {func(o *httpapi.Options) { o.Proxies = proxies }, forwarded, "https://deferido.example.org"},
		"no host":            {func(o *httpapi.Options) { o.Proxies = proxies }, []string{"X-Forwarded-Host", `"><script>`}, "http://localhost"},
		"the settings":       {func(o *httpapi.Options) { o.Proxies, o.PublicURL = proxies, "https://public.example/deferido" }, forwarded, "https://public.example"},
	} {
		h, allow, deny, _ := documented(t, c.change)
		for target, w := range map[string]*httptest.ResponseRecorder{
			"refusal": h.get(t, deny+"/refusal.html", c.headers...), "ticket": h.post(t, allow+"/ticket.html", wholeTicket, c.headers...), "decision": h.get(t, allow+"/decision.html", c.headers...),
		} {
			if at := address(t, read(t, w)); at.Scheme+"://"+at.Host != c.want {
				t.Errorf("%s, %s: %s", name, target, at)
			}
		}
	}
}

// A carrier that is no longer registered leaves lines to be filled in by hand.
func TestDocumentsOfACarrierThatIsNotRegistered(t *testing.T) {
	h, allow, deny, _ := documented(t, nil)
	delete(h.Carriers.(*register).carriers, "expresso")
	for _, target := range []string{deny + "/refusal.html", deny + "/decision.pdf", allow + "/decision.html"} {
		if w := h.get(t, target); w.Code != http.StatusOK || strings.Contains(w.Body.String(), "Expresso") {
			t.Errorf("%s: %d", target, w.Code)
		}
	}
}
