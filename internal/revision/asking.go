package revision

import (
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// mayBeUnknown reports whether the absence of a fact means that it is unknown. It does not for what has a default, for the
// texts and elements of lists that are complete, for the fact that picks the day, and for those that say what is asked.
func (p *properties) mayBeUnknown(question, pointer string) bool {
	var path []any
	for key := range strings.SplitSeq(strings.TrimPrefix(pointer, "/facts/"), "/") {
		path = append(path, key)
	}
	fact := p.check.schema.at(path)
	for _, keyword := range []string{"default", "x-default-from", "x-private"} {
		if _, has := fact[keyword]; has {
			return false
		}
	}
	q, _ := p.check.set.Question(question)
	return fact != nil && fact["type"] != "object" && q.Clock != pointer && !p.asking[pointer]
}

// asking are the facts on which it depends what is asked: those on which requirements are made, and those that the files of
// the questions read.
func (c *check) asking() map[string]bool {
	all := map[string]bool{}
	for _, name := range sortedKeys(c.modules) {
		for _, rule := range c.modules[name].Rules {
			ref := rule.Ref()
			requirement := isArticle(name) && len(ref) > 5 && ref[5].Equal(ast.StringTerm("requires"))
			if !requirement && !strings.HasSuffix(ref.GroundPrefix().String(), ".asked") {
				continue
			}
			ast.WalkTerms(rule, func(term *ast.Term) bool {
				if pointer := factOf(term); pointer != "" {
					all[pointer] = true
				}
				return false
			})
		}
	}
	return all
}

// factOf is the pointer of the fact that a term reads: input.facts.a.b, or object.get(input.facts, ["a", "b"], …).
func factOf(term *ast.Term) string {
	pointer := "/facts"
	add := func(step *ast.Term) {
		if key, is := step.Value.(ast.String); is {
			pointer += "/" + pointerKey(string(key))
		}
	}
	switch value := term.Value.(type) {
	case ast.Ref:
		if len(value) > 3 && value.HasPrefix(ast.MustParseRef("input.facts")) {
			for _, step := range value[2:] {
				add(step)
			}
			return pointer
		}
	case ast.Call:
		if len(value) != 4 {
			return ""
		}
		path, is := value[2].Value.(*ast.Array)
		if is && value[0].String() == "object.get" && value[1].String() == "input.facts" {
			path.Foreach(add)
			return pointer
		}
	}
	return ""
}
