package lifecycle_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"deferido/internal/lifecycle"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
)

// written is a draft of anna's, with the revision that it is.
func (o *office) written(t *testing.T) (*lifecycle.Draft, string) {
	t.Helper()
	d, err := o.NewDraft(t.Context(), anna, o.base, "Quatro horas")
	if err != nil {
		t.Fatal(err)
	}
	content, before := fourHours(t)
	if d, err = o.Put(t.Context(), anna, d.ID, article, content, before); err != nil {
		t.Fatal(err)
	}
	tree, err := o.DraftTree(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	revision, err := o.Keep(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	return d, revision
}

// measure keeps a measurement of a draft by anna.
func (o *office) measure(t *testing.T, draft, revision string, whole bool, found ...lifecycle.Reversal) lifecycle.Impact {
	t.Helper()
	i, err := o.KeepImpact(t.Context(), anna, lifecycle.Impact{Draft: draft, Revision: revision, Whole: whole, Content: []byte(`{"n":1}`), Reversals: found})
	if err != nil {
		t.Fatal(err)
	}
	return i
}

const grants = "concessao"

// What a draft would refuse of what was granted is justified before its approval is asked for, and again where a later measurement
// finds more before it is approved.
func TestWhatWasGrantedIsNotRefusedWithoutAReason(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		o := opened(t, from, rules)
		d, revision := o.written(t)
		submit := func() error {
			_, err := o.Submit(t.Context(), anna, d, revision)
			return err
		}
		refusal(t, submit(), lifecycle.NotMeasured)
		o.measure(t, d.ID, revision, false)
		refusal(t, submit(), lifecycle.NotMeasured) // a part is not all
		o.measure(t, d.ID, revision, true, lifecycle.Reversal{Question: grants, Provision: inTime, Answers: 3})
		err := submit()
		refusal(t, err, lifecycle.NotJustified)
		if !strings.Contains(err.Error(), inTime) {
			t.Errorf("it does not say what: %v", err)
		}
		justify := func(who lifecycle.Actor, revision, provision, text string) error {
			return o.Justify(t.Context(), who, d.ID, revision, lifecycle.Justification{Question: grants, Provision: provision, Text: text})
		}
		refusal(t, justify(anna, revision, inTime, " "), lifecycle.NoReason)
		refusal(t, justify(anna, revision, inTime, strings.Repeat("x", 2001)), lifecycle.TooLarge)
		refusal(t, justify(anna, revision, "urn:other", "x"), lifecycle.NoReversal)
		refusal(t, justify(anna, o.base, inTime, "x"), lifecycle.NoReversal)
		refusal(t, o.Justify(t.Context(), anna, d.ID, revision), lifecycle.NoReason)
		refusal(t, o.Justify(t.Context(), anna, "nothing", revision, lifecycle.Justification{Text: "x"}), lifecycle.NoDraft)
		for _, text := range []string{"a norma nova quer quatro", "a norma nova quer quatro horas"} { // it can be said better
			if err := justify(anna, revision, inTime, text); err != nil {
				t.Fatal(err)
			}
		}
		if err := submit(); err != nil {
			t.Fatal(err)
		}
		// Another measurement finds more.
		o.measure(t, d.ID, revision, true, lifecycle.Reversal{Question: grants, Provision: inTime, Answers: 2}, lifecycle.Reversal{Question: grants, Answers: 5})
		approve := func() error {
			_, err := o.Review(t.Context(), bento, d.ID, revision, lifecycle.Approve, "")
			return err
		}
		refusal(t, approve(), lifecycle.NotJustified)
		refusal(t, justify(anna, revision, inTime, "outra coisa"), lifecycle.Closed)
		if err := justify(bento, revision, "", "nada falta a estas"); err != nil {
			t.Fatal(err)
		}
		if err := approve(); err != nil {
			t.Fatal(err)
		}
		all, err := o.Reversals(t.Context(), d.ID, revision)
		if err != nil || len(all) != 2 || all[0].By != bento.ID || all[1].Answers != 3 || all[1].Text != "a norma nova quer quatro horas" {
			t.Fatalf("%+v, %v", all, err)
		}
		events, err := o.journal.Events(t.Context(), d.ID, 100)
		if err != nil {
			t.Fatal(err)
		}
		justified := 0
		for _, e := range events {
			if e.What == "draft-justified" {
				justified++
			}
		}
		if justified != 3 {
			t.Errorf("%d justifications are on record", justified)
		}
		o.sound(t)
	})
}

// What was said of a draft before it changed is found again, and counts for nothing.
func TestAJustificationIsOfExactContent(t *testing.T) {
	o := opened(t, storetest.SQLite(t), rules)
	d, before := o.written(t)
	o.measure(t, d.ID, before, true, lifecycle.Reversal{Question: grants, Provision: inTime, Answers: 3})
	if err := o.Justify(t.Context(), anna, d.ID, before, lifecycle.Justification{Question: grants, Provision: inTime, Text: "porque"}); err != nil {
		t.Fatal(err)
	}
	now, err := o.Put(t.Context(), anna, d.ID, "cases/new.json", []byte("{}"), "")
	if err != nil {
		t.Fatal(err)
	}
	tree, err := o.DraftTree(t.Context(), now)
	if err != nil {
		t.Fatal(err)
	}
	after, err := o.Keep(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	_, err = o.Submit(t.Context(), anna, now, after)
	refusal(t, err, lifecycle.NotMeasured)
	o.measure(t, d.ID, after, true, lifecycle.Reversal{Question: grants, Provision: inTime, Answers: 3})
	_, err = o.Submit(t.Context(), anna, now, after)
	refusal(t, err, lifecycle.NotJustified)
	said, err := o.JustifiedBefore(t.Context(), d.ID, after)
	if err != nil || len(said) != 1 || said[0].Text != "porque" {
		t.Errorf("%+v, %v", said, err)
	}
	if err := o.Abandon(t.Context(), anna, d.ID, "não mais"); err != nil {
		t.Fatal(err)
	}
	refusal(t, o.Justify(t.Context(), anna, d.ID, after, said...), lifecycle.Closed)
}

// The newest measurements are kept, and the whole one of what the draft is.
func TestMeasurementsAreKept(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		o := opened(t, from, rules)
		d, revision := o.written(t)
		whole := o.measure(t, d.ID, revision, true)
		for range 25 {
			o.clock.Turn(time.Second)
			o.measure(t, d.ID, revision, false)
		}
		all, err := o.Impacts(t.Context(), d.ID)
		if err != nil || len(all) != 21 || !slices.IsSortedFunc(all, func(a, b lifecycle.Impact) int { return b.At.Compare(a.At) }) || all[20].ID != whole.ID || !all[20].Whole {
			t.Fatalf("%d measurements, %v", len(all), err)
		}
		kept, err := o.KeptImpact(t.Context(), d.ID, all[0].ID)
		if err != nil || string(kept.Content) != `{"n":1}` || kept.Revision != revision || kept.By != anna.ID {
			t.Errorf("%+v, %v", kept, err)
		}
		_, err = o.KeptImpact(t.Context(), "another", all[0].ID)
		refusal(t, err, lifecycle.NoImpact)
		_, err = o.KeepImpact(t.Context(), anna, lifecycle.Impact{Draft: "nothing", Content: []byte("{}")})
		refusal(t, err, lifecycle.NoDraft)
	})
}

// What was said of a draft is all there, of whatever was submitted.
func TestTheHistoryOfADraft(t *testing.T) {
	o := opened(t, storetest.SQLite(t), rules)
	d := o.submitted(t)
	if _, err := o.Review(t.Context(), bento, d.ID, d.Fingerprint, lifecycle.Approve, "confere"); err != nil {
		t.Fatal(err)
	}
	if _, err := o.Review(t.Context(), clara, d.ID, d.Fingerprint, lifecycle.Return, "falta um caso"); err != nil {
		t.Fatal(err)
	}
	all, err := o.History(t.Context(), d.ID)
	if err != nil || len(all) != 2 || all[0].Reviewer != bento.ID || all[1].Comment != "falta um caso" || all[1].Fingerprint != d.Fingerprint {
		t.Errorf("%+v, %v", all, err)
	}
}

// A form that is sent twice activates once; one that is older than the list activates nothing.
func TestAFormActivatesOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		o := opened(t, from, rules)
		d := o.approved(t)
		tomorrow := o.clock.Now().Add(24 * time.Hour)
		var wait sync.WaitGroup
		seqs, errs := make([]int, 6), make([]error, 6)
		for i := range errs {
			wait.Go(func() {
				a, err := o.ActivateOnce(t.Context(), anna, 1, d.Fingerprint, tomorrow, "portaria")
				seqs[i], errs[i] = a.Seq, err
			})
		}
		wait.Wait()
		if err := errors.Join(errs...); err != nil || slices.Max(seqs) != 2 || slices.Min(seqs) != 2 {
			t.Fatalf("%v, %v", seqs, err)
		}
		_, err := o.ActivateOnce(t.Context(), bento, 1, d.Fingerprint, tomorrow, "portaria")
		refusal(t, err, lifecycle.LogMoved)
		_, err = o.ActivateOnce(t.Context(), anna, 1, d.Fingerprint, tomorrow.Add(time.Hour), "portaria")
		refusal(t, err, lifecycle.LogMoved)
		if a, err := o.ActivateOnce(t.Context(), anna, 2, d.Fingerprint, time.Time{}, "já"); err != nil || a.Seq != 3 {
			t.Errorf("%+v, %v", a, err)
		}
		if again, err := o.ActivateOnce(t.Context(), anna, 2, d.Fingerprint, time.Time{}, "já"); err != nil || again.Seq != 3 {
			t.Errorf("%+v, %v", again, err)
		}
		o.sound(t)
	})
}

// Two people go back together: one asks, another confirms, within an hour and before anything else comes into service.
func TestGoingBackIsAskedAndConfirmed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		two := rules
		two.RollbackByTwo = true
		o := opened(t, from, two)
		_, err := o.AskRollback(t.Context(), anna, o.base, "erro")
		refusal(t, err, lifecycle.Unchanged)
		d := o.approved(t)
		if _, err := o.Activate(t.Context(), anna, d.Fingerprint, time.Time{}, "x"); err != nil {
			t.Fatal(err)
		}
		o.clock.Turn(time.Second)
		_, err = o.AskRollback(t.Context(), anna, o.base, " ")
		refusal(t, err, lifecycle.NoReason)
		_, err = o.AskRollback(t.Context(), anna, "sha256:never", "erro")
		refusal(t, err, lifecycle.NeverServed)
		ask := func(who lifecycle.Actor) *lifecycle.RollbackRequest {
			r, err := o.AskRollback(t.Context(), who, o.base, "erro na contagem")
			if err != nil {
				t.Fatal(err)
			}
			waits, err := o.RollbackAsked(t.Context())
			if err != nil || waits == nil || waits.ID != r.ID || waits.By != who || waits.Revision != o.base {
				t.Fatalf("%+v, %v", waits, err)
			}
			return r
		}
		confirm := func(who lifecycle.Actor, id string) error {
			_, err := o.ConfirmRollback(t.Context(), who, id)
			return err
		}
		first := ask(anna)
		refusal(t, confirm(anna, first.ID), lifecycle.OneAlone)
		refusal(t, confirm(bento, "another"), lifecycle.NotAsked)
		second := ask(bento) // in place of anna's
		refusal(t, confirm(bento, first.ID), lifecycle.NotAsked)
		if err := o.DropRollback(t.Context(), anna, second.ID); err != nil {
			t.Fatal(err)
		}
		refusal(t, o.DropRollback(t.Context(), anna, second.ID), lifecycle.NotAsked)
		refusal(t, confirm(anna, second.ID), lifecycle.NotAsked)
		old := ask(anna)
		o.clock.Turn(61 * time.Minute)
		refusal(t, confirm(bento, old.ID), lifecycle.NotAsked)
		overtaken := ask(anna)
		if _, err := o.Activate(t.Context(), anna, d.Fingerprint, time.Time{}, "de novo"); err != nil {
			t.Fatal(err)
		}
		o.clock.Turn(time.Second)
		refusal(t, confirm(bento, overtaken.ID), lifecycle.NotAsked)
		last := ask(anna)
		var wait sync.WaitGroup
		errs := make([]error, 4)
		for i := range errs {
			wait.Go(func() { errs[i] = confirm(bento, last.ID) })
		}
		wait.Wait()
		if done := slices.Index(errs, nil); done < 0 || slices.Contains(slices.Delete(errs, done, done+1), nil) {
			t.Errorf("confirmed by %v", errs)
		}
		if at := o.at(t); at.Revision != o.base || at.By != anna.ID || at.Kind != lifecycle.KindRollback || !strings.Contains(at.Reason, bento.ID) {
			t.Errorf("%+v", at)
		}
		o.sound(t)
	})
}
