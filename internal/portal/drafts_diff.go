package portal

import (
	"path"

	"deferido/internal/revision"
)

// diffView is in what a text differs, by lines, for the component diff.
type diffView struct {
	Label string // of whom it is
	Lang  string // of the text
	Hunks []diffHunk
}

// diffHunk is lines that differ, with those around them.
type diffHunk struct {
	Where string
	Lines []diffLine
}

// diffLine is a line of a hunk: del, ins, or same.
type diffLine struct{ Kind, Text string }

// diff is what differs in the lines of a file.
func (v *visit) diff(label, file string, hunks []revision.Hunk) diffView {
	view := diffView{Label: label, Lang: textLanguage(file)}
	for _, h := range hunks {
		hunk := diffHunk{Where: v.t("drafts.diff.where", "old", h.OldStart, "new", h.NewStart)}
		for _, line := range h.Lines {
			if line == "" {
				continue
			}
			kind := map[byte]string{'-': "del", '+': "ins", ' ': "same"}[line[0]]
			if kind == "" { // the remark that a line has no end
				continue
			}
			hunk.Lines = append(hunk.Lines, diffLine{kind, line[1:]})
		}
		view.Hunks = append(view.Hunks, hunk)
	}
	return view
}

// compared is in what one text is not as another; nil where they are the same.
func (v *visit) compared(label, file string, before, after string) *diffView {
	hunks := revision.Hunks([]byte(before), []byte(after))
	if len(hunks) == 0 {
		return nil
	}
	view := v.diff(label, file, hunks)
	return &view
}

// textLanguage is the language in which a file of a policy set is written, for who reads it aloud.
func textLanguage(file string) string {
	if path.Ext(file) == ".rego" || path.Ext(file) == ".json" {
		return english
	}
	return portuguese
}
