package portal

import (
	"net/http"
	"slices"
	"strings"

	"deferido/internal/identity"
	"deferido/internal/lifecycle"
)

// approvalRoutes are the addresses of the approval of a draft.
var approvalRoutes = []route{
	get("/mudancas/:n/aprovacao", identity.ReadRevisions, (*Portal).showApproval),
	post("/mudancas/:n/aprovacao", identity.ApproveRevisions, (*Portal).reviewDraft),
	post("/mudancas/:n/submissao", identity.WriteDrafts, (*Portal).submitDraft),
}

// need is something that a draft must be before its approval is asked for.
type need struct {
	Met  bool
	Said string
	URL  string // where it is seen to; may be empty
}

// approverRow is a role that must approve, and who did.
type approverRow struct {
	Role, By, At string // By is empty while the role is waited for
}

// reviewRow is what somebody said of the draft.
type reviewRow struct {
	By, Role, At, Fingerprint string
	Approved                  bool
	Current                   bool // of what is submitted now
	Said                      []saidLine
}

// saidLine is a line of what somebody said, with the place that it is about where it names one.
type saidLine struct {
	Place link // whose label is empty where there is none
	Text  string
}

// approvalView is the page of the approval.
type approvalView struct {
	Head       *draftPage
	Open       bool // it is to be submitted
	Submits    bool // whoever looks may submit it
	Why        string
	Needs      []need
	Roles      string // that must approve
	Ready      bool
	Approvers  []approverRow
	Enough     bool
	WhyNot     string // why whoever looks may not approve it
	May        bool   // they may say something of it
	Form       reviewForm
	Since      *differenceView // what changed since they last said something of it
	SinceWhen  string
	SinceEmpty bool
	Change     *differenceView
	Measured   *measureView
	Reviews    []reviewRow
	Returned   *returned
	Moved      *movedView
	Errors     []link
}

// showApproval answers GET /mudancas/{n}/aprovacao.
func (p *Portal) showApproval(v *visit) error {
	d, err := p.draftPage(v, "aprovacao")
	if err != nil {
		return err
	}
	return p.approvalPage(v, d, http.StatusOK, reviewForm{}, nil)
}

func (p *Portal) approvalPage(v *visit, d *draftPage, status int, form reviewForm, errs []link) error {
	view := &approvalView{Head: d, Open: d.Draft.State == lifecycle.Open, Errors: errs, Returned: returnedView(v, d.Returned())}
	var err error
	if d.Tries {
		if view.Measured, _, err = p.measureView(v, d, "", impactForms{}); err != nil {
			return err
		}
	}
	history, err := p.Desk.History(v.ctx(), d.Draft.ID)
	if err != nil {
		return err
	}
	view.Reviews = v.reviewRows(d, history)
	if view.Moved, err = p.moved(v, d); err != nil {
		return err
	}
	if view.Open {
		if err := p.toSubmit(v, d, view); err != nil {
			return err
		}
	} else {
		view.approvers(v, d)
		if err := p.toReview(v, d, view, history, form); err != nil {
			return err
		}
	}
	shown := d.page(v, "aprovacao", "publish/approval", map[string]any{"Of": view})
	shown.Error = len(errs) > 0
	return v.render(status, shown)
}

// toSubmit is what the draft must be before its approval is asked for.
func (p *Portal) toSubmit(v *visit, d *draftPage, view *approvalView) error {
	var needs []need
	if d.Tries { // some tell of what was decided
		var err error
		if needs, err = p.needs(v, d); err != nil {
			return err
		}
	}
	view.Roles, view.Needs, view.Submits, view.Why = v.rolesSaid(d.Rules.Approvals), needs, d.Edits, v.whyNot(identity.WriteDrafts)
	view.Ready = d.Tries && !slices.ContainsFunc(needs, func(n need) bool { return !n.Met })
	return nil
}

// needs are what an open draft must be before its approval is asked for, in their order.
func (p *Portal) needs(v *visit, d *draftPage) ([]need, error) {
	id := d.Draft.ID
	all := []need{{Met: d.Revision != d.Draft.Base, Said: v.t("publish.need.changed"), URL: draftURL(id, "")}}
	law, failed, _ := d.Findings()
	check := need{Met: d.Report != nil && d.Report.Sound(), Said: v.t("publish.need.sound"), URL: draftURL(id, "testes")}
	switch {
	case d.Check.Running():
		check.Said = v.t("publish.need.checking")
	case d.Report == nil:
		check.Said = v.t("publish.need.unchecked")
	case !check.Met:
		check.Said = v.count("publish.need.findings", law+failed)
	}
	impacts, err := p.Desk.Impacts(v.ctx(), id)
	if err != nil {
		return nil, err
	}
	whole := slices.ContainsFunc(impacts, func(i lifecycle.Impact) bool { return i.Whole && i.Revision == d.Revision })
	measured := need{Met: whole, Said: v.t("publish.need.measured"), URL: draftURL(id, "impacto")}
	if !whole {
		measured.Said = v.t("publish.need.unmeasured")
	}
	all = append(all, check, measured)
	reversals, err := p.Desk.Reversals(v.ctx(), id, d.Revision)
	if err != nil || len(reversals) == 0 {
		return all, err
	}
	open := 0
	for _, r := range reversals {
		if !r.Justified() {
			open++
		}
	}
	justified := need{Met: open == 0, Said: v.t("publish.need.justified"), URL: draftURL(id, "impacto") + "#justificativas"}
	if open > 0 {
		justified.Said = v.count("publish.need.unjustified", open)
	}
	return append(all, justified), nil
}

// submitDraft answers POST /mudancas/{n}/submissao. What takes long must have been done before.
func (p *Portal) submitDraft(v *visit) error {
	d, err := p.draftPage(v, "aprovacao")
	if err != nil {
		return err
	}
	needs, err := p.needs(v, d)
	if err != nil {
		return err
	}
	var errs []link
	for _, n := range needs {
		if !n.Met && d.Draft.State == lifecycle.Open {
			errs = append(errs, link{n.URL, n.Said})
		}
	}
	if len(errs) > 0 {
		return p.approvalPage(v, d, http.StatusConflict, reviewForm{}, errs)
	}
	if _, _, err := p.Desk.Submit(v.ctx(), v.Actor(), d.Draft.ID); err != nil {
		return d.again(v, "aprovacao", err)
	}
	return v.redirect(draftURL(d.Draft.ID, "aprovacao"))
}

// again is a refusal with the way back to where it is seen what there is now.
func (d *draftPage) again(v *visit, page string, err error) error {
	refused := refusal(err)
	if refused == nil {
		return err
	}
	f := refusedLife(refused)
	f.links = append(f.links, link{draftURL(d.Draft.ID, page), v.t("publish.back." + page)})
	return f
}

// approvers are the roles that must approve, each with who did.
func (view *approvalView) approvers(v *visit, d *draftPage) {
	used := map[string]bool{}
	view.Enough = true
	for _, role := range d.Rules.Approvals {
		row := approverRow{Role: v.roleSaid(role)}
		for _, r := range d.Draft.Reviews {
			if r.Verdict == lifecycle.Approve && r.Role == role && !used[r.Reviewer] {
				used[r.Reviewer] = true
				row.By, row.At = person(r.Reviewer), v.draftTime(r.At)
				break
			}
		}
		view.Enough = view.Enough && row.By != ""
		view.Approvers = append(view.Approvers, row)
	}
}

func (v *visit) roleSaid(role string) string {
	if key := "accounts.role." + role; v.words().has(key) {
		return v.t(key)
	}
	return role
}

func (v *visit) rolesSaid(roles []string) string {
	said := make([]string, len(roles))
	for i, role := range roles {
		said[i] = v.roleSaid(role)
	}
	return strings.Join(said, ", ")
}

// toReview is what a submitted draft changes, and what whoever looks may say of it.
func (p *Portal) toReview(v *visit, d *draftPage, view *approvalView, history []lifecycle.Review, form reviewForm) error {
	change, err := p.Desk.Change(v.ctx(), d.Draft)
	if err != nil {
		return err
	}
	whole := v.difference(change, p.editor(d))
	view.Change = &whole
	if d.Draft.State != lifecycle.Submitted {
		return nil
	}
	view.May = v.allowed(identity.ApproveRevisions)
	view.WhyNot = p.whyNotApprove(v, d)
	view.Form = form
	view.Form.fields(v, d)
	for _, r := range slices.Backward(history) {
		if r.Reviewer != v.ID || r.Fingerprint == d.Draft.Fingerprint {
			continue
		}
		since, err := p.Desk.Diff(v.ctx(), r.Fingerprint, d.Draft.Fingerprint)
		if err != nil {
			return err
		}
		shown := v.difference(since, p.editor(d))
		view.Since, view.SinceWhen, view.SinceEmpty = &shown, v.draftTime(r.At), since.Empty()
		break
	}
	return nil
}

// editor gives the address at which a file of a draft is edited.
func (p *Portal) editor(d *draftPage) func(file string) string {
	return func(file string) string { return draftURL(d.Draft.ID, "regra", "arquivo", file) }
}

// whyNotApprove tells why whoever looks may not approve what is submitted; empty where they may.
func (p *Portal) whyNotApprove(v *visit, d *draftPage) string {
	if why := v.whyNot(identity.ApproveRevisions); why != "" {
		return why
	}
	approved := slices.IndexFunc(d.Draft.Reviews, func(r lifecycle.Review) bool { return r.Reviewer == v.ID && r.Verdict == lifecycle.Approve })
	wrote := slices.ContainsFunc(d.Draft.Changed, func(c lifecycle.Changed) bool { return c.By == v.ID })
	switch {
	case approved >= 0:
		return v.t("publish.approval.mine", "day", v.draftTime(d.Draft.Reviews[approved].At))
	case d.Draft.Author == v.ID:
		return v.t("publish.approval.own")
	case wrote:
		return v.t("publish.approval.wrote")
	case !slices.Contains(d.Rules.Approvals, string(v.Role)):
		return v.t("publish.approval.roles", "roles", v.rolesSaid(d.Rules.Approvals))
	}
	return ""
}
