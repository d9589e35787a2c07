package journal_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"deferido/internal/decision"
	"deferido/internal/journal"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
)

var trusted = []ed25519.PublicKey{key.Public().(ed25519.PublicKey)}

// receiptOf is the receipt of a decision as it is sent.
func receiptOf(t testing.TB, r *journal.Reader, id string) []byte {
	t.Helper()
	receipt, err := r.Receipt(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	text, err := receipt.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func verifyReceipt(text []byte, trusted []ed25519.PublicKey) (*decision.Record, error) {
	receipt, err := journal.ParseReceipt(text)
	if err != nil {
		return nil, err
	}
	return receipt.Verify(trusted)
}

func TestEachDecisionOfTwoChainsHasAReceipt(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		db := storetest.Open(t, from)
		journals := []*journal.Journal{open(t, db, journal.Options{Sealed: 10}), open(t, db, journal.Options{Sealed: 7})}
		var all []*decision.Record
		for i := range 60 {
			r := record(i)
			keep(t, journals[i%2], r)
			all = append(all, r)
		}
		for _, j := range journals {
			if err := j.Seal(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		for i, r := range all {
			text := receiptOf(t, journals[0].Reader, r.ID)
			var spaced bytes.Buffer
			if err := json.Indent(&spaced, text, "  ", "\t"); err != nil {
				t.Fatal(err)
			}
			for _, text := range [][]byte{text, spaced.Bytes()} {
				for _, keys := range [][]ed25519.PublicKey{nil, trusted, {otherKey.Public().(ed25519.PublicKey), trusted[0]}} {
					got, err := verifyReceipt(text, keys)
					if err != nil || got.ID != r.ID || !bytes.Equal(got.Answer, r.Answer) {
						t.Fatalf("%d: %v", i, err)
					}
				}
				if _, err := verifyReceipt(text, []ed25519.PublicKey{otherKey.Public().(ed25519.PublicKey)}); err == nil {
					t.Fatalf("%d: a key that did not sign is enough", i)
				}
			}
		}
	})
}

func TestAReceiptThatNothingSealsYet(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		j := open(t, storetest.Open(t, from), journal.Options{})
		r := record(0)
		keep(t, j, r)
		text := receiptOf(t, j.Reader, r.ID)
		if got, err := verifyReceipt(text, trusted); !errors.Is(err, journal.ErrUnsealed) || got == nil || got.ID != r.ID {
			t.Errorf("%v, %v", got, err)
		}
		if err := j.Seal(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := verifyReceipt(receiptOf(t, j.Reader, r.ID), trusted); err != nil {
			t.Error(err)
		}
		if err := j.Erase(t.Context(), r.ID, "local"); err != nil {
			t.Fatal(err)
		}
		var erased *journal.Erased
		if _, err := j.Receipt(t.Context(), r.ID); !errors.As(err, &erased) || erased.ID != r.ID || !erased.At.Equal(r.DecidedAt) {
			t.Errorf("the receipt of what was erased: %v", err)
		}
	})
}

func TestAReceiptOfWhichAnyByteWasAlteredIsRefused(t *testing.T) {
	j := open(t, storetest.Open(t, storetest.SQLite(t)), journal.Options{})
	r := record(0)
	keep(t, j, r, record(1), record(2))
	if err := j.Seal(t.Context()); err != nil {
		t.Fatal(err)
	}
	text := receiptOf(t, j.Reader, r.ID)
	// The key that it brings is outside: what is trusted is given.
	end := bytes.Index(text, []byte(`,"public_key":`))
	for at := range end {
		for bit := range 8 {
			wantRefused(t, text, at, text[at]^1<<bit)
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		wantRefused(rt, text, rapid.IntRange(0, end-1).Draw(rt, "at"), rapid.Byte().Draw(rt, "byte"))
	})
}

// wantRefused fails where a receipt of which a byte is another is verified, unless it is read as the very same: the name of a
// field in capitals, or bits at the end of base64 that stand for nothing.
func wantRefused(t rapid.TB, text []byte, at int, with byte) {
	t.Helper()
	altered := slices.Clone(text)
	altered[at] = with
	receipt, err := journal.ParseReceipt(altered)
	if err != nil {
		return
	}
	if _, err := receipt.Verify(trusted); err != nil {
		return
	}
	if again, err := receipt.Encode(); err != nil || !bytes.Equal(again, text) {
		t.Fatalf("byte %d made %q is not missed: …%s…", at, with, altered[max(0, at-20):min(len(altered), at+20)])
	}
}

func TestAReceiptWhosePartsWereExchangedIsRefused(t *testing.T) {
	db := storetest.Open(t, storetest.SQLite(t))
	j, other := open(t, db, journal.Options{}), open(t, db, journal.Options{})
	records := []*decision.Record{record(0), record(1), record(2)}
	keep(t, j, records...)
	stranger := record(3)
	keep(t, other, stranger)
	for _, j := range []*journal.Journal{j, other} {
		if err := j.Seal(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	get := func(r *decision.Record) *journal.Receipt {
		receipt, err := j.Receipt(t.Context(), r.ID)
		if err != nil {
			t.Fatal(err)
		}
		return receipt
	}
	for name, alter := range map[string]func(r, o *journal.Receipt){
		"another's record":              func(r, o *journal.Receipt) { r.Record, r.Salt = o.Record, o.Salt },
		"another's record and link":     func(r, o *journal.Receipt) { r.Record, r.Salt, r.Link = o.Record, o.Salt, o.Link },
		"another journal":               func(r, _ *journal.Receipt) { r.Journal = "another" },
		"no path":                       func(r, _ *journal.Receipt) { r.Path = nil },
		"a path cut off":                func(r, _ *journal.Receipt) { r.Path = r.Path[:1] },
		"a path that begins too late":   func(r, _ *journal.Receipt) { r.Path = r.Path[1:] },
		"the path of another chain":     func(r, _ *journal.Receipt) { r.Path = get(stranger).Path },
		"the checkpoint of another":     func(r, _ *journal.Receipt) { r.Checkpoint = get(stranger).Checkpoint; r.Path = r.Path[:1] },
		"another chain of that number":  func(r, _ *journal.Receipt) { r.Link.Chain, r.Link.Seq = r.Link.Chain+1024, r.Link.Seq-1 },
		"a signature by somebody else":  func(r, _ *journal.Receipt) { r.Checkpoint.Signature = ed25519.Sign(otherKey, r.Checkpoint.Statement) },
		"a statement that tells nobody": func(r, _ *journal.Receipt) { r.Checkpoint.Statement = json.RawMessage(`null`) },
	} {
		r := get(records[0])
		alter(r, get(records[1]))
		if _, err := r.Verify(trusted); err == nil {
			t.Errorf("%s: not refused", name)
		}
	}
}

func TestWhatIsNoReceiptIsRefused(t *testing.T) {
	for _, text := range []string{"", "null", "{}", "[]", `{"receipt":2}`, `{"receipt":1,"more":0}`, `{"receipt":1}{}`, `{"receipt":1,"checkpoint":{"statement":0}}`, "PK"} {
		if _, err := verifyReceipt([]byte(text), nil); err == nil {
			t.Errorf("%s is a receipt", text)
		}
	}
}
