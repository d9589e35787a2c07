package lifecycle

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
)

// Impact is what a draft as it stood would change of what was decided, as somebody measured it.
type Impact struct {
	ID       string // UUID version 7
	Draft    string
	Revision string // that the draft was
	By       string
	At       time.Time
	// Whole tells that all decisions on record were decided again, and not a part of them.
	Whole bool
	// Content is what was found, as JSON; an Office does not read it.
	Content []byte
	// Reversals are the grants that would be refused. They are written here, and read by Reversals.
	Reversals []Reversal
}

// impactsKept is how many of a draft are kept, the newest; the whole one of what the draft is stays in any case.
const impactsKept = 20

// KeepImpact keeps what somebody measured, and returns it with its id. Each grant that would be refused then wants a reason before the
// approval of that revision is asked for or given.
func (o *Office) KeepImpact(ctx context.Context, who Actor, i Impact) (Impact, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return i, err
	}
	i.ID, i.By, i.At = id.String(), who.ID, o.now().UTC()
	detail := map[string]any{"impact": i.ID, "fingerprint": i.Revision, "whole": i.Whole, "refuses": i.Reversals}
	err = o.do(ctx, who, "impact-measured", i.Draft, "", detail, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := o.lockedDraft(ctx, tx, i.Draft); err != nil {
			return err
		}
		whole := 0
		if i.Whole {
			whole = 1
		}
		_, err := tx.ExecContext(ctx, o.db.Bind("INSERT INTO impacts (id, draft, revision, caller, at, whole, content) VALUES (?, ?, ?, ?, ?, ?, ?)"),
			i.ID, i.Draft, i.Revision, i.By, i.At.UnixNano(), whole, i.Content)
		if err != nil {
			return err
		}
		for _, r := range i.Reversals {
			if err := o.keepReversal(ctx, tx, &i, r); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, o.db.Bind(`DELETE FROM impacts WHERE draft = ? AND NOT (revision = ? AND whole = 1)
			AND id NOT IN (SELECT id FROM impacts WHERE draft = ? ORDER BY at DESC, id DESC LIMIT ?)`), i.Draft, i.Revision, i.Draft, impactsKept)
		return err
	})
	return i, err
}

// keepReversal notes what was found; what was found before of the same stays where it is more.
func (o *Office) keepReversal(ctx context.Context, tx *sql.Tx, i *Impact, r Reversal) error {
	_, err := tx.ExecContext(ctx, o.db.Bind(`INSERT INTO reversals (draft, revision, question, provision, answers, text, author) VALUES (?, ?, ?, ?, ?, '', '')
		ON CONFLICT (draft, revision, question, provision) DO UPDATE SET answers = CASE WHEN excluded.answers > reversals.answers THEN excluded.answers ELSE reversals.answers END`),
		i.Draft, i.Revision, r.Question, r.Provision, r.Answers)
	return err
}

const impactColumns = "id, draft, revision, caller, at, whole"

// Impacts are those of a draft that are kept, the newest first, without their content.
func (o *Office) Impacts(ctx context.Context, draft string) ([]Impact, error) {
	rows, err := o.db.QueryContext(ctx, o.db.Bind("SELECT "+impactColumns+" FROM impacts WHERE draft = ? ORDER BY at DESC, id DESC"), draft)
	if err != nil {
		return nil, unavailable("listing impacts", err)
	}
	defer rows.Close()
	all := []Impact{}
	for rows.Next() {
		i, err := scanImpact(rows.Scan)
		if err != nil {
			return nil, unavailable("listing impacts", err)
		}
		all = append(all, i)
	}
	return all, rows.Err()
}

func scanImpact(scan func(...any) error, more ...any) (Impact, error) {
	var i Impact
	var at int64
	var whole int
	err := scan(append([]any{&i.ID, &i.Draft, &i.Revision, &i.By, &at, &whole}, more...)...)
	i.At, i.Whole = moment(at), whole == 1
	return i, err
}

// KeptImpact is one of a draft, with its content.
func (o *Office) KeptImpact(ctx context.Context, draft, id string) (Impact, error) {
	var content []byte
	i, err := scanImpact(o.db.QueryRowContext(ctx, o.db.Bind("SELECT "+impactColumns+", content FROM impacts WHERE draft = ? AND id = ?"), draft, id).Scan, &content)
	if errors.Is(err, sql.ErrNoRows) {
		return i, refused(NoImpact, "Não há medição do impacto com esta identificação.", "There is no measurement of the impact of this id.")
	}
	if err != nil {
		return i, unavailable("reading an impact", err)
	}
	i.Content = content
	return i, nil
}

// measured wants the impact of a draft to have been measured on all that was decided, and the reasons of what it would refuse.
func (o *Office) measured(ctx context.Context, q querier, draft, revision string) error {
	var n int
	err := q.QueryRowContext(ctx, o.db.Bind("SELECT count(*) FROM impacts WHERE draft = ? AND revision = ? AND whole = 1"), draft, revision).Scan(&n)
	if err != nil {
		return err
	}
	if n == 0 {
		return refused(NotMeasured, "Meça antes o impacto do rascunho, como está, sobre todas as decisões registradas.", "First measure the impact of the draft, as it stands, on all recorded decisions.")
	}
	return o.justified(ctx, q, draft, revision)
}

// justified wants the reasons of what a draft would refuse.
func (o *Office) justified(ctx context.Context, q querier, draft, revision string) error {
	all, err := o.reversals(ctx, q, draft, revision)
	if err != nil {
		return err
	}
	var open []Reversal
	for _, r := range all {
		if !r.Justified() {
			open = append(open, r)
		}
	}
	if len(open) == 0 {
		return nil
	}
	told, err := json.Marshal(open)
	if err != nil {
		return err
	}
	return refused(NotJustified, fmt.Sprintf("O rascunho negaria o que foi concedido; falta justificar: %s.", told), fmt.Sprintf("The draft would refuse what was granted; a justification is missing of: %s.", told))
}
