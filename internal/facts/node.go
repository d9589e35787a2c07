package facts

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
// nothing again. Nodes of a checked request are never written to.
type node struct {
	kind    kind
	ok      bool     // valid under rule
	truth   bool     // kindBool
	rule    *rule    // the rule it was checked under; nil while unchecked
	text    string   // kindString: the value; kindNumber: the literal, after the check in canonical form
	number  int64    // an integer fact's value
	when    instant  // a date-time's or date's value
	members []member // kindObject, in the order sent
	items   []*node  // kindArray
	slots   []*node  // a checked object's members, by the index of their rule; nil where absent
}

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

// slab hands out nodes from blocks, since a request needs a few dozen.
type slab struct{ free []node }

func (s *slab) node(k kind) *node {
	if len(s.free) == 0 {
		s.free = make([]node, 16)
	}
	n := &s.free[0]
	s.free = s.free[1:]
	n.kind = k
	return n
}
