package corpus_test

import (
	"errors"
	"strings"
	"testing"

	"deferido/internal/corpus"
)

func TestParseURNReadsItsParts(t *testing.T) {
	u, err := corpus.ParseURN("urn:lex:br:agencia.nacional.transportes.terrestres:resolucao:2006-10-24;1692!art3_par2_inc1")
	if err != nil {
		t.Fatal(err)
	}
	if u.Authority != "agencia.nacional.transportes.terrestres" || u.Type != "resolucao" || u.Date.String() != "2006-10-24" ||
		u.Number != 1692 || u.Fragment.String() != "art3_par2_inc1" {
		t.Errorf("read as %+v", u)
	}
	if got := u.Act().String(); got != "urn:lex:br:agencia.nacional.transportes.terrestres:resolucao:2006-10-24;1692" {
		t.Errorf("the act is %s", got)
	}
}

func TestParseURNSaysWhatIsWrongAndWhere(t *testing.T) {
	for text, want := range map[string]struct {
		offset int
		detail string
	}{
		"":           {0, "urn:lex:br:"},
		"urn:lex:pt": {8, "urn:lex:br:"},
		"urn:lex:br:Federal:lei:2003-10-01;10741":                       {11, "authority"},
		"urn:lex:br:federal":                                            {18, "authority"},
		"urn:lex:br:federal.:lei:2003-10-01;10741":                      {19, "empty word"},
		"urn:lex:br::lei:2003-10-01;10741":                              {11, "empty word"},
		"urn:lex:br:a..b:lei:2003-10-01;10741":                          {13, "authority"},
		"urn:lex:br:federal:lei:2003-02-30;10741":                       {23, "calendar"},
		"urn:lex:br:federal:lei:2003;10741":                             {23, "YYYY-MM-DD"},
		"urn:lex:br:federal:lei:2003-10-01":                             {33, ";"},
		"urn:lex:br:federal:lei:2003-10-01;":                            {34, "number"},
		"urn:lex:br:federal:lei:2003-10-01;010741":                      {34, "number"},
		"urn:lex:br:federal:lei:2003-10-01;10.741":                      {36, "!"},
		"urn:lex:br:federal:lei:2003-10-01;99999999999999999":           {34, "number"},
		"urn:lex:br:federal:lei:2003-10-01;10741@2022":                  {39, "!"},
		"urn:lex:br:federal:lei:2003-10-01;10741!":                      {40, "empty"},
		"urn:lex:br:federal:lei:2003-10-01;10741!par1":                  {40, "cannot stand inside the act"},
		"urn:lex:br:federal:lei:2003-10-01;10741!art40_inc1":            {46, "cannot stand inside art"},
		"urn:lex:br:federal:lei:2003-10-01;10741!art40_cpt1":            {49, "no number"},
		"urn:lex:br:federal:lei:2003-10-01;10741!art40_par2u":           {49, "par1u"},
		"urn:lex:br:federal:lei:2003-10-01;10741!art40_cpt_inc1u":       {53, "par1u"},
		"urn:lex:br:federal:lei:2003-10-01;10741!art40_par1u-1":         {51, "insertion"},
		"urn:lex:br:federal:lei:2003-10-01;10741!art40_par0":            {49, "number"},
		"urn:lex:br:federal:lei:2003-10-01;10741!art40_par01":           {49, "number"},
		"urn:lex:br:federal:lei:2003-10-01;10741!art40-":                {46, "number"},
		"urn:lex:br:federal:lei:2003-10-01;10741!art40_":                {46, "art, cpt"},
		"urn:lex:br:federal:lei:2003-10-01;10741!art40_cpt_inc1_ali1 ":  {58, "number"},
		"urn:lex:br:federal:lei:2003-10-01;10741!art40_cpt_inc1_inc2":   {55, "cannot stand inside inc"},
		"urn:lex:br:federal:lei:2003-10-01;10741!art40_cpt_inc1_ali1_x": {60, "art, cpt"},
	} {
		_, err := corpus.ParseURN(text)
		var syntax *corpus.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("ParseURN(%q) = %v, want a syntax error", text, err)
			continue
		}
		if syntax.Offset != want.offset || !strings.Contains(syntax.Detail, want.detail) {
			t.Errorf("ParseURN(%q) = %v, want byte %d and %q", text, err, want.offset, want.detail)
		}
	}
}

func FuzzParseURN(f *testing.F) {
	for _, seed := range []string{
		"urn:lex:br:federal:decreto:2019-07-18;9921!art39_par2_inc1",
		"urn:lex:br:agencia.nacional.transportes.terrestres:resolucao:2006-10-24;1692!art2-1",
		"urn:lex:br:federal:lei:2003-10-01;10741!art40_par1u",
		"urn:lex:br:federal:decreto:2015-10-05;8537!art15",
		"urn:lex:br:agencia.nacional.transportes.terrestres:resolucao:2003-06-25;233!art1_cpt_inc1_ali13",
		"urn:lex:br:federal:lei:2003-10-01;10741", "urn:lex:br:federal:lei:2003-02-30;1!art", "Decreto 5.943",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		u, err := corpus.ParseURN(text)
		if err != nil {
			var syntax *corpus.SyntaxError
			if !errors.As(err, &syntax) || syntax.Offset < 0 || syntax.Offset > len(text) {
				t.Fatalf("%q: the error is %#v", text, err)
			}
			return
		}
		if u.String() != text {
			t.Fatalf("%q is written %q", text, u)
		}
		if label := u.Fragment.Label(); (label == "") != (len(u.Fragment) == 0) {
			t.Fatalf("%q has the label %q", text, label)
		}
	})
}

func TestFragmentLabels(t *testing.T) {
	for text, want := range map[string]string{
		"art39_par2_inc1":      "art. 39, § 2º, I",
		"art39_cpt":            "art. 39, caput",
		"art15":                "art. 15",
		"art9":                 "art. 9º",
		"art10":                "art. 10",
		"art40_par1u":          "art. 40, parágrafo único",
		"art1u":                "artigo único",
		"art2-1":               "art. 2º-A",
		"art2-1-2":             "art. 2º-A-B",
		"art103-2_par3":        "art. 103-B, § 3º",
		"art40_cpt_inc1":       "art. 40, I",
		"art5_cpt_inc10":       "art. 5º, X",
		"art5_cpt_inc1949":     "art. 5º, MCMXLIX",
		"art5_par10":           "art. 5º, § 10",
		"art5_par9-1":          "art. 5º, § 9º-A",
		"art1_cpt_inc3_ali13":  "art. 1º, III, m",
		"art1_cpt_inc1_ali12":  "art. 1º, I, l",
		"art1_par1_ali27":      "art. 1º, § 1º, aa",
		"art1_cpt_inc2-1_ali1": "art. 1º, II-A, a",
		"art1_cpt_ali2_ite3":   "art. 1º, b, 3",
	} {
		f, err := corpus.ParseFragment(text)
		if err != nil {
			t.Errorf("ParseFragment(%q): %v", text, err)
			continue
		}
		if got := f.Label(); got != want {
			t.Errorf("%s is %q, want %q", text, got, want)
		}
	}
}

func TestFragmentsAreOrderedAsInTheText(t *testing.T) {
	order := []string{
		"art1_par1", "art2", "art2_cpt", "art2_cpt_inc1", "art2_cpt_inc1_ali1", "art2_cpt_inc1_ali2", "art2_cpt_inc2",
		"art2_cpt_inc10", "art2_par1", "art2_par1_inc1", "art2_par2", "art2_par2-1", "art2_par10", "art2-1", "art2-1_par1u", "art3", "art10",
	}
	for i := range order {
		for j := range order {
			a, errA := corpus.ParseFragment(order[i])
			b, errB := corpus.ParseFragment(order[j])
			if errA != nil || errB != nil {
				t.Fatal(errA, errB)
			}
			if got := a.Compare(b); (got < 0) != (i < j) || (got > 0) != (i > j) {
				t.Errorf("%s against %s is %d", a, b, got)
			}
		}
	}
}

func TestArticleNames(t *testing.T) {
	for text, want := range map[string]string{"art39_par2_inc1": "art_39", "art2-1": "art_2_1", "art15": "art_15"} {
		f, err := corpus.ParseFragment(text)
		if err != nil || f.ArticleName() != want {
			t.Errorf("%s lies in %q, want %q (%v)", text, f.ArticleName(), want, err)
		}
	}
}
