package portal

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"deferido/fixtures"
	"deferido/internal/engine"
	"deferido/internal/lifecycle"
	"deferido/internal/testkit"
	"deferido/policies"
)

// shelf has several sets, of which one is in service.
type shelf struct {
	mu      sync.Mutex
	serving *engine.Set
	sets    map[string]*engine.Set
	trees   map[string]fs.FS
}

func (s *shelf) Serving() (*engine.Set, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.serving, 1
}

func (s *shelf) Set(_ context.Context, revision string) (*engine.Set, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if set := s.sets[revision]; set != nil {
		return set, nil
	}
	return nil, &lifecycle.Refused{Kind: lifecycle.NoRevision}
}

func (s *shelf) Tree(_ context.Context, revision string) (fs.FS, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if tree := s.trees[revision]; tree != nil {
		return tree, nil
	}
	return nil, &lifecycle.Refused{Kind: lifecycle.NoRevision}
}

// lawHouse is a house whose lawyers sign.
type lawHouse struct {
	*house
	office *lifecycle.Office
	shelf  *shelf
}

// newLawHouse makes one, with the program's set in service.
func newLawHouse(t testing.TB, change func(o *Options)) *lawHouse {
	t.Helper()
	h := &lawHouse{shelf: &shelf{sets: map[string]*engine.Set{}, trees: map[string]fs.FS{}}}
	h.house = newHouse(t, func(inner *house, o *Options) {
		h.office = lifecycle.New(inner.db, inner.journal, lifecycle.Rules{}, func() time.Time { return inner.now })
		o.Sets, o.Office = h.shelf, h.office
		if change != nil {
			change(o)
		}
	})
	h.house.t = t
	tree, err := oneSet{h.set}.Tree(t.Context(), h.set.Revision())
	if err != nil {
		t.Fatal(err)
	}
	h.put(h.set, tree)
	return h
}

// put puts a set on the shelf and into service.
func (h *lawHouse) put(set *engine.Set, tree fs.FS) {
	h.t.Helper()
	_, err := h.office.Keep(context.Background(), tree)
	if err == nil {
		_, err = h.office.Activate(context.Background(), people["rui"].Actor(), set.Revision(), time.Time{}, "teste")
	}
	if err != nil {
		h.t.Fatal(err)
	}
	h.shelf.mu.Lock()
	defer h.shelf.mu.Unlock()
	h.shelf.sets[set.Revision()], h.shelf.trees[set.Revision()], h.shelf.serving = set, tree, set
}

// changedSets are sets with changes, compiled once for all tests.
var changedSets struct {
	sync.Mutex
	made map[string]*engine.Set
}

// serve puts a set into service that differs from the program's in files: an old and a new text each. What vouches for a text file
// follows.
func (h *lawHouse) serve(edits ...edit) *engine.Set {
	h.t.Helper()
	files := map[string][]byte{}
	err := engine.EachFile(policies.FS, []fs.FS{fixtures.FS}, func(name string, content []byte) error {
		files[name] = content
		return nil
	})
	if err != nil {
		h.t.Fatal(err)
	}
	for _, e := range edits {
		e.make(h.t, files)
	}
	tree, err := engine.Tree(files)
	if err != nil {
		h.t.Fatal(err)
	}
	revision, err := engine.Revision(tree)
	if err != nil {
		h.t.Fatal(err)
	}
	changedSets.Lock()
	defer changedSets.Unlock()
	if changedSets.made == nil {
		changedSets.made = map[string]*engine.Set{}
	}
	if changedSets.made[revision] == nil {
		if changedSets.made[revision], err = engine.Load(context.Background(), tree, tree); err != nil {
			h.t.Fatal(err)
		}
	}
	h.put(changedSets.made[revision], tree)
	return changedSets.made[revision]
}

// edit is a text in place of another in a file.
type edit struct{ file, old, new string }

func (e edit) make(t testing.TB, files map[string][]byte) {
	t.Helper()
	before := files[e.file]
	files[e.file] = bytes.ReplaceAll(before, []byte(e.old), []byte(e.new))
	if bytes.Equal(before, files[e.file]) {
		t.Fatalf("%s has no %q", e.file, e.old)
	}
	if strings.HasSuffix(e.file, ".txt") {
		folder := e.file[:strings.LastIndex(e.file, "/")+1]
		edit{folder + "norm.yaml", fmt.Sprintf("%x", sha256.Sum256(before)), fmt.Sprintf("%x", sha256.Sum256(files[e.file]))}.make(t, files)
	}
}

// fourHours is art. 39 with four hours for three.
var fourHours = func(w testkit.Rewrite) edit { return edit{w.File, w.OldNew[0], w.OldNew[1]} }(testkit.FourHours())

const (
	decreto9921 = "urn:lex:br:federal:decreto:2019-07-18;9921!"
	urnInTime   = decreto9921 + "art39_par2_inc1"
	urnIncome   = decreto9921 + "art39_cpt"
)

// signs has somebody sign a provision by the form of its page.
func (h *lawHouse) signs(who, urn string) *answer {
	h.t.Helper()
	return h.post(who, "/conferencias", h.signForm(who, urn))
}

// signForm is that form as its page has it.
func (h *lawHouse) signForm(who, urn string) url.Values {
	h.t.Helper()
	form := url.Values{}
	page := h.get(who, "/conferencias/"+url.PathEscape(urn))
	for _, name := range []string{"dispositivo", "em", "visto"} {
		value, _ := page.Find("form[action='/conferencias'] input[name=" + name + "]").Attr("value")
		form.Set(name, value)
	}
	return form
}
