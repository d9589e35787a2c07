package edition_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"deferido/internal/edition"
)

// The stretches of a line cover each day once, from the right's beginning on.
func TestTheTimeOfASubjectHasNoHoleThatIsNotTold(t *testing.T) {
	each(t, func(a *edition.Article) {
		own := 0
		for i, s := range a.Line {
			if s.Until != nil && s.Until.Before(s.From) {
				t.Errorf("%s: a stretch ends before it begins: %+v", a.Label, s)
			}
			if s.Gap == (len(s.Refs) > 0) {
				t.Errorf("%s: a gap is where nothing is: %+v", a.Label, s)
			}
			if s.Own {
				own++
			}
			if i > 0 && a.Line[i-1].From.After(s.From) {
				t.Errorf("%s: the line is out of order", a.Label)
			}
		}
		if own == 0 {
			t.Errorf("%s is not on its own line", a.Label)
		}
	})
}

func TestTheTimeOfSomeSubjects(t *testing.T) {
	for _, test := range []struct {
		norm, name string
		want       []string
	}{
		{"decreto_9921_2019", "art_39", []string{
			"2004-01-01 to 2006-10-18 gap",
			"2006-10-19 to 2019-11-15, Decreto nº 5.934/2006 art. 2º, Decreto nº 5.934/2006 art. 3º",
			"2019-11-16 to now own, Decreto nº 9.921/2019 art. 39",
		}},
		{"decreto_8537_2015", "art_13", []string{"2014-02-02 to 2015-11-30 gap", "2015-12-01 to now own, Decreto nº 8.537/2015 art. 13"}},
		{"lei_10741_2003", "art_40", []string{
			"2004-01-01 to 2022-07-24 own, Lei nº 10.741/2003 art. 40",
			"2022-07-25 to now own, Lei nº 10.741/2003 art. 40, by Lei nº 14.423/2022",
		}},
		{"resolucao_antt_1692_2006", "art_2", []string{
			"2004-01-01 to 2006-10-18 gap",
			"2006-10-19 to 2006-10-24, Decreto nº 5.934/2006 art. 2º, Decreto nº 5.934/2006 art. 3º",
			"2006-10-25 to 2015-12-08 own, Resolução ANTT nº 1.692/2006 art. 2º",
			"2015-12-09 to now own, Resolução ANTT nº 1.692/2006 art. 2º, by Resolução ANTT nº 4.833/2015",
		}},
		{"decreto_5934_2006", "art_7", []string{
			"2004-01-01 to 2006-10-18 gap", "2006-10-19 to 2019-11-15 own, Decreto nº 5.934/2006 art. 7º",
			"2019-11-16 to now, Decreto nº 9.921/2019 art. 43",
		}},
	} {
		var got []string
		for _, s := range article(t, test.norm, test.name, "2026-12-12").Line {
			got = append(got, s.From.String()+" to "+dayOr(s.Until)+stretch(s))
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", test.norm, test.name, diff)
		}
	}
}

func TestStandings(t *testing.T) {
	for _, test := range []struct {
		norm, name, day string
		want            edition.Standing
		published       bool
	}{
		{"decreto_9921_2019", "art_39", "2019-07-18", edition.NotYet, false},
		{"decreto_9921_2019", "art_39", "2019-07-19", edition.NotYet, true},
		{"decreto_9921_2019", "art_39", "2019-11-15", edition.NotYet, true},
		{"decreto_9921_2019", "art_39", "2019-11-16", edition.InForce, true},
		{"decreto_5934_2006", "art_3", "2019-11-15", edition.InForce, true},
		{"decreto_5934_2006", "art_3", "2019-11-16", edition.Ceased, true},
		{"resolucao_antt_1692_2006", "art_2_1", "2015-12-08", edition.NotYet, true},
	} {
		if a := article(t, test.norm, test.name, test.day); a.Standing != test.want || a.Published != test.published {
			t.Errorf("%s on %s: %s, published %v", a.Label, test.day, a.Standing, a.Published)
		}
	}
}

func TestCasesAndParameters(t *testing.T) {
	c, ok := law.Case("grant-elderly-birthday")
	if !ok || !c.Passed() || c.Result.Status != 200 || c.Result.Decision == nil || c.Result.Decision.Outcome != "allow" {
		t.Errorf("%+v", c)
	}
	if _, ok := law.Case("none"); ok {
		t.Error("a case that is not there was found")
	}
	p, uses, ok := law.Parameter("minimum_wage")
	if !ok || p.Title != "Salário mínimo" || len(uses) < 5 {
		t.Fatalf("%+v, %d uses", p, len(uses))
	}
	for _, u := range uses {
		if u.Title.PT == "" || u.Provision == nil || len(u.Questions) == 0 {
			t.Errorf("%+v", u)
		}
	}
}

func TestTheHistoryOfAnArticle(t *testing.T) {
	h := law.History(article(t, "resolucao_antt_1692_2006", "art_6", "2026-12-12"))
	if len(h.Provisions) != 2 || len(h.Provisions[1].Wordings) != 2 || h.Provisions[1].Wordings[0].Held || h.Provisions[1].Wordings[1].Act == "" {
		t.Errorf("%+v", h.Provisions)
	}
}
