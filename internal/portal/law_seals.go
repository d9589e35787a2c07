package portal

import (
	"deferido/internal/edition"
)

// brokenSeal is a provision whose sign-off broke.
type brokenSeal struct {
	Anchor, Short string
	Seal          sealView
	Changes       string // address of what changed since
	Again         string // address at which it is signed again
}

// sealed are the sign-offs of an article.
type sealed struct {
	intact int                    // provisions that are signed as they stand
	broken map[string]*brokenSeal // by URN
	names  bool                   // whether the visitor sees who signed, and the pages of sign-offs
}

// sealsOf are the sign-offs of the provisions of an article.
func (p *Portal) sealsOf(v *visit, a *edition.Article) (sealed, error) {
	found := sealed{broken: map[string]*brokenSeal{}, names: v.seesNames()}
	all, err := p.signoffs(v.ctx(), v.set)
	if err != nil {
		return found, err
	}
	for i := range a.Rows {
		r := &a.Rows[i]
		urn := r.Provision.URN
		switch stateIn(all, urn) {
		case signedOff:
			found.intact++
		case brokenOff:
			broken := &brokenSeal{Anchor: r.Anchor, Short: r.Short, Seal: v.sealOf(all[urn])}
			if found.names {
				broken.Again, broken.Changes = sheetURL(urn, ""), sheetURL(urn, "")+"/mudancas"
			}
			found.broken[urn] = broken
		}
	}
	return found, nil
}
