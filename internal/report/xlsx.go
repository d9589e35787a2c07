package report

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"
)

// WriteXLSX writes the report as a workbook of three sheets, in a language ("pt-BR" or "en"): the movement with its totals, what
// is not counted, and the check. A number that is not known is an empty cell. The same report gives the same bytes. Of what a
// check finds absent, as of what is not counted, a sheet lists at most MaxListed; the JSON has all that is absent.
func (r *Report) WriteXLSX(w io.Writer, lang string) error {
	book, err := newWorkbook(wordsOf(lang))
	if err != nil {
		return fmt.Errorf("making the workbook: %w", err)
	}
	err = book.fill(r)
	if err == nil {
		err = book.write(w)
	}
	if closing := book.file.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return fmt.Errorf("writing the workbook: %w", err)
	}
	return nil
}

// workbook is a workbook while it is written.
type workbook struct {
	file   *excelize.File
	words  words
	styles styles
}

// styles are the ids of the styles of its cells.
type styles struct{ header, text, number, totalText, totalNumber int }

func newWorkbook(w words) (*workbook, error) {
	b := &workbook{file: excelize.NewFile(), words: w}
	const thousands = 3 // the built-in format #,##0, which each reader shows in its own language
	bold := &excelize.Font{Bold: true}
	line := []excelize.Border{{Type: "bottom", Color: "000000", Style: 1}}
	top := &excelize.Alignment{Vertical: "top", WrapText: true}
	for _, s := range []struct {
		id    *int
		style excelize.Style
	}{
		{&b.styles.header, excelize.Style{Font: bold, Border: line, Alignment: top}},
		{&b.styles.text, excelize.Style{Alignment: top}},
		{&b.styles.number, excelize.Style{NumFmt: thousands, Alignment: &excelize.Alignment{Vertical: "top"}}},
		{&b.styles.totalText, excelize.Style{Font: bold, Alignment: top}},
		{&b.styles.totalNumber, excelize.Style{Font: bold, NumFmt: thousands}},
	} {
		id, err := b.file.NewStyle(&s.style)
		if err != nil {
			_ = b.file.Close() // nothing was written
			return nil, err
		}
		*s.id = id
	}
	return b, nil
}

// fill writes the sheets and the properties.
func (b *workbook) fill(r *Report) error {
	if err := b.properties(r); err != nil {
		return err
	}
	const first = "Sheet1" // that a new workbook has
	if err := b.file.SetSheetName(first, b.words.movement); err != nil {
		return err
	}
	for _, name := range []string{b.words.uncounted, b.words.check} {
		if _, err := b.file.NewSheet(name); err != nil {
			return err
		}
	}
	if err := b.writeMovement(r); err != nil {
		return err
	}
	if err := b.writeUncounted(r.Uncounted); err != nil {
		return err
	}
	return b.writeCheck(r)
}

func (b *workbook) properties(r *Report) error {
	// A workbook must tell when it was made; one that was not told gives the first day that a workbook can have.
	made := time.Date(1980, time.January, 1, 0, 0, 0, 0, time.UTC)
	if !r.MadeAt.IsZero() {
		made = r.MadeAt.UTC()
	}
	err := b.file.SetDocProps(&excelize.DocProperties{
		Title: b.words.title + " " + r.Period.String(), Subject: r.Carrier.title(), Creator: b.words.creator,
		LastModifiedBy: b.words.creator, Language: b.words.lang,
		Created: made.Format(time.RFC3339), Modified: made.Format(time.RFC3339),
	})
	if err != nil {
		return err
	}
	return b.file.SetAppProps(&excelize.AppProperties{Application: b.words.creator, Company: r.Carrier.title()})
}

// write writes the workbook with its parts in order of name, whatever order the library leaves them in.
func (b *workbook) write(w io.Writer) error {
	packed, err := b.file.WriteToBuffer()
	if err != nil {
		return err
	}
	parts, err := zip.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()))
	if err != nil {
		return err
	}
	const types = "[Content_Types].xml" // comes first
	slices.SortFunc(parts.File, func(a, b *zip.File) int {
		return strings.Compare(strings.TrimPrefix(a.Name, types), strings.TrimPrefix(b.Name, types))
	})
	ordered := zip.NewWriter(w)
	for _, part := range parts.File {
		if err := ordered.Copy(part); err != nil {
			return err
		}
	}
	return ordered.Close()
}
