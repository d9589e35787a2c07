package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"deferido/internal/identity"
	"deferido/internal/lifecycle"
)

func (p *program) revisionCommand() *cobra.Command {
	c := group("revision", "Compare, approve, activate and roll back policy sets", `
A revision is a policy set, named by its content. An activation puts one into service. A server on the same records follows
within a second.`)
	deskFlags(c)
	c.AddCommand(p.revisionListCommand(), p.revisionDiffCommand(), p.revisionApproveCommand(), p.revisionReturnCommand(), p.revisionActivateCommand(),
		p.revisionRollbackCommand(), p.revisionStopCommand(), p.revisionLogCommand())
	return c
}

func (p *program) revisionListCommand() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the revisions, newest first", Args: none,
		RunE: p.onDesk(identity.ReadRevisions, func(ctx context.Context, d *atDesk, _ []string) error {
			all, err := d.Revisions(ctx)
			if err != nil {
				return err
			}
			for _, r := range all {
				activations := strings.Trim(strings.Join(strings.Fields(fmt.Sprint(r.Activations)), ", "), "[]")
				if err := p.say("%s  %s  activations: %s", r.Revision, r.KeptAt.Format(time.RFC3339), orDash(activations)); err != nil {
					return err
				}
			}
			return nil
		}),
	}
}

func (p *program) revisionDiffCommand() *cobra.Command {
	format := choice{"text", []string{"text", "json"}}
	c := &cobra.Command{
		Use: "diff A B", Short: "Compare two revisions: the law first, the text second", Args: cobra.ExactArgs(2),
		RunE: p.onDesk(identity.ReadRevisions, func(ctx context.Context, d *atDesk, args []string) error {
			difference, err := d.Diff(ctx, args[0], args[1])
			if err != nil {
				return err
			}
			if format.value == "json" {
				return p.sayJSON(difference)
			}
			return difference.WriteText(p.stdout, d.settings.Language)
		}),
	}
	c.Flags().Var(&format, "format", "text to read, or json")
	return c
}

// submitted is the draft that asks for the approval of a fingerprint.
func (d *atDesk) submitted(ctx context.Context, fingerprint string) (*lifecycle.Draft, error) {
	drafts, err := d.Drafts(ctx)
	if err != nil {
		return nil, err
	}
	for _, draft := range drafts {
		if draft.Fingerprint == fingerprint && draft.State == lifecycle.Submitted {
			return draft, nil
		}
	}
	return nil, exit(exitUsage, errors.New("no draft of that fingerprint is submitted; deferido draft list tells which are"))
}

func (p *program) revisionApproveCommand() *cobra.Command {
	return p.reviewCommand("approve", "Approve exactly what was submitted", lifecycle.Approve)
}

func (p *program) revisionReturnCommand() *cobra.Command {
	return p.reviewCommand("return", "Return what was submitted, to be edited", lifecycle.Return)
}

func (p *program) reviewCommand(name, short, verdict string) *cobra.Command {
	var comment string
	c := &cobra.Command{
		Use: name + " FINGERPRINT", Short: short, Args: one("FINGERPRINT of a submitted draft"),
		RunE: p.onDesk(identity.ApproveRevisions, func(ctx context.Context, d *atDesk, args []string) error {
			draft, err := d.submitted(ctx, args[0])
			if err != nil {
				return err
			}
			if draft, err = d.Review(ctx, d.who, draft.ID, args[0], verdict, comment); err != nil {
				return err
			}
			return p.tellDraft(draft)
		}),
	}
	c.Flags().StringVar(&comment, "comment", "", "what is said of it")
	return c
}

func (p *program) revisionActivateCommand() *cobra.Command {
	var at, reason string
	c := &cobra.Command{
		Use: "activate REVISION --reason REASON", Short: "Put an approved revision into service, now or at an instant", Args: one("REVISION"),
		RunE: p.onDesk(identity.ActivateRevisions, func(ctx context.Context, d *atDesk, args []string) error {
			var from time.Time
			if at != "" {
				var err error
				if from, err = time.Parse(time.RFC3339, at); err != nil {
					return exit(exitUsage, errors.New("--at: want an instant with its offset, such as 2027-01-01T00:00:00-03:00"))
				}
			}
			made, err := d.Activate(ctx, d.who, args[0], from, reason)
			if err != nil {
				return err
			}
			return p.tellActivation(made)
		}),
	}
	c.Flags().StringVar(&at, "at", "", "from which instant on; at once without it")
	c.Flags().StringVar(&reason, "reason", "", "why")
	return c
}

func (p *program) tellActivation(a lifecycle.Activation) error {
	if a.Kind == lifecycle.KindStop {
		return p.say("activation %d stops activation %d", a.Seq, a.Stops)
	}
	return p.say("activation %d: %s from %s", a.Seq, a.Revision, a.FromAt.In(brasilia).Format(time.RFC3339))
}

func (p *program) revisionRollbackCommand() *cobra.Command {
	var reason, second string
	c := &cobra.Command{
		Use: "rollback REVISION --reason REASON", Short: "Go back at once to a revision that was in service before", Args: one("REVISION"),
		RunE: p.onDesk(identity.ActivateRevisions, func(ctx context.Context, d *atDesk, args []string) error {
			var other lifecycle.Actor
			if second != "" {
				var err error
				if other, err = caller(ctx, d.records.db, second, identity.ActivateRevisions); err != nil {
					return err
				}
			}
			made, err := d.Rollback(ctx, d.who, other, args[0], reason)
			if err != nil {
				return err
			}
			return p.tellActivation(made)
		}),
	}
	c.Flags().StringVar(&reason, "reason", "", "why")
	c.Flags().StringVar(&second, "second-key-file", "", "a file with the second person's key, where approval.rollback_by_two asks for one")
	return c
}

func (p *program) revisionStopCommand() *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use: "stop SEQ --reason REASON", Short: "Call off an activation that is scheduled", Args: one("SEQ of an activation"),
		RunE: p.onDesk(identity.ActivateRevisions, func(ctx context.Context, d *atDesk, args []string) error {
			seq, err := strconv.Atoi(args[0])
			if err != nil {
				return exit(exitUsage, errors.New("want the number of an activation"))
			}
			made, err := d.Stop(ctx, d.who, seq, reason)
			if err != nil {
				return err
			}
			return p.tellActivation(made)
		}),
	}
	c.Flags().StringVar(&reason, "reason", "", "why")
	return c
}

func (p *program) revisionLogCommand() *cobra.Command {
	return &cobra.Command{
		Use: "log", Short: "List the activations, oldest first", Args: none,
		RunE: p.onDesk(identity.ReadRevisions, func(ctx context.Context, d *atDesk, _ []string) error {
			log, err := d.Log(ctx)
			if err != nil {
				return err
			}
			current, _ := log.At(time.Now())
			for _, a := range log {
				mark := " "
				switch {
				case a.Seq == current.Seq:
					mark = "*"
				case log.Stopped(a.Seq):
					mark = "x"
				}
				what := a.Revision
				if a.Kind == lifecycle.KindStop {
					what = "stops " + strconv.Itoa(a.Stops)
				}
				if err := p.say("%s %d  %s  %s  from %s  by %s: %s", mark, a.Seq, a.Kind, what, a.FromAt.In(brasilia).Format(time.RFC3339), a.By, a.Reason); err != nil {
					return err
				}
			}
			return nil
		}),
	}
}
