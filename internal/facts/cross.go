package facts

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
		c.follow(s.checks[i].rule, root, root, nil, s.checks[i].path)
	}
}

// follow walks the rest of the path from n and applies the rules at its end.
func (c *checker) follow(r *rule, root, n, parent *node, path []int) {
	switch {
	case n == nil:
	case len(path) == 0:
		c.compare(r, root, parent, n)
	case path[0] == eachItem:
		if n.kind != kindArray {
			return
		}
		for i, item := range n.items {
			c.enterItem(i)
			c.follow(r, root, item, n, path[1:])
			c.leave()
		}
	case n.rule != nil && n.kind == kindObject && n.slot(path[0]) != nil:
		c.enter(n.rule.props[path[0]].key)
		c.follow(r, root, n.slots[path[0]], n, path[1:])
		c.leave()
	}
}

func (c *checker) compare(r *rule, root, parent, n *node) {
	if !n.ok {
		return
	}
	if other := r.notAfter.value(root, parent); other != nil && chronological(n, other) > 0 {
		c.add(CodeNotAfter, r.notAfter.args())
	}
	if other := r.notBefore.value(root, parent); other != nil && chronological(n, other) < 0 {
		c.add(CodeNotBefore, r.notBefore.args())
	}
	if other := r.atMost.value(root, parent); other != nil && n.integer() > other.integer() {
		c.add(CodeAtMost, r.atMost.args())
	}
	if other := r.sumWith.value(root, parent); other != nil && n.integer() > r.maximum.integer-other.integer() {
		args := r.sumWith.args()
		args.Maximum = r.maximum.literal
		c.add(CodeSum, args)
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
