package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"math"
	"net/http"
	"os"
	"os/exec"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"deferido/fixtures"
)

// served is the program, serving.
type served struct {
	address string
	pid     int
	command *exec.Cmd
	stderr  said
}

// serve starts the program on a free port, with more arguments.
func serve(t *testing.T, args ...string) served {
	t.Helper()
	c, _, stdout, stderr := start(t, append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)...)
	line, err := stdout.ReadString('\n')
	address, found := strings.CutPrefix(strings.TrimSpace(line), "deferido: listening on ")
	if err != nil || !found {
		t.Fatalf("it said %q, %v: %s", line, err, stderr)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	return served{address, c.Process.Pid, c, stderr}
}

// post sends a body and returns the status and the answer.
func (s served) post(t *testing.T, to, media string, body io.Reader) (int, http.Header, []byte) {
	t.Helper()
	resp, err := http.Post(s.address+to, media, body)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, resp.Header, answer
}

// expectation is what a case says of its answer: each field, where given, must be so.
type expectation struct {
	Status    int            `json:"status"`
	Problem   string         `json:"problem"`
	Outcome   string         `json:"outcome"`
	Result    map[string]any `json:"result"`
	Cites     []string       `json:"cites"`
	NotCites  []string       `json:"not_cites"`
	Unmet     []string       `json:"unmet"`
	Duties    []string       `json:"duties"`
	NotDuties []string       `json:"not_duties"`
	Contested *bool          `json:"contested"`
	CaseLaw   string         `json:"case_law"`
	Missing   *[]string      `json:"missing"`
}

// answered is an answer as a case looks at it.
type answered struct {
	Type       string
	Outcome    string
	Contested  bool
	Result     map[string]any
	LegalBasis []struct {
		URN string
		Met *bool
	} `json:"legal_basis"`
	Duties   []struct{ URN string }
	Missing  []struct{ Fact string }
	Readings struct {
		CaseLaw string `json:"case_law"`
	}
}

// Every case of the fixtures is answered as it says.
func TestCases(t *testing.T) {
	s := serve(t)
	names, err := fs.Glob(fixtures.FS, "cases/*.json")
	if err != nil || len(names) < 100 {
		t.Fatalf("%d cases: %v", len(names), err)
	}
	for _, name := range names {
		t.Run(path.Base(name), func(t *testing.T) {
			content, err := fs.ReadFile(fixtures.FS, name)
			var c struct {
				Request json.RawMessage
				Expect  expectation
			}
			if err == nil {
				err = json.Unmarshal(content, &c)
			}
			if err != nil {
				t.Fatal(err)
			}
			status, header, body := s.post(t, "/v1/decisions", "application/json", bytes.NewReader(c.Request))
			if want := max(c.Expect.Status, http.StatusOK); status != want {
				t.Fatalf("status %d, want %d: %s", status, want, body)
			}
			var a answered
			if err := json.Unmarshal(body, &a); err != nil {
				t.Fatal(err)
			}
			if status != 200 {
				if !strings.HasSuffix(a.Type, "/"+c.Expect.Problem) && c.Expect.Problem != "" || header.Get("Content-Type") != "application/problem+json" {
					t.Errorf("problem %s as %s", a.Type, header.Get("Content-Type"))
				}
				return
			}
			for _, difference := range c.Expect.differences(a) {
				t.Error(difference)
			}
		})
	}
}

func (e expectation) differences(a answered) []string {
	var found []string
	differs := func(format string, args ...any) { found = append(found, fmt.Sprintf(format, args...)) }
	if e.Outcome != "" && a.Outcome != e.Outcome {
		differs("outcome %s, want %s", a.Outcome, e.Outcome)
	}
	if e.Contested != nil && a.Contested != *e.Contested {
		differs("contested %v", a.Contested)
	}
	if e.CaseLaw != "" && a.Readings.CaseLaw != e.CaseLaw {
		differs("case law %s, want %s", a.Readings.CaseLaw, e.CaseLaw)
	}
	for key, want := range e.Result {
		if !reflect.DeepEqual(a.Result[key], want) {
			differs("result.%s %v, want %v", key, a.Result[key], want)
		}
	}
	var cited, unmet, duties, missing []string
	for _, b := range a.LegalBasis {
		cited = append(cited, b.URN)
		if b.Met != nil && !*b.Met {
			unmet = append(unmet, b.URN)
		}
	}
	infractions, _ := a.Result["infractions"].([]any)
	for _, i := range infractions {
		cited = append(cited, i.(map[string]any)["urn"].(string))
	}
	for _, d := range a.Duties {
		duties = append(duties, d.URN)
	}
	for _, m := range a.Missing {
		missing = append(missing, m.Fact)
	}
	for _, list := range []struct {
		what      string
		got, want []string
		there     bool
	}{
		{"cited", cited, e.Cites, true}, {"cited", cited, e.NotCites, false}, {"unmet", unmet, e.Unmet, true},
		{"a duty", duties, e.Duties, true}, {"a duty", duties, e.NotDuties, false},
	} {
		for _, urn := range list.want {
			if slices.Contains(list.got, urn) != list.there {
				differs("%s is %s: %v, want %v", urn, list.what, !list.there, list.there)
			}
		}
	}
	if e.Missing != nil && !slices.Equal(slices.Sorted(slices.Values(*e.Missing)), slices.Sorted(slices.Values(missing))) {
		differs("missing %v, want %v", missing, *e.Missing)
	}
	return found
}

// streamed is how many decisions the memory of a stream is watched over. DEFERIDO_STREAM asks for more.
const streamed = 20_000

// A stream keeps the server's resident memory flat and under 200 MiB.
func TestStreamMemory(t *testing.T) {
	n := streamed
	if more, err := strconv.Atoi(os.Getenv("DEFERIDO_STREAM")); err == nil {
		n = more
	}
	s := serve(t)
	line := compact(t, "requests/elderly-free-seat.json")
	body, in := io.Pipe()
	go func() {
		out := bufio.NewWriter(in)
		for range n {
			_, _ = out.Write(line)
		}
		_ = out.Flush()
		_ = in.Close()
	}()
	resp, err := http.Post(s.address+"/v1/decisions/batch", "application/x-ndjson", body)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	answers := bufio.NewReaderSize(resp.Body, 1<<16)
	var early, peak int
	for i := range n {
		answer, err := answers.ReadString('\n')
		if err != nil || !strings.Contains(answer, `"outcome":"allow"`) {
			t.Fatalf("line %d: %v: %.300s", i, err, answer)
		}
		if i%1000 == 999 {
			peak = max(peak, resident(t, s.pid))
		}
		if i == n/4 {
			early = peak
		}
	}
	end, err := answers.ReadString('\n')
	if err != nil || end != fmt.Sprintf("{\"end\":{\"lines\":%d}}\n", n) {
		t.Fatalf("the last line is %q, %v", end, err)
	}
	t.Logf("%d decisions: %d MiB resident after a quarter, %d MiB at the most", n, early>>20, peak>>20)
	if peak > 200<<20 || peak > early+early/2 {
		t.Errorf("%d MiB after a quarter, %d MiB at the most", early>>20, peak>>20)
	}
}

// resident is the resident memory of a process, in bytes.
func resident(t *testing.T, pid int) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	kib, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		t.Fatal(err)
	}
	return kib << 10
}

// compact is a request of the fixtures on one line.
func compact(t *testing.T, name string) []byte {
	t.Helper()
	content, err := fs.ReadFile(fixtures.FS, name)
	var line bytes.Buffer
	if err == nil {
		err = json.Compact(&line, content)
	}
	if err != nil {
		t.Fatal(err)
	}
	return append(line.Bytes(), '\n')
}

// A batch of 100 costs at most 100 times what one decision over HTTP does.
func TestBatchCostsNoMoreThanItsDecisions(t *testing.T) {
	s := serve(t)
	one := bytes.TrimSpace(compact(t, "requests/elderly-free-seat.json"))
	hundred := []byte(`{"items":[` + strings.Repeat(string(one)+",", 99) + string(one) + `]}`)
	// One after the other, so that what else the machine does weighs on both; of some rounds the best.
	best := math.Inf(1)
	for range 8 {
		singles := took(func() {
			for range 100 {
				s.post(t, "/v1/decisions", "application/json", bytes.NewReader(one))
			}
		})
		batch := took(func() { s.post(t, "/v1/decisions/batch", "application/json", bytes.NewReader(hundred)) })
		best = min(best, float64(batch)/float64(singles))
	}
	t.Logf("a batch of a hundred costs %.0f times one decision", 100*best)
	if best > 1 {
		t.Errorf("a batch of a hundred costs %.0f times one decision", 100*best)
	}
}

func took(run func()) time.Duration {
	began := time.Now()
	run()
	return time.Since(began)
}
