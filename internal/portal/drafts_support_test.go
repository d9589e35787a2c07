package portal

import (
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"deferido/fixtures"
	"deferido/internal/decision"
	"deferido/internal/desk"
	"deferido/internal/engine"
	"deferido/internal/lifecycle"
	"deferido/internal/replay"
	"deferido/internal/testkit"
	"deferido/policies"
)

// embedded is the archive of the program's policy set.
var embedded = sync.OnceValues(func() ([]byte, error) { return engine.Archive(policies.FS, fixtures.FS) })

// withDesk gives a house the real desk, with the program's set in service; a regulator and a lawyer approve. It is to be given
// to newHouse, or called first by what is.
func withDesk(h *house, o *Options) {
	h.t.Helper()
	archive, err := embedded()
	if err == nil {
		err = h.journal.KeepSet(h.t.Context(), h.set.Revision(), archive, h.now)
	}
	if err != nil {
		h.t.Fatal(err)
	}
	office := lifecycle.New(h.db, h.journal, lifecycle.Rules{Approvals: []string{"regulator", "lawyer"}}, o.Now)
	h.desk = desk.New(desk.Options{
		Office: office, Records: h.journal, Sets: replay.NewSets(h.journal, h.set),
		Service: decision.Service{Now: o.Now, Reading: decision.ReadingText, Program: "test"},
	})
	if _, err := h.desk.Begin(h.t.Context(), h.set.Revision()); err != nil {
		h.t.Fatal(err)
	}
	if err := h.desk.Follow(h.t.Context(), time.Minute, slog.New(slog.DiscardHandler)); err != nil {
		h.t.Fatal(err)
	}
	o.Sets, o.Desk = h.desk, h.desk
}

// draft begins a draft as somebody and returns its id.
func (h *house) draft(who, title string) string {
	h.t.Helper()
	a := h.post(who, "/mudancas", url.Values{"titulo": {title}, "base": {h.set.Revision()}})
	id, found := strings.CutPrefix(a.header.Get("Location"), "/mudancas/")
	if a.status != http.StatusSeeOther || !found {
		h.t.Fatalf("a draft: %d to %s: %s", a.status, a.header.Get("Location"), a.words("main"))
	}
	return id
}

// edit changes a file of a draft as somebody: every old text by the new one.
func (h *house) edit(who, id, path string, oldNew ...string) {
	h.t.Helper()
	h.rewrite(who, id, testkit.Rewrite{File: path, OldNew: oldNew})
}

// rewrite changes a file of a draft as somebody.
func (h *house) rewrite(who, id string, w testkit.Rewrite) {
	h.t.Helper()
	before, err := h.desk.File(h.t.Context(), id, w.File)
	if err != nil {
		h.t.Fatal(err)
	}
	if _, err := h.desk.Put(h.t.Context(), people[who].Actor(), id, w.File, []byte(w.Make(h.t, string(before))), lifecycle.Hash(before)); err != nil {
		h.t.Fatal(err)
	}
}

// file is a file of the program's policy set.
func (h *house) file(path string) string {
	h.t.Helper()
	content, err := fs.ReadFile(policies.FS, path)
	if err != nil {
		h.t.Fatal(err)
	}
	return string(content)
}
