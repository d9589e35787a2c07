package lifecycle

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"deferido/internal/civil"
	"deferido/internal/corpus"
	"deferido/internal/engine"
)

// Seal is a lawyer's signature over a provision.
type Seal struct {
	Provision string    `json:"provision"` // URN
	Signer    string    `json:"signer"`
	At        time.Time `json:"at"`
	Day       string    `json:"day"`      // whose law was read, YYYY-MM-DD; empty where Former
	Revision  string    `json:"revision"` // that was in service; empty where Former
	Parts     Parts     `json:"parts"`    // empty where Former
	Broken    []string  `json:"broken"`   // the parts that changed since: "text", "rule", "cases", "parameters"
	// BrokenAt is when the activation that changed a part began, by part; one that cannot be told is absent.
	BrokenAt map[string]time.Time `json:"broken_at"`
	// Former tells of a signature of before the parameters, the readings and the ways of combining conditions were signed: it
	// is held to what it covered, and covers less.
	Former bool `json:"former"`

	former formerParts
}

// RoleLawyer is the role that signs.
const RoleLawyer = "lawyer"

// Signing is what a lawyer signs.
type Signing struct {
	Provision string     // URN
	Day       civil.Date // whose law was read; the zero Date for today or, of what is not in force today, the last day on which it was
	Seen      string     // Parts.Fingerprint of what was read; empty for whatever stands there
}

// Sign seals a provision as it stands in a set, in place of what the same person signed of it before.
func (o *Office) Sign(ctx context.Context, who Actor, set *engine.Set, s Signing) (*Seal, error) {
	if who.Role != RoleLawyer {
		return nil, refused(WrongRole, "Quem assina é advogado (função lawyer).", "A lawyer signs (role lawyer).")
	}
	p, err := provisionOf(set, s.Provision)
	if err != nil {
		return nil, err
	}
	if s.Day, err = o.readOn(p, s.Day); err != nil {
		return nil, err
	}
	all, err := o.printsOf(ctx, set)
	if err != nil {
		return nil, err
	}
	parts := all.Provisions[s.Provision]
	if s.Seen != "" && s.Seen != parts.Fingerprint() {
		return nil, refused(OtherContent, "O dispositivo mudou enquanto era lido: leia de novo.", "The provision changed while it was read: read it again.")
	}
	written, err := json.Marshal(parts)
	if err != nil {
		return nil, err
	}
	seal := &Seal{
		Provision: s.Provision, Signer: who.ID, At: o.now().UTC(), Day: s.Day.String(), Revision: set.Revision(), Parts: parts,
		Broken: []string{}, BrokenAt: map[string]time.Time{},
	}
	detail := map[string]any{"revision": seal.Revision, "day": seal.Day, "parts": parts}
	return seal, o.do(ctx, who, "signed", s.Provision, "", detail, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, o.db.Bind(`INSERT INTO seals (provision, signer, at, parts, revision, day) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (provision, signer) DO UPDATE SET at = excluded.at, parts = excluded.parts, revision = excluded.revision, day = excluded.day`),
			seal.Provision, seal.Signer, seal.At.UnixNano(), written, seal.Revision, seal.Day)
		return err
	})
}

// readOn is the day whose law is read of a provision, which must be in force then.
func (o *Office) readOn(p *corpus.Provision, day civil.Date) (civil.Date, error) {
	if day.IsZero() {
		now := o.now()
		today, err := civil.New(now.Year(), now.Month(), now.Day())
		if err != nil {
			return day, err
		}
		return LastInForce(p, today), nil
	}
	if _, inForce := p.VersionOn(day); !inForce {
		return day, refused(NotInForce, "O dispositivo não vige nesse dia.", "The provision is not in force on that day.")
	}
	return day, nil
}

// LastInForce is the day itself where a provision is in force on it, otherwise the last day before it on which it was, and of one
// that is not in force yet its first day.
func LastInForce(p *corpus.Provision, day civil.Date) civil.Date {
	best := p.Versions[0].From
	for _, v := range p.Versions {
		if v.From.After(day) {
			continue
		}
		if best = day; v.Until != nil && v.Until.Before(day) {
			best = *v.Until
		}
	}
	return best
}

// Seals are all signatures, each with what of it is broken in a set.
func (o *Office) Seals(ctx context.Context, set *engine.Set) ([]Seal, error) {
	all, err := o.readSeals(ctx)
	if err != nil || len(all) == 0 {
		return all, err
	}
	now, err := o.printsOf(ctx, set)
	if err != nil {
		return nil, err
	}
	for i := range all {
		if err := o.hold(ctx, set, now, &all[i]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (o *Office) readSeals(ctx context.Context) ([]Seal, error) {
	rows, err := o.db.QueryContext(ctx, "SELECT provision, signer, at, parts, revision, day FROM seals ORDER BY provision, signer")
	if err != nil {
		return nil, unavailable("reading the signatures", err)
	}
	defer rows.Close()
	all := []Seal{}
	for rows.Next() {
		var s Seal
		var at int64
		var written []byte
		err := rows.Scan(&s.Provision, &s.Signer, &at, &written, &s.Revision, &s.Day)
		if err == nil {
			s.former, s.Former, err = readFormer(written)
		}
		if err == nil && !s.Former {
			err = json.Unmarshal(written, &s.Parts)
		}
		if err != nil {
			return nil, unavailable("reading the signatures", err)
		}
		s.At = moment(at)
		all = append(all, s)
	}
	return all, rows.Err()
}

// hold finds what of a signature is broken.
func (o *Office) hold(ctx context.Context, set *engine.Set, now *prints, s *Seal) error {
	is, there := now.Provisions[s.Provision]
	var err error
	switch {
	case !there:
		s.Broken = []string{PartText, PartRule, PartCases, PartParameters}
	case s.Former:
		s.Broken, err = o.holdFormer(ctx, set, s)
	default:
		s.Broken = s.Parts.differ(is)
	}
	if err != nil {
		return err
	}
	s.BrokenAt, err = o.since(ctx, s.At, s.Broken, func(then *prints) ([]string, bool) {
		was, there := then.Provisions[s.Provision]
		return s.Parts.differ(was), there && !s.Former
	})
	return err
}

// holdFormer holds a signature of then to what it covered.
func (o *Office) holdFormer(ctx context.Context, set *engine.Set, s *Seal) ([]string, error) {
	key := set.Revision() + " " + s.Provision
	o.mu.Lock()
	now, known := o.formerly[key]
	o.mu.Unlock()
	if !known {
		tree, err := o.Tree(ctx, set.Revision())
		if err != nil {
			return nil, err
		}
		if now, err = formerPartsOf(set, tree, s.Provision); err != nil {
			return nil, err
		}
		o.mu.Lock()
		if len(o.formerly) >= formerKept {
			clear(o.formerly)
		}
		o.formerly[key] = now
		o.mu.Unlock()
	}
	return s.former.differ(now), nil
}

// formerKept is how many provisions have what was signed of them formerly in memory.
const formerKept = 1024
