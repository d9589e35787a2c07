package portal

import (
	"net/http"
)

// showDraft answers GET /mudancas/{n}: what the draft changes, law first.
func (p *Portal) showDraft(v *visit) error {
	d, err := p.draftPage(v, "")
	if err != nil {
		return err
	}
	return v.render(http.StatusOK, d.page(v, "", "drafts/show", map[string]any{}))
}

// abandonDraft answers POST /mudancas/{n}/abandono.
func (p *Portal) abandonDraft(v *visit) error {
	desk, err := p.desk()
	if err != nil {
		return err
	}
	form, err := v.form()
	if err != nil {
		return err
	}
	if err := desk.Abandon(v.ctx(), v.Actor(), v.Param("n"), form.Get("motivo")); err != nil {
		return err
	}
	return v.redirect(draftURL(v.Param("n"), ""))
}
