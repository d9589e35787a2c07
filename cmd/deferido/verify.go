package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"deferido/internal/config"
	"deferido/internal/journal"
	"deferido/internal/replay"
)

func (p *program) verifyCommand() *cobra.Command {
	var keys string
	c := &cobra.Command{
		Use: "verify FILE|-", Short: "Verify the receipt of a decision, without the server", Args: one("FILE, or - for standard input"),
		Long: strings.TrimSpace(`
Verifies a receipt (GET /v1/decisions/{id}/receipt): that the record stands in a chain that a checkpoint seals, and that the
same policies give the same answer to the same facts, byte for byte.

The policies are those of the receipt (…/receipt?policies=true), or else those in the program or of --policies, where they
are the ones that decided. Without --key the receipt is held to the key that it brings itself, which proves no more than
that nothing in it was changed since.

Exit status: 0 verified, 65 not verified, 64 usage, 70 internal error.`),
		RunE: run(func(c *cobra.Command, args []string) error {
			settings, err := p.config(c)
			if err != nil {
				return err
			}
			return p.verify(c.Context(), settings, args[0], keys)
		}),
	}
	c.Flags().StringVar(&keys, "key", "", "the file of the public keys (PEM) that are trusted")
	config.AddFlags(c.Flags(), "policies")
	return c
}

func (p *program) verify(ctx context.Context, c config.Config, name, keys string) error {
	trusted, err := trustedKeys(keys)
	if err != nil {
		return err
	}
	input, err := p.open(name)
	if err != nil {
		return err
	}
	defer input.Close()
	text, err := io.ReadAll(input)
	if err != nil {
		return exit(exitUsage, fmt.Errorf("reading %s: %w", name, err))
	}
	receipt, err := journal.ParseReceipt(text)
	if err != nil {
		return exit(exitUsage, err)
	}
	set, err := load(ctx, c)
	if err != nil {
		return err
	}
	found, err := replayer(set, nil).VerifyReceipt(ctx, receipt, trusted)
	switch {
	case errors.Is(err, replay.ErrNoSet):
		return exit(exitFindings, fmt.Errorf("the chain holds, but the answer was not decided again: %w; ask for the receipt with ?policies=true", err))
	case err != nil:
		return exit(exitFindings, fmt.Errorf("not verified: %w", err))
	}
	return p.tellReceipt(receipt, found)
}

func (p *program) tellReceipt(receipt *journal.Receipt, found *replay.Verified) error {
	r := found.Record
	lines := []string{
		fmt.Sprintf("verified: decision %s", r.ID),
		fmt.Sprintf("  %s of %s: %s", r.Question, r.DecidedAt.Format("2006-01-02 15:04:05 -07:00"), r.Facets.Outcome),
		fmt.Sprintf("  decided again under %s: the same answer, byte for byte", r.Revision),
		fmt.Sprintf("  entry %d of chain %d of the journal %s", receipt.Link.Seq, receipt.Link.Chain, receipt.Journal),
	}
	if r.Failure != "" {
		lines[2] = "  nothing was decided: the policies failed"
	}
	switch {
	case found.Unsealed:
		lines = append(lines, "  no checkpoint seals it yet: nobody has signed it")
	case found.Trusted:
		lines = append(lines, "  sealed by a checkpoint that a trusted key signed: "+receipt.Checkpoint.Signer)
	default:
		lines = append(lines, "  sealed by a checkpoint that the receipt's own key signed: "+receipt.Checkpoint.Signer,
			"  compare that key with the one that the journal publishes (--key)")
	}
	return p.say("%s", strings.Join(lines, "\n"))
}
