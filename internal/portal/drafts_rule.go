package portal

import (
	"errors"
	"net/http"
	"net/url"
	"path"
	"strings"

	"deferido/internal/lifecycle"
	"deferido/internal/revision"
)

// editRule answers GET /mudancas/{n}/regra: which file is to be edited, or its editor.
func (p *Portal) editRule(v *visit) error {
	d, err := p.draftPage(v, "regra")
	if err != nil {
		return err
	}
	file := v.Query("arquivo")
	if file == "" {
		return p.chooseFile(v, d, http.StatusOK, "")
	}
	e, err := p.openEditor(v, d, file)
	if err != nil {
		return err
	}
	e.Saved = v.Query("salvo") != ""
	if from := v.Query("de"); from != "" {
		if err := p.carried(v, e, from); err != nil {
			return err
		}
	}
	return p.showEditor(v, d, e, http.StatusOK)
}

func (p *Portal) showEditor(v *visit, d *draftPage, e *editor, status int) error {
	check, tree, err := p.checkView(v, d, e.Path)
	if err != nil {
		return err
	}
	e.look(v, tree)
	if d.Moved {
		base, serving, err := p.twoTrees(v, d)
		if err != nil {
			return err
		}
		e.Moved = v.movedIn(d, base, serving, e.Path)
	}
	page := d.page(v, "regra", "drafts/rule", map[string]any{"Editor": e, "Check": check})
	page.Editor = !e.Binary
	page.Error = status == http.StatusUnprocessableEntity
	page.Crumbs[len(page.Crumbs)-1].URL = draftURL(d.Draft.ID, "regra")
	page.Crumbs = append(page.Crumbs, link{"", e.Subject})
	return v.render(status, page)
}

// What a form of the editor asks for.
const (
	doSave   = "salvar"
	doCheck  = "verificar"
	doFormat = "formatar"
	doDelete = "apagar"
	doRevert = "voltar" // to the file of the base
)

// saveRule answers POST /mudancas/{n}/regra.
func (p *Portal) saveRule(v *visit) error {
	form, err := v.form()
	if err != nil {
		return err
	}
	d, err := p.draftPage(v, "regra")
	if err != nil {
		return err
	}
	file := form.Get("arquivo")
	e, err := p.openEditor(v, d, file)
	if err != nil {
		return err
	}
	e.Text = strings.ReplaceAll(form.Get("texto"), "\r\n", "\n")
	e.Base = form.Get("base")
	content, ok := e.wanted(v, form)
	if !ok {
		return p.showEditor(v, d, e, http.StatusUnprocessableEntity)
	}
	if content == nil && e.Base == "" || content != nil && lifecycle.Hash(content) == e.Base {
		return p.saved(v, d, form) // it stands there already
	}
	_, err = p.Desk.Put(v.ctx(), v.Actor(), d.Draft.ID, file, content, e.Base)
	var conflict *lifecycle.Conflict
	if errors.As(err, &conflict) {
		return p.conflict(v, d, e, conflict)
	}
	if refused := refusal(err); refused != nil && refused.Kind == lifecycle.TooLarge {
		e.Fault = refused.Detail.In(v.lang)
		return p.showEditor(v, d, e, http.StatusUnprocessableEntity)
	}
	if err != nil {
		return err
	}
	return p.saved(v, d, form)
}

// wanted is what the file is to hold after what the form asks for; nil deletes it. It is not ok where there is something to correct.
func (e *editor) wanted(v *visit, form url.Values) (content []byte, ok bool) {
	switch form.Get("fazer") {
	case doDelete:
		return nil, true
	case doRevert:
		if !e.HasOriginal {
			return nil, true
		}
		return []byte(e.Original), true
	case doFormat:
		formatted, err := revision.Format(e.Path, []byte(e.Text))
		if err != nil {
			e.Fault = v.t("drafts.edit.unformatted")
			return nil, false
		}
		return formatted, true
	}
	if e.Text == "" {
		e.Fault = v.t("drafts.edit.empty")
		return nil, false
	}
	if !strings.HasSuffix(e.Text, "\n") {
		e.Text += "\n"
	}
	return []byte(e.Text), true
}

// saved leads back to the editor, or on to the checks.
func (p *Portal) saved(v *visit, d *draftPage, form url.Values) error {
	file := form.Get("arquivo")
	if form.Get("fazer") == doCheck {
		now, err := p.draftPage(v, "regra") // as it stands since
		if err != nil {
			return err
		}
		p.check(now)
	}
	return v.redirect(draftURL(d.Draft.ID, "regra", "arquivo", file, "salvo", "1"))
}

// conflict shows what somebody else saved meanwhile beside what was typed: nothing is written, and nothing is lost.
func (p *Portal) conflict(v *visit, d *draftPage, e *editor, c *lifecycle.Conflict) error {
	e.Conflict = &conflictView{Theirs: string(c.Theirs), Gone: c.Theirs == nil, By: person(c.By)}
	if !c.At.IsZero() {
		e.Conflict.At = v.draftTime(c.At)
	}
	if e.Base = ""; c.Theirs != nil {
		e.Base = lifecycle.Hash(c.Theirs)
	}
	return p.showEditor(v, d, e, http.StatusConflict)
}

// carried puts the text of another draft into the editor, beside what stands here: a draft that is begun anew from what is in
// service takes over what both changed by hand.
func (p *Portal) carried(v *visit, e *editor, from string) error {
	other, err := p.Desk.Draft(v.ctx(), from)
	if err != nil {
		return err
	}
	mine, err := p.Desk.File(v.ctx(), from, e.Path)
	if refused := refusal(err); refused != nil && refused.Kind == lifecycle.NoFile {
		mine = nil
	} else if err != nil {
		return err
	}
	tree, err := p.Sets.Tree(v.ctx(), other.Base)
	if err != nil {
		return err
	}
	e.Conflict = &conflictView{Theirs: e.Text, Gone: e.Base == "", Carried: other.Title}
	e.Original, e.HasOriginal = readText(tree, e.Path)
	e.Text = string(mine)
	return nil
}

// language is what the editor takes a file for.
func editorLanguage(file string) string {
	switch path.Ext(file) {
	case ".rego":
		return "rego"
	case ".yaml":
		return "yaml"
	case ".json":
		return "json"
	}
	return "text"
}
