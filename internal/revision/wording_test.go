package revision_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"deferido/internal/civil"
	"deferido/internal/corpus"
	"deferido/internal/revision"
)

func dayOf(t *testing.T, text string) civil.Date {
	t.Helper()
	d, err := civil.ParseDate(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func wording(t *testing.T, norm, fragment, from string) revision.Wording {
	return revision.Wording{Norm: norm, Fragment: fragment, From: dayOf(t, from), Act: "Lei nº 1/2027, d'água", Grade: corpus.GradeVerified, Note: "Fonte: DOU", Text: "I - nova redação;"}
}

// A new wording is a text of its own and some lines of norm.yaml; nothing that stood there is another, and the law of each day is
// as it should be.
func TestANewWording(t *testing.T) {
	for name, c := range map[string]struct{ norm, fragment, from, old string }{
		"a wording that stood alone":     {"decreto_9921_2019", "art39_par2_inc1", "2027-02-01", "I - solicitará"},
		"the last of the norm":           {"decreto_9921_2019", "art39_par6", "2027-02-01", ""},
		"one of several":                 {"resolucao_antt_1692_2006", "art2_par4", "2027-02-01", ""},
		"one whose text was not held":    {"decreto_9921_2019", "art35", "2027-02-01", ""},
		"a listed one that was not held": {"resolucao_antt_1692_2006", "art2-1", "2027-02-01", ""},
		"of a norm that has ended":       {"decreto_5934_2006", "art3_cpt", "2019-01-01", ""},
	} {
		e := edit(t)
		before := e.read("norms/" + c.norm + "/norm.yaml")
		w := wording(t, c.norm, c.fragment, c.from)
		files, err := revision.Reword(e.policies, w)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(files) != 2 {
			t.Errorf("%s: %d files", name, len(files))
		}
		for file, content := range files {
			e.policies[file] = &fstest.MapFile{Data: content}
		}
		law, err := corpus.Load(e.policies)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		p, _ := law.Provision(c.norm, c.fragment)
		now, _ := p.VersionOn(w.From)
		eve, _ := w.From.AddDays(-1)
		then, was := p.VersionOn(eve)
		if now.Text != w.Text || now.Act != w.Act || now.Grade != w.Grade || now.Note != w.Note || !was || then.Text == w.Text || !strings.HasPrefix(then.Text, c.old) {
			t.Errorf("%s: now %+v, then %+v", name, now, then)
		}
		after := e.read("norms/" + c.norm + "/norm.yaml")
		lost := missingLines(before, after)
		if slices.ContainsFunc(lost, func(line string) bool {
			return !strings.Contains(line, "text: ") && !strings.Contains(line, "status: ") && !strings.Contains(line, "nature: ") && !strings.Contains(line, "from: ")
		}) || len(lost) > 2 {
			t.Errorf("%s: lost %q", name, lost)
		}
		// And again: a second one follows the first.
		later := wording(t, c.norm, c.fragment, strings.Replace(strings.Replace(c.from, "2027", "2028", 1), "2019-01", "2019-06", 1))
		if _, err := revision.Reword(e.policies, later); err != nil {
			t.Errorf("%s, a second time: %v", name, err)
		}
	}
}

// missingLines are those of a text that another lacks.
func missingLines(before, after string) []string {
	left := map[string]int{}
	for line := range strings.Lines(after) {
		left[line]++
	}
	var lost []string
	for line := range strings.Lines(before) {
		if left[line]--; left[line] < 0 {
			lost = append(lost, line)
		}
	}
	return lost
}

// What cannot be is told by field, and the tree is another in nothing.
func TestAWordingThatCannotBe(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*revision.Wording)
		field  string
	}{
		"no day":                    {func(w *revision.Wording) { w.From = civil.Date{} }, "From"},
		"before the last":           {func(w *revision.Wording) { w.From = dayOf(t, "2019-11-16") }, "From"},
		"no act":                    {func(w *revision.Wording) { w.Act = " " }, "Act"},
		"an act of two lines":       {func(w *revision.Wording) { w.Act = "a\nstatus: x" }, "Act"},
		"no grade":                  {func(w *revision.Wording) { w.Grade = "" }, "Grade"},
		"a grade that is none":      {func(w *revision.Wording) { w.Grade = "Z" }, "Grade"},
		"no text":                   {func(w *revision.Wording) { w.Text = "  " }, "Text"},
		"a text of two lines":       {func(w *revision.Wording) { w.Text = "a\nb" }, "Text"},
		"a text without end":        {func(w *revision.Wording) { w.Text = strings.Repeat("x", 100_000) }, "Text"},
		"a provision of nowhere":    {func(w *revision.Wording) { w.Fragment = "art99" }, "Fragment"},
		"a norm of nowhere":         {func(w *revision.Wording) { w.Norm = "../x" }, "Fragment"},
		"a day after the norm ends": {func(w *revision.Wording) { w.Norm, w.Fragment = "decreto_5934_2006", "art3_cpt" }, "From"},
		"a note of two lines":       {func(w *revision.Wording) { w.Note = "a\nb" }, "Note"},
	} {
		e := edit(t)
		w := wording(t, "decreto_9921_2019", "art39_par2_inc1", "2027-02-01")
		c.change(&w)
		files, err := revision.Reword(e.policies, w)
		var invalid *revision.Invalid
		if !errors.As(err, &invalid) || files != nil || len(invalid.Faults) != 1 || invalid.Faults[0].Field != c.field || invalid.Faults[0].Detail.PT == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A value of a parameter is a line more, in its place by date.
func TestANewValue(t *testing.T) {
	for _, from := range []string{"2027-01-01", "2019-06-01", "2001-01-01"} {
		e := edit(t)
		v := corpus.ParameterValue{From: dayOf(t, from), Cents: 170000, Act: "Decreto nº 1/2026, art. 1º", Grade: corpus.GradeUnconfirmed}
		file, content, err := revision.AddValue(e.policies, "minimum_wage", v)
		if err != nil {
			t.Fatal(err)
		}
		if lost := missingLines(e.read(wageOf), string(content)); len(lost) != 0 || file != wageOf {
			t.Errorf("%s: lost %q", file, lost)
		}
		e.write(file, string(content))
		all, err := corpus.LoadParams(e.policies)
		if err != nil {
			t.Fatal(err)
		}
		if got, _, _ := all["minimum_wage"].On(v.From); got != v {
			t.Errorf("%s: %+v", from, got)
		}
	}
}

func TestAValueThatCannotBe(t *testing.T) {
	e := edit(t)
	good := corpus.ParameterValue{From: dayOf(t, "2027-01-01"), Cents: 1, Act: "Lei", Grade: "V"}
	for name, c := range map[string]struct {
		parameter string
		change    func(*corpus.ParameterValue)
		field     string
	}{
		"no day":          {"minimum_wage", func(v *corpus.ParameterValue) { v.From = civil.Date{} }, "From"},
		"a day twice":     {"minimum_wage", func(v *corpus.ParameterValue) { v.From = dayOf(t, "2026-01-01") }, "From"},
		"nothing":         {"minimum_wage", func(v *corpus.ParameterValue) { v.Cents = 0 }, "Cents"},
		"no act":          {"minimum_wage", func(v *corpus.ParameterValue) { v.Act = "" }, "Act"},
		"no grade":        {"minimum_wage", func(v *corpus.ParameterValue) { v.Grade = "" }, "Grade"},
		"of none":         {"maximum_wage", func(*corpus.ParameterValue) {}, "Parameter"},
		"out of the tree": {"../params/minimum_wage", func(*corpus.ParameterValue) {}, "Parameter"},
	} {
		v := good
		c.change(&v)
		_, content, err := revision.AddValue(e.policies, c.parameter, v)
		var invalid *revision.Invalid
		if !errors.As(err, &invalid) || content != nil || invalid.Faults[0].Field != c.field {
			t.Errorf("%s: %v", name, err)
		}
	}
}
