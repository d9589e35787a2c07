package portal

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"deferido/internal/decision"
	"deferido/internal/revision"
)

// decideCases decides the cases of the set, to tell which disputes touch them and which readings they rest on. Those that are
// refused as requests, or ask for a day whose law is not held, show neither.
func (b *book) decideCases(ctx context.Context, service *decision.Service) error {
	cases, err := revision.ReadCases(b.tree)
	if err != nil {
		return fmt.Errorf("reading the cases: %w", err)
	}
	for i := range cases {
		c := &bookCase{Case: &cases[i]}
		b.cases = append(b.cases, c)
		request, err := b.set.Parse(c.Request)
		if err != nil {
			continue
		}
		c.Question = request.Question
		made, err := service.Make(ctx, decision.Activation{Law: b.set, Seq: 1}, request, portuguese)
		if err != nil {
			if ctx.Err() != nil {
				return fmt.Errorf("deciding the cases: %w", ctx.Err())
			}
			continue
		}
		c.note(made.Decision)
	}
	slices.SortFunc(b.cases, func(a, b *bookCase) int { return strings.Compare(a.ID, b.ID) })
	return nil
}

func (c *bookCase) note(d *decision.Decision) {
	c.Text, c.CaseLaw, c.Contested = d.Readings.Text, d.Readings.CaseLaw, d.Contested
	for _, dispute := range d.Disputes {
		c.Disputes = appendOnce(c.Disputes, dispute.ID)
	}
	for _, basis := range d.LegalBasis {
		for _, id := range splitReadings(basis.Reading) {
			c.Readings = appendOnce(c.Readings, id)
		}
	}
}

// casesWhere are the cases of which something is so.
func (b *book) casesWhere(so func(c *bookCase) bool) []*bookCase {
	var found []*bookCase
	for _, c := range b.cases {
		if so(c) {
			found = append(found, c)
		}
	}
	return found
}
