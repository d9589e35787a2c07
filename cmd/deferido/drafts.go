package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"deferido/internal/identity"
	"deferido/internal/lifecycle"
	"deferido/internal/revision"
)

func (p *program) draftCommand() *cobra.Command {
	c := group("draft", "Write, check and submit a policy set", `
A draft begins from a revision and changes files of it. Several people may write one; nothing of it decides anything until it
is approved and activated (deferido revision).`)
	deskFlags(c)
	c.AddCommand(p.draftNewCommand(), p.draftListCommand(), p.draftShowCommand(), p.draftGetCommand(), p.draftPutCommand(),
		p.draftCheckCommand(), p.draftImpactCommand(), p.draftJustifyCommand(), p.draftSubmitCommand(), p.draftAbandonCommand())
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
			difference, err := d.Change(ctx, draft)
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
			report, err := d.Check(ctx, args[0], nil)
			if err != nil {
				return err
			}
			return p.tellReport(report, format.value)
		}),
	}
	c.Flags().Var(&format, "format", "text to read, or json")
	return c
}

// tellReport tells what checks found.
func (p *program) tellReport(report *revision.CheckReport, format string) error {
	if format == "json" {
		if err := p.sayJSON(report); err != nil {
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

func (p *program) draftSubmitCommand() *cobra.Command {
	return &cobra.Command{
		Use: "submit ID", Short: "Check a draft and ask for its approval", Args: one("ID of a draft"),
		Long: strings.TrimSpace(`
Checks a draft and asks for its approval. Where it was not yet measured, as it stands, which of all recorded answers would change
(deferido draft impact), that is measured first. A draft that would refuse what was granted is not submitted until it is said why
(deferido draft justify).`),
		RunE: p.onDesk(identity.WriteDrafts, func(ctx context.Context, d *atDesk, args []string) error {
			draft, report, err := d.Submit(ctx, d.who, args[0])
			if err != nil {
				return err
			}
			if err := p.tellReport(report, "text"); err != nil {
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
