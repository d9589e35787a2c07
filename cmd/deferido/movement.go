package main

import (
	"context"
	"io"
	"iter"
	"maps"
	"time"

	"deferido/internal/decision"
	"deferido/internal/httpapi"
	"deferido/internal/journal"
	"deferido/internal/report"
)

// movement makes quarterly reports from a journal.
type movement struct {
	journal *journal.Reader
	sets    httpapi.Sets
	service *decision.Service // that checks them; it records nothing
}

// Report makes the report of a quarter, and has the policies check it.
func (m *movement) Report(ctx context.Context, q report.Quarter, carrier decision.Carrier, mode, lang string, progress func(int)) (*report.Report, error) {
	o, failed, err := m.options(ctx, q, carrier, mode)
	if err != nil {
		return nil, err
	}
	r, err := report.Build(ctx, o, m.grants(ctx, q, carrier.ID), progress)
	if err == nil {
		err = *failed
	}
	if err != nil {
		return nil, err
	}
	return r, r.CheckWith(ctx, func(ctx context.Context, text []byte) (*decision.Decision, error) {
		set, seq := m.sets.Active()
		request, err := set.Parse(text)
		if err != nil {
			return nil, err
		}
		return m.service.Decide(ctx, decision.Activation{Law: set, Seq: seq}, request, lang)
	})
}

// Uncounted are all grants that the report of a quarter does not count.
func (m *movement) Uncounted(ctx context.Context, q report.Quarter, carrier decision.Carrier) iter.Seq2[report.Uncounted, error] {
	return func(yield func(report.Uncounted, error) bool) {
		o, failed, err := m.options(ctx, q, carrier, "")
		if err != nil {
			yield(report.Uncounted{}, err)
			return
		}
		for u, err := range report.EachUncounted(o, m.grants(ctx, q, carrier.ID)) {
			if err == nil {
				err = *failed
			}
			if !yield(u, err) || err != nil {
				return
			}
		}
	}
}

// options are what the carrier told. A section that cannot be read is the error that failed points to.
func (m *movement) options(ctx context.Context, q report.Quarter, carrier decision.Carrier, mode string) (o report.Options, failed *error, err error) {
	months := q.Months()
	counts, err := m.journal.Passengers(ctx, carrier.ID, months[0], months[len(months)-1])
	if err != nil {
		return o, nil, err
	}
	failed = new(error)
	o = report.Options{Period: q, Carrier: carrier, Mode: mode, MadeAt: now(), Sections: func(id string) (string, bool) {
		section, known, err := m.journal.Section(ctx, carrier.ID, id)
		if err != nil {
			*failed = err
		}
		return section, known
	}}
	for _, c := range counts {
		o.Counts = append(o.Counts, report.Count{Month: c.Month, Section: c.Section, Paying: c.Paying, DisabilityPass: c.DisabilityPass})
	}
	return o, failed, nil
}

// grants are those of trips in the quarter, and those decided in it whose departure is not known.
func (m *movement) grants(ctx context.Context, q report.Quarter, carrier string) iter.Seq2[report.Grant, error] {
	return func(yield func(report.Grant, error) bool) {
		months := q.Months()
		from, err := time.ParseInLocation("2006-01", months[0], brasilia)
		if err != nil {
			yield(report.Grant{}, err)
			return
		}
		for _, month := range append(months[:], "") {
			for record, err := range m.journal.Movements(ctx, carrier, month, from, from.AddDate(0, len(months), 0)) {
				if err != nil {
					yield(report.Grant{}, err)
					return
				}
				g := report.Grant{ID: record.ID, DecidedAt: record.DecidedAt}
				if counted := record.Facets.Movement; counted != nil {
					g.Month, g.Category, g.Benefit = counted.Month, counted.Category, counted.Benefit
				}
				if !yield(g, nil) {
					return
				}
			}
		}
	}
}

// Sections takes an import of sections.
func (m *movement) Sections(ctx context.Context, carrier string, csv io.Reader) (int, error) {
	sections, err := report.ParseSections(csv)
	if err != nil {
		return 0, err
	}
	return len(sections), m.journal.PutSections(ctx, carrier, maps.All(sections))
}

// Counts takes an import of counts.
func (m *movement) Counts(ctx context.Context, carrier string, q report.Quarter, csv io.Reader) (int, error) {
	counts, err := report.ParseCounts(csv, q)
	if err != nil {
		return 0, err
	}
	told := make([]journal.Passengers, len(counts))
	for i, c := range counts {
		told[i] = journal.Passengers{Month: c.Month, Section: c.Section, Paying: c.Paying, DisabilityPass: c.DisabilityPass}
	}
	return len(told), m.journal.PutPassengers(ctx, carrier, told)
}
