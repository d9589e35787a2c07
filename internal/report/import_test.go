package report_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"deferido/internal/report"
)

// The forms in which spreadsheets and programs write the same file.
func TestTheSameFileInOtherForms(t *testing.T) {
	want := report.Sections{"0198-a": "Goiânia–Uberlândia", "0198-b": "Água, Boa; Barra"}
	for name, file := range map[string]string{
		"comma":             "decision,section\n0198-a,Goiânia–Uberlândia\n0198-b,\"Água, Boa; Barra\"\n",
		"Excel":             "\ufeffdecision;section\r\n0198-a;Goiânia–Uberlândia\r\n0198-b;\"Água, Boa; Barra\"\r\n",
		"quoted, no end":    "\"decision\";\"section\"\n\"0198-a\";\"Goiânia–Uberlândia\"\n\"0198-b\";\"Água, Boa; Barra\"",
		"columns turned":    "Section, DECISION \nGoiânia–Uberlândia,0198-a\n\"Água, Boa; Barra\",0198-b\n",
		"empty at the end":  "decision;section;;\n0198-a;Goiânia–Uberlândia;;\n0198-b;\"Água, Boa; Barra\"\n;;;\n\n",
		"spaces, decompose": "decision,section\n 0198-a ,  Goia\u0302nia–Uberla\u0302ndia\u00a0\n0198-b,\"Água,\nBoa;   Barra\"\n",
		"said twice":        "decision,section\n0198-a,Goiânia–Uberlândia\n0198-a,Goiânia–Uberlândia\n0198-b,\"Água, Boa; Barra\"\n",
	} {
		got, err := report.ParseSections(strings.NewReader(file))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
		if again, err := report.ParseSections(iotest.OneByteReader(strings.NewReader(file))); err != nil || !cmp.Equal(want, again) {
			t.Errorf("%s, a byte at a time: %v, %v", name, again, err)
		}
	}
}

func TestCounts(t *testing.T) {
	file := "\ufeffmonth;section;paying;disability_pass\r\n2026-07;'=A;0;\r\n2026-08;'=A;1000000000;007\r\n2026-09;B\r\n"
	want := []report.Count{
		{Month: "2026-07", Section: "=A", Paying: known(0)},
		{Month: "2026-08", Section: "=A", Paying: known(report.MaxPassengers), DisabilityPass: known(7)},
		{Month: "2026-09", Section: "B"},
	}
	for _, q := range []report.Quarter{quarter(t, "2026-Q3"), {}} {
		got, err := report.ParseCounts(strings.NewReader(file), q)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", q, err, diff)
		}
	}
	header := "month,section,paying,disability_pass\n"
	if got, err := report.ParseCounts(strings.NewReader(header), report.Quarter{}); err != nil || len(got) != 0 {
		t.Errorf("a header alone: %v, %v", got, err)
	}
}

// What is wrong is told with its place and what to correct, all of it, and nothing of the file is repeated.
func TestFaultsOfCounts(t *testing.T) {
	const header = "month,section,paying,disability_pass\n"
	long := strings.Repeat("x", report.MaxSection+1)
	for name, c := range map[string]struct {
		file string
		want []string // line, column, name, and words of the correction
	}{
		"nothing":         {"", []string{"1 0  cabeçalho"}},
		"empty line":      {"\n", []string{"1 0  cabeçalho"}},
		"other columns":   {"mes,section,section,paying\n", []string{"1 1  Retire", "1 3 section uma só vez", "1 0  coluna month", "1 0  coluna disability_pass"}},
		"header below":    {"\n\nmonth,section\n", []string{"3 0  coluna paying", "3 0  coluna disability_pass"}},
		"month":           {header + "SECRET,A,1,1\n2026-13,A,1,1\n2026-7,B,1,1\n,C,1,1\n", []string{"2 1 month AAAA-MM", "3 1 month AAAA-MM", "4 1 month AAAA-MM", "5 1 month AAAA-MM"}},
		"outside":         {header + "2026-10,A,1,1\n", []string{"2 1 month do trimestre 2026-Q3"}},
		"section":         {header + "2026-07, ,1,1\n2026-07," + long + ",1,1\n2026-07,SEC\x00RET,1,1\n", []string{"2 2 section Informe", "3 2 section 200", "4 2 section imprimem"}},
		"counts":          {header + "2026-07,A,-1,1.000\n2026-08,A,1e3,\"1,5\"\n2026-09,A,1000000001,SECRET\n", []string{"2 3 paying algarismos", "2 4 disability_pass algarismos", "3 3 paying algarismos", "3 4 disability_pass algarismos", "4 3 paying algarismos", "4 4 disability_pass algarismos"}},
		"twice":           {header + "2026-07,A,1,1\n2026-07, A ,2,2\n", []string{"3 2 section linha 2"}},
		"after lines":     {header + "2026-07,\"A\n\nB\",1,1\nSECRET,A,1,1\n", []string{"5 1 month AAAA-MM"}},
		"too many cells":  {header + "2026-07,A,1,1,SECRET\n", []string{"2 5  cabeçalho"}},
		"encoding":        {header + "2026-07,Goi\xe2nia,1,1\n", []string{"2 2 section UTF-8"}},
		"quotes":          {header + "2026-07,A,x,1\n2026-07,\"A,1,1\nSECRET", []string{"2 3 paying algarismos", "4 0  aspas"}},
		"quote within":    {header + "2026-07,A\"B,1,1\n", []string{"2 0  aspas"}},
		"several at once": {header + "x,,y,z\n", []string{"2 1 month AAAA-MM", "2 2 section Informe", "2 3 paying algarismos", "2 4 disability_pass algarismos"}},
	} {
		counts, err := report.ParseCounts(strings.NewReader(c.file), quarter(t, "2026-Q3"))
		e := faultsOf(t, err)
		var got []string
		for i, f := range e.Faults {
			place := fmt.Sprintf("%d %d %s ", f.Line, f.Column, f.Name)
			if i < len(c.want) && strings.HasPrefix(c.want[i], place) && strings.Contains(f.Detail.PT, strings.TrimPrefix(c.want[i], place)) {
				place = c.want[i]
			} else {
				place += f.Detail.PT
			}
			if got = append(got, place); f.Detail.EN == "" {
				t.Errorf("%s: line %d says nothing in English", name, f.Line)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" || counts != nil {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if said := err.Error() + e.Faults[0].In("pt-BR"); strings.Contains(said, "SECRET") || strings.Contains(said, "xxx") {
			t.Errorf("%s: the file is repeated: %s", name, said)
		}
	}
}

func TestFaultsOfSections(t *testing.T) {
	_, err := report.ParseSections(strings.NewReader("decision;section\na;A\nb;\n;B\na;B\n" + strings.Repeat("x", 65) + ";A\n"))
	var got []string
	for _, f := range faultsOf(t, err).Faults {
		got = append(got, f.In("pt-BR"), f.In("en"))
	}
	want := []string{
		"linha 3, coluna 2 (section): Informe a seção.", "line 3, column 2 (section): Enter the section.",
		"linha 4, coluna 1 (decision): Informe a identificação da decisão.", "line 4, column 1 (decision): Enter the id of the decision.",
		"linha 5, coluna 2 (section): Deixe uma só seção para esta decisão: a linha 2 lhe dá outra.",
		"line 5, column 2 (section): Leave one section for this decision: line 2 gives it another.",
		"linha 6, coluna 1 (decision): Informe a identificação da decisão como a resposta a deu.",
		"line 6, column 1 (decision): Enter the id of the decision as the answer gave it.",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestImportsAreBounded(t *testing.T) {
	const header = "month,section,paying,disability_pass\n"
	const line = "2026-07,%04d,1,1\n"
	var file strings.Builder
	file.WriteString(header)
	for i := range 10 {
		fmt.Fprintf(&file, line, i)
	}
	size := file.Len()
	for _, c := range []struct {
		bytes, rows int
		line        int // of the only fault; 0 for none
		says        string
	}{
		{size, 10, 0, ""}, {size - 1, 10, 11, "size"}, {size, 9, 11, "9 rows"}, {len(header) + 3, 10, 2, "size"}, {5, 10, 1, "size"},
	} {
		counts, err := report.ParseCountsWithin(strings.NewReader(file.String()), c.bytes, c.rows)
		if c.line == 0 {
			if err != nil || len(counts) != 10 {
				t.Errorf("%+v: %d counts, %v", c, len(counts), err)
			}
			continue
		}
		e := faultsOf(t, err)
		if len(e.Faults) != 1 || e.Faults[0].Line != c.line || !strings.Contains(e.Faults[0].Detail.EN, c.says) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	faulty := header + strings.Repeat("x,A,1,1\n", report.MaxFaults+7)
	_, err := report.ParseCounts(strings.NewReader(faulty), report.Quarter{})
	if e := faultsOf(t, err); len(e.Faults) != report.MaxFaults || e.More != 7 || !strings.Contains(err.Error(), "7 more") {
		t.Errorf("%d faults and %d more", len(e.Faults), e.More)
	}
}

func TestAFileThatCannotBeRead(t *testing.T) {
	broken := errors.New("the connection broke")
	for _, before := range []string{"", "decision,section\na,A\n", "decision,section\na,\"A"} {
		_, err := report.ParseSections(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("dec"))))
		if !errors.Is(err, iotest.ErrTimeout) {
			t.Errorf("%v", err)
		}
		sections, err := report.ParseSections(&brokenAfter{strings.NewReader(before), broken})
		if !errors.Is(err, broken) || sections != nil {
			t.Errorf("after %q: %v, %v", before, sections, err)
		}
	}
}

// brokenAfter reads to the end of its reader, and then fails.
type brokenAfter struct {
	r   *strings.Reader
	err error
}

func (b *brokenAfter) Read(p []byte) (int, error) {
	if n, err := b.r.Read(p); err == nil {
		return n, nil
	}
	return 0, b.err
}

// What is written for the carrier to fill in is read as it was written, by comma and by semicolon.
func TestCountsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		counts := drawCounts(t)
		file := written(t, func(b *bytes.Buffer) error { return report.WriteCounts(b, counts) })
		got, err := report.ParseCounts(bytes.NewReader(file), quarter(t, "2026-Q3"))
		if err != nil || len(got) != len(counts) || len(counts) > 0 && !cmp.Equal(counts, got) {
			t.Fatalf("%v\n%s", err, cmp.Diff(counts, got))
		}
		r := build(t, report.Options{Period: quarter(t, "2026-Q3"), Counts: counts}, nil)
		again := build(t, report.Options{Period: r.Period, Counts: r.Counts()}, nil)
		if diff := cmp.Diff(r.Months, again.Months); diff != "" {
			t.Fatalf("the counts of a report make another:\n%s", diff)
		}
	})
}

// No file, whatever it holds, makes the parsers fail otherwise than they say, and what they take can be counted.
func FuzzParseCounts(f *testing.F) {
	f.Add("month;section;paying;disability_pass\r\n2026-07;A;1;\r\n")
	f.Add("\ufeffmonth,section,paying,disability_pass\n2026-07,\"A\n")
	f.Fuzz(func(t *testing.T, file string) {
		q := quarter(t, "2026-Q3")
		counts, err := report.ParseCounts(strings.NewReader(file), q)
		if err != nil {
			if e := faultsOf(t, err); len(e.Faults) == 0 || e.Faults[0].Line < 1 {
				t.Errorf("no fault is told: %v", e)
			}
			return
		}
		build(t, report.Options{Period: q, Counts: counts}, nil)
	})
}
