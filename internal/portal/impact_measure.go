package portal

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"deferido/internal/civil"
	"deferido/internal/impact"
	"deferido/internal/lifecycle"
)

// measureView is what a measurement found: the template publish/measured shows it.
type measureView struct {
	ID, By, At  string
	Stale       bool // the draft changed since
	Whole       bool
	Scope       string // what was measured
	Period      string // of the decisions that were decided again; empty where there were none
	Flipped     string // how many of how many would change, in words
	Replayed    int
	Changes     []changeRow
	Undecided   []reasonRow
	Reversals   []reversalView
	Errors      []link // of the justifications
	Fingerprint string
	May, Fixed  bool // whoever looks may justify; what was said stays, since approval was asked for
	Pairs       []pairGroup
	Weeks       *columnsView
	WeekRows    []impactWeek
	Tables      []countTable
	Cases       string
	Days        []daySpan
	Grid        bool
}

// changeRow is how many answers change in a way.
type changeRow struct {
	Key, Label string
	N          int
	URL        string // of the pairs; empty for none
	Class      string // allow, deny, wait or empty
	Unmeasured bool
}

// reasonRow is how many cannot be decided, and why.
type reasonRow struct {
	Why string
	N   int
}

// countTable is a table of flips by something.
type countTable struct {
	Key  string
	Rows []countRow
	Of   bool // how many were decided again is known of each
}

// countRow is one of them.
type countRow struct {
	Label, URL string
	Foreign    bool
	N, Of      int
}

// daySpan is days on which cases come out otherwise.
type daySpan struct {
	Days  string
	Cases []string
}

// changeKeys are the ways in which answers change, in the order of the table.
var changeKeys = []string{"granted", "refused", "missing", "supplied", "result", "reason", "undecided"}

// changeClasses are the tones of those that have one.
var changeClasses = map[string]string{"granted": "allow", "refused": "deny", "missing": "wait", "undecided": "deny"}

// changeKey is the way of a change as package impact names it.
func changeKey(change string) string {
	switch {
	case change == impact.Granted:
		return "granted"
	case change == impact.Refused:
		return "refused"
	case change == impact.Reason:
		return "reason"
	case change == impact.Result || change == impact.Contested:
		return "result"
	case strings.HasSuffix(change, impact.Undecided):
		return "undecided"
	case strings.HasSuffix(change, "→ incomplete"):
		return "missing"
	}
	return "supplied"
}

// byKey counts changes by their way.
func byKey(changes map[string]int) map[string]int {
	counts := map[string]int{}
	for change, n := range changes {
		counts[changeKey(change)] += n
	}
	return counts
}

// measureView reads a measurement of a draft, and lists those that are kept. Without an id it is the newest of the draft as it
// stands, or else the newest; nil where there is none.
func (p *Portal) measureView(v *visit, d *draftPage, id string, forms impactForms) (*measureView, []lifecycle.Impact, error) {
	all, err := p.Desk.Impacts(v.ctx(), d.Draft.ID)
	if err != nil || len(all) == 0 && id == "" {
		return nil, nil, err
	}
	if id == "" {
		i := max(0, slices.IndexFunc(all, func(i lifecycle.Impact) bool { return i.Revision == d.Revision }))
		id = all[i].ID
	}
	m, err := p.Desk.Measured(v.ctx(), d.Draft.ID, id)
	if err != nil {
		return nil, nil, err
	}
	s := m.Found.Decisions
	view := &measureView{
		ID: m.ID, By: person(m.By), At: v.draftTime(m.At), Stale: m.Revision != d.Revision, Whole: m.Scope.Whole(), Scope: v.scopeSaid(&m.Scope),
		Replayed: s.Replayed, Fingerprint: m.Revision, May: d.Edits, Fixed: d.Draft.State == lifecycle.Submitted,
		Flipped: v.count("publish.measured.flipped", s.Flipped, "of", v.words().number(s.Replayed)),
	}
	if !s.First.IsZero() {
		view.Period = v.t("publish.measured.period", "from", v.words().day(v.localDay(s.First)), "to", v.words().day(v.localDay(s.Last)))
	}
	view.Changes = v.changes(d, m)
	for _, why := range slices.Sorted(maps.Keys(s.ByProblem)) {
		view.Undecided = append(view.Undecided, reasonRow{v.t("publish.why." + why), s.ByProblem[why]})
	}
	if !view.Stale {
		if err := p.reversals(v, d, view, forms); err != nil {
			return nil, nil, err
		}
	}
	view.Pairs = v.pairs(d, m)
	view.weeks(v, s.Weeks)
	view.Tables = p.countTables(v, s)
	view.Cases = v.count("publish.measured.cases", m.Found.Cases.Flipped, "of", v.words().number(m.Found.Cases.Replayed))
	view.Grid = m.Scope.Grid != nil
	for _, span := range m.Found.Days {
		view.Days = append(view.Days, daySpan{v.daysSaid(span.First, span.Last), span.IDs})
	}
	return view, all, nil
}

// changes are the rows of the table by the way of change.
func (v *visit) changes(d *draftPage, m *impact.Measurement) []changeRow {
	counts := byKey(m.Found.Decisions.ByChange)
	var rows []changeRow
	for _, key := range changeKeys {
		row := changeRow{Key: key, Label: v.t("publish.change." + key), N: counts[key], Class: changeClasses[key], Unmeasured: key == "reason" && !m.Scope.Reasons}
		if row.N > 0 {
			row.URL = draftURL(d.Draft.ID, "impacto", "medicao", m.ID) + "#pares-" + key
		}
		if row.N == 0 && key == "supplied" {
			continue
		}
		rows = append(rows, row)
	}
	return rows
}

func (v *visit) daysSaid(first, last civil.Date) string {
	if first == last {
		return v.words().day(first)
	}
	return v.t("publish.measured.days", "from", v.words().day(first), "to", v.words().day(last))
}

// reversalView is grants that would be refused, with why.
type reversalView struct {
	N                    string // of the fields of the form
	Said                 string // how many of what
	Question, Provision  string
	Label                string // of the provision; empty where nothing is unmet
	Text, By, At         string // the justification that is kept
	Field                area
	Justified, Suggested bool
}

// reversals are the grants that the draft as it stands would refuse, by any measurement of it.
func (p *Portal) reversals(v *visit, d *draftPage, view *measureView, forms impactForms) error {
	all, err := p.Desk.Reversals(v.ctx(), d.Draft.ID, d.Revision)
	if err != nil || len(all) == 0 {
		return err
	}
	before, err := p.Desk.JustifiedBefore(v.ctx(), d.Draft.ID, d.Revision)
	if err != nil {
		return err
	}
	for i, r := range all {
		one := v.reversal(r)
		one.N = strconv.Itoa(i)
		name := "porque" + one.N
		one.Field = area{field: field{ID: name, Name: name, Label: v.t("publish.justify.why"), Value: r.Text}, Rows: 3, Readonly: view.Fixed && one.Justified}
		if !one.Justified {
			for _, j := range before {
				if j.Question == r.Question && j.Provision == r.Provision {
					one.Field.Value, one.Field.Hint, one.Suggested = j.Text, v.t("publish.justify.former"), true
				}
			}
		}
		if sent, was := forms.reasons[name]; was {
			one.Field.Value = sent
		}
		if one.Field.Fault = forms.faults[name]; one.Field.Fault != "" {
			view.Errors = append(view.Errors, link{"#" + name, one.Field.Fault})
		}
		view.Reversals = append(view.Reversals, one)
	}
	return nil
}

// reversal is grants that would be refused, as pages tell them.
func (v *visit) reversal(r lifecycle.Reversal) reversalView {
	one := reversalView{Question: r.Question, Provision: r.Provision, Text: r.Text, By: person(r.By), Justified: r.Justified()}
	one.Said = v.count("publish.justify.of", r.Answers, "question", v.questionShort(r.Question))
	if r.Provision != "" {
		one.Label = v.provisionLabel(r.Provision)
	}
	if one.Justified {
		one.At = v.draftTime(r.At)
	}
	return one
}

// Open is how many are to be justified.
func (m *measureView) Open() int {
	open := 0
	for _, r := range m.Reversals {
		if !r.Justified {
			open++
		}
	}
	return open
}

// countTables are the flips by question, provision, carrier and month, most of them first; the months in their order.
func (p *Portal) countTables(v *visit, s *impact.Summary) []countTable {
	table := func(key string, counts, of map[string]int, row func(name string) countRow) countTable {
		t := countTable{Key: key, Of: of != nil}
		for name, n := range counts {
			r := row(name)
			r.N, r.Of = n, of[name]
			t.Rows = append(t.Rows, r)
		}
		slices.SortFunc(t.Rows, func(a, b countRow) int { return cmp.Or(cmp.Compare(b.N, a.N), strings.Compare(a.Label, b.Label)) })
		return t
	}
	tables := []countTable{
		table("question", s.ByQuestion, s.Of.Question, func(name string) countRow { return countRow{Label: v.questionShort(name)} }),
		table("provision", s.ByProvision, nil, func(urn string) countRow {
			return countRow{Label: v.provisionLabel(urn), URL: provisionURL(urn, ""), Foreign: true}
		}),
		table("carrier", s.ByCarrier, s.Of.Carrier, func(id string) countRow {
			if id == "" {
				return countRow{Label: v.t("publish.measured.no_carrier")}
			}
			return countRow{Label: p.carrierName(v, id)}
		}),
	}
	months := countTable{Key: "month", Of: true}
	for _, month := range slices.Sorted(maps.Keys(s.ByMonth)) {
		months.Rows = append(months.Rows, countRow{Label: monthSaid(month), N: s.ByMonth[month], Of: s.Of.Month[month]})
	}
	return append(tables, months)
}

// monthSaid writes a month that is given as YYYY-MM: 12/2026.
func monthSaid(month string) string {
	year, number, found := strings.Cut(month, "-")
	if !found {
		return month
	}
	return number + "/" + year
}
