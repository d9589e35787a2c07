package facts

import (
	"fmt"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Reads returns the JSON Pointers of the facts that a path below input is made of, sorted: ["facts", "trip",
// "distance_km"] reads /facts/trip/distance_km. Any key stands for a position in a list; a path into a list reads the
// list. What is never unknown reads nothing: a fact with a default, input.given, and the parts of the Context. A fact
// that defaults from another reads the other. A path that ends in a group reads every fact of the group.
//
// A path that Measure never fills is an error: the policy that has it is misspelt, or asks for a private text.
func (s *Schema) Reads(path []string) ([]string, error) {
	reads := map[string]bool{}
	if !s.reads(path, reads) {
		return nil, fmt.Errorf("input.%s: no such measure", strings.Join(path, "."))
	}
	list := make([]string, 0, len(reads))
	for p := range reads {
		list = append(list, p)
	}
	slices.Sort(list)
	return list, nil
}

func (s *Schema) reads(path []string, reads map[string]bool) bool {
	if len(path) == 0 {
		return false
	}
	switch head, rest := path[0], path[1:]; head {
	case "in_force", "wording", "params":
		return true
	case "given":
		return s.readsGiven(rest)
	case "quarter":
		return s.readsQuarter(rest, reads)
	case "days":
		if len(rest) == 1 && rest[0] == "as_of" {
			return true
		}
	}
	for b, term := range branchTerms {
		if string(term.Value.(ast.String)) == path[0] {
			return s.facts.reads(branch(b), path[1:], "", reads)
		}
	}
	return false
}

// readsGiven takes no path but that of a group and of one of its private strings.
func (s *Schema) readsGiven(path []string) bool {
	if len(path) == 0 {
		return len(s.givens) > 0
	}
	group := s.facts.child(path[0])
	if group == nil || !group.given || len(path) > 2 {
		return false
	}
	if len(path) == 1 {
		return true
	}
	item := group.child(path[1])
	return item != nil && item.private
}

func (s *Schema) readsQuarter(path []string, reads map[string]bool) bool {
	if s.period == nil || len(path) > 2 || len(path) > 0 && path[0] != "months" {
		return false
	}
	r := s.root
	for _, i := range s.period {
		r = r.props[i]
	}
	reads[r.pointer] = true
	return true
}

// reads follows the path in one branch from r. list is the pointer of the outermost list above, empty outside lists.
func (r *rule) reads(b branch, path []string, list string, reads map[string]bool) bool {
	if !r.has[b] {
		return false
	}
	if r.kind == kindArray && list == "" {
		list = r.pointer
	}
	switch {
	case r.kind == kindObject && len(path) > 0:
		p := r.measured(b, path[0])
		return p != nil && p.reads(b, path[1:], list, reads)
	case r.kind == kindArray && len(path) > 0:
		return r.items.reads(b, path[1:], list, reads)
	case r.kind == kindObject:
		for _, p := range r.props {
			p.reads(b, nil, list, reads)
		}
		return true
	case b == inCivil && len(path) == 1:
		if !slices.Contains([]string{"year", "month", "day"}, path[0]) {
			return false
		}
	case len(path) > 0:
		return false
	case r.kind == kindArray:
		r.items.reads(b, nil, list, reads)
	}
	r.readsItself(b, list, reads)
	return true
}

// readsItself adds a fact's own pointer and those of the facts that its measure takes in.
func (r *rule) readsItself(b branch, list string, reads map[string]bool) {
	switch {
	case list != "":
		reads[list] = true
	case r.fallback != nil: // never unknown
	case r.defaultFrom != nil:
		reads[r.defaultFrom.target.pointer] = true
	default:
		reads[r.pointer] = true
	}
	for _, other := range r.partners(b) {
		if strings.Contains(other.target.pointer, "/*") {
			continue // in the same list
		}
		other.target.readsItself(inFacts, "", reads)
	}
}

// partners are the other facts that a measure in the branch takes in.
func (r *rule) partners(b branch) []*link {
	switch {
	case b == inYears && r.yearsTo != nil:
		return []*link{r.yearsTo}
	case b == inSame && r.same != nil:
		return []*link{r.same.with}
	}
	return nil
}

// measured returns the rule that fills a key of an object in the branch.
func (r *rule) measured(b branch, key string) *rule {
	if b != inSame {
		return r.child(key)
	}
	for _, p := range r.props {
		if p.same != nil && string(p.same.name.Value.(ast.String)) == key {
			return p
		}
	}
	if p := r.child(key); p != nil && p.kind != kindString {
		return p
	}
	return nil
}
