package lifecycle

import (
	"context"
	"database/sql"
)

// Candidate is the revision that is likely to be in service next: the one that is scheduled first, or else the newest that is
// submitted and approved. It is empty where there is none.
func (o *Office) Candidate(ctx context.Context) (string, error) {
	log, err := o.Log(ctx)
	if err != nil {
		return "", err
	}
	if next, scheduled := log.Next(o.now()); scheduled {
		a, _ := log.At(next)
		return a.Revision, nil
	}
	rows, err := o.db.QueryContext(ctx, o.db.Bind("SELECT "+draftColumns+" FROM drafts WHERE state = ? ORDER BY submitted_at DESC"), Submitted)
	if err != nil {
		return "", unavailable("looking for an approved revision", err)
	}
	defer rows.Close()
	var fingerprints []string
	for rows.Next() {
		d, err := scanDraft(rows.Scan)
		if err != nil {
			return "", unavailable("looking for an approved revision", err)
		}
		fingerprints = append(fingerprints, d.Fingerprint)
	}
	if err := rows.Err(); err != nil {
		return "", unavailable("looking for an approved revision", err)
	}
	for _, revision := range fingerprints {
		if _, _, enough, err := o.approvals(ctx, o.db, revision); enough || err != nil {
			return revision, err
		}
	}
	return "", nil
}

// Difference counts answers that came out otherwise under a revision that was tried in the shadow of the one in service.
type Difference struct {
	Revision string `json:"revision"`
	Question string `json:"question"`
	Before   string `json:"before"` // outcome
	After    string `json:"after"`
	Answers  int    `json:"answers"`
	Example  string `json:"example"` // id of the newest such decision
}

// AddDifferences adds counts to those that are kept.
func (o *Office) AddDifferences(ctx context.Context, found []Difference) error {
	err := o.db.Change(ctx, func(tx *sql.Tx) error {
		for _, d := range found {
			_, err := tx.ExecContext(ctx, o.db.Bind(`INSERT INTO shadows (revision, question, before, after, answers, example) VALUES (?, ?, ?, ?, ?, ?)
				ON CONFLICT (revision, question, before, after) DO UPDATE SET answers = shadows.answers + excluded.answers, example = excluded.example`),
				d.Revision, d.Question, d.Before, d.After, d.Answers, d.Example)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return unavailable("keeping what differs", err)
	}
	return nil
}

// Differences are what is kept of the trials of a revision.
func (o *Office) Differences(ctx context.Context, revision string) ([]Difference, error) {
	rows, err := o.db.QueryContext(ctx, o.db.Bind("SELECT revision, question, before, after, answers, example FROM shadows WHERE revision = ? ORDER BY question, before, after"), revision)
	if err != nil {
		return nil, unavailable("reading what differs", err)
	}
	defer rows.Close()
	all := []Difference{}
	for rows.Next() {
		var d Difference
		if err := rows.Scan(&d.Revision, &d.Question, &d.Before, &d.After, &d.Answers, &d.Example); err != nil {
			return nil, unavailable("reading what differs", err)
		}
		all = append(all, d)
	}
	return all, rows.Err()
}
