package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"deferido/internal/decision"
	"deferido/internal/journal"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
)

// on are the arguments that make the program keep its records in a store.
func on(t *testing.T, from store.Source) []string {
	t.Helper()
	if from.URL != "" {
		return []string{"--data", t.TempDir(), "--journal-url", from.URL}
	}
	return []string{"--data", filepath.Dir(from.File)}
}

// ran is a program that ended.
type ran struct {
	status         int
	stdout, stderr string
}

// run runs the program to its end.
func runProgram(t *testing.T, args ...string) ran {
	t.Helper()
	c := command(t, args...)
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	err := c.Run()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		t.Fatal(err)
	}
	return ran{c.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// does runs the program, which must succeed, and returns what it said.
func does(t *testing.T, args ...string) string {
	t.Helper()
	r := runProgram(t, args...)
	if r.status != exitOK {
		t.Fatalf("%s: status %d: %s%s", args[0], r.status, r.stdout, r.stderr)
	}
	return strings.TrimSpace(r.stdout)
}

// verified is what the program finds in a journal, which must be nothing.
func verified(t *testing.T, store []string) journal.Report {
	t.Helper()
	r := runProgram(t, append([]string{"journal", "verify", "--format", "json"}, store...)...)
	var report journal.Report
	if err := json.Unmarshal([]byte(r.stdout), &report); err != nil || r.status != exitOK || len(report.Findings) > 0 {
		t.Fatalf("status %d, %v: %s%s", r.status, err, r.stdout, r.stderr)
	}
	return report
}

// recordsIn are all records of a store.
func recordsIn(t *testing.T, from store.Source) (all []*decision.Record) {
	t.Helper()
	r, err := journal.NewReader(t.Context(), storetest.Open(t, from))
	if err != nil {
		t.Fatal(err)
	}
	for cursor := ""; ; {
		page, next, err := r.List(t.Context(), decision.Filter{}, cursor, 1000)
		if err != nil {
			t.Fatal(err)
		}
		if all = append(all, page...); next == "" {
			return all
		}
		cursor = next
	}
}

// byRequest are the ids of records, by the id of the request that asked for them.
func byRequest(records []*decision.Record) map[string][]string {
	ids := map[string][]string{}
	for _, r := range records {
		ids[r.RequestID] = append(ids[r.RequestID], r.ID)
	}
	return ids
}

// kill ends the program as a power failure would.
func (s served) kill(t *testing.T) {
	t.Helper()
	if err := s.command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = s.command.Wait()
}

// terminate tells the program to end, and waits until it has; it must end well.
func (s served) terminate(t *testing.T) {
	t.Helper()
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := s.command.Wait(); err != nil {
		t.Errorf("told to end, it ended with %v: %s", err, s.stderr)
	}
}

// clients is an HTTP client that keeps a connection for each of many callers.
func clients(t *testing.T) *http.Client {
	transport := &http.Transport{MaxIdleConnsPerHost: 256, DisableCompression: true}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, Timeout: time.Minute}
}

// response is a whole answer.
type response struct {
	status int
	header http.Header
	body   []byte
}

// problem is the kind of problem that the response is; empty for none.
func (r response) problem() string {
	var p struct{ Type string }
	_ = json.Unmarshal(r.body, &p)
	return p.Type[strings.LastIndexByte(p.Type, '/')+1:]
}

// id is that of the decision in the response.
func (r response) id() string {
	var d struct{ ID string }
	_ = json.Unmarshal(r.body, &d)
	return d.ID
}

// ask sends a request, whose headers are given in pairs, and reads the answer to its end.
func ask(ctx context.Context, c *http.Client, method, url string, body []byte, headers ...string) (response, error) {
	r, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return response{}, err
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	got, err := c.Do(r)
	if err != nil {
		return response{}, err
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	return response{got.StatusCode, got.Header, text}, err
}

// asks sends a request that must be answered, with whatever status.
func asks(t *testing.T, c *http.Client, method, url string, body []byte, headers ...string) response {
	t.Helper()
	got, err := ask(t.Context(), c, method, url, body, headers...)
	if err != nil {
		t.Fatal(err)
	}
	return got
}
