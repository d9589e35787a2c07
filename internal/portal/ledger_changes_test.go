package portal

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"deferido/internal/lifecycle"
)

// Two texts are told by word: what stayed and went is the first, what stayed and came the second.
func TestChangesByWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOf(rapid.SampledFrom([]string{"três", "horas", "-", "+", "@@", "de", "antecedência"}))
		before, after := words.Draw(t, "before"), words.Draw(t, "after")
		var was, is []string
		for _, c := range wordChanges(strings.Join(before, " "), strings.Join(after, " ")) {
			if c.Is != "ins" {
				was = append(was, strings.Fields(c.Text)...)
			}
			if c.Is != "del" {
				is = append(is, strings.Fields(c.Text)...)
			}
		}
		if strings.Join(was, " ") != strings.Join(before, " ") || strings.Join(is, " ") != strings.Join(after, " ") {
			t.Fatalf("%v and %v are told as %v and %v", before, after, was, is)
		}
	})
	got := wordChanges("com três horas de antecedência", "com quatro horas de antecedência")
	if d := cmp.Diff([]change{{"same", "com"}, {"del", "três"}, {"ins", "quatro"}, {"same", "horas de antecedência"}}, got); d != "" {
		t.Error(d)
	}
}

// Pieces are paired by name; what has no pair is new or gone, and what is the same is not told.
func TestPiecesArePaired(t *testing.T) {
	then := []lifecycle.Piece{{Name: "a", Text: "x := 1"}, {Name: "a", Text: "x := 2"}, {Name: "b", Text: "y"}, {Name: "c", Text: "z"}}
	now := []lifecycle.Piece{{Name: "a", Text: "x := 1"}, {Name: "a", Text: "x := 3"}, {Name: "c", Text: "z"}, {Name: "d", Text: "w"}}
	var got []string
	for _, c := range comparePieces(then, now, false) {
		got = append(got, c.Is+" "+c.Name)
	}
	if d := cmp.Diff([]string{"changed a", "removed b", "added d"}, got); d != "" {
		t.Error(d)
	}
}
