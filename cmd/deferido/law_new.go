package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"deferido/internal/revision"
)

func (p *program) lawNewCommand() *cobra.Command {
	c := group("new", "Begin a norm or an article", `
Writes the files of a new norm or article into a folder of policies, in the shape that the program accepts. It overwrites
nothing, and writes either all files or none.`)
	c.AddCommand(p.lawNewNormCommand(), p.lawNewArticleCommand())
	return c
}

func (p *program) lawNewNormCommand() *cobra.Command {
	var n revision.Norm
	c := &cobra.Command{
		Use: "norm FOLDER --title TITLE --urn URN --from YYYY-MM-DD", Short: "Begin a norm: its folder and norm.yaml", Args: one("FOLDER, such as decreto_9921_2019"),
		Example: "  deferido law new norm decreto_9921_2019 --policies ./policies --title 'Decreto nº 9.921/2019' \\\n" +
			"    --urn 'urn:lex:br:federal:decreto:2019-07-18;9921' --from 2019-11-16",
		RunE: run(func(c *cobra.Command, args []string) error {
			dir, err := p.writable(c)
			if err != nil {
				return err
			}
			n.Folder = args[0]
			created, err := revision.NewNorm(dir, n)
			if err != nil {
				return exit(exitUsage, err)
			}
			return p.created(created, "law new article "+n.Folder+" art_1 adds its articles", "see in norm.yaml what is to be replaced")
		}),
	}
	c.Flags().StringVar(&n.Title, "title", "", "the title of the act, such as 'Decreto nº 9.921/2019'")
	c.Flags().StringVar(&n.ShortTitle, "short-title", "", "what the act is called, where it has a name")
	c.Flags().StringVar(&n.URN, "urn", "", "the LexML URN of the act")
	c.Flags().StringVar(&n.From, "from", "", "the first day on which the act is in force")
	for _, name := range []string{"title", "urn", "from"} {
		_ = c.MarkFlagRequired(name) // fails only where there is no such flag
	}
	return c
}

func (p *program) lawNewArticleCommand() *cobra.Command {
	var a revision.Article
	var text string
	c := &cobra.Command{
		Use: "article NORM ARTICLE", Short: "Begin an article: its policy, its test, its text and what norm.yaml says of them",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return fmt.Errorf("want NORM and ARTICLE, such as decreto_9921_2019 art_40; %d given", len(args))
			}
			return nil
		},
		RunE: run(func(c *cobra.Command, args []string) error {
			dir, err := p.writable(c)
			if err != nil {
				return err
			}
			if text != "" {
				if a.Text, err = os.ReadFile(text); err != nil {
					return exit(exitUsage, fmt.Errorf("reading the text: %w", err))
				}
			}
			a.Norm, a.Name = args[0], args[1]
			return p.newArticle(dir, a)
		}),
	}
	c.Flags().StringVar(&a.Title, "title", "", "what the article does, in a few words of Portuguese")
	c.Flags().StringVar(&a.Question, "question", "grant", "the question that it speaks to first")
	c.Flags().StringVar(&text, "text", "", "a file with the text as published, a provision a line; without it the text is not held")
	return c
}

func (p *program) newArticle(dir string, a revision.Article) error {
	// A question of its own has a file that names its articles; an unknown one is a slip of the keyboard.
	files, err := filepath.Glob(filepath.Join(dir, "decision", "*.rego"))
	if err != nil {
		return err
	}
	var questions []string
	for _, f := range files {
		if name := strings.TrimSuffix(filepath.Base(f), ".rego"); !strings.HasSuffix(name, "_test") {
			questions = append(questions, name)
		}
	}
	if !slices.Contains(questions, a.Question) {
		return exit(exitUsage, fmt.Errorf("--question: there is no decision/%s.rego; there are %s", a.Question, strings.Join(questions, ", ")))
	}
	created, err := revision.NewArticle(dir, a)
	if err != nil {
		return exit(exitUsage, err)
	}
	return p.created(created,
		"see in each what is to be replaced, and in norm.yaml the provisions that were added",
		"name the article in "+filepath.Join(dir, "decision", a.Question+".rego")+", in the order of the norms:",
		fmt.Sprintf("  matters.%[1]s.articles[\"%[2]s.%[3]s\"] := norms.%[2]s.%[3]s.%[1]s if {", a.Question, a.Norm, a.Name),
		fmt.Sprintf("  \tinput.in_force.%s", a.Norm),
		fmt.Sprintf("  \tsettle.may_speak(norms.%[2]s.%[3]s.%[1]s.governs, object.get(norms.%[2]s.%[3]s.%[1]s, \"where\", {}))", a.Question, a.Norm, a.Name),
		"  }",
		"then run law check and law test")
}

// writable is the folder of policies to write into.
func (p *program) writable(c *cobra.Command) (string, error) {
	settings, err := p.config(c)
	if err != nil {
		return "", err
	}
	if settings.Policies == "" {
		return "", exit(exitUsage, errors.New("the policies in the program cannot be changed: name a folder with --policies DIR"))
	}
	_, err = policiesOf(settings)
	return settings.Policies, err
}

// created lists what was written and what comes next.
func (p *program) created(files []string, next ...string) error {
	for _, f := range files {
		fmt.Fprintln(p.stdout, "wrote", f)
	}
	_, err := fmt.Fprintln(p.stdout, "next: "+strings.Join(next, "\n      "))
	return err
}
