package corpus_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"deferido/internal/civil"
	"deferido/internal/corpus"
)

func day(t *testing.T, text string) civil.Date {
	t.Helper()
	d, err := civil.ParseDate(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestNormsComeByRankThenDate(t *testing.T) {
	var got []string
	for _, n := range load(t).Norms() {
		got = append(got, n.Folder)
	}
	want := []string{
		"lei_10741_2003", "lei_12852_2013", "decreto_5934_2006", "decreto_8537_2015", "decreto_9921_2019",
		"resolucao_antt_233_2003", "resolucao_antt_1692_2006",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestNormsInForceAtTheEdges(t *testing.T) {
	c := load(t)
	for _, e := range []struct{ folder, out, in string }{ // the eve, and the first day in force
		{"lei_10741_2003", "2003-12-31", "2004-01-01"},
		{"decreto_5934_2006", "2006-10-18", "2006-10-19"},
		{"resolucao_antt_1692_2006", "2006-10-24", "2006-10-25"},
		{"resolucao_antt_233_2003", "2006-10-24", "2006-10-25"},
		{"decreto_9921_2019", "2019-11-15", "2019-11-16"},
		{"lei_12852_2013", "2014-02-01", "2014-02-02"},
		{"decreto_8537_2015", "2015-11-30", "2015-12-01"},
	} {
		if c.NormInForce(e.folder, day(t, e.out)) {
			t.Errorf("%s is in force on %s", e.folder, e.out)
		}
		if !c.NormInForce(e.folder, day(t, e.in)) {
			t.Errorf("%s is not in force on %s", e.folder, e.in)
		}
		if still := c.NormInForce(e.folder, day(t, "9999-12-31")); still != (e.folder != "decreto_5934_2006") {
			t.Errorf("%s in force for ever: %t", e.folder, still)
		}
	}
	if c.NormInForce("decreto_5943_2006", day(t, "2010-01-01")) {
		t.Error("an unknown norm is in force")
	}
}

func TestPublishedButNotYetInForceLeavesTheOlderNorm(t *testing.T) {
	c := load(t)
	for _, on := range []string{"2019-07-18", "2019-07-19", "2019-11-15"} {
		if all := c.InForce(day(t, on)); all["decreto_9921_2019"] || !all["decreto_5934_2006"] {
			t.Errorf("on %s: %v", on, all)
		}
	}
	if all := c.InForce(day(t, "2019-11-16")); !all["decreto_9921_2019"] || all["decreto_5934_2006"] || len(all) != 7 {
		t.Errorf("on 2019-11-16: %v", all)
	}
}

func TestWordings(t *testing.T) {
	c := load(t)
	lei := func(first string) map[string]string {
		return map[string]string{"art40_cpt": first, "art40_cpt_inc1": first, "art40_cpt_inc2": first, "art40_par1u": first}
	}
	const resolution = "resolucao_antt_1692_2006"
	for on, want := range map[string]map[string]map[string]string{
		"2003-12-31": {},
		"2004-01-01": {"lei_10741_2003": lei("2004-01-01")},
		"2006-10-25": {"lei_10741_2003": lei("2004-01-01"), resolution: {"art2_par4": "2006-10-25", "art4_par3": "2006-10-25", "art6_par1u": "2006-10-25"}},
		"2015-12-08": {"lei_10741_2003": lei("2004-01-01"), resolution: {"art2_par4": "2006-10-25", "art4_par3": "2006-10-25", "art6_par1u": "2006-10-25"}},
		"2015-12-09": {"lei_10741_2003": lei("2004-01-01"), resolution: {"art2_par4": "2015-12-09", "art2-1": "2015-12-09", "art4_par3": "2015-12-09", "art6_par1u": "2006-10-25"}},
		"2019-10-30": {"lei_10741_2003": lei("2004-01-01"), resolution: {"art2_par4": "2015-12-09", "art2-1": "2015-12-09", "art4_par3": "2015-12-09", "art6_par1u": "2006-10-25"}},
		"2019-10-31": {"lei_10741_2003": lei("2004-01-01"), resolution: {"art2_par4": "2015-12-09", "art2-1": "2015-12-09", "art4_par3": "2015-12-09", "art6_par1u": "2019-10-31"}},
		"2022-07-24": {"lei_10741_2003": lei("2004-01-01"), resolution: {"art2_par4": "2015-12-09", "art2-1": "2015-12-09", "art4_par3": "2015-12-09", "art6_par1u": "2019-10-31"}},
		"2022-07-25": {"lei_10741_2003": lei("2022-07-25"), resolution: {"art2_par4": "2015-12-09", "art2-1": "2015-12-09", "art4_par3": "2015-12-09", "art6_par1u": "2019-10-31"}},
	} {
		if diff := cmp.Diff(want, c.Wordings(day(t, on))); diff != "" {
			t.Errorf("on %s:\n%s", on, diff)
		}
	}
}

func TestVersionsOfAmendedProvisions(t *testing.T) {
	c := load(t)
	for _, e := range []struct {
		folder, fragment, on        string
		inForce, held, olderWording bool
	}{
		{"resolucao_antt_1692_2006", "art6_par1u", "2006-10-24", false, false, false},
		{"resolucao_antt_1692_2006", "art6_par1u", "2019-10-30", true, false, false},
		{"resolucao_antt_1692_2006", "art6_par1u", "2019-10-31", true, true, false},
		{"resolucao_antt_1692_2006", "art2-1", "2015-12-08", false, false, false},
		{"resolucao_antt_1692_2006", "art2-1", "2015-12-09", true, false, false},
		{"resolucao_antt_1692_2006", "art2_par4", "2015-12-08", true, true, false},
		{"resolucao_antt_1692_2006", "art2_par4", "2015-12-09", true, true, true},
		{"resolucao_antt_1692_2006", "art4_par3", "2015-12-09", true, true, true},
		{"lei_10741_2003", "art40_cpt_inc1", "2022-07-24", true, true, false},
		{"lei_10741_2003", "art40_cpt_inc1", "2022-07-25", true, true, true},
		{"decreto_5934_2006", "art3_cpt", "2019-11-15", true, true, false},
		{"decreto_5934_2006", "art3_cpt", "2019-11-16", false, false, false},
		{"decreto_5934_2006", "art4_cpt", "2019-11-15", true, false, false},
		{"decreto_9921_2019", "art2", "2019-11-16", true, false, false},
	} {
		p, found := c.Provision(e.folder, e.fragment)
		if !found {
			t.Errorf("no %s %s", e.folder, e.fragment)
			continue
		}
		v, inForce := c.VersionOn(p, day(t, e.on))
		if inForce != e.inForce || v.Held != e.held || v.OlderWording != e.olderWording || v.Held != (v.Text != "") {
			t.Errorf("%s %s on %s: in force %t, %+v", e.folder, e.fragment, e.on, inForce, v)
		}
	}
}

func TestProvisionsStandInTheOrderOfTheNormsAndOfTheText(t *testing.T) {
	c := load(t)
	all := c.Provisions()
	inOrder := slices.IsSortedFunc(all, func(a, b *corpus.Provision) int { return a.Order - b.Order })
	if len(all) != 150 || !inOrder {
		t.Errorf("%d provisions, in order: %t", len(all), inOrder)
	}
	var norms []string
	for _, p := range all {
		if len(norms) == 0 || norms[len(norms)-1] != p.Norm.Folder {
			norms = append(norms, p.Norm.Folder)
		}
	}
	if len(norms) != 7 {
		t.Errorf("the norms are interleaved: %v", norms)
	}
}

func TestFactsAboutNormsCarryTheirEvidence(t *testing.T) {
	c := load(t)
	grades := map[string]corpus.Grade{}
	for _, n := range c.Norms() {
		grades[n.Folder] = n.InForce.From.Grade
	}
	want := map[string]corpus.Grade{
		"lei_10741_2003": "C", "lei_12852_2013": "V", "decreto_5934_2006": "V", "decreto_8537_2015": "V",
		"decreto_9921_2019": "C", "resolucao_antt_233_2003": "S", "resolucao_antt_1692_2006": "V",
	}
	if !maps.Equal(want, grades) {
		t.Errorf("grades %v, want %v", grades, want)
	}
	n, _ := c.Norm("resolucao_antt_233_2003")
	if len(n.Notes) != 1 || n.Notes[0].Act != "Resolução ANTT nº 6.074/2025" || n.Notes[0].From.String() != "2025-12-18" {
		t.Errorf("notes of Res. 233: %+v", n.Notes)
	}
	related := c.RelatedUnfound()
	if len(related) != 1 || related[0].Citation != "STJ, REsp 1.054.390/DF" || lineAt(t, c, related[0].At) != "RECURSO ESPECIAL Nº 1.054.390 – DF" {
		t.Errorf("related and unfound: %+v", related)
	}
}
