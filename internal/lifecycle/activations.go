package lifecycle

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"iter"
	"slices"
	"strings"
	"time"
)

// Activation puts a revision into service from an instant on. It is never changed; a Stop calls it off before it begins.
type Activation struct {
	Seq       int       `json:"seq"`
	Kind      string    `json:"kind"`
	Revision  string    `json:"revision"`
	FromAt    time.Time `json:"from_at"`
	At        time.Time `json:"at"` // when it was decided
	By        string    `json:"by"`
	Reason    string    `json:"reason"`
	Approvals []Review  `json:"approvals"`
	Stops     int       `json:"stops,omitempty"` // the activation that a stop calls off
}

// The kinds of activations.
const (
	KindProgram    = "program"    // the set that a program carries, or that its settings name
	KindActivation = "activation" // of an approved revision
	KindRollback   = "rollback"   // back to a revision that was in service before
	KindStop       = "stop"       // of one that is scheduled
)

// ByProgram is who activates the set that the program carries.
const ByProgram = "program"

// Log is the list of activations, oldest first.
type Log []Activation

// Log reads the activations.
func (o *Office) Log(ctx context.Context) (Log, error) {
	log, err := o.readLog(ctx, o.db)
	if err != nil {
		return nil, err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if log.last() > o.known.last() {
		o.known = log
	}
	return log, nil
}

// readLog reads what came after what is known: an activation that was read once is never another. What a transaction sees is
// not remembered, since it may not come to be.
func (o *Office) readLog(ctx context.Context, q querier) (Log, error) {
	o.mu.Lock()
	log := slices.Clip(o.known)
	o.mu.Unlock()
	rows, err := q.QueryContext(ctx, o.db.Bind("SELECT seq, kind, revision, from_at, at, caller, reason, approvals, stops FROM activations WHERE seq > ? ORDER BY seq"), log.last())
	if err != nil {
		return nil, unavailable("reading the activations", err)
	}
	defer rows.Close()
	if log == nil {
		log = Log{}
	}
	for rows.Next() {
		var a Activation
		var from, at int64
		var approvals []byte
		var stops sql.NullInt64
		if err := rows.Scan(&a.Seq, &a.Kind, &a.Revision, &from, &at, &a.By, &a.Reason, &approvals, &stops); err != nil {
			return nil, unavailable("reading the activations", err)
		}
		if err := json.Unmarshal(approvals, &a.Approvals); err != nil {
			return nil, unavailable("reading the activations", err)
		}
		a.FromAt, a.At, a.Stops = moment(from), moment(at), int(stops.Int64)
		log = append(log, a)
	}
	return log, rows.Err()
}

// Stopped tells whether an activation was called off.
func (l Log) Stopped(seq int) bool {
	return slices.ContainsFunc(l, func(a Activation) bool { return a.Stops == seq && seq != 0 })
}

// standing are the activations that put something into service and were not called off.
func (l Log) standing() iter.Seq[Activation] {
	stopped := map[int]bool{}
	for _, a := range l {
		if a.Kind == KindStop {
			stopped[a.Stops] = true
		}
	}
	return func(yield func(Activation) bool) {
		for _, a := range l {
			if a.Kind != KindStop && !stopped[a.Seq] && !yield(a) {
				return
			}
		}
	}
}

// At is what is in service at a moment: the activation that begins last before it, the newer of two that begin together. It
// is false before the first.
func (l Log) At(t time.Time) (Activation, bool) {
	var current Activation
	found := false
	for a := range l.standing() {
		if !a.FromAt.After(t) && (!found || !a.FromAt.Before(current.FromAt)) {
			current, found = a, true
		}
	}
	return current, found
}

// Next is when something else begins to be in service after a moment. It is false where nothing is scheduled.
func (l Log) Next(t time.Time) (time.Time, bool) {
	var next time.Time
	for a := range l.standing() {
		if a.FromAt.After(t) && (next.IsZero() || a.FromAt.Before(next)) {
			next = a.FromAt
		}
	}
	return next, !next.IsZero()
}

// served tells whether a revision was in service before a moment.
func (l Log) served(revision string, t time.Time) bool {
	for a := range l.standing() {
		if a.Revision == revision && !a.FromAt.After(t) {
			return true
		}
	}
	return false
}

// last is the sequence number of the last activation; 0 for none.
func (l Log) last() int {
	if len(l) == 0 {
		return 0
	}
	return l[len(l)-1].Seq
}

// Begin puts the set of the program into service, where nothing is, or where the set of an older program is and nobody
// else's: what people activated stays.
func (o *Office) Begin(ctx context.Context, revision string) (Log, error) {
	log, err := o.Log(ctx)
	if err != nil {
		return nil, err
	}
	if current, any := log.At(o.now()); any && (current.Kind != KindProgram || current.Revision == revision) {
		return log, nil
	}
	reason := "the set that the program carries"
	_, err = o.appendTo(ctx, Actor{ID: ByProgram}, "activated", Activation{Kind: KindProgram, Revision: revision, Reason: reason}, func(_ context.Context, _ *sql.Tx, log Log) error {
		if current, any := log.At(o.now()); any && (current.Kind != KindProgram || current.Revision == revision) {
			return errBegun // by another program, meanwhile
		}
		return nil
	})
	if err != nil && !errors.Is(err, errBegun) {
		return nil, err
	}
	return o.Log(ctx)
}

var errBegun = errors.New("it is in service already")

// Activate puts a submitted and approved revision into service, now or from an instant on.
func (o *Office) Activate(ctx context.Context, who Actor, revision string, from time.Time, reason string) (Activation, error) {
	return o.activate(ctx, who, revision, from, reason, nil)
}

// ActivateOnce is Activate by a form that may be sent twice: after is the last activation in the list when it was made. Where the
// same was activated since by the same person, that is it; where something else was, nothing is activated.
func (o *Office) ActivateOnce(ctx context.Context, who Actor, after int, revision string, from time.Time, reason string) (Activation, error) {
	var made Activation
	a, err := o.activate(ctx, who, revision, from, reason, func(_ context.Context, _ *sql.Tx, log Log) error {
		if log.last() == after {
			return nil
		}
		i := slices.IndexFunc(log, func(a Activation) bool {
			same := a.Revision == revision && a.By == who.ID && a.Kind == KindActivation && a.Reason == reason
			return a.Seq > after && same && (from.IsZero() || a.FromAt.Equal(from))
		})
		if i >= 0 {
			made = log[i]
			return errBegun
		}
		return refused(LogMoved, "Outra ativação entrou no registro desde que esta página foi aberta: leia de novo.", "Another activation came into the list since this page was opened: read it again.")
	})
	if errors.Is(err, errBegun) {
		return made, nil
	}
	return a, err
}

func (o *Office) activate(ctx context.Context, who Actor, revision string, from time.Time, reason string, may judge) (Activation, error) {
	if strings.TrimSpace(reason) == "" {
		return Activation{}, refused(NoReason, "Diga o motivo.", "Give a reason.")
	}
	if !from.IsZero() && from.Before(o.now()) {
		return Activation{}, refused(InThePast, "O instante já passou; sem ele, vale já.", "That instant has passed; without one, it is in service at once.")
	}
	if _, err := o.Tree(ctx, revision); err != nil {
		return Activation{}, err
	}
	return o.appendTo(ctx, who, "activated", Activation{Kind: KindActivation, Revision: revision, FromAt: from, Reason: reason}, may)
}

// Stop calls off an activation that is scheduled.
func (o *Office) Stop(ctx context.Context, who Actor, seq int, reason string) (Activation, error) {
	if strings.TrimSpace(reason) == "" {
		return Activation{}, refused(NoReason, "Diga o motivo.", "Give a reason.")
	}
	return o.appendTo(ctx, who, "stopped", Activation{Kind: KindStop, Reason: reason, Stops: seq}, func(_ context.Context, _ *sql.Tx, log Log) error {
		i := slices.IndexFunc(log, func(a Activation) bool { return a.Seq == seq && a.Kind != KindStop })
		switch {
		case i < 0:
			return refused(NoActivation, "Não há ativação com este número.", "There is no activation of this number.")
		case log.Stopped(seq) || !log[i].FromAt.After(o.now()):
			return refused(NotScheduled, "Só se suspende uma ativação agendada que ainda não começou.", "Only a scheduled activation that has not begun can be stopped.")
		}
		return nil
	})
}

// judge says what is against an activation, by the log as the transaction sees it.
type judge func(ctx context.Context, tx *sql.Tx, log Log) error

// appendTo adds an activation to the log, if may, which may be nil, has nothing against it.
func (o *Office) appendTo(ctx context.Context, who Actor, what string, a Activation, may judge) (Activation, error) {
	a.At, a.By, a.Approvals = o.now().UTC(), who.ID, []Review{}
	if a.FromAt.IsZero() {
		a.FromAt = a.At
	}
	detail := map[string]any{"kind": a.Kind, "from_at": a.FromAt}
	subject := a.Revision
	if a.Kind == KindStop {
		detail["stops"], subject = a.Stops, "activation"
	}
	err := o.do(ctx, who, what, subject, a.Reason, detail, func(ctx context.Context, tx *sql.Tx) error {
		if err := o.db.Lock(ctx, tx, "activations"); err != nil {
			return err
		}
		log, err := o.readLog(ctx, tx)
		if err != nil {
			return err
		}
		if may != nil {
			if err := may(ctx, tx, log); err != nil {
				return err
			}
		}
		if err := o.approved(ctx, tx, &a); err != nil {
			return err
		}
		a.Seq = log.last() + 1
		return o.insert(ctx, tx, a)
	})
	return a, err
}

// approved wants the approvals that an activation must have, and notes them.
func (o *Office) approved(ctx context.Context, tx *sql.Tx, a *Activation) error {
	if a.Kind != KindActivation {
		return nil
	}
	draft, approvals, enough, err := o.approvals(ctx, tx, a.Revision)
	if err != nil {
		return err
	}
	if !enough {
		return refused(NotApproved, "Faltam aprovações: cada uma destas funções aprova, e quem escreveu não: "+strings.Join(o.rules.Approvals, ", ")+".",
			"Approvals are missing: each of these roles approves, and not who wrote it: "+strings.Join(o.rules.Approvals, ", ")+".")
	}
	if a.Approvals = approvals; a.Approvals == nil {
		a.Approvals = []Review{}
	}
	_, err = tx.ExecContext(ctx, o.db.Bind("UPDATE drafts SET state = ? WHERE id = ?"), Activated, draft)
	return err
}

func (o *Office) insert(ctx context.Context, tx *sql.Tx, a Activation) error {
	approvals, err := json.Marshal(a.Approvals)
	if err != nil {
		return err
	}
	var stops any
	if a.Kind == KindStop {
		stops = a.Stops
	}
	_, err = tx.ExecContext(ctx, o.db.Bind("INSERT INTO activations (seq, kind, revision, from_at, at, caller, reason, approvals, stops) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"),
		a.Seq, a.Kind, a.Revision, a.FromAt.UnixNano(), a.At.UnixNano(), a.By, a.Reason, approvals, stops)
	if err != nil {
		return err
	}
	return o.db.Notify(ctx, tx, channel)
}

// channel is where programs on one PostgreSQL tell each other of a new activation.
const channel = "deferido_activations"
