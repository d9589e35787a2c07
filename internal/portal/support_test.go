package portal

import (
	"context"
	"crypto/ed25519"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"deferido/fixtures"
	"deferido/internal/decision"
	"deferido/internal/desk"
	"deferido/internal/engine"
	"deferido/internal/identity"
	"deferido/internal/journal"
	"deferido/internal/replay"
	"deferido/internal/revision"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
	"deferido/policies"
)

// The test binary is the process that checks a draft, too.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == revision.CheckCommand {
		if err := revision.CheckStdin(context.Background(), os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(storetest.Main(m))
}

// served is the policy set of the program, compiled once.
var served = sync.OnceValues(func() (*engine.Set, error) { return engine.Load(context.Background(), policies.FS, fixtures.FS) })

// zone is that of the program's clock.
var brasilia = time.FixedZone("", -3*60*60)

// house is a portal with all that it stands on, on a store of its own.
type house struct {
	t       testing.TB
	portal  *Portal
	set     *engine.Set
	db      *store.DB
	journal *journal.Journal
	service *decision.Service
	door    *knownPeople
	desk    *desk.Desk // nil without withDesk
	now     time.Time
}

// knownPeople knows visitors by the tokens of their sessions.
type knownPeople struct {
	visitors map[string]Visitor
	open     bool // whoever has no session sits at the machine
}

func (d *knownPeople) Visitor(_ context.Context, token string) (Visitor, error) {
	if token == "" {
		if d.open {
			return Visitor{Caller: identity.Caller{ID: string(identity.Local), Role: identity.Local}}, nil
		}
		return Visitor{}, nil
	}
	v, known := d.visitors[token]
	if !known {
		return Visitor{}, ErrNoSession
	}
	return v, nil
}

// people are who have a session in every house: the token is the name.
var people = map[string]Visitor{
	"clara":  {Caller: identity.Caller{ID: "user:clara", Role: identity.Carrier, Carrier: "exemplo"}, Name: "Clara"},
	"otavio": {Caller: identity.Caller{ID: "user:otavio", Role: identity.Carrier, Carrier: "outra"}, Name: "Otávio"},
	"rui":    {Caller: identity.Caller{ID: "user:rui", Role: identity.Regulator}, Name: "Rui"},
	"rosa":   {Caller: identity.Caller{ID: "user:rosa", Role: identity.Regulator}, Name: "Rosa"},
	"lia":    {Caller: identity.Caller{ID: "user:lia", Role: identity.Lawyer}, Name: "Lia"},
	"ada":    {Caller: identity.Caller{ID: "user:ada", Role: identity.Admin}, Name: "Ada"},
}

// oneSet is the set in service and the only one.
type oneSet struct{ set *engine.Set }

func (o oneSet) Serving() (*engine.Set, int) { return o.set, 1 }

func (o oneSet) Set(context.Context, string) (*engine.Set, error) { return o.set, nil }

func (o oneSet) Tree(context.Context, string) (fs.FS, error) { return servedTree() }

// servedTree are the files of the policy set of the program.
var servedTree = sync.OnceValues(func() (fs.FS, error) {
	archive, err := engine.Archive(policies.FS, fixtures.FS)
	if err != nil {
		return nil, err
	}
	revision, err := engine.Revision(policies.FS, fixtures.FS)
	if err != nil {
		return nil, err
	}
	return engine.OpenArchive(archive, revision)
})

// recorded is a journal that decides again.
type recorded struct {
	*journal.Journal
	*replay.Replayer
}

// read are the editions of the set, which every house reads.
var read = newEditions()

// newHouse makes a house; change, which may be nil, changes what the portal is made of.
func newHouse(t testing.TB, change func(h *house, o *Options)) *house {
	t.Helper()
	set, err := served()
	if err != nil {
		t.Fatal(err)
	}
	h := &house{t: t, set: set, now: time.Date(2026, 12, 12, 19, 0, 0, 0, brasilia), door: &knownPeople{people, true}}
	clock := func() time.Time { return h.now }
	h.db = storetest.Open(t, storetest.SQLite(t))
	h.journal, err = journal.Open(t.Context(), h.db, journal.Options{Key: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)), Now: clock})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.journal.Close(); err != nil {
			t.Error(err)
		}
	})
	access, err := identity.NewAccess(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	h.service = &decision.Service{Now: clock, Reading: decision.ReadingText, Program: "test", Recorder: h.journal}
	o := Options{
		Sets: oneSet{set}, Decider: h.service, Preview: &decision.Service{Now: clock, Reading: decision.ReadingText, Program: "test"}, Access: access, Door: h.door, Carriers: identity.NewCarriers(h.db, clock), Now: clock, Version: "test", Gallery: true,
		Journal: recorded{h.journal, &replay.Replayer{Service: &decision.Service{Now: clock, Reading: decision.ReadingText, Program: "test"}, Sets: replay.NewSets(h.journal, set)}},
	}
	if change != nil {
		change(h, &o)
	}
	if h.portal, err = New(o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.portal.Close) // before the journal
	h.portal.editions = read
	return h
}

// answer is what came back, read as HTML.
type answer struct {
	*goquery.Document
	status int
	header http.Header
	body   string
}

// ask sends a request as somebody: the token of a session, or "" without one. A form is sent where it is not nil. More
// headers are names and values by turns.
func (h *house) ask(who, method, path string, form url.Values, headers ...string) *answer {
	h.t.Helper()
	var body io.Reader
	if form != nil {
		body = strings.NewReader(form.Encode())
	}
	r := httptest.NewRequest(method, "http://127.0.0.1"+path, body)
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	if who != "" {
		r.AddCookie(&http.Cookie{Name: SessionCookie, Value: who})
	}
	w := httptest.NewRecorder()
	h.portal.ServeHTTP(w, r)
	text := w.Body.String()
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(text))
	if err != nil {
		h.t.Fatal(err)
	}
	return &answer{doc, w.Code, w.Header(), text}
}

// get is a page, which must be there.
func (h *house) get(who, path string, headers ...string) *answer {
	h.t.Helper()
	a := h.ask(who, http.MethodGet, path, nil, headers...)
	if a.status != http.StatusOK {
		h.t.Fatalf("GET %s: %d %s %s", path, a.status, a.header.Get("Location"), a.words("main"))
	}
	return a
}

// post sends a form.
func (h *house) post(who, path string, form url.Values, headers ...string) *answer {
	h.t.Helper()
	return h.ask(who, http.MethodPost, path, form, headers...)
}

// words is the text of what a selector finds, with single spaces.
func (a *answer) words(selector string) string {
	return strings.Join(strings.Fields(a.Find(selector).Text()), " ")
}
