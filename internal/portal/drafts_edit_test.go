package portal

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"deferido/internal/lifecycle"
)

const (
	ruleOf39 = "norms/decreto_9921_2019/art_39.rego"
	normOf39 = "norms/decreto_9921_2019/norm.yaml"
)

// at is the address of a page of a draft.
func at(id, page string, query ...string) string { return draftURL(id, page, query...) }

// shown is the text of the editor and the hash that its form carries.
func (a *answer) shown() (text, base string) {
	base, _ = a.Find("input[name=base]").Attr("value")
	return strings.TrimPrefix(a.Find("textarea#texto").Text(), "\n"), base
}

// A rule is edited beside its official text, with the base in the page for the marks of what changed; saving always saves, and
// what differs is shown.
func TestARuleIsEdited(t *testing.T) {
	h := newHouse(t, withDesk)
	id := h.draft("rui", "Quatro horas")
	a := h.get("rui", at(id, "regra"))
	if to, _ := a.Find(`.folders a[href*="decreto_9921_2019%2Fart_39.rego"]`).Attr("href"); to != at(id, "regra", "arquivo", ruleOf39) {
		t.Errorf("the article is not to be chosen: %q", to)
	}
	a = h.get("rui", at(id, "regra", "arquivo", ruleOf39))
	text, base := a.shown()
	if text != h.file(ruleOf39) || base != lifecycle.Hash([]byte(text)) {
		t.Errorf("the editor shows %d bytes, base %s", len(text), base)
	}
	if kind, _ := a.Find("textarea").Attr("data-editor"); kind != "rego" || a.Find("script#original[type='application/json']").Length() != 1 || a.Find("script#fatos").Length() != 1 {
		t.Errorf("the editor lacks what it needs: %s", kind)
	}
	if law := a.words("aside"); !strings.Contains(law, "três horas em relação ao horário de partida") {
		t.Errorf("the official text is not at hand: %.200s", law)
	}
	// A text area sends its lines as HTTP has them.
	sent := strings.ReplaceAll(strings.Replace(text, "advance := 3 *", "advance := 4 *", 1), "\n", "\r\n")
	form := url.Values{"arquivo": {ruleOf39}, "base": {base}, "texto": {sent}, "fazer": {doSave}}
	if a = h.post("rui", at(id, "regra"), form); a.status != http.StatusSeeOther {
		t.Fatalf("status %d: %s", a.status, a.words("main"))
	}
	a = h.get("rui", a.header.Get("Location"))
	if now, _ := a.shown(); now != strings.Replace(text, "advance := 3 *", "advance := 4 *", 1) {
		t.Error("what was saved is not what was sent")
	}
	if a.Find(".diff del").Text() != "advance := 3 * units.hour" || a.Find(".diff ins").Text() != "advance := 4 * units.hour" {
		t.Errorf("the difference: %s", a.words(".diff"))
	}
	overview := h.get("rui", at(id, ""))
	if got := overview.words(".change"); !strings.Contains(got, "art. 39") || !strings.Contains(got, "advance := 4 * units.hour") {
		t.Errorf("the overview does not tell the change: %s", got)
	}
	// What does not even parse is saved too.
	text, base = a.shown()
	form = url.Values{"arquivo": {ruleOf39}, "base": {base}, "texto": {text + "x := )\n"}, "fazer": {doSave}}
	if a = h.post("rui", at(id, "regra"), form); a.status != http.StatusSeeOther {
		t.Errorf("what does not parse is not saved: %d", a.status)
	}
	// It cannot be formatted, and nothing that was typed is lost.
	text, base = h.get("rui", at(id, "regra", "arquivo", ruleOf39)).shown()
	form = url.Values{"arquivo": {ruleOf39}, "base": {base}, "texto": {text + "y := (\n"}, "fazer": {doFormat}}
	if a = h.post("rui", at(id, "regra"), form); a.status != http.StatusUnprocessableEntity || !strings.Contains(a.Find("textarea").Text(), "y := (") {
		t.Errorf("status %d", a.status)
	}
	// And it goes back to what the base has.
	form = url.Values{"arquivo": {ruleOf39}, "base": {base}, "texto": {text}, "fazer": {doRevert}}
	if a = h.post("rui", at(id, "regra"), form); a.status != http.StatusSeeOther {
		t.Errorf("status %d", a.status)
	}
	if now, _ := h.get("rui", at(id, "regra", "arquivo", ruleOf39)).shown(); now != h.file(ruleOf39) {
		t.Error("it is not as in the base")
	}
}

// A file is formatted, begun and deleted.
func TestFilesOfADraft(t *testing.T) {
	h := newHouse(t, withDesk)
	id := h.draft("rui", "Um arquivo novo")
	fresh := "lib/novo.rego"
	form := url.Values{"arquivo": {fresh}, "base": {""}, "texto": {"package lib.novo\nimport rego.v2\nx:=1"}, "fazer": {doFormat}}
	if a := h.post("rui", at(id, "regra"), form); a.status != http.StatusSeeOther {
		t.Fatalf("status %d: %s", a.status, a.words("main"))
	}
	text, base := h.get("rui", at(id, "regra", "arquivo", fresh)).shown()
	if text != "package lib.novo\n\nimport rego.v2\n\nx := 1\n" {
		t.Errorf("formatted: %q", text)
	}
	events := func() int {
		t.Helper()
		all, err := h.journal.Events(t.Context(), id, 100)
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	before := events()
	form = url.Values{"arquivo": {fresh}, "base": {base}, "texto": {text}, "fazer": {doSave}}
	if a := h.post("rui", at(id, "regra"), form); a.status != http.StatusSeeOther || events() != before {
		t.Errorf("saving what stands there already is put on record: %d", a.status)
	}
	if a := h.post("rui", at(id, "regra"), url.Values{"arquivo": {fresh}, "base": {base}, "texto": {""}}); a.status != http.StatusUnprocessableEntity {
		t.Errorf("an empty file: %d", a.status)
	}
	form = url.Values{"arquivo": {fresh}, "base": {base}, "fazer": {doRevert}} // it is not in the base
	if a := h.post("rui", at(id, "regra"), form); a.status != http.StatusSeeOther {
		t.Fatalf("status %d", a.status)
	}
	if text, base := h.get("rui", at(id, "regra", "arquivo", fresh)).shown(); text != "" || base != "" {
		t.Errorf("it is still there: %q", text)
	}
	_, base = h.get("rui", at(id, "regra", "arquivo", ruleOf39)).shown()
	form = url.Values{"arquivo": {ruleOf39}, "base": {base}, "fazer": {doDelete}}
	if a := h.post("rui", at(id, "regra"), form); a.status != http.StatusSeeOther {
		t.Fatalf("status %d", a.status)
	}
	if a := h.get("rui", at(id, "regra", "arquivo", ruleOf39)); !strings.Contains(a.words("main"), "apagado por rui") {
		t.Errorf("it does not say who deleted it: %s", a.words("main"))
	}
}

// What somebody else saved meanwhile is shown beside what was typed: nothing is written, nothing is lost, and then it may be saved.
func TestSomebodyElseSaved(t *testing.T) {
	h := newHouse(t, withDesk)
	id := h.draft("rui", "Quatro horas")
	text, base := h.get("rui", at(id, "regra", "arquivo", ruleOf39)).shown()
	h.edit("rosa", id, ruleOf39, "advance := 3 *", "advance := 5 *")
	mine := strings.Replace(text, "advance := 3 *", "advance := 4 *", 1)
	form := url.Values{"arquivo": {ruleOf39}, "base": {base}, "texto": {mine}}
	for _, c := range []struct{ lang, says string }{{portuguese, "Outra pessoa salvou"}, {english, "Somebody else saved"}} {
		lang, says := c.lang, c.says
		a := h.post("rui", at(id, "regra"), form, "Accept-Language", lang)
		if a.status != http.StatusConflict || !strings.Contains(a.words(".conflict"), says) || !strings.Contains(a.words(".conflict"), "rosa") {
			t.Fatalf("%s: status %d: %s", lang, a.status, a.words(".conflict"))
		}
		sides := a.Find(".conflict > .sides > div")
		if sides.Length() != 2 || !strings.Contains(sides.First().Text(), "advance := 5 *") || !strings.Contains(sides.Last().Text(), "advance := 4 *") {
			t.Errorf("%s: the two sides: %s", lang, sides.Text())
		}
		kept, theirs := a.shown()
		if kept != mine || theirs == base {
			t.Errorf("%s: what was typed is lost", lang)
		}
		form.Set("base", base)
		if stands, err := h.desk.File(t.Context(), id, ruleOf39); err != nil || !strings.Contains(string(stands), "advance := 5 *") {
			t.Errorf("%s: it was written all the same", lang)
		}
		if lang == english {
			form.Set("base", theirs)
		}
	}
	if a := h.post("rui", at(id, "regra"), form); a.status != http.StatusSeeOther {
		t.Errorf("having seen the other's, it cannot be saved: %d", a.status)
	}
}

// A path that is no file of a policy set is refused, whatever trick it plays, and says which would be one.
func TestPathsInTheEditor(t *testing.T) {
	h := newHouse(t, withDesk)
	id := h.draft("rui", "Caminhos")
	for _, path := range []string{
		"../../etc/passwd", "/etc/passwd", "norms/../../x.rego", `norms\x.rego`, "norms/a\x00.rego", "policies.go", "norms/.x.rego", "outra/a.rego", "cases/é.json",
		"norms/" + strings.Repeat("a", 300) + ".rego", "norms//a.rego", "lib/<script>.rego",
	} {
		a := h.ask("rui", http.MethodGet, at(id, "regra", "arquivo", path), nil)
		b := h.post("rui", at(id, "regra"), url.Values{"arquivo": {path}, "base": {""}, "texto": {"package x\n"}})
		for _, one := range []*answer{a, b} {
			if one.status != http.StatusUnprocessableEntity || !strings.Contains(one.words("main"), "norms/…") || strings.Contains(one.body, "<script>.rego") {
				t.Errorf("%q: %d %s", path, one.status, one.words("main"))
			}
		}
	}
	if d, err := h.desk.Draft(t.Context(), id); err != nil || len(d.Changed) != 0 {
		t.Errorf("%+v, %v", d.Changed, err)
	}
	if a := h.ask("rui", http.MethodGet, at(id, "testes/..%2F..%2Fx"), nil); a.status != http.StatusNotFound {
		t.Errorf("a case out of the tree: %d", a.status)
	}
	if a := h.ask("rui", http.MethodGet, "/mudancas/..%2F..%2Fetc", nil); a.status != http.StatusNotFound {
		t.Errorf("a draft that is none: %d", a.status)
	}
}

// A form that is too large says how large one may be, and nothing is written.
func TestADraftOfTenMegabytes(t *testing.T) {
	h := newHouse(t, withDesk)
	id := h.draft("rui", "Grande")
	for page, limit := range map[string]string{"regra": "4096", "texto": "1024", "parametros": "1024", "testes": "1024"} {
		a := h.post("rui", at(id, page), url.Values{"arquivo": {"lib/a.rego"}, "texto": {strings.Repeat("x", 10<<20)}})
		if a.status != http.StatusRequestEntityTooLarge || !strings.Contains(a.words("main"), limit) {
			t.Errorf("%s: %d %s", page, a.status, a.words("main"))
		}
	}
	// A file of a byte over its bound fits the form, and is told at the editor.
	a := h.post("rui", at(id, "regra"), url.Values{"arquivo": {"lib/a.rego"}, "base": {""}, "texto": {strings.Repeat("x", 1<<20+1)}})
	if a.status != http.StatusUnprocessableEntity || !strings.Contains(a.words(".errors"), "1 MiB") {
		t.Errorf("a file that is too large: %d %.300s", a.status, a.words(".errors"))
	}
	if d, err := h.desk.Draft(t.Context(), id); err != nil || len(d.Changed) != 0 {
		t.Errorf("%+v, %v", d.Changed, err)
	}
}

// Script in a file stays text, wherever it is shown.
func TestScriptInAFile(t *testing.T) {
	h := newHouse(t, withDesk)
	id := h.draft("rui", "Script")
	hostile := "package lib.x\n\n# </textarea></script><script>alert(1)</script><img src=x onerror=alert(1)>\nx := 1\n"
	form := url.Values{"arquivo": {"lib/x.rego"}, "base": {""}, "texto": {hostile}}
	if a := h.post("rui", at(id, "regra"), form); a.status != http.StatusSeeOther {
		t.Fatalf("status %d", a.status)
	}
	for _, path := range []string{at(id, ""), at(id, "regra"), at(id, "regra", "arquivo", "lib/x.rego")} {
		a := h.get("rui", path)
		if strings.Contains(a.body, "<script>alert") || strings.Contains(a.body, "<img src=x") {
			t.Errorf("%s carries the script", path)
		}
	}
	h.edit("rui", id, "lib/x.rego", "x := 1", "x := 2")
	a := h.post("rui", at(id, "regra"), url.Values{"arquivo": {"lib/x.rego"}, "base": {lifecycle.Hash([]byte(hostile))}, "texto": {hostile + "y := 1\n"}})
	if a.status != http.StatusConflict || strings.Contains(a.body, "<script>alert") {
		t.Errorf("status %d, or the page of a conflict carries the script", a.status)
	}
}

// Who may not write is shown a draft and is told who may write; a draft that is closed is edited by nobody.
func TestADraftThatIsNotToBeEdited(t *testing.T) {
	h := newHouse(t, withDesk)
	id := h.draft("rui", "Fechado")
	forms := map[string]url.Values{
		"regra":       {"arquivo": {"lib/a.rego"}, "base": {""}, "texto": {"package a\n"}},
		"texto":       {"norma": {"decreto_9921_2019"}, "dispositivo": {"art39_par2_inc1"}, "de": {"01/02/2027"}, "ato": {"Lei"}, "grau": {"V"}, "redacao": {"I - x"}},
		"parametros":  {"parametro": {"minimum_wage"}, "de": {"01/01/2027"}, "valor": {"1.700,00"}, "ato": {"Lei"}, "grau": {"V"}},
		"testes":      {"caso": {"novo-caso"}, "modelo": {"sale-at-the-deadline"}},
		"base":        {},
		"abandono":    {},
		"verificacao": {},
	}
	for page, form := range forms {
		for _, who := range []string{"lia", "clara"} {
			if a := h.post(who, at(id, page), form); a.status != http.StatusForbidden || !strings.Contains(a.words("main"), "regulação") {
				t.Errorf("%s: %s: %d %s", who, page, a.status, a.words("main"))
			}
		}
	}
	for _, path := range []string{at(id, "regra", "arquivo", ruleOf39), at(id, "texto", "norma", "decreto_9921_2019", "dispositivo", "art39_par2_inc1"), at(id, "parametros"), at(id, "testes")} {
		for _, who := range []string{"lia", "clara"} {
			if a := h.get(who, path); a.Find("main form[method=post] button[data-save]").Length() != 0 || a.Find("textarea:not([readonly])").Length() != 0 {
				t.Errorf("%s offers to write to %s, who may not", path, who)
			}
		}
	}
	if err := h.desk.Abandon(t.Context(), people["rui"].Actor(), id, ""); err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{"regra", "texto", "parametros", "testes"} {
		if a := h.post("rui", at(id, page), forms[page]); a.status != http.StatusConflict || !strings.Contains(a.words("main"), "comece outro") {
			t.Errorf("%s of a closed draft: %d %s", page, a.status, a.words("main"))
		}
	}
	if a := h.get("rui", at(id, "regra", "arquivo", ruleOf39)); a.Find("textarea[readonly]").Length() != 1 || a.Find("button[data-save]").Length() != 0 {
		t.Error("a closed draft offers its editor")
	}
}

// activate puts a revision into service by the hand of others: what rosa drafts, rui and lia approve.
func (h *house) activate(title, path string, oldNew ...string) string {
	h.t.Helper()
	ctx, rosa := h.t.Context(), people["rosa"].Actor()
	id := h.draft("rosa", title)
	h.edit("rosa", id, path, oldNew...)
	d, err := h.desk.Draft(ctx, id)
	if err != nil {
		h.t.Fatal(err)
	}
	tree, err := h.desk.DraftTree(ctx, d)
	if err != nil {
		h.t.Fatal(err)
	}
	name, err := h.desk.Keep(ctx, tree)
	if err == nil {
		_, err = h.desk.KeepImpact(ctx, rosa, lifecycle.Impact{Draft: id, Revision: name, Whole: true, Content: []byte("{}")})
	}
	if err == nil {
		_, err = h.desk.Office.Submit(ctx, rosa, d, name) // its checks are tried elsewhere, and so is its impact
	}
	for _, who := range []string{"rui", "lia"} {
		if err == nil {
			_, err = h.desk.Review(ctx, people[who].Actor(), id, name, lifecycle.Approve, "confere")
		}
	}
	if err == nil {
		_, err = h.desk.Activate(ctx, rosa, name, time.Time{}, "portaria de exemplo")
	}
	if err != nil {
		h.t.Fatal(err)
	}
	return name
}

// Another revision came into service since the draft began: the draft says so, and what moved in its files; begun again it takes
// over what did not move, and of the rest shows all three texts.
func TestTheBaseMoved(t *testing.T) {
	h := newHouse(t, withDesk)
	id := h.draft("rui", "Quatro horas")
	h.edit("rui", id, ruleOf39, "advance := 3 *", "advance := 4 *")
	h.edit("rui", id, "norms/decreto_9921_2019/art_40.rego", "import rego.v2\n", "import rego.v2\n\n# Um comentário.\n")
	if a := h.get("rui", at(id, "")); a.Find(".moved").Length() != 0 {
		t.Error("it says that the base moved, which it did not")
	}
	serving := h.activate("Trinta e cinco minutos", ruleOf39, "arrival_advance := 30 *", "arrival_advance := 35 *")
	a := h.get("rui", at(id, ""))
	note := a.words(".moved")
	for _, want := range []string{"Outra revisão está em vigor", "portaria de exemplo", "arrival_advance := 35 *", "1 arquivo deste rascunho também mudou"} {
		if !strings.Contains(note, want) {
			t.Errorf("the note lacks %q: %s", want, note)
		}
	}
	if a = h.get("rui", at(id, "regra", "arquivo", ruleOf39)); !strings.Contains(a.words(".moved"), "arrival_advance := 35 *") {
		t.Errorf("the editor does not tell that its file moved: %s", a.words(".moved"))
	}
	if a = h.post("rui", at(id, "base"), url.Values{}); a.status != http.StatusSeeOther {
		t.Fatalf("status %d: %s", a.status, a.words("main"))
	}
	next := a.header.Get("Location")
	a = h.get("rui", next)
	if !strings.Contains(a.words("main"), "art_39.rego") || !strings.Contains(a.words("main"), "art_40.rego") {
		t.Errorf("what is left and what is taken: %s", a.words("main"))
	}
	fresh := strings.Split(strings.TrimPrefix(next, "/mudancas/"), "/")[0]
	d, err := h.desk.Draft(t.Context(), fresh)
	if err != nil || d.Base != serving || len(d.Changed) != 1 || d.Changed[0].Path != "norms/decreto_9921_2019/art_40.rego" {
		t.Fatalf("%+v, %v", d, err)
	}
	left, _ := a.Find(`main a[href*="de="]`).Attr("href")
	a = h.get("rui", left)
	if !strings.Contains(a.words(".conflict"), "arrival_advance := 35 *") || !strings.Contains(a.words(".conflict"), "advance := 4 *") {
		t.Errorf("the three texts: %s", a.words(".conflict"))
	}
	text, base := a.shown()
	joined := strings.Replace(text, "arrival_advance := 30 *", "arrival_advance := 35 *", 1)
	if a = h.post("rui", at(fresh, "regra"), url.Values{"arquivo": {ruleOf39}, "base": {base}, "texto": {joined}}); a.status != http.StatusSeeOther {
		t.Fatalf("status %d: %s", a.status, a.words("main"))
	}
	a = h.get("rui", at(fresh, ""))
	if got := a.words(".diff"); !strings.Contains(got, "advance := 4 *") || strings.Contains(got, "arrival_advance := 35 *") || a.Find(".moved").Length() != 0 {
		t.Errorf("begun again it changes: %s", got)
	}
}
