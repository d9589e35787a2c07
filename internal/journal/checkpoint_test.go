package journal_test

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"deferido/internal/journal"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
	"deferido/internal/testkit"
)

func TestACheckpointIsMadeAfterSoManyRecords(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		j := open(t, storetest.Open(t, from), journal.Options{Sealed: 10})
		for i := range 25 {
			keep(t, j, record(i))
		}
		if report := sound(t, j.Reader); report.Checkpoints != 2 || report.Unsealed != 5 {
			t.Errorf("%+v", report)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		if report := sound(t, j.Reader); report.Checkpoints != 3 || report.Unsealed != 0 {
			t.Errorf("%+v", report)
		}
		if err := j.Record(t.Context(), record(0)); !errors.Is(err, journal.ErrClosed) {
			t.Errorf("recording in a closed journal: %v", err)
		}
		if err := j.Seal(t.Context()); !errors.Is(err, journal.ErrClosed) {
			t.Errorf("sealing a closed journal: %v", err)
		}
	})
}

func TestACheckpointIsMadeAfterSoMuchTime(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		j := open(t, storetest.Open(t, from), journal.Options{Interval: 30 * time.Millisecond})
		for range 2 {
			keep(t, j, record(0))
			testkit.Eventually(t, "it is sealed", func() bool { return sound(t, j.Reader).Unsealed == 0 })
		}
		time.Sleep(100 * time.Millisecond)
		if report := sound(t, j.Reader); report.Checkpoints != 2 {
			t.Errorf("nothing was recorded, and sealed: %+v", report)
		}
		if err := j.Seal(t.Context()); err != nil {
			t.Fatal(err)
		}
		if report := sound(t, j.Reader); report.Checkpoints != 2 {
			t.Errorf("%+v", report)
		}
	})
}

func TestATailThatWasLeftUnsealedIsSealedByTheNext(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		db := storetest.Open(t, from)
		j := open(t, db, journal.Options{Sealed: 10})
		for i := range 15 {
			keep(t, j, record(i))
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("DELETE FROM checkpoints WHERE number = 2"); err != nil { // as if it had been killed
			t.Fatal(err)
		}
		if report := sound(t, j.Reader); report.Unsealed != 5 {
			t.Fatalf("%+v", report)
		}
		j = open(t, db, journal.Options{})
		if report := sound(t, j.Reader); report.Checkpoints != 2 || report.Unsealed != 0 {
			t.Errorf("%+v", report)
		}
	})
}

func TestEachKeyThatSignedIsNamedAndOnlyThoseTrustedCount(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		db := storetest.Open(t, from)
		var public []ed25519.PublicKey
		var j *journal.Journal
		for _, k := range []ed25519.PrivateKey{key, otherKey} {
			j = open(t, db, journal.Options{Key: k})
			keep(t, j, record(0))
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
			public = append(public, k.Public().(ed25519.PublicKey))
		}
		keys, err := j.Keys(t.Context())
		if err != nil || len(keys) != 2 || !keys[journal.SignerID(public[0])].Equal(public[0]) || !keys[journal.SignerID(public[1])].Equal(public[1]) {
			t.Fatalf("%v, %v", keys, err)
		}
		sound(t, j.Reader)
		for trusted, unsigned := range map[int]int64{0: 2, 1: 1} {
			report, err := j.Verify(t.Context(), journal.Verifying{Trusted: public[trusted : trusted+1]})
			if err != nil || len(report.Findings) != 1 || report.Findings[0].What != "unsigned" || report.Findings[0].Seq != unsigned {
				t.Errorf("%+v, %v", report, err)
			}
		}
		report, err := j.Verify(t.Context(), journal.Verifying{Trusted: public})
		if err != nil || len(report.Findings) != 0 {
			t.Errorf("%+v, %v", report, err)
		}
	})
}

func TestTheKeyOfAFolderIsMadeOnce(t *testing.T) {
	folder := t.TempDir()
	first, existed, err := journal.OpenKey(folder)
	if err != nil || existed {
		t.Fatal(existed, err)
	}
	again, existed, err := journal.OpenKey(folder)
	if err != nil || !existed || !again.Equal(first) {
		t.Fatal(existed, err)
	}
	info, err := os.Stat(filepath.Join(folder, journal.PrivateKeyFile))
	if err != nil || info.Mode() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	text, err := os.ReadFile(filepath.Join(folder, journal.PublicKeyFile))
	if err != nil {
		t.Fatal(err)
	}
	other, err := journal.PublicPEM(otherKey.Public().(ed25519.PublicKey))
	if err != nil {
		t.Fatal(err)
	}
	keys, err := journal.ParsePublicPEM(append(text, other...))
	if err != nil || len(keys) != 2 || !keys[0].Equal(first.Public()) || !keys[1].Equal(otherKey.Public()) {
		t.Errorf("%v, %v", keys, err)
	}
}

func TestAKeyThatIsNoneIsRefusedAndLeftAsItIs(t *testing.T) {
	const certificate = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
	for _, text := range []string{"", "x", certificate} {
		folder := t.TempDir()
		name := filepath.Join(folder, journal.PrivateKeyFile)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := journal.OpenKey(folder); err == nil {
			t.Errorf("%q is no key", text)
		}
		if after, err := os.ReadFile(name); err != nil || !bytes.Equal(after, []byte(text)) {
			t.Errorf("%q was made %q (%v)", text, after, err)
		}
		if _, err := journal.ParsePublicPEM([]byte(text)); err == nil {
			t.Errorf("%q is no public key", text)
		}
	}
	if _, _, err := journal.OpenKey(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a key in a folder that is not there: %v", err)
	}
}

func TestThePolicySetsThatDecidedAreKeptAndVerified(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		db := storetest.Open(t, from)
		j := open(t, db, journal.Options{})
		keep(t, j, record(0))
		revision := record(0).Revision
		check := journal.Verifying{Set: func(_ string, archive []byte) error {
			if string(archive) != "zip" {
				return errors.New("another")
			}
			return nil
		}}
		findings := func() int {
			t.Helper()
			report, err := j.Verify(t.Context(), check)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range report.Findings {
				if f.What != "policies" {
					t.Errorf("%+v", f)
				}
			}
			return len(report.Findings)
		}
		if findings() != 1 {
			t.Error("a set that decided is not kept, and not missed")
		}
		for range 2 {
			if err := j.KeepSet(t.Context(), revision, []byte("zip"), epoch); err != nil {
				t.Fatal(err)
			}
		}
		if archive, err := j.Set(t.Context(), revision); err != nil || string(archive) != "zip" {
			t.Errorf("%s, %v", archive, err)
		}
		if n := findings(); n != 0 {
			t.Errorf("%d findings", n)
		}
		if _, err := db.Exec(db.Bind("UPDATE policy_sets SET archive = ?"), []byte("zap")); err != nil {
			t.Fatal(err)
		}
		if findings() != 1 {
			t.Error("a set was altered, and that is not found")
		}
	})
}
