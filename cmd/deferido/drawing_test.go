package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// drawing is which of our packages each package may import. Packages point inward: to decision, which knows none of ours
// but the calendar.
var drawing = map[string][]string{
	"cmd/deferido":                  {"fixtures", "internal/account", "internal/bundle", "internal/civil", "internal/config", "internal/corpus", "internal/decision", "internal/desk", "internal/engine", "internal/facts", "internal/httpapi", "internal/identity", "internal/impact", "internal/journal", "internal/lifecycle", "internal/listen", "internal/mutation", "internal/portal", "internal/replay", "internal/report", "internal/revision", "internal/store", "internal/telemetry", "internal/terminal", "policies"},
	"fixtures":                      {},
	"internal/account":              {"internal/decision", "internal/identity", "internal/journal", "internal/recent", "internal/store"},
	"internal/civil":                {},
	"internal/config":               {"internal/listen"},
	"internal/corpus":               {"internal/civil"},
	"internal/decision":             {"internal/civil"},
	"internal/desk":                 {"internal/civil", "internal/decision", "internal/engine", "internal/impact", "internal/lifecycle", "internal/replay", "internal/revision"},
	"internal/document":             {"internal/decision"},
	"internal/edition":              {"internal/civil", "internal/corpus", "internal/decision", "internal/engine", "internal/revision"},
	"internal/engine":               {"internal/civil", "internal/corpus", "internal/decision", "internal/engine/plan", "internal/facts"},
	"internal/engine/plan":          {},
	"internal/engine/plan/plantest": {"internal/engine/plan"},
	"internal/facts":                {"internal/civil"},
	"internal/httpapi":              {"internal/civil", "internal/corpus", "internal/decision", "internal/document", "internal/facts", "internal/identity", "internal/impact", "internal/lifecycle", "internal/listen", "internal/report", "internal/revision", "internal/telemetry"},
	"internal/bundle":               {"internal/decision", "internal/engine"},
	"internal/impact":               {"internal/civil", "internal/decision", "internal/lifecycle"},
	"internal/lifecycle":            {"internal/civil", "internal/corpus", "internal/decision", "internal/engine", "internal/journal", "internal/store"},
	"internal/mutation":             {"internal/corpus", "internal/engine", "internal/revision"},
	"internal/identity":             {"internal/decision", "internal/recent", "internal/store"},
	"internal/journal":              {"internal/civil", "internal/decision", "internal/store"},
	"internal/listen":               {},
	"internal/oracle":               {"internal/civil"},
	"internal/portal":               {"internal/account", "internal/civil", "internal/corpus", "internal/decision", "internal/document", "internal/edition", "internal/engine", "internal/facts", "internal/identity", "internal/impact", "internal/lifecycle", "internal/listen", "internal/report", "internal/revision", "internal/telemetry"},
	"internal/portal/browsertest":   {"internal/testkit"},
	"internal/recent":               {},
	"internal/replay":               {"internal/decision", "internal/engine", "internal/journal"},
	"internal/report":               {"internal/civil", "internal/decision"},
	"internal/store":                {},
	"internal/store/storetest":      {"internal/store", "internal/testkit"},
	"internal/telemetry":            {"internal/decision"},
	"internal/revision":             {"internal/civil", "internal/corpus", "internal/decision", "internal/engine", "internal/facts"},
	"internal/testkit":              {},
	"internal/terminal":             {"internal/decision"},
	"policies":                      {},
}

// foreign is what some packages must not import of others' modules.
var foreign = map[string][]string{
	"internal/account":  {"github.com/open-policy-agent/", "github.com/gin-gonic/"},
	"internal/decision": {"github.com/open-policy-agent/", "github.com/gin-gonic/", "net/http"},
	"internal/document": {"github.com/open-policy-agent/", "net/http", "database/sql"},
	"internal/portal":   {"github.com/open-policy-agent/", "database/sql"},
	"internal/edition":  {"github.com/gin-gonic/", "net/http", "database/sql"},
	"internal/journal":  {"github.com/open-policy-agent/", "github.com/gin-gonic/"},
	"internal/httpapi":  {"github.com/open-policy-agent/", "database/sql"},
	"internal/terminal": {"github.com/open-policy-agent/", "net/http"},
}

func TestPackagesPointInward(t *testing.T) {
	var out bytes.Buffer
	list := exec.Command("go", "list", "-json=ImportPath,Imports", "deferido/...")
	list.Dir, list.Stdout, list.Stderr = "../..", &out, os.Stderr
	if err := list.Run(); err != nil {
		t.Fatal(err)
	}
	seen := 0
	for d := json.NewDecoder(&out); ; seen++ {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(p.ImportPath, "deferido/")
		allowed, drawn := drawing[name]
		if !drawn {
			t.Errorf("%s is not in the drawing", name)
		}
		for _, imported := range p.Imports {
			if ours, found := strings.CutPrefix(imported, "deferido/"); found && !slices.Contains(allowed, ours) {
				t.Errorf("%s imports %s, an arrow that is not drawn", name, ours)
			}
			for _, prefix := range foreign[name] {
				if strings.HasPrefix(imported, prefix) {
					t.Errorf("%s imports %s", name, imported)
				}
			}
		}
	}
	if seen != len(drawing) {
		t.Errorf("%d packages, %d in the drawing", seen, len(drawing))
	}
}

// The top level holds what was agreed, and dotfiles.
func TestTopLevel(t *testing.T) {
	agreed := []string{"README.md", "cmd", "config.yaml", "fixtures", "go.mod", "go.sum", "internal", "policies"}
	list := exec.Command("git", "ls-files")
	list.Dir = "../.."
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.SplitSeq(strings.TrimSpace(string(out)), "\n") {
		top, _, _ := strings.Cut(name, "/")
		if !strings.HasPrefix(top, ".") && !slices.Contains(agreed, top) {
			t.Errorf("%s is not part of the agreed top level", top)
		}
	}
}

// A test that the machine lacks something for ends by testkit.Missing, which fails in CI: no other place skips one, or does less.
func TestNothingIsSkippedInCI(t *testing.T) {
	skips, seen := regexp.MustCompile(`\b[a-z]\.Skip(f|Now)?\(|testing\.Short\(`), 0
	err := filepath.WalkDir("../..", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(name) != ".go" {
			return err
		}
		source, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for _, place := range skips.FindAllIndex(source, -1) {
			if seen++; filepath.ToSlash(name) != "../../internal/testkit/testkit.go" {
				t.Errorf("%s:%d skips a test by itself", name, 1+bytes.Count(source[:place[0]], []byte("\n")))
			}
		}
		return nil
	})
	if err != nil || seen == 0 {
		t.Errorf("%d places, %v", seen, err)
	}
}
