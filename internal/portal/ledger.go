package portal

import (
	"deferido/internal/decision"
	"deferido/internal/identity"
)

// ledgerRoutes are the addresses of this group of pages.
var ledgerRoutes = []route{
	get("/cobertura", "", (*Portal).coverage),
	get("/cobertura.csv", "", (*Portal).coverageCSV),
	get("/divergencias", "", (*Portal).disputes),
	get("/divergencias/:id", "", (*Portal).dispute),
	get("/leituras", "", (*Portal).readings),
	get("/leituras/:id", "", (*Portal).reading),
	post("/leituras/:id", identity.ApproveRevisions, (*Portal).judge),
	get("/conferencias", identity.ReadRevisions, (*Portal).signoffQueue),
	post("/conferencias", identity.ApproveRevisions, (*Portal).sign),
	get("/conferencias/:urn", identity.ReadRevisions, (*Portal).signoffSheet),
	get("/conferencias/:urn/mudancas", identity.ReadRevisions, (*Portal).signoffChanges),
	post("/conferencias/:urn/problemas", identity.ApproveRevisions, (*Portal).remark),
	post("/conferencias/:urn/problemas/:id", identity.ApproveRevisions, (*Portal).settleRemark),
	get("/busca", "", (*Portal).search),
}

// lawSections are the pages that hang under the norms, for the component siblings.
var lawSections = []struct{ path, key string }{
	{"/normas", "ledger.siblings.norms"}, {"/cobertura", "ledger.siblings.coverage"}, {"/leituras", "ledger.siblings.readings"}, {"/conferencias", "ledger.siblings.signoffs"},
}

// sibling is one of them.
type sibling struct {
	URL, Label string
	Current    bool
}

// siblings are those that the visitor may see.
func (v *visit) siblings(current string) []sibling {
	var all []sibling
	for _, s := range lawSections {
		if s.path == "/conferencias" && !v.seesNames() {
			continue
		}
		all = append(all, sibling{s.path, v.t(s.key), s.path == current})
	}
	return all
}

// seesNames tells whether the visitor may see who signed what.
func (v *visit) seesNames() bool { return v.allowed(identity.ReadRevisions) }

// questionShort is the name of a question without what it asks.
func (v *visit) questionShort(name string) string {
	q, known := v.set.Question(name)
	if !known {
		return name
	}
	return questionName(q, v.lang)
}

// ruleTitle is the title of a rule, and whether it is Portuguese on an English page.
type ruleTitle struct {
	Title   string
	Foreign bool
}

// ruleLine is a rule with the question that it answers.
type ruleLine struct {
	ruleTitle
	Question string
	Role     string
}

// ruleLines are rules, those of one title and question once.
func (v *visit) ruleLines(rules []bookRule) []ruleLine {
	var lines []ruleLine
	for _, r := range rules {
		title, foreign := r.in(v.lang)
		lines = appendOnce(lines, ruleLine{ruleTitle{title, foreign}, v.questionShort(r.Question), r.Role})
	}
	return lines
}

// rulesOf are rules with what is declared of them.
func (b *book) rulesOf(all []decision.RuleOf) []bookRule {
	var rules []bookRule
	for _, of := range all {
		if rule, known := b.set.Rule(of.Question, decision.Name{Article: of.Article, Name: of.Name}); known {
			rules = append(rules, bookRule{rule, of})
		}
	}
	return rules
}
