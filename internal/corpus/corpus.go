package corpus

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"deferido/internal/civil"
)

// Corpus is all that is held of the law. It does not change once loaded and may be read by many at once; what it hands out
// by pointer is not to be changed either.
type Corpus struct {
	norms    []*Norm
	entries  []*Provision // every provision and passage, in document order
	byFolder map[string]*Norm
	byURN    map[string]Match
	byLabel  map[string]Match // by folded label and short title
}

// Match is what a URN names: an act, and the provision of it when the URN has a fragment.
type Match struct {
	Norm      *Norm
	Provision *Provision // nil for the whole act
}

// ranks are the types of acts, the highest first; any other type comes after them.
var ranks = []string{"lei", "decreto", "resolucao"}

func rank(n *Norm) int {
	if i := slices.Index(ranks, n.URN.Type); i >= 0 {
		return i
	}
	return len(ranks)
}

// index orders the norms, numbers their provisions and checks what holds between norms.
func (c *Corpus) index() []error {
	slices.SortFunc(c.norms, func(a, b *Norm) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), a.URN.Date.Compare(b.URN.Date), cmp.Compare(a.Folder, b.Folder))
	})
	var problems []error
	for _, n := range c.norms {
		c.byFolder[n.Folder] = n
		if other, taken := c.byURN[n.URN.String()]; taken {
			problems = append(problems, fmt.Errorf("norms/%s/%s: the urn is that of %s", n.Folder, normYAML, other.Norm.Folder))
		}
		c.byURN[n.URN.String()] = Match{Norm: n}
		c.byLabel[fold(n.Title)] = Match{Norm: n}
		if n.ShortTitle != "" {
			c.byLabel[fold(n.ShortTitle)] = Match{Norm: n}
		}
		for _, p := range n.entries {
			p.Order = len(c.entries)
			c.entries = append(c.entries, p)
			if p.URN != "" {
				c.byURN[p.URN] = Match{n, p}
				c.byLabel[fold(p.Label)] = Match{n, p}
			}
		}
	}
	for _, p := range c.entries {
		if p.ReportedIn != nil && !c.commentaryAt(*p.ReportedIn) {
			problems = append(problems, fmt.Errorf("norms/%s/%s: %s: there is no commentary at %s", p.Norm.Folder, normYAML, p.Fragment, p.ReportedIn))
		}
	}
	return problems
}

func (c *Corpus) commentaryAt(at Place) bool {
	return slices.ContainsFunc(c.entries, func(p *Provision) bool {
		return p.Status == StatusCommentary && p.Versions[0].At == at
	})
}

// Norms are the norms by rank (lei, decreto, resolução), then by date.
func (c *Corpus) Norms() []*Norm { return slices.Clone(c.norms) }

// Norm is the norm of that folder. It is false when there is none.
func (c *Corpus) Norm(folder string) (*Norm, bool) {
	n, found := c.byFolder[folder]
	return n, found
}

// Provision is the provision of that fragment (art39_par2_inc1) in the norm of that folder. It is false when there is none.
func (c *Corpus) Provision(folder, fragment string) (*Provision, bool) {
	n, found := c.byFolder[folder]
	if !found || fragment == "" {
		return nil, false
	}
	m, found := c.byURN[n.URN.String()+"!"+fragment]
	return m.Provision, found
}

// ByURN is the act or provision of exactly that URN. It is false when the corpus has none, even one that looks alike; for
// those see Resolve.
func (c *Corpus) ByURN(urn string) (Match, bool) {
	m, found := c.byURN[urn]
	return m, found
}

// Provisions are those of every norm, in document order: by norm, then by place in the text.
func (c *Corpus) Provisions() []*Provision {
	return slices.DeleteFunc(slices.Clone(c.entries), func(p *Provision) bool { return p.Status == StatusCommentary })
}

// NormInForce reports whether the norm of that folder is in force on the day. An unknown norm never is.
func (c *Corpus) NormInForce(folder string, day civil.Date) bool {
	n, found := c.byFolder[folder]
	return found && n.InForce.Contains(day)
}

// InForce tells of every norm, by folder, whether it is in force on the day.
func (c *Corpus) InForce(day civil.Date) map[string]bool {
	all := make(map[string]bool, len(c.norms))
	for _, n := range c.norms {
		all[n.Folder] = n.InForce.Contains(day)
	}
	return all
}

// VersionOn is the wording of the provision that is in force on the day. It is false when there is none.
func (c *Corpus) VersionOn(p *Provision, day civil.Date) (Version, bool) { return p.VersionOn(day) }

// Wordings names, by norm and fragment, the wording in force on the day of every provision whose wordings are listed one by
// one: its first day, as YYYY-MM-DD. A provision that is not in force then is absent, and so is a norm without any.
func (c *Corpus) Wordings(day civil.Date) map[string]map[string]string {
	all := map[string]map[string]string{}
	for _, p := range c.entries {
		if v, found := p.VersionOn(day); found && p.Reworded {
			if all[p.Norm.Folder] == nil {
				all[p.Norm.Folder] = map[string]string{}
			}
			all[p.Norm.Folder][p.Fragment.String()] = v.From.String()
		}
	}
	return all
}

// RelatedUnfound are the things that the texts cite and of which nothing more was found. They decide nothing.
func (c *Corpus) RelatedUnfound() []Related {
	var all []Related
	for _, n := range c.norms {
		all = append(all, n.Related...)
	}
	return all
}

// QuotedInProvision reports whether the quote stands, character for character, in a held wording of the provision.
// An empty quote, and one from a text that is not held, never does.
func (c *Corpus) QuotedInProvision(folder, fragment, quote string) bool {
	p, found := c.Provision(folder, fragment)
	return found && quote != "" && slices.ContainsFunc(p.Versions, func(v Version) bool {
		return v.Held && strings.Contains(v.Text, quote)
	})
}

// QuotedInArticle reports whether the quote stands, character for character, in a held provision of the article, named as
// Fragment.ArticleName does: art_39.
func (c *Corpus) QuotedInArticle(folder, article, quote string) bool {
	n, found := c.byFolder[folder]
	return found && slices.ContainsFunc(n.Provisions, func(p *Provision) bool {
		return p.Fragment.ArticleName() == article && c.QuotedInProvision(folder, p.Fragment.String(), quote)
	})
}

// ArticleText is the text file of the article (art_39), with every line as published. It is false when it is not held.
func (c *Corpus) ArticleText(folder, article string) (string, bool) {
	n, found := c.byFolder[folder]
	if !found {
		return "", false
	}
	f, found := n.File(article + ".txt")
	return f.Text, found
}
