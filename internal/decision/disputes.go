package decision

import (
	"cmp"
	"slices"
)

// disputes are those that touch the answer, with the provisions at issue and what each reading answers.
func (m *matter) disputes() ([]DisputeView, error) {
	views := make([]DisputeView, 0, len(m.document.Disputes))
	for _, issue := range m.document.Disputes {
		dispute, _ := m.law.Dispute(issue.Dispute)
		v := DisputeView{
			ID: dispute.ID, Court: dispute.Court.In(m.lang), Case: dispute.Case.In(m.lang), Finality: dispute.Finality.In(m.lang), Grade: dispute.Grade,
		}
		if dispute.Date != "" {
			v.Date = &dispute.Date
		}
		var err error
		if v.URNs, err = m.atIssue(issue, dispute); err != nil {
			return nil, err
		}
		if v.Text, err = m.side(&m.document.Text); err != nil {
			return nil, err
		}
		if v.CaseLaw, err = m.side(&m.document.CaseLaw); err != nil {
			return nil, err
		}
		views = append(views, v)
	}
	return views, nil
}

// atIssue are the provisions at issue that are in force, in order.
func (m *matter) atIssue(issue AtIssue, dispute Dispute) ([]string, error) {
	var cited []Citation
	for _, p := range dispute.Provisions {
		if c, inForce := m.law.Cite(p.Norm, p.Fragment, m.day); inForce {
			cited = append(cited, c)
		}
	}
	for _, n := range issue.Conditions {
		c, _, err := m.provision(n)
		if err != nil {
			return nil, err
		}
		cited = append(cited, c)
	}
	slices.SortFunc(cited, func(a, b Citation) int { return cmp.Compare(a.Order, b.Order) })
	urns := make([]string, 0, len(cited))
	for _, c := range cited {
		urns = append(urns, c.URN)
	}
	return slices.Compact(urns), nil
}

func (m *matter) side(r *Reading) (Sided, error) {
	result, err := m.resolve(r.Result)
	return Sided{Outcome: r.State.Outcome(), Result: result}, err
}
