package portal

import (
	"net/http"
	"slices"
	"strings"

	"deferido/internal/identity"
	"deferido/internal/lifecycle"
)

// draftRow is a draft in the list.
type draftRow struct {
	URL, Title, Author, Began string
	State                     string // in words
	Class                     string // of the state: done, bad, or empty
	Changed                   []string
	More                      int    // that Changed leaves out
	Waits                     string // what of it waits for whoever looks; empty for nothing
}

// shownChanges is how many of the changed things a row names.
const shownChanges = 4

// listDrafts answers GET /mudancas.
func (p *Portal) listDrafts(v *visit) error { return p.drafts(v, http.StatusOK, "", "", nil) }

// drafts is the list of drafts, with the form of a new one as it was sent.
func (p *Portal) drafts(v *visit, status int, title, base string, faults map[string]string) error {
	desk, err := p.desk()
	if err != nil {
		return err
	}
	all, err := desk.Drafts(v.ctx())
	if err != nil {
		return err
	}
	log, err := desk.Log(v.ctx())
	if err != nil {
		return err
	}
	var waiting, open, closed []draftRow
	for _, d := range all {
		if d, err = desk.Draft(v.ctx(), d.ID); err != nil { // with its files and reviews
			return err
		}
		l := &life{Draft: d, Rules: desk.Rules(), log: log, now: p.Now()}
		l.Current, _ = log.At(l.now)
		switch row := l.row(v); {
		case row.Waits != "":
			waiting = append(waiting, row)
		case d.State == lifecycle.Open || d.State == lifecycle.Submitted:
			open = append(open, row)
		default:
			closed = append(closed, row)
		}
	}
	bases, err := p.bases(v, desk, log)
	if err != nil {
		return err
	}
	body := map[string]any{
		"Waiting": waiting, "Open": open, "Closed": closed, "May": v.allowed(identity.WriteDrafts), "Revisions": p.Owns("/revisoes"),
		"Title":  field{ID: "titulo", Name: "titulo", Label: v.t("drafts.new.title"), Hint: v.t("drafts.new.hint"), Value: title, Fault: faults["titulo"], Required: true, Class: "wide"},
		"Base":   field{ID: "base", Name: "base", Label: v.t("drafts.new.base"), Value: base, Fault: faults["base"], Options: bases, Class: "wide"},
		"Errors": faultLinks(faults, "titulo", "base"),
	}
	return v.render(status, page{Title: v.t("drafts.title"), Template: "drafts/list", Section: "mudancas", Body: body, Error: len(faults) > 0})
}

// faultLinks are the faults of a form for its summary, in the order of the fields.
func faultLinks(faults map[string]string, fields ...string) []link {
	var all []link
	for _, name := range fields {
		if faults[name] != "" {
			all = append(all, link{"#" + name, faults[name]})
		}
	}
	return all
}

// row is the draft as the list shows it.
func (l *life) row(v *visit) draftRow {
	d := l.Draft
	row := draftRow{URL: draftURL(d.ID, ""), Title: d.Title, Author: person(d.Author), Began: v.draftTime(d.CreatedAt)}
	row.State, row.Class = l.word(v)
	for _, c := range d.Changed {
		label := v.subject(c.Path)
		switch {
		case slices.Contains(row.Changed, label):
		case len(row.Changed) == shownChanges:
			row.More++
		default:
			row.Changed = append(row.Changed, label)
		}
	}
	page := ""
	if row.Waits, page = l.waits(v); page != "" && v.portal.hasDraftPage(page) {
		row.URL = draftURL(d.ID, page)
	}
	return row
}

// word is the state of the draft in words, and the class of it.
func (l *life) word(v *visit) (said, class string) {
	returned := l.Returned()
	a, stopped := l.activation()
	switch {
	case returned != nil:
		return v.t("drafts.said.returned", "who", person(returned.Reviewer)), "bad"
	case l.Draft.State != lifecycle.Activated || a == nil:
		return v.t("drafts.state." + l.Draft.State), ""
	case stopped:
		return v.t("drafts.said.stopped"), "bad"
	case a.FromAt.After(l.now):
		return v.t("drafts.said.scheduled", "day", v.draftTime(a.FromAt)), ""
	case l.Current.Revision == l.Draft.Fingerprint:
		return v.t("drafts.said.served", "day", v.draftTime(a.FromAt)), "done"
	}
	return v.t("drafts.said.served_once"), ""
}

// waits is what of the draft waits for whoever looks, in words, and on which page it is done; empty for nothing.
func (l *life) waits(v *visit) (said, page string) {
	d := l.Draft
	got, of := l.Approved()
	reviewed := slices.ContainsFunc(d.Reviews, func(r lifecycle.Review) bool { return r.Reviewer == v.ID })
	wrote := d.Author == v.ID || slices.ContainsFunc(d.Changed, func(c lifecycle.Changed) bool { return c.By == v.ID })
	switch {
	case l.Returned() != nil && wrote:
		return v.t("drafts.waits.returned"), ""
	case d.State != lifecycle.Submitted:
		return "", ""
	case got == of && v.allowed(identity.ActivateRevisions):
		return v.t("drafts.waits.publish"), "publicacao"
	case got < of && !reviewed && !wrote && slices.Contains(l.Rules.Approvals, string(v.Role)) && v.allowed(identity.ApproveRevisions):
		return v.t("drafts.waits.approve"), "aprovacao"
	}
	return "", ""
}

// waitingDrafts are those of which something waits for whoever looks; none where they may not see any.
func (p *Portal) waitingDrafts(v *visit) ([]draftRow, error) {
	if p.Desk == nil || !v.allowed(identity.ReadRevisions) {
		return nil, nil
	}
	all, err := p.Desk.Drafts(v.ctx())
	if err != nil {
		return nil, err
	}
	var waiting []draftRow
	for _, d := range all {
		if d.State != lifecycle.Open && d.State != lifecycle.Submitted {
			continue
		}
		if d, err = p.Desk.Draft(v.ctx(), d.ID); err != nil {
			return nil, err
		}
		l := &life{Draft: d, Rules: p.Desk.Rules(), now: p.Now()}
		if row := l.row(v); row.Waits != "" {
			waiting = append(waiting, row)
		}
	}
	return waiting, nil
}

// bases are the revisions that a draft may begin from, what is in service first.
func (p *Portal) bases(v *visit, desk Desk, log lifecycle.Log) ([]option, error) {
	all, err := desk.Revisions(v.ctx())
	if err != nil {
		return nil, err
	}
	current, _ := log.At(p.Now())
	options := []option{{current.Revision, v.t("drafts.new.in_service", "revision", short(current.Revision))}}
	for _, r := range all {
		if r.Revision != current.Revision {
			options = append(options, option{r.Revision, v.t("drafts.new.kept", "revision", short(r.Revision), "day", v.draftTime(r.KeptAt))})
		}
	}
	return options, nil
}

// newDraft answers POST /mudancas.
func (p *Portal) newDraft(v *visit) error {
	desk, err := p.desk()
	if err != nil {
		return err
	}
	form, err := v.form()
	if err != nil {
		return err
	}
	title, base := strings.TrimSpace(form.Get("titulo")), form.Get("base")
	d, err := desk.NewDraft(v.ctx(), v.Actor(), base, title)
	if refused := refusal(err); refused != nil {
		at := map[lifecycle.Kind]string{lifecycle.NoReason: "titulo", lifecycle.NoRevision: "base"}[refused.Kind]
		if at != "" {
			return p.drafts(v, http.StatusUnprocessableEntity, title, base, map[string]string{at: refused.Detail.In(v.lang)})
		}
	}
	if err != nil {
		return err
	}
	return v.redirect(draftURL(d.ID, ""))
}
