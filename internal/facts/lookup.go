package facts

import (
	"strconv"

	"deferido/internal/civil"
)

// Clock returns the civil date of the fact at a JSON Pointer: of an instant in the offset given with it, of a date, of a
// month or quarter its last day. It is false when the fact, and the fact it defaults from, is absent, or has no date.
func (r *Request) Clock(pointer string) (civil.Date, bool) {
	n := r.dated(pointer)
	switch {
	case n == nil:
		return civil.Date{}, false
	case n.rule.period != "":
		return lastDay(n.when.day, n.rule.period), true
	}
	return n.when.day, n.rule.isDay()
}

// Offset returns the offset given with the instant at a JSON Pointer, in seconds east of UTC. It is false when the
// instant, and the one it defaults from, is absent.
func (r *Request) Offset(pointer string) (seconds int, ok bool) {
	n := r.dated(pointer)
	if n == nil || n.rule.format != "date-time" {
		return 0, false
	}
	return int(n.when.offset), true
}

// Text returns the text of the fact at a JSON Pointer, private or not. It is false when the fact is absent, no text, or
// withheld from a kept request.
func (r *Request) Text(pointer string) (string, bool) {
	n := r.at(pointer)
	if n == nil || n.kind != kindString || n.kept != nil {
		return "", false
	}
	return n.text, true
}

// Has reports whether the fact, group or item at a JSON Pointer was given. A private text of white space only is not.
func (r *Request) Has(pointer string) bool {
	n := r.at(pointer)
	return n != nil && !(n.kind == kindString && n.rule.private && !n.given())
}

// Years returns the completed years that the policies read of the date at a JSON Pointer. It is false when the schema counts
// none of it, or one of the two dates is absent.
func (r *Request) Years(pointer string) (int, bool) {
	n := r.at(pointer)
	if n == nil || n.rule.yearsTo == nil || n.rule.yearsTo.sibling {
		return 0, false
	}
	other := n.rule.yearsTo.value(r.root, nil)
	if other == nil {
		return 0, false
	}
	return n.yearsUntil(other.when.day)
}

// dated returns the node at the pointer or the one it defaults from; nil when there is none.
func (r *Request) dated(pointer string) *node {
	if n := r.at(pointer); n != nil {
		return n
	}
	rule := r.schema.rule(pointer)
	if rule == nil || rule.defaultFrom == nil || rule.defaultFrom.sibling {
		return nil
	}
	return rule.defaultFrom.find(r.root, nil)
}

// at returns the node at a JSON Pointer, nil when there is none.
func (r *Request) at(pointer string) *node {
	keys, ok := splitPointer(pointer)
	if !ok {
		return nil
	}
	n := r.root
	for _, key := range keys {
		switch n.kind {
		case kindObject:
			i, known := n.rule.index[key]
			if !known {
				return nil
			}
			n = n.slot(i)
		case kindArray:
			i, err := position0(key)
			if err != nil || i >= len(n.items) {
				return nil
			}
			n = n.items[i]
		default:
			return nil
		}
		if n == nil {
			return nil
		}
	}
	return n
}

// position0 reads a list position as JSON Pointer writes it: without sign or leading zero.
func position0(key string) (int, error) {
	if len(key) > 1 && key[0] == '0' || key == "" || key[0] < '0' || key[0] > '9' {
		return 0, strconv.ErrSyntax
	}
	return strconv.Atoi(key)
}

// rule returns the rule of the value at a JSON Pointer, nil when the schema has none. Any key stands for a position in a
// list.
func (s *Schema) rule(pointer string) *rule {
	keys, ok := splitPointer(pointer)
	if !ok {
		return nil
	}
	r := s.root
	for _, key := range keys {
		if r = r.child(key); r == nil {
			return nil
		}
	}
	return r
}

// Ask returns the sentence that asks a clerk for the fact at a JSON Pointer, which may lead into a list
// (/facts/beneficiary/documents/0/kind), in lang ("pt-BR" or "en"). It is empty for what is no fact.
func (s *Schema) Ask(pointer, lang string) string {
	if r := s.rule(pointer); r != nil {
		return r.ask.in(lang)
	}
	return ""
}

// Title returns the short name of the fact or group at a JSON Pointer in lang; empty for what is neither.
func (s *Schema) Title(pointer, lang string) string {
	if r := s.rule(pointer); r != nil {
		return r.title.in(lang)
	}
	return ""
}

// Value returns the name for people of a value of the fact at a JSON Pointer, which may lead into a list, in lang; empty where
// the schema gives none.
func (s *Schema) Value(pointer, value, lang string) string {
	if r := s.rule(pointer); r != nil {
		return r.values[value].in(lang)
	}
	return ""
}
