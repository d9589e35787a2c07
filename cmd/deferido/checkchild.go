package main

import (
	"github.com/spf13/cobra"
)

// checkChild is the hidden command of the process that checks a draft.
const checkChild = "check-policies"

func (p *program) checkChildCommand() *cobra.Command {
	return &cobra.Command{
		Use: checkChild, Short: "Check the policies on standard input", Args: none, Hidden: true,
		RunE: run(func(*cobra.Command, []string) error { return nil }),
	}
}
