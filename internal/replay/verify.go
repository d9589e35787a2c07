package replay

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"

	"deferido/internal/decision"
	"deferido/internal/journal"
)

// Verified is what the verification of a receipt found.
type Verified struct {
	Record *decision.Record
	// Unsealed tells that no checkpoint seals the record yet: the chain holds, and nobody has signed it.
	Unsealed bool
	// Trusted tells that the signer was one whom the verifier knows, and not just the key that the receipt brings.
	Trusted bool
}

// Differs is the error of a decision that comes out otherwise when it is decided again.
type Differs struct {
	Was, Is   string // the answers, as JSON
	DecidedBy string // versions of the program
	Program   string
}

// Error says that it differs.
func (d *Differs) Error() string {
	if d.DecidedBy != d.Program {
		return fmt.Sprintf("decided again, the answer is another; it was decided by version %s, and this is %s", d.DecidedBy, d.Program)
	}
	return "decided again, the answer is another"
}

// VerifyReceipt checks a receipt offline: that the record stands in a sealed chain, and that the policy set that decided
// gives the same answer to the same facts, byte for byte. The policy set is that of the receipt where it brings one, and
// else one of those of the Replayer. Its error says what is wrong; it is a *Differs, or wraps ErrNoSet, where the chain holds.
func (r *Replayer) VerifyReceipt(ctx context.Context, receipt *journal.Receipt, trusted []ed25519.PublicKey) (*Verified, error) {
	v := &Verified{Trusted: len(trusted) > 0}
	record, err := receipt.Verify(trusted)
	if v.Unsealed = errors.Is(err, journal.ErrUnsealed); err != nil && !v.Unsealed {
		return nil, err
	}
	v.Record = record
	if record.Failure != "" {
		return v, nil // there is nothing to decide again
	}
	replayer := r
	if receipt.Policies != nil {
		set, err := Load(ctx, receipt.Policies, record.Revision)
		if err != nil {
			return nil, err
		}
		replayer = &Replayer{Service: r.Service, Sets: NewSets(nil, set)}
	}
	again, err := replayer.Replay(ctx, record, decision.Replaying{})
	if err != nil {
		return nil, err
	}
	answer, err := again.Encode()
	if err != nil {
		return nil, err
	}
	if string(answer) != string(record.Answer) {
		return nil, &Differs{Was: string(record.Answer), Is: string(answer), DecidedBy: record.Program, Program: r.Service.Program}
	}
	return v, nil
}
