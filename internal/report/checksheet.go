package report

import (
	"strconv"

	"deferido/internal/decision"
)

// writeCheck writes whose report it is, what was counted and what the policies say of it: one row a statement.
func (b *workbook) writeCheck(r *Report) error {
	w := b.words
	return b.writeSheet(w.check, w.checkColumns[:], []float64{20, 48, 34, 44, 80}, func(s *sheet) error {
		p := statements{sheet: s}
		b.stateReport(&p, r)
		if r.Check == nil {
			p.say(w.check, w.answer, w.notChecked, "", "")
			return p.err
		}
		b.stateAnswer(&p, r.Check)
		b.stateAbsent(&p, r.Check)
		for _, basis := range r.Check.LegalBasis {
			p.say(w.basis, basis.Label, w.metWord(basis.Met), basis.URN, basis.Reason)
		}
		for _, d := range r.Check.Duties {
			p.say(w.duty, "", "", d.URN, d.Text)
		}
		for _, m := range r.Check.Missing {
			p.say(w.missing, m.Fact, "", m.URN, m.Ask)
		}
		for _, warning := range r.Check.Warnings {
			p.say(w.warning, warning.Code, "", warning.URN, warning.Text)
		}
		return p.err
	})
}

// statements writes rows until one fails.
type statements struct {
	sheet *sheet
	err   error
}

func (p *statements) say(subject, item, state, provision, text string) {
	p.put(subject, item, state, provision, text)
}

// count states a number.
func (p *statements) count(subject, item string, n int, text string) {
	p.put(subject, item, &n, "", text)
}

func (p *statements) put(values ...any) {
	if p.err == nil {
		p.err = p.sheet.row(values...)
	}
}

func (b *workbook) stateReport(p *statements, r *Report) {
	w := b.words
	p.say(w.report, w.carrier, r.Carrier.Name, "", r.Carrier.ID)
	p.say(w.report, w.cnpj, r.Carrier.CNPJ, "", "")
	p.say(w.report, w.period, r.Period.String(), "", "")
	p.say(w.report, w.madeAt, instant(r.MadeAt), "", "")
	p.count(w.report, w.counted, r.Counted, "")
	p.count(w.report, w.otherMonths, r.OtherMonths, "")
	understated := ""
	if r.Uncounted.Total > 0 {
		understated = w.understated
	}
	p.count(w.report, w.notCounted, r.Uncounted.Total, understated)
	for _, reason := range r.Uncounted.ByReason {
		p.count(w.notCounted, string(reason.Why), reason.Count, reason.Why.Sentence().In(w.lang))
	}
}

func (b *workbook) stateAnswer(p *statements, c *Check) {
	w := b.words
	contested := ""
	if c.Contested {
		contested = w.contested
	}
	p.say(w.check, w.answer, w.outcome[c.Outcome], "", contested)
	p.say(w.check, w.lawOf, c.Policy.AsOf, "", "")
	p.say(w.check, w.policies, c.Policy.Revision, "", strconv.Itoa(c.Policy.Activation))
	for _, id := range c.Decisions {
		p.say(w.check, w.decision, id, "", "")
	}
}

func (b *workbook) stateAbsent(p *statements, c *Check) {
	w := b.words
	for i, a := range c.Absent {
		if i == MaxListed {
			p.say(w.absent, "…", grouped(len(c.Absent)-i, w.lang), "", "")
			return
		}
		section, item := "", w.wholeMonth
		if a.Section != nil {
			section = *a.Section
		}
		if a.Item != nil {
			item = w.columnOf(*a.Item)
		}
		p.say(w.absent, section, a.Month, labelOf(c.LegalBasis, a.URN), item)
	}
}

// columnOf is the name that people know a column by.
func (w words) columnOf(item string) string {
	for i, column := range numberColumns {
		if column == item {
			return w.numbers[i]
		}
	}
	return item
}

func (w words) metWord(met *bool) string { return []string{w.unmet, w.unknown, w.met}[metRank(met)] }

// labelOf is the name of a provision of the basis, and its URN where it has none there.
func labelOf(basis []decision.Basis, urn string) string {
	for _, b := range basis {
		if b.URN == urn {
			return b.Label
		}
	}
	return urn
}
