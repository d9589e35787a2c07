package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"deferido/internal/corpus"
)

// ledgerOptions are what the command line says of law ledger.
type ledgerOptions struct {
	format       choice
	status, norm string
}

func (p *program) lawLedgerCommand() *cobra.Command {
	o := &ledgerOptions{format: choice{"text", []string{"text", "json", "csv"}}}
	c := &cobra.Command{
		Use: "ledger", Short: "List every provision with its status", Args: none,
		Long: "Lists every provision of every norm, and every passage beside them, with what it does or why it does nothing here.",
		RunE: p.onPolicies(func(_ context.Context, tree fs.FS, _ string) error { return p.lawLedger(tree, o) }),
	}
	c.Flags().Var(&o.format, "format", "text to read, json (one row a line) or csv")
	c.Flags().StringVar(&o.status, "status", "", "only rows of this status, such as not_held")
	c.Flags().StringVar(&o.norm, "norm", "", "only rows of this norm, named by its folder")
	return c
}

func (p *program) lawLedger(tree fs.FS, o *ledgerOptions) error {
	if o.status != "" && !corpus.Status(o.status).Known() {
		return exit(exitUsage, fmt.Errorf("--status: there is no status %q", o.status))
	}
	c, err := corpus.Load(tree)
	if err != nil {
		return exit(exitUsage, fmt.Errorf("the policies cannot be read; law check says more:\n%w", err))
	}
	if _, known := c.Norm(o.norm); o.norm != "" && !known {
		var folders []string
		for _, n := range c.Norms() {
			folders = append(folders, n.Folder)
		}
		return exit(exitUsage, fmt.Errorf("--norm: there is no norm %q; there are %s", o.norm, strings.Join(folders, ", ")))
	}
	var rows []corpus.Row
	for _, row := range c.Ledger() {
		if (o.status == "" || string(row.Status) == o.status) && (o.norm == "" || row.Norm == o.norm) {
			rows = append(rows, row)
		}
	}
	switch o.format.value {
	case "json":
		return p.ledgerJSON(rows)
	case "csv":
		return p.ledgerCSV(rows)
	}
	return p.ledgerText(rows)
}

// ledgerRow is a row as programs read it.
type ledgerRow struct {
	Norm      string   `json:"norm"`
	Fragment  string   `json:"fragment"`
	URN       string   `json:"urn"`
	Label     string   `json:"label"`
	Status    string   `json:"status"`
	Nature    string   `json:"nature"`
	Questions []string `json:"questions"`
	Held      bool     `json:"held"`
	Grade     string   `json:"grade"`
	Note      string   `json:"note"`
	Text      *string  `json:"text"`
}

func (p *program) ledgerJSON(rows []corpus.Row) error {
	encoder := json.NewEncoder(p.stdout)
	encoder.SetEscapeHTML(false)
	for _, r := range rows {
		row := ledgerRow{r.Norm, r.Fragment, r.URN, r.Label, string(r.Status), string(r.Nature), append([]string{}, r.Questions...), r.Held, string(r.Grade), r.Note, r.Text}
		if err := encoder.Encode(row); err != nil {
			return err
		}
	}
	return nil
}

func (p *program) ledgerCSV(rows []corpus.Row) error {
	w := csv.NewWriter(p.stdout)
	w.Write([]string{"norm", "fragment", "urn", "label", "status", "nature", "questions", "held", "grade", "note", "text"})
	for _, r := range rows {
		text := ""
		if r.Text != nil {
			text = *r.Text
		}
		w.Write([]string{r.Norm, r.Fragment, r.URN, r.Label, string(r.Status), string(r.Nature), strings.Join(r.Questions, " "), strconv.FormatBool(r.Held), string(r.Grade), r.Note, text})
	}
	w.Flush()
	return w.Error()
}

func (p *program) ledgerText(rows []corpus.Row) error {
	for _, r := range rows {
		status := string(r.Status)
		if r.Nature != "" {
			status += " (" + string(r.Nature) + ")"
		}
		fmt.Fprintf(p.stdout, "%-24s %-2s  %s\n", status, r.Grade, r.Label)
		if r.Note != "" {
			fmt.Fprintf(p.stdout, "%28s  %s\n", "", r.Note)
		}
	}
	_, err := fmt.Fprintf(p.stdout, "%d rows\n", len(rows))
	return err
}
