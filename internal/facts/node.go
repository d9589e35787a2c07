package facts

import "strings"

// kind is the JSON type of a node.
type kind uint8

const (
	kindNull kind = iota
	kindBool
	kindNumber
	kindString
	kindArray
	kindObject
)

// node is one JSON value. After a successful check it also holds what the check found out, so that measuring parses
// nothing again. Nodes of a checked request are never written to. They are kept small, since two bytes can ask for one.
type node struct {
	*inner
	kind  kind
	ok    bool    // valid under rule
	truth bool    // kindBool
	rule  *rule   // the rule it was checked under; nil while unchecked
	text  string  // kindString: the value; kindNumber: the literal, after the check in canonical form
	when  instant // a date-time's or date's value
}

// inner is what lies within an object or a list.
type inner struct {
	members []member  // of an object, in the order sent
	items   []*node   // of a list
	slots   []*node   // a checked object's members, by the index of their rule; nil where absent
	kept    *measures // of a withheld fact; nil for all else
}

// leaf is the inner of every scalar.
var leaf = &inner{}

// member is one key of an object.
type member struct {
	key   string
	value *node
}

// slot returns the member at rule index i, nil if n is nil or the member is absent.
func (n *node) slot(i int) *node {
	if n == nil || i >= len(n.slots) {
		return nil
	}
	return n.slots[i]
}

// given reports whether a text is there and not blank.
func (n *node) given() bool {
	if n.kept != nil {
		return n.kept.Given
	}
	return strings.TrimSpace(n.text) != ""
}

// integer is the value of a valid integer.
func (n *node) integer() int64 {
	value, _ := parseInteger(n.text)
	return value
}

// newNode is for nodes made one by one.
func newNode(k kind) *node { return (&slab{next: 1}).node(k) }

// slab hands out nodes from blocks, since a request needs a few dozen.
type slab struct {
	free []node
	next int // the size of the next block
}

func (s *slab) node(k kind) *node {
	if len(s.free) == 0 {
		s.free = make([]node, max(s.next, 1))
		s.next = 16
	}
	n := &s.free[0]
	s.free = s.free[1:]
	n.kind, n.inner = k, leaf
	if k == kindObject || k == kindArray {
		n.inner = &inner{}
	}
	return n
}
