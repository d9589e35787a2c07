package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"deferido/internal/config"
	"deferido/internal/decision"
	"deferido/internal/engine"
	"deferido/internal/identity"
	"deferido/internal/journal"
	"deferido/internal/store"
)

func (p *program) journalCommand() *cobra.Command {
	c := group("journal", "Verify, show and erase what is recorded", `
Works on the records of the data folder (--data), or of a PostgreSQL database (--journal-url), also while a server uses them.`)
	storeFlags(c.PersistentFlags())
	c.AddCommand(p.journalVerifyCommand(), p.journalShowCommand(), p.journalFailuresCommand(), p.journalEraseCommand(), p.journalRetainCommand())
	return c
}

func (p *program) journalVerifyCommand() *cobra.Command {
	var keys, witness string
	format := choice{"text", []string{"text", "json"}}
	c := &cobra.Command{
		Use: "verify", Short: "Find what was altered, removed, reordered or cut off", Args: none,
		Long: strings.TrimSpace(`
Reads the whole journal, its chains and its checkpoints, and says which record is not as it was written.

Whoever owns the machine can write all of a journal anew, also the keys that it names itself. --key names a public key
that is known from elsewhere, and --witness a file that checkpoints were written to, out of that reach.

Exit status: 0 nothing found, 65 something found, 64 usage, 69 the records cannot be read, 70 internal error.`),
	}
	c.Flags().StringVar(&keys, "key", "", "the file of the public keys (PEM) that are trusted; without it those that the journal names")
	c.Flags().StringVar(&witness, "witness", "", "a file of checkpoints, one a line, as journal.witness writes it")
	c.Flags().Var(&format, "format", "text to read, or json")
	c.RunE = p.onJournal(func(ctx context.Context, _ config.Config, r *journal.Reader, _ []string) error {
		how, err := verifying(keys, witness)
		if err != nil {
			return err
		}
		watched := p.watched()
		how.Progress = watched.tick
		report, err := r.Verify(ctx, how)
		if err != nil {
			return exit(exitUnavailable, err)
		}
		watched.end(report.Entries)
		return p.tellVerified(report, format.value)
	})
	return c
}

// verifying reads what the journal is held to beside itself.
func verifying(keys, witness string) (how journal.Verifying, err error) {
	how.Set = func(revision string, archive []byte) error {
		_, err := engine.OpenArchive(archive, revision)
		return err
	}
	if how.Trusted, err = trustedKeys(keys); err != nil {
		return how, err
	}
	if witness == "" {
		return how, nil
	}
	text, err := os.ReadFile(witness)
	if err != nil {
		return how, exit(exitUsage, fmt.Errorf("--witness: %w", err))
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var c journal.Checkpoint
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			return how, exit(exitUsage, fmt.Errorf("--witness: line %d is no checkpoint", n))
		}
		how.Witnessed = append(how.Witnessed, &c)
	}
	return how, lines.Err()
}

// trustedKeys reads public keys from a file; none where no file is named.
func trustedKeys(name string) ([]ed25519.PublicKey, error) {
	if name == "" {
		return nil, nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, exit(exitUsage, fmt.Errorf("--key: %w", err))
	}
	keys, err := journal.ParsePublicPEM(text)
	if err != nil {
		return nil, exit(exitUsage, fmt.Errorf("--key: %s: %w", name, err))
	}
	return keys, nil
}

func (p *program) tellVerified(report *journal.Report, format string) error {
	if format == "json" {
		if err := p.sayJSON(report); err != nil {
			return err
		}
	} else {
		for _, f := range report.Findings {
			where := fmt.Sprintf("chain %d", f.Chain)
			if f.Seq > 0 {
				where += fmt.Sprintf(", entry %d", f.Seq)
			}
			if f.ID != "" {
				where += ", " + f.ID
			}
			if err := p.say("%s: %s: %s", where, f.What, f.Text); err != nil {
				return err
			}
		}
		if err := p.say("%d entries in %d chains, %d of them erased; %d checkpoints, %d entries not yet sealed; %d findings",
			report.Entries, report.Chains, report.Erased, report.Checkpoints, report.Unsealed, len(report.Findings)+report.More); err != nil {
			return err
		}
	}
	if len(report.Findings) > 0 {
		return exit(exitFindings, nil)
	}
	return nil
}

func (p *program) journalShowCommand() *cobra.Command {
	return &cobra.Command{
		Use: "show ID", Short: "Show all that is kept of a decision", Args: one("ID of a decision"),
		Long: strings.TrimSpace(`
Shows all that is kept of a decision, as JSON: for the person whom it is about, who may ask what is kept (LGPD, art. 18).`),
		RunE: p.onJournal(func(ctx context.Context, _ config.Config, r *journal.Reader, args []string) error {
			record, err := r.Get(ctx, args[0])
			if err != nil {
				return notFound(err)
			}
			return p.sayJSON(record)
		}),
	}
}

func (p *program) journalFailuresCommand() *cobra.Command {
	return &cobra.Command{
		Use: "failures", Short: "List the requests on which the policies failed, newest first", Args: none,
		Long: strings.TrimSpace(`
Lists the records of evaluations that failed: nothing was decided, and the policies are to be corrected. journal show ID tells
what was asked.`),
		RunE: p.onJournal(func(ctx context.Context, _ config.Config, r *journal.Reader, _ []string) error {
			for cursor := ""; ; {
				records, next, err := r.List(ctx, decision.Filter{Failures: true}, cursor, 200)
				if err != nil {
					return exit(exitUnavailable, err)
				}
				for _, f := range records {
					if err := p.say("%s  %s  %s  %s  request %s", f.ID, f.DecidedAt.Format(time.RFC3339), f.Question, f.Revision, f.RequestID); err != nil {
						return err
					}
				}
				if cursor = next; next == "" {
					return nil
				}
			}
		}),
	}
}

// notFound has the exit status of what cannot be found.
func notFound(err error) error {
	var erased *decision.Erased
	if errors.Is(err, decision.ErrNoRecord) || errors.As(err, &erased) {
		return exit(exitUsage, err)
	}
	return exit(exitUnavailable, err)
}

func (p *program) journalEraseCommand() *cobra.Command {
	return &cobra.Command{
		Use: "erase ID", Short: "Erase the content of a decision, for the person whom it is about", Args: one("ID of a decision"),
		Long: strings.TrimSpace(`
Erases the content of a decision. That it was made, and that it was erased, stays in the chain, which still verifies.`),
		RunE: p.onWriting(func(ctx context.Context, _ config.Config, j *journal.Journal, args []string) error {
			if err := j.Erase(ctx, args[0], string(identity.Local)); err != nil {
				return notFound(err)
			}
			return p.say("erased %s", args[0])
		}),
	}
}

func (p *program) journalRetainCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "retain", Short: "Erase the content of what was kept long enough", Args: none,
		Long: strings.TrimSpace(`
Erases the content of all decisions older than journal.retention_days. A server does so itself once a day.`),
		RunE: p.onWriting(func(ctx context.Context, c config.Config, j *journal.Journal, _ []string) error {
			watched := p.watched()
			erased, err := j.Retain(ctx, now().AddDate(0, 0, -c.Journal.RetentionDays), watched.tick)
			if err != nil {
				return exit(exitUnavailable, err)
			}
			watched.end(erased)
			return p.say("erased %d decisions that are older than %d days", erased, c.Journal.RetentionDays)
		}),
	}
	config.AddFlag(c.Flags(), "journal.retention_days", "days")
	return c
}

// onWriting makes the function of a command that writes into the journal, on a chain of its own.
func (p *program) onWriting(do func(ctx context.Context, c config.Config, j *journal.Journal, args []string) error) func(*cobra.Command, []string) error {
	return p.onStore(func(ctx context.Context, c config.Config, db *store.DB, args []string) (err error) {
		key, _, err := journal.OpenKey(c.Data)
		if err != nil {
			return exit(exitUnavailable, err)
		}
		j, err := journal.Open(ctx, db, journal.Options{Key: key, Log: p.logger(c.Log)})
		if err != nil {
			return exit(exitUnavailable, err)
		}
		defer func() { err = errors.Join(err, j.Close()) }()
		return do(ctx, c, j, args)
	})
}
