package corpus_test

import (
	"strings"
	"testing"

	"deferido/internal/corpus"
)

func TestQuotesAreFoundCharacterForCharacter(t *testing.T) {
	c := load(t)
	for _, e := range []struct {
		folder, fragment, quote string
		provision, article      bool
	}{
		{"decreto_9921_2019", "art39_par2_inc1", "com antecedência de, no mínimo, três horas", true, true},
		{"decreto_9921_2019", "art39_cpt", "com antecedência de, no mínimo, três horas", false, true},
		{"decreto_9921_2019", "art39_cpt", "duas vagas gratuitas", true, true},
		{"decreto_9921_2019", "art39_cpt", "Duas vagas gratuitas", false, false},
		{"decreto_9921_2019", "art39_cpt", "", false, false},
		{"decreto_9921_2019", "art39_cpt", "em linhas regulares; e\n\nIII", false, false},
		{"decreto_9921_2019", "art39", "duas vagas gratuitas", false, true}, // art39 has parts: it is no provision by itself
		{"lei_10741_2003", "art40_cpt_inc2", "50% (cinqüenta por cento)", true, true},
		{"lei_10741_2003", "art40_cpt_inc2", "50% (cinquenta por cento)", false, false},
		{"lei_10741_2003", "art40_cpt", "maior ou igual a 60", false, false}, // the commentary is not the law
		{"decreto_8537_2015", "art13_cpt", "Na forma definida no\u00a0art. 32", true, true},
		{"decreto_8537_2015", "art13_cpt", "Na forma definida no art. 32", false, false},
		{"decreto_5934_2006", "art6_cpt", "“Bilhete de Viagem do Idoso”", true, true},
		{"decreto_5934_2006", "art4_cpt", "desconto mínimo de cinqüenta por cento", false, false}, // only reported
		{"resolucao_antt_1692_2006", "art2-1", "documento", false, false},                         // not held
		{"resolucao_antt_233_2003", "art1_cpt_inc3_ali16", "trinta minutos", true, true},
		{"resolucao_antt_1592_2006", "art2_cpt", "vagas", false, false},
	} {
		if got := c.QuotedInProvision(e.folder, e.fragment, e.quote); got != e.provision {
			t.Errorf("%q in %s %s: %t", e.quote, e.folder, e.fragment, got)
		}
		fragment, err := corpus.ParseFragment(e.fragment)
		if err != nil {
			t.Fatal(err)
		}
		article := fragment.ArticleName()
		if got := c.QuotedInArticle(e.folder, article, e.quote); got != e.article {
			t.Errorf("%q in %s %s: %t", e.quote, e.folder, article, got)
		}
	}
}

func TestArticleText(t *testing.T) {
	c := load(t)
	text, found := c.ArticleText("decreto_9921_2019", "art_39")
	if !found || !strings.HasPrefix(text, "- Serão reservadas duas vagas gratuitas") || !strings.HasSuffix(text, "são intransferíveis.\n") {
		t.Errorf("art. 39 is %q", text)
	}
	for _, e := range [][2]string{{"decreto_9921_2019", "art_40"}, {"decreto_9912_2019", "art_39"}, {"decreto_5934_2006", "art_4"}} {
		if text, found := c.ArticleText(e[0], e[1]); found {
			t.Errorf("%s %s is %q", e[0], e[1], text)
		}
	}
}

func TestWhatIsNotHeldHasNothingToQuote(t *testing.T) {
	for _, row := range load(t).Ledger() {
		withoutText := row.Status == "not_held" || row.Status == "reported"
		if row.Held == withoutText || (row.Text == nil) != withoutText || (row.Nature != "") != withoutText {
			t.Errorf("%s %s is %s: held %t, nature %q", row.Norm, row.Fragment, row.Status, row.Held, row.Nature)
		}
		if !row.Grade.Known() || len(row.Versions) == 0 || (withoutText && row.Note == "") {
			t.Errorf("%s %s: grade %q, %d versions, note %q", row.Norm, row.Fragment, row.Grade, len(row.Versions), row.Note)
		}
	}
}
