package main

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"deferido/internal/identity"
	"deferido/internal/lifecycle"
)

func (p *program) draftJustifyCommand() *cobra.Command {
	var j lifecycle.Justification
	c := &cobra.Command{
		Use: "justify ID", Short: "Say why a draft would refuse what was granted", Args: one("ID of a draft"),
		Long: strings.TrimSpace(`
Without flags it lists the grants that the draft would refuse, as it stands and as far as its impact was measured: how many, of
which question, by which provision, and why. With --question, --provision and --text it says why. All must be justified before the
draft is submitted.`),
		RunE: p.onDesk(identity.WriteDrafts, func(ctx context.Context, d *atDesk, args []string) error {
			revision, _, err := d.Refuses(ctx, args[0])
			if err != nil {
				return err
			}
			switch {
			case j.Question != "" && j.Text != "":
				if err := d.Justify(ctx, d.who, args[0], revision, j); err != nil {
					return err
				}
			case j != lifecycle.Justification{}:
				return exit(exitUsage, errors.New("want --question, --provision and --text, or none of them"))
			}
			return p.tellRefuses(ctx, d, args[0])
		}),
	}
	c.Flags().StringVar(&j.Question, "question", "", "the question whose grants would be refused")
	c.Flags().StringVar(&j.Provision, "provision", "", "the URN of the provision that refuses them; none where the list has none")
	c.Flags().StringVar(&j.Text, "text", "", "why")
	return c
}

func (p *program) tellRefuses(ctx context.Context, d *atDesk, id string) error {
	revision, all, err := d.Refuses(ctx, id)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return p.say("nothing that was measured of %s would refuse what was granted", revision)
	}
	for _, r := range all {
		why := "to be justified"
		if r.Justified() {
			why = r.Text + " (" + r.By + ")"
		}
		if err := p.say("%d  %s  %s  %s", r.Answers, r.Question, orDash(r.Provision), why); err != nil {
			return err
		}
	}
	return nil
}
