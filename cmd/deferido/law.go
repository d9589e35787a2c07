package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"deferido/internal/config"
	"deferido/internal/revision"
)

func (p *program) lawCommand() *cobra.Command {
	law := group("law", "Check, test, list and extend the policies", `
Works on a folder of policies: --policies DIR, or the setting policies; without either, on the policies in the program.`)
	config.AddFlags(law.PersistentFlags(), "policies")
	law.AddCommand(p.lawCheckCommand(), p.lawTestCommand(), p.lawLedgerCommand(), p.lawMutateCommand(), p.lawNewCommand())
	return law
}

// onPolicies makes the function of a command that reads policies. dir is the folder, empty for those in the program.
func (p *program) onPolicies(do func(ctx context.Context, tree fs.FS, dir string) error) func(*cobra.Command, []string) error {
	return run(func(c *cobra.Command, _ []string) error {
		settings, err := p.config(c)
		if err != nil {
			return err
		}
		tree, err := policiesOf(settings)
		if err != nil {
			return err
		}
		return do(c.Context(), tree, settings.Policies)
	})
}

func (p *program) lawCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use: "check", Short: "Load the policies and say what is to be corrected", Args: none,
		Long: strings.TrimSpace(`
Loads the policies as the program would and holds their Rego to the format of opa fmt. Every finding is a line:
file:line: rule: what is wrong (what to do).

Exit status: 0 nothing found, 65 something to correct, 64 usage, 70 internal error.`),
		RunE: p.onPolicies(p.lawCheck),
	}
}

func (p *program) lawCheck(ctx context.Context, tree fs.FS, dir string) error {
	found, err := revision.Check(ctx, tree)
	if err != nil {
		return err
	}
	for _, f := range found {
		fmt.Fprintln(p.stdout, findingLine(dir, f))
	}
	if len(found) > 0 {
		return exit(exitFindings, fmt.Errorf("%d to correct", len(found)))
	}
	_, err = fmt.Fprintln(p.stdout, "ok: nothing to correct")
	return err
}

// place is where a line of a policies file stands, as an editor opens it.
// findingLine tells a finding: file:line: rule: what is wrong (what to do).
func findingLine(dir string, f revision.Finding) string {
	line := f.Rule + ": " + f.Detail
	if f.File != "" {
		line = place(dir, f.File, f.Line) + ": " + line
	}
	if f.Advice != "" {
		line += " (" + f.Advice + ")"
	}
	return indented(line)
}

func place(dir, file string, line int) string {
	at := filepath.Join(dir, filepath.FromSlash(file))
	if line > 0 {
		at = fmt.Sprintf("%s:%d", at, line)
	}
	return at
}

func (p *program) lawTestCommand() *cobra.Command {
	var verbose bool
	c := &cobra.Command{
		Use: "test", Short: "Run the tests of the policies and measure what they cover", Args: none,
		Long: strings.TrimSpace(`
Runs the Rego tests as opa test -b does (.rego files and data.yaml or data.json, nothing else) and measures which lines of
the policies they evaluate. The tests themselves are not measured.

Exit status: 0 all pass and cover every line, 65 a test fails or a line is not covered, 64 usage, 70 internal error.`),
		RunE: p.onPolicies(func(ctx context.Context, tree fs.FS, dir string) error { return p.lawTest(ctx, tree, dir, verbose) }),
	}
	c.Flags().BoolVarP(&verbose, "verbose", "v", false, "name the tests that pass too")
	return c
}

func (p *program) lawTest(ctx context.Context, tree fs.FS, dir string, verbose bool) error {
	tested, err := revision.Test(ctx, tree)
	if err != nil {
		return exit(exitFindings, fmt.Errorf("the tests cannot run; law check says more:\n%w", err))
	}
	for _, r := range tested.Results {
		if r.Passed && !verbose {
			continue
		}
		fmt.Fprintf(p.stdout, "%s %s: %s\n", map[bool]string{true: "pass", false: "FAIL"}[r.Passed], place(dir, r.File, r.Line), r.Name)
		for _, text := range []string{r.Detail, r.Printed} {
			if text != "" {
				fmt.Fprintln(p.stdout, "  "+indented(text))
			}
		}
	}
	for _, gap := range tested.Gaps {
		at := place(dir, gap.File, gap.First)
		if gap.Last > gap.First {
			at += fmt.Sprintf("-%d", gap.Last)
		}
		fmt.Fprintln(p.stdout, "not covered", at)
	}
	failed := tested.Failed()
	fmt.Fprintf(p.stdout, "tests: %d, %d failed\n", len(tested.Results), failed)
	if _, err := fmt.Fprintf(p.stdout, "coverage: %.1f %%\n", tested.Coverage()); err != nil {
		return err
	}
	switch {
	case failed > 0:
		return exit(exitFindings, fmt.Errorf("%d of %d tests failed", failed, len(tested.Results)))
	case tested.NotCovered > 0:
		return exit(exitFindings, fmt.Errorf("%d of %d lines are not covered", tested.NotCovered, tested.Covered+tested.NotCovered))
	case len(tested.Results) == 0:
		return exit(exitFindings, errors.New("there are no tests"))
	}
	return nil
}
