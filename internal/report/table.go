package report

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"deferido/internal/decision"
)

// The bounds of one import.
const (
	MaxImportBytes = 64 << 20
	MaxImportRows  = 500_000 // below the header
)

const headerBytes = 4 << 10 // the separator is looked for in so many bytes

// bounds are the limits of an import.
type bounds struct{ bytes, rows int }

var importBounds = bounds{MaxImportBytes, MaxImportRows}

// table is an import while it is read: CSV in UTF-8 with a header, separated by comma or semicolon. Its columns may come in
// any order.
type table struct {
	csv     *csv.Reader
	columns []string // that the import has
	at      []int    // where each of them stands in a row
	names   []string // of the header
	last    int      // line where the row that was read begins
	faults  ImportError
}

// row is a row of a table, valid until the next one is read.
type row struct {
	table *table
	line  int
	cells []string
}

// readTable gives each row of an import to take, which reports what is wrong with it; empty rows are passed over. The error is
// an *ImportError with everything found, unless the file cannot be read.
func readTable(r io.Reader, limit bounds, columns []string, take func(row)) error {
	t := &table{csv: openCSV(&bounded{r: r, left: limit.bytes}), columns: columns, at: make([]int, len(columns))}
	if err := t.read(limit.rows, take); err != nil {
		return fmt.Errorf("reading the file: %w", err)
	}
	if len(t.faults.Faults) > 0 {
		return &t.faults
	}
	return nil
}

// openCSV readies CSV as spreadsheets write it: with or without a byte order mark, separated by comma or semicolon.
func openCSV(r *bounded) *csv.Reader {
	b := bufio.NewReaderSize(r, headerBytes)
	start, _ := b.Peek(headerBytes) // an error stays, and comes when these bytes are read
	mark := []byte("\ufeff")
	if bytes.HasPrefix(start, mark) {
		_, _ = b.Discard(len(mark))
	}
	c := csv.NewReader(b)
	header, _, _ := bytes.Cut(start, []byte("\n"))
	if bytes.ContainsRune(header, ';') {
		c.Comma = ';'
	}
	c.FieldsPerRecord = -1
	c.ReuseRecord = true
	return c
}

func (t *table) read(maxRows int, take func(row)) error {
	header, err := t.csv.Read()
	if err != nil {
		return t.stop(err)
	}
	t.last, _ = t.csv.FieldPos(0)
	if t.header(header); len(t.faults.Faults) > 0 {
		return nil // no cell could be told by its column
	}
	for rows := 0; ; {
		cells, err := t.csv.Read()
		if err != nil {
			return t.stop(err)
		}
		t.last, _ = t.csv.FieldPos(0)
		if !slices.ContainsFunc(cells, func(cell string) bool { return strings.TrimSpace(cell) != "" }) {
			continue
		}
		if rows++; rows > maxRows {
			t.faults.add(Fault{Line: t.last, Detail: sayRows(maxRows)})
			return nil
		}
		if r := (row{t, t.last, cells}); r.whole() {
			take(r)
		}
	}
}

// stop ends the reading. What is wrong with the file is a fault; that it cannot be read is an error.
func (t *table) stop(err error) error {
	var syntax *csv.ParseError
	switch {
	case err == io.EOF && t.names == nil:
		t.faults.add(Fault{Line: 1, Detail: sayEmpty(t.columns)})
	case err == io.EOF:
	case errors.Is(err, errTooLarge):
		t.faults.add(Fault{Line: t.last + 1, Detail: sayTooLarge})
	case errors.As(err, &syntax):
		t.faults.add(Fault{Line: syntax.Line, Detail: sayQuotes})
	default:
		return err
	}
	return nil
}

// header finds the columns.
func (t *table) header(cells []string) {
	t.names = make([]string, len(cells))
	for i, cell := range cells {
		name := strings.ToLower(strings.TrimSpace(cell))
		switch column := slices.Index(t.columns, name); {
		case name == "": // a spreadsheet ends its rows with empty columns
		case column < 0:
			t.faults.add(Fault{Line: t.last, Column: i + 1, Detail: sayUnknownColumn(t.columns)})
		case slices.Contains(t.names, name):
			t.faults.add(Fault{Line: t.last, Column: i + 1, Name: name, Detail: sayColumnTwice})
		default:
			t.names[i], t.at[column] = name, i
		}
	}
	for _, name := range t.columns {
		if !slices.Contains(t.names, name) {
			t.faults.add(Fault{Line: t.last, Detail: sayNoColumn(name)})
		}
	}
}

// whole reports whether the row can be read by its columns, and faults it where it cannot. A row may be shorter than the header:
// spreadsheets leave out empty cells at its end.
func (r row) whole() bool {
	for i, cell := range r.cells {
		switch {
		case !utf8.ValidString(cell):
			r.faultAt(i, sayEncoding)
			return false
		case strings.TrimSpace(cell) != "" && (i >= len(r.table.names) || r.table.names[i] == ""):
			r.faultAt(i, sayNoHeader)
			return false
		}
	}
	return true
}

// cell is the text of a column, empty where there is none.
func (r row) cell(column int) string {
	if at := r.table.at[column]; at < len(r.cells) {
		return unguarded(strings.TrimSpace(r.cells[at]))
	}
	return ""
}

// fault tells what to correct in a column.
func (r row) fault(column int, detail decision.Sentence) { r.faultAt(r.table.at[column], detail) }

func (r row) faultAt(cell int, detail decision.Sentence) {
	name := ""
	if cell < len(r.table.names) {
		name = r.table.names[cell]
	}
	r.table.faults.add(Fault{Line: r.line, Column: cell + 1, Name: name, Detail: detail})
}

var errTooLarge = errors.New("too large")

// bounded reads so many bytes and no more: what follows them is errTooLarge. An error stays.
type bounded struct {
	r    io.Reader
	left int
	err  error
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	if len(p) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.r.Read(p)
	if n > b.left {
		n, err = b.left, errTooLarge
	}
	b.left -= n
	b.err = err
	return n, err
}
