package corpus_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"deferido/internal/corpus"
	"deferido/policies"
)

func TestMinimumWage(t *testing.T) {
	params, err := corpus.LoadParams(policies.FS)
	if err != nil {
		t.Fatal(err)
	}
	wage := params["minimum_wage"]
	if wage == nil || len(wage.Values) != 27 || wage.Name != "minimum_wage" {
		t.Fatalf("read %+v", wage)
	}
	for _, e := range []struct {
		on       string
		cents    corpus.Centavos
		act      string
		last, ok bool
	}{
		{"2003-03-31", 0, "", false, false},
		{"2003-04-01", 24000, "Lei nº 10.699/2003", false, true},
		{"2011-02-28", 54000, "Medida Provisória nº 516/2010", false, true},
		{"2011-03-01", 54500, "Lei nº 12.382/2011", false, true},
		{"2020-01-31", 103900, "Medida Provisória nº 916/2019", false, true},
		{"2020-02-01", 104500, "Lei nº 14.013/2020", false, true},
		{"2025-12-31", 151800, "Decreto nº 12.342/2024", false, true},
		{"2026-01-01", 162100, "Decreto nº 12.797/2025", false, true},
		{"2026-12-31", 162100, "Decreto nº 12.797/2025", false, true},
		{"2027-01-01", 162100, "Decreto nº 12.797/2025", true, true},
	} {
		v, last, ok := wage.On(day(t, e.on))
		if v.Cents != e.cents || v.Act != e.act || last != e.last || ok != e.ok {
			t.Errorf("on %s: %+v, last %t, ok %t", e.on, v, last, ok)
		}
	}
	for _, v := range wage.Values {
		want := corpus.GradeSecondary
		if v.Cents == 141200 {
			want = corpus.GradeVerified
		}
		if v.Grade != want {
			t.Errorf("%d centavos have the grade %s, want %s", v.Cents, v.Grade, want)
		}
	}
}

func TestLoadParamsRefuses(t *testing.T) {
	const good = `title: Valor
unit: centavos
stale: {code: last-known, pt-BR: Talvez antigo., en: Perhaps old.}
values:
  - {from: 2020-01-01, cents: 100, act: Lei nº 1/2020, grade: V}
  - {from: 2021-01-01, cents: 200, act: Lei nº 2/2021, grade: V2}
`
	if _, err := corpus.LoadParams(fstest.MapFS{"params/value.yaml": {Data: []byte(good)}}); err != nil {
		t.Fatal(err)
	}
	for name, e := range map[string][3]string{
		"dates that descend": {"2021-01-01", "2019-01-01", "not after the one before"},
		"a date twice":       {"2021-01-01", "2020-01-01", "not after the one before"},
		"no act":             {"act: Lei nº 1/2020, ", "", "value 1"},
		"no grade":           {", grade: V}", "}", "value 1"},
		"an unknown grade":   {"grade: V2", "grade: W", "value 2"},
		"a fraction":         {"cents: 100", "cents: 100.5", "line 5: want a whole number"},
		"nothing":            {"cents: 100", "cents: 0", "value 1"},
		"no date":            {"from: 2020-01-01, ", "", "value 1"},
		"an unknown key":     {"cents: 100", "centavos: 100", "centavos"},
		"no unit":            {"unit: centavos\n", "", "a unit"},
		"no warning":         {"en: Perhaps old.", "en: ''", "under stale"},
	} {
		broken := strings.Replace(good, e[0], e[1], 1)
		_, err := corpus.LoadParams(fstest.MapFS{"params/value.yaml": {Data: []byte(broken)}})
		if err == nil || !strings.Contains(err.Error(), e[2]) || !strings.Contains(err.Error(), "params/value.yaml") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
