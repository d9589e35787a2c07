package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"deferido/internal/config"
	"deferido/internal/decision"
	"deferido/internal/engine"
	"deferido/internal/journal"
	"deferido/internal/replay"
	"deferido/internal/store"
)

// storeFile is the SQLite store in the data folder.
const storeFile = "deferido.db"

// openStore opens the store that the settings name. Where the data folder has the key of a journal, its SQLite file must be
// there too: a new one in its place would hide that the records are gone.
func openStore(ctx context.Context, c config.Config) (*store.DB, error) {
	_, err := os.Stat(filepath.Join(c.Data, journal.PrivateKeyFile))
	return openStoreAt(ctx, c, err == nil)
}

func openStoreAt(ctx context.Context, c config.Config, expected bool) (*store.DB, error) {
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return nil, exit(exitUsage, fmt.Errorf("data: %w", err))
	}
	db, err := store.Open(ctx, store.Source{URL: c.Journal.URL, File: filepath.Join(c.Data, storeFile), Expected: expected})
	if err != nil {
		return nil, exit(exitUnavailable, fmt.Errorf("opening the records: %w", err))
	}
	return db, nil
}

// records are the journal and what finds and replays what stands in it.
type records struct {
	*journal.Journal
	db       *store.DB
	replayer *replay.Replayer
}

// openRecords opens the journal for writing.
func openRecords(ctx context.Context, c config.Config, set *engine.Set, o journal.Options) (_ *records, err error) {
	db, err := openStore(ctx, c)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, db.Close())
		}
	}()
	j, err := openJournal(ctx, c, db, o)
	if err != nil {
		return nil, err
	}
	r := &records{Journal: j, db: db, replayer: replayer(set, j)}
	if err := r.keepSet(ctx, c, set); err != nil {
		return nil, errors.Join(err, j.Close())
	}
	return r, nil
}

// openJournal opens the journal of a store for writing.
func openJournal(ctx context.Context, c config.Config, db *store.DB, o journal.Options) (*journal.Journal, error) {
	var err error
	if o.Key, _, err = journal.OpenKey(c.Data); err != nil {
		return nil, exit(exitUnavailable, fmt.Errorf("opening the key of the journal: %w", err))
	}
	o.Gather, o.Interval = c.Journal.Gather, c.Journal.Checkpoint
	if c.Journal.Witness != "" {
		o.Witness = journal.NewWitness(c.Journal.Witness, o.Log)
	}
	j, err := journal.Open(ctx, db, o)
	if err != nil {
		return nil, exit(exitUnavailable, fmt.Errorf("opening the journal: %w", err))
	}
	return j, nil
}

// replayer decides again what the archives' sets, or that in service, decided.
func replayer(set *engine.Set, archives replay.Archives) *replay.Replayer {
	return &replay.Replayer{
		Service: &decision.Service{Now: now, Reading: decision.ReadingText, Program: version()}, Sets: replay.NewSets(archives, set),
	}
}

// keepSet keeps the policy set in service, so that what it decides can be explained when it is no longer.
func (r *records) keepSet(ctx context.Context, c config.Config, set *engine.Set) error {
	tree, err := policiesOf(c)
	if err != nil {
		return err
	}
	archive, err := engine.Archive(tree, casesOf(c, tree))
	if err == nil {
		err = r.KeepSet(ctx, set.Revision(), archive, now())
	}
	if err != nil {
		return fmt.Errorf("keeping the policy set: %w", err)
	}
	return nil
}

// Close seals and closes the journal, and its store.
func (r *records) Close() error { return errors.Join(r.Journal.Close(), r.db.Close()) }

// Replay decides a recorded decision again.
func (r *records) Replay(ctx context.Context, record *decision.Record, how decision.Replaying) (*decision.Decision, error) {
	return r.replayer.Replay(ctx, record, how)
}

// Explain explains a recorded decision.
func (r *records) Explain(ctx context.Context, record *decision.Record, lang string) (*decision.Explained, error) {
	return r.replayer.Explain(ctx, record, lang)
}

// Receipt is the receipt of a decision, as JSON. Where nothing seals the record yet it is sealed now.
func (r *records) Receipt(ctx context.Context, id string, policies bool) ([]byte, error) {
	receipt, err := r.Journal.Receipt(ctx, id)
	if err != nil {
		return nil, err
	}
	if receipt.Checkpoint == nil {
		if err := r.Seal(ctx); err != nil {
			return nil, err
		}
		if receipt, err = r.Journal.Receipt(ctx, id); err != nil {
			return nil, err
		}
	}
	if policies {
		record, err := r.Get(ctx, id)
		if err != nil {
			return nil, err
		}
		if receipt.Policies, err = r.Set(ctx, record.Revision); err != nil {
			return nil, err
		}
	}
	return receipt.Encode()
}

// seals is what verifies receipts.
type seals struct {
	Journal    string              `json:"journal"`
	Keys       []string            `json:"public_keys"` // PEM
	Checkpoint *journal.Checkpoint `json:"checkpoint"`  // the newest of the server's chain; null where there is none
}

// Seals are the public keys and the newest checkpoint.
func (r *records) Seals(ctx context.Context) ([]byte, error) {
	s := seals{Journal: r.ID()}
	keys, err := r.Keys(ctx)
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		text, err := journal.PublicPEM(key)
		if err != nil {
			return nil, err
		}
		s.Keys = append(s.Keys, string(text))
	}
	if s.Checkpoint, err = r.NewestCheckpoint(ctx); err != nil {
		return nil, err
	}
	return jsonLine(s)
}

// sayJSON writes a value as a line on standard output.
func (p *program) sayJSON(v any) error {
	line, err := jsonLine(v)
	if err != nil {
		return err
	}
	_, err = p.stdout.Write(line)
	return err
}

// jsonLine writes a value as a line. Raw JSON within it keeps its bytes.
func jsonLine(v any) ([]byte, error) {
	var b lineBuffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b, err
}

type lineBuffer []byte

func (b *lineBuffer) Write(text []byte) (int, error) {
	*b = append(*b, text...)
	return len(text), nil
}

// retain erases, once a day, what has been kept long enough.
func (r *records) retain(ctx context.Context, days int, log *slog.Logger) {
	for {
		erased, err := r.Retain(ctx, now().AddDate(0, 0, -days), func(int) {})
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			log.Error("what was kept long enough could not be erased", slog.String("cause", err.Error()))
		case erased > 0:
			log.Info("erased what was kept long enough", slog.Int("decisions", erased))
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(24 * time.Hour):
		}
	}
}
