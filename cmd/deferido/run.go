package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"deferido/internal/config"
)

// Run runs the program with its arguments, without its name, in an environment of "NAME=value", and returns its exit
// status. It is the whole program but for what main sets of the process.
func Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, env []string) (status int) {
	p := &program{stdin: stdin, stdout: &output{to: stdout}, stderr: stderr, env: env}
	defer func() {
		if cause := recover(); cause != nil {
			status = p.report(nil, panicked(cause))
		}
	}()
	root := p.root()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(p.stdout)
	root.SetErr(stderr)
	command, err := root.ExecuteContextC(ctx)
	return p.report(command, err)
}

// program is what the commands share.
type program struct {
	stdin  io.Reader
	stdout *output
	stderr io.Writer
	env    []string
}

// getenv is the value of a variable of the environment, empty when it has none.
func (p *program) getenv(name string) string {
	for i := len(p.env) - 1; i >= 0; i-- {
		if value, found := strings.CutPrefix(p.env[i], name+"="); found {
			return value
		}
	}
	return ""
}

// config gathers the settings for a command and says what is wrong with them.
func (p *program) config(command *cobra.Command) (config.Config, error) {
	file, _ := command.Flags().GetString("config")
	c, warnings, err := config.Load(config.Sources{File: file, Env: p.env, Flags: command.Flags()})
	for _, w := range warnings {
		fmt.Fprintln(p.stderr, "deferido: warning:", w)
	}
	if err != nil {
		return c, exit(exitUsage, fmt.Errorf("the settings cannot be used:\n%w", err))
	}
	return c, nil
}

// report says what went wrong and returns the exit status.
func (p *program) report(command *cobra.Command, err error) int {
	var e *exitError
	switch {
	case p.stdout.err != nil:
		if !errors.Is(p.stdout.err, syscall.EPIPE) {
			fmt.Fprintln(p.stderr, "deferido: writing standard output:", p.stdout.err)
		}
		return exitOutput
	case err == nil:
		return exitOK
	case errors.As(err, &e):
		if e.err != nil {
			fmt.Fprintln(p.stderr, "deferido:", indented(e.err.Error()))
		}
		return e.status
	}
	// What a command itself returns is an exitError: this one is cobra's, about how it was called.
	fmt.Fprintln(p.stderr, "deferido:", err)
	if command != nil {
		fmt.Fprintf(p.stderr, "usage: %s (%s --help says more)\n", useLine(command), command.CommandPath())
	}
	return exitUsage
}

// useLine is how to call a command.
func useLine(c *cobra.Command) string {
	line := c.UseLine()
	if c.HasAvailableSubCommands() {
		var names []string
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() && sub.Name() != "help" {
				names = append(names, sub.Name())
			}
		}
		line = c.CommandPath() + " " + strings.Join(names, "|")
	}
	return line
}

// indented sets the lines after the first apart.
func indented(text string) string {
	return strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n  ")
}

// output is standard output. It remembers the first error of a write, whoever wrote.
type output struct {
	to  io.Writer
	err error
}

func (o *output) Write(data []byte) (int, error) {
	n, err := o.to.Write(data)
	if err != nil && o.err == nil {
		o.err = err
	}
	return n, err
}

// file is the file behind a reader or writer; nil when there is none.
func file(rw any) *os.File {
	if o, ok := rw.(*output); ok {
		rw = o.to
	}
	f, _ := rw.(*os.File)
	return f
}
