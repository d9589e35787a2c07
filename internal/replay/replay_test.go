package replay_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"testing"
	"testing/fstest"
	"time"

	"deferido/fixtures"
	"deferido/internal/decision"
	"deferido/internal/engine"
	"deferido/internal/journal"
	"deferido/internal/replay"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
	"deferido/policies"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

func now() time.Time { return time.Date(2026, 12, 1, 12, 0, 0, 0, time.FixedZone("", -3*3600)) }

var key = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))

// office is a journal in which decisions of a set are recorded.
type office struct {
	journal *journal.Journal
	set     *engine.Set
}

// changed is the policies with one sentence of theirs worded otherwise: another revision, which answers in other words.
func changed(t *testing.T) fs.FS {
	t.Helper()
	files := fstest.MapFS{}
	err := fs.WalkDir(policies.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(policies.FS, name)
		files[name] = &fstest.MapFile{Data: content}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	const article = "norms/decreto_9921_2019/art_39.rego"
	before, after := []byte("O mínimo é"), []byte("O prazo mínimo é")
	if !bytes.Contains(files[article].Data, before) {
		t.Fatalf("%s has no sentence with %s", article, before)
	}
	files[article].Data = bytes.ReplaceAll(files[article].Data, before, after)
	return files
}

func opened(t *testing.T, from store.Source, tree fs.FS) *office {
	t.Helper()
	db := storetest.Open(t, from)
	j, err := journal.Open(t.Context(), db, journal.Options{Key: key})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	set, err := engine.Load(t.Context(), tree, nil)
	if err != nil {
		t.Fatal(err)
	}
	archive, err := engine.Archive(tree)
	if err != nil {
		t.Fatal(err)
	}
	if err := j.KeepSet(t.Context(), set.Revision(), archive, now()); err != nil {
		t.Fatal(err)
	}
	return &office{j, set}
}

// decide records the decision of an example request.
func (o *office) decide(t *testing.T, name string) *decision.Record {
	t.Helper()
	text, err := fs.ReadFile(fixtures.FS, "requests/"+name+".json")
	if err != nil {
		t.Fatal(err)
	}
	r, err := o.set.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	service := &decision.Service{Now: now, Reading: decision.ReadingText, Recorder: o.journal, Program: "test"}
	d, err := service.Decide(t.Context(), decision.Activation{Law: o.set, Seq: 1}, r, "pt-BR")
	if err != nil {
		t.Fatal(err)
	}
	record, err := o.journal.Get(t.Context(), d.ID)
	if err != nil {
		t.Fatal(err)
	}
	return record
}

// later is a program that has other policies in service, and the journal's archives or none.
func later(t *testing.T, archives replay.Archives) *replay.Replayer {
	t.Helper()
	set, err := engine.Load(t.Context(), policies.FS, nil)
	if err != nil {
		t.Fatal(err)
	}
	return &replay.Replayer{
		Service: &decision.Service{Now: now, Reading: decision.ReadingText, Program: "test"}, Sets: replay.NewSets(archives, set),
	}
}

// An upgrade brings other policies; what was decided under the old ones is still explained and verified by those.
func TestDecisionsOutliveTheirPolicies(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		o := opened(t, from, changed(t))
		record := o.decide(t, "elderly-refusal")
		r := later(t, o.journal)
		explained, err := r.Explain(t.Context(), record, "en")
		if err != nil {
			t.Fatal(err)
		}
		if !explained.Evaluation.Same || explained.Evaluation.Revision != o.set.Revision() || len(explained.Explanation.Articles) == 0 {
			t.Errorf("%+v", explained.Evaluation)
		}
		if _, err := later(t, nil).Explain(t.Context(), record, "en"); !errors.Is(err, replay.ErrNoSet) {
			t.Errorf("without the archives: %v", err)
		}
		receipt := o.receipt(t, record.ID)
		if _, err := later(t, nil).VerifyReceipt(t.Context(), receipt, nil); !errors.Is(err, replay.ErrNoSet) {
			t.Errorf("a receipt without its policies: %v", err)
		}
		if receipt.Policies, err = o.journal.Set(t.Context(), record.Revision); err != nil {
			t.Fatal(err)
		}
		verified, err := later(t, nil).VerifyReceipt(t.Context(), receipt, []ed25519.PublicKey{key.Public().(ed25519.PublicKey)})
		if err != nil || !verified.Trusted || verified.Unsealed || verified.Record.ID != record.ID {
			t.Errorf("a receipt with its policies: %+v, %v", verified, err)
		}
	})
}

// receipt is a sealed receipt, as it comes over the wire.
func (o *office) receipt(t *testing.T, id string) *journal.Receipt {
	t.Helper()
	if err := o.journal.Seal(t.Context()); err != nil {
		t.Fatal(err)
	}
	receipt, err := o.journal.Receipt(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.MarshalIndent(receipt, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := journal.ParseReceipt(text)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

func TestEveryExampleHasAReceiptThatVerifies(t *testing.T) {
	o := opened(t, storetest.SQLite(t), policies.FS)
	names, err := fs.Glob(fixtures.FS, "requests/*.json")
	if err != nil || len(names) == 0 {
		t.Fatal(err)
	}
	r := later(t, nil)
	for _, name := range names {
		record := o.decide(t, name[len("requests/"):len(name)-len(".json")])
		if _, err := r.VerifyReceipt(t.Context(), o.receipt(t, record.ID), nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Whoever forges an answer and all the hashes over it still does not decide it again.
func TestAForgedAnswerDiffers(t *testing.T) {
	o := opened(t, storetest.SQLite(t), policies.FS)
	record := o.decide(t, "elderly-refusal")
	forged := *record
	forged.ID = "01900000-0000-7000-8000-000000000000"
	forged.Answer = bytes.ReplaceAll(bytes.ReplaceAll(record.Answer, []byte(record.ID), []byte(forged.ID)), []byte(`"outcome":"deny"`), []byte(`"outcome":"allow"`))
	if err := o.journal.Record(context.Background(), &forged); err != nil {
		t.Fatal(err)
	}
	_, err := later(t, nil).VerifyReceipt(t.Context(), o.receipt(t, forged.ID), nil)
	var differs *replay.Differs
	if !errors.As(err, &differs) {
		t.Errorf("%v", err)
	}
}

func TestOnlySomeSetsStayCompiled(t *testing.T) {
	archive, err := engine.Archive(policies.FS)
	if err != nil {
		t.Fatal(err)
	}
	revision, err := engine.Revision(policies.FS)
	if err != nil {
		t.Fatal(err)
	}
	kept := &archives{archive: archive}
	sets := replay.NewSets(kept)
	for range 3 {
		if _, err := sets.Set(t.Context(), revision); err != nil {
			t.Fatal(err)
		}
	}
	if kept.asked != 1 {
		t.Errorf("compiled %d times", kept.asked)
	}
	if _, err := sets.Set(t.Context(), "sha256:00"); err == nil {
		t.Error("an archive is taken for what it is not")
	}
}

// archives give one archive, whatever is asked for.
type archives struct {
	archive []byte
	asked   int
}

func (a *archives) Set(context.Context, string) ([]byte, error) {
	a.asked++
	return a.archive, nil
}
