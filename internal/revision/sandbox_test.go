package revision_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"deferido/internal/revision"
)

func TestASandboxReportsAsTheCheckDoes(t *testing.T) {
	only := revision.Options{Only: []string{revision.StageLoad, revision.StageLint, revision.StageLedger, revision.StageCases}, Seed: 3}
	broken := edit(t).replace(theCase, `"outcome": "allow"`, `"outcome": "deny"`).replace(art39, "quote: 'à pessoa idosa'", "quote: 'ao idoso'")
	for name, e := range map[string]*edited{"sound": edit(t), "broken": broken} {
		want, err := revision.CheckAll(t.Context(), e.tree(), only)
		if err != nil {
			t.Fatal(err)
		}
		var stages []string
		told := only
		told.Progress = func(p revision.Progress) { stages = append(stages, p.Stage) }
		got, err := revision.Sandbox{}.Check(t.Context(), e.tree(), told)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if diff := cmp.Diff(append(only.Only, ""), stages); diff != "" {
			t.Error(diff)
		}
	}
}

// bombs are drafts that do not come to an end, or not within their bounds.
var bombs = map[string]struct {
	content string // of lib/bomb.rego and lib/bomb_test.rego, after their heads
	stage   string
	with    revision.Sandbox
	want    string // part of the finding
}{
	"an evaluation without end": {
		"test_loop if {\n\thours := numbers.range(1, 1000)\n\tcount([1 | some a in hours; some b in hours; some c in hours; some d in hours; a + b + c + d == 0]) == 0\n}\n",
		revision.StageTests, revision.Sandbox{Deadline: 6 * time.Second}, "within 6s during the stage tests",
	},
	"a value without bounds": {
		"test_grow if {\n\tcount({[a, b] | some a in numbers.range(1, 20000); some b in numbers.range(1, 20000)}) == 0\n}\n",
		revision.StageTests, revision.Sandbox{MemoryBytes: bombMemory}, "256 MiB of memory during the stage tests",
	},
	"a nest of a million braces": {
		"x := " + strings.Repeat("{", 1_000_000) + strings.Repeat("}", 1_000_000) + "\n",
		revision.StageLoad, revision.Sandbox{MemoryBytes: bombMemory}, "256 MiB of memory",
	},
	"a compilation without end": {
		chained(4000), revision.StageLoad, revision.Sandbox{MemoryBytes: bombMemory, Deadline: 20 * time.Second}, "stopped",
	},
	"a hundred megabytes": {
		strings.Repeat("#", 100<<20), revision.StageLoad, revision.Sandbox{MemoryBytes: bombMemory}, "more than 32 MiB",
	},
}

// bombMemory is enough for a draft that is no bomb.
const bombMemory = 256 << 20

// bomb is a small draft.
func bomb(t *testing.T, content string) revision.Tree {
	t.Helper()
	tree := fstest.MapFS{"schemas/facts.json": {Data: []byte(edit(t).read("schemas/facts.json"))}}
	for _, name := range []string{"bomb", "bomb_test"} {
		tree["lib/"+name+".rego"] = &fstest.MapFile{Data: []byte("package lib." + name + "\n\nimport rego.v2\n\n" + content)}
	}
	return revision.Tree{Policies: tree}
}

// chained are rules each of which is a product of those before it.
func chained(n int) string {
	var b strings.Builder
	b.WriteString("f0(x) := [x, x]\n")
	for range n {
		b.WriteString("\n")
		b.WriteString("g := [[[[[[[[[[f0(f0(f0(f0(f0(f0(f0(f0(f0(f0(1))))))))))]]]]]]]]]] if {\n\tsome a in [1]; some b in [a]; some c in [b]\n\tevery d in [c] { every e in [d] { every f in [e] { f == c } } }\n}\n")
	}
	return b.String()
}

func TestWhatADraftDoesStaysInTheSandbox(t *testing.T) {
	for name, b := range bombs {
		t.Run(name, func(t *testing.T) {
			harmless, err := b.with.Check(t.Context(), bomb(t, "test_x if true\n"), revision.Options{Only: []string{b.stage}})
			if err != nil || strings.Contains(findingsOf(harmless), "resources") {
				t.Fatalf("a harmless draft: %+v, %v", harmless, err)
			}
			tree := bomb(t, b.content)
			before, cpu := heap(), processorTime(t)
			began := time.Now()
			report, err := b.with.Check(t.Context(), tree, revision.Options{Only: []string{b.stage}})
			if err != nil {
				t.Fatal(err)
			}
			if len(report.Findings) == 0 {
				t.Fatalf("nothing was found after %s", time.Since(began))
			}
			f := report.Findings[0]
			t.Logf("%s: %+v", time.Since(began).Round(time.Millisecond), f)
			if len(report.Findings) > 1 || (f.Rule != "resources" || !strings.Contains(f.Detail, b.want) || f.Advice == "" || report.Sound()) {
				t.Errorf("%+v", f)
			}
			if after := heap(); after > before+64<<20 {
				t.Errorf("the parent grew by %d MiB", (after-before)>>20)
			}
			if used := processorTime(t) - cpu; used > 2*time.Second {
				t.Errorf("the parent used the processor for %s", used)
			}
			alone(t)
		})
	}
}

func TestASandboxThatIsCancelledLeavesNothing(t *testing.T) {
	b := bombs["an evaluation without end"]
	ctx, cancel := context.WithCancel(t.Context())
	began := time.Now()
	options := revision.Options{Only: []string{b.stage}, Progress: func(revision.Progress) { cancel() }}
	_, err := revision.Sandbox{}.Check(ctx, bomb(t, b.content), options)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if took := time.Since(began); took > 60*time.Second {
		t.Errorf("it took %s", took)
	}
	alone(t)
}

func TestASandboxWithoutAProgramIsAnError(t *testing.T) {
	for name, s := range map[string]revision.Sandbox{
		"no such program":       {Executable: filepath.Join(t.TempDir(), "none")},
		"a program that cannot": {Executable: "/bin/false"},
		"another command":       {Args: []string{"-test.run=^$"}},
	} {
		if report, err := s.Check(t.Context(), edit(t).tree(), revision.Options{}); err == nil {
			t.Errorf("%s: %+v", name, report)
		}
	}
}

func TestAnArchiveThatIsNoneIsAnError(t *testing.T) {
	var out strings.Builder
	if err := revision.CheckStdin(t.Context(), strings.NewReader("no archive"), &out); err == nil || out.Len() > 0 {
		t.Errorf("%v, %q", err, out.String())
	}
}

// findingsOf are the rules of the findings of a report.
func findingsOf(r *revision.CheckReport) string {
	var rules []string
	for _, f := range r.Findings {
		rules = append(rules, f.Rule)
	}
	return strings.Join(rules, " ")
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// processorTime is what this process itself has used.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// alone holds that this process has no child left.
func alone(t *testing.T) {
	t.Helper()
	lists, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range lists {
		if children, err := os.ReadFile(list); err == nil && len(strings.TrimSpace(string(children))) > 0 {
			t.Errorf("children are left: %s", children)
		}
	}
}
