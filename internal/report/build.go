package report

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"deferido/internal/decision"
)

// progressEvery is how many grants are counted between two calls of progress, and two looks at the context.
const progressEvery = 1000

// Grant is a benefit that was granted, as the journal has it.
type Grant struct {
	ID        string // of the decision
	DecidedAt time.Time
	Month     string // of the trip, "2026-07"; empty when its departure is not known
	Category  string // "pessoa_idosa" or "jovem_baixa_renda"
	Benefit   string // "gratuidade" or "desconto"
}

// Options are what a report is made of beside the grants.
type Options struct {
	Period  Quarter
	Carrier decision.Carrier
	Mode    string    // of the carrier's services: service.mode of the facts; empty when not known
	MadeAt  time.Time // stands in the report, unless it is the zero Time
	// Counts are the carrier's own, of months of the quarter, each month and section once.
	Counts []Count
	// Sections tells the section of a decision's ticket; nil knows none. Sections.Of of an import is one.
	Sections func(decision string) (section string, known bool)
}

// Build counts the grants of a carrier, each given once, into its report of a quarter. Every one of them is counted, listed as
// not counted, or counted as of another month. The grants without a month that are given are all listed: whoever asks the journal
// chooses those of the quarter by the time they were decided. The order of grants and counts makes no difference. Memory grows
// with months and sections, not with grants. Progress, which may be nil, is told how many grants are done, now and then and
// at the end.
func Build(ctx context.Context, o Options, grants iter.Seq2[Grant, error], progress func(done int)) (*Report, error) {
	t, err := newTally(o)
	if err != nil {
		return nil, fmt.Errorf("making the report: %w", err)
	}
	done := 0
	for g, err := range grants {
		if err == nil && done%progressEvery == 0 {
			err = ctx.Err()
		}
		if err != nil {
			return nil, fmt.Errorf("counting grants: %w", err)
		}
		t.add(g)
		if done++; progress != nil && done%progressEvery == 0 {
			progress(done)
		}
	}
	if progress != nil && (done == 0 || done%progressEvery != 0) {
		progress(done)
	}
	return t.report(), nil
}

// EachUncounted gives every grant that Build would not count, in the order given, however many. It ends with the error that the
// grants end with.
func EachUncounted(o Options, grants iter.Seq2[Grant, error]) iter.Seq2[Uncounted, error] {
	return func(yield func(Uncounted, error) bool) {
		for g, err := range grants {
			if err != nil {
				yield(Uncounted{}, err)
				return
			}
			if p := o.place(g); p.why != "" && !yield(g.uncounted(p.why), nil) {
				return
			}
		}
	}
}

func (g Grant) uncounted(why Why) Uncounted {
	month := g.Month
	if why == DepartureUnknown {
		month = ""
	}
	return Uncounted{Decision: g.ID, DecidedAt: g.DecidedAt, Month: month, Category: g.Category, Benefit: g.Benefit, Why: why}
}

// cell is the row of a section in a month of the quarter.
type cell struct {
	month   int
	section string
}

// placement is where a grant belongs: in a cell, in another report, or, for a reason, nowhere.
type placement struct {
	cell
	number func(*Numbers) *int // that it adds to
	other  bool                // its month is outside the quarter
	why    Why                 // it is not counted
}

// addsTo is the number that a grant adds to, by category and benefit.
var addsTo = map[[2]string]func(*Numbers) *int{
	{"pessoa_idosa", "gratuidade"}:      func(n *Numbers) *int { return &n.ElderlyFree },
	{"pessoa_idosa", "desconto"}:        func(n *Numbers) *int { return &n.ElderlyDiscount },
	{"jovem_baixa_renda", "gratuidade"}: func(n *Numbers) *int { return &n.YouthFree },
	{"jovem_baixa_renda", "desconto"}:   func(n *Numbers) *int { return &n.YouthDiscount },
}

// place finds where a grant belongs. What is of another month is not of this report, whatever else is amiss with it.
func (o Options) place(g Grant) placement {
	month := o.Period.index(g.Month)
	number := addsTo[[2]string{g.Category, g.Benefit}]
	switch {
	case !isMonth(g.Month):
		return placement{why: DepartureUnknown}
	case month < 0:
		return placement{other: true}
	case number == nil:
		return placement{why: BenefitUnknown}
	}
	text, known := "", false
	if o.Sections != nil {
		text, known = o.Sections(g.ID)
	}
	if !known || strings.TrimSpace(text) == "" {
		return placement{why: SectionUnknown}
	}
	section, wrong := sectionOf(text)
	if wrong != (decision.Sentence{}) {
		return placement{why: SectionUnfit}
	}
	return placement{cell: cell{month, section}, number: number}
}

// tally is a report while it is counted.
type tally struct {
	options   Options
	rows      map[cell]*Numbers
	counted   int
	other     int
	uncounted uncountedTally
	byMonth   [monthsPerQuarter]int // not counted
}

// newTally begins with a row for each of the carrier's counts.
func newTally(o Options) (*tally, error) {
	if o.Period.IsZero() {
		return nil, errors.New("no quarter given")
	}
	t := &tally{options: o, rows: map[cell]*Numbers{}, uncounted: uncountedTally{by: map[Why]int{}}}
	for i, c := range o.Counts {
		at := cell{month: o.Period.index(c.Month)}
		var wrong decision.Sentence
		at.section, wrong = sectionOf(c.Section)
		switch {
		case at.month < 0:
			return nil, fmt.Errorf("count %d: not of a month of %s", i, o.Period)
		case wrong != (decision.Sentence{}):
			return nil, fmt.Errorf("count %d: %s", i, wrong.EN)
		case !isCount(c.Paying) || !isCount(c.DisabilityPass):
			return nil, fmt.Errorf("count %d: %s", i, sayCount.EN)
		case t.rows[at] != nil:
			return nil, fmt.Errorf("count %d: its month and section are counted before", i)
		}
		t.rows[at] = &Numbers{Paying: c.Paying, DisabilityPass: c.DisabilityPass}
	}
	return t, nil
}

func isCount(n *int) bool { return n == nil || *n >= 0 && *n <= maxPassengers }

func (t *tally) add(g Grant) {
	p := t.options.place(g)
	switch {
	case p.other:
		t.other++
	case p.why != "":
		t.uncounted.add(g.uncounted(p.why))
		if month := t.options.Period.index(g.Month); month >= 0 {
			t.byMonth[month]++
		}
	default:
		row := t.rows[p.cell]
		if row == nil {
			row = &Numbers{}
			t.rows[p.cell] = row
		}
		*p.number(row)++
		t.counted++
	}
}

// report is what was counted, in order.
func (t *tally) report() *Report {
	o := t.options
	r := &Report{
		Period: o.Period, Carrier: carrierOf(o.Carrier), Mode: o.Mode, MadeAt: o.MadeAt,
		Counted: t.counted, Uncounted: t.uncounted.list(), OtherMonths: t.other,
	}
	for i, month := range o.Period.Months() {
		r.Months = append(r.Months, Month{Month: month, Sections: []Row{}, Uncounted: t.byMonth[i]})
	}
	for at, n := range t.rows {
		r.Months[at.month].Sections = append(r.Months[at.month].Sections, Row{at.section, *n})
	}
	order := bySection()
	totals := make([]Numbers, len(r.Months))
	for i := range r.Months {
		m := &r.Months[i]
		slices.SortFunc(m.Sections, func(a, b Row) int { return order(a.Section, b.Section) })
		rows := make([]Numbers, len(m.Sections))
		for j, row := range m.Sections {
			rows[j] = row.Numbers
		}
		m.Total = sum(rows)
		totals[i] = m.Total
	}
	r.Total = sum(totals)
	return r
}

// bySection orders names as Portuguese does, and those that it holds equal by their bytes.
func bySection() func(a, b string) int {
	collator := collate.New(language.BrazilianPortuguese)
	return func(a, b string) int { return cmp.Or(collator.CompareString(a, b), strings.Compare(a, b)) }
}
