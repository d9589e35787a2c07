package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"deferido/fixtures"
	"deferido/internal/engine"
	"deferido/policies"
)

func (p *program) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version of the program and of its policies", Args: none,
		RunE: run(func(*cobra.Command, []string) error {
			revision, err := engine.Revision(policies.FS, fixtures.FS)
			if err != nil {
				return err
			}
			build, _ := debug.ReadBuildInfo()
			_, err = fmt.Fprintf(p.stdout, "deferido %s (%s)\npolicies %s\n", version(), build.GoVersion, revision)
			return err
		}),
	}
}

// version is the program's: its module's where it was built from one, and else the commit that it was built from.
func version() string {
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	return build.Main.Version
}
