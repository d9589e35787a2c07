package lifecycle

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Rollback puts a revision into service at once that was in service before. It needs no new approval; where the rules ask
// for a second person, that is another who may do it too.
func (o *Office) Rollback(ctx context.Context, who, second Actor, revision, reason string) (Activation, error) {
	return o.rollback(ctx, who, second, revision, reason, nil)
}

func (o *Office) rollback(ctx context.Context, who, second Actor, revision, reason string, may judge) (Activation, error) {
	if strings.TrimSpace(reason) == "" {
		return Activation{}, refused(NoReason, "Diga o motivo.", "Give a reason.")
	}
	if o.rules.RollbackByTwo && (second.ID == "" || second.ID == who.ID) {
		return Activation{}, refused(OneAlone, "Duas pessoas voltam atrás juntas: envie também a chave da outra.", "Two people go back together: send the other's key too.")
	}
	if second.ID != "" {
		reason += " (" + second.ID + ")"
	}
	return o.appendTo(ctx, who, "rolled-back", Activation{Kind: KindRollback, Revision: revision, Reason: reason}, func(ctx context.Context, tx *sql.Tx, log Log) error {
		if err := o.canGoBack(log, revision); err != nil || may == nil {
			return err
		}
		return may(ctx, tx, log)
	})
}

// canGoBack says what is against going back to a revision.
func (o *Office) canGoBack(log Log, revision string) error {
	if !log.served(revision, o.now()) {
		return refused(NeverServed, "Só se volta a uma revisão que já esteve em vigor.", "Only a revision that was in service before can be gone back to.")
	}
	if current, _ := log.At(o.now()); current.Revision == revision {
		return refused(Unchanged, "Esta revisão já está em vigor.", "That revision is in service already.")
	}
	return nil
}

// RollbackRequest is a request to go back that waits for a second person.
type RollbackRequest struct {
	ID       string
	Revision string
	Reason   string
	By       Actor
	At       time.Time
	Until    time.Time // when it stops waiting
	after    int
}

// rollbackPatience is how long a request to go back waits: going back is for what cannot wait, and who confirms is to know what is
// in service.
const rollbackPatience = time.Hour

// AskRollback asks for a second person for going back. The newest request counts; what others waited is called off.
func (o *Office) AskRollback(ctx context.Context, who Actor, revision, reason string) (*RollbackRequest, error) {
	if reason = strings.TrimSpace(reason); reason == "" {
		return nil, refused(NoReason, "Diga o motivo.", "Give a reason.")
	}
	id, err := uuid.NewV7()
	if err != nil {
		return nil, err
	}
	r := &RollbackRequest{ID: id.String(), Revision: revision, Reason: reason, By: who, At: o.now().UTC()}
	r.Until = r.At.Add(rollbackPatience)
	return r, o.do(ctx, who, "rollback-asked", revision, reason, map[string]string{"request": r.ID}, func(ctx context.Context, tx *sql.Tx) error {
		if err := o.db.Lock(ctx, tx, "activations"); err != nil {
			return err
		}
		log, err := o.readLog(ctx, tx)
		if err != nil {
			return err
		}
		if err := o.canGoBack(log, revision); err != nil {
			return err
		}
		r.after = log.last()
		if _, err := tx.ExecContext(ctx, o.db.Bind("UPDATE rollback_requests SET outcome = ? WHERE outcome = ''"), "replaced"); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, o.db.Bind("INSERT INTO rollback_requests (id, revision, reason, caller, role, at, after_seq, outcome) VALUES (?, ?, ?, ?, ?, ?, ?, '')"),
			r.ID, r.Revision, r.Reason, who.ID, who.Role, r.At.UnixNano(), r.after)
		return err
	})
}

// RollbackAsked is the request to go back that waits; nil where none does. One from before another activation waits no more.
func (o *Office) RollbackAsked(ctx context.Context) (*RollbackRequest, error) {
	log, err := o.Log(ctx)
	if err != nil {
		return nil, err
	}
	return o.asked(ctx, o.db, log)
}

func (o *Office) asked(ctx context.Context, q querier, log Log) (*RollbackRequest, error) {
	r := &RollbackRequest{}
	var at int64
	err := q.QueryRowContext(ctx, "SELECT id, revision, reason, caller, role, at, after_seq FROM rollback_requests WHERE outcome = '' ORDER BY at DESC LIMIT 1").
		Scan(&r.ID, &r.Revision, &r.Reason, &r.By.ID, &r.By.Role, &at, &r.after)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, unavailable("reading the requests to go back", err)
	}
	r.At = moment(at)
	if r.Until = r.At.Add(rollbackPatience); o.now().After(r.Until) || log.last() != r.after {
		return nil, nil
	}
	return r, nil
}

// ConfirmRollback goes back as another person asked. Who asked does not confirm.
func (o *Office) ConfirmRollback(ctx context.Context, second Actor, id string) (Activation, error) {
	r, err := o.RollbackAsked(ctx)
	if err != nil {
		return Activation{}, err
	}
	if r == nil || r.ID != id {
		return Activation{}, notAsked()
	}
	if second.ID == r.By.ID {
		return Activation{}, refused(OneAlone, "Quem pediu para voltar não confirma: é preciso outra pessoa.", "Who asked to go back does not confirm it: another person is wanted.")
	}
	return o.rollback(ctx, r.By, second, r.Revision, r.Reason, func(ctx context.Context, tx *sql.Tx, log Log) error {
		return o.settle(ctx, tx, log, id, "confirmed")
	})
}

// DropRollback calls off a request to go back.
func (o *Office) DropRollback(ctx context.Context, who Actor, id string) error {
	return o.do(ctx, who, "rollback-dropped", id, "", nil, func(ctx context.Context, tx *sql.Tx) error {
		log, err := o.readLog(ctx, tx)
		if err != nil {
			return err
		}
		return o.settle(ctx, tx, log, id, "dropped")
	})
}

// settle ends a request that waits.
func (o *Office) settle(ctx context.Context, tx *sql.Tx, log Log, id, outcome string) error {
	r, err := o.asked(ctx, tx, log)
	if err != nil {
		return err
	}
	if r == nil || r.ID != id {
		return notAsked()
	}
	_, err = tx.ExecContext(ctx, o.db.Bind("UPDATE rollback_requests SET outcome = ? WHERE id = ?"), outcome, id)
	return err
}

func notAsked() error {
	return refused(NotAsked, "Este pedido para voltar não espera mais: foi atendido, retirado, venceu, ou outra coisa entrou em vigor.", "This request to go back does not wait any more: it was answered, withdrawn, too old, or something else came into service.")
}
