package facts

import "strconv"

// eachItem stands in a path for every item of a list.
const eachItem = -1

// check is a fact that has rules with other facts, and the slots that lead to it.
type check struct {
	path []int
	rule *rule
}

// between checks the rules between facts. A rule is silent unless both facts are there and valid by themselves.
func (c *checker) between(s *Schema, root *node) {
	for i := range s.checks {
		c.follow(&s.checks[i], root, root, nil, s.checks[i].path, &place{})
	}
}

// follow walks the rest of the path from n and applies the rules at its end.
func (c *checker) follow(k *check, root, n, parent *node, path []int, at *place) {
	switch {
	case n == nil:
	case len(path) == 0:
		c.compare(k.rule, root, parent, n, at)
	case path[0] == eachItem:
		if n.kind != kindArray {
			return
		}
		for i, item := range n.items {
			c.follow(k, root, item, n, path[1:], &place{up: at, index: i, item: true})
		}
	case n.rule != nil && n.kind == kindObject && n.slot(path[0]) != nil:
		next := n.slots[path[0]]
		c.follow(k, root, next, n, path[1:], &place{up: at, key: n.rule.props[path[0]].key})
	}
}

func (c *checker) compare(r *rule, root, parent, n *node, at *place) {
	if !n.ok {
		return
	}
	if other := r.notAfter.value(root, parent); other != nil && chronological(n, other) > 0 {
		c.add(at, CodeNotAfter, r.notAfter.args())
	}
	if other := r.notBefore.value(root, parent); other != nil && chronological(n, other) < 0 {
		c.add(at, CodeNotBefore, r.notBefore.args())
	}
	if other := r.atMost.value(root, parent); other != nil && n.number > other.number {
		c.add(at, CodeAtMost, r.atMost.args())
	}
	if other := r.sumWith.value(root, parent); other != nil && n.number > r.maximum.integer-other.number {
		args := r.sumWith.args()
		args.Maximum = r.maximum.literal
		c.add(at, CodeSum, args)
	}
}

// chronological compares instants exactly, and by their civil dates where either is only a date.
func chronological(a, b *node) int {
	if a.rule.format == "date-time" && b.rule.format == "date-time" {
		return a.when.compare(b.when)
	}
	return a.when.day.Compare(b.when.day)
}

// value returns the valid node that l leads to, or that stands in for it; nil when there is none.
func (l *link) value(root, parent *node) *node {
	if l == nil {
		return nil
	}
	n := l.find(root, parent)
	if n == nil && l.target.defaultFrom != nil {
		n = l.target.defaultFrom.find(root, parent)
	}
	if n == nil || !n.ok {
		return nil
	}
	return n
}

// args names the other fact.
func (l *link) args() Args { return Args{Other: l.target.pointer, otherName: l.target.title} }

func appendInt(b []byte, n int) []byte { return strconv.AppendInt(b, int64(n), 10) }
