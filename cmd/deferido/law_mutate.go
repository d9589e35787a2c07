package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"deferido/fixtures"
	"deferido/internal/mutation"
)

// mutateOptions are what the command line says of law mutate.
type mutateOptions struct {
	mutation.Options
	format choice
	write  string
}

func (p *program) lawMutateCommand() *cobra.Command {
	o := &mutateOptions{format: choice{"text", []string{"text", "json"}}}
	c := &cobra.Command{
		Use: "mutate", Short: "Change the policies a little, place by place, and list the changes that no test and no case notices", Args: none,
		Long: strings.TrimSpace(`
Changes each comparison, bound, word, operator, condition, way and rule of the policies in turn, and puts the changed law
before the Rego tests and the cases of the program. A change that one of them notices is killed. One that none notices
survives: a test is missing, or the change makes no difference to any answer. Survivors are listed by provision, those
that the program explains with their explanation. What the load of the policies refuses is counted apart.

All the changes take many minutes; --provision, --file and --sample take some of them. --write keeps the result of all.

Exit status: 0 every survivor is explained, 65 one is not, 64 usage, 70 internal error.`),
		Example: "  deferido law mutate --provision art39_par2 --policies ./policies\n" +
			"  deferido law mutate --sample 60 --seed 1\n" +
			"  deferido law mutate --write internal/mutation/result.json",
		RunE: p.onPolicies(func(ctx context.Context, tree fs.FS, _ string) error { return p.lawMutate(ctx, tree, o) }),
	}
	c.Flags().StringVar(&o.Provision, "provision", "", "only what speaks of this provision and its parts: a fragment such as art39_par2, or a URN")
	c.Flags().StringVar(&o.File, "file", "", "only this file or folder of the policies, such as norms/decreto_9921_2019/art_39.rego")
	c.Flags().IntVar(&o.Sample, "sample", 0, "only so many changes, picked by chance")
	c.Flags().Uint64Var(&o.Seed, "seed", 1, "of the chance: the same seed picks the same changes")
	c.Flags().IntVar(&o.Parallel, "parallel", 1, "how many changes to try at once; each takes a processor and some 200 MB")
	c.Flags().Var(&o.format, "format", "text to read, or json: every change and what became of it")
	c.Flags().StringVar(&o.write, "write", "", "keep the result in this file, which is overwritten")
	return c
}

func (p *program) lawMutate(ctx context.Context, tree fs.FS, o *mutateOptions) error {
	if o.Sample < 0 || o.Parallel < 1 {
		return exit(exitUsage, errors.New("--sample is not below 0, and --parallel not below 1"))
	}
	if o.write != "" && (o.Provision != "" || o.File != "" || o.Sample > 0) {
		return exit(exitUsage, errors.New("--write keeps the result of all changes: leave --provision, --file and --sample out"))
	}
	if _, onTerminal := widthOf(p.stderr); onTerminal {
		o.Progress = p.mutated(time.Now())
	}
	report, err := mutation.Run(ctx, tree, fixtures.FS, o.Options)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return exit(exitFindings, fmt.Errorf("the changes cannot be tried; law check and law test say more:\n%w", err))
	}
	if len(report.Verdicts) == 0 {
		return exit(exitUsage, errors.New("there is nothing to change there"))
	}
	explained, err := mutation.Explained()
	if err != nil {
		return err
	}
	tell := p.mutationText
	if o.format.value == "json" {
		tell = p.mutationJSON
	}
	if err := errors.Join(tell(report, explained), keepResult(report, o.write)); err != nil {
		return err
	}
	unexplained := 0
	for _, s := range report.Survivors() {
		if explained[s.ID] == nil {
			unexplained++
		}
	}
	if unexplained > 0 {
		return exit(exitFindings, fmt.Errorf("%d of %d survivors are not explained", unexplained, report.Count(mutation.Survived)))
	}
	return nil
}

// mutated tells on a terminal how far the changes are.
func (p *program) mutated(began time.Time) func(done, total int) {
	last := time.Time{}
	return func(done, total int) {
		if time.Since(last) < every && done < total {
			return
		}
		last = time.Now()
		left := time.Since(began) / time.Duration(done) * time.Duration(total-done)
		fmt.Fprintf(p.stderr, "\r%d of %d, %s left\x1b[K%s", done, total, left.Round(time.Second), map[bool]string{true: "\n"}[done == total])
	}
}

// keepResult writes the result of a report to a file; to none if it has no name.
func keepResult(report *mutation.Report, name string) error {
	if name == "" {
		return nil
	}
	result, err := report.Result()
	if err != nil {
		return err
	}
	content, err := result.Encode()
	if err != nil {
		return err
	}
	if err := os.WriteFile(name, content, 0o644); err != nil {
		return exit(exitUsage, fmt.Errorf("keeping the result: %w", err))
	}
	return nil
}

func (p *program) mutationText(report *mutation.Report, explained map[string]*mutation.Explanation) error {
	about := ""
	for _, s := range report.ByProvision() {
		of := s.Label
		if of == "" {
			of = s.File
		}
		if of != about {
			fmt.Fprintln(p.stdout, of)
		}
		about = of
		fmt.Fprintf(p.stdout, "  %s  %s\n", s.ID, s.At())
		if e := explained[s.ID]; e != nil {
			fmt.Fprintln(p.stdout, "    "+strings.TrimSpace(e.Why))
		}
	}
	_, err := fmt.Fprintf(p.stdout, "changes: %d of %d, %d killed, %d survived, %d refused by the load\nscore: %.1f %%\n",
		len(report.Verdicts), report.Made, report.Count(mutation.Killed), report.Count(mutation.Survived), report.Count(mutation.Refused), 100*report.Score())
	return err
}

// mutationAnswer is a report as programs read it.
type mutationAnswer struct {
	*mutation.Report
	Killed   int               `json:"killed"`
	Survived int               `json:"survived"`
	Refused  int               `json:"refused"`
	Score    float64           `json:"score"`
	Why      map[string]string `json:"explained"` // the survivors that are explained, by id
}

func (p *program) mutationJSON(report *mutation.Report, explained map[string]*mutation.Explanation) error {
	answer := mutationAnswer{
		Report: report, Killed: report.Count(mutation.Killed), Survived: report.Count(mutation.Survived),
		Refused: report.Count(mutation.Refused), Score: report.Score(), Why: map[string]string{},
	}
	for _, s := range report.Survivors() {
		if e := explained[s.ID]; e != nil {
			answer.Why[s.ID] = strings.TrimSpace(e.Why)
		}
	}
	encoder := json.NewEncoder(p.stdout)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(answer)
}
