package facts

import (
	"regexp"

	"github.com/open-policy-agent/opa/v1/ast"
)

// rule is one subschema, ready to check and measure nodes.
type rule struct {
	kind    kind
	integer bool   // kindNumber: an integer
	typ     string // the schema's word for the type
	key     string // the key in its object; empty for items
	pointer string // the JSON Pointer in a request, "*" for the items of a list
	term    *ast.Term

	title, ask text
	unit       string
	private    bool
	recorded   bool // a private text that may be kept
	given      bool

	props    []*rule // kindObject
	index    map[string]int
	requires []string
	required []int // requires, by index
	names    []string

	items    *rule // kindArray
	maxItems int

	enum      []string // kindString
	enumTerms map[string]*ast.Term
	values    map[string]text // the names of enum's values for people; nil where they have none
	maxLength int
	pattern   *regexp.Regexp
	format    string // "date", "date-time" or empty
	period    string // "month", "quarter" or empty

	minimum, maximum bound // kindNumber

	fallback *node // default
	fallTerm *ast.Term

	defaultFrom, notAfter, notBefore, sumWith, atMost, yearsTo *link
	same                                                       *sameness

	has     [branches]bool // the branches that it or anything below it speaks in
	absent  *ast.Term
	nothing *ast.Term // input.given of an absent group
}

// link is a reference from one fact to another.
type link struct {
	sibling bool  // the slots begin in the parent object, else in the request
	slots   []int // indices of rules, outermost first
	target  *rule
}

// find returns the node that the link leads to, nil if it is absent.
func (l *link) find(root, parent *node) *node {
	n := root
	if l.sibling {
		n = parent
	}
	for _, i := range l.slots {
		n = n.slot(i)
	}
	return n
}

// sameness asks for the equality of two texts.
type sameness struct {
	name *ast.Term // the key in input.same
	with *link
	fold bool // ignore case
}

// isDay reports whether the fact has a civil date: a date or an instant.
func (r *rule) isDay() bool { return r.format != "" }

// child returns the rule of an object's key, or of a list's items when the key is a position.
func (r *rule) child(key string) *rule {
	if r.kind == kindArray {
		return r.items
	}
	if i, ok := r.index[key]; ok {
		return r.props[i]
	}
	return nil
}

// args describes what the rule takes, for a Violation.
func (r *rule) args() Args {
	a := Args{
		Type: r.typ, Format: r.format, Unit: r.unit, Minimum: r.minimum.literal, Maximum: r.maximum.literal,
		MaxLength: r.maxLength, MaxItems: r.maxItems, Allowed: r.enum,
	}
	if r.period != "" {
		a.Format = r.period
	}
	return a
}
