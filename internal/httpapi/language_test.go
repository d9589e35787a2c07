package httpapi_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"deferido/internal/httpapi"
)

func TestTheLanguageWhenNoneIsAskedFor(t *testing.T) {
	for _, c := range []struct{ standard, header, want string }{
		{"", "", "pt-BR"}, {"en", "", "en"}, {"en", "pt", "pt-BR"}, {"en", "xx", "en"}, {"", "en-GB;q=0.5, pt;q=0.1", "en"}, {"", "xx", "pt-BR"},
	} {
		h := build(t, func(o *httpapi.Options) { o.Language = c.standard })
		r := httptest.NewRequest(http.MethodGet, "/healthz", nil)
		r.Header.Set("Accept-Language", c.header)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if got := w.Header().Get("Content-Language"); got != c.want {
			t.Errorf("%q with the default %q: %s, want %s", c.header, c.standard, got, c.want)
		}
	}
}
