package revision_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"deferido/internal/revision"
)

func TestADifferenceSpeaksLawFirst(t *testing.T) {
	base := edit(t)
	for name, e := range edits {
		t.Run(name, func(t *testing.T) {
			changed := edit(t)
			e.do(changed)
			d := difference(t, base.tree(), changed.tree())
			for _, missing := range e.want(d) {
				t.Errorf("not told: %s", missing)
			}
			// Every file that differs is told, and no other.
			var want, got []string
			for _, side := range []*edited{base, changed} {
				for file := range side.all() {
					if base.all()[file] != changed.all()[file] && !slices.Contains(want, file) {
						want = append(want, file)
					}
				}
			}
			for _, f := range d.Files {
				got = append(got, f.Path)
				if f.From != "" {
					got = append(got, f.From)
				}
				patched(t, base.all()[f.Path], changed.all()[f.Path], f)
			}
			slices.Sort(want)
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
			back := difference(t, changed.tree(), base.tree())
			if diff := cmp.Diff(mirrored(d), back, cmpopts.IgnoreUnexported(revision.RuleChange{}), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("the way back is not the mirror:\n%s", diff)
			}
			for _, lang := range []string{"pt-BR", "en"} {
				var b bytes.Buffer
				if err := d.WriteText(&b, lang); err != nil || b.Len() == 0 {
					t.Errorf("%v: %s", err, b.String())
				}
			}
		})
	}
}

func TestEqualTreesDoNotDiffer(t *testing.T) {
	d := difference(t, edit(t).tree(), edit(t).tree())
	if text, err := json.Marshal(d); err != nil || string(text) != "{}" || !d.Empty() {
		t.Errorf("%s, %v", text, err)
	}
	var b bytes.Buffer
	if err := d.WriteText(&b, "pt-BR"); err != nil || b.String() != "Nada difere.\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
}

// all are the files that are part of a tree.
func (e *edited) all() map[string]string {
	all := map[string]string{}
	for name, file := range e.policies {
		all[name] = string(file.Data)
	}
	for name, file := range e.cases {
		if strings.HasPrefix(name, "cases/") {
			all[name] = string(file.Data)
		}
	}
	return all
}

func difference(t *testing.T, a, b revision.Tree) *revision.Difference {
	t.Helper()
	d, err := revision.Diff(a, b)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestADifferenceIsTheSameEachTime(t *testing.T) {
	changed := edit(t)
	for _, name := range []string{"three hours become four", "ways change", "a case changes", "a dispute, a reading and a fact change"} {
		edits[name].do(changed)
	}
	var first []byte
	for range 3 {
		text, err := json.Marshal(difference(t, edit(t).tree(), changed.tree()))
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = text
		}
		if !bytes.Equal(text, first) {
			t.Fatal("two differences of the same trees differ")
		}
	}
}

// patched makes the new text of the old one and its hunks.
func patched(t *testing.T, before, after string, f revision.FileChange) {
	t.Helper()
	if f.Change == revision.Renamed || f.Binary {
		return
	}
	old := strings.SplitAfter(before, "\n")
	var out strings.Builder
	at := 0
	for _, h := range f.Hunks {
		start := max(h.OldStart-1, 0)
		out.WriteString(strings.Join(old[at:start], ""))
		at = start + h.OldLines
		for i, line := range h.Lines {
			if line[0] == ' ' || line[0] == '+' {
				out.WriteString(line[1:])
				if i+1 == len(h.Lines) || h.Lines[i+1][0] != '\\' { // its end is there
					out.WriteString("\n")
				}
			}
		}
	}
	out.WriteString(strings.Join(old[min(at, len(old)):], ""))
	if out.String() != after {
		t.Errorf("%s: the hunks do not make the new text", f.Path)
	}
}

// What no person writes is compared as text, and quickly.
func TestADifferenceReadsNoBombs(t *testing.T) {
	for name, content := range map[string]string{
		"nested": "x := " + strings.Repeat("{", 1_000_000) + strings.Repeat("}", 1_000_000) + "\n",
		"large":  strings.Repeat("x := 1\n", 1_000_000),
	} {
		began := time.Now()
		d := difference(t, edit(t).tree(), edit(t).write("lib/bomb.rego", "package lib.bomb\n\n"+content).tree())
		if len(d.Unread) != 1 || d.Unread[0].Finding.File != "lib/bomb.rego" || len(d.Files) != 1 || len(d.Articles)+len(d.Cases)+len(d.Norms) > 0 {
			t.Errorf("%s: %+v", name, d.Unread)
		}
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("%s: it took %s", name, took)
		}
	}
	// Brackets in texts and comments are none.
	harmless := "package lib.texts\n\nimport rego.v2\n\n# " + strings.Repeat("[", 500) + "\nx := [\"" + strings.Repeat("{", 500) + "\\\"{\", `" + strings.Repeat("(", 500) + "`]\n"
	d := difference(t, edit(t).tree(), edit(t).write("lib/texts.rego", harmless).tree())
	if len(d.Unread) > 0 || len(d.Library) != 1 {
		t.Errorf("%+v", d.Unread)
	}
}
