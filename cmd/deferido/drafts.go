package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"deferido/internal/config"
	"deferido/internal/decision"
	"deferido/internal/httpapi"
	"deferido/internal/identity"
	"deferido/internal/impact"
	"deferido/internal/journal"
	"deferido/internal/lifecycle"
	"deferido/internal/revision"
	"deferido/internal/store"
)

// atDesk is a command at the desk: who works there, and what for.
type atDesk struct {
	*desk
	settings config.Config
	who      lifecycle.Actor
}

// onDesk makes the function of a command that works on drafts and revisions, if whoever calls it may.
func (p *program) onDesk(action identity.Action, do func(ctx context.Context, d *atDesk, args []string) error) func(*cobra.Command, []string) error {
	return run(func(command *cobra.Command, args []string) (err error) {
		settings, err := p.config(command)
		if err != nil {
			return err
		}
		set, err := load(command.Context(), settings)
		if err != nil {
			return err
		}
		records, err := openRecords(command.Context(), settings, set, journal.Options{Log: p.logger(settings.Log)})
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, records.Close()) }()
		d := &atDesk{desk: newDesk(settings, records), settings: settings}
		if err := d.begin(command.Context(), settings, set); err != nil {
			return err
		}
		keyFile, _ := command.Flags().GetString("key-file")
		if d.who, err = caller(command.Context(), records.db, keyFile, action); err != nil {
			return err
		}
		return refusedLife(do(command.Context(), d, args))
	})
}

// caller is who calls a command: the holder of the key in a file, or whoever sits at this machine.
func caller(ctx context.Context, db *store.DB, keyFile string, action identity.Action) (lifecycle.Actor, error) {
	header := ""
	if keyFile != "" {
		token, err := os.ReadFile(keyFile)
		if err != nil {
			return lifecycle.Actor{}, exit(exitUsage, fmt.Errorf("--key-file: %w", err))
		}
		header = "Bearer " + strings.TrimSpace(string(token))
	}
	who := identity.Caller{ID: string(identity.Local), Role: identity.Local}
	if header != "" {
		var err error
		if who, err = identity.NewKeys(db, time.Now).Identify(ctx, header); err != nil {
			return lifecycle.Actor{}, exit(exitUsage, fmt.Errorf("--key-file: %w", err))
		}
	}
	access, err := identity.NewAccess(ctx)
	if err != nil {
		return lifecycle.Actor{}, err
	}
	verdict, err := access.May(ctx, who, action, "")
	if err == nil && !verdict.Allowed {
		err = exit(exitUsage, fmt.Errorf("%s (--key-file names the key of who may)", verdict.Reason.EN))
	}
	return lifecycle.Actor{ID: who.ID, Role: string(who.Role)}, err
}

// refusedLife gives a refusal of the desk its exit status.
func refusedLife(err error) error {
	var refused *lifecycle.Refused
	var conflict *lifecycle.Conflict
	switch {
	case errors.As(err, &refused):
		return exit(exitUsage, err)
	case errors.As(err, &conflict):
		return exit(exitUsage, fmt.Errorf("%w; read it again (deferido draft get) and put it with --base", err))
	case errors.Is(err, decision.ErrUnavailable):
		return exit(exitUnavailable, err)
	}
	return err
}

// deskFlags gives a command the flags of all that work at the desk.
func deskFlags(c *cobra.Command) {
	storeFlags(c.PersistentFlags())
	config.AddFlags(c.PersistentFlags(), "policies", "reading", "approval.roles")
	c.PersistentFlags().String("key-file", "", "a file with the API key of who does this; without it whoever sits at this machine, who can neither approve nor activate")
}

func (p *program) draftCommand() *cobra.Command {
	c := group("draft", "Write, check and submit a policy set", `
A draft begins from a revision and changes files of it. Several people may write one; nothing of it decides anything until it
is approved and activated (deferido revision).`)
	deskFlags(c)
	c.AddCommand(p.draftNewCommand(), p.draftListCommand(), p.draftShowCommand(), p.draftGetCommand(), p.draftPutCommand(),
		p.draftCheckCommand(), p.draftImpactCommand(), p.draftSubmitCommand(), p.draftAbandonCommand())
	return c
}

func (p *program) draftNewCommand() *cobra.Command {
	var base, title string
	c := &cobra.Command{
		Use: "new --title TITLE", Short: "Begin a draft", Args: none,
		RunE: p.onDesk(identity.WriteDrafts, func(ctx context.Context, d *atDesk, _ []string) error {
			if base == "" {
				log, err := d.Log(ctx)
				if err != nil {
					return err
				}
				current, _ := log.At(time.Now())
				base = current.Revision
			}
			draft, err := d.NewDraft(ctx, d.who, base, title)
			if err != nil {
				return err
			}
			return p.say("%s", draft.ID)
		}),
	}
	c.Flags().StringVar(&base, "base", "", "the revision that it begins from; without it, the one in service")
	c.Flags().StringVar(&title, "title", "", "what it is about")
	return c
}

func (p *program) draftListCommand() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the drafts, newest first", Args: none,
		RunE: p.onDesk(identity.ReadRevisions, func(ctx context.Context, d *atDesk, _ []string) error {
			drafts, err := d.Drafts(ctx)
			if err != nil {
				return err
			}
			for _, draft := range drafts {
				if err := p.say("%s  %s  %s  by %s  %s", draft.ID, draft.State, draft.CreatedAt.Format(time.RFC3339), draft.Author, draft.Title); err != nil {
					return err
				}
			}
			return nil
		}),
	}
}

func (p *program) draftShowCommand() *cobra.Command {
	return &cobra.Command{
		Use: "show ID", Short: "Show a draft and what it changes of its base, law first", Args: one("ID of a draft"),
		RunE: p.onDesk(identity.ReadRevisions, func(ctx context.Context, d *atDesk, args []string) error {
			draft, err := d.Draft(ctx, args[0])
			if err != nil {
				return err
			}
			if err := p.tellDraft(draft); err != nil {
				return err
			}
			base, err := d.Tree(ctx, draft.Base)
			if err != nil {
				return err
			}
			tree, err := d.DraftTree(ctx, draft)
			if err != nil {
				return err
			}
			difference, err := revision.Diff(revision.Tree{Policies: base, Cases: base}, revision.Tree{Policies: tree, Cases: tree})
			if err != nil {
				return err
			}
			return difference.WriteText(p.stdout, d.settings.Language)
		}),
	}
}

func (p *program) tellDraft(d *lifecycle.Draft) error {
	lines := []string{
		fmt.Sprintf("draft %s: %s", d.ID, d.Title), fmt.Sprintf("  %s, by %s, on %s", d.State, d.Author, d.Base),
	}
	if d.Fingerprint != "" {
		lines = append(lines, "  fingerprint "+d.Fingerprint)
	}
	for _, r := range d.Reviews {
		lines = append(lines, fmt.Sprintf("  %s by %s (%s): %s", r.Verdict, r.Reviewer, r.Role, r.Comment))
	}
	return p.say("%s", strings.Join(lines, "\n"))
}

func (p *program) draftGetCommand() *cobra.Command {
	return &cobra.Command{
		Use: "get ID PATH", Short: "Write a file of a draft to standard output, and its hash to standard error", Args: cobra.ExactArgs(2),
		RunE: p.onDesk(identity.ReadRevisions, func(ctx context.Context, d *atDesk, args []string) error {
			content, err := d.File(ctx, args[0], args[1])
			if err != nil {
				return err
			}
			fmt.Fprintln(p.stderr, lifecycle.Hash(content))
			_, err = p.stdout.Write(content)
			return err
		}),
	}
}

func (p *program) draftPutCommand() *cobra.Command {
	var base string
	var remove bool
	c := &cobra.Command{
		Use: "put ID PATH FILE|-", Short: "Write a file of a draft", Args: cobra.RangeArgs(2, 3),
		Long: strings.TrimSpace(`
Writes a file of a draft: PATH is where it lies in the policy set, such as norms/decreto_9921_2019/art_39.rego or
cases/my-case.json. --base is the hash of the file as you read it (deferido draft get): where somebody else changed it since,
nothing is written. Without --base it is written whatever stands there. --delete deletes it.`),
		RunE: p.onDesk(identity.WriteDrafts, func(ctx context.Context, d *atDesk, args []string) error {
			var content []byte
			switch {
			case remove && len(args) == 2:
			case remove || len(args) == 2:
				return exit(exitUsage, errors.New("want PATH and FILE, or PATH and --delete"))
			default:
				input, err := p.open(args[2])
				if err != nil {
					return err
				}
				defer input.Close()
				if content, err = io.ReadAll(input); err != nil {
					return exit(exitUsage, err)
				}
			}
			if base == "" {
				now, err := d.File(ctx, args[0], args[1])
				var refused *lifecycle.Refused
				if err == nil {
					base = lifecycle.Hash(now)
				} else if !errors.As(err, &refused) || refused.Kind != lifecycle.NoFile {
					return err
				}
			}
			draft, err := d.Put(ctx, d.who, args[0], args[1], content, base)
			if err != nil {
				return err
			}
			return p.say("the draft changes %d files", len(draft.Changed))
		}),
	}
	c.Flags().StringVar(&base, "base", "", "the hash of the file as it was read")
	c.Flags().BoolVar(&remove, "delete", false, "delete the file")
	return c
}

func (p *program) draftCheckCommand() *cobra.Command {
	format := choice{"text", []string{"text", "json"}}
	c := &cobra.Command{
		Use: "check ID", Short: "Check a draft: compile, law, tests, cases, properties", Args: one("ID of a draft"),
		Long: strings.TrimSpace(`
Checks a draft in a process of its own, which has a bound of memory and of time. Every finding is a line:
file:line: rule: what is wrong (what to do).

Exit status: 0 nothing found, 65 something to correct, 64 usage, 70 internal error.`),
		RunE: p.onDesk(identity.WriteDrafts, func(ctx context.Context, d *atDesk, args []string) error {
			found, err := d.check(ctx, args[0])
			if err != nil {
				return err
			}
			return p.tellReport(found.report, format.value)
		}),
	}
	c.Flags().Var(&format, "format", "text to read, or json")
	return c
}

// tellReport tells what checks found.
func (p *program) tellReport(report *revision.CheckReport, format string) error {
	if format == "json" {
		line, err := jsonLine(report)
		if err != nil {
			return err
		}
		if _, err := p.stdout.Write(line); err != nil {
			return err
		}
	} else {
		for _, f := range report.Findings {
			if err := p.say("%s", findingLine("", f)); err != nil {
				return err
			}
		}
	}
	if !report.Sound() {
		return exit(exitFindings, fmt.Errorf("%d findings", len(report.Findings)))
	}
	return nil
}

func (p *program) draftImpactCommand() *cobra.Command {
	var o httpapi.ImpactRequest
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
					return p.jsonTo(httpapi.ImpactLine{Flip: &f})
				}
				return p.say("%s  %s  %s  %s  %s", f.ID, f.Question, f.Month, f.Change(), strings.Join(f.Provisions, " "))
			}
			found, err := d.Impact(ctx, args[0], o, flip, func(n impact.Counts) { watched.tick(n.Replayed) })
			if err != nil {
				return err
			}
			if format.value == "json" {
				return p.jsonTo(httpapi.ImpactLine{Summary: found})
			}
			return p.tellImpact(found.(*Impacted))
		}),
	}
	c.Flags().Var(&format, "format", "text to read, or json, one a line")
	c.Flags().StringVar(&from, "from", "", "only decisions from this day on")
	c.Flags().StringVar(&to, "to", "", "only decisions up to this day")
	c.Flags().StringVar(&o.Question, "question", "", "only decisions of this question")
	c.Flags().StringVar(&o.Carrier, "carrier", "", "only decisions of this carrier")
	c.Flags().IntVar(&o.Percent, "percent", 0, "only so many of a hundred decisions")
	c.Flags().StringVar(&grid, "grid", "", "also decide the cases on each day of a period, such as 2026-01-01..2026-12-31")
	return c
}

// impactPeriod reads the days of an impact.
func impactPeriod(o *httpapi.ImpactRequest, from, to, grid string) error {
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
	o.Grid = &httpapi.GridDays{First: first, Last: last}
	return nil
}

func (p *program) jsonTo(v any) error {
	line, err := jsonLine(v)
	if err != nil {
		return err
	}
	_, err = p.stdout.Write(line)
	return err
}

func (p *program) tellImpact(found *Impacted) error {
	for _, part := range []struct {
		what string
		s    *impact.Summary
	}{{"decisions", found.Decisions}, {"cases", found.Cases}} {
		if err := p.say("%d of %d %s come out otherwise", part.s.Flipped, part.s.Replayed, part.what); err != nil {
			return err
		}
		for _, by := range []struct {
			name   string
			counts map[string]int
		}{{"change", part.s.ByChange}, {"question", part.s.ByQuestion}, {"carrier", part.s.ByCarrier}, {"month", part.s.ByMonth}, {"provision", part.s.ByProvision}} {
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

func (p *program) draftSubmitCommand() *cobra.Command {
	return &cobra.Command{
		Use: "submit ID", Short: "Check a draft and ask for its approval", Args: one("ID of a draft"),
		RunE: p.onDesk(identity.WriteDrafts, func(ctx context.Context, d *atDesk, args []string) error {
			draft, report, err := d.Submit(ctx, d.who, args[0])
			if err != nil {
				return err
			}
			if err := p.tellReport(report.(*revision.CheckReport), "text"); err != nil {
				return err
			}
			return p.tellDraft(draft)
		}),
	}
}

func (p *program) draftAbandonCommand() *cobra.Command {
	return &cobra.Command{
		Use: "abandon ID", Short: "End a draft that is not wanted any more", Args: one("ID of a draft"),
		RunE: p.onDesk(identity.WriteDrafts, func(ctx context.Context, d *atDesk, args []string) error {
			if err := d.Abandon(ctx, d.who, args[0], ""); err != nil {
				return err
			}
			return p.say("abandoned %s", args[0])
		}),
	}
}
