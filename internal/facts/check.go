package facts

import (
	"errors"
	"unicode/utf8"

	"deferido/internal/civil"
)

// place is where a node lies in the request, as a chain from the innermost key outwards. The request itself has no up.
type place struct {
	up    *place
	key   string
	index int // of an item, when key is empty and item is set
	item  bool
}

// pointer returns the JSON Pointer of the place.
func (p *place) pointer() string { return string(p.append(nil)) }

func (p *place) append(b []byte) []byte {
	if p.up == nil {
		return b
	}
	b = p.up.append(b)
	if p.item {
		return appendInt(append(b, '/'), p.index)
	}
	return appendKey(b, p.key)
}

// checker collects the violations of one request.
type checker struct {
	found []Violation
	more  int
	slots []*node // a block that objects take their slots from
}

func (c *checker) add(at *place, code Code, args Args) {
	if len(c.found) == MaxViolations {
		c.more++
		return
	}
	c.found = append(c.found, Violation{Pointer: at.pointer(), Code: code, Args: args})
}

// check reports whether n is valid under r, with everything wrong in it added to c, and leaves in n what it learned. A
// node that is known to be valid under r is left alone, since other requests may share it.
func (c *checker) check(n *node, r *rule, at *place) bool {
	if n.ok && n.rule == r {
		return true
	}
	n.rule = r
	n.ok = false
	switch {
	case n.kind == kindNull:
		c.add(at, CodeNull, r.args())
	case n.kind != r.kind:
		c.add(at, CodeType, r.args())
	case n.kind == kindObject:
		n.ok = c.object(n, r, at)
	case n.kind == kindArray:
		n.ok = c.array(n, r, at)
	default:
		code := scalar(n, r)
		if n.ok = code == ""; !n.ok {
			c.add(at, code, r.args())
		}
	}
	return n.ok
}

func (c *checker) object(n *node, r *rule, at *place) bool {
	ok := true
	n.slots = c.takeSlots(len(r.props))
	for _, m := range n.members {
		here := place{up: at, key: m.key}
		i, known := r.index[m.key]
		if !known {
			c.add(&here, CodeUnknown, Args{Allowed: r.names})
			ok = false
			continue
		}
		n.slots[i] = m.value
		ok = c.check(m.value, r.props[i], &here) && ok
	}
	for _, i := range r.required {
		if n.slots[i] == nil {
			c.add(&place{up: at, key: r.props[i].key}, CodeRequired, r.props[i].args())
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

func (c *checker) array(n *node, r *rule, at *place) bool {
	if r.maxItems > 0 && len(n.items) > r.maxItems {
		c.add(at, CodeItems, r.args())
		return false
	}
	ok := true
	for i, item := range n.items {
		ok = c.check(item, r.items, &place{up: at, index: i, item: true}) && ok
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
	n.number = value
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
