package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"deferido/internal/config"
	"deferido/internal/decision"
	"deferido/internal/identity"
	"deferido/internal/journal"
	"deferido/internal/report"
	"deferido/internal/store"
)

// reportOptions are what the command line says of report.
type reportOptions struct {
	format                         choice
	mode                           choice
	carrier, out, counts, sections string
	draft                          bool
}

func (p *program) reportCommand() *cobra.Command {
	o := &reportOptions{
		format: choice{"json", []string{"json", "csv", "xlsx", "uncounted", "template"}},
		mode:   choice{"rodoviario", []string{"rodoviario", "ferroviario", "aquaviario"}},
	}
	c := &cobra.Command{
		Use: "report PERIOD --carrier ID", Short: "Make a carrier's quarterly report of movement", Args: one("PERIOD, such as 2026-Q3"),
		Long: strings.TrimSpace(`
Counts the recorded grants of a carrier, by month of the trip, section and benefit, with what the carrier tells of paying
passengers and disability passes, and has the policies check it (the question "report") before it is written. What cannot be
counted is listed.

--sections FILE says of which section each decision's ticket was (CSV: decision,section), --counts FILE how many paid and how
many had a disability pass (CSV: month,section,paying,disability_pass). Both are kept for the next time. --format template
writes the rows that are to be counted, for the carrier to fill in; --format uncounted all that was not counted.

Exit status: 0 written, 65 the report lacks something and was not written (--draft writes it nevertheless), 64 usage.`),
	}
	storeFlags(c.Flags())
	config.AddFlags(c.Flags(), "policies", "reading")
	config.AddFlag(c.Flags(), "language", "lang")
	c.Flags().StringVar(&o.carrier, "carrier", "", "the id of the registered carrier; without it, that of the settings")
	c.Flags().Var(&o.mode, "mode", "the mode of its services")
	c.Flags().Var(&o.format, "format", "what to write")
	c.Flags().StringVar(&o.out, "out", "-", "the file to write, which must not be there; - is standard output")
	c.Flags().StringVar(&o.sections, "sections", "", "a CSV file: decision,section")
	c.Flags().StringVar(&o.counts, "counts", "", "a CSV file: month,section,paying,disability_pass")
	c.Flags().BoolVar(&o.draft, "draft", false, "write the report also when it lacks something")
	c.RunE = p.onStore(func(ctx context.Context, settings config.Config, db *store.DB, args []string) error {
		return p.makeReport(ctx, settings, db, args[0], o)
	})
	return c
}

func (p *program) makeReport(ctx context.Context, c config.Config, db *store.DB, period string, o *reportOptions) error {
	quarter, err := report.ParseQuarter(period)
	if err != nil {
		return exit(exitUsage, errors.New("want a quarter, such as 2026-Q3"))
	}
	if o.carrier == "" {
		o.carrier = c.Carrier
	}
	carrier, err := identity.NewCarriers(db, time.Now).Get(ctx, o.carrier)
	if err != nil {
		return refusedIdentity(fmt.Errorf("--carrier: %w", err))
	}
	set, err := load(ctx, c)
	if err != nil {
		return err
	}
	reader, err := journal.NewReader(ctx, db)
	if err != nil {
		return exit(exitUnavailable, err)
	}
	m := &movement{journal: reader, sets: alone{set}, service: &decision.Service{Now: now, Reading: c.Reading}}
	if err := p.importReport(ctx, m, quarter, carrier.ID, o); err != nil {
		return err
	}
	if o.format.value == "uncounted" {
		return p.writeOut(o.out, func(w io.Writer) error {
			return report.WriteUncounted(w, m.Uncounted(ctx, quarter, carrier), c.Language)
		})
	}
	watched := p.watched()
	counted := 0
	r, err := m.Report(ctx, quarter, carrier, o.mode.value, c.Language, func(done int) { counted = done; watched.tick(done) })
	if err != nil {
		return exit(exitUnavailable, err)
	}
	watched.end(counted)
	return p.writeReport(r, c.Language, o)
}

// importReport takes what the carrier tells, whole files or nothing of them.
func (p *program) importReport(ctx context.Context, m *movement, q report.Quarter, carrier string, o *reportOptions) error {
	for _, i := range []struct {
		flag, name string
		take       func(io.Reader) (int, error)
	}{
		{"--sections", o.sections, func(r io.Reader) (int, error) { return m.Sections(ctx, carrier, r) }},
		{"--counts", o.counts, func(r io.Reader) (int, error) { return m.Counts(ctx, carrier, q, r) }},
	} {
		if i.name == "" {
			continue
		}
		f, err := os.Open(i.name)
		if err != nil {
			return exit(exitUsage, fmt.Errorf("%s: %w", i.flag, err))
		}
		rows, err := i.take(f)
		if err := errors.Join(err, f.Close()); err != nil {
			return exit(exitUsage, fmt.Errorf("%s: %s: %w", i.flag, i.name, err))
		}
		fmt.Fprintf(p.stderr, "took %d rows of %s\n", rows, i.name)
	}
	return nil
}

// writeReport writes a report that carries all that it must, and says what one lacks that does not.
func (p *program) writeReport(r *report.Report, lang string, o *reportOptions) error {
	if o.format.value == "template" {
		return p.writeOut(o.out, func(w io.Writer) error { return report.WriteCounts(w, r.Counts()) })
	}
	if n := r.Uncounted.Total; n > 0 {
		fmt.Fprintf(p.stderr, "%d grants are not counted; --format uncounted lists them\n", n)
	}
	whole := r.Check.Outcome == "allow"
	if !whole {
		fmt.Fprintf(p.stderr, "the report lacks %d items; --format template writes what is to be filled in\n", len(r.Check.Absent))
		if !o.draft {
			return exit(exitFindings, errors.New("it was not written; --draft writes it nevertheless"))
		}
	}
	return p.writeOut(o.out, func(w io.Writer) error {
		switch o.format.value {
		case "csv":
			return r.WriteCSV(w)
		case "xlsx":
			return r.WriteXLSX(w, lang)
		}
		return r.WriteJSON(w)
	})
}

// writeOut writes a new file, or standard output for "-".
func (p *program) writeOut(name string, write func(w io.Writer) error) error {
	if name == "-" {
		return write(p.stdout)
	}
	return create(name, write)
}
