package report

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
)

// The columns of what is written. The numbers are named as the facts of the contract are, in the order of Numbers.columns.
var (
	numberColumns    = []string{"paying", "elderly_free", "elderly_discount", "disability_pass", "youth_free", "youth_discount"}
	uncountedColumns = []string{"decision", "decided_at", "month", "category", "benefit", "why", "text"}
)

// WriteJSON writes the report as JSON. A number that is not known is null.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		return fmt.Errorf("writing the report as JSON: %w", err)
	}
	return nil
}

// WriteCSV writes the rows of the report: UTF-8, separated by comma, lines ended by CRLF (RFC 4180). A number that is not known
// is an empty cell. A text that a spreadsheet would take for a formula begins with an apostrophe.
func (r *Report) WriteCSV(w io.Writer) error {
	return writeCSV(w, append([]string{"month", "section"}, numberColumns...), func(put func(...string) error) error {
		for _, m := range r.Months {
			for _, row := range m.Sections {
				cells := []string{m.Month, row.Section}
				for _, n := range row.columns() {
					cells = append(cells, number(n))
				}
				if err := put(cells...); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// WriteUncounted writes grants that are not counted, as CSV as WriteCSV does, each with its reason in a language ("pt-BR" or
// "en"): those that a report lists (UncountedList.All), or all of them (EachUncounted). It stops at the first error given.
func WriteUncounted(w io.Writer, uncounted iter.Seq2[Uncounted, error], lang string) error {
	return writeCSV(w, uncountedColumns, func(put func(...string) error) error {
		for u, err := range uncounted {
			if err == nil {
				err = put(u.Decision, instant(u.DecidedAt), u.Month, u.Category, u.Benefit, string(u.Why), u.Why.Sentence().In(lang))
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// WriteCounts writes what ParseCounts reads.
func WriteCounts(w io.Writer, counts []Count) error {
	return writeCSV(w, countColumns, func(put func(...string) error) error {
		for _, c := range counts {
			if err := put(c.Month, c.Section, number(c.Paying), number(c.DisabilityPass)); err != nil {
				return err
			}
		}
		return nil
	})
}

// writeCSV writes a header and the rows that are put.
func writeCSV(w io.Writer, header []string, rows func(put func(cells ...string) error) error) error {
	c := csv.NewWriter(w)
	c.UseCRLF = true
	put := func(cells ...string) error {
		for i, text := range cells {
			cells[i] = Cell(text)
		}
		return c.Write(cells)
	}
	err := c.Write(header)
	if err == nil {
		err = rows(put)
	}
	if err == nil {
		c.Flush()
		err = c.Error()
	}
	if err != nil {
		return fmt.Errorf("writing CSV: %w", err)
	}
	return nil
}

// number writes a number; nothing where it is not known.
func number(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

// Cell is a text as a cell of CSV, with an apostrophe before what a spreadsheet would take for a formula. An apostrophe that
// stands there already gets another, so that unguarded gives the text back.
func Cell(text string) string {
	if isFormula(strings.TrimLeft(text, "'")) {
		return "'" + text
	}
	return text
}

// unguarded is the text of a cell that Cell wrote.
func unguarded(cell string) string {
	if text, quoted := strings.CutPrefix(cell, "'"); quoted && isFormula(strings.TrimLeft(text, "'")) {
		return text
	}
	return cell
}

func isFormula(text string) bool {
	return text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0]))
}
