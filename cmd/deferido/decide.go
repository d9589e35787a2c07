package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"deferido/internal/config"
	"deferido/internal/decision"
)

const decideHelp = `
Answers one request, or a stream of them, on standard output.

FILE, or standard input for -, holds one JSON document, or one a line (NDJSON): where the first line is a whole JSON value,
each line is a request, and is answered in order as soon as it is read. --stream says so whatever the first line is.

On a terminal the answer is text to read. Otherwise it is JSON, one decision a line; a request that cannot be decided is
answered by its problem (RFC 9457), whose instance "#line-3" names its line.

Exit status of a single request: 0 allow, 1 deny, 2 incomplete. Of a stream: 0 if every line was answered. Of both: 64
bad input or usage, 70 internal error, 74 standard output failed; a broken pipe ends the program so, without a word.

Nothing is recorded without --data.`

// decideOptions are what the command line says of decide beside the settings.
type decideOptions struct {
	format  choice
	explain bool
	stream  bool
	record  bool
}

func (p *program) decideCommand() *cobra.Command {
	o := &decideOptions{format: choice{"auto", []string{"auto", "json", "text"}}}
	c := &cobra.Command{
		Use: "decide FILE|-", Short: "Answer a request, or a stream of them", Long: strings.TrimSpace(decideHelp), Args: one("FILE, or - for standard input"),
		RunE: run(func(c *cobra.Command, args []string) error {
			settings, err := p.config(c)
			if err != nil {
				return err
			}
			o.record = c.Flags().Changed("data")
			return p.decide(c.Context(), settings, o, args[0])
		}),
	}
	c.Flags().Var(&o.format, "format", "json, text to read, or auto: text on a terminal and json otherwise")
	c.Flags().BoolVar(&o.explain, "explain", false, "explain every answer: the articles, their ways and their conditions")
	c.Flags().BoolVar(&o.stream, "stream", false, "take each line as a request, whatever the first one looks like")
	config.AddFlag(c.Flags(), "language", "lang")
	config.AddFlags(c.Flags(), "reading", "policies", "decision_timeout", "data", "journal.url", "carrier")
	return c
}

// decide answers what the file holds.
func (p *program) decide(ctx context.Context, c config.Config, o *decideOptions, name string) (err error) {
	input, err := p.open(name)
	if err != nil {
		return err
	}
	defer input.Close()
	set, err := load(ctx, c)
	if err != nil {
		return err
	}
	service := &decision.Service{Now: now, Reading: c.Reading, Program: version()}
	activation := 1 // of the set that the program carries
	if o.record {
		var closeRecords func() error
		if set, activation, closeRecords, err = p.recording(ctx, c, set, service); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, closeRecords()) }()
	}
	d := &decider{set: set, activation: activation, service: service, lang: c.Language, timeout: c.DecisionTimeout, explain: o.explain, problemBase: c.ProblemBase, call: callOf(c)}
	return p.answerAll(ctx, input, d, p.writer(o, d), o.stream)
}

// open opens the file of that name, or standard input for "-".
func (p *program) open(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(p.stdin), nil
	}
	f, err := os.Open(name)
	if err != nil {
		var path *os.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		return nil, exit(exitUsage, fmt.Errorf("cannot read %s: %w", name, err))
	}
	return f, nil
}
