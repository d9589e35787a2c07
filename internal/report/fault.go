package report

import (
	"fmt"
	"strconv"
	"strings"

	"deferido/internal/decision"
)

// maxFaults bounds the faults that are told of one import; the rest are counted.
const maxFaults = 100

// Fault is what must be corrected in an import. It repeats nothing of the file.
type Fault struct {
	Line   int               `json:"line"`             // of the file, from 1
	Column int               `json:"column,omitempty"` // the number of the cell in its row, from 1; 0 for the whole row
	Name   string            `json:"name,omitempty"`   // the column's name, where it is one of the import's
	Detail decision.Sentence `json:"detail"`
}

// In is the fault in a language, with its place.
func (f Fault) In(lang string) string {
	line, column := "linha", "coluna"
	if lang == "en" {
		line, column = "line", "column"
	}
	place := fmt.Sprintf("%s %d", line, f.Line)
	if f.Column > 0 {
		place += fmt.Sprintf(", %s %d", column, f.Column)
	}
	if f.Name != "" {
		place += " (" + f.Name + ")"
	}
	return place + ": " + f.Detail.In(lang)
}

// ImportError is an import that is not taken, with everything found in it. Nothing of such an import is used.
type ImportError struct {
	Faults []Fault // in the order of the file, at most 100
	More   int     // faults beyond those
}

// Error is for logs, in English.
func (e *ImportError) Error() string {
	var lines []string
	for _, fault := range e.Faults {
		lines = append(lines, fault.In("en"))
	}
	if e.More > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", e.More))
	}
	return "the file cannot be taken: " + strings.Join(lines, "\n")
}

func (e *ImportError) add(f Fault) {
	if len(e.Faults) < maxFaults {
		e.Faults = append(e.Faults, f)
		return
	}
	e.More++
}

// grouped is a number with its thousands apart, as the language writes them.
func grouped(n int, lang string) string {
	separator := "."
	if lang == "en" {
		separator = ","
	}
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + separator + digits[i:]
	}
	return digits
}
