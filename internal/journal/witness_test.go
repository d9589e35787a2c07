package journal_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"deferido/internal/journal"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
)

// wantChained fails unless checkpoints are those from 1 to n, each naming the one before it.
func wantChained(t *testing.T, checkpoints []*journal.Checkpoint, n int64) {
	t.Helper()
	if int64(len(checkpoints)) != n {
		t.Fatalf("%d checkpoints, not %d", len(checkpoints), n)
	}
	previous := ""
	for i, c := range checkpoints {
		var s journal.Statement
		if err := json.Unmarshal(c.Statement, &s); err != nil {
			t.Fatal(err)
		}
		if s.Number != int64(i+1) || s.Previous != previous {
			t.Errorf("checkpoint %d: %+v", i+1, s)
		}
		sum := sha256.Sum256(c.Statement)
		previous = hex.EncodeToString(sum[:])
	}
}

func TestCheckpointsGoToTheFileOfTheWitness(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		db, file := storetest.Open(t, from), filepath.Join(t.TempDir(), "witness")
		for i := range 3 {
			j := open(t, db, journal.Options{Sealed: 5, Witness: journal.NewWitness(file, nil)})
			for k := range 7 {
				keep(t, j, record(k))
			}
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
			all := witnessed(t, file)
			wantChained(t, all, int64(2*(i+1)))
			report, err := j.Verify(t.Context(), journal.Verifying{Witnessed: all})
			if err != nil || len(report.Findings) > 0 || report.Checkpoints != len(all) || report.Unsealed != 0 {
				t.Fatalf("%+v, %v", report, err)
			}
		}
	})
}

// posted is a witness that fails at first.
type posted struct {
	sync.Mutex
	fail int
	got  []*journal.Checkpoint
	t    *testing.T
}

func (p *posted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.Lock()
	defer p.Unlock()
	if p.fail--; p.fail >= 0 {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	text, err := io.ReadAll(r.Body)
	c := &journal.Checkpoint{}
	if err != nil || r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json" || json.Unmarshal(text, c) != nil {
		p.t.Errorf("%s %v %s", r.Method, r.Header, text)
	}
	p.got = append(p.got, c)
	w.WriteHeader(http.StatusCreated)
}

func TestCheckpointsArePostedToTheWitnessAgainUntilItTakesThem(t *testing.T) {
	p := &posted{fail: 2, t: t}
	server := httptest.NewServer(p)
	defer server.Close()
	j := open(t, storetest.Open(t, storetest.SQLite(t)), journal.Options{Sealed: 5, Witness: journal.NewWitness(server.URL, nil)})
	for i := range 22 {
		keep(t, j, record(i))
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	wantChained(t, p.got, 5)
	report, err := j.Verify(t.Context(), journal.Verifying{Witnessed: p.got})
	if err != nil || len(report.Findings) > 0 {
		t.Fatalf("%+v, %v", report, err)
	}
}

func TestAWitnessThatDoesNotAnswerDelaysNobody(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0") // which nobody accepts from
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	j := open(t, storetest.Open(t, storetest.SQLite(t)), journal.Options{Sealed: 1, Witness: journal.NewWitness("http://"+l.Addr().String(), nil).Hurry(time.Second)})
	began := time.Now()
	for i := range 50 {
		keep(t, j, record(i))
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("recording took %v", took)
	}
	began = time.Now()
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took < time.Second || took > 4*time.Second {
		t.Errorf("closing took %v", took)
	}
	sound(t, j.Reader)
}
