package lifecycle_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"io/fs"
	"os"
	"sync"
	"testing"
	"time"

	"deferido/fixtures"
	"deferido/internal/engine"
	"deferido/internal/journal"
	"deferido/internal/lifecycle"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
	"deferido/internal/testkit"
	"deferido/policies"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

var (
	anna  = lifecycle.Actor{ID: "anna", Role: "regulator"}
	bento = lifecycle.Actor{ID: "bento", Role: "regulator"}
	clara = lifecycle.Actor{ID: "clara", Role: "lawyer"}
	nobby = lifecycle.Actor{ID: "nobby", Role: "carrier"}
)

var rules = lifecycle.Rules{Approvals: []string{"regulator", "lawyer"}}

// office is an office with the embedded set in service.
type office struct {
	*lifecycle.Office
	clock   *testkit.Clock
	journal *journal.Journal
	base    string
}

func opened(t *testing.T, from store.Source, rules lifecycle.Rules) *office {
	t.Helper()
	db := storetest.Open(t, from)
	j, err := journal.Open(t.Context(), db, journal.Options{Key: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	c := testkit.NewClock(time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC))
	o := &office{Office: lifecycle.New(db, j, rules, c.Now), clock: c, journal: j}
	if o.base, err = o.Keep(t.Context(), embedded(t)); err != nil {
		t.Fatal(err)
	}
	if _, err := o.Begin(t.Context(), o.base); err != nil {
		t.Fatal(err)
	}
	return o
}

// embedded is the set that the program carries, its cases in it.
var embedded = func() func(t *testing.T) fs.FS {
	var once sync.Once
	var tree fs.FS
	var err error
	return func(t *testing.T) fs.FS {
		t.Helper()
		once.Do(func() {
			files := map[string][]byte{}
			err = engine.EachFile(policies.FS, []fs.FS{fixtures.FS}, func(name string, content []byte) error {
				files[name] = content
				return nil
			})
			if err == nil {
				tree, err = engine.Tree(files)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return tree
	}
}()

const article = "norms/decreto_9921_2019/art_39.rego"

// fourHours is art. 39 with four hours for three.
func fourHours(t *testing.T) (content []byte, before string) {
	t.Helper()
	content, err := fs.ReadFile(embedded(t), article)
	if err != nil {
		t.Fatal(err)
	}
	changed := bytes.Replace(content, []byte("advance := 3 * units.hour"), []byte("advance := 4 * units.hour"), 1)
	if bytes.Equal(changed, content) {
		t.Fatal("art. 39 has no three hours")
	}
	return changed, lifecycle.Hash(content)
}

// submitted is a draft of anna's that was submitted.
func (o *office) submitted(t *testing.T) *lifecycle.Draft {
	t.Helper()
	d, err := o.NewDraft(t.Context(), anna, o.base, "Quatro horas")
	if err != nil {
		t.Fatal(err)
	}
	content, before := fourHours(t)
	if d, err = o.Put(t.Context(), anna, d.ID, article, content, before); err != nil {
		t.Fatal(err)
	}
	return o.submit(t, d)
}

func (o *office) submit(t *testing.T, d *lifecycle.Draft) *lifecycle.Draft {
	t.Helper()
	tree, err := o.DraftTree(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	fingerprint, err := o.Keep(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.KeepImpact(t.Context(), anna, lifecycle.Impact{Draft: d.ID, Revision: fingerprint, Whole: true, Content: []byte("{}")}); err != nil {
		t.Fatal(err)
	}
	if d, err = o.Submit(t.Context(), anna, d, fingerprint); err != nil {
		t.Fatal(err)
	}
	return d
}

// approved is a draft that both roles approved.
func (o *office) approved(t *testing.T) *lifecycle.Draft {
	t.Helper()
	d := o.submitted(t)
	for _, who := range []lifecycle.Actor{bento, clara} {
		var err error
		if d, err = o.Review(t.Context(), who, d.ID, d.Fingerprint, lifecycle.Approve, ""); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

// refusal wants an error of a kind.
func refusal(t *testing.T, err error, kind lifecycle.Kind) {
	t.Helper()
	var refused *lifecycle.Refused
	if !errors.As(err, &refused) || refused.Kind != kind || refused.Detail.PT == "" || refused.Detail.EN == "" {
		t.Errorf("%v, want %s", err, kind)
	}
}

// sound verifies the journal.
func (o *office) sound(t *testing.T) {
	t.Helper()
	report, err := o.journal.Verify(context.Background(), journal.Verifying{})
	if err != nil || len(report.Findings) > 0 {
		t.Errorf("the journal is not sound: %v %+v", err, report)
	}
}
