package portal

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"deferido/internal/engine"
	"deferido/internal/identity"
	"deferido/internal/lifecycle"
)

// The views of the sign-offs, as addresses name them.
const (
	viewMine     = "minha"
	viewBroken   = "rompidas"
	viewNever    = "nunca"
	viewAll      = "todas"
	viewProblems = "problemas"
)

var queueViews = []string{viewMine, viewBroken, viewNever, viewAll, viewProblems}

// signoffLine is a provision in a list of sign-offs.
type signoffLine struct {
	URN, Label string
	Class      string
	Seal       sealView
	Mine       bool // the visitor signed it
	Problems   int  // that are open
}

// signoffGroup is a part of a list of sign-offs.
type signoffGroup struct {
	Key   string // of its words
	Lines []signoffLine
}

// signoffQueue answers GET /conferencias.
func (p *Portal) signoffQueue(v *visit) error {
	if p.Office == nil {
		return notFound("ledger.no_office")
	}
	view, norm := v.Query("ver"), v.Query("norma")
	if view == "" {
		view = viewMine
	}
	_, known := v.set.Corpus().Norm(norm)
	if !slices.Contains(queueViews, view) || norm != "" && !known {
		return &failure{status: http.StatusBadRequest, key: "ledger.no_filter", links: []link{{"/conferencias", v.t("ledger.signoffs.title")}}}
	}
	b, err := p.book(v.ctx(), v.set)
	if err != nil {
		return err
	}
	signed, err := p.signoffs(v.ctx(), v.set)
	if err != nil {
		return err
	}
	remarks, err := p.remarksOf(v.ctx(), v.set)
	if err != nil {
		return err
	}
	q := &queue{v, b, signed, remarks, norm}
	body := map[string]any{
		"Siblings": v.siblings("/conferencias"), "View": view, "Views": q.views(view), "Groups": q.groups(view), "Problems": []remarkView(nil), "Norm": norm,
		"Norms": q.norms(), "Done": q.done(v.Query("conferido")), "Lawyer": v.Role == identity.Lawyer, "Whole": q.whole(),
	}
	if view == viewProblems {
		body["Problems"] = q.problems()
	}
	return v.render(http.StatusOK, page{
		Title: v.t("ledger.signoffs.title"), Template: "ledger/signoffs", Section: "normas",
		Crumbs: []link{{"/normas", v.t("ledger.siblings.norms")}, {"", v.t("ledger.signoffs.title")}}, Body: body,
	})
}

// queue is what a list of sign-offs is made of.
type queue struct {
	v       *visit
	book    *book
	signed  map[string]*signoff
	remarks map[string][]lifecycle.Remark
	norm    string // only its provisions; empty for all
}

// each walks the provisions, in document order.
func (q *queue) each(do func(r *bookRow, s *signoff)) {
	for _, r := range q.book.rows {
		if r.URN != "" && (q.norm == "" || q.norm == r.Norm) {
			do(r, q.signed[r.URN])
		}
	}
}

// groups are the provisions of a view.
func (q *queue) groups(view string) []signoffGroup {
	names := map[string][]string{
		viewMine: {"mine", "others", "former", "never"}, viewBroken: {"mine", "others"}, viewNever: {"never"}, viewAll: {"all"},
	}[view]
	lines := map[string][]signoffLine{}
	q.each(func(r *bookRow, s *signoff) {
		group := q.groupOf(s)
		if view == viewAll {
			group = "all"
		}
		lines[group] = append(lines[group], q.line(r, s))
	})
	var groups []signoffGroup
	for _, name := range names {
		if len(lines[name]) > 0 {
			groups = append(groups, signoffGroup{name, lines[name]})
		}
	}
	return groups
}

// groupOf tells where in a lawyer's queue a provision belongs: what they signed and broke comes first, also where another's
// signature holds; then what broke otherwise; what they signed when a signature covered less; what nobody signed. What holds is in
// nobody's queue.
func (q *queue) groupOf(s *signoff) string {
	if s == nil {
		return "never"
	}
	own := s.by(q.v.ID)
	switch {
	case own != nil && len(own.Broken) > 0:
		return "mine"
	case s.State == brokenOff:
		return "others"
	case own != nil && own.Former:
		return "former"
	}
	return ""
}

func (q *queue) line(r *bookRow, s *signoff) signoffLine {
	line := signoffLine{URN: r.URN, Label: r.Label, Class: q.v.t("ledger.class." + string(r.Status)), Seal: q.v.sealOf(s)}
	if s != nil {
		if own := s.by(q.v.ID); own != nil {
			line.Mine = true
			if len(own.Broken) > 0 {
				line.Seal = q.v.sealShown(own, brokenOff)
			}
		}
	}
	for _, m := range q.remarks[r.URN] {
		if !m.Settled() {
			line.Problems++
		}
	}
	return line
}

// queueView is a way to another view, with how many it has.
type queueView struct {
	URL, Key string
	N        int
	Current  bool
}

func (q *queue) views(current string) []queueView {
	var all []queueView
	for _, view := range queueViews {
		n := 0
		if view == viewProblems {
			n = len(q.problems())
		}
		for _, g := range q.groups(view) {
			n += len(g.Lines)
		}
		query := url.Values{"ver": {view}}
		if q.norm != "" {
			query.Set("norma", q.norm)
		}
		all = append(all, queueView{"/conferencias?" + query.Encode(), view, n, view == current})
	}
	return all
}

// whole says how many of all provisions are signed off.
func (q *queue) whole() string {
	all, holding := 0, 0
	q.each(func(_ *bookRow, s *signoff) {
		if all++; s != nil && s.State == signedOff {
			holding++
		}
	})
	return q.v.t("ledger.signoffs.whole", "n", q.v.words().number(holding), "all", q.v.words().number(all))
}

// norms are the choices of the filter.
func (q *queue) norms() field {
	f := field{ID: "norma", Name: "norma", Label: q.v.t("ledger.filter.norma"), Value: q.norm, Options: []option{{"", q.v.t("ledger.filter.any")}}}
	for _, n := range q.v.set.Corpus().Norms() {
		f.Options = append(f.Options, option{n.Folder, n.Title})
	}
	return f
}

// done is the label of the provision that was signed just now; empty where none was.
func (q *queue) done(urn string) string {
	if r := q.book.byURN[urn]; r != nil && q.signed[urn] != nil && q.signed[urn].by(q.v.ID) != nil {
		return r.Label
	}
	return ""
}

// problems are the open remarks, those without a place first.
func (q *queue) problems() []remarkView {
	var lost, placed []remarkView
	q.each(func(r *bookRow, _ *signoff) {
		for _, m := range q.remarks[r.URN] {
			switch {
			case m.Settled():
			case m.Placed:
				placed = append(placed, q.v.remarkView(m, r.Label))
			default:
				lost = append(lost, q.v.remarkView(m, r.Label))
			}
		}
	})
	return append(lost, placed...)
}

// remarksOf are the problems that somebody sees in provisions, by URN, newest first.
func (p *Portal) remarksOf(ctx context.Context, set *engine.Set) (map[string][]lifecycle.Remark, error) {
	found := map[string][]lifecycle.Remark{}
	if p.Office == nil {
		return found, nil
	}
	all, err := p.Office.Remarks(ctx, set)
	if err != nil {
		return nil, fmt.Errorf("reading the remarks: %w", err)
	}
	for _, m := range all {
		found[m.Provision] = append(found[m.Provision], m)
	}
	return found, nil
}

// remarkView is a remark as a page shows it.
type remarkView struct {
	ID         string
	URN, Label string
	Quote      string // words of the law, or that were words of it
	Placed     bool
	Text, By   string
	Outcome    string // how it was settled; empty while it is open
	Settled    string // by whom and when
}

func (v *visit) remarkView(m lifecycle.Remark, label string) remarkView {
	view := remarkView{ID: m.ID, URN: m.Provision, Label: label, Quote: m.Quote, Placed: m.Placed, Text: m.Text, By: v.signedBy(m.Author, m.At)}
	if m.Settled() {
		view.Outcome, view.Settled = m.Outcome, v.signedBy(m.SettledBy, m.SettledAt)
	}
	return view
}
