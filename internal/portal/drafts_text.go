package portal

import (
	"errors"
	"io/fs"
	"net/http"
	"net/url"
	"strings"

	"deferido/internal/civil"
	"deferido/internal/corpus"
	"deferido/internal/lifecycle"
	"deferido/internal/revision"
)

// editText answers GET /mudancas/{n}/texto: of which provision a new wording is to be added, or its form.
func (p *Portal) editText(v *visit) error {
	d, err := p.draftPage(v, "texto")
	if err != nil {
		return err
	}
	tree, err := p.Desk.DraftTree(v.ctx(), d.Draft)
	if err != nil {
		return err
	}
	if v.Query("dispositivo") == "" {
		return p.chooseProvision(v, d, tree)
	}
	return p.wordingPage(v, d, tree, v.Query("norma"), v.Query("dispositivo"), url.Values{}, nil)
}

// draftCorpus is the body of texts of a draft; false where its norms do not load.
func draftCorpus(tree fs.FS) (*corpus.Corpus, bool) {
	c, err := corpus.Load(tree)
	return c, err == nil
}

// provisionRow is a provision that may get a new wording.
type provisionRow struct{ Label, URL, Begins string }

// provisionGroup is a norm with its provisions.
type provisionGroup struct {
	Title, File string // File is the address of its norm.yaml in the editor
	Rows        []provisionRow
}

// chooseProvision is the page on which a provision is chosen.
func (p *Portal) chooseProvision(v *visit, d *draftPage, tree fs.FS) error {
	c, sound := draftCorpus(tree)
	if !sound {
		c = v.set.Corpus()
	}
	var groups []provisionGroup
	for _, norm := range c.Norms() {
		group := provisionGroup{Title: norm.Title, File: draftURL(d.Draft.ID, "regra", "arquivo", "norms/"+norm.Folder+"/norm.yaml")}
		for _, one := range norm.Provisions {
			text, _ := one.Text()
			group.Rows = append(group.Rows, provisionRow{one.Fragment.Label(), draftURL(d.Draft.ID, "texto", "norma", norm.Folder, "dispositivo", one.Fragment.String()), beginning(text)})
		}
		groups = append(groups, group)
	}
	return v.render(http.StatusOK, d.page(v, "texto", "drafts/provisions", map[string]any{"Groups": groups, "Sound": sound}))
}

// beginning is the first words of a text, enough to know it by.
func beginning(text string) string {
	const enough = 110
	runes := []rune(text)
	if len(runes) <= enough {
		return text
	}
	cut := string(runes[:enough])
	if i := strings.LastIndex(cut, " "); i > 0 {
		cut = cut[:i]
	}
	return cut + "…"
}

// wordingFields are the fields of the form, and those of a revision.Wording that they fill.
var wordingFields = []struct{ name, of string }{{"redacao", "Text"}, {"de", "From"}, {"ato", "Act"}, {"grau", "Grade"}, {"fonte", "Note"}}

// wordingPage is the form of a new wording as it was sent, beside those that the provision has.
func (p *Portal) wordingPage(v *visit, d *draftPage, tree fs.FS, folder, fragment string, sent url.Values, faults map[string]string) error {
	c, sound := draftCorpus(tree)
	if !sound {
		c = v.set.Corpus()
	}
	one, known := c.Provision(folder, fragment)
	if !known {
		return notFound("drafts.no_provision", link{draftURL(d.Draft.ID, "texto"), v.t("drafts.text.choose")})
	}
	var names []string
	for _, f := range wordingFields {
		names = append(names, f.name)
	}
	article := "norms/" + folder + "/" + one.Fragment.ArticleName() + ".rego"
	body := map[string]any{
		"Label": one.Label, "URL": provisionURL(one.URN, ""), "Norm": folder, "Fragment": fragment, "Wordings": v.wordings(one), "Sound": sound,
		"Errors": faultLinks(faults, names...), "Saved": v.Query("salvo") != "" && len(sent) == 0, "Text": sent.Get("redacao"), "TextFault": faults["redacao"],
		"From":  field{ID: "de", Name: "de", Label: v.t("drafts.text.from"), Hint: v.t("drafts.day_hint"), Value: sent.Get("de"), Fault: faults["de"], Mode: "numeric", Size: 12, Required: true},
		"Act":   field{ID: "ato", Name: "ato", Label: v.t("drafts.text.act"), Hint: v.t("drafts.act_hint"), Value: sent.Get("ato"), Fault: faults["ato"], Required: true, Class: "wide"},
		"Grade": v.gradeField(sent.Get("grau"), faults["grau"]),
		"Note":  field{ID: "fonte", Name: "fonte", Label: v.t("drafts.text.note"), Hint: v.t("drafts.text.note_hint"), Value: sent.Get("fonte"), Fault: faults["fonte"], Class: "wide"},
		"Files": v.changedFiles(d, "norms/"+folder+"/"), "Rule": draftURL(d.Draft.ID, "regra", "arquivo", article),
	}
	status := http.StatusOK
	if len(faults) > 0 {
		status = http.StatusUnprocessableEntity
	}
	page := d.page(v, "texto", "drafts/text", body)
	page.Error = len(faults) > 0
	page.Crumbs[len(page.Crumbs)-1].URL = draftURL(d.Draft.ID, "texto")
	page.Crumbs = append(page.Crumbs, link{"", one.Label})
	return v.render(status, page)
}

// gradeField is the choice of how well something is known.
func (v *visit) gradeField(value, fault string) field {
	f := field{ID: "grau", Name: "grau", Label: v.t("drafts.grade"), Hint: v.t("drafts.grade_hint"), Value: value, Fault: fault, Options: []option{{"", v.t("drafts.grade_none")}}}
	for _, grade := range []corpus.Grade{corpus.GradeVerified, corpus.GradeSecondary, corpus.GradeComputed, corpus.GradeUnconfirmed} {
		view, err := gradeOf(v.words(), grade)
		if err == nil {
			f.Options = append(f.Options, option{string(grade), string(grade) + ": " + view.Meaning})
		}
	}
	return f
}

// changedFiles are those of a folder that the draft changes.
func (v *visit) changedFiles(d *draftPage, folder string) []link {
	var all []link
	for _, c := range d.Draft.Changed {
		if strings.HasPrefix(c.Path, folder) {
			all = append(all, link{draftURL(d.Draft.ID, "regra", "arquivo", c.Path), c.Path})
		}
	}
	return all
}

// saveText answers POST /mudancas/{n}/texto: it adds a wording, and edits none.
func (p *Portal) saveText(v *visit) error {
	form, err := v.form()
	if err != nil {
		return err
	}
	d, err := p.draftPage(v, "texto")
	if err != nil {
		return err
	}
	tree, err := p.Desk.DraftTree(v.ctx(), d.Draft)
	if err != nil {
		return err
	}
	w := revision.Wording{
		Norm: form.Get("norma"), Fragment: form.Get("dispositivo"), Act: form.Get("ato"), Grade: corpus.Grade(form.Get("grau")), Note: form.Get("fonte"), Text: form.Get("redacao"),
	}
	faults := map[string]string{}
	w.From, faults = v.typedFrom(form.Get("de"), faults)
	files, err := revision.Reword(tree, w)
	var invalid *revision.Invalid
	switch {
	case errors.As(err, &invalid):
		for _, f := range invalid.Faults {
			at := "redacao" // what no field is to blame for
			for _, known := range wordingFields {
				if known.of == f.Field {
					at = known.name
				}
			}
			if faults[at] == "" {
				faults[at] = f.Detail.In(v.lang)
			}
		}
		return p.wordingPage(v, d, tree, w.Norm, w.Fragment, form, faults)
	case err != nil:
		return err
	}
	if _, err := p.Desk.PutAll(v.ctx(), v.Actor(), d.Draft.ID, editsOf(tree, files)...); err != nil {
		return err
	}
	return v.redirect(draftURL(d.Draft.ID, "texto", "norma", w.Norm, "dispositivo", w.Fragment, "salvo", "1"))
}

// typedFrom reads the first day of something; what is no day is a fault of the field.
func (v *visit) typedFrom(text string, faults map[string]string) (civil.Date, map[string]string) {
	if strings.TrimSpace(text) == "" {
		return civil.Date{}, faults
	}
	day, err := readDay(text, false, v.portal.today())
	if err != nil {
		faults["de"] = v.t("drafts.no_day")
	}
	return day, faults
}

// editsOf are the edits that turn files of a tree into others.
func editsOf(tree fs.FS, files map[string][]byte) []lifecycle.Edit {
	var edits []lifecycle.Edit
	for name, content := range files {
		e := lifecycle.Edit{Path: name, Content: content}
		if before, is := readText(tree, name); is {
			e.Base = lifecycle.Hash([]byte(before))
		}
		edits = append(edits, e)
	}
	return edits
}
