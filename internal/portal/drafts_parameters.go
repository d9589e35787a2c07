package portal

import (
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"deferido/internal/corpus"
	"deferido/internal/lifecycle"
	"deferido/internal/revision"
)

// parameterView is a parameter with its values and the form of a new one.
type parameterView struct {
	Name, Title, Unit, Note string
	Rows                    []valueRow
	From, Act, Amount       field
	Grade                   field
	Errors                  []link
	Saved                   bool
	File                    string // address of its file in the editor
}

// valueRow is a value; Fresh tells that the draft adds it.
type valueRow struct {
	From, Amount, Act, Grade string
	Fresh                    bool
}

// editParameters answers GET /mudancas/{n}/parametros.
func (p *Portal) editParameters(v *visit) error {
	d, err := p.draftPage(v, "parametros")
	if err != nil {
		return err
	}
	return p.parametersPage(v, d, "", url.Values{}, nil)
}

// parametersPage is the table of each parameter, and the form of one as it was sent.
func (p *Portal) parametersPage(v *visit, d *draftPage, at string, sent url.Values, faults map[string]string) error {
	tree, err := p.Desk.DraftTree(v.ctx(), d.Draft)
	if err != nil {
		return err
	}
	base, err := p.Sets.Tree(v.ctx(), d.Draft.Base)
	if err != nil {
		return err
	}
	before, err := corpus.LoadParams(base)
	if err != nil {
		return err
	}
	all, err := corpus.LoadParams(tree)
	sound := err == nil
	if !sound {
		all = before
	}
	var views []parameterView
	for _, name := range slices.Sorted(maps.Keys(all)) {
		view := v.parameter(d, all[name], before[name])
		form, wrong := url.Values{}, map[string]string(nil)
		if name == at {
			form, wrong = sent, faults
		}
		view.fill(v, form, wrong)
		view.Saved = v.Query("salvo") == name && len(sent) == 0
		views = append(views, view)
	}
	status := http.StatusOK
	if len(faults) > 0 {
		status = http.StatusUnprocessableEntity
	}
	page := d.page(v, "parametros", "drafts/parameters", map[string]any{"Parameters": views, "Sound": sound})
	page.Error = len(faults) > 0
	return v.render(status, page)
}

// parameter is a parameter with its values, the newest first; before is as it stands in the base, nil where it is new.
func (v *visit) parameter(d *draftPage, p, before *corpus.Parameter) parameterView {
	view := parameterView{Name: p.Name, Title: p.Title, Unit: p.Unit, Note: p.Note, File: draftURL(d.Draft.ID, "regra", "arquivo", "params/"+p.Name+".yaml")}
	for _, value := range slices.Backward(p.Values) {
		fresh := before == nil || !slices.Contains(before.Values, value)
		view.Rows = append(view.Rows, valueRow{v.words().day(value.From), v.words().money(int64(value.Cents)), value.Act, string(value.Grade), fresh})
	}
	return view
}

func (view *parameterView) fill(v *visit, sent url.Values, faults map[string]string) {
	id := func(name string) string { return view.Name + "-" + name }
	view.From = field{ID: id("de"), Name: "de", Label: v.t("drafts.parameter.from"), Hint: v.t("drafts.day_hint"), Value: sent.Get("de"), Fault: faults["de"], Mode: "numeric", Size: 12, Required: true}
	view.Amount = field{ID: id("valor"), Name: "valor", Label: v.t("drafts.parameter.amount"), Hint: v.t("drafts.parameter.amount_hint"), Value: sent.Get("valor"), Fault: faults["valor"], Mode: "decimal", Size: 12, Required: true}
	view.Act = field{ID: id("ato"), Name: "ato", Label: v.t("drafts.parameter.act"), Hint: v.t("drafts.act_hint"), Value: sent.Get("ato"), Fault: faults["ato"], Required: true}
	view.Grade = v.gradeField(sent.Get("grau"), faults["grau"])
	view.Grade.ID = id("grau")
	for _, name := range []string{"de", "valor", "ato", "grau", "parametro"} {
		if faults[name] != "" {
			view.Errors = append(view.Errors, link{"#" + id(name), faults[name]})
		}
	}
}

// saveParameter answers POST /mudancas/{n}/parametros: it adds a value, and edits none.
func (p *Portal) saveParameter(v *visit) error {
	form, err := v.form()
	if err != nil {
		return err
	}
	d, err := p.draftPage(v, "parametros")
	if err != nil {
		return err
	}
	tree, err := p.Desk.DraftTree(v.ctx(), d.Draft)
	if err != nil {
		return err
	}
	name, faults := form.Get("parametro"), map[string]string{}
	value := corpus.ParameterValue{Act: form.Get("ato"), Grade: corpus.Grade(form.Get("grau"))}
	value.From, faults = v.typedFrom(form.Get("de"), faults)
	value.Cents, faults = v.typedCents(form.Get("valor"), faults)
	file, content, err := revision.AddValue(tree, name, value)
	var invalid *revision.Invalid
	switch {
	case errors.As(err, &invalid):
		for _, f := range invalid.Faults {
			at := map[string]string{"From": "de", "Cents": "valor", "Act": "ato", "Grade": "grau", "Parameter": "parametro"}[f.Field]
			if _, is := readText(tree, "params/"+name+".yaml"); at == "parametro" && !is {
				return notFound("drafts.no_parameter", link{draftURL(d.Draft.ID, "parametros"), v.t("drafts.page.parametros")})
			}
			if faults[at] == "" {
				faults[at] = f.Detail.In(v.lang)
			}
		}
		return p.parametersPage(v, d, name, form, faults)
	case err != nil:
		return err
	}
	before, _ := readText(tree, file)
	if _, err := p.Desk.Put(v.ctx(), v.Actor(), d.Draft.ID, file, content, lifecycle.Hash([]byte(before))); err != nil {
		return err
	}
	return v.redirect(draftURL(d.Draft.ID, "parametros", "salvo", name))
}

// typedCents reads an amount of money as people type it; what is none is a fault of the field.
func (v *visit) typedCents(text string, faults map[string]string) (corpus.Centavos, map[string]string) {
	if text == "" {
		return 0, faults
	}
	whole, decimals, err := readNumber(text, v.lang, true)
	if err == nil && len(decimals) <= 2 {
		n, wrong := strconv.ParseInt(whole+(decimals + "00")[:2], 10, 64)
		if wrong == nil {
			return corpus.Centavos(n), faults
		}
	}
	faults["valor"] = v.t("drafts.parameter.no_amount")
	return 0, faults
}
