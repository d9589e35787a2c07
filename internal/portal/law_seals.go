package portal

import (
	"strings"

	"deferido/internal/edition"
)

// brokenSeal is a provision whose sign-off broke.
type brokenSeal struct {
	Anchor, Short string
	Seal          sealView
	Changes       string // address of what changed since
	Again         string // address at which it is signed again
}

// sealed are the sign-offs of an article, and the problems that somebody sees in it.
type sealed struct {
	intact  int                    // provisions that are signed as they stand
	broken  map[string]*brokenSeal // by URN
	remarks map[string][]noted     // open ones, by URN; for whoever sees names
	names   bool                   // whether the visitor sees who signed, and the pages of sign-offs
}

// noted is an open problem beside the text of a day.
type noted struct {
	remarkView        // placed where the wording of the day has the words
	Sheet      string // address of where it is settled
}

// sealsOf are the sign-offs of the provisions of an article.
func (p *Portal) sealsOf(v *visit, a *edition.Article) (sealed, error) {
	found := sealed{broken: map[string]*brokenSeal{}, names: v.seesNames()}
	all, err := p.signoffs(v.ctx(), v.set)
	if err != nil {
		return found, err
	}
	if found.names {
		if found.remarks, err = p.notedIn(v, a); err != nil {
			return found, err
		}
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

// notedIn are the open problems of an article's provisions.
func (p *Portal) notedIn(v *visit, a *edition.Article) (map[string][]noted, error) {
	all, err := p.remarksOf(v.ctx(), v.set)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	found := map[string][]noted{}
	for _, r := range a.Rows {
		urn := r.Provision.URN
		for _, m := range all[urn] {
			if m.Settled() {
				continue
			}
			n := noted{v.remarkView(m, r.Provision.Label), sheetURL(urn, "") + "#problemas"}
			n.Placed = r.Version != nil && strings.Contains(r.Version.Text, m.Quote)
			found[urn] = append(found[urn], n)
		}
	}
	return found, nil
}
