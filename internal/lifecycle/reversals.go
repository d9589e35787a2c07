package lifecycle

import (
	"context"
	"database/sql"
	"strings"
	"time"
)

// Reversal is grants that a draft as it stood would refuse: of one question, and by one provision.
type Reversal struct {
	Question  string `json:"question"`
	Provision string `json:"provision"` // URN of what refuses; empty where nothing is unmet
	Answers   int    `json:"answers"`   // the most that a measurement found
	// Text is why that is meant, By who said so and At when; all are absent until somebody does.
	Text string    `json:"text,omitempty"`
	By   string    `json:"by,omitempty"`
	At   time.Time `json:"at,omitzero"`
}

// Justified tells whether somebody said why.
func (r *Reversal) Justified() bool { return r.Text != "" }

// Justification says why grants are to be refused: those of a question, by a provision.
type Justification struct {
	Question  string `json:"question"`
	Provision string `json:"provision"` // URN; empty where nothing is unmet
	Text      string `json:"text"`
}

// maxJustification is the characters that a justification may have.
const maxJustification = 2000

// Reversals are the grants that a draft would refuse, as it stood as a revision: those of most answers first.
func (o *Office) Reversals(ctx context.Context, draft, revision string) ([]Reversal, error) {
	return o.reversals(ctx, o.db, draft, revision)
}

func (o *Office) reversals(ctx context.Context, q querier, draft, revision string) ([]Reversal, error) {
	rows, err := q.QueryContext(ctx, o.db.Bind("SELECT question, provision, answers, text, author, at FROM reversals WHERE draft = ? AND revision = ? ORDER BY answers DESC, question, provision"), draft, revision)
	if err != nil {
		return nil, unavailable("reading what a draft would refuse", err)
	}
	defer rows.Close()
	all := []Reversal{}
	for rows.Next() {
		var r Reversal
		var at sql.NullInt64
		if err := rows.Scan(&r.Question, &r.Provision, &r.Answers, &r.Text, &r.By, &at); err != nil {
			return nil, unavailable("reading what a draft would refuse", err)
		}
		if at.Valid {
			r.At = moment(at.Int64)
		}
		all = append(all, r)
	}
	return all, rows.Err()
}

// JustifiedBefore is what was last said of the same question and provision when the draft stood otherwise; empty where nothing
// was. It is to be read again and not to be taken over unseen.
func (o *Office) JustifiedBefore(ctx context.Context, draft, revision string) ([]Justification, error) {
	rows, err := o.db.QueryContext(ctx, o.db.Bind("SELECT question, provision, text FROM reversals WHERE draft = ? AND revision <> ? AND text <> '' ORDER BY at DESC"), draft, revision)
	if err != nil {
		return nil, unavailable("reading justifications", err)
	}
	defer rows.Close()
	all := []Justification{}
	seen := map[[2]string]bool{}
	for rows.Next() {
		var j Justification
		if err := rows.Scan(&j.Question, &j.Provision, &j.Text); err != nil {
			return nil, unavailable("reading justifications", err)
		}
		if key := [2]string{j.Question, j.Provision}; !seen[key] {
			seen[key] = true
			all = append(all, j)
		}
	}
	return all, rows.Err()
}

// Justify says why grants are to be refused by a draft, as it stood as a revision that was measured: all that is given, or
// nothing. Once approval is asked for, what approvers read stays, and only what is missing can be added.
func (o *Office) Justify(ctx context.Context, who Actor, draft, revision string, all ...Justification) error {
	if len(all) == 0 {
		return refused(NoReason, "Diga por que o concedido passaria a ser negado.", "Say why what was granted would be refused.")
	}
	for i := range all {
		all[i].Text = strings.TrimSpace(all[i].Text)
		switch n := len([]rune(all[i].Text)); {
		case n == 0:
			return refused(NoReason, "Diga por que o concedido passaria a ser negado.", "Say why what was granted would be refused.")
		case n > maxJustification:
			return refused(TooLarge, "Uma justificativa tem até 2.000 caracteres.", "A justification has up to 2,000 characters.")
		}
	}
	detail := map[string]any{"fingerprint": revision, "justifications": all}
	return o.do(ctx, who, "draft-justified", draft, "", detail, func(ctx context.Context, tx *sql.Tx) error {
		d, err := o.lockedDraft(ctx, tx, draft)
		if err != nil {
			return err
		}
		if d.State != Open && d.State != Submitted {
			return refused(Closed, "O rascunho já foi encerrado.", "The draft has ended already.")
		}
		for _, j := range all {
			if err := o.justify(ctx, tx, who, d, revision, j); err != nil {
				return err
			}
		}
		return nil
	})
}

func (o *Office) justify(ctx context.Context, tx *sql.Tx, who Actor, d *Draft, revision string, j Justification) error {
	const where = " WHERE draft = ? AND revision = ? AND question = ? AND provision = ?"
	var text string
	rows, err := o.reversals(ctx, tx, d.ID, revision)
	if err != nil {
		return err
	}
	found := false
	for _, r := range rows {
		if r.Question == j.Question && r.Provision == j.Provision {
			found, text = true, r.Text
		}
	}
	switch {
	case !found:
		return refused(NoReversal, "Nenhuma medição do rascunho, como estava, achou concessões que isto negaria.", "No measurement of the draft, as it stood, found grants that this would refuse.")
	case d.State == Submitted && text != "" && text != j.Text:
		return refused(Closed, "A aprovação já foi pedida: a justificativa fica como está.", "Approval was asked for already: the justification stays as it is.")
	}
	_, err = tx.ExecContext(ctx, o.db.Bind("UPDATE reversals SET text = ?, author = ?, at = ?"+where), j.Text, who.ID, o.now().UnixNano(), d.ID, revision, j.Question, j.Provision)
	return err
}
