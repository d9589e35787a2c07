package lifecycle

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"time"
)

// Review is what somebody said of a submitted draft.
type Review struct {
	Reviewer string    `json:"reviewer"`
	Role     string    `json:"role"`
	Verdict  string    `json:"verdict"` // "approve" or "return"
	Comment  string    `json:"comment"`
	At       time.Time `json:"at"`
	// Fingerprint is the revision of which it was said.
	Fingerprint string `json:"fingerprint,omitempty"`
}

// The verdicts.
const (
	Approve = "approve"
	Return  = "return"
)

// Submit asks for the approval of a draft as it was seen and checked: the fingerprint is that revision, which the caller keeps
// first. A draft that changed since it was seen is refused, and so is one whose impact was not measured or that would refuse what
// was granted and does not say why: approvers are to read that with what they approve.
func (o *Office) Submit(ctx context.Context, who Actor, seen *Draft, fingerprint string) (*Draft, error) {
	id := seen.ID
	err := o.do(ctx, who, "draft-submitted", id, "", map[string]string{"fingerprint": fingerprint}, func(ctx context.Context, tx *sql.Tx) error {
		d, err := o.lockedDraft(ctx, tx, id)
		if err != nil {
			return err
		}
		if d.State != Open && d.State != Submitted {
			return refused(Closed, "O rascunho já foi encerrado.", "The draft has ended already.")
		}
		if !slices.Equal(d.Changed, seen.Changed) {
			return refused(OtherContent, "O rascunho mudou enquanto era verificado: submeta de novo.", "The draft changed while it was checked: submit it again.")
		}
		if fingerprint == d.Base {
			return refused(Unchanged, "O rascunho nada muda.", "The draft changes nothing.")
		}
		if err := o.measured(ctx, tx, id, fingerprint); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, o.db.Bind("UPDATE drafts SET state = ?, fingerprint = ?, submitted_at = ? WHERE id = ?"), Submitted, fingerprint, o.now().UnixNano(), id)
		return err
	})
	if err != nil {
		return nil, err
	}
	return o.Draft(ctx, id)
}

// Review approves a submitted draft, or returns it to be edited. The fingerprint is the one that the reviewer saw: approval is
// of exact content. Where its impact was measured again since it was submitted, what that found must be justified too.
func (o *Office) Review(ctx context.Context, who Actor, id, fingerprint, verdict, comment string) (*Draft, error) {
	if verdict != Approve && verdict != Return {
		return nil, refused(NoReason, "O veredito é approve ou return.", "The verdict is approve or return.")
	}
	if verdict == Return && strings.TrimSpace(comment) == "" {
		return nil, refused(NoReason, "Diga em comment o que deve mudar.", "Say in comment what is to change.")
	}
	detail := map[string]string{"fingerprint": fingerprint, "role": who.Role}
	err := o.do(ctx, who, "draft-"+map[string]string{Approve: "approved", Return: "returned"}[verdict], id, comment, detail, func(ctx context.Context, tx *sql.Tx) error {
		return o.review(ctx, tx, who, id, fingerprint, verdict, comment)
	})
	if err != nil {
		return nil, err
	}
	return o.Draft(ctx, id)
}

func (o *Office) review(ctx context.Context, tx *sql.Tx, who Actor, id, fingerprint, verdict, comment string) error {
	d, err := o.lockedDraft(ctx, tx, id)
	if err != nil {
		return err
	}
	switch {
	case d.State != Submitted:
		return refused(NotSubmitted, "O rascunho não está submetido.", "The draft is not submitted.")
	case d.Fingerprint != fingerprint:
		return refused(OtherContent, "O que está submetido não é o que foi visto: leia de novo.", "What is submitted is not what was seen: read it again.")
	case verdict == Approve && o.wrote(d, who):
		return refused(OwnDraft, "Quem escreveu um rascunho não o aprova.", "Who wrote a draft does not approve it.")
	case verdict == Approve && !slices.Contains(o.rules.Approvals, who.Role):
		return refused(WrongRole, "A aprovação cabe a "+strings.Join(o.rules.Approvals, ", ")+".", "Approval is for "+strings.Join(o.rules.Approvals, ", ")+".")
	}
	if verdict == Approve {
		if err := o.justified(ctx, tx, id, fingerprint); err != nil {
			return err
		}
	}
	var number int64
	if err := tx.QueryRowContext(ctx, o.db.Bind("SELECT count(*) + 1 FROM reviews WHERE draft = ?"), id).Scan(&number); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, o.db.Bind("INSERT INTO reviews (draft, number, fingerprint, reviewer, role, verdict, comment, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"),
		id, number, fingerprint, who.ID, who.Role, verdict, comment, o.now().UnixNano())
	if err != nil || verdict == Approve {
		return err
	}
	_, err = tx.ExecContext(ctx, o.db.Bind("UPDATE drafts SET state = ?, fingerprint = '', submitted_at = NULL WHERE id = ?"), Open, id)
	return err
}

// wrote tells whether somebody began the draft or edited a file of it as it stands.
func (o *Office) wrote(d *Draft, who Actor) bool {
	return d.Author == who.ID || slices.ContainsFunc(d.Changed, func(c Changed) bool { return c.By == who.ID })
}

// reviews are those of a draft since it was submitted as it stands.
func (o *Office) reviews(ctx context.Context, q querier, d *Draft) ([]Review, error) {
	all := []Review{}
	if d.State == Open {
		return o.returned(ctx, q, d)
	}
	rows, err := q.QueryContext(ctx, o.db.Bind("SELECT "+reviewColumns+" FROM reviews WHERE draft = ? AND fingerprint = ? AND at >= ? ORDER BY number"), d.ID, d.Fingerprint, d.submittedAt.UnixNano())
	if err != nil {
		return nil, unavailable("reading reviews", err)
	}
	return scanReviews(rows, all)
}

// returned is the review that opened a draft again, if the last one did.
func (o *Office) returned(ctx context.Context, q querier, d *Draft) ([]Review, error) {
	rows, err := q.QueryContext(ctx, o.db.Bind("SELECT "+reviewColumns+" FROM reviews WHERE draft = ? AND verdict = ? ORDER BY number DESC LIMIT 1"), d.ID, Return)
	if err != nil {
		return nil, unavailable("reading reviews", err)
	}
	return scanReviews(rows, []Review{})
}

// History are all that was said of a draft whenever it was submitted, oldest first.
func (o *Office) History(ctx context.Context, draft string) ([]Review, error) {
	rows, err := o.db.QueryContext(ctx, o.db.Bind("SELECT "+reviewColumns+" FROM reviews WHERE draft = ? ORDER BY number"), draft)
	if err != nil {
		return nil, unavailable("reading reviews", err)
	}
	return scanReviews(rows, []Review{})
}

const reviewColumns = "reviewer, role, verdict, comment, at, fingerprint"

func scanReviews(rows *sql.Rows, all []Review) ([]Review, error) {
	defer rows.Close()
	for rows.Next() {
		var r Review
		var at int64
		if err := rows.Scan(&r.Reviewer, &r.Role, &r.Verdict, &r.Comment, &at, &r.Fingerprint); err != nil {
			return nil, unavailable("reading reviews", err)
		}
		r.At = moment(at)
		all = append(all, r)
	}
	return all, rows.Err()
}

// approvals are those of a revision that is submitted, and whether they are enough: of each role one, by different people.
func (o *Office) approvals(ctx context.Context, q querier, revision string) (draft string, approvals []Review, enough bool, err error) {
	rows, err := q.QueryContext(ctx, o.db.Bind("SELECT "+draftColumns+" FROM drafts WHERE fingerprint = ? AND state IN (?, ?) ORDER BY submitted_at DESC LIMIT 1"), revision, Submitted, Activated)
	if err != nil {
		return "", nil, false, unavailable("reading approvals", err)
	}
	d, err := oneDraft(rows)
	if err != nil || d == nil {
		return "", nil, len(o.rules.Approvals) == 0 && err == nil, err
	}
	reviews, err := o.reviews(ctx, q, d)
	if err != nil {
		return "", nil, false, err
	}
	for _, r := range reviews {
		if r.Verdict == Approve {
			approvals = append(approvals, r)
		}
	}
	return d.ID, approvals, o.enough(approvals), nil
}

func oneDraft(rows *sql.Rows) (*Draft, error) {
	defer rows.Close()
	if !rows.Next() {
		return nil, rows.Err()
	}
	d, err := scanDraft(rows.Scan)
	if err != nil {
		return nil, unavailable("reading approvals", err)
	}
	return d, nil
}

// enough tells whether each role that must approve has, each by another person.
func (o *Office) enough(approvals []Review) bool {
	used := map[string]bool{}
	for _, role := range o.rules.Approvals {
		i := slices.IndexFunc(approvals, func(r Review) bool { return r.Role == role && !used[r.Reviewer] })
		if i < 0 {
			return false
		}
		used[approvals[i].Reviewer] = true
	}
	return true
}
