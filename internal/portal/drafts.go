package portal

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"deferido/internal/identity"
	"deferido/internal/lifecycle"
)

// draftRoutes are the addresses of this group of pages.
var draftRoutes = []route{
	get("/mudancas", identity.ReadRevisions, (*Portal).listDrafts),
	post("/mudancas", identity.WriteDrafts, (*Portal).newDraft),
	get("/mudancas/:n", identity.ReadRevisions, (*Portal).showDraft),
	post("/mudancas/:n/abandono", identity.WriteDrafts, (*Portal).abandonDraft),
	get("/mudancas/:n/base", identity.ReadRevisions, (*Portal).showCarried),
	post("/mudancas/:n/base", identity.WriteDrafts, (*Portal).carryDraft),
	get("/mudancas/:n/regra", identity.ReadRevisions, (*Portal).editRule),
	{method: http.MethodPost, path: "/mudancas/:n/regra", action: identity.WriteDrafts, handle: (*Portal).saveRule, large: maxDraftForm},
	get("/mudancas/:n/texto", identity.ReadRevisions, (*Portal).editText),
	post("/mudancas/:n/texto", identity.WriteDrafts, (*Portal).saveText),
	get("/mudancas/:n/parametros", identity.ReadRevisions, (*Portal).editParameters),
	post("/mudancas/:n/parametros", identity.WriteDrafts, (*Portal).saveParameter),
	get("/mudancas/:n/testes", identity.ReadRevisions, (*Portal).testDraft),
	post("/mudancas/:n/testes", identity.WriteDrafts, (*Portal).newCase),
	get("/mudancas/:n/testes/:caso", identity.ReadRevisions, (*Portal).showCase),
	post("/mudancas/:n/testes/:caso", identity.TryDrafts, (*Portal).tryCase),
	get("/mudancas/:n/verificacao", identity.ReadRevisions, (*Portal).showCheck),
	post("/mudancas/:n/verificacao", identity.WriteDrafts, (*Portal).startCheck),
}

// maxDraftForm is the bytes that the form of a file may have: a file of a draft, each byte of it written as three.
const maxDraftForm = 4 << 20

// draftPage is what the pages of a draft have in common: the template drafts/head shows it.
type draftPage struct {
	*life
	State string // in words
	Began string // day and hour
	Steps []step
	Pages []tab
	// Edits tells that whoever looks may edit it, and Closed that nobody may any more.
	Edits, Closed bool
	// Tries tells that whoever looks may know what the draft answers, and would have answered to what is recorded.
	Tries bool
	// Moved tells that another revision is in service than the one from which the draft begins.
	Moved bool
}

// tab is one of the pages of a draft.
type tab struct {
	URL, Label string
	Current    bool
}

// draftURL is the address of a page of a draft: "" is its first one.
func draftURL(id, page string, query ...string) string {
	at := "/mudancas/" + url.PathEscape(id)
	if page != "" {
		at += "/" + page
	}
	values := url.Values{}
	for i := 0; i+1 < len(query); i += 2 {
		values.Set(query[i], query[i+1])
	}
	if len(values) > 0 {
		at += "?" + values.Encode()
	}
	return at
}

// draftPages are the pages of a draft, in the order of its steps.
var draftPages = []string{"", "regra", "texto", "parametros", "testes", "impacto", "aprovacao", "publicacao"}

// draftPage reads a draft for one of its pages.
func (p *Portal) draftPage(v *visit, current string) (*draftPage, error) {
	l, err := p.life(v.ctx(), v.Param("n"))
	if err != nil {
		return nil, err
	}
	d := &draftPage{life: l, Began: v.draftTime(l.Draft.CreatedAt), State: v.t("drafts.state." + l.Draft.State)}
	d.Closed = l.Draft.State != lifecycle.Open && l.Draft.State != lifecycle.Submitted
	d.Edits = !d.Closed && v.allowed(identity.WriteDrafts)
	d.Tries = v.allowed(identity.TryDrafts)
	d.Moved = !d.Closed && l.Current.Revision != l.Draft.Base
	d.Steps = l.steps(v)
	for _, name := range draftPages {
		if !p.hasDraftPage(name) || name == "impacto" && !d.Tries {
			continue
		}
		label := "inicio"
		if name != "" {
			label = name
		}
		d.Pages = append(d.Pages, tab{draftURL(l.Draft.ID, name), v.t("drafts.page." + label), name == current})
	}
	return d, nil
}

// hasDraftPage tells whether one of the pages of a draft is there.
func (p *Portal) hasDraftPage(name string) bool {
	return p.served[strings.TrimSuffix("/mudancas/:n/"+name, "/")]
}

// crumbs lead to a page of the draft.
func (d *draftPage) crumbs(v *visit, current string) []link {
	all := []link{{"/mudancas", v.t("shell.section.mudancas")}, {"", d.Draft.Title}}
	if current != "" {
		all[1].URL = draftURL(d.Draft.ID, "")
		all = append(all, link{"", v.t("drafts.page." + current)})
	}
	return all
}

// page is a page of the draft, whose body has it as Head.
func (d *draftPage) page(v *visit, current, template string, body map[string]any) page {
	body["Head"] = d
	title := d.Draft.Title
	if current != "" {
		title = v.t("drafts.page."+current) + " · " + title
	}
	return page{Title: title, Template: template, Section: "mudancas", Crumbs: d.crumbs(v, current), Body: body}
}

// draftTime is an instant in the zone of decisions.
func (v *visit) draftTime(t time.Time) string {
	return v.words().clock(t.In(v.portal.Now().Location()))
}

// noDesk is the page where policy sets do not change.
func noDesk() error { return notFound("drafts.none") }

// desk is the desk, or the page of there being none.
func (p *Portal) desk() (Desk, error) {
	if p.Desk == nil {
		return nil, noDesk()
	}
	return p.Desk, nil
}

// life reads a draft with how far it is.
func (p *Portal) life(ctx context.Context, id string) (*life, error) {
	desk, err := p.desk()
	if err != nil {
		return nil, err
	}
	l := &life{Rules: desk.Rules(), now: p.Now()}
	if l.Draft, err = desk.Draft(ctx, id); err != nil {
		return nil, err
	}
	if l.Revision, l.Report, err = desk.Checked(ctx, id); err != nil {
		return nil, err
	}
	if l.log, err = desk.Log(ctx); err != nil {
		return nil, err
	}
	l.Current, _ = l.log.At(l.now)
	l.look(p.checks.find(checkKey(l.Revision)))
	return l, nil
}
