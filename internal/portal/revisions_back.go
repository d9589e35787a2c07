package portal

import (
	"net/http"

	"deferido/internal/lifecycle"
)

// askedView is a request to go back that waits for a second person.
type askedView struct {
	ID, Revision, URL string
	By, At, Until     string
	Reason            string
	Mine              bool // whoever looks asked
}

// asked is the request to go back that waits; nil where none does.
func (p *Portal) asked(v *visit, desk Desk) (*askedView, error) {
	r, err := desk.RollbackAsked(v.ctx())
	if err != nil || r == nil {
		return nil, err
	}
	return &askedView{r.ID, r.Revision, revisionURL(r.Revision), person(r.By.ID), v.draftTime(r.At), v.draftTime(r.Until), r.Reason, r.By.ID == v.ID}, nil
}

// goBack answers POST /revisoes/{sha}/volta: it puts the revision into service again at once. Where two must, it asks for the
// second person, who confirms in a session of their own: no password of one is typed at the machine of another.
func (p *Portal) goBack(v *visit) error {
	desk, err := p.desk()
	if err != nil {
		return err
	}
	form, err := v.form()
	if err != nil {
		return err
	}
	name, reason := v.Param("sha"), typedText(form, "motivo")
	if desk.Rules().RollbackByTwo {
		_, err = desk.AskRollback(v.ctx(), v.Actor(), name, reason)
	} else {
		_, err = desk.Rollback(v.ctx(), v.Actor(), lifecycle.Actor{}, name, reason)
	}
	refused := refusal(err)
	switch {
	case err == nil:
		return v.redirect(revisionURL(name))
	case refused != nil && refused.Kind == lifecycle.NoReason:
		return p.revisionPage(v, http.StatusUnprocessableEntity, revisionForms{back: reason, backFault: refused.Detail.In(v.lang)})
	}
	return p.againRevision(v, name, err)
}

// againRevision is a refusal with the way back to the revision.
func (p *Portal) againRevision(v *visit, name string, err error) error {
	refused := refusal(err)
	if refused == nil || refused.Kind == lifecycle.NoRevision {
		return err
	}
	f := refusedLife(refused)
	f.links = append(f.links, link{revisionURL(name), v.t("publish.back.revisao")}, link{"/revisoes", v.t("publish.revisions.crumb")})
	return f
}

// answerGoingBack answers POST /revisoes/{sha}/confirmacao: a second person goes back as the first asked, or either calls it off.
func (p *Portal) answerGoingBack(v *visit) error {
	desk, err := p.desk()
	if err != nil {
		return err
	}
	form, err := v.form()
	if err != nil {
		return err
	}
	name, id := v.Param("sha"), form.Get("pedido")
	switch form.Get("acao") {
	case "confirmar":
		_, err = desk.ConfirmRollback(v.ctx(), v.Actor(), id)
	case "retirar":
		err = desk.DropRollback(v.ctx(), v.Actor(), id)
	default:
		return badRequest("publish.unread")
	}
	if err != nil {
		return p.againRevision(v, name, err)
	}
	return v.redirect(revisionURL(name))
}

// stopRevision answers POST /revisoes/{sha}/parada: it calls off an activation of the revision that has not begun.
func (p *Portal) stopRevision(v *visit) error {
	if _, err := p.desk(); err != nil {
		return err
	}
	name := v.Param("sha")
	fault, err := p.stop(v, name)
	switch {
	case fault != "":
		return p.revisionPage(v, http.StatusUnprocessableEntity, revisionForms{stop: v.Request.PostForm.Get("ativacao"), stopFault: fault})
	case err != nil:
		return p.againRevision(v, name, err)
	}
	return v.redirect(revisionURL(name))
}
