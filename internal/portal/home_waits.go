package portal

import (
	"time"

	"deferido/internal/decision"
	"deferido/internal/identity"
	"deferido/internal/lifecycle"
)

// waiting is something that waits for whoever looks.
type waiting struct{ URL, Label, Text string }

// draftsWaiting are the drafts that the visitor is to look at.
func (p *Portal) draftsWaiting(v *visit) ([]waiting, error) {
	if !v.SignedIn() {
		return nil, nil
	}
	drafts, err := p.waitingDrafts(v)
	var all []waiting
	for _, d := range drafts {
		all = append(all, waiting{d.URL, d.Title, d.Waits})
	}
	return all, err
}

// sealsWaiting are the visitor's own signatures that broke.
func (p *Portal) sealsWaiting(v *visit) ([]waiting, error) {
	if !v.SignedIn() || v.Role != lifecycle.RoleLawyer {
		return nil, nil
	}
	signed, err := p.signoffs(v.ctx(), v.set)
	if err != nil {
		return nil, err
	}
	var all []waiting
	for _, provision := range v.set.Corpus().Provisions() {
		s := signed[provision.URN]
		if s == nil {
			continue
		}
		if seal := s.by(v.ID); seal != nil && len(seal.Broken) > 0 {
			all = append(all, waiting{sheetURL(provision.URN, ""), provision.Label, v.broke(seal.Broken, seal.BrokenAt, provisionParts)})
		}
	}
	return all, nil
}

// countedMost is how many decisions are counted exactly.
const countedMost = 100_000

// newDays are how old a decision is at most that makes a dispute worth a look.
const newDays = 7

// disputesWaiting are the disputes that touched decisions of the last days; they are for who may see the decisions.
func (p *Portal) disputesWaiting(v *visit) ([]waiting, error) {
	if !v.SignedIn() || p.Journal == nil || v.Role == identity.Carrier || !v.allowed(identity.ListDecisions) {
		return nil, nil
	}
	var all []waiting
	for _, d := range v.set.Disputes() {
		found, err := p.touchedSince(v, d, p.Now().AddDate(0, 0, -newDays))
		if err != nil {
			return nil, err
		}
		if found != "" {
			all = append(all, waiting{"/divergencias/" + d.ID, d.Title, found})
		}
	}
	return all, nil
}

// touchedSince tells how many decisions a dispute has touched since; empty for none.
func (p *Portal) touchedSince(v *visit, d decision.Dispute, since time.Time) (string, error) {
	n, exact, err := p.Journal.Count(v.ctx(), decision.Filter{Dispute: d.ID, From: since}, countedMost)
	if err != nil || n == 0 {
		return "", err
	}
	if !exact {
		return v.t("home.waits.touched.more", "n", v.words().number(n)), nil
	}
	return v.words().count("home.waits.touched", n)
}

// textsComing are the wordings that are not in force yet.
func (p *Portal) textsComing(v *visit) []waiting {
	today := p.today()
	var all []waiting
	for _, provision := range v.set.Corpus().Provisions() {
		for _, version := range provision.Versions {
			if version.From.After(today) {
				all = append(all, waiting{provisionURL(provision.URN, version.From.String()), provision.Label, v.t("home.waits.from", "day", v.words().day(version.From))})
			}
		}
	}
	return all
}
