package lifecycle

import (
	"context"
	"database/sql"
	"strings"
	"time"

	"github.com/google/uuid"

	"deferido/internal/engine"
)

// Remark is a problem that somebody sees in a provision. It hangs on words of the text and not on a place, so that it survives a
// new wording that keeps them.
type Remark struct {
	ID        string
	Provision string // URN
	Quote     string // words of its text; empty for a remark on the whole
	Text      string
	Author    string
	At        time.Time
	// Placed tells whether the newest wording that is held has the words; where it has not, the remark is without a place.
	Placed bool

	// What settled it, if anything did.
	Outcome   string
	SettledBy string
	SettledAt time.Time
}

// Settled tells whether the problem is settled.
func (r *Remark) Settled() bool { return r.SettledBy != "" }

// Remarking is a remark to be made.
type Remarking struct {
	Provision, Quote, Text string
}

// Remark notes a problem with a provision. Its quotation must stand in the text, as a set has it. The same one of the same person
// that is open already is returned instead.
func (o *Office) Remark(ctx context.Context, who Actor, set *engine.Set, m Remarking) (*Remark, error) {
	p, err := provisionOf(set, m.Provision)
	if err != nil {
		return nil, err
	}
	m.Quote, m.Text = strings.TrimSpace(m.Quote), strings.TrimSpace(m.Text)
	text, _ := p.Text()
	switch {
	case m.Text == "":
		return nil, refused(NoReason, "Diga qual é o problema.", "Say what the problem is.")
	case len([]rune(m.Text)) > maxComment:
		return nil, refused(TooLarge, "O problema se diz em até 4.000 caracteres.", "A problem is told in up to 4,000 characters.")
	case !strings.Contains(text, m.Quote):
		return nil, refused(NotQuoted, "Estas palavras não estão no texto do dispositivo; copie-as de lá, como estão.", "These words do not stand in the text of the provision; copy them from there, as they are.")
	}
	all, err := o.Remarks(ctx, set)
	if err != nil {
		return nil, err
	}
	for i := range all {
		if same := &all[i]; same.Provision == m.Provision && same.Quote == m.Quote && same.Text == m.Text && same.Author == who.ID && !same.Settled() {
			return same, nil
		}
	}
	id, err := uuid.NewV7()
	if err != nil {
		return nil, err
	}
	r := &Remark{ID: id.String(), Provision: m.Provision, Quote: m.Quote, Text: m.Text, Author: who.ID, At: o.now().UTC(), Placed: true}
	detail := map[string]string{"remark": r.ID, "quote": r.Quote}
	return r, o.do(ctx, who, "remarked", r.Provision, r.Text, detail, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, o.db.Bind("INSERT INTO remarks (id, provision, quote, text, author, at, outcome, settled_by) VALUES (?, ?, ?, ?, ?, ?, '', '')"),
			r.ID, r.Provision, r.Quote, r.Text, r.Author, r.At.UnixNano())
		return err
	})
}

// Settle says how the problem of a remark was settled.
func (o *Office) Settle(ctx context.Context, who Actor, id, outcome string) error {
	outcome = strings.TrimSpace(outcome)
	switch {
	case outcome == "":
		return refused(NoReason, "Diga como se resolveu.", "Say how it was settled.")
	case len([]rune(outcome)) > maxComment:
		return refused(TooLarge, "A resposta tem até 4.000 caracteres.", "An answer has up to 4,000 characters.")
	}
	return o.do(ctx, who, "remark-settled", id, outcome, nil, func(ctx context.Context, tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, o.db.Bind("UPDATE remarks SET outcome = ?, settled_by = ?, settled_at = ? WHERE id = ? AND settled_by = ''"), outcome, who.ID, o.now().UnixNano(), id)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n == 1 {
			return err
		}
		return refused(NoRemark, "Não há problema em aberto com esta identificação.", "There is no open problem of this id.")
	})
}

// Remarks are those on all provisions, the newest first, as they hang on the texts of a set.
func (o *Office) Remarks(ctx context.Context, set *engine.Set) ([]Remark, error) {
	rows, err := o.db.QueryContext(ctx, "SELECT id, provision, quote, text, author, at, outcome, settled_by, settled_at FROM remarks ORDER BY at DESC, id")
	if err != nil {
		return nil, unavailable("reading the remarks", err)
	}
	defer rows.Close()
	all := []Remark{}
	for rows.Next() {
		var r Remark
		var at int64
		var settled sql.NullInt64
		if err := rows.Scan(&r.ID, &r.Provision, &r.Quote, &r.Text, &r.Author, &at, &r.Outcome, &r.SettledBy, &settled); err != nil {
			return nil, unavailable("reading the remarks", err)
		}
		if r.At = moment(at); settled.Valid {
			r.SettledAt = moment(settled.Int64)
		}
		if p, err := provisionOf(set, r.Provision); err == nil {
			text, _ := p.Text()
			r.Placed = strings.Contains(text, r.Quote)
		}
		all = append(all, r)
	}
	return all, rows.Err()
}
