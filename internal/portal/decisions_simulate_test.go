package portal

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"deferido/internal/civil"
	"deferido/internal/engine"
	"deferido/internal/lifecycle"
)

// A simulation shows what would come out beside what did, says what is different, and records nothing.
func TestASimulation(t *testing.T) {
	h := newHouse(t, nil)
	d := h.decided(caseOf(t, "grant-discount-one-second-early"), "exemplo", portuguese)
	before := h.count()
	here := "/decisoes/" + d.ID + "/simular"
	a := h.get("clara", here+"?mudanca=1")
	if !strings.Contains(a.words("main"), "a partir de 12/12/2026, 16:00") || a.words("#antes") != "Negado por enquanto" || a.words("#depois") != "Concedido" || a.Find(".basis li").Length() == 0 {
		t.Errorf("with the change: %s", a.words("main"))
	}
	a = h.get("clara", here+"?em=2018-01-01")
	if !strings.Contains(a.words("main"), "A lei de 01/01/2018") || a.words("#depois") != "Negado por enquanto" || a.Find("a[href*='5934']").Length() == 0 {
		t.Errorf("on another day: %s", a.words("main"))
	}
	a = h.get("clara", here, "Accept-Language", "en")
	if a.Find("#antes").Length() != 1 || a.Find("#depois").Length() != 0 || a.Find("form.supposing input").Length() != 2 || a.Find(".more a").Length() != 1 {
		t.Errorf("with nothing supposed: %s", a.words("main"))
	}
	a = h.get("clara", here+"?mudanca=1&em=2026-12-12", "Accept-Language", "en")
	if a.words("#depois") != "Granted" || a.Find("input[type=hidden][name=mudanca][value='1']").Length() != 1 {
		t.Errorf("with both: %s", a.words("main"))
	}
	if h.count() != before {
		t.Error("a simulation is on record")
	}
}

// What cannot be supposed is said, and what is written as people do leads to one address.
func TestWhatCannotBeSupposed(t *testing.T) {
	h := newHouse(t, func(h *house, o *Options) { o.Sets = knownSets{o.Sets} })
	d := h.decided(caseOf(t, "grant-discount-one-second-early"), "", portuguese)
	here := "/decisoes/" + d.ID + "/simular"
	for query, want := range map[string]string{
		"mudanca=2": "não tem essa mudança", "mudanca=0": "não tem essa mudança", "mudanca=-1": "não tem essa mudança", "mudanca=%3Cscript%3E": "não tem essa mudança", "em=31/02/2026": "Não é um dia",
		"revisao=sha256:00": "Não há regras guardadas", "revisao=..%2F..%2Fx": "Não há regras guardadas", "em=1900-01-01": "acervo",
	} {
		a := h.ask("rui", http.MethodGet, here+"?"+query, nil)
		if a.status != http.StatusUnprocessableEntity || !strings.Contains(a.words("main"), want) || a.words("#antes") != "Negado por enquanto" || a.Find("#depois").Length() != 0 {
			t.Errorf("%s: status %d: %s", query, a.status, a.words("main"))
		}
	}
	if a := h.ask("rui", http.MethodGet, here+"?em=1/1/18&mudanca=1", nil); a.status != http.StatusSeeOther || a.header.Get("Location") != here+"?em=2018-01-01&mudanca=1" {
		t.Errorf("status %d to %s", a.status, a.header.Get("Location"))
	}
	if a := h.get("rui", here+"?revisao="+h.set.Revision()); a.words("#depois") != "Negado por enquanto" || !strings.Contains(a.words("main"), "Nenhum dispositivo muda") {
		t.Errorf("under the same rules: %s", a.words("main"))
	}
}

// knownSets has no other set than the one that serves.
type knownSets struct{ Sets }

func (k knownSets) Set(_ context.Context, revision string) (*engine.Set, error) {
	if set, _ := k.Serving(); set.Revision() == revision {
		return set, nil
	}
	return nil, &lifecycle.Refused{Kind: lifecycle.NoRevision}
}

// Days and hours are read as people write them.
func TestReadingDaysAndHours(t *testing.T) {
	today, err := civil.ParseDate("2026-12-12")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"12/12/2026": "2026-12-12", "1/2/26": "2026-02-01", "01022026": "2026-02-01", "010226": "2026-02-01", "1.2.2026": "2026-02-01", "2026-2-1": "2026-02-01", " hoje ": "2026-12-12", "Ontem": "2026-12-11", "today": "2026-12-12",
		"29/02/2024": "2024-02-29", "12/12/2026 14h": "2026-12-12T14:00", "12/12/2026, 14:05": "2026-12-12T14:05", "2026-12-12T14:05": "2026-12-12T14:05", "ontem às 9h30": "2026-12-11T09:30", "12122026 23H59": "2026-12-12T23:59",
		"12/12/2026 as 7h": "2026-12-12T07:00", "yesterday at 07:00": "2026-12-11T07:00", "12/12/2026 14h30min": "2026-12-12T14:30",
		"": "", "29/02/2026": "", "13/13/2026": "", "12/12": "2026-12-12", "12/12 14h": "2026-12-12T14:00", "12 de dezembro de 2026 14h": "2026-12-12T14:00", "12/12/2026 24h": "", "12/12/2026 14:60": "", "12/12/2026 14": "2026-12-12T14:00", "x": "", "2026": "", "12/12/2026 14h 15h 16h": "", "99999999999": "", "0/0/0000": "",
	} {
		m, ok := readMoment(text, today)
		if got := m.String(); ok != (want != "") || ok && got != want {
			t.Errorf("%q is read as %s, %v", text, got, ok)
		}
	}
}

// A sentence ends where the next begins, and not within a number.
func TestFirstSentence(t *testing.T) {
	for text, want := range map[string]string{
		"": "",
		"Pedido feito 6 h antes. O máximo é 6 h.": "Pedido feito 6 h antes.",
		"Res. nº 1.692, art. 2º vale. Outra.":     "Res. nº 1.692, art. 2º vale.",
		"Uma só.":                                 "Uma só.",
		"No art. 40. É devido":                    "No art. 40.",
	} {
		if got := firstSentence(text); got != want {
			t.Errorf("%q begins with %q, want %q", text, got, want)
		}
	}
}
