package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// command is the program itself, in a folder of its own.
func command(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	path, err := exec.LookPath("deferido") // the test binary, under the name that TestMain gave it
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(path, args...)
	c.Dir = t.TempDir()
	return c
}

// start starts the program. What it says on standard error can be read at any time.
func start(t *testing.T, args ...string) (*exec.Cmd, io.WriteCloser, *bufio.Reader, said) {
	t.Helper()
	c := command(t, args...)
	stderr, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = stderr.Close() })
	c.Stderr = stderr
	stdin, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill() }) // of use only where the test failed on its way
	return c, stdin, bufio.NewReader(stdout), said(stderr.Name())
}

// said is the file of what a program said.
type said string

func (s said) String() string {
	text, err := os.ReadFile(string(s))
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func TestServeAnswersAndEndsOnASignal(t *testing.T) {
	for _, signal := range []os.Signal{syscall.SIGTERM, syscall.SIGINT} {
		t.Run(signal.String(), func(t *testing.T) {
			c, _, stdout, stderr := start(t, "serve", "--listen", "127.0.0.1:0")
			line, err := stdout.ReadString('\n')
			if err != nil {
				t.Fatalf("%v: %s", err, stderr)
			}
			address, found := strings.CutPrefix(strings.TrimSpace(line), "deferido: listening on ")
			if !found || !strings.HasPrefix(address, "http://127.0.0.1:") {
				t.Fatalf("it said %q", line)
			}
			resp, err := http.Post(address+"/v1/decisions", "application/json", strings.NewReader(`{"question": "grant", "facts": {}}`))
			if err != nil {
				t.Fatal(err)
			}
			var d struct{ Outcome string }
			if err := json.NewDecoder(resp.Body).Decode(&d); err != nil || d.Outcome != "incomplete" {
				t.Errorf("status %d, outcome %q, %v", resp.StatusCode, d.Outcome, err)
			}
			resp.Body.Close()
			if err := c.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			rest, _ := io.ReadAll(stdout)
			if err := c.Wait(); err != nil || len(rest) > 0 {
				t.Errorf("it ended with %v and said %q: %s", err, rest, stderr)
			}
		})
	}
}

func TestServeOnAnAddressInUse(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var stdout, stderr bytes.Buffer
	t.Chdir(t.TempDir())
	if got := Run(t.Context(), []string{"serve", "--listen", l.Addr().String()}, nil, &stdout, &stderr, nil); got != exitUnavailable || stdout.Len() > 0 {
		t.Errorf("status %d: %s%s", got, &stdout, &stderr)
	}
}

func TestEachLineIsAnsweredBeforeTheNextOneComes(t *testing.T) {
	c, stdin, stdout, stderr := start(t, "decide", "-")
	for _, request := range []string{`{"question": "grant", "facts": {}}`, `no JSON`, `{"question": "sale", "facts": {}}`} {
		if _, err := io.WriteString(stdin, request+"\n"); err != nil {
			t.Fatal(err)
		}
		if line, err := stdout.ReadString('\n'); err != nil { // without an answer, the test would wait for ever
			t.Fatalf("%q, %v: %s", line, err, stderr)
		}
	}
	stdin.Close()
	_ = c.Wait()
	if got := c.ProcessState.ExitCode(); got != exitUsage {
		t.Errorf("status %d: %s", got, stderr)
	}
}

// What Go ends the program for by itself must not look like "incomplete", whose status Go uses too.
func TestWhatGoCannotRecoverFromHasNoStatusOfAnOutcome(t *testing.T) {
	c, stdin, stdout, _ := start(t, "decide", "-")
	// A line that is answered shows that the program is past its start.
	if _, err := io.WriteString(stdin, "{}\n"); err != nil {
		t.Fatal(err)
	}
	if _, err := stdout.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	if err := c.Process.Signal(syscall.SIGQUIT); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	if status := c.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != syscall.SIGABRT {
		t.Errorf("it ended with %v", c.ProcessState)
	}
}

// panicking is a reader and a writer that panics.
type panicking struct{}

func (panicking) Read([]byte) (int, error)  { panic("on reading") }
func (panicking) Write([]byte) (int, error) { panic("on writing") }

func TestPanicsAreInternalErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, run := range map[string]func(stderr io.Writer) int{
		"in the reader": func(stderr io.Writer) int {
			return Run(context.Background(), []string{"decide", "-"}, panicking{}, io.Discard, stderr, nil)
		},
		"in a command": func(stderr io.Writer) int {
			return Run(context.Background(), []string{"version"}, nil, panicking{}, stderr, nil)
		},
	} {
		var stderr bytes.Buffer
		if got := run(&stderr); got != exitInternal || !strings.Contains(stderr.String(), "internal error: on ") || !strings.Contains(stderr.String(), "process_test.go") {
			t.Errorf("%s: status %d: %s", name, got, &stderr)
		}
	}
	d := &decider{} // without a set, whatever it does panics
	a := d.answer(context.Background(), item{1, []byte("{}")})
	if a.problem == nil || a.status() != exitInternal || a.problem.Status != http.StatusInternalServerError {
		t.Errorf("in a worker: %+v", a)
	}
	if text, _ := json.Marshal(a.problem); bytes.Contains(text, []byte("nil pointer")) {
		t.Errorf("the problem tells of the program's inside: %s", text)
	}
}
