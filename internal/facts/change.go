package facts

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Change says how one fact is to be different.
type Change struct {
	Pointer string // JSON Pointer of the fact
	Op      string // OpSet or OpAppend
	// Value is a string, bool, int, int64, float64, json.Number, []any or map[string]any of these.
	Value any
}

// The operations of a Change.
const (
	OpSet    = "set"    // the fact has the value, whatever it was
	OpAppend = "append" // the list has one item more, at its end
)

// With returns a request that differs by the changes, made in order. Groups and lists that are not there are made. Its
// error is an *Error if the outcome would not be a valid request, and another for a value of a Go type, number or text
// that JSON does not have; r stays as it is.
func (r *Request) With(changes ...Change) (*Request, error) {
	root := r.root
	for _, c := range changes {
		keys, ok := splitPointer(c.Pointer)
		if !ok || len(keys) == 0 || c.Op != OpSet && c.Op != OpAppend {
			return nil, nowhere(c)
		}
		value, err := nodeOf(c.Value)
		if err != nil {
			return nil, err
		}
		if root = change(root, r.schema.root, keys, c.Op, value); root == nil {
			return nil, nowhere(c)
		}
	}
	return r.schema.request(root)
}

func nowhere(c Change) *Error {
	return &Error{Kind: Invalid, Violations: []Violation{{Pointer: shorten(c.Pointer), Code: CodeNoPlace}}}
}

// change returns a copy of n, which rule describes, that differs at the keys; nil when they lead nowhere. Whatever does
// not lie on the way is shared with n.
func change(n *node, r *rule, keys []string, op string, value *node) *node {
	if len(keys) == 0 {
		if op == OpSet {
			return value
		}
		if n == nil {
			return listOf(value)
		}
		if n.kind != kindArray {
			return nil
		}
		return listOf(append(slices.Clone(n.items), value)...)
	}
	below := r.child(keys[0])
	if below == nil {
		return nil
	}
	if r.kind == kindArray {
		return changeItem(n, below, keys, op, value)
	}
	copied := newNode(kindObject)
	at := -1
	if n != nil {
		copied.members = slices.Clone(n.members)
		at = slices.IndexFunc(n.members, func(m member) bool { return m.key == keys[0] })
	}
	var old *node
	if at < 0 {
		at = len(copied.members)
		copied.members = append(copied.members, member{key: keys[0]})
	} else {
		old = copied.members[at].value
	}
	changed := change(old, below, keys[1:], op, value)
	if changed == nil {
		return nil
	}
	copied.members[at].value = changed
	return copied
}

func listOf(items ...*node) *node {
	n := newNode(kindArray)
	n.items = items
	return n
}

func changeItem(n *node, below *rule, keys []string, op string, value *node) *node {
	i, err := position0(keys[0])
	if err != nil || n == nil || i >= len(n.items) {
		return nil
	}
	changed := change(n.items[i], below, keys[1:], op, value)
	if changed == nil {
		return nil
	}
	copied := listOf(slices.Clone(n.items)...)
	copied.items[i] = changed
	return copied
}

var (
	errNotUTF8   = errors.New("facts: a change's value is not UTF-8")
	errNotNumber = errors.New("facts: a change's value is no JSON number")
)

// nodeOf turns a Go value into an unchecked node.
func nodeOf(v any) (*node, error) {
	switch v := v.(type) {
	case string:
		if !utf8.ValidString(v) {
			return nil, errNotUTF8
		}
		n := newNode(kindString)
		n.text = v
		return n, nil
	case bool:
		n := newNode(kindBool)
		n.truth = v
		return n, nil
	case json.Number:
		return numberNode(string(v))
	case int:
		return numberNode(strconv.Itoa(v))
	case int64:
		return numberNode(strconv.FormatInt(v, 10))
	case float64:
		return numberNode(strconv.FormatFloat(v, 'f', -1, 64))
	case []any:
		n := newNode(kindArray)
		for _, item := range v {
			below, err := nodeOf(item)
			if err != nil {
				return nil, err
			}
			n.items = append(n.items, below)
		}
		return n, nil
	case map[string]any:
		n := newNode(kindObject)
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if !utf8.ValidString(key) {
				return nil, errNotUTF8
			}
			below, err := nodeOf(v[key])
			if err != nil {
				return nil, err
			}
			n.members = append(n.members, member{key, below})
		}
		return n, nil
	}
	return nil, fmt.Errorf("facts: a change's value has the type %T", v)
}

// numberNode refuses what is no JSON number, such as an infinity.
func numberNode(literal string) (*node, error) {
	n, err := read([]byte(literal), 0, nil)
	if err != nil || n.kind != kindNumber || n.text != literal {
		return nil, errNotNumber
	}
	return n, nil
}
