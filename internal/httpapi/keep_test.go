package httpapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"deferido/internal/decision"
	"deferido/internal/httpapi"
)

// notKept is what the decision service says where the records cannot be written.
var notKept = &decision.Problem{Kind: decision.NotRecorded, Err: errors.New("SECRET"), Detail: decision.Sentence{PT: "Não.", EN: "No."}}

// keepingBy has a function keep what allow decides.
func keepingBy(keep func(ctx context.Context, made ...*decision.Made) error) func(*httpapi.Options) {
	return func(o *httpapi.Options) { o.Decider = keeper{deciderFunc(allow), keep} }
}

func batchOf(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ",%s", one(i))
	}
	return `{"items":[` + b.String()[1:] + `]}`
}

func TestABatchIsKeptAtOnce(t *testing.T) {
	var kept []int
	h := build(t, keepingBy(func(_ context.Context, made ...*decision.Made) error {
		kept = append(kept, len(made))
		for i, m := range made {
			if m.Decision.Reference != fmt.Sprint(i) {
				return fmt.Errorf("%s in the place of %d", m.Decision.Reference, i)
			}
		}
		return nil
	}))
	w := h.post(t, "/v1/decisions/batch", batchOf(300))
	if w.Code != http.StatusOK || fmt.Sprint(kept) != "[300]" {
		t.Errorf("%d, kept %v", w.Code, kept)
	}
	mixed := `{"items":[{"question":"nope","facts":{}},` + one("0") + `,7,` + one("1") + `]}`
	w = h.post(t, "/v1/decisions/batch", mixed)
	if fmt.Sprint(kept) != "[300 2]" || strings.Count(w.Body.String(), `"outcome":"allow"`) != 2 {
		t.Errorf("kept %v: %s", kept, w.Body)
	}
}

// What was not kept is not told: neither the good items nor the problems of the others.
func TestABatchThatIsNotKeptIsRefusedWhole(t *testing.T) {
	for name, c := range map[string]struct {
		err    error
		status int
		kind   string
	}{
		"not recorded": {notKept, 503, "not-recorded"}, "of another kind": {errors.New("SECRET"), 500, "internal-error"},
	} {
		h := build(t, keepingBy(func(context.Context, ...*decision.Made) error { return c.err }))
		w := h.post(t, "/v1/decisions/batch", `{"items":[`+one("SECRET")+`,{"question":"nope","reference":"SECRET","facts":{}}]}`)
		wantProblem(t, w, c.status, c.kind)
		if strings.Contains(w.Body.String()+h.logs.String(), "SECRET") || strings.Contains(w.Body.String(), "outcome") || (w.Header().Get("Retry-After") == "") != (c.status == 500) {
			t.Errorf("%s: %v %s %s", name, w.Header(), w.Body, h.logs)
		}
	}
	h := build(t, keepingBy(func(context.Context, ...*decision.Made) error { panic("SECRET") }))
	w := h.post(t, "/v1/decisions/batch", batchOf(2))
	wantProblem(t, w, 500, "internal-error")
	if strings.Contains(h.logs.String(), "SECRET") {
		t.Error(h.logs)
	}
}

func TestADecisionThatIsNotKeptIsNotTold(t *testing.T) {
	h := build(t, keepingBy(func(context.Context, ...*decision.Made) error { return notKept }))
	w := h.post(t, "/v1/decisions", request(t, "ticket"))
	wantProblem(t, w, 503, "not-recorded")
	if strings.Contains(w.Body.String(), "outcome") || w.Header().Get("Retry-After") == "" {
		t.Errorf("%v %s", w.Header(), w.Body)
	}
}

// streamed sends a whole stream and returns the answers' lines, the last of which tells the end.
func streamed(t *testing.T, l *live, lines ...string) [][]byte {
	t.Helper()
	in, answers, _ := l.open(t, client(t, false))
	go func() {
		_, _ = io.WriteString(in, strings.Join(lines, "\n"))
		in.Close()
	}()
	text, err := io.ReadAll(answers)
	if err != nil {
		t.Fatal(err)
	}
	checkAnswer(t, http.MethodPost, "/v1/decisions/batch", 200, "application/x-ndjson", text)
	all := documentsIn("application/x-ndjson", text)
	if end := fmt.Sprintf(`{"end":{"lines":%d}}`, len(lines)); len(all) != len(lines)+1 || string(all[len(lines)]) != end {
		t.Fatalf("%d lines after %d, the last %s", len(all), len(lines), all[len(all)-1])
	}
	return all
}

// Lines are kept beside each other, so that they share commits: as many wait at once as may be under way. Were each kept after
// the other, a keeper that waits for company would wait for ever.
func TestLinesAreKeptBesideEachOther(t *testing.T) {
	const together = 100
	var waiting sync.WaitGroup
	waiting.Add(together)
	enough, cancel := context.WithTimeout(t.Context(), 4*time.Second)
	defer cancel()
	l := start(t, keepingBy(func(context.Context, ...*decision.Made) error {
		waiting.Done()
		met := make(chan struct{})
		go func() { waiting.Wait(); close(met) }()
		select {
		case <-met:
			return nil
		case <-enough.Done():
			return notKept
		}
	}))
	var lines []string
	for i := range together {
		lines = append(lines, one(i))
	}
	for i, answer := range streamed(t, l, lines...)[:together] {
		var d decision.Decision
		if err := json.Unmarshal(answer, &d); err != nil || d.Reference != fmt.Sprint(i) || d.Outcome != "allow" {
			t.Fatalf("line %d: %s", i, answer)
		}
	}
}

// A commit of 50 ms each makes a hundred lines take far less than a hundred times that.
func TestASlowStoreDoesNotMakeAStreamSlow(t *testing.T) {
	l := start(t, keepingBy(func(context.Context, ...*decision.Made) error {
		time.Sleep(50 * time.Millisecond)
		return nil
	}))
	lines := strings.Split(strings.Repeat(one("x")+"\n", 99)+one("x"), "\n")
	began := time.Now()
	streamed(t, l, lines...)
	if took := time.Since(began); took > time.Second { // one after the other it would be five
		t.Errorf("it took %s", took)
	}
}

func TestWhatHappensToALineAsItIsKeptIsItsOwn(t *testing.T) {
	l := start(t, keepingBy(func(_ context.Context, made ...*decision.Made) error {
		switch made[0].Decision.Reference {
		case "unrecorded":
			return notKept
		case "panic":
			panic("SECRET")
		case "other":
			return errors.New("SECRET")
		}
		return nil
	}))
	answers := streamed(t, l, one("first"), one("unrecorded"), one("panic"), one("other"), one("last"))
	for i, want := range []struct{ reference, kind string }{{"first", ""}, {"unrecorded", "not-recorded"}, {"panic", "internal-error"}, {"other", "internal-error"}, {"last", ""}} {
		p := problemIn(t, answers[i])
		if p.Reference != want.reference || strings.TrimPrefix(p.Type, httpapi.DefaultProblemBase) != want.kind || strings.Contains(string(answers[i]), "outcome") != (want.kind == "") {
			t.Errorf("line %d: %s", i, answers[i])
		}
		if want.kind != "" && !strings.HasSuffix(p.Instance, fmt.Sprintf("#/lines/%d", i+1)) {
			t.Errorf("line %d: %s", i, p.Instance)
		}
	}
	if logs := l.logs.String(); strings.Contains(logs, "SECRET") || !strings.Contains(logs, `"problems":3`) || !strings.Contains(logs, `"stack"`) {
		t.Error(logs)
	}
}

// duplex is a recorder that a stream can be answered on, as on a connection.
type duplex struct{ *httptest.ResponseRecorder }

func (duplex) EnableFullDuplex() error          { return nil }
func (duplex) SetReadDeadline(time.Time) error  { return nil }
func (duplex) SetWriteDeadline(time.Time) error { return nil }
func (d duplex) Unwrap() http.ResponseWriter    { return d.ResponseRecorder }

// counted counts what is read.
type counted struct {
	io.Reader
	read atomic.Int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.read.Add(int64(n))
	return n, err
}

// However long the lines, what is held of them is bounded in bytes: while nothing is kept, no more is read.
func TestTheBytesOfLinesUnderWayAreBounded(t *testing.T) {
	const lines, bound = 40, 8 << 20
	release := make(chan struct{})
	h := build(t, keepingBy(func(ctx context.Context, _ ...*decision.Made) error {
		<-release
		return nil
	}))
	long := one("x")
	long += strings.Repeat(" ", 1<<20-len(long)) + "\n"
	body := &counted{Reader: strings.NewReader(strings.Repeat(long, lines))}
	r := httptest.NewRequest(http.MethodPost, "/v1/decisions/batch", io.NopCloser(body))
	r.Header.Set("Content-Type", "application/x-ndjson")
	r.Host = "localhost"
	w := duplex{httptest.NewRecorder()}
	answered := make(chan struct{})
	go func() { h.ServeHTTP(w, r); close(answered) }()
	last := int64(-1)
	for now := body.read.Load(); now != last || now == 0; now = body.read.Load() { // until no more is read
		last = now
		time.Sleep(100 * time.Millisecond)
	}
	if last > bound+2*(1<<20) {
		t.Errorf("%d bytes were read while nothing could be kept", last)
	}
	close(release)
	<-answered
	if got := bytes.Count(w.Body.Bytes(), []byte(`"outcome":"allow"`)); got != lines || !bytes.HasSuffix(w.Body.Bytes(), fmt.Appendf(nil, "{\"end\":{\"lines\":%d}}\n", lines)) {
		t.Errorf("%d answers", got)
	}
}

// Each line is on record before it is told, and none that was told is missing.
func TestLinesAndItemsAreOnRecordWhenTheyAreTold(t *testing.T) {
	l := startKeeping(t)
	told := streamed(t, l.live, one(1), one(2), one(3))[:3]
	for _, item := range items(t, l.post(t, "/v1/decisions/batch", batchOf(3)).Body.Bytes()) {
		told = append(told, item)
	}
	recorded := map[string]bool{}
	for _, r := range l.shelf.records() {
		recorded[r.ID] = true
	}
	for _, answer := range told {
		var d decision.Decision
		if err := json.Unmarshal(answer, &d); err != nil || !recorded[d.ID] {
			t.Errorf("%v: %s", err, answer)
		}
	}
	if len(recorded) != len(told) {
		t.Errorf("%d records, %d told", len(recorded), len(told))
	}
}

// keepingLive is a house that keeps records, behind a real server.
type keepingLive struct {
	*live
	shelf *shelf
}

func startKeeping(t *testing.T) keepingLive {
	t.Helper()
	_, s := keeping(t, nil)
	l := start(t, func(o *httpapi.Options) { o.Decider, o.Journal = s.service, s })
	l.sets.activate(s.law.(httpapi.Set), 1)
	return keepingLive{l, s}
}
