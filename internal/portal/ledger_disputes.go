package portal

import (
	"net/http"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"deferido/internal/decision"
)

// disputeLine is a dispute in the list. Several declared disputes may have one id: one for the elderly, one for the young.
type disputeLine struct {
	ID     string
	Titles []string
	Courts []string
	Grades []string
	Cases  int
}

// disputes answers GET /divergencias.
func (p *Portal) disputes(v *visit) error {
	b, err := p.book(v.ctx(), v.set)
	if err != nil {
		return err
	}
	var lines []*disputeLine
	for _, d := range v.set.Disputes() {
		if len(lines) == 0 || lines[len(lines)-1].ID != d.ID {
			lines = append(lines, &disputeLine{ID: d.ID, Cases: len(b.casesOfDispute(d.ID))})
		}
		line := lines[len(lines)-1]
		line.Titles = append(line.Titles, disputeTitle(d))
		line.Courts = appendOnce(line.Courts, d.Court.In(v.lang))
		line.Grades = appendOnce(line.Grades, d.Grade)
	}
	return v.render(http.StatusOK, page{
		Title: v.t("ledger.disputes.title"), Template: "ledger/disputes", Section: "divergencias", Narrow: true,
		Body: map[string]any{"Lines": lines, "Decides": p.Reading},
	})
}

// disputeTitle is the title of a dispute without its id.
func disputeTitle(d decision.Dispute) string {
	title := strings.TrimSpace(strings.TrimLeft(strings.TrimPrefix(d.Title, d.ID), " —-"))
	first, size := utf8.DecodeRuneInString(title)
	return string(unicode.ToUpper(first)) + title[size:]
}

// casesOfDispute are the cases that a dispute touches.
func (b *book) casesOfDispute(id string) []*bookCase {
	return b.casesWhere(func(c *bookCase) bool { return slices.Contains(c.Disputes, id) })
}

// quoted is words of the law at issue, with the condition that they became.
type quoted struct {
	URN, Label string
	Quote      string // empty where the text is not held
	Rules      []ruleLine
}

// position is a declared dispute: what the letter asks, and what the other reading does with it.
type position struct {
	decision.Dispute
	Title   string
	Aside   []quoted // set aside by the other reading
	Adds    []quoted // that the other reading adds
	Grounds []quoted // provisions that it names beside those, with their newest wording
	Kind    string   // aside, adds or none: what the other reading does
	Court   string
	Case    string
	Final   string
}

// dispute answers GET /divergencias/{id}.
func (p *Portal) dispute(v *visit) error {
	id := v.Param("id")
	b, err := p.book(v.ctx(), v.set)
	if err != nil {
		return err
	}
	var positions []position
	for _, d := range v.set.Disputes() {
		if d.ID == id {
			positions = append(positions, v.position(b, d))
		}
	}
	if len(positions) == 0 {
		return notFound("ledger.no_dispute", link{"/divergencias", v.t("ledger.disputes.title")})
	}
	touched, err := v.touchedByDispute(id)
	if err != nil {
		return err
	}
	return v.render(http.StatusOK, page{
		Title: id, Template: "ledger/dispute", Section: "divergencias", Crumbs: []link{{"/divergencias", v.t("ledger.disputes.title")}, {"", id}},
		Body: map[string]any{"ID": id, "Positions": positions, "Decides": p.Reading, "Cases": v.caseLines(b.casesOfDispute(id)), "Touched": touched},
	})
}

func (v *visit) position(b *book, d decision.Dispute) position {
	at := position{
		Dispute: d, Title: disputeTitle(d), Aside: v.quotedIn(b.rulesOf(v.set.SetAside(d.Name))), Adds: v.quotedIn(b.rulesOf(v.set.Adds(d.Name))), Kind: "none",
		Court: d.Court.In(v.lang), Case: d.Case.In(v.lang), Final: d.Finality.In(v.lang),
	}
	switch {
	case len(at.Adds) > 0:
		at.Kind = "adds"
	case len(at.Aside) > 0:
		at.Kind = "aside"
	}
	for _, named := range d.Provisions {
		if p, known := v.set.Corpus().Provision(named.Norm, named.Fragment); known {
			text, _ := p.Text()
			at.Grounds = append(at.Grounds, quoted{URN: p.URN, Label: p.Label, Quote: text})
		}
	}
	return at
}

// quotedIn are rules by the words of the law that they quote, in document order.
func (v *visit) quotedIn(rules []bookRule) []quoted {
	slices.SortStableFunc(rules, func(a, b bookRule) int { return v.place(a) - v.place(b) })
	var all []quoted
	for _, r := range rules {
		p, known := v.set.Corpus().Provision(r.Norm, r.Fragment)
		if !known {
			continue
		}
		last := len(all) - 1
		if last < 0 || all[last].URN != p.URN || all[last].Quote != r.Quote {
			all = append(all, quoted{URN: p.URN, Label: p.Label, Quote: r.Quote})
			last++
		}
		title, foreign := r.in(v.lang)
		all[last].Rules = appendOnce(all[last].Rules, ruleLine{ruleTitle{title, foreign}, v.questionShort(r.Question), r.Role})
	}
	return all
}

// place is the place of a rule's provision in the order of the whole law.
func (v *visit) place(r bookRule) int {
	p, known := v.set.Corpus().Provision(r.Norm, r.Fragment)
	if !known {
		return -1
	}
	return p.Order
}

// caseLine is a case in a list.
type caseLine struct {
	ID, Title     string
	Question      string
	Text, CaseLaw string // outcomes; empty where it is not answered with a decision
	Contested     bool
}

func (v *visit) caseLines(cases []*bookCase) []caseLine {
	var lines []caseLine
	for _, c := range cases {
		lines = append(lines, caseLine{c.ID, c.Title, v.questionShort(c.Question), answerState(c.Question, c.Text, nil), answerState(c.Question, c.CaseLaw, nil), c.Contested})
	}
	return lines
}
