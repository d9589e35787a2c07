package portal

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"deferido/internal/identity"
	"deferido/internal/impact"
	"deferido/internal/lifecycle"
)

// impactRoutes are the addresses of what a draft would change of what was decided.
var impactRoutes = []route{
	get("/mudancas/:n/impacto", identity.TryDrafts, (*Portal).showImpact),
	post("/mudancas/:n/impacto", identity.WriteDrafts, (*Portal).startImpact),
	get("/mudancas/:n/medicao", identity.TryDrafts, (*Portal).showRun),
	post("/mudancas/:n/medicao", identity.WriteDrafts, (*Portal).stopImpact),
	post("/mudancas/:n/justificativa", identity.WriteDrafts, (*Portal).justifyImpact),
}

// impactLimit is how long a measurement may take.
const impactLimit = 2 * time.Hour

// impactKey is the key of a measurement: one goes on at a time for each draft and person.
func impactKey(draft, person string) string { return "impact " + draft + " " + person }

// runView is how far a measurement is: the template publish/run shows it.
type runView struct {
	*draftPage
	ID       string // of the run, to end it and no later one
	Poll     string // address at which it is looked at again; empty where nothing goes on
	Text     string // how far it is
	Ended    bool   // while the page was open: what it found comes with it
	Broke    string // why it ended without a result; empty where it did not
	Measured *measureView
}

// impactForms is what the page of the impact shows of forms that were sent and are to be corrected.
type impactForms struct {
	scope   *scopeForm
	reasons map[string]string // justifications as they were sent, by field
	faults  map[string]string // of them
}

// showImpact answers GET /mudancas/{n}/impacto.
func (p *Portal) showImpact(v *visit) error {
	d, err := p.draftPage(v, "impacto")
	if err != nil {
		return err
	}
	return p.impactPage(v, d, http.StatusOK, impactForms{})
}

func (p *Portal) impactPage(v *visit, d *draftPage, status int, forms impactForms) error {
	view, all, err := p.measureView(v, d, v.Query("medicao"), forms)
	if err != nil {
		return err
	}
	if forms.scope == nil {
		forms.scope = &scopeForm{Part: partAll, Reasons: true, Step: "30"}
	}
	run := p.runView(v, d)
	run.Measured = view
	body := map[string]any{"Run": run, "Form": v.scopeFields(forms.scope), "Others": v.otherMeasurements(d, all, view), "May": d.Edits, "Why": ""}
	if !d.Edits {
		body["Why"] = v.whyNot(identity.WriteDrafts)
	}
	var errs []link
	for _, name := range scopeNames {
		if fault := forms.scope.Faults[name]; fault != "" {
			errs = append(errs, link{"#" + name, fault})
		}
	}
	if view != nil {
		errs = append(errs, view.Errors...)
	}
	body["Errors"] = errs
	shown := d.page(v, "impacto", "publish/impact", body)
	shown.Error = len(errs) > 0
	return v.render(status, shown)
}

// runView looks at the measurement that whoever looks began.
func (p *Portal) runView(v *visit, d *draftPage) *runView {
	w := p.impacts.find(impactKey(d.Draft.ID, v.ID))
	r := &runView{draftPage: d, ID: strconv.FormatInt(w.Began.UnixNano(), 36)}
	switch {
	case w.Running():
		r.Poll = draftURL(d.Draft.ID, "medicao", "de", r.ID)
		if r.Text = v.t("publish.run.waits"); !w.Waiting {
			r.Text = v.count("publish.run.done", w.Done)
		}
	case errors.Is(w.Err, context.Canceled):
		r.Broke = v.t("publish.run.cancelled")
	case errors.Is(w.Err, context.DeadlineExceeded):
		r.Broke = v.t("publish.run.too_long")
	case w.Err != nil:
		r.Broke = v.t("publish.run.failed")
		if refused := refusal(w.Err); refused != nil {
			r.Broke = refused.Detail.In(v.lang)
		}
	}
	return r
}

// showRun answers GET /mudancas/{n}/medicao: the part of the page that tells how far the measurement is, and what it found once
// it has. Without htmx it is the page of the impact.
func (p *Portal) showRun(v *visit) error {
	if !v.fragment() {
		return v.redirect(draftURL(v.Param("n"), "impacto"))
	}
	d, err := p.draftPage(v, "impacto")
	if err != nil {
		return err
	}
	run := p.runView(v, d)
	if run.Poll == "" {
		run.Ended = true
		if run.Measured, _, err = p.measureView(v, d, "", impactForms{}); err != nil {
			return err
		}
	}
	return v.part(http.StatusOK, "publish/measuring", run)
}

// startImpact answers POST /mudancas/{n}/impacto: it begins a measurement in the background.
func (p *Portal) startImpact(v *visit) error {
	d, err := p.draftPage(v, "impacto")
	if err != nil {
		return err
	}
	form, err := v.form()
	if err != nil {
		return err
	}
	asked := v.readScope(form)
	if len(asked.Faults) > 0 {
		return p.impactPage(v, d, http.StatusUnprocessableEntity, impactForms{scope: asked})
	}
	who, id, log := v.Actor(), d.Draft.ID, p.Log
	p.impacts.start(impactKey(id, v.ID), log, func(ctx context.Context, tell tell) (any, error) {
		ctx, end := context.WithTimeout(ctx, impactLimit)
		defer end()
		found, err := p.Desk.Impact(ctx, who, id, asked.Scope, nil, func(n impact.Counts) { tell("", n.Replayed, 0) })
		if err != nil {
			return nil, err
		}
		return found.ID, nil
	})
	return v.redirect(draftURL(id, "impacto") + "#medicao")
}

// stopImpact answers POST /mudancas/{n}/medicao: it ends the measurement that its form names, and no later one.
func (p *Portal) stopImpact(v *visit) error {
	form, err := v.form()
	if err != nil {
		return err
	}
	began, err := strconv.ParseInt(form.Get("de"), 36, 64)
	if err == nil {
		p.impacts.cancel(impactKey(v.Param("n"), v.ID), time.Unix(0, began))
	}
	return v.redirect(draftURL(v.Param("n"), "impacto") + "#medicao")
}

// otherMeasurements are those that are kept and not shown.
func (v *visit) otherMeasurements(d *draftPage, all []lifecycle.Impact, shown *measureView) []link {
	var others []link
	for _, i := range all {
		if shown != nil && i.ID == shown.ID {
			continue
		}
		key := "publish.measured.part_by"
		if i.Whole {
			key = "publish.measured.whole_by"
		}
		label := v.t(key, "who", person(i.By), "day", v.draftTime(i.At))
		if i.Revision != d.Revision {
			label += " · " + v.t("publish.measured.former")
		}
		others = append(others, link{draftURL(d.Draft.ID, "impacto", "medicao", i.ID), label})
	}
	return others
}

// justifyImpact answers POST /mudancas/{n}/justificativa: why grants are to be refused, those of the form that say so.
func (p *Portal) justifyImpact(v *visit) error {
	d, err := p.draftPage(v, "impacto")
	if err != nil {
		return err
	}
	form, err := v.form()
	if err != nil {
		return err
	}
	sent := impactForms{reasons: map[string]string{}, faults: map[string]string{}}
	said, first := justifications(form, sent.reasons)
	err = p.Desk.Justify(v.ctx(), v.Actor(), d.Draft.ID, form.Get("impressao"), said...)
	if refused := refusal(err); refused != nil && (refused.Kind == lifecycle.NoReason || refused.Kind == lifecycle.TooLarge) {
		sent.faults[first] = refused.Detail.In(v.lang)
		return p.impactPage(v, d, http.StatusUnprocessableEntity, sent)
	}
	if err != nil {
		return err
	}
	return v.redirect(draftURL(d.Draft.ID, "impacto") + "#justificativas")
}

// justifications are those that a form gives, by the numbers of its fields; first is the field at which a fault of them is told:
// the first that is too long, or the first empty one.
func justifications(form url.Values, sent map[string]string) (said []lifecycle.Justification, first string) {
	longest := 0
	for i := 0; form.Has("pergunta" + strconv.Itoa(i)); i++ {
		n := strconv.Itoa(i)
		j := lifecycle.Justification{Question: form.Get("pergunta" + n), Provision: form.Get("dispositivo" + n), Text: typedText(form, "porque"+n)}
		sent["porque"+n] = j.Text
		if length := len([]rune(j.Text)); length > longest || first == "" {
			first, longest = "porque"+n, length
		}
		if j.Text != "" {
			said = append(said, j)
		}
	}
	return said, first
}
