package report

import (
	"fmt"
	"strings"

	"github.com/xuri/excelize/v2"
)

// sheet is a sheet while it is written, row by row.
type sheet struct {
	stream *excelize.StreamWriter
	styles styles
	rows   int
}

// writeSheet writes a sheet whose header stays in sight. Widths are those of its columns, in characters.
func (b *workbook) writeSheet(name string, header []string, widths []float64, rows func(*sheet) error) error {
	stream, err := b.file.NewStreamWriter(name)
	if err != nil {
		return err
	}
	for i, width := range widths {
		if err := stream.SetColWidth(i+1, i+1, width); err != nil {
			return err
		}
	}
	err = stream.SetPanes(&excelize.Panes{
		Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft",
		Selection: []excelize.Selection{{SQRef: "A2", ActiveCell: "A2", Pane: "bottomLeft"}},
	})
	if err != nil {
		return err
	}
	s := &sheet{stream: stream, styles: b.styles}
	if err := s.put(b.styles.header, b.styles.header, texts(header)...); err != nil {
		return err
	}
	if err := rows(s); err != nil {
		return fmt.Errorf("sheet %s: %w", name, err)
	}
	return stream.Flush()
}

// row writes a row of texts and numbers; an empty text and a nil number are empty cells.
func (s *sheet) row(values ...any) error { return s.put(s.styles.text, s.styles.number, values...) }

// total writes a row that stands out.
func (s *sheet) total(values ...any) error {
	return s.put(s.styles.totalText, s.styles.totalNumber, values...)
}

func (s *sheet) put(text, number int, values ...any) error {
	cells := make([]any, len(values))
	for i, value := range values {
		switch v := value.(type) {
		case string:
			if v != "" {
				cells[i] = excelize.Cell{StyleID: text, Value: v}
			}
		case *int:
			if v != nil {
				cells[i] = excelize.Cell{StyleID: number, Value: *v}
			}
		default:
			return fmt.Errorf("no cell holds a %T", v)
		}
	}
	s.rows++
	at, err := excelize.CoordinatesToCellName(1, s.rows)
	if err != nil {
		return err
	}
	return s.stream.SetRow(at, cells)
}

func texts(list []string) []any {
	values := make([]any, len(list))
	for i, text := range list {
		values[i] = text
	}
	return values
}

// writeMovement writes the rows of the report, each month's followed by its total.
func (b *workbook) writeMovement(r *Report) error {
	w := b.words
	header := append([]string{w.month, w.section}, w.numbers[:]...)
	return b.writeSheet(w.movement, header, []float64{12, 44, 14, 18, 18, 18, 18, 18}, func(s *sheet) error {
		for _, m := range r.Months {
			for _, row := range m.Sections {
				if err := s.row(numbered(m.Month, row.Section, row.Numbers)...); err != nil {
					return err
				}
			}
			if err := s.total(numbered(m.Month, w.totalOf, m.Total)...); err != nil {
				return err
			}
		}
		return s.total(numbered(r.Period.String(), w.totalOfQuarter, r.Total)...)
	})
}

func numbered(period, what string, n Numbers) []any {
	values := []any{period, what}
	for _, number := range n.columns() {
		values = append(values, number)
	}
	return values
}

// writeUncounted writes what is listed, and how many more there are.
func (b *workbook) writeUncounted(l UncountedList) error {
	w := b.words
	return b.writeSheet(w.uncounted, w.uncountedColumns[:], []float64{40, 28, 12, 20, 14, 20, 70}, func(s *sheet) error {
		for _, u := range l.Listed {
			err := s.row(u.Decision, instant(u.DecidedAt), u.Month, u.Category, u.Benefit, string(u.Why), u.Why.Sentence().In(w.lang))
			if err != nil {
				return err
			}
		}
		if more := l.Total - len(l.Listed); more > 0 {
			return s.total(w.more + grouped(more, w.lang))
		}
		return nil
	})
}

// title names the carrier.
func (c Carrier) title() string { return strings.TrimSpace(c.Name + " " + c.CNPJ) }
