package report_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"deferido/internal/report"
	"deferido/policies"
)

func records(t failer, file []byte) [][]string {
	t.Helper()
	all, err := csv.NewReader(bytes.NewReader(file)).ReadAll()
	if err != nil {
		t.Fatalf("no CSV: %v", err)
	}
	return all
}

// table are the rows of a report as CSV and the workbook hold them, taken from its JSON.
func table(t failer, r *report.Report) [][]string {
	t.Helper()
	var decoded struct {
		Months []struct {
			Month    string
			Sections []map[string]any
		}
	}
	d := json.NewDecoder(strings.NewReader(asJSON(t, r)))
	d.UseNumber()
	if err := d.Decode(&decoded); err != nil {
		t.Fatalf("no JSON: %v", err)
	}
	rows := [][]string{}
	for _, m := range decoded.Months {
		for _, s := range m.Sections {
			row := []string{m.Month}
			for _, key := range columns[1:] {
				text := ""
				switch v := s[key].(type) {
				case string:
					text = v
				case json.Number:
					text = v.String()
				}
				row = append(row, text)
			}
			rows = append(rows, row)
		}
	}
	return rows
}

var columns = []string{"month", "section", "paying", "elderly_free", "elderly_discount", "disability_pass", "youth_free", "youth_discount"}

func TestCSVIsTheJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		r := build(t, w.options, w.grants)
		got := records(t, written(t, func(b *bytes.Buffer) error { return r.WriteCSV(b) }))
		for _, row := range got[1:] {
			if strings.ContainsAny(row[1][:1], "=+-@\t\r") {
				t.Fatalf("a formula: %s", row[1])
			}
			row[1] = report.Unguarded(row[1])
		}
		if diff := cmp.Diff(append([][]string{columns}, table(t, r)...), got); diff != "" {
			t.Fatalf("(-JSON +CSV):\n%s", diff)
		}
	})
}

func TestUncountedCSV(t *testing.T) {
	r := build(t, report.Options{Period: quarter(t, "2026-Q3")}, []report.Grant{
		{ID: "=1", DecidedAt: now(), Month: "2026-07", Category: "pessoa_idosa", Benefit: "desconto"},
		{ID: "b", Category: "pessoa_idosa", Benefit: "desconto"},
	})
	for lang, text := range map[string]string{"pt-BR": "Inclua nela", "en": "Add this decision"} {
		got := records(t, written(t, func(b *bytes.Buffer) error { return report.WriteUncounted(b, r.Uncounted.All(), lang) }))
		if len(got) != 3 || !strings.Contains(got[2][6], text) {
			t.Fatalf("%s: %q", lang, got)
		}
		got[1], got[2] = got[1][:6], got[2][:6]
		want := [][]string{
			{"decision", "decided_at", "month", "category", "benefit", "why", "text"},
			{"b", "", "", "pessoa_idosa", "desconto", "departure-unknown"},
			{"'=1", "2026-12-01T12:00:00-03:00", "2026-07", "pessoa_idosa", "desconto", "section-unknown"},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", lang, diff)
		}
	}
}

// A guarded text is no formula, and comes back.
func TestFormulasAreGuarded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("'=+-@\t\rab1 "))).Draw(t, "text")
		cell := report.Guarded(text)
		if cell != "" && strings.ContainsAny(cell[:1], "=+-@\t\r") {
			t.Fatalf("%q stays a formula", text)
		}
		if report.Unguarded(cell) != text {
			t.Fatalf("%q comes back as %q", text, report.Unguarded(cell))
		}
		if !strings.ContainsAny(text, "=+-@\t\r") && cell != text {
			t.Fatalf("%q is changed for nothing", text)
		}
	})
}

// The columns have the names that the facts have.
func TestColumnsAreNamedAsTheFacts(t *testing.T) {
	content, err := policies.FS.ReadFile("schemas/facts.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema any
	if err := json.Unmarshal(content, &schema); err != nil {
		t.Fatal(err)
	}
	at := func(v any, path ...string) any {
		for _, key := range path {
			object, _ := v.(map[string]any)
			v = object[key]
		}
		return v
	}
	month := at(schema, "properties", "report", "properties", "months", "items", "properties")
	section := at(month, "sections", "items", "properties")
	for lang, key := range map[string]string{"pt-BR": "title", "en": "x-title-en"} {
		for column, title := range report.Titles(lang) {
			fact := at(section, column)
			if column == "month" {
				fact = at(month, column)
			}
			if want := at(fact, key); want != title {
				t.Errorf("%s is named %q, and the fact %v", column, title, want)
			}
		}
	}
}

func TestWritersTellThatTheyFail(t *testing.T) {
	r := quarterly(t, "A")
	many := slices.Repeat([]report.Count{{Month: "2026-07", Section: strings.Repeat("x", 100)}}, 1000)
	uncounted := report.UncountedList{Listed: make([]report.Uncounted, 1000)}
	for name, write := range map[string]func(io.Writer) error{
		"JSON": r.WriteJSON, "CSV": r.WriteCSV,
		"XLSX":      func(w io.Writer) error { return r.WriteXLSX(w, "en") },
		"counts":    func(w io.Writer) error { return report.WriteCounts(w, many) },
		"uncounted": func(w io.Writer) error { return report.WriteUncounted(w, uncounted.All(), "en") },
	} {
		if err := write(failing{}); !errors.Is(err, errFull) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTheJSON(t *testing.T) {
	r := build(t, report.Options{Period: quarter(t, "2026-Q3"), Counts: []report.Count{{Month: "2026-07", Section: "=A"}}},
		[]report.Grant{{ID: "a", Month: "2026-07", Category: "pessoa_idosa", Benefit: "gratuidade"}})
	text := asJSON(t, r)
	for _, want := range []string{`"section": "=A"`, `"paying": null`, `"period": "2026-Q3"`, `"check": null`, `"why": "section-unknown"`, `"pt-BR":`, `"uncounted": 1`} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not in\n%s", want, text)
		}
	}
}
