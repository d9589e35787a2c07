package portal

import (
	"net/url"

	"deferido/internal/decision"
	"deferido/internal/identity"
)

// touched are recorded decisions that something of the law touches.
type touched struct {
	Own   bool // only those of the visitor's carrier are counted
	Said  string
	List  string // their address
	Weeks *weeksView
}

// countsDecisions tells whether the visitor may know how many decisions there are. A carrier's people count their own.
func (v *visit) countsDecisions() bool {
	return v.portal.Journal != nil && v.allowed(identity.ListDecisions)
}

// touchedByDispute counts the recorded decisions that a dispute touches, in all and by week; nil where the visitor may not.
func (v *visit) touchedByDispute(id string) (*touched, error) {
	if !v.countsDecisions() {
		return nil, nil
	}
	s := &sought{Filter: decision.Filter{Dispute: id, Carrier: v.Caller.Carrier}, in: url.Values{"divergencia": {id}}}
	weeks, exact, err := v.portal.Journal.Weeks(v.ctx(), s.Filter)
	if err != nil {
		return nil, err
	}
	n := 0
	for _, w := range weeks {
		n += w.Total()
	}
	t := &touched{Own: v.Role == identity.Carrier, List: listAddress("/decisoes", s.in), Weeks: v.weeksOf(weeks, exact, s)}
	t.Said, err = v.touches(n, exact)
	return t, err
}

func (v *visit) touches(n int, exact bool) (string, error) {
	if !exact {
		return v.t("ledger.touches.more", "n", v.words().number(n)), nil
	}
	return v.words().count("ledger.touches", n)
}

// touchedThrough are the recorded decisions that a reading touches through a provision, or through the clock of a question.
type touchedThrough struct {
	URN, Label string // of the provision; the label alone is that of a question
	Said       string
	List       string // their address
}

// touchedByReading counts, for each provision whose rules rest on a reading, the recorded decisions that cite it, and for each
// question whose clock the reading chose those that were about it; nil where the visitor may not.
func (v *visit) touchedByReading(provisions []quoted, questions []string) ([]touchedThrough, error) {
	if !v.countsDecisions() {
		return nil, nil
	}
	var all []touchedThrough
	add := func(t touchedThrough, f decision.Filter, in url.Values) (err error) {
		f.Carrier, t.List = v.Caller.Carrier, listAddress("/decisoes", in)
		t.Said, err = v.counted(f)
		all = append(all, t)
		return err
	}
	for _, name := range questions {
		if err := add(touchedThrough{Label: v.questionShort(name)}, decision.Filter{Question: name}, url.Values{"pergunta": {name}}); err != nil {
			return nil, err
		}
	}
	for i, p := range provisions {
		if i > 0 && provisions[i-1].URN == p.URN {
			continue // it is quoted more than once
		}
		if err := add(touchedThrough{URN: p.URN, Label: p.Label}, decision.Filter{Provision: p.URN}, url.Values{"dispositivo": {p.URN}}); err != nil {
			return nil, err
		}
	}
	return all, nil
}
