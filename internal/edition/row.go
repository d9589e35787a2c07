package edition

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"deferido/internal/civil"
	"deferido/internal/corpus"
	"deferido/internal/decision"
)

// Row is a provision of an article on a day, with what the rules make of it.
type Row struct {
	Provision *corpus.Provision
	Anchor    string // its fragment: art39_par2_inc1
	Short     string // within the article: § 2º, I
	Standing  Standing
	Version   *corpus.Version // in force on the day; nil where none is
	Text      *Text           // nil where there is none to show
	Reported  *Passage        // what reports a provision that is known by that only
	HeldFrom  *civil.Date     // the first day on which a text of it is held, where that of the day is not
	Groups    []Group         // by the quote, in the order of the text; those without a quote last
	Unplaced  []*Condition    // whose words are not in the wording of the day
	Disputes  []decision.Dispute
	Cases     []*Case
}

// Group is the conditions that quote the same words.
type Group struct {
	Number     int // of the quote; 0 where there is none
	Quote      string
	Conditions []*Condition
}

// Passage is a line of a source text that is no provision.
type Passage struct {
	At   corpus.Place
	Norm *corpus.Norm
	Text string
}

// Ruled tells whether a rule speaks of the provision.
func (r Row) Ruled() bool { return len(r.Groups)+len(r.Unplaced) > 0 }

// Conditions are all that speak of the provision.
func (r Row) Conditions() []*Condition {
	var all []*Condition
	for _, g := range r.Groups {
		all = append(all, g.Conditions...)
	}
	return append(all, r.Unplaced...)
}

// row is a provision on a day; its quotes are numbered from a number on.
func (w *wording) row(a *article, i, from int) Row {
	p := a.provisions[i]
	r := Row{Provision: p, Anchor: p.Fragment.String(), Short: shortLabel(p.Fragment), Standing: standing(p, w.day), Cases: w.casesOf(p.URN)}
	if v, ok := p.VersionOn(w.day); ok {
		r.Version = &v
	}
	r.Reported = w.passage(p)
	if r.Version != nil && !r.Version.Held {
		r.HeldFrom = heldFrom(p)
	}
	for _, d := range w.set.Disputes() {
		if slices.Contains(d.Provisions, decision.Provision{Norm: p.Norm.Folder, Fragment: r.Anchor}) && !containsDispute(r.Disputes, d) {
			r.Disputes = append(r.Disputes, d)
		}
	}
	var conditions []*Condition
	for _, d := range a.rows[i] {
		conditions = append(conditions, w.condition(d))
	}
	r.place(conditions, from)
	return r
}

// place marks the quotes of conditions in the text and groups the conditions by them.
func (r *Row) place(conditions []*Condition, from int) {
	text := ""
	if r.Version != nil && r.Version.Held {
		text = r.Version.Text
	}
	var quotes []string
	for _, c := range conditions {
		quotes = append(quotes, c.Quote)
	}
	found := placed(text, quotes, from)
	groups := map[int]*Group{}
	for _, c := range conditions {
		s, here := found[c.Quote]
		if c.Quote != "" && !here {
			r.Unplaced = append(r.Unplaced, c)
			continue
		}
		c.Number = s.number
		if groups[s.number] == nil {
			groups[s.number] = &Group{Number: s.number, Quote: c.Quote}
		}
		groups[s.number].Conditions = append(groups[s.number].Conditions, c)
	}
	for _, g := range groups {
		r.Groups = append(r.Groups, *g)
	}
	slices.SortFunc(r.Groups, func(a, b Group) int {
		return cmp.Or(cmp.Compare(unnumbered(a), unnumbered(b)), cmp.Compare(a.Number, b.Number))
	})
	if text != "" {
		r.Text = marked(text, slices.Collect(maps.Values(found)))
	}
}

func unnumbered(g Group) int {
	if g.Number == 0 {
		return 1
	}
	return 0
}

// quotes counts the numbers that a row has given.
func (r *Row) quotes() int {
	n := 0
	for _, g := range r.Groups {
		if g.Number > 0 {
			n++
		}
	}
	return n
}

// shortLabel is a provision within its article: "caput" is that of an article that has other parts, and of one that has none.
func shortLabel(f corpus.Fragment) string {
	if len(f) < 2 {
		return "caput"
	}
	return f[1:].Label()
}

func standing(p *corpus.Provision, day civil.Date) Standing {
	if _, inForce := p.VersionOn(day); inForce {
		return InForce
	}
	if day.Before(p.Versions[0].From) {
		return NotYet
	}
	return Ceased
}

// heldFrom is the first day on which a text of a provision is held; nil where none ever is.
func heldFrom(p *corpus.Provision) *civil.Date {
	for _, v := range p.Versions {
		if v.Held {
			return &v.From
		}
	}
	return nil
}

// passage is what reports a provision that is known by a report only.
func (e *Edition) passage(p *corpus.Provision) *Passage {
	if p.ReportedIn == nil {
		return nil
	}
	norm, known := e.law.Norm(p.ReportedIn.Norm)
	if !known {
		return nil
	}
	file, held := norm.File(p.ReportedIn.File)
	lines := strings.Split(file.Text, "\n")
	if !held || p.ReportedIn.Line > len(lines) {
		return nil
	}
	return &Passage{*p.ReportedIn, norm, lines[p.ReportedIn.Line-1]}
}

// Grade is how well what is said of the provision on the day is known: of its wording where that has one of its own.
func (r Row) Grade() corpus.Grade {
	if r.Version != nil && r.Provision.Reworded {
		return r.Version.Grade
	}
	return r.Provision.Grade
}
