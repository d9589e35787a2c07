package lifecycle_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"deferido/internal/lifecycle"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
)

func TestSeveralPeopleEditADraft(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		o := opened(t, from, rules)
		d, err := o.NewDraft(t.Context(), anna, o.base, "Quatro horas")
		if err != nil {
			t.Fatal(err)
		}
		content, before := fourHours(t)
		if _, err := o.Put(t.Context(), anna, d.ID, article, content, before); err != nil {
			t.Fatal(err)
		}
		// Bento read the file before Anna wrote it.
		_, err = o.Put(t.Context(), bento, d.ID, article, []byte("package other"), before)
		var conflict *lifecycle.Conflict
		if !errors.As(err, &conflict) || conflict.By != anna.ID || string(conflict.Theirs) != string(content) {
			t.Fatalf("%v", err)
		}
		if _, err := o.Put(t.Context(), bento, d.ID, article, []byte("package other"), lifecycle.Hash(conflict.Theirs)); err != nil {
			t.Fatal(err)
		}
		if got, err := o.File(t.Context(), d.ID, article); err != nil || string(got) != "package other" {
			t.Errorf("%q, %v", got, err)
		}
		// A new file, and one that is deleted.
		if _, err := o.Put(t.Context(), anna, d.ID, "cases/new.json", []byte("{}"), ""); err != nil {
			t.Fatal(err)
		}
		if _, err := o.Put(t.Context(), anna, d.ID, "cases/new.json", []byte("[]"), ""); !errors.As(err, &conflict) {
			t.Errorf("a file that is to be new is there: %v", err)
		}
		if d, err = o.Put(t.Context(), bento, d.ID, article, nil, lifecycle.Hash([]byte("package other"))); err != nil || len(d.Changed) != 2 {
			t.Fatalf("%+v, %v", d, err)
		}
		_, err = o.File(t.Context(), d.ID, article)
		refusal(t, err, lifecycle.NoFile)
		tree, err := o.DraftTree(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fs.Stat(tree, article); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a deleted file is there: %v", err)
		}
		o.sound(t)
	})
}

func TestPathsOfADraft(t *testing.T) {
	o := opened(t, storetest.SQLite(t), rules)
	d, err := o.NewDraft(t.Context(), anna, o.base, "Caminhos")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"", "a.rego", "../a.rego", "/norms/a.rego", "norms/../a.rego", "norms//a.rego", "norms/.a.rego", "norms/_a.rego", "norms/a.go", "norms/a", "policies.go",
		"other/a.rego", "norms\\a.rego", "norms/a\x00.rego", "norms/é.rego", "norms/", "cases", "norms/a .rego", "norms/<a>.rego", "norms/a$.rego", "norms/a:b.rego", "norms/\"a.rego", "norms/" + strings.Repeat("a", 200) + ".rego",
	} {
		_, err := o.Put(t.Context(), anna, d.ID, name, []byte("x"), "")
		refusal(t, err, lifecycle.BadPath)
	}
	_, err = o.Put(t.Context(), anna, d.ID, "norms/a.rego", []byte{}, "")
	refusal(t, err, lifecycle.TooLarge)
	_, err = o.Put(t.Context(), anna, d.ID, "norms/a.rego", make([]byte, 1<<20+1), "")
	refusal(t, err, lifecycle.TooLarge)
	_, err = o.Put(t.Context(), anna, "nothing", "norms/a.rego", []byte("x"), "")
	refusal(t, err, lifecycle.NoDraft)
	_, err = o.NewDraft(t.Context(), anna, "sha256:00", "x")
	refusal(t, err, lifecycle.NoRevision)
}

// Files that belong together are written together, or not at all.
func TestSeveralFilesAreOneEdit(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		o := opened(t, from, rules)
		d, err := o.NewDraft(t.Context(), anna, o.base, "Dois arquivos")
		if err != nil {
			t.Fatal(err)
		}
		edits := []lifecycle.Edit{{Path: "norms/a/a.txt", Content: []byte("a")}, {Path: "norms/a/b.txt", Content: []byte("b"), Base: lifecycle.Hash([]byte("x"))}}
		var conflict *lifecycle.Conflict
		if _, err := o.PutAll(t.Context(), anna, d.ID, edits...); !errors.As(err, &conflict) || conflict.Path != "norms/a/b.txt" {
			t.Fatalf("an edit of what was never there: %v", err)
		}
		if d, err = o.Draft(t.Context(), d.ID); err != nil || len(d.Changed) != 0 {
			t.Fatalf("half of an edit was written: %+v, %v", d, err)
		}
		edits[1].Base = ""
		if d, err = o.PutAll(t.Context(), anna, d.ID, edits...); err != nil || len(d.Changed) != 2 {
			t.Fatalf("%+v, %v", d, err)
		}
		events, err := o.journal.Events(t.Context(), d.ID, 100)
		if err != nil || len(events) != 2 {
			t.Errorf("%d events, %v", len(events), err)
		}
		o.sound(t)
	})
}

func TestApprovalIsOfExactContentByOthers(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		o := opened(t, from, rules)
		d := o.submitted(t)
		review := func(who lifecycle.Actor, fingerprint string) error {
			_, err := o.Review(t.Context(), who, d.ID, fingerprint, lifecycle.Approve, "")
			return err
		}
		refusal(t, review(anna, d.Fingerprint), lifecycle.OwnDraft)
		refusal(t, review(nobby, d.Fingerprint), lifecycle.WrongRole)
		refusal(t, review(bento, o.base), lifecycle.OtherContent)
		activate := func() error {
			_, err := o.Activate(t.Context(), anna, d.Fingerprint, time.Time{}, "porque sim")
			return err
		}
		refusal(t, activate(), lifecycle.NotApproved)
		if err := review(bento, d.Fingerprint); err != nil {
			t.Fatal(err)
		}
		refusal(t, activate(), lifecycle.NotApproved) // a lawyer is missing
		// An edit drops what was approved.
		if _, err := o.Put(t.Context(), anna, d.ID, "cases/new.json", []byte("{}"), ""); err != nil {
			t.Fatal(err)
		}
		refusal(t, review(clara, d.Fingerprint), lifecycle.NotSubmitted)
		refusal(t, activate(), lifecycle.NotApproved)
		// So does taking the edit back and submitting the same content again.
		now, err := o.Put(t.Context(), anna, d.ID, "cases/new.json", nil, lifecycle.Hash([]byte("{}")))
		if err != nil {
			t.Fatal(err)
		}
		o.clock.Turn(time.Minute)
		again := o.submit(t, now)
		if again.Fingerprint != d.Fingerprint || len(again.Reviews) != 0 {
			t.Fatalf("%+v", again)
		}
		if err := review(clara, d.Fingerprint); err != nil {
			t.Fatal(err)
		}
		refusal(t, activate(), lifecycle.NotApproved)
		if err := review(bento, d.Fingerprint); err != nil {
			t.Fatal(err)
		}
		if err := activate(); err != nil {
			t.Fatal(err)
		}
		log, err := o.Log(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if a, _ := log.At(o.clock.Now()); a.Seq != 2 || a.Revision != d.Fingerprint || len(a.Approvals) != 2 || a.By != anna.ID {
			t.Errorf("%+v", a)
		}
		_, err = o.Put(t.Context(), anna, d.ID, "cases/new.json", []byte("{}"), "")
		refusal(t, err, lifecycle.Closed)
		events, err := o.journal.Events(t.Context(), d.ID, 100)
		if err != nil {
			t.Fatal(err)
		}
		var did []string
		for _, e := range events {
			did = append(did, e.What+" "+e.By)
		}
		want := []string{"draft-created anna", "draft-edited anna", "impact-measured anna", "draft-submitted anna", "draft-approved bento", "draft-edited anna", "draft-edited anna", "impact-measured anna", "draft-submitted anna", "draft-approved clara", "draft-approved bento"}
		if !slices.Equal(did, want) {
			t.Errorf("on record: %v", did)
		}
		o.sound(t)
	})
}

func TestReturnedDraftsAreOpenAgain(t *testing.T) {
	o := opened(t, storetest.SQLite(t), rules)
	d := o.submitted(t)
	_, err := o.Review(t.Context(), clara, d.ID, d.Fingerprint, lifecycle.Return, " ")
	refusal(t, err, lifecycle.NoReason)
	d, err = o.Review(t.Context(), clara, d.ID, d.Fingerprint, lifecycle.Return, "Falta o caso.")
	if err != nil || d.State != lifecycle.Open || len(d.Reviews) != 1 || d.Reviews[0].Comment != "Falta o caso." {
		t.Errorf("%+v, %v", d, err)
	}
	if err := o.Abandon(t.Context(), anna, d.ID, "não mais"); err != nil {
		t.Fatal(err)
	}
	refusal(t, o.Abandon(t.Context(), anna, d.ID, ""), lifecycle.Closed)
}

func TestScheduledStoppedAndRolledBack(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		o := opened(t, from, rules)
		d := o.approved(t)
		tomorrow := o.clock.Now().Add(24 * time.Hour)
		_, err := o.Activate(t.Context(), anna, d.Fingerprint, o.clock.Now().Add(-time.Second), "ontem")
		refusal(t, err, lifecycle.InThePast)
		_, err = o.Activate(t.Context(), anna, d.Fingerprint, tomorrow, "")
		refusal(t, err, lifecycle.NoReason)
		first, err := o.Activate(t.Context(), anna, d.Fingerprint, tomorrow, "vale amanhã")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := o.Stop(t.Context(), anna, first.Seq, "engano"); err != nil {
			t.Fatal(err)
		}
		_, err = o.Stop(t.Context(), anna, first.Seq, "de novo")
		refusal(t, err, lifecycle.NotScheduled)
		_, err = o.Stop(t.Context(), anna, 99, "x")
		refusal(t, err, lifecycle.NoActivation)
		o.clock.Turn(25 * time.Hour)
		if at := o.at(t); at.Seq != 1 {
			t.Errorf("a stopped activation began: %+v", at)
		}
		_, err = o.Rollback(t.Context(), anna, lifecycle.Actor{}, d.Fingerprint, "voltar")
		refusal(t, err, lifecycle.NeverServed)
		// What was approved stays so, and is activated after all.
		if _, err := o.Activate(t.Context(), bento, d.Fingerprint, time.Time{}, "agora"); err != nil {
			t.Fatal(err)
		}
		o.clock.Turn(time.Minute)
		_, err = o.Rollback(t.Context(), anna, lifecycle.Actor{}, d.Fingerprint, "voltar")
		refusal(t, err, lifecycle.Unchanged)
		back, err := o.Rollback(t.Context(), anna, lifecycle.Actor{}, o.base, "erro na contagem")
		if err != nil || back.Kind != lifecycle.KindRollback {
			t.Fatalf("%+v, %v", back, err)
		}
		if at := o.at(t); at.Revision != o.base || at.Seq != back.Seq {
			t.Errorf("%+v", at)
		}
		o.sound(t)
	})
}

func (o *office) at(t *testing.T) lifecycle.Activation {
	t.Helper()
	log, err := o.Log(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	a, any := log.At(o.clock.Now())
	if !any {
		t.Fatal("nothing is in service")
	}
	return a
}

func TestGoingBackMayAskForTwo(t *testing.T) {
	two := rules
	two.RollbackByTwo = true
	o := opened(t, storetest.SQLite(t), two)
	d := o.approved(t)
	if _, err := o.Activate(t.Context(), anna, d.Fingerprint, time.Time{}, "x"); err != nil {
		t.Fatal(err)
	}
	for _, second := range []lifecycle.Actor{{}, anna} {
		_, err := o.Rollback(t.Context(), anna, second, o.base, "voltar")
		refusal(t, err, lifecycle.OneAlone)
	}
	if _, err := o.Rollback(t.Context(), anna, bento, o.base, "voltar"); err != nil {
		t.Error(err)
	}
}

// Two who activate at once both stand in the log, one after the other.
func TestTwoActivateAtOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		o := opened(t, from, rules)
		d := o.approved(t)
		var wait sync.WaitGroup
		errs := make([]error, 8)
		for i := range errs {
			wait.Go(func() {
				_, errs[i] = o.Activate(context.Background(), []lifecycle.Actor{anna, bento}[i%2], d.Fingerprint, time.Time{}, fmt.Sprint("vez ", i))
			})
		}
		wait.Wait()
		if err := errors.Join(errs...); err != nil {
			t.Fatal(err)
		}
		log, err := o.Log(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(log) != 9 || log[8].Seq != 9 {
			t.Errorf("%d activations", len(log))
		}
		o.sound(t)
	})
}

// What is in service is what a slow reading of the list says.
func TestWhatIsInServiceAtAMoment(t *testing.T) {
	start := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	rapid.Check(t, func(t *rapid.T) {
		var log lifecycle.Log
		n := rapid.IntRange(0, 12).Draw(t, "n")
		for seq := 1; seq <= n; seq++ {
			a := lifecycle.Activation{Seq: seq, Kind: lifecycle.KindActivation, Revision: fmt.Sprint(seq), FromAt: start.Add(time.Duration(rapid.IntRange(0, 20).Draw(t, "from")) * time.Hour)}
			if seq > 1 && rapid.IntRange(0, 4).Draw(t, "stop") == 0 {
				a.Kind, a.Stops, a.Revision = lifecycle.KindStop, rapid.IntRange(1, seq-1).Draw(t, "stops"), ""
			}
			log = append(log, a)
		}
		at := start.Add(time.Duration(rapid.IntRange(-1, 21).Draw(t, "at")) * time.Hour)
		var best *lifecycle.Activation
		for i := range log {
			a := &log[i]
			stopped := slices.ContainsFunc(log, func(s lifecycle.Activation) bool { return s.Kind == lifecycle.KindStop && s.Stops == a.Seq })
			if a.Kind == lifecycle.KindStop || stopped || a.FromAt.After(at) {
				continue
			}
			if best == nil || a.FromAt.After(best.FromAt) || a.FromAt.Equal(best.FromAt) && a.Seq > best.Seq {
				best = a
			}
		}
		got, any := log.At(at)
		if any != (best != nil) || any && got.Seq != best.Seq {
			t.Fatalf("%+v, want %+v", got, best)
		}
		if next, scheduled := log.Next(at); scheduled {
			before, _ := log.At(next.Add(-time.Nanosecond))
			if !next.After(at) || before.Seq != got.Seq {
				t.Fatalf("next %v after %v", next, at)
			}
		}
	})
}

// A newer program puts its set into service in place of an older program's, and never in place of what people activated.
func TestAProgramsSetGivesWayToPeople(t *testing.T) {
	o := opened(t, storetest.SQLite(t), rules)
	if log, err := o.Begin(t.Context(), "sha256:newer"); err != nil || len(log) != 2 {
		t.Fatalf("%v %v", log, err)
	}
	if log, err := o.Begin(t.Context(), "sha256:newer"); err != nil || len(log) != 2 {
		t.Fatalf("%v %v", log, err)
	}
	d := o.approved(t)
	o.clock.Turn(time.Second)
	if _, err := o.Activate(t.Context(), anna, d.Fingerprint, time.Time{}, "x"); err != nil {
		t.Fatal(err)
	}
	if _, err := o.Begin(t.Context(), "sha256:newest"); err != nil {
		t.Fatal(err)
	}
	if at := o.at(t); at.Revision != d.Fingerprint {
		t.Errorf("%+v", at)
	}
}
