package portal

import (
	"net/http"
	"net/url"
	"strings"

	"deferido/internal/decision"
	"deferido/internal/engine"
	"deferido/internal/identity"
)

// treeNode is a line of the component tree, with what it rests on below it.
type treeNode struct {
	State   string // of a state
	Text    string
	Code    string // how the rule names it; may be empty
	Reason  string
	Cited   cited
	Facts   string // the short names of those that it reads
	Open    bool
	Foreign string // the language of Text and Reason where it is not the page's
	Below   []treeNode
}

// explanation answers GET /decisoes/{id}/explicacao: what failed, or all with ?tudo=1.
func (p *Portal) explanation(v *visit) error {
	record, err := v.recorded(identity.ReadDecision)
	if err != nil {
		return err
	}
	if record.Failure != "" {
		return decision.ErrNothing
	}
	explained, err := p.Journal.Explain(v.ctx(), record, v.lang)
	if err != nil {
		return err
	}
	whole := v.Query("tudo") == "1"
	here := "/decisoes/" + url.PathEscape(record.ID)
	d, err := record.Given(nil)
	if err != nil {
		return err
	}
	b := branches{words: v.words(), set: v.set, day: record.AsOf, whole: whole, granted: d.Outcome == "allow"}
	if b.answer = keptIn(record).Request.Benefit; b.granted {
		b.answer, _ = d.Result["benefit"].(string)
	}
	body := map[string]any{
		"Verdict": answerBox{ID: "v", State: outcomeState(d), Ask: v.askedLine(record), Minor: true}, "Tree": b.articles(explained.Explanation), "Whole": whole, "Granted": b.granted, "Here": here, "Evaluation": explained.Evaluation,
	}
	name := v.t("decisions.tree.title")
	return v.render(http.StatusOK, page{
		Title: name + ": " + v.questionShort(record.Question), Template: "decisions/explanation", Body: body, Section: sectionDecisions, Narrow: true, Crumbs: v.decisionCrumbs(record.ID, name),
	})
}

// branches grow the tree: the whole of it, or those that carry the answer.
type branches struct {
	words   *words
	set     *engine.Set
	day     string
	whole   bool
	granted bool
	answer  string // that was asked for, or given; empty where it is all one
}

func (b *branches) articles(e *decision.Explanation) []treeNode {
	var nodes []treeNode
	for _, a := range e.Articles {
		if n := b.article(a); b.whole || len(n.Below) > 0 {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

func (b *branches) article(a decision.ExplainedArticle) treeNode {
	n := treeNode{State: governs(a.Governs), Text: a.Label, Open: true}
	speaks := a.Governs == nil || *a.Governs
	if b.whole || a.Governs == nil {
		if scope := b.conditions(a.Scope, b.whole); len(scope) > 0 {
			n.Below = append(n.Below, treeNode{State: governs(a.Governs), Text: b.words.text("decisions.tree.scope"), Open: a.Governs == nil, Below: scope})
		}
	}
	for _, r := range a.Requirements {
		if b.whole || speaks && b.carries(r.Met) && b.about(r.Answer) {
			n.Below = append(n.Below, b.requirement(r))
		}
	}
	n.Open = !b.whole || speaks && anyUnmet(n.Below)
	return n
}

// carries tells whether a branch in a state carries the answer: what failed or is open carries a refusal, what is met a grant.
func (b *branches) carries(met *bool) bool {
	if b.granted {
		return met != nil && *met
	}
	return met == nil || !*met
}

// about tells whether an answer that an article speaks of is the one in question.
func (b *branches) about(answer string) bool { return b.answer == "" || b.answer == answer }

func anyUnmet(nodes []treeNode) bool {
	for _, n := range nodes {
		if n.State != "met" {
			return true
		}
	}
	return false
}

// governs is the state of an article's scope.
func governs(met *bool) string {
	switch {
	case met == nil:
		return "governs_maybe"
	case *met:
		return "governs"
	}
	return "governs_not"
}

func tested(met *bool) string {
	switch {
	case met == nil:
		return "unknown"
	case *met:
		return "met"
	}
	return "unmet"
}

func (b *branches) requirement(r decision.ExplainedRequirement) treeNode {
	n := treeNode{
		State: tested(r.Met), Text: b.words.text("decisions.tree.requires", "answer", factName(b.set, b.words.lang, benefitFact, r.Answer)), Code: r.Name,
		Open: !b.whole || b.carries(r.Met) && !b.granted,
	}
	var ways []treeNode
	for _, way := range r.Ways {
		if !b.whole && !b.carries(way.Met) {
			continue
		}
		name := "decisions.tree.way"
		if len(ways) > 0 {
			name = "decisions.tree.other_way"
		}
		ways = append(ways, treeNode{
			State: tested(way.Met), Text: b.words.text(name), Open: !b.whole || b.carries(way.Met) && !b.granted, Below: b.conditions(way.Conditions, b.whole || b.granted),
		})
		if !b.whole && b.granted {
			break // one way is enough
		}
	}
	if len(ways) == 1 && (len(r.Ways) == 1 || !b.whole) {
		n.Below = ways[0].Below // nobody has to choose
		return n
	}
	n.Below = ways
	return n
}

// conditions are all that are tested, or those that are not met.
func (b *branches) conditions(all []decision.ExplainedCondition, whole bool) []treeNode {
	var nodes []treeNode
	for _, c := range all {
		if !whole && c.Met != nil && *c.Met {
			continue
		}
		n := treeNode{State: tested(c.Met), Text: c.Title, Code: c.Name, Reason: c.Reason}
		if n.Text == "" {
			n.Text, n.Reason = c.Reason, ""
		}
		if c.URN != "" {
			n.Cited = cited{c.URN, c.Label, b.day}
		}
		var facts []string
		for _, pointer := range c.Facts {
			if title := b.set.Title(pointer, b.words.lang); title != "" {
				facts = append(facts, title)
			}
		}
		n.Facts = strings.Join(facts, ", ")
		nodes = append(nodes, n)
	}
	return nodes
}
