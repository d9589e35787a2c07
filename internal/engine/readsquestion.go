package engine

import (
	"maps"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Facts are all that the answer to a question may depend on, its clock included, by pointer up to the first list, sorted. A
// group stands for all of its facts.
func (s *Set) Facts(question string) []string { return slices.Clone(s.facts[question]) }

// Tested are those of the Facts that a condition of the question is about: while no condition of an answer that is open is
// about them, they change nothing.
func (s *Set) Tested(question string) []string { return slices.Clone(s.tested[question]) }

// readQuestions derives the facts of each whole answer, and those of its conditions.
func (s *Set) readQuestions(r *reader) {
	for _, q := range s.questions {
		for key, about := range s.about {
			if key.question == q.Name {
				s.tested[q.Name] = union(s.tested[q.Name], union(about, s.reads[key]))
			}
		}
		s.facts[q.Name] = union(s.tested[q.Name], append([]string{q.Clock}, q.First...))
		for _, rule := range s.compiler.GetRulesExact(ast.MustParseRef("data." + answerOf(q.Name))) {
			paths := maps.Clone(r.paths(rule))
			r.optional(rule, paths, map[*ast.Rule]bool{})
			s.facts[q.Name] = union(s.facts[q.Name], union(r.about(paths), slices.Collect(maps.Keys(r.facts(rule, paths)))))
		}
	}
}

// optional adds the input references that a rule and all that it uses make by object.get with a path that is written out:
// facts that an answer does without, and takes in where they are given.
func (r *reader) optional(rule *ast.Rule, paths map[string]bool, seen map[*ast.Rule]bool) {
	if seen[rule] {
		return
	}
	seen[rule] = true
	named := map[ast.Var]ast.Ref{} // by the variable that the compiler put in the place of a reference
	ast.WalkExprs(rule, func(e *ast.Expr) bool {
		if e.IsEquality() {
			name, isVar := e.Operand(0).Value.(ast.Var)
			if ref, isRef := e.Operand(1).Value.(ast.Ref); isVar && isRef {
				named[name] = ref
			}
		}
		return false
	})
	ast.WalkExprs(rule, func(e *ast.Expr) bool {
		if e.IsCall() && e.Operator().String() == ast.ObjectGet.Name {
			if ref := pathOf(named, e.Operand(0), e.Operand(1)); ref != nil {
				paths[ref.String()] = true
				r.set.inputRefs[ref.String()] = ref
			}
		}
		return false
	})
	ast.WalkRefs(rule, func(ref ast.Ref) bool {
		if ref[0].Equal(ast.DefaultRootDocument) {
			for _, used := range r.set.compiler.GetRulesDynamic(ref) {
				r.optional(used, paths, seen)
			}
		}
		return false
	})
}

// pathOf is the reference to what lies at a path, which is a list of texts, below a reference to the input; nil where it is
// no such thing.
func pathOf(named map[ast.Var]ast.Ref, of, path *ast.Term) ast.Ref {
	ref, _ := of.Value.(ast.Ref)
	if name, isVar := of.Value.(ast.Var); isVar {
		ref = named[name]
	}
	keys, isList := path.Value.(*ast.Array)
	if ref == nil || !isList || !ref[0].Equal(ast.InputRootDocument) {
		return nil
	}
	ref = slices.Clone(ref)
	for i := range keys.Len() {
		if _, text := keys.Elem(i).Value.(ast.String); !text {
			return nil
		}
		ref = append(ref, keys.Elem(i))
	}
	return ref
}
