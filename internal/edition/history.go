package edition

import (
	"deferido/internal/corpus"
)

// History is all the wordings of an article.
type History struct {
	*Article
	Provisions []ProvisionHistory
}

// ProvisionHistory is the wordings of a provision, the oldest first.
type ProvisionHistory struct {
	Provision *corpus.Provision
	Anchor    string
	Short     string
	Wordings  []Wording
}

// Wording is a wording of a provision, with what changed since the one before, where both are held.
type Wording struct {
	corpus.Version
	Changes []Change
}

// History is the history of an article as told on a day. It is false where the law held has no such article.
func (e *Edition) History(a *Article) *History {
	h := &History{Article: a}
	for _, r := range a.Rows {
		p := ProvisionHistory{Provision: r.Provision, Anchor: r.Anchor, Short: r.Short}
		for i, v := range r.Provision.Versions {
			w := Wording{Version: v}
			if i > 0 && v.Held && r.Provision.Versions[i-1].Held && !v.OlderWording {
				w.Changes = Differ(r.Provision.Versions[i-1].Text, v.Text)
			}
			p.Wordings = append(p.Wordings, w)
		}
		h.Provisions = append(h.Provisions, p)
	}
	return h
}
