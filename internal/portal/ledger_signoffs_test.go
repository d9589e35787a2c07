package portal

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// A lawyer signs one provision, as it was read; a rule that changes breaks the signature, which says when and what, and shows it.
func TestASignatureBreaksAndSaysWhy(t *testing.T) {
	h := newLawHouse(t, nil)
	at := "/conferencias/" + url.PathEscape(urnInTime)
	page := h.get("lia", at)
	for _, want := range []string{"com antecedência de, no mínimo, três horas", "Pedido com antecedência mínima de três horas", "exatamente três horas antes", "IR-17", "Ninguém o conferiu."} {
		if !strings.Contains(page.words("main"), want) {
			t.Errorf("the page of a sign-off lacks %s", want)
		}
	}
	if code := page.words(".code"); !strings.Contains(code, "advance := 3 * units.hour") || !strings.Contains(code, "grant.requires.gratuidade.seat") {
		t.Errorf("the rules and their ways are not shown: %s", code)
	}
	if a := h.signs("lia", urnInTime); a.status != http.StatusSeeOther || a.header.Get("Location") != "/conferencias?conferido="+url.QueryEscape(urnInTime) {
		t.Fatalf("status %d to %s: %s", a.status, a.header.Get("Location"), a.words("main"))
	}
	if done := h.get("lia", "/conferencias?conferido="+url.QueryEscape(urnInTime)).words("[role=status]"); !strings.Contains(done, "art. 39, § 2º, I") {
		t.Errorf("what was done is not told: %s", done)
	}
	h.now = h.now.Add(72 * time.Hour)
	h.serve(fourHours)
	queue := h.get("lia", "/conferencias")
	first := strings.Join(strings.Fields(queue.Find(".todo li").First().Text()), " ")
	for _, want := range []string{"art. 39, § 2º, I", "Conferência rompida", "por lia, em 12/12/2026", "A regra mudou em 15/12/2026.", "Sem mudança: texto; casos e testes; parâmetros e leituras."} {
		if !strings.Contains(first, want) {
			t.Errorf("the queue begins with %q, which lacks %s", first, want)
		}
	}
	changes := h.get("lia", at+"/mudancas")
	if gone, came := changes.words("del"), changes.words("ins"); gone != "advance := 3 * units.hour" || came != "advance := 4 * units.hour" {
		t.Errorf("what changed is %q and %q", gone, came)
	}
	if heads := changes.words("section h2"); heads != "Regra" {
		t.Errorf("what changed stands under %q", heads)
	}
	// In English too.
	if said := h.get("lia", "/conferencias?ver=rompidas", "Accept-Language", "en").words(".todo"); !strings.Contains(said, "The rule changed on 15 December 2026.") {
		t.Errorf("in English: %s", said)
	}
	// Signed anew it holds.
	if a := h.signs("lia", urnInTime); a.status != http.StatusSeeOther {
		t.Fatalf("status %d", a.status)
	}
	if left := h.get("lia", "/conferencias?ver=rompidas").Find(".todo li").Length(); left != 0 {
		t.Errorf("%d are broken", left)
	}
	if none := h.get("lia", at+"/mudancas").words(".note"); none != "Nada mudou desde a assinatura." {
		t.Errorf("%q", none)
	}
}

// What changed between reading and signing is not signed.
func TestWhatWasNotReadIsNotSigned(t *testing.T) {
	h := newLawHouse(t, nil)
	form := h.signForm("lia", urnInTime)
	h.serve(fourHours)
	a := h.post("lia", "/conferencias", form)
	if a.status != http.StatusUnprocessableEntity || !strings.Contains(a.words(".errors"), "mudou enquanto era lido") || !strings.HasPrefix(a.words("title"), "Erro:") {
		t.Errorf("status %d: %s", a.status, a.words(".errors"))
	}
	form.Del("visto")
	if a := h.post("lia", "/conferencias", form); a.status != http.StatusBadRequest {
		t.Errorf("a signature over nothing that was read: status %d", a.status)
	}
}

// Who may sign, see and remark is what the access policy says.
func TestWhoSignsOff(t *testing.T) {
	h := newLawHouse(t, nil)
	form := h.signForm("lia", urnInTime)
	at := "/conferencias/" + url.PathEscape(urnInTime)
	for who, want := range map[string]struct{ see, sign int }{
		"lia": {200, 303}, "rui": {200, 403}, "ada": {200, 403}, "clara": {200, 403}, "otavio": {200, 403}, "": {200, 403}, // whoever sits at the machine
	} {
		for _, path := range []string{"/conferencias", at} {
			if a := h.ask(who, http.MethodGet, path, nil); a.status != want.see {
				t.Errorf("%q sees %s: %d", who, path, a.status)
			}
		}
		if a := h.post(who, "/conferencias", form); a.status != want.sign {
			t.Errorf("%q signs: %d %s", who, a.status, a.words("main"))
		}
	}
	h.door.open = false
	if a := h.ask("", http.MethodGet, "/conferencias", nil); a.status != http.StatusSeeOther && a.status != http.StatusUnauthorized {
		t.Errorf("a stranger sees the sign-offs: %d", a.status)
	}
	if a := h.get("rui", at); a.Find("form[action='/conferencias']").Length() != 0 || a.Find("form[action$='/problemas']").Length() != 1 {
		t.Error("a regulator is offered to sign, or not to point out a problem")
	}
	if a := h.get("ada", at); a.Find("main form[method=post]").Length() != 0 {
		t.Error("who runs the system is offered to act")
	}
}

// The day is that of the law that is read: ISO in addresses, refused where the provision is not in force.
func TestTheDayOfASignOff(t *testing.T) {
	h := newLawHouse(t, nil)
	at := "/conferencias/" + url.PathEscape(urnInTime)
	if a := h.ask("lia", http.MethodGet, at+"?em=01/02/2020", nil); a.status != http.StatusSeeOther || a.header.Get("Location") != at+"?em=2020-02-01" {
		t.Errorf("status %d to %s", a.status, a.header.Get("Location"))
	}
	a := h.get("lia", at+"?em=2018-01-01")
	if !strings.Contains(a.words(".asof .fault"), "não vige nesse dia") {
		t.Errorf("%s", a.words(".asof"))
	}
	form := h.signForm("lia", urnInTime)
	form.Set("em", "2018-01-01")
	if a := h.post("lia", "/conferencias", form); a.status != http.StatusUnprocessableEntity {
		t.Errorf("signed on a day without it: %d", a.status)
	}
	// What is revoked is read on its last day.
	old := "urn:lex:br:federal:decreto:2006-10-18;5934!art3_cpt"
	if day, _ := h.get("lia", "/conferencias/"+url.PathEscape(old)).Find("input[name=em][type=hidden]").Attr("value"); day != "2019-11-15" {
		t.Errorf("a revoked provision is read on %s", day)
	}
	if a := h.signs("lia", old); a.status != http.StatusSeeOther {
		t.Errorf("status %d", a.status)
	}
	if said := h.get("lia", "/conferencias/"+url.PathEscape(old)).words(".said"); !strings.Contains(said, "Leu-se o direito de 15/11/2019.") {
		t.Errorf("%s", said)
	}
}

// What is not there says so.
func TestSignOffsThatAreNotThere(t *testing.T) {
	h := newLawHouse(t, nil)
	for path, want := range map[string]int{
		"/conferencias/" + url.PathEscape(decreto9921+"art99"):          http.StatusNotFound,
		"/conferencias/" + url.PathEscape("urn:lex:<script>"):           http.StatusNotFound,
		"/conferencias/" + url.PathEscape(urnInTime) + "/mudancas":      http.StatusNotFound, // nobody signed it
		"/conferencias?ver=outra":                                       http.StatusBadRequest,
		"/conferencias?norma=lei_1_1900":                                http.StatusBadRequest,
		"/conferencias/" + url.PathEscape(urnInTime) + "?em=31/02/2026": http.StatusOK, // and says that it is no day
	} {
		if a := h.ask("lia", http.MethodGet, path, nil); a.status != want || strings.Contains(a.body, "<script>") {
			t.Errorf("%s: status %d", path, a.status)
		}
	}
	without := newHouse(t, nil)
	for _, path := range []string{"/conferencias", "/conferencias/" + url.PathEscape(urnInTime)} {
		if a := without.ask("lia", http.MethodGet, path, nil); a.status != http.StatusNotFound {
			t.Errorf("where nothing is recorded, %s: %d", path, a.status)
		}
	}
	if a := without.get("", "/cobertura"); strings.Contains(a.words("thead"), "Conferência") {
		t.Error("where nothing is recorded the ledger speaks of sign-offs")
	}
	if a := without.get("", "/leituras/IR-07"); a.Find("form[method=post][action^='/leituras']").Length() != 0 {
		t.Error("where nothing is recorded a verdict is asked for")
	}
}

// A problem hangs on words; it is without a place when they vanish, and is settled with an answer. What somebody writes is text.
func TestProblemsOfAProvision(t *testing.T) {
	h := newLawHouse(t, nil)
	boarding := decreto9921 + "art39_par6"
	at := "/conferencias/" + url.PathEscape(boarding)
	post := func(who, path string, form url.Values, want int) *answer {
		t.Helper()
		a := h.post(who, path, form)
		if a.status != want {
			t.Fatalf("status %d: %s", a.status, a.words("main"))
		}
		return a
	}
	wrong := post("lia", at+"/problemas", url.Values{"trecho": {"quarenta minutos"}, "problema": {"x"}}, http.StatusUnprocessableEntity)
	if kept, _ := wrong.Find("#trecho").Attr("value"); kept != "quarenta minutos" || !strings.Contains(wrong.words(".errors"), "não estão no texto") {
		t.Errorf("%s; kept %q", wrong.words(".errors"), kept)
	}
	post("lia", at+"/problemas", url.Values{"problema": {" "}}, http.StatusUnprocessableEntity)
	post("clara", at+"/problemas", url.Values{"problema": {"x"}}, http.StatusForbidden)
	post("lia", at+"/problemas", url.Values{"trecho": {"trinta minutos de antecedência"}, "problema": {"<script>alert(1)</script> de que relógio?"}}, http.StatusSeeOther)
	page := h.get("rui", at)
	if strings.Contains(page.body, "<script>alert") || !strings.Contains(page.words("#problemas ~ .said"), "<script>alert(1)</script> de que relógio?") {
		t.Errorf("%s", page.words("#problemas ~ .said"))
	}
	h.now = h.now.Add(time.Hour)
	h.serve(edit{"norms/decreto_9921_2019/art_39.txt", "trinta minutos de antecedência", "quarenta minutos de antecedência"},
		edit{"norms/decreto_9921_2019/art_39.rego", "trinta minutos de antecedência", "quarenta minutos de antecedência"})
	list := h.get("lia", "/conferencias?ver=problemas")
	if list.Find(".problem").Length() != 1 || !strings.Contains(list.words(".problem"), "Sem lugar") {
		t.Errorf("%s", list.words("main"))
	}
	settle, _ := h.get("rui", at).Find("details form").Attr("action")
	post("rui", settle, url.Values{"resposta": {""}}, http.StatusUnprocessableEntity)
	post("rui", settle, url.Values{"resposta": {"Do terminal."}}, http.StatusSeeOther)
	post("rui", settle, url.Values{"resposta": {"Outra vez."}}, http.StatusNotFound)
	if said := h.get("lia", at).words("#problemas ~ .said"); !strings.Contains(said, "Resolvido: Do terminal.") {
		t.Errorf("%s", said)
	}
	if open := h.get("lia", "/conferencias?ver=problemas").Find(".problem").Length(); open != 0 {
		t.Errorf("%d problems are open", open)
	}
}
