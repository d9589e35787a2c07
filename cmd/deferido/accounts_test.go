package main

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"deferido/internal/store"
	"deferido/internal/store/storetest"
	"deferido/internal/testkit"
)

// told is what the program tells the first administrator.
var told = regexp.MustCompile(`(?m)^deferido: first administrator: open (\S+/entrar/primeiro) with the code ([0-9A-Z-]{14})$`)

// browser goes from page to page with the cookie of a session, as a person would.
type browser struct {
	t       *testing.T
	client  *http.Client
	session string
}

func browses(t *testing.T) *browser {
	c := clients(t)
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &browser{t: t, client: c}
}

// goes gets a page, or sends a form where there is one, and returns its status and where it leads.
func (b *browser) goes(address string, form url.Values) (status int, to string) {
	b.t.Helper()
	method, body := http.MethodGet, []byte(nil)
	headers := []string{"Accept", "text/html", "Cookie", "__Host-deferido-session=" + b.session}
	if form != nil {
		method, body = http.MethodPost, []byte(form.Encode())
		headers = append(headers, "Content-Type", "application/x-www-form-urlencoded")
	}
	got := asks(b.t, b.client, method, address, body, headers...)
	for _, line := range got.header.Values("Set-Cookie") {
		if c, err := http.ParseSetCookie(line); err == nil && c.Name == "__Host-deferido-session" {
			b.session = c.Value
		}
	}
	return got.status, got.header.Get("Location")
}

// The code on the terminal makes the first administrator; from then on nobody comes in without a key or an account.
func TestTheFirstAccountClosesAServer(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		k := serveKeyed(t, from)
		testkit.Eventually(t, "the code is told", func() bool { return told.MatchString(k.server.stderr.String()) })
		said := told.FindStringSubmatch(k.server.stderr.String())
		if said[1] != k.server.address+"/entrar/primeiro" {
			t.Errorf("it tells to open %s", said[1])
		}
		k.answers("anybody", "", http.StatusOK, "", "/v1/carriers")
		ana := browses(t)
		if status, _ := ana.goes(k.server.address+"/conta/pessoas", nil); status != http.StatusForbidden {
			t.Errorf("whoever sits at the machine looks after accounts: %d", status)
		}
		form := url.Values{"codigo": {said[2]}, "login": {"ana"}, "nome": {"Ana"}, "senha": {"quatro cavalos no telhado"}}
		if status, to := ana.goes(said[1], form); status != http.StatusSeeOther || to != "/conta" || ana.session == "" {
			t.Fatalf("%d to %s", status, to)
		}
		k.refusedSoon("anybody", "")
		for _, page := range []string{"/conta", "/conta/pessoas"} {
			if status, to := ana.goes(k.server.address+page, nil); status != http.StatusOK {
				t.Errorf("%s: %d to %s", page, status, to)
			}
			if status, to := browses(t).goes(k.server.address+page, nil); status != http.StatusSeeOther || !strings.HasPrefix(to, "/entrar?volta=") {
				t.Errorf("%s for a stranger: %d to %s", page, status, to)
			}
		}

		// What is done at the terminal ends the session that is open.
		phrase := filepath.Join(t.TempDir(), "phrase")
		if err := os.WriteFile(phrase, []byte("cinco cavalos no telhado\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		k.does("user", "password", "ana", "--password-file", phrase)
		began := time.Now()
		testkit.Eventually(t, "the session ends", func() bool {
			status, _ := ana.goes(k.server.address+"/conta", nil)
			return status == http.StatusSeeOther
		})
		if took := time.Since(began); took > time.Second {
			t.Errorf("it lasted %v more", took)
		}
		in := url.Values{"login": {"ana"}, "senha": {"cinco cavalos no telhado"}, "volta": {"/conta/pessoas"}}
		if status, to := ana.goes(k.server.address+"/entrar", in); status != http.StatusSeeOther || to != "/conta/pessoas" {
			t.Errorf("%d to %s", status, to)
		}

		// A session outlives the program, and now others may reach it; no code is told any more.
		again := serve(t, append([]string{"--listen", "0.0.0.0:0"}, k.where...)...)
		port := again.address[strings.LastIndexByte(again.address, ':'):]
		if status, _ := ana.goes("http://127.0.0.1"+port+"/conta", nil); status != http.StatusOK {
			t.Errorf("status %d", status)
		}
		if text := again.stderr.String(); told.MatchString(text) || strings.Contains(text, said[2]) || strings.Contains(text, "cavalos") {
			t.Errorf("it says %s", text)
		}
		verified(t, k.where)
	})
}
