package report

import (
	"io"
	"strconv"
	"strings"

	"deferido/internal/decision"
)

// The columns of the imports.
var (
	sectionColumns = []string{"decision", "section"}
	countColumns   = []string{"month", "section", "paying", "disability_pass"}
)

const maxDecision = 64 // bytes of a decision's id

// Count is what a carrier counted itself, of a section in a month. Nil is not known.
type Count struct {
	Month          string // "2026-07"
	Section        string
	Paying         *int
	DisabilityPass *int
}

// Sections are the sections of the tickets, by the id of the decision that granted each.
type Sections map[string]string

// Of is the section of a decision's ticket.
func (s Sections) Of(decision string) (section string, known bool) {
	section, known = s[decision]
	return section, known
}

// ParseSections reads which section each decision's ticket was for: CSV with the header decision,section. A file is in UTF-8,
// separated by comma or semicolon, of at most MaxImportBytes and MaxImportRows. The error is an *ImportError where the file is
// to be corrected.
func ParseSections(r io.Reader) (Sections, error) { return parseSections(r, importBounds) }

func parseSections(r io.Reader, limit bounds) (Sections, error) {
	sections, lines := Sections{}, map[string]int{}
	names := map[string]string{} // one copy of each name, and none of the rows that they came in
	err := readTable(r, limit, sectionColumns, func(r row) {
		id, name := r.decision(0), r.section(1)
		if id == "" || name == "" {
			return
		}
		if _, seen := names[name]; !seen {
			name = strings.Clone(name)
			names[name] = name
		}
		if before, seen := sections[id]; seen {
			if before != name {
				r.fault(1, sayTwoSections(lines[id]))
			}
			return
		}
		id = strings.Clone(id)
		sections[id], lines[id] = names[name], r.line
	})
	if err != nil {
		return nil, err
	}
	return sections, nil
}

// ParseCounts reads who paid and who travelled with a disability pass: CSV with the header
// month,section,paying,disability_pass, in a file as ParseSections reads it; an empty count is not known. With a quarter, months
// outside it are refused; with the zero Quarter every month is taken. The error is an *ImportError where the file is to be
// corrected.
func ParseCounts(r io.Reader, q Quarter) ([]Count, error) { return parseCounts(r, q, importBounds) }

func parseCounts(r io.Reader, q Quarter, limit bounds) ([]Count, error) {
	var counts []Count
	lines := map[[2]string]int{} // by month and section
	err := readTable(r, limit, countColumns, func(r row) {
		c := Count{Month: r.month(0, q), Section: r.section(1), Paying: r.passengers(2), DisabilityPass: r.passengers(3)}
		if c.Month == "" || c.Section == "" {
			return
		}
		c.Month, c.Section = strings.Clone(c.Month), strings.Clone(c.Section)
		key := [2]string{c.Month, c.Section}
		if line, seen := lines[key]; seen {
			r.fault(1, sayRepeated(line))
			return
		}
		lines[key] = r.line
		counts = append(counts, c)
	})
	if err != nil {
		return nil, err
	}
	return counts, nil
}

// decision is the id in a column; empty, and faulted, where there is none.
func (r row) decision(column int) string {
	id := r.cell(column)
	switch {
	case id == "":
		r.fault(column, sayNoDecision)
	case len(id) > maxDecision:
		r.fault(column, sayLongDecision)
		return ""
	}
	return id
}

// section is the name in a column; empty, and faulted, where there is none.
func (r row) section(column int) string {
	name, wrong := sectionOf(r.cell(column))
	if wrong != (decision.Sentence{}) {
		r.fault(column, wrong)
	}
	return name
}

// month is the month in a column; empty, and faulted, where it is none of the quarter.
func (r row) month(column int, q Quarter) string {
	month := r.cell(column)
	switch {
	case !isMonth(month):
		r.fault(column, sayMonth)
	case !q.IsZero() && q.index(month) < 0:
		r.fault(column, sayOutside(q))
	default:
		return month
	}
	return ""
}

// passengers is the count in a column; nil where it is empty, and, faulted, where it is no count.
func (r row) passengers(column int) *int {
	text := r.cell(column)
	if text == "" {
		return nil
	}
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil || n > maxPassengers {
		r.fault(column, sayCount)
		return nil
	}
	count := int(n)
	return &count
}
