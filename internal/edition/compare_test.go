package edition_test

import (
	"strings"
	"testing"

	"deferido/internal/edition"
)

func compared(t *testing.T, norm, name, from, to string) *edition.Comparison {
	t.Helper()
	c, ok := law.Compare(norm, name, on(t, from), on(t, to))
	if !ok {
		t.Fatalf("%s has no %s", norm, name)
	}
	return c
}

func TestAnArticleOnTwoDaysDiffersInItsNumbersAlone(t *testing.T) {
	c := compared(t, "decreto_9921_2019", "art_39", "2020-01-15", "2026-12-12")
	for _, r := range c.Rows {
		if r.Changed() || r.Before == nil || r.After == nil {
			t.Errorf("the text of %s changed", r.After.Short)
		}
	}
	if len(c.Rules) != 1 || c.Rules[0].Name != "low_income" || c.Alike < 20 {
		t.Fatalf("%d rules differ, %d are alike: %+v", len(c.Rules), c.Alike, c.Rules)
	}
	gone, came := parts(c.Rules[0].PT)
	if gone != "1.039,002.078,00" || came != "1.621,003.242,00" {
		t.Errorf("went %q, came %q", gone, came)
	}
	if len(c.Parameters) != 1 || c.Parameters[0].Before.Cents != 103900 || c.Parameters[0].After.Cents != 162100 {
		t.Errorf("parameters: %+v", c.Parameters)
	}
}

// Where the article was not in force, what stated its subject stands in its place.
func TestAnArticleIsComparedWithWhatItReplaced(t *testing.T) {
	c := compared(t, "decreto_9921_2019", "art_39", "2018-06-01", "2026-12-12")
	if c.Before == nil || c.Before.Label != "Decreto nº 5.934/2006, art. 3º" || c.After.Label != "Decreto nº 9.921/2019, art. 39" {
		t.Fatalf("%v with %v", c.Before, c.After)
	}
	var head *edition.ComparedRow
	for i := range c.Rows {
		if c.Rows[i].After != nil && c.Rows[i].After.Anchor == "art39_cpt" {
			head = &c.Rows[i]
		}
	}
	if head == nil || head.Before == nil || head.Before.Anchor != "art3_cpt" || !head.Changed() {
		t.Fatalf("the heads are not compared: %+v", head)
	}
	if kept, gone := "", ""; true {
		for _, x := range head.Text {
			if x.Is == edition.Kept {
				kept += x.Text
			}
			if x.Is == edition.Deleted {
				gone += x.Text
			}
		}
		if !strings.Contains(kept, "renda igual ou inferior a dois salários-mínimos") || !strings.Contains(gone, "idoso") {
			t.Errorf("kept %q, gone %q", kept, gone)
		}
	}
	back := compared(t, "decreto_5934_2006", "art_3", "2018-06-01", "2026-12-12")
	if back.After == nil || back.After.Label != c.After.Label {
		t.Errorf("what replaced art. 3 is %v", back.After)
	}
}

func TestARewordedProvisionIsComparedWithNothingWhereTheOldWordingIsNotHeld(t *testing.T) {
	c := compared(t, "resolucao_antt_1692_2006", "art_6", "2019-10-30", "2019-10-31")
	row := c.Rows[1]
	if row.Before.Text != nil || row.After.Text == nil || row.After.Version.Act != "Resolução ANTT nº 5.856/2019" || !row.Changed() {
		t.Errorf("%+v", row)
	}
	if len(c.Rules) == 0 {
		t.Error("no rule differs, though what they quote came that day")
	}
}

func TestBeforeAnyLawThereIsNothingToCompare(t *testing.T) {
	c := compared(t, "decreto_9921_2019", "art_39", "1999-01-01", "2005-01-01")
	if c.Before != nil || c.After != nil || len(c.Rows) != 0 || len(c.Rules) != 0 {
		t.Errorf("%+v", c)
	}
	if _, ok := law.Compare("decreto_9921_2019", "art_38", on(t, "2019-11-16"), on(t, "2026-12-12")); ok {
		t.Error("an article that is not known was compared")
	}
}

func TestWordsThatWentAndCame(t *testing.T) {
	for _, test := range []struct{ before, after, gone, came string }{
		{"", "", "", ""},
		{"", "duas vagas", "", "duas vagas"},
		{"duas vagas gratuitas", "duas vagas gratuitas", "", ""},
		{"R$ 1.621,00 por mês", "R$ 1.700,00 por mês", "1.621,00", "1.700,00"},
		{"três horas", "quatro horas", "três", "quatro"},
		{"ao idoso com renda", "à pessoa idosa com renda", "ao idoso", "à pessoa idosa"},
	} {
		changes := edition.Differ(test.before, test.after)
		if gone, came := parts(changes); gone != test.gone || came != test.came {
			t.Errorf("%q, %q: went %q, came %q", test.before, test.after, gone, came)
		}
		before, after := "", ""
		for _, c := range changes {
			if c.Is != edition.Inserted {
				before += c.Text
			}
			if c.Is != edition.Deleted {
				after += c.Text
			}
		}
		if before != test.before || after != test.after || edition.Changed(changes) != (before != after) {
			t.Errorf("%q, %q came out as %q, %q", test.before, test.after, before, after)
		}
	}
}

func parts(changes []edition.Change) (gone, came string) {
	for _, c := range changes {
		switch c.Is {
		case edition.Deleted:
			gone += c.Text
		case edition.Inserted:
			came += c.Text
		}
	}
	return gone, came
}
