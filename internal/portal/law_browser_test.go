package portal

import (
	"fmt"
	"testing"

	"deferido/internal/portal/browsertest"
)

// readerStates are pages of the law in their states, by what they are called.
var readerStates = map[string]string{
	"normas": "/normas", "norma": "/normas/decreto_5934_2006", "norma-longa": "/normas/resolucao_antt_1692_2006",
	"artigo": "/normas/decreto_9921_2019/art_39", "artigo-longo": "/normas/resolucao_antt_233_2003/art_1", "artigo-revogado": "/normas/decreto_5934_2006/art_3",
	"artigo-futuro": "/normas/decreto_9921_2019/art_39?em=2018-06-01", "artigo-em-parte": "/normas/decreto_5934_2006/art_3?em=2018-06-01",
	"artigo-fora-do-acervo": "/normas/decreto_5934_2006/art_4?em=2018-06-01", "artigo-sem-lugar": "/normas/resolucao_antt_1692_2006/art_6?em=2018-06-01",
	"comparar": "/normas/decreto_9921_2019/art_39/comparar?de=2018-06-01&ate=2026-12-12", "historico": "/normas/resolucao_antt_1692_2006/art_6/historico",
	"caso": "/casos/grant-elderly-birthday", "parametro": "/parametros/minimum_wage",
}

// The pages of the law are accessible and fit, in both languages and contrasts, on a telephone and on a desk.
func TestPagesOfNormsAreAccessible(t *testing.T) {
	b := browsertest.Launch(t)
	address := inBrowser(t, newHouse(t, nil))
	for _, look := range [][2]string{{portuguese, "normal"}, {english, "high"}} {
		tab := b.Tab(t)
		as(tab, address, languageCookie, look[0], contrastCookie, look[1])
		for _, width := range widths {
			tab.Size(width, 900)
			for name, path := range readerStates {
				what := fmt.Sprintf("%s in %s, contrast %s, %d px", name, look[0], look[1], width)
				tab.Open(address + path)
				if width == widths[1] { // what axe finds does not change between two telephones
					tab.Fits(what)
				} else {
					tab.Accessible(what)
				}
				tab.Screenshot(fmt.Sprintf("%s-%s-%s-%d", name, look[0], look[1], width))
			}
		}
	}
}

// A quote and its condition light up together, and their numbers lead to each other.
func TestQuotesAndConditionsLightUp(t *testing.T) {
	b := browsertest.Launch(t)
	tab := b.Tab(t)
	tab.Size(1440, 900)
	tab.Open(inBrowser(t, newHouse(t, nil)) + readerStates["artigo"])
	tab.Eval(`document.querySelector('#t4').focus()`, nil)
	tab.Await("both are lit", `document.querySelector('#c4').classList.contains('lit') && document.querySelector('#t4').closest('mark').classList.contains('lit')`)
	tab.Eval(`document.querySelector('#t18').focus()`, nil) // within a longer quote
	tab.Await("only what was left is dark", `!document.querySelector('#c4').classList.contains('lit') && document.querySelectorAll('mark.lit').length > 1`)
	tab.Eval(`document.querySelector('#t1').click()`, nil) // the page scrolls smoothly: a pointer would miss what moves
	tab.Await("the number leads to the condition", `location.hash === '#c1'`)
	tab.Eval(`document.querySelector('#c1 > .ref').click()`, nil)
	tab.Await("and back", `location.hash === '#t1'`)
}

// wireLimit is the most bytes of a first visit to the reader, all that it brings counted.
const wireLimit = 140_000

func TestTheFirstVisitToTheReaderIsLight(t *testing.T) {
	b := browsertest.Launch(t)
	tab := b.Tab(t)
	tab.Open(inBrowser(t, newHouse(t, nil)) + readerStates["artigo"])
	if got := tab.Bytes(); got == 0 || got > wireLimit {
		t.Errorf("%d bytes", got)
	} else {
		t.Logf("%d bytes", got)
	}
}
