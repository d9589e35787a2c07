package portal

import (
	"net/http"
	"net/url"
	"slices"
	"time"

	"deferido/internal/identity"
	"deferido/internal/lifecycle"
)

// revisionRoutes are the addresses of what was in service when, and of each revision.
var revisionRoutes = []route{
	get("/revisoes", identity.ReadRevisions, (*Portal).listRevisions),
	get("/revisoes/:sha", identity.ReadRevisions, (*Portal).showRevision),
	post("/revisoes/:sha/volta", identity.ActivateRevisions, (*Portal).goBack),
	post("/revisoes/:sha/confirmacao", identity.ActivateRevisions, (*Portal).answerGoingBack),
	post("/revisoes/:sha/parada", identity.ActivateRevisions, (*Portal).stopRevision),
}

// revisionURL is the address of a revision, with names and values of its query by turns.
func revisionURL(revision string, query ...string) string {
	at := "/revisoes/" + url.PathEscape(revision)
	values := url.Values{}
	for i := 0; i+1 < len(query); i += 2 {
		values.Set(query[i], query[i+1])
	}
	if len(values) > 0 {
		at += "?" + values.Encode()
	}
	return at
}

// reign is a time in which a revision is in service, or will be.
type reign struct {
	lifecycle.Activation
	Until time.Time // zero where nothing is to follow
}

// reigns are the times in which revisions are in service, in order; what another that begins with it takes the place of is left out.
func reigns(log lifecycle.Log) []reign {
	var all []reign
	for _, a := range log {
		if a.Kind != lifecycle.KindStop && !log.Stopped(a.Seq) {
			all = append(all, reign{Activation: a})
		}
	}
	slices.SortStableFunc(all, func(a, b reign) int { return a.FromAt.Compare(b.FromAt) })
	var kept []reign
	for i, r := range all {
		if i+1 < len(all) {
			if r.Until = all[i+1].FromAt; !r.Until.After(r.FromAt) {
				continue
			}
		}
		kept = append(kept, r)
	}
	return kept
}

// lastSeq is the sequence number of the last activation of a list; 0 for none.
func lastSeq(log lifecycle.Log) int {
	if len(log) == 0 {
		return 0
	}
	return log[len(log)-1].Seq
}

// reignRow is a row of the list of what was in service when.
type reignRow struct {
	Seq            int
	From, Until    string // Until is empty where nothing is to follow
	Revision, URL  string
	Kind, Who, Why string
	Now            bool
	Compare        string // address of what differs from the revision before; empty for none
	Approved       string // who approved it
}

// stoppedRow is an activation that was called off before it began.
type stoppedRow struct {
	From, Revision, URL string
	Who, When, Why      string
}

// listRevisions answers GET /revisoes.
func (p *Portal) listRevisions(v *visit) error {
	desk, err := p.desk()
	if err != nil {
		return err
	}
	log, err := desk.Log(v.ctx())
	if err != nil {
		return err
	}
	past, next := p.reignRows(v, log)
	kept, err := p.neverServed(v, desk, log)
	if err != nil {
		return err
	}
	asked, err := p.asked(v, desk)
	if err != nil {
		return err
	}
	body := map[string]any{
		"Past": past, "Next": next, "Stopped": v.stoppedRows(log), "Kept": kept, "Asked": asked, "Failed": p.notServed(v, desk, log),
		"May": v.allowed(identity.ActivateRevisions),
	}
	return v.render(http.StatusOK, page{Title: v.t("publish.revisions.title"), Template: "publish/revisions", Section: "mudancas", Crumbs: revisionCrumbs(v, ""), Body: body})
}

func revisionCrumbs(v *visit, revision string) []link {
	all := []link{{"/mudancas", v.t("shell.section.mudancas")}, {"", v.t("publish.revisions.crumb")}}
	if revision != "" {
		all[1].URL = "/revisoes"
		all = append(all, link{"", short(revision)})
	}
	return all
}

// reignRows are what was in service, the newest first, and what is to be, the soonest first.
func (p *Portal) reignRows(v *visit, log lifecycle.Log) (past, next []reignRow) {
	now := p.Now()
	before := ""
	for _, r := range reigns(log) {
		row := reignRow{
			Seq: r.Seq, From: v.moment(r.FromAt), Until: v.moment(r.Until), Revision: r.Revision, URL: revisionURL(r.Revision),
			Kind: v.t("publish.kind." + r.Kind), Who: v.actorSaid(r.By), Why: r.Reason,
		}
		if r.Kind == lifecycle.KindProgram {
			row.Why = ""
		}
		if before != "" && before != r.Revision {
			row.Compare = revisionURL(r.Revision, "com", before)
		}
		before = r.Revision
		if r.FromAt.After(now) {
			next = append(next, row)
			continue
		}
		row.Now = r.Until.IsZero() || r.Until.After(now)
		past = append(past, row)
	}
	slices.Reverse(past)
	return past, next
}

// actorSaid names who activated something.
func (v *visit) actorSaid(id string) string {
	if id == lifecycle.ByProgram {
		return v.t("publish.revisions.by_program")
	}
	return person(id)
}

// stoppedRows are the activations that were called off, the newest first.
func (v *visit) stoppedRows(log lifecycle.Log) []stoppedRow {
	var rows []stoppedRow
	for _, stop := range slices.Backward(log) {
		if stop.Kind != lifecycle.KindStop {
			continue
		}
		for _, a := range log {
			if a.Seq == stop.Stops {
				rows = append(rows, stoppedRow{v.moment(a.FromAt), a.Revision, revisionURL(a.Revision), person(stop.By), v.draftTime(stop.At), stop.Reason})
			}
		}
	}
	return rows
}

// keptRow is a revision that is kept and was never in service.
type keptRow struct{ Revision, URL, At, Draft, DraftURL string }

// neverServed are the revisions that are kept and never were, nor are to be, in service.
func (p *Portal) neverServed(v *visit, desk Desk, log lifecycle.Log) ([]keptRow, error) {
	all, err := desk.Revisions(v.ctx())
	if err != nil {
		return nil, err
	}
	drafts, err := desk.Drafts(v.ctx())
	if err != nil {
		return nil, err
	}
	var rows []keptRow
	for _, r := range all {
		if slices.ContainsFunc(log, func(a lifecycle.Activation) bool { return a.Revision == r.Revision && !log.Stopped(a.Seq) }) {
			continue
		}
		row := keptRow{Revision: r.Revision, URL: revisionURL(r.Revision), At: v.draftTime(r.KeptAt)}
		if d := draftOf(drafts, r.Revision); d != nil {
			row.Draft, row.DraftURL = d.Title, draftURL(d.ID, "")
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// draftOf is the draft whose approval was asked for as a revision; nil where there is none.
func draftOf(drafts []*lifecycle.Draft, revision string) *lifecycle.Draft {
	i := slices.IndexFunc(drafts, func(d *lifecycle.Draft) bool { return d.Fingerprint == revision })
	if i < 0 {
		return nil
	}
	return drafts[i]
}

// notServedView is an activation that should be in service here and is not.
type notServedView struct{ Revision, URL, From, Cause string }

// notServed is what should be in service and could not be put there; nil where all is as it should be.
func (p *Portal) notServed(v *visit, desk Desk, log lifecycle.Log) *notServedView {
	state := desk.State()
	if state.Failed == "" {
		return nil
	}
	view := &notServedView{Cause: state.Failed}
	for _, a := range log {
		if a.Seq == state.Wanted {
			view.Revision, view.URL, view.From = a.Revision, revisionURL(a.Revision), v.moment(a.FromAt)
		}
	}
	return view
}
