package httpapi_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"deferido/internal/decision"
	"deferido/internal/httpapi"
)

func one(reference any) string {
	return fmt.Sprintf(`{"question":"grant","reference":"%v","facts":{"trip":{"distance_km":430}}}`, reference)
}

// answerLine reads a line and holds it to the document.
func answerLine(t testing.TB, r *bufio.Reader) []byte {
	t.Helper()
	text, err := r.ReadBytes('\n')
	if err != nil {
		t.Fatalf("%v after %q", err, text)
	}
	checkAnswer(t, http.MethodPost, "/v1/decisions/batch", 200, "application/x-ndjson", text)
	return text
}

func wantEnd(t testing.TB, r *bufio.Reader, lines int, reason string) {
	t.Helper()
	text := answerLine(t, r)
	var end httpapi.StreamEnd
	if err := json.Unmarshal(text, &end); err != nil || end.End.Lines != lines || end.End.Reason != reason || !bytes.Contains(text, []byte(`"end"`)) {
		t.Errorf("last line %s, want %d lines and reason %q", text, lines, reason)
	}
	if rest, err := io.ReadAll(r); err != nil || len(rest) > 0 {
		t.Errorf("after the last line: %q, %v", rest, err)
	}
}

func TestStreamAnswersWhileTheClientStillSends(t *testing.T) {
	for name, two := range map[string]bool{"HTTP/1.1": false, "HTTP/2": true} {
		t.Run(name, func(t *testing.T) {
			l := start(t, nil)
			in, answers, response := l.open(t, client(t, two))
			if response.Proto[:6] != name[:6] {
				t.Errorf("spoke %s", response.Proto)
			}
			for i := range 1000 {
				if _, err := io.WriteString(in, one(i)+"\n"); err != nil {
					t.Fatal(err)
				}
				var d decision.Decision
				text, err := answers.ReadBytes('\n')
				if err != nil {
					t.Fatal(err)
				}
				if err := json.Unmarshal(text, &d); err != nil || d.Reference != fmt.Sprint(i) {
					t.Fatalf("line %d: %v %s", i, err, text)
				}
			}
			in.Close()
			wantEnd(t, answers, 1000, "")
			if err := l.stop(); err != nil {
				t.Error(err)
			}
			if logs := l.logs.String(); !strings.Contains(logs, `"lines":1000`) || strings.Contains(logs, "1958-03-14") {
				t.Error(logs)
			}
		})
	}
}

// A client that pauses, for less than a line may take, keeps its stream: the time to write runs only while something is written.
func TestPauseBetweenLines(t *testing.T) {
	for name, two := range map[string]bool{"HTTP/1.1": false, "HTTP/2": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := start(t, func(o *httpapi.Options) { o.Timeouts.Write, o.Timeouts.Line = 300*time.Millisecond, time.Minute })
			in, answers, _ := l.open(t, client(t, two))
			for i := range 2 {
				if _, err := io.WriteString(in, one(i)+"\n"); err != nil {
					t.Fatal(err)
				}
				answerLine(t, answers)
				time.Sleep(900 * time.Millisecond)
			}
			in.Close()
			wantEnd(t, answers, 2, "")
		})
	}
}

func TestStreamKeepsOrder(t *testing.T) {
	l := start(t, deciding(func(ctx context.Context, a decision.Activation, r *decision.Request, lang string) (*decision.Decision, error) {
		if strings.HasSuffix(r.Reference, "3") {
			time.Sleep(2 * time.Millisecond)
		}
		return allow(ctx, a, r, lang)
	}))
	in, answers, _ := l.open(t, client(t, false))
	go func() {
		for i := range 500 {
			_, _ = io.WriteString(in, one(i)+"\n")
		}
		in.Close()
	}()
	for i := range 500 {
		var d decision.Decision
		if text := answerLine(t, answers); json.Unmarshal(text, &d) != nil || d.Reference != fmt.Sprint(i) {
			t.Fatalf("line %d: %s", i, text)
		}
	}
	wantEnd(t, answers, 500, "")
}

func TestLinesOfAllKinds(t *testing.T) {
	l := start(t, nil)
	in, answers, _ := l.open(t, client(t, false))
	huge := `{"reference":"huge","question":"` + strings.Repeat("x", 3<<20) + `"}`
	brim := one("brim")
	brim += strings.Repeat(" ", 1<<20-len(brim)) // exactly the limit
	go func() {
		for _, text := range []string{
			one("crlf") + "\r\n", "\n", "   \r\n", "{not json\n", huge + "\n", brim + "\r\n", brim + " \n",
			`{"question":"grant","reference":"bad","facts":{"nope":1}}` + "\n", one("twice") + one("twice") + "\n", one("last"),
		} {
			_, _ = io.WriteString(in, text)
		}
		in.Close()
	}()
	for _, want := range []struct{ kind, reference, place string }{
		{"", "crlf", ""}, {"not-json", "", "4"}, {"too-large", "huge", "5"}, {"", "brim", ""}, {"too-large", "brim", "7"},
		{"invalid-facts", "bad", "8"}, {"trailing-data", "twice", "9"}, {"", "last", ""},
	} {
		text := answerLine(t, answers)
		p := problemIn(t, text)
		switch {
		case p.Reference != want.reference:
			t.Errorf("reference %q, want %q: %s", p.Reference, want.reference, text)
		case want.kind == "" && p.Type != "", want.kind != "" && !strings.HasSuffix(p.Type, "/"+want.kind):
			t.Errorf("%s, want %q", text, want.kind)
		case want.place != "" && !strings.HasSuffix(p.Instance, "#/lines/"+want.place):
			t.Errorf("%s, want line %s", p.Instance, want.place)
		}
	}
	wantEnd(t, answers, 8, "")
}

func TestEmptyStream(t *testing.T) {
	l := start(t, nil)
	in, answers, _ := l.open(t, client(t, false))
	in.Close()
	wantEnd(t, answers, 0, "")
}

func TestEachLineHasTheSetInService(t *testing.T) {
	l := start(t, nil)
	in, answers, _ := l.open(t, client(t, false))
	for seq := 7; seq < 10; seq++ {
		l.sets.activate(l.sets.set, seq)
		_, _ = io.WriteString(in, one("x")+"\n")
		var d decision.Decision
		if text := answerLine(t, answers); json.Unmarshal(text, &d) != nil || d.Policy.Activation != seq {
			t.Errorf("activation %d, want %d", d.Policy.Activation, seq)
		}
	}
	in.Close()
	wantEnd(t, answers, 3, "")
}

func TestShutdownEndsAStreamAfterItsLine(t *testing.T) {
	for name, two := range map[string]bool{"HTTP/1.1": false, "HTTP/2": true} {
		t.Run(name, func(t *testing.T) {
			l := start(t, nil)
			in, answers, _ := l.open(t, client(t, two))
			defer in.Close()
			_, _ = io.WriteString(in, one("a")+"\n"+one("b")[:20]) // and half a line, which is never decided
			answerLine(t, answers)
			stopped := make(chan error, 1)
			go func() { stopped <- l.stop() }()
			wantEnd(t, answers, 1, "shutdown")
			in.Close() // an HTTP/2 client would otherwise hold its side open
			if err := <-stopped; err != nil {
				t.Error(err)
			}
		})
	}
}

func TestStreamEndsWhenNoLineComes(t *testing.T) {
	l := start(t, func(o *httpapi.Options) { o.Timeouts.Line = time.Second })
	in, answers, _ := l.open(t, client(t, false))
	defer in.Close()
	_, _ = io.WriteString(in, one("a")+"\n"+"{")
	answerLine(t, answers)
	wantEnd(t, answers, 1, "timeout")
}

// A slow decision is no slow client: the deadline of the next line does not run while the client waits for us.
func TestDeadlineOfALineDoesNotRunWhileWeDecide(t *testing.T) {
	l := start(t, func(o *httpapi.Options) {
		o.Timeouts.Line = time.Second
		o.Decider = deciderFunc(func(ctx context.Context, a decision.Activation, r *decision.Request, lang string) (*decision.Decision, error) {
			if r.Reference == "0" {
				time.Sleep(600 * time.Millisecond) // the queue fills behind it
			}
			return allow(ctx, a, r, lang)
		})
	})
	in, answers, _ := l.open(t, client(t, true))
	go func() {
		for i := range 100 {
			_, _ = io.WriteString(in, one(i)+"\n")
		}
		in.Close()
	}()
	for range 100 {
		answerLine(t, answers)
	}
	wantEnd(t, answers, 100, "")
}
