package main

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"deferido/internal/httpapi"
	"deferido/internal/identity"
	"deferido/internal/impact"
)

func (p *program) draftImpactCommand() *cobra.Command {
	var o impact.Scope
	var from, to, grid string
	format := choice{"text", []string{"text", "json"}}
	c := &cobra.Command{
		Use: "impact ID", Short: "Tell which recorded answers would change", Args: one("ID of a draft"),
		RunE: p.onDesk(identity.WriteDrafts, func(ctx context.Context, d *atDesk, args []string) error {
			if err := impactPeriod(&o, from, to, grid); err != nil {
				return err
			}
			watched := p.watched()
			flip := func(f impact.Flip) error {
				if format.value == "json" {
					return p.sayJSON(httpapi.ImpactLine{Flip: &f})
				}
				return p.say("%s  %s  %s  %s  %s", f.ID, f.Question, f.Month, f.Change(), strings.Join(f.Provisions, " "))
			}
			measured, err := d.Impact(ctx, d.who, args[0], o, flip, func(n impact.Counts) { watched.tick(n.Replayed) })
			if err != nil {
				return err
			}
			if format.value == "json" {
				return p.sayJSON(httpapi.ImpactLine{Summary: measured.Found})
			}
			return p.tellImpact(measured.Found)
		}),
	}
	c.Flags().Var(&format, "format", "text to read, or json, one a line")
	c.Flags().StringVar(&from, "from", "", "only decisions from this day on")
	c.Flags().StringVar(&to, "to", "", "only decisions up to this day")
	c.Flags().StringVar(&o.Question, "question", "", "only decisions of this question")
	c.Flags().StringVar(&o.Carrier, "carrier", "", "only decisions of this carrier")
	c.Flags().IntVar(&o.Percent, "percent", 0, "only so many of a hundred decisions")
	c.Flags().BoolVar(&o.Reasons, "reasons", false, "also tell of answers that stay and rest on other provisions, which takes longer")
	c.Flags().StringVar(&grid, "grid", "", "also decide the cases on each day of a period, such as 2026-01-01..2026-12-31")
	return c
}

// impactPeriod reads the days of an impact.
func impactPeriod(o *impact.Scope, from, to, grid string) error {
	for _, day := range []struct {
		text  string
		into  **time.Time
		later int
	}{{from, &o.From, 0}, {to, &o.To, 1}} {
		if day.text == "" {
			continue
		}
		at, err := time.ParseInLocation(time.DateOnly, day.text, brasilia)
		if err != nil {
			return exit(exitUsage, errors.New("want days as YYYY-MM-DD"))
		}
		at = at.AddDate(0, 0, day.later)
		*day.into = &at
	}
	if grid == "" {
		return nil
	}
	first, last, found := strings.Cut(grid, "..")
	if !found {
		return exit(exitUsage, errors.New("--grid: want two days, such as 2026-01-01..2026-12-31"))
	}
	o.Grid = &impact.GridDays{First: first, Last: last}
	return nil
}

func (p *program) tellImpact(found *impact.Found) error {
	for _, part := range []struct {
		what string
		s    *impact.Summary
	}{{"decisions", found.Decisions}, {"cases", found.Cases}} {
		if err := p.say("%d of %d %s come out otherwise", part.s.Flipped, part.s.Replayed, part.what); err != nil {
			return err
		}
		if part.s.Resting > 0 {
			if err := p.say("  %d more come out the same, on other provisions", part.s.Resting); err != nil {
				return err
			}
		}
		for _, by := range []struct {
			name   string
			counts map[string]int
		}{{"change", part.s.ByChange}, {"question", part.s.ByQuestion}, {"carrier", part.s.ByCarrier}, {"month", part.s.ByMonth}, {"provision", part.s.ByProvision}, {"problem", part.s.ByProblem}} {
			if len(by.counts) == 0 {
				continue
			}
			text, err := json.Marshal(by.counts)
			if err != nil {
				return err
			}
			if err := p.say("  by %s: %s", by.name, text); err != nil {
				return err
			}
		}
	}
	for _, s := range found.Days {
		if err := p.say("%s to %s: %s", s.First, s.Last, strings.Join(s.IDs, " ")); err != nil {
			return err
		}
	}
	return nil
}
