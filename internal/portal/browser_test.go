package portal

import (
	"fmt"
	"net/http/httptest"
	"testing"

	"deferido/internal/portal/browsertest"
)

// inBrowser serves a house over real HTTP.
func inBrowser(t testing.TB, h *house) string {
	server := httptest.NewServer(h.portal)
	t.Cleanup(server.Close)
	return server.URL
}

// as has a tab come with cookies: names and values by turns.
func as(tab *browsertest.Tab, address string, cookies ...string) {
	for i := 0; i+1 < len(cookies); i += 2 {
		tab.Cookie(address, cookies[i], cookies[i+1])
	}
}

// widths are those that pages are held to, in CSS pixels.
var widths = []int64{320, 390, 1440}

// Every component is accessible, in both languages and both contrasts, on a telephone and on a desk.
func TestComponentsAreAccessible(t *testing.T) {
	b := browsertest.Launch(t)
	h := newHouse(t, nil)
	if !h.portal.Full() {
		t.Fatal("the bundle is not here: run npm ci --prefix internal/portal")
	}
	address := inBrowser(t, h)
	for _, lang := range []string{portuguese, english} {
		for _, contrast := range []string{"normal", "high"} {
			tab := b.Tab(t)
			as(tab, address, languageCookie, lang, contrastCookie, contrast)
			for _, width := range widths {
				tab.Size(width, 900)
				tab.Open(address + "/sobre/componentes")
				tab.Accessible(fmt.Sprintf("components in %s, contrast %s, %d px", lang, contrast, width))
				tab.Screenshot(fmt.Sprintf("componentes-%s-%s-%d", lang, contrast, width))
			}
		}
	}
}

// The cookies of the portal are kept by a browser that talks to this machine in clear.
func TestCookiesAreKept(t *testing.T) {
	b := browsertest.Launch(t)
	tab := b.Tab(t)
	address := inBrowser(t, newHouse(t, nil))
	tab.Open(address + "/")
	tab.Click("button[name=contraste]")
	tab.Await("the page comes in high contrast", "document.documentElement.dataset.contrast === 'high'")
	tab.Open(address + "/sobre?lang=en")
	tab.Await("the page comes in English", "document.documentElement.lang === 'en' && location.search === ''")
}
