package portal

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"deferido/internal/civil"
	"deferido/internal/engine"
	"deferido/internal/lifecycle"
)

// signoff is how a provision stands with the lawyers.
type signoff struct {
	State string           // of the component state: "signed", "broken" or "unsigned"
	Seals []lifecycle.Seal // newest first
}

// The states of a sign-off.
const (
	signedOff   = "signed"
	brokenOff   = "broken"
	neverSigned = "unsigned"
)

// signoffs are how the provisions of a set stand with the lawyers, by URN; one that is absent was never signed. One signature that
// holds is enough.
func (p *Portal) signoffs(ctx context.Context, set *engine.Set) (map[string]*signoff, error) {
	found := map[string]*signoff{}
	if p.Office == nil {
		return found, nil
	}
	all, err := p.Office.Seals(ctx, set)
	if err != nil {
		return nil, fmt.Errorf("reading the signatures: %w", err)
	}
	slices.SortStableFunc(all, func(a, b lifecycle.Seal) int { return cmp.Compare(b.At.UnixNano(), a.At.UnixNano()) })
	for _, s := range all {
		of := found[s.Provision]
		if of == nil {
			of = &signoff{State: brokenOff}
			found[s.Provision] = of
		}
		of.Seals = append(of.Seals, s)
		if len(s.Broken) == 0 {
			of.State = signedOff
		}
	}
	return found, nil
}

// stateOf is the state of a provision among sign-offs.
func stateIn(all map[string]*signoff, urn string) string {
	if s := all[urn]; s != nil {
		return s.State
	}
	return neverSigned
}

// telling is the signature by which a state is told: the newest that holds or, where none does, the newest.
func (s *signoff) telling() *lifecycle.Seal {
	for i := range s.Seals {
		if len(s.Seals[i].Broken) == 0 {
			return &s.Seals[i]
		}
	}
	return &s.Seals[0]
}

// by is somebody's signature; nil where they never signed.
func (s *signoff) by(id string) *lifecycle.Seal {
	for i := range s.Seals {
		if s.Seals[i].Signer == id {
			return &s.Seals[i]
		}
	}
	return nil
}

// sealView is a sign-off as the component seal shows it.
type sealView struct {
	State string
	Text  string   // who and when, or what broke it; may be empty
	Notes []string // what else is to be known
}

// The parts of what is signed, in the order in which they are told.
var (
	provisionParts = []string{lifecycle.PartText, lifecycle.PartRule, lifecycle.PartCases, lifecycle.PartParameters}
	readingParts   = []string{lifecycle.PartText, lifecycle.PartRules}
)

// sealOf shows a sign-off; one that is nil was never made. Names are shown to who may see the signatures.
func (v *visit) sealOf(s *signoff) sealView {
	if s == nil {
		return sealView{State: neverSigned}
	}
	return v.sealShown(s.telling(), s.State)
}

func (v *visit) sealShown(seal *lifecycle.Seal, state string) sealView {
	view := sealView{State: state, Text: v.signedBy(seal.Signer, seal.At)}
	if seal.Day != "" && seal.Day != v.localDay(seal.At).String() {
		view.Notes = append(view.Notes, v.t("ledger.seal.on_law", "day", v.words().date(seal.Day)))
	}
	if len(seal.Broken) > 0 {
		view.Notes = append(view.Notes, v.broke(seal.Broken, seal.BrokenAt, provisionParts))
	}
	if seal.Former {
		view.Notes = append(view.Notes, v.t("ledger.seal.former"))
	}
	return view
}

// signedBy says who did something and on which day; only the day to who may not see the signatures.
func (v *visit) signedBy(who string, at time.Time) string {
	day := v.words().day(v.localDay(at))
	if !v.seesNames() {
		return v.t("ledger.seal.on", "day", day)
	}
	return v.t("ledger.seal.by", "who", person(who), "day", day)
}

// broke names the parts that changed, each with the day on which it did where that is known, and those that did not.
func (v *visit) broke(broken []string, at map[string]time.Time, parts []string) string {
	var told, same []string
	for _, part := range parts {
		if !slices.Contains(broken, part) {
			same = append(same, v.t("ledger.part."+part))
			continue
		}
		key := "ledger.changed." + part
		if when, known := at[part]; known {
			told = append(told, v.t(key+".dated", "day", v.words().day(v.localDay(when))))
		} else {
			told = append(told, v.t(key+".undated"))
		}
	}
	if len(same) > 0 {
		told = append(told, v.t("ledger.same", "parts", strings.Join(same, "; ")))
	}
	return strings.Join(told, " ")
}

// localDay is the civil day of an instant, in the zone of the portal's clock.
func (v *visit) localDay(at time.Time) civil.Date {
	local := at.In(v.portal.Now().Location())
	day, err := civil.New(local.Year(), local.Month(), local.Day())
	if err != nil { // outside the calendar; there is no such day
		return civil.Date{}
	}
	return day
}
