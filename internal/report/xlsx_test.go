package report_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"deferido/internal/report"
)

func open(t failer, file []byte) *excelize.File {
	t.Helper()
	book, err := excelize.OpenReader(bytes.NewReader(file), excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatalf("no workbook: %v", err)
	}
	return book
}

// sheetRows are the rows of a sheet, each as long as its header.
func sheetRows(t failer, book *excelize.File, sheet string) [][]string {
	t.Helper()
	rows, err := book.GetRows(sheet)
	if err != nil {
		t.Fatalf("%s: %v", sheet, err)
	}
	for i := range rows {
		for len(rows[i]) < len(rows[0]) {
			rows[i] = append(rows[i], "")
		}
	}
	return rows
}

func workbook(t failer, r *report.Report, lang string) *excelize.File {
	t.Helper()
	return open(t, written(t, func(b *bytes.Buffer) error { return r.WriteXLSX(b, lang) }))
}

func TestXLSXIsTheJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		r := build(t, w.options, w.grants)
		book := workbook(t, r, "pt-BR")
		var got [][]string
		for _, row := range sheetRows(t, book, "Movimento")[1:] {
			if !strings.HasPrefix(row[1], "Total do ") {
				got = append(got, row)
			}
		}
		if want := table(t, r); len(want) != len(got) || len(want) > 0 && !cmp.Equal(want, got) {
			t.Fatalf("(-JSON +XLSX):\n%s", cmp.Diff(want, got))
		}
		listed := sheetRows(t, book, "Não contados")[1:]
		if len(listed) != len(r.Uncounted.Listed) {
			t.Fatalf("%d listed, %d in the workbook", len(r.Uncounted.Listed), len(listed))
		}
		for i, u := range r.Uncounted.Listed {
			if want := []string{u.Decision, u.Month, u.Category, u.Benefit, string(u.Why), u.Why.Sentence().PT}; !slices.Equal(want, append(listed[i][:1], listed[i][2:]...)) {
				t.Fatalf("want %q, got %q", want, listed[i])
			}
		}
	})
}

func TestTotalsInTheWorkbook(t *testing.T) {
	r := quarterly(t, "A", "B")
	r.Months[1].Total.Paying = nil
	rows := sheetRows(t, workbook(t, r, "en"), "Movement")
	want := [][]string{
		{"2026-07", "Total of the month", "1800", "0", "0", "0", "0", "0"},
		{"2026-08", "Total of the month", "", "0", "0", "0", "0", "0"},
		{"2026-Q3", "Total of the quarter", "5400", "0", "0", "0", "0", "0"},
	}
	if diff := cmp.Diff(want, [][]string{rows[3], rows[6], rows[10]}); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTheWorkbookItself(t *testing.T) {
	r := quarterly(t, "A")
	r.Carrier = report.Carrier{ID: "viacao", Name: "Viação Exemplo", CNPJ: "12.345.678/0001-95"}
	for lang, want := range map[string]struct {
		sheets []string
		title  string
	}{
		"pt-BR": {[]string{"Movimento", "Não contados", "Verificação"}, "Informe de movimentação 2026-Q3"},
		"en":    {[]string{"Movement", "Not counted", "Check"}, "Movement report 2026-Q3"},
	} {
		book := workbook(t, r, lang)
		if got := book.GetSheetList(); !slices.Equal(got, want.sheets) {
			t.Errorf("%s: sheets %q", lang, got)
		}
		for _, name := range want.sheets {
			panes, err := book.GetPanes(name)
			if err != nil || !panes.Freeze || panes.YSplit != 1 {
				t.Errorf("%s: the header is not frozen: %+v, %v", name, panes, err)
			}
		}
		props, err := book.GetDocProps()
		if err != nil || props.Title != want.title || props.Language != lang || props.Creator != "Deferido" ||
			props.Subject != "Viação Exemplo 12.345.678/0001-95" || props.Created != "2026-12-01T15:00:00Z" {
			t.Errorf("%s: %+v, %v", lang, props, err)
		}
		id, err := book.GetCellStyle(want.sheets[0], "C2")
		if err != nil {
			t.Fatal(err)
		}
		if style, err := book.GetStyle(id); err != nil || style.NumFmt != 3 {
			t.Errorf("%s: numbers are in %+v, %v", lang, style, err)
		}
	}
}

// The same report gives the same bytes.
func TestTheWorkbookIsDeterministic(t *testing.T) {
	write := func() []byte {
		r := quarterly(t, "A", "B")
		if err := r.CheckWith(t.Context(), ask); err != nil {
			t.Fatal(err)
		}
		r.Check.Decisions = []string{"the id of each decision is its own"}
		return written(t, func(b *bytes.Buffer) error { return r.WriteXLSX(b, "pt-BR") })
	}
	first := write()
	for range 8 {
		if !bytes.Equal(first, write()) {
			t.Fatal("the bytes differ")
		}
	}
}

func TestTheCheckInTheWorkbook(t *testing.T) {
	r := quarterly(t, "A", "B")
	if rows := sheetRows(t, workbook(t, r, "pt-BR"), "Verificação"); !slices.Contains(rows[len(rows)-1], "ainda não verificado") {
		t.Errorf("an unchecked report says %q", rows[len(rows)-1])
	}
	r.Months[0].Sections[1].Paying = nil
	if err := r.CheckWith(t.Context(), ask); err != nil {
		t.Fatal(err)
	}
	var absent, basis []string
	rows := sheetRows(t, workbook(t, r, "pt-BR"), "Verificação")
	for _, row := range rows {
		switch row[0] {
		case "Ausente":
			absent = row
		case "Fundamento":
			basis = append(basis, row[3])
		}
	}
	label := r.Check.LegalBasis[0].Label
	if want := []string{"Ausente", "B", "2026-07", label, "Pagantes"}; !slices.Equal(absent, want) {
		t.Errorf("absent: %q, want %q", absent, want)
	}
	for i, b := range r.Check.LegalBasis {
		if basis[i] != b.URN {
			t.Errorf("basis %d is %s, want %s", i, basis[i], b.URN)
		}
	}
}

// A sheet lists so much and says how much more there is.
func TestALongListIsCutWithItsNumber(t *testing.T) {
	r := build(t, report.Options{Period: quarter(t, "2026-Q3")}, nil)
	r.Uncounted.Total = 1234
	r.Uncounted.Listed = []report.Uncounted{{Decision: "a", Why: report.SectionUnknown}}
	r.Check = &report.Check{Absent: make([]report.AbsentItem, report.MaxListed+1500)}
	book := workbook(t, r, "pt-BR")
	rows := sheetRows(t, book, "Não contados")
	if last := rows[len(rows)-1][0]; len(rows) != 3 || !strings.HasSuffix(last, ": 1.233") {
		t.Errorf("%d rows, the last %q", len(rows), last)
	}
	rows = sheetRows(t, book, "Verificação")
	if told := rows[7]; told[2] != "1234" || !strings.Contains(told[4], "não as incluem") {
		t.Errorf("what is not counted is told so: %q", told)
	}
	if last := rows[len(rows)-1]; last[0] != "Ausente" || last[2] != "1.500" {
		t.Errorf("the last row: %q", last)
	}
}
