package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/agnivade/levenshtein"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// root makes the tree of commands.
func (p *program) root() *cobra.Command {
	root := group("deferido", "Free and discounted interstate seats, by the provisions of law", `
Answers a carrier's question about free and discounted interstate seats with allow or deny, and the provisions that make
it so.

Every setting is told in config.yaml. A flag goes before the environment (DEFERIDO_…), the environment before the file,
the file before the default.`)
	root.SilenceErrors, root.SilenceUsage = true, true
	root.CompletionOptions.HiddenDefaultCmd = true
	root.PersistentFlags().String("config", "", "the file of settings; without it, ./config.yaml is read if it is there")
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(
		p.serveCommand(), p.decideCommand(), p.verifyCommand(), p.reportCommand(), p.journalCommand(), p.draftCommand(), p.revisionCommand(), p.keyCommand(), p.userCommand(), p.carrierCommand(),
		p.backupCommand(), p.restoreCommand(), p.lawCommand(), p.bundleCommand(), p.checkChildCommand(), p.versionCommand(),
	)
	return root
}

// group is a command that only has commands below it.
func group(name, short, long string) *cobra.Command {
	return &cobra.Command{
		Use: name, Short: short, Long: strings.TrimSpace(long), SuggestionsMinimumDistance: 2,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("name a command")
			}
			message := fmt.Sprintf("there is no command %q", args[0])
			if near := c.SuggestionsFor(args[0]); len(near) > 0 {
				message += "; is it " + strings.Join(near, " or ") + "?"
			}
			return errors.New(message)
		},
		RunE: func(*cobra.Command, []string) error { return nil }, // Args lets nothing come here
	}
}

// run makes the function of a command: whatever it returns has an exit status, internal unless it says otherwise.
func run(do func(command *cobra.Command, args []string) error) func(*cobra.Command, []string) error {
	return func(command *cobra.Command, args []string) error {
		err := do(command, args)
		var e *exitError
		if err != nil && !errors.As(err, &e) {
			return exit(exitInternal, err)
		}
		return err
	}
}

// one wants exactly one argument, and says which.
func one(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != 1 {
			return fmt.Errorf("want one %s, not %d", what, len(args))
		}
		return nil
	}
}

// none wants no argument.
func none(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("want no argument, not %q", args[0])
	}
	return nil
}

// flagError adds to an unknown flag the one that was meant.
func flagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	best, distance := "", 3
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if d := levenshtein.ComputeDistance(f.Name, unknown.GetSpecifiedName()); cmp.Less(d, distance) {
			best, distance = f.Name, d
		}
	})
	if best == "" {
		return err
	}
	return fmt.Errorf("%w; is it --%s?", err, best)
}

// choice is a flag that takes one of some words.
type choice struct {
	value string
	words []string
}

func (c *choice) String() string { return c.value }

func (c *choice) Type() string { return strings.Join(c.words, "|") }

func (c *choice) Set(value string) error {
	for _, word := range c.words {
		if word == value {
			c.value = value
			return nil
		}
	}
	return fmt.Errorf("want one of %s", strings.Join(c.words, ", "))
}
