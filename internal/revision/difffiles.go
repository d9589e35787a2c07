package revision

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"
)

// compareFiles compares every file as text. A file that is gone and one of the same content that is new are one, renamed.
func compareFiles(before, after map[string][]byte) []FileChange {
	renamed := renames(before, after)
	gone := map[string]bool{}
	for _, from := range renamed {
		gone[from] = true
	}
	var all []FileChange
	for _, path := range bothKeys(before, after) {
		a, was := before[path]
		b, is := after[path]
		from, moved := renamed[path]
		switch {
		case was && is && bytes.Equal(a, b) || gone[path]:
		case moved:
			all = append(all, FileChange{Path: path, From: from, Change: Renamed})
		default:
			f := FileChange{Path: path, Change: kindOf(was, is)}
			if f.Binary = !utf8.Valid(a) || !utf8.Valid(b); !f.Binary {
				f.Hunks = hunks(a, b)
			}
			all = append(all, f)
		}
	}
	return all
}

// renames are the files that are new under another name, each with the old one. Contents that stand in several files are
// left alone: which became which cannot be told.
func renames(before, after map[string][]byte) map[string]string {
	gone, fresh := map[string][]string{}, map[string][]string{}
	for path, content := range before {
		if _, is := after[path]; !is && len(content) > 0 {
			gone[string(content)] = append(gone[string(content)], path)
		}
	}
	for path, content := range after {
		if _, was := before[path]; !was {
			fresh[string(content)] = append(fresh[string(content)], path)
		}
	}
	renamed := map[string]string{}
	for content, to := range fresh {
		if from := gone[content]; len(from) == 1 && len(to) == 1 {
			renamed[to[0]] = from[0]
		}
	}
	return renamed
}

// Hunks are the lines in which the second text is not as the first, with those around them. Both are UTF-8.
func Hunks(before, after []byte) []Hunk { return hunks(before, after) }

// hunks compares two texts by lines. The same lines are told whichever of the two is the older: the comparison is made in
// an order of its own and turned round where it has to be.
func hunks(before, after []byte) []Hunk {
	if bytes.Compare(before, after) > 0 {
		all := hunks(after, before)
		for i := range all {
			all[i] = all[i].turned()
		}
		return all
	}
	var all []Hunk
	for line := range strings.Lines(string(diff.Diff("a", before, "b", after))) {
		line = strings.TrimSuffix(line, "\n")
		if m := hunkHead.FindStringSubmatch(line); m != nil {
			number := func(i int) int { n, _ := strconv.Atoi(m[i]); return n }
			all = append(all, Hunk{OldStart: number(1), OldLines: number(2), NewStart: number(3), NewLines: number(4)})
		} else if len(all) > 0 {
			all[len(all)-1].Lines = append(all[len(all)-1].Lines, line)
		}
	}
	for i := range all {
		all[i].Lines = removedFirst(all[i].Lines)
	}
	return all
}

var hunkHead = regexp.MustCompile(`^@@ -(\d+),(\d+) \+(\d+),(\d+) @@$`)

// turned is the hunk of the opposite comparison.
func (h Hunk) turned() Hunk {
	t := Hunk{h.NewStart, h.NewLines, h.OldStart, h.OldLines, make([]string, len(h.Lines))}
	for i, line := range h.Lines {
		switch line[0] {
		case '-':
			line = "+" + line[1:]
		case '+':
			line = "-" + line[1:]
		}
		t.Lines[i] = line
	}
	t.Lines = removedFirst(t.Lines)
	return t
}

// removedFirst puts, in each run of lines that differ, those that are gone before those that are new. The remark that a line
// has no end stays behind its line.
func removedFirst(lines []string) []string {
	var ordered, fresh []string
	last := &ordered
	for _, line := range lines {
		switch line[0] {
		case '+':
			last = &fresh
		case '-':
			last = &ordered
		case ' ':
			ordered, fresh, last = append(ordered, fresh...), nil, &ordered
		}
		*last = append(*last, line)
	}
	return append(ordered, fresh...)
}

// head is the first line of a hunk in a unified diff.
func (h Hunk) head() string {
	return fmt.Sprintf("@@ -%d,%d +%d,%d @@", h.OldStart, h.OldLines, h.NewStart, h.NewLines)
}
