package main

import (
	"github.com/spf13/cobra"

	"deferido/internal/revision"
)

// checkChildCommand is the process that checks a draft, within the bounds that its parent sets.
func (p *program) checkChildCommand() *cobra.Command {
	return &cobra.Command{
		Use: revision.CheckCommand, Short: "Check the policies on standard input", Args: none, Hidden: true,
		RunE: run(func(c *cobra.Command, _ []string) error { return revision.CheckStdin(c.Context(), p.stdin, p.stdout) }),
	}
}
