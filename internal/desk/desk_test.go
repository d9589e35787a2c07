package desk_test

import (
	"crypto/ed25519"
	"encoding/json"
	"testing"
	"time"

	"deferido/fixtures"
	"deferido/internal/decision"
	"deferido/internal/desk"
	"deferido/internal/engine"
	"deferido/internal/journal"
	"deferido/internal/lifecycle"
	"deferido/internal/replay"
	"deferido/internal/revision"
	"deferido/internal/store/storetest"
	"deferido/policies"
)

var anna = lifecycle.Actor{ID: "anna", Role: "regulator"}

const file = "norms/decreto_9921_2019/art_39.rego"

// opened is a desk whose sandbox checks nothing: what these tests ask is known already.
func opened(t *testing.T) (d *desk.Desk, base string) {
	t.Helper()
	db := storetest.Open(t, storetest.SQLite(t))
	j, err := journal.Open(t.Context(), db, journal.Options{Key: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	base, err = engine.Revision(policies.FS, fixtures.FS)
	if err != nil {
		t.Fatal(err)
	}
	archive, err := engine.Archive(policies.FS, fixtures.FS)
	if err == nil {
		err = j.KeepSet(t.Context(), base, archive, time.Now())
	}
	if err != nil {
		t.Fatal(err)
	}
	return desk.New(desk.Options{
		Office: lifecycle.New(db, j, lifecycle.Rules{}, time.Now), Records: j, Sets: replay.NewSets(j),
		Sandbox: revision.Sandbox{Executable: "/nowhere"}, Service: decision.Service{Now: time.Now, Program: "test"},
	}), base
}

// What checking a revision found is known of every draft of that content, and of no other.
func TestAReportIsOfItsContent(t *testing.T) {
	d, base := opened(t)
	draft, err := d.NewDraft(t.Context(), anna, base, "Um rascunho")
	if err != nil {
		t.Fatal(err)
	}
	name, report, err := d.Checked(t.Context(), draft.ID)
	if err != nil || name != base || report != nil {
		t.Fatalf("%s, %+v, %v", name, report, err)
	}
	if _, err := d.Check(t.Context(), draft.ID, nil); err == nil {
		t.Fatal("what nobody knows was checked by nobody")
	}
	text, err := json.Marshal(revision.CheckReport{Findings: []revision.Finding{{Rule: "format"}}})
	if err == nil {
		err = d.KeepReport(t.Context(), base, "test", text)
	}
	if err != nil {
		t.Fatal(err)
	}
	if report, err = d.Check(t.Context(), draft.ID, nil); err != nil || len(report.Findings) != 1 {
		t.Errorf("%+v, %v", report, err)
	}
	if _, report, err = d.Checked(t.Context(), draft.ID); err != nil || report == nil {
		t.Errorf("%+v, %v", report, err)
	}
	before, err := d.File(t.Context(), draft.ID, file)
	if err == nil {
		_, err = d.Put(t.Context(), anna, draft.ID, file, append(before, "\n# Um comentário.\n"...), lifecycle.Hash(before))
	}
	if err != nil {
		t.Fatal(err)
	}
	if name, report, err = d.Checked(t.Context(), draft.ID); err != nil || name == base || report != nil {
		t.Errorf("an edit keeps the report of what stood there before: %s, %+v, %v", name, report, err)
	}
}

// What a draft changes is found once for what it is, and anew for what it becomes.
func TestWhatADraftChanges(t *testing.T) {
	d, base := opened(t)
	draft, err := d.NewDraft(t.Context(), anna, base, "Um rascunho")
	if err != nil {
		t.Fatal(err)
	}
	nothing, err := d.Change(t.Context(), draft)
	if err != nil || !nothing.Empty() {
		t.Fatalf("%+v, %v", nothing, err)
	}
	before, err := d.File(t.Context(), draft.ID, file)
	if err == nil {
		draft, err = d.Put(t.Context(), anna, draft.ID, file, append(before, "\nextra := 1\n"...), lifecycle.Hash(before))
	}
	if err != nil {
		t.Fatal(err)
	}
	first, err := d.Change(t.Context(), draft)
	if err != nil || len(first.Articles) != 1 || len(first.Files) != 1 {
		t.Fatalf("%+v, %v", first, err)
	}
	if again, err := d.Change(t.Context(), draft); err != nil || again != first {
		t.Errorf("it is found out again: %v", err)
	}
}
