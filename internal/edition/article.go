package edition

import (
	"strings"

	"deferido/internal/civil"
	"deferido/internal/corpus"
	"deferido/internal/decision"
)

// article is what of an article does not depend on the day.
type article struct {
	id          articleID
	norm        *corpus.Norm
	short       string // art. 39
	subject     string // vagas gratuitas da pessoa idosa; empty where it has no policy
	description string
	provisions  []*corpus.Provision
	rows        [][]*declared // by provision
	bare        []*declared   // what the article's policy asks without citing a provision
	questions   []string
	from        civil.Date
	until       *civil.Date // nil while any of it is in force
	keys        map[string]bool
	category    string
}

// Standing is how an article or a provision stands on a day.
type Standing string

// The standings.
const (
	InForce Standing = "in_force"
	NotYet  Standing = "not_yet"
	Ceased  Standing = "ceased"
)

// Article is an article of the law on a day.
type Article struct {
	Day         civil.Date
	Norm        *corpus.Norm
	Name        string // art_39
	Label       string // Decreto nº 9.921/2019, art. 39
	Short       string // art. 39
	URN         string // of the article
	Subject     string // what its policy says it is about, in Portuguese; may be empty
	Description string // of the policy, ours, in Portuguese; may be empty
	Standing    Standing
	Published   bool        // the act was published by that day; of an act whose publication is not known, unknown and false
	From        civil.Date  // first day in force of any of it
	Until       *civil.Date // last day; nil while in force
	Questions   []decision.Question
	Rows        []Row // a provision each, in the order of the text
	Bare        []*Condition
	Counts      Counts
	Line        []Stretch // the subject in time
	Beside      []Ref     // what else speaks of the subject on that day
	FirstHeld   *civil.Date
	Files       []string // its text files, within the policies
	// Epoch counts the days before this one on which anything changed: on days of one epoch all but the day itself is the same.
	Epoch int
}

// Stated is what stated the subject of the article on its day: a stretch of its line. It is nil where nothing that is held did.
func (a *Article) Stated() *Stretch {
	for i := range a.Line {
		if s := &a.Line[i]; s.Contains(a.Day) && !s.Gap {
			return s
		}
	}
	return nil
}

// Counts are of the provisions of an article.
type Counts struct {
	Provisions int
	Ruled      int // with a rule
	Told       int // without one, with what they are and why
	InForce    int // on the day
	Texts      int // whose text on the day is held
	Older      int // whose text held is that of an earlier wording
	Cased      int // ruled and defended by a case
	Disputed   int
}

// readArticles indexes the articles of the law with the rules that speak of them.
func (e *Edition) readArticles() {
	titles := e.titles()
	for _, n := range e.law.Norms() {
		for _, p := range n.Provisions {
			name := p.Fragment.ArticleName()
			if name == "" {
				continue
			}
			id := articleID{n.Folder, name}
			a := e.articles[id]
			if a == nil {
				title := titles[n.Folder+"."+name]
				a = &article{id: id, norm: n, short: p.Fragment[:1].Label(), subject: title.subject, description: title.description, from: p.Versions[0].From}
				e.articles[id] = a
			}
			a.add(p)
		}
	}
	e.declare()
	for _, a := range e.articles {
		a.questions = e.questionsOf(a)
		a.keys, a.category = e.rules.subject(a.id.norm + "." + a.id.name)
	}
}

// add adds a provision, in order.
func (a *article) add(p *corpus.Provision) {
	last := p.Versions[len(p.Versions)-1]
	if len(a.provisions) == 0 {
		a.until = last.Until
	} else if a.until != nil && (last.Until == nil || last.Until.After(*a.until)) {
		a.until = last.Until
	}
	if p.Versions[0].From.Before(a.from) {
		a.from = p.Versions[0].From
	}
	a.provisions, a.rows = append(a.provisions, p), append(a.rows, nil)
}

// declare puts every rule that is declared where it belongs: with the provision that it speaks of, or with its article.
func (e *Edition) declare() {
	known := map[string]*declared{}
	for _, id := range e.rules.order {
		rule, ok := e.set.Rule(id.question, decision.Name{Article: id.article, Name: id.name})
		if !ok {
			continue // a requirement that says nothing of its own
		}
		at := e.rules.places[id]
		where, row := e.home(rule, id)
		if where == nil {
			continue
		}
		key := where.id.norm + where.id.name + "\x00" + e.sameness(rule, at)
		if same := known[key]; same != nil {
			same.places = append(same.places, at)
			continue
		}
		d := &declared{rule: rule, places: []*place{at}}
		known[key] = d
		if row < 0 {
			where.bare = append(where.bare, d)
		} else {
			where.rows[row] = append(where.rows[row], d)
		}
	}
}

// home is the article and the row that a rule belongs to; row -1 for one that cites no provision.
func (e *Edition) home(rule *decision.Rule, id ruleID) (*article, int) {
	if rule.Fragment == "" {
		norm, name, _ := strings.Cut(id.article, ".")
		return e.articles[articleID{norm, name}], -1
	}
	p, known := e.law.Provision(rule.Norm, rule.Fragment)
	if !known {
		return nil, 0
	}
	a := e.articles[articleID{rule.Norm, p.Fragment.ArticleName()}]
	for i := range a.provisions {
		if a.provisions[i] == p {
			return a, i
		}
	}
	return nil, 0
}
