package portal

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files")

// Every component is as it was looked at, in both languages.
func TestComponents(t *testing.T) {
	h := newHouse(t, nil)
	shown := map[string]bool{}
	for lang, set := range h.portal.pages {
		text := map[string]*strings.Builder{}
		for _, s := range samples() {
			content, err := set.execute(s.Component, s.of(set.words))
			if err != nil {
				t.Errorf("%s: %v", s.Component, err)
				continue
			}
			if text[s.Component] == nil {
				text[s.Component] = &strings.Builder{}
			}
			fmt.Fprintf(text[s.Component], "%s\n", strings.TrimSpace(string(content)))
			shown[s.Component] = true
		}
		for name, got := range text {
			golden(t, filepath.Join("testdata", "components", lang, name+".html"), got.String())
		}
	}
	names, err := filepath.Glob("templates/components/*.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if name := strings.TrimSuffix(filepath.Base(name), ".html"); !shown[name] && name != "bar" {
			t.Errorf("the component %s has no sample", name)
		}
	}
	if len(h.get("", "/sobre/componentes").Find(".gallery").Nodes) != len(samples()) {
		t.Error("the gallery does not show all samples")
	}
}

// golden holds a text to a file; -update writes it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("%s is otherwise; go test ./internal/portal -run %s -update writes it\n%s", name, t.Name(), got)
	}
}
