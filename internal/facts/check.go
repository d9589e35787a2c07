package facts

import (
	"errors"
	"strconv"
	"unicode/utf8"

	"deferido/internal/civil"
)

// step leads from a node to one below it.
type step struct {
	key   string
	index int // of an item, when key is absent
	item  bool
}

// checker collects the violations of one request.
type checker struct {
	path  []step // to the node at hand
	found []Violation
	more  int
	slots []*node // a block that objects take their slots from
}

func (c *checker) enter(key string)    { c.path = append(c.path, step{key: key}) }
func (c *checker) enterItem(index int) { c.path = append(c.path, step{index: index, item: true}) }
func (c *checker) leave()              { c.path = c.path[:len(c.path)-1] }

// add reports the node at hand.
func (c *checker) add(code Code, args Args) {
	if len(c.found) == MaxViolations {
		c.more++
		return
	}
	var pointer []byte
	for _, s := range c.path {
		if s.item {
			pointer = strconv.AppendInt(append(pointer, '/'), int64(s.index), 10)
		} else {
			pointer = appendKey(pointer, s.key)
		}
	}
	c.found = append(c.found, Violation{Pointer: string(pointer), Code: code, Args: args})
}

// check reports whether n is valid under r, with everything wrong in it added to c, and leaves in n what it learned. A
// node that is known to be valid under r is left alone, since other requests may share it.
func (c *checker) check(n *node, r *rule) bool {
	if n.ok && n.rule == r {
		return true
	}
	n.rule = r
	n.ok = false
	switch {
	case n.kind == kindNull:
		c.add(CodeNull, r.args())
	case n.kind != r.kind:
		c.add(CodeType, r.args())
	case n.kind == kindObject:
		n.ok = c.object(n, r)
	case n.kind == kindArray:
		n.ok = c.array(n, r)
	default:
		code := scalar(n, r)
		if n.ok = code == ""; !n.ok {
			c.add(code, r.args())
		}
	}
	return n.ok
}

func (c *checker) object(n *node, r *rule) bool {
	ok := true
	n.slots = c.takeSlots(len(r.props))
	for _, m := range n.members {
		c.enter(m.key)
		if i, known := r.index[m.key]; known {
			n.slots[i] = m.value
			ok = c.check(m.value, r.props[i]) && ok
		} else {
			c.add(CodeUnknown, Args{Allowed: r.names})
			ok = false
		}
		c.leave()
	}
	for _, i := range r.required {
		if n.slots[i] == nil {
			c.enter(r.props[i].key)
			c.add(CodeRequired, r.props[i].args())
			c.leave()
			ok = false
		}
	}
	return ok
}

func (c *checker) takeSlots(n int) []*node {
	if len(c.slots) < n {
		c.slots = make([]*node, max(n, 64))
	}
	taken := c.slots[:n:n]
	c.slots = c.slots[n:]
	return taken
}

func (c *checker) array(n *node, r *rule) bool {
	if r.maxItems > 0 && len(n.items) > r.maxItems {
		c.add(CodeItems, r.args())
		return false
	}
	ok := true
	for i, item := range n.items {
		c.enterItem(i)
		ok = c.check(item, r.items) && ok
		c.leave()
	}
	return ok
}

// scalar checks a boolean, number or string; the Code is empty when it is valid.
func scalar(n *node, r *rule) Code {
	switch {
	case r.integer:
		return integer(n, r)
	case r.kind == kindNumber:
		return number(n, r)
	case r.kind == kindString:
		return str(n, r)
	}
	return ""
}

func integer(n *node, r *rule) Code {
	if !isInteger(n.text) {
		return CodeInteger
	}
	value, outside := parseInteger(n.text)
	switch {
	case outside < 0 || r.minimum.literal != "" && outside == 0 && value < r.minimum.integer:
		return CodeMinimum
	case outside > 0 || r.maximum.literal != "" && value > r.maximum.integer:
		return CodeMaximum
	}
	if value == 0 {
		n.text = "0" // and not "-0"
	}
	return ""
}

func number(n *node, r *rule) Code {
	text, exact := canonical(n.text)
	switch {
	case r.minimum.literal != "" && r.minimum.compare(n.text, text) < 0:
		return CodeMinimum
	case r.maximum.literal != "" && r.maximum.compare(n.text, text) > 0:
		return CodeMaximum
	case !exact:
		return CodePrecision
	}
	n.text = text
	return ""
}

func str(n *node, r *rule) Code {
	if r.maxLength > 0 && len(n.text) > r.maxLength && utf8.RuneCountInString(n.text) > r.maxLength {
		return CodeLength
	}
	if r.enum != nil {
		if _, ok := r.enumTerms[n.text]; !ok {
			return CodeEnum
		}
	}
	if r.pattern != nil && !r.pattern.MatchString(n.text) {
		return CodePattern
	}
	switch r.format {
	case "date":
		day, err := civil.ParseDate(n.text)
		if errors.Is(err, civil.ErrCalendar) {
			return CodeNoSuchDay
		} else if err != nil {
			return CodeDate
		}
		n.when.day = day
	case "date-time":
		when, code := parseInstant(n.text)
		if code != "" {
			return code
		}
		n.when = when
	}
	if r.period != "" {
		return periodic(n, r)
	}
	return ""
}

// periodic checks a month or a quarter and keeps its first day.
func periodic(n *node, r *rule) Code {
	first, ok := firstDay(n.text, r.period)
	if !ok {
		return CodePattern
	}
	n.when.day = first
	return ""
}
