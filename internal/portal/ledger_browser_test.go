package portal

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"

	"deferido/internal/portal/browsertest"
)

// lived is a house where lawyers worked for a while: something is signed, something broke, a reading is confirmed and one refused,
// a problem has lost its words.
func lived(t testing.TB) *lawHouse {
	h := newLawHouse(t, nil)
	done := func(a *answer) {
		t.Helper()
		if a.status != http.StatusSeeOther {
			t.Fatalf("status %d: %s", a.status, a.words("main"))
		}
	}
	boarding := decreto9921 + "art39_par6"
	for _, urn := range []string{urnInTime, urnIncome, boarding} {
		done(h.signs("lia", urn))
	}
	for _, m := range []url.Values{
		{"trecho": {"trinta minutos de antecedência"}, "problema": {"Conta-se do relógio do terminal ou do da transportadora?"}},
		{"problema": {"Falta um caso de embarque em seção."}},
	} {
		done(h.post("lia", "/conferencias/"+url.PathEscape(boarding)+"/problemas", m))
	}
	done(h.post("lia", "/leituras/IR-07", url.Values{"veredito": {"confirmed"}, "comentario": {"A renda é a própria: o art. 39 fala da pessoa idosa, não da família."}}))
	done(h.post("lia", "/leituras/IR-14", url.Values{"veredito": {"refused"}, "comentario": {"O § 7º nomeia os dois bilhetes por outra razão."}}))
	done(h.post("lia", "/leituras/IR-04", url.Values{"veredito": {"confirmed"}}))
	h.now = h.now.Add(48 * time.Hour)
	h.serve(fourHours,
		edit{"norms/decreto_9921_2019/art_39.txt", "trinta minutos de antecedência", "quarenta minutos de antecedência"},
		edit{"norms/decreto_9921_2019/art_39.rego", "trinta minutos de antecedência", "quarenta minutos de antecedência"},
		edit{"norms/decreto_9921_2019/art_39.rego", "arrival_advance := 30 *", "arrival_advance := 40 *"},
	)
	return h
}

// lawPages are the pages of the ledger, by a name for their pictures.
var lawPages = []struct{ name, path string }{
	{"cobertura", "/cobertura"}, {"cobertura-vazia", "/cobertura?classe=penalty&texto=nada"},
	{"divergencias", "/divergencias"}, {"divergencia-class", "/divergencias/D-class"}, {"divergencia-toll", "/divergencias/D-toll"}, {"divergencia-fees50", "/divergencias/D-fees50"},
	{"leituras", "/leituras"}, {"leitura-confirmada", "/leituras/IR-07"}, {"leitura-rompida", "/leituras/IR-04"}, {"leitura-relogios", "/leituras/IR-12"},
	{"conferencias", "/conferencias"}, {"conferencias-nunca", "/conferencias?ver=nunca&norma=lei_10741_2003"}, {"conferencias-problemas", "/conferencias?ver=problemas"},
	{"conferencia", "/conferencias/" + url.PathEscape(urnInTime)}, {"conferencia-sem-texto", "/conferencias/" + url.PathEscape(decreto9921+"art35")},
	{"conferencia-problemas", "/conferencias/" + url.PathEscape(decreto9921+"art39_par6")}, {"mudancas", "/conferencias/" + url.PathEscape(decreto9921+"art39_par6") + "/mudancas"},
	{"busca", "/busca?q=tres+horas+antecedencia"}, {"busca-errada", "/busca?q=Decreto+5.943"}, {"busca-nada", "/busca?q=xilofone"}, {"busca-omitida", "/busca?omitido=sim"},
}

// Every page is accessible and keeps to its width: on a telephone in Portuguese, on a desk in English and in high contrast.
func TestPagesOfTheLedgerAreAccessible(t *testing.T) {
	b := browsertest.Launch(t)
	h := lived(t)
	address := inBrowser(t, h.house)
	for _, look := range []struct {
		lang, contrast string
		width          int64
	}{{portuguese, "normal", 390}, {english, "high", 1440}} {
		tab := b.Tab(t)
		as(tab, address, languageCookie, look.lang, contrastCookie, look.contrast, SessionCookie, "lia")
		for _, at := range lawPages {
			tab.Size(look.width, 900)
			tab.Open(address + at.path)
			tab.Accessible(fmt.Sprintf("%s in %s, contrast %s, %d px", at.path, look.lang, look.contrast, look.width))
			tab.Screenshot(fmt.Sprintf("%s-%s-%d", at.name, look.lang, look.width))
			if look.lang == portuguese {
				tab.Size(320, 900)
				tab.Fits(at.path + " at 320 px")
				tab.Size(1440, 900)
				tab.Screenshot(fmt.Sprintf("%s-%s-1440", at.name, look.lang))
			}
		}
		if said := tab.Complaints(); len(said) > 0 {
			t.Errorf("the browser complains: %v", said)
		}
	}
}
