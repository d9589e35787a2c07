package mutation

import (
	"fmt"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"deferido/internal/engine"
)

// generator makes the mutants of one file.
type generator struct {
	file    string
	source  string
	module  *ast.Module
	words   enums
	rule    *ast.Rule
	name    string // of the rule
	ordinal int
	twin    int
	seen    map[string]bool // syntax trees of the rule that were made already, its own first
	all     []Mutant
	err     error
}

// inModule makes the mutants of one file.
func inModule(file, source string, module *ast.Module, words enums) ([]Mutant, error) {
	g := &generator{file: file, source: source, module: module, words: words}
	twins := map[string]int{}
	for i, rule := range module.Rules {
		g.rule, g.ordinal, g.name = rule, i, nameOf(rule)
		g.twin = twins[g.name]
		twins[g.name]++
		g.seen = map[string]bool{}
		if tree, ok := g.parsed(source[start(rule):finish(rule)]); ok {
			g.seen[tree] = true
		} else {
			return nil, fmt.Errorf("%s:%d: the text of the rule is not found", file, rule.Location.Row)
		}
		g.inRule()
	}
	return g.all, g.err
}

// nameOf is a rule's name within its package.
func nameOf(rule *ast.Rule) string { return rule.Head.Ref().GroundPrefix().String() }

func start(node ast.Node) int { return node.Loc().Offset }

func end(node ast.Node) int { return start(node) + len(textOf(node)) }

// textOf is the text of a node. That of the parser may go on past the node, over a comma or the bracket that closes what is
// around it.
func textOf(node ast.Node) string {
	text, depth, quoted := string(node.Loc().Text), 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			if depth--; depth < 0 {
				return text[:i]
			}
		}
	}
	return strings.TrimRight(text, ", \t\n")
}

// finish is where a rule ends. That of a default ends with its head: its own place is that of the word.
func finish(rule *ast.Rule) int { return max(end(rule), end(rule.Head)) }

// put adds the mutant that has after in place of the text between two offsets, unless its syntax tree was there before.
func (g *generator) put(kind Kind, from, to int, after string) {
	m := Mutant{
		File: g.file, Kind: kind, Rule: g.name, Before: g.source[from:to], After: after, offset: from, ordinal: g.ordinal,
	}
	m.Line = 1 + strings.Count(g.source[:from], "\n")
	m.Column = from - strings.LastIndexByte(g.source[:from], '\n')
	begin, last := start(g.rule), finish(g.rule)
	if from < begin || to > last {
		g.err = fmt.Errorf("%s:%d: a change of %s is outside of the rule", g.file, m.Line, g.name)
		return
	}
	text := g.source[begin:from] + after + g.source[to:last]
	if tree, ok := g.parsed(text); ok { // what does not parse is refused when it is run
		if g.seen[tree] {
			return
		}
		g.seen[tree] = true
	}
	m.identify(begin, g.twin)
	g.all = append(g.all, m)
}

// parsed is the syntax tree of a rule alone, as text.
func (g *generator) parsed(text string) (string, bool) {
	var b strings.Builder
	b.WriteString(g.module.Package.String() + "\n")
	for _, i := range g.module.Imports {
		b.WriteString(i.String() + "\n")
	}
	b.WriteString(text)
	module, err := ast.ParseModuleWithOpts(g.file, b.String(), ast.ParserOptions{RegoVersion: ast.RegoV1, Capabilities: capabilities})
	if err != nil || len(module.Rules) != 1 {
		return "", false
	}
	return module.Rules[0].String(), true
}

var capabilities = engine.Capabilities()

// inRule makes the mutants of one rule: as a whole, of its body, of its value.
func (g *generator) inRule() {
	head := g.rule.Head
	bodied := g.bodied()
	if !g.rule.Default {
		g.never(bodied)
	}
	if v := head.Value; v != nil && inside(head, v) && g.isCondition() {
		g.put(Truth, start(v), end(v), "true")
		g.put(Truth, start(v), end(v), "false")
	}
	for _, arg := range head.Args {
		g.inTerm(arg, plain)
	}
	result := head.Value
	if head.RuleKind() == ast.MultiValue { // contains
		result = head.Key
	}
	if result != nil && inside(head, result) {
		g.inTerm(result, value)
	}
	if bodied {
		g.inBody(g.rule.Body)
		if len(g.rule.Body) == 1 {
			g.dropExpression(g.rule.Body[0])
		}
	}
}

// inside reports whether a term of a head was written there, and not added by the parser.
func inside(head *ast.Head, term *ast.Term) bool {
	return term.Location != nil && start(term) > start(head) && end(term) <= end(head)
}

// bodied reports whether the rule was written with a body.
func (g *generator) bodied() bool { return !g.rule.Default && end(g.rule) > end(g.rule.Head) }

// isCondition reports whether the rule is a condition: <question>.when.<name> or <question>.where.<name>.
func (g *generator) isCondition() bool {
	parts := strings.Split(g.name, ".")
	return len(parts) >= 3 && (parts[len(parts)-2] == "when" || parts[len(parts)-2] == "where")
}

// never makes the rule one that never holds, and otherwise leaves it as it is: what it needs is still needed.
func (g *generator) never(bodied bool) {
	if !bodied {
		g.put(Rule, end(g.rule), end(g.rule), " if false")
		return
	}
	from, to := g.bodySpan()
	if strings.Contains(g.source[end(g.rule.Head):from], "{") {
		g.put(Rule, from, from, "false; ")
		return
	}
	g.put(Rule, from, to, "{ false; "+g.source[from:to]+" }")
}

// bodySpan is where the expressions of the rule's body begin and end.
func (g *generator) bodySpan() (from, to int) {
	body := g.rule.Body
	return start(body[0]), end(body[len(body)-1])
}

// inBody makes the mutants of the expressions of a body. Only where there are several can one be dropped and leave a body.
func (g *generator) inBody(body ast.Body) {
	for _, expression := range body {
		if len(body) > 1 {
			g.dropExpression(expression)
		}
		g.inExpression(expression)
	}
}

// dropExpression drops an expression that restricts. One that only binds a variable is needed by the others.
func (g *generator) dropExpression(e *ast.Expr) {
	if _, declares := e.Terms.(*ast.SomeDecl); declares || e.IsAssignment() {
		return
	}
	if g.uses(e) {
		g.put(Condition, start(e), end(e), "[1 | "+g.source[start(e):end(e)]+"]") // there, whether it holds or not
		return
	}
	g.put(Condition, start(e), end(e), "true")
}

// uses reports whether an expression uses variables of its rule or imports: without it they might be unused, which the load
// refuses, and nobody would know whether a test notices.
func (g *generator) uses(e *ast.Expr) bool {
	names := map[string]bool{"input": true, "data": true}
	for _, b := range capabilities.Builtins {
		names[rootOf(b.Name)], names[b.Infix] = true, true
	}
	for _, rule := range g.module.Rules {
		names[rootOf(nameOf(rule))] = true
	}
	visitor := ast.NewVarVisitor()
	visitor.Walk(e)
	for name := range visitor.Vars() {
		if !names[string(name)] && !name.IsWildcard() {
			return true
		}
	}
	return false
}

// rootOf is what the name of a rule or function begins with.
func rootOf(name string) string {
	root, _, _ := strings.Cut(name, ".")
	return root
}
