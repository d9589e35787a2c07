package edition

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// Text is a wording, exactly as its file has it, with the quotes of the conditions marked: Printed and the texts of the
// segments, one after the other, are the line of the file.
type Text struct {
	Printed  string // the label that is printed before it, "§ 1º - ", where no quote begins within it
	Segments []Segment
}

// Segment is a stretch of a text that the same quotes cover.
type Segment struct {
	Text  string
	Marks []int // the numbers of the quotes that cover it, ascending; none where none does
	Ends  []int // of those, the ones that end with it
}

// Whole is the text without its marks.
func (t *Text) Whole() string {
	var b strings.Builder
	b.WriteString(t.Printed)
	for _, s := range t.Segments {
		b.WriteString(s.Text)
	}
	return b.String()
}

// printed is the label of a provision as laws print it.
var printed = regexp.MustCompile(`^(?:"?Art\.?\s*\d+\s*[ºo°]?(?:-[A-Z])?\.?|§\s*\d+\s*[ºo°]?(?:-[A-Z])?|Parágrafo único\.?|[IVXLC]+(?:-[A-Z])?(?:\s*[-–—]|\s)|[a-z]{1,2}\)|-)\s*[-–—]?\s*`)

// span is where a quote stands, in bytes.
type span struct{ number, start, end int }

// marked is a text with quotes marked.
func marked(text string, spans []span) *Text {
	t := &Text{}
	if label := printed.FindString(text); label != "" && !slices.ContainsFunc(spans, func(s span) bool { return s.start < len(label) }) {
		t.Printed = label
	}
	cuts := []int{len(t.Printed), len(text)}
	for _, s := range spans {
		cuts = append(cuts, s.start, s.end)
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	for i := 1; i < len(cuts); i++ {
		segment := Segment{Text: text[cuts[i-1]:cuts[i]]}
		for _, s := range spans {
			if s.start <= cuts[i-1] && cuts[i] <= s.end {
				segment.Marks = append(segment.Marks, s.number)
				if s.end == cuts[i] {
					segment.Ends = append(segment.Ends, s.number)
				}
			}
		}
		slices.Sort(segment.Marks)
		slices.Sort(segment.Ends)
		t.Segments = append(t.Segments, segment)
	}
	return t
}

// placed are the spans of quotes in a text, numbered by where they end, which is where a number stands, from a number on; a
// quote that is not there has none. Each is where it stands first.
func placed(text string, quotes []string, from int) map[string]span {
	var spans []span
	byQuote := map[string]int{}
	for _, q := range quotes {
		if _, twice := byQuote[q]; twice || q == "" {
			continue
		}
		at := strings.Index(text, q)
		if at < 0 {
			continue
		}
		byQuote[q] = len(spans)
		spans = append(spans, span{len(spans), at, at + len(q)})
	}
	order := slices.Clone(spans)
	slices.SortFunc(order, func(a, b span) int { return cmp.Or(cmp.Compare(a.end, b.end), cmp.Compare(b.start, a.start)) })
	numbers := make([]int, len(spans))
	for i, s := range order {
		numbers[s.number] = from + i
	}
	found := map[string]span{}
	for q, i := range byQuote {
		spans[i].number = numbers[i]
		found[q] = spans[i]
	}
	return found
}
