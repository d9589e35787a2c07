package corpus_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"deferido/internal/corpus"
)

func names(m corpus.Match) string {
	if m.Provision != nil {
		return m.Provision.URN
	}
	return m.Norm.URN.String()
}

const (
	lei10741    = "urn:lex:br:federal:lei:2003-10-01;10741"
	decreto5934 = "urn:lex:br:federal:decreto:2006-10-18;5934"
	decreto9921 = "urn:lex:br:federal:decreto:2019-07-18;9921"
	res1692     = "urn:lex:br:agencia.nacional.transportes.terrestres:resolucao:2006-10-24;1692"
	res233      = "urn:lex:br:agencia.nacional.transportes.terrestres:resolucao:2003-06-25;233"
)

func TestResolveFindsWhatIsNamedExactly(t *testing.T) {
	c := load(t)
	for query, want := range map[string]string{
		decreto9921 + "!art39_par2_inc1":              decreto9921 + "!art39_par2_inc1",
		" " + lei10741 + " ":                          lei10741,
		"Decreto nº 9.921/2019, art. 39, § 2º, I":     decreto9921 + "!art39_par2_inc1",
		"decreto n° 9.921/2019,  ART. 39, § 2º, i":    decreto9921 + "!art39_par2_inc1",
		"Resolução ANTT nº 1.692/2006, art. 2º-A":     res1692 + "!art2-1",
		"Lei nº 10.741/2003, art. 40, I":              lei10741 + "!art40_cpt_inc1",
		"estatuto da pessoa idosa":                    lei10741,
		"Decreto 5.934":                               decreto5934,
		"decreto 5934":                                decreto5934,
		"5.934":                                       decreto5934,
		"5934/2006":                                   decreto5934,
		"Decreto nº 9.921, de 18/07/2019":             decreto9921,
		"Decreto 9.921 de 2019":                       decreto9921,
		"resolucao antt 1692":                         res1692,
		"Resolução ANTT nº 233/2003":                  res233,
		"233":                                         res233,
		"Lei nº 10.741/2003, art. 40, caput":          lei10741 + "!art40_cpt",
		"Decreto nº 5.934/2006, art. 4º, caput":       decreto5934 + "!art4_cpt",
		"Resolução ANTT nº 233/2003, art. 1º, III, p": res233 + "!art1_cpt_inc3_ali16",
	} {
		r := c.Resolve(query)
		if r.Found == nil || names(*r.Found) != want || len(r.Suggestions) > 0 {
			t.Errorf("Resolve(%q) = %+v, want %s", query, r, want)
		}
	}
}

func TestResolveNeverTakesAMisspeltNumberAndSuggestsTheRightAct(t *testing.T) {
	c := load(t)
	for query, want := range map[string][]string{
		"5.943":                         {decreto5934},
		"5943":                          {decreto5934},
		"Decreto 5.943":                 {decreto5934},
		"Decreto nº 5.943/2006":         {decreto5934},
		"Decreto 5.943, de 18/10/2006":  {decreto5934},
		"10.471":                        {lei10741},
		"Lei nº 10.471/2003":            {lei10741},
		"1.592":                         {res1692},
		"Resolução ANTT nº 1.592, 2006": {res1692},
		"Resolução 1592":                {res1692},
		"993":                           nil,
		"urn:lex:br:federal:decreto:2006-10-18;5943":                                            {decreto5934},
		"urn:lex:br:federal:decreto:2006-10-18;5943!art3_par2":                                  {decreto5934 + "!art3_par2"},
		"urn:lex:br:federal:decreto:2006-10-18;5943!art99":                                      {decreto5934},
		"urn:lex:br:federal:lei:2003-10-01;10471!art40_cpt_inc1":                                {lei10741 + "!art40_cpt_inc1"},
		"urn:lex:br:federal:lei:2003-10-01;10.471":                                              {lei10741},
		"urn:lex:br:agencia.nacional.transportes.terrestres:resolucao:2006-10-24;1592!art2_cpt": {res1692 + "!art2_cpt"},
		"urn:lex:br:federal:decreto:2006-10-19;5934":                                            {decreto5934}, // the day is wrong
		"urn:lex:br:federal:lei:2006-10-18;5934":                                                {decreto5934}, // the type is wrong
		"Lei 5.934":                                                                             {decreto5934},
		"Decreto 9.921/2018":                                                                    {decreto9921},
		"Decreto 9.921, art. 77":                                                                {decreto9921},
		"Portaria 9.921":                                                                        {decreto9921},
		"Decreto 5.943, que trata da Lei 10.741":                                                {decreto5934, lei10741},
		"Decreto 1.234":                                                                         nil,
		"":                                                                                      nil,
		"idoso":                                                                                 nil,
		"urn:":                                                                                  nil,
		"art. 39":                                                                               nil,
	} {
		r := c.Resolve(query)
		var got []string
		for _, s := range r.Suggestions {
			got = append(got, names(s.Match))
		}
		if r.Found != nil {
			t.Errorf("Resolve(%q) found %s", query, names(*r.Found))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("Resolve(%q) suggests:\n%s", query, diff)
		}
	}
}

func TestSuggestionsPreferTheTypeThatWasNamed(t *testing.T) {
	c := load(t)
	for query, want := range map[string]bool{"Decreto 5.943": true, "5.943": true, "Lei 5.943": false} {
		s := c.Resolve(query).Suggestions
		if len(s) != 1 || s[0].SameType != want || s[0].Distance != 1 {
			t.Errorf("Resolve(%q) suggests %+v", query, s)
		}
	}
}

func TestByURNIsExact(t *testing.T) {
	c := load(t)
	for _, urn := range []string{
		"", decreto9921 + "!", decreto9921 + "!art39", decreto9921 + "!art39_par1u", "urn:lex:br:federal:decreto:2019-07-18;9912",
	} {
		if m, found := c.ByURN(urn); found {
			t.Errorf("ByURN(%q) = %+v", urn, m)
		}
	}
	for _, p := range c.Provisions() {
		if m, found := c.ByURN(p.URN); !found || m.Provision != p || m.Norm != p.Norm {
			t.Errorf("ByURN(%q) = %+v, %t", p.URN, m, found)
		}
		if u, err := corpus.ParseURN(p.URN); err != nil || u.String() != p.URN || p.Label != p.Norm.Title+", "+u.Fragment.Label() {
			t.Errorf("%s, %q: %v", p.URN, p.Label, err)
		}
		if same, found := c.Provision(p.Norm.Folder, p.Fragment.String()); !found || same != p {
			t.Errorf("Provision(%s, %s) = %v", p.Norm.Folder, p.Fragment, same)
		}
	}
}
