package facts

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"deferido/internal/civil"
)

// A request is kept without what is personal in it. What may be kept as it is stands on a list, and is: numbers, booleans,
// instants, dates, periods, the values of an enum, and texts that the schema calls x-recorded. Of any other text only its
// measures are kept, and of a date that years are counted from, only the years that were counted. They stand in its place,
// so that a kept request measures as the request itself did.

// measures are what is kept of a fact that is withheld.
type measures struct {
	Given bool           `json:"given,omitempty"` // of a text: it is not blank
	Same  *bool          `json:"same,omitempty"`  // of a text: whether it equals the other; nil where that was not known
	Years map[string]int `json:"years,omitempty"` // of a date: the completed years, by the day to which they are counted
}

// withheld reports whether a fact is kept by its measures only.
func (r *rule) withheld() bool {
	switch r.kind {
	case kindBool, kindNumber:
		return false
	case kindString:
		return r.yearsTo != nil || !r.recorded && r.enum == nil && r.format == "" && r.period == ""
	}
	return false
}

// Keep returns what may be kept of a request, as JSON that ParseKept reads. The variants are what it was changed to while
// it was decided: years that were counted to their days are kept too. The caller's reference is not.
func (r *Request) Keep(variants ...*Request) []byte {
	k := keeper{requests: append([]*Request{r}, variants...)}
	k.b = append(k.b, '{')
	for i, p := range r.schema.root.props {
		if n := r.root.slot(i); n != nil && p.key != "reference" {
			k.key(p.key)
			k.value(n, p, r.root)
		}
	}
	return append(k.b, '}')
}

// keeper writes a kept request.
type keeper struct {
	requests []*Request
	b        []byte
}

// key begins a member; the rules of an object are in a fixed order, so equal requests are kept as equal bytes.
func (k *keeper) key(name string) {
	if k.b[len(k.b)-1] != '{' {
		k.b = append(k.b, ',')
	}
	k.text(name)
	k.b = append(k.b, ':')
}

func (k *keeper) text(s string) {
	quoted, err := json.Marshal(s)
	if err != nil { // a string always encodes
		panic(err)
	}
	k.b = append(k.b, quoted...)
}

func (k *keeper) value(n *node, r *rule, parent *node) {
	switch {
	case r.withheld():
		k.measures(n, r, parent)
	case r.kind == kindObject:
		k.b = append(k.b, '{')
		for i, p := range r.props {
			if below := n.slot(i); below != nil {
				k.key(p.key)
				k.value(below, p, n)
			}
		}
		k.b = append(k.b, '}')
	case r.kind == kindArray:
		k.b = append(k.b, '[')
		for i, item := range n.items {
			if i > 0 {
				k.b = append(k.b, ',')
			}
			k.value(item, r.items, n)
		}
		k.b = append(k.b, ']')
	case r.kind == kindBool:
		k.b = strconv.AppendBool(k.b, n.truth)
	case r.kind == kindNumber:
		k.b = append(k.b, n.text...)
	default:
		k.text(n.text)
	}
}

func (k *keeper) measures(n *node, r *rule, parent *node) {
	var m measures
	switch {
	case r.yearsTo != nil:
		m.Years = map[string]int{}
		for _, variant := range k.requests {
			if other := r.yearsTo.value(variant.root, parent); other != nil {
				if years, counted := n.yearsUntil(other.when.day); counted {
					m.Years[other.when.day.String()] = years
				}
			}
		}
	default:
		m.Given = n.given()
		if r.same != nil {
			m.Same = r.same.holds(n, r.same.with.value(k.requests[0].root, parent))
		}
	}
	written, err := json.Marshal(m)
	if err != nil { // booleans and integers always encode
		panic(err)
	}
	k.b = append(k.b, written...)
}

// ParseKept reads what Keep wrote. The request measures as the one that was kept did, and has no private text.
func (s *Schema) ParseKept(data []byte) (*Request, error) {
	root, err := read(data, 0, s.known)
	if err != nil {
		return nil, err
	}
	if err := thaw(root, s.root); err != nil {
		return nil, fmt.Errorf("a kept request: %w", err)
	}
	return s.request(root)
}

var errNotKept = errors.New("what stands for a withheld fact are not its measures")

// thaw puts the measures of withheld facts where the facts were.
func thaw(n *node, r *rule) error {
	switch {
	case r.withheld():
		return n.withhold(r)
	case n.kind == kindObject && r.kind == kindObject:
		for _, m := range n.members {
			if p := r.child(m.key); p != nil { // what is unknown is refused by the check
				if err := thaw(m.value, p); err != nil {
					return err
				}
			}
		}
	case n.kind == kindArray && r.kind == kindArray:
		for _, item := range n.items {
			if err := thaw(item, r.items); err != nil {
				return err
			}
		}
	}
	return nil
}

// withhold makes an object with measures the valid node that they stand for.
func (n *node) withhold(r *rule) error {
	if n.kind != kindObject {
		return errNotKept
	}
	kept := &measures{}
	for _, m := range n.members {
		v := m.value
		switch {
		case m.key == "given" && v.kind == kindBool:
			kept.Given = v.truth
		case m.key == "same" && v.kind == kindBool:
			kept.Same = &v.truth
		case m.key == "years" && v.kind == kindObject:
			if err := kept.readYears(v); err != nil {
				return err
			}
		default:
			return errNotKept
		}
	}
	*n = node{inner: &inner{kept: kept}, kind: r.kind, ok: true, rule: r}
	return nil
}

func (m *measures) readYears(v *node) error {
	m.Years = map[string]int{}
	for _, year := range v.members {
		count, err := strconv.Atoi(year.value.text)
		if _, dayErr := civil.ParseDate(year.key); cmp.Or(err, dayErr) != nil {
			return errNotKept
		}
		m.Years[year.key] = count
	}
	return nil
}

// yearsUntil is the completed years from a date to a day. It is false for a withheld date that they were not counted of.
func (n *node) yearsUntil(day civil.Date) (int, bool) {
	if n.kept == nil {
		return n.when.day.YearsUntil(day), true
	}
	years, counted := n.kept.Years[day.String()]
	return years, counted
}

// holds reports whether two texts are equal; nil when that is not known.
func (s *sameness) holds(a, b *node) *bool {
	switch {
	case b == nil:
		return nil
	case a.kept != nil:
		return a.kept.Same
	case b.kept != nil:
		return nil
	}
	return s.compare(a.text, b.text)
}

// Withheld are the JSON Pointers of the facts that Keep withholds, "*" for the items of a list, sorted.
func (s *Schema) Withheld() []string {
	var pointers []string
	var walk func(r *rule)
	walk = func(r *rule) {
		if r.withheld() {
			pointers = append(pointers, r.pointer)
		}
		for _, below := range append(slices.Clone(r.props), r.itemRules()...) {
			walk(below)
		}
	}
	walk(s.facts)
	slices.Sort(pointers)
	return pointers
}
