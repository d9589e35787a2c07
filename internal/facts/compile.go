package facts

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// compiler turns schema documents into rules.
type compiler struct {
	defs     map[string]*node
	building map[string]bool // definitions being compiled, to refuse recursion
	pending  []pending
}

// pending is a reference to another fact, to be resolved once all rules are there.
type pending struct {
	rule, parent *rule
	keyword      string
	value        *node
}

// definitions returns the $defs of a schema document.
func definitions(source *node) (map[string]*node, error) {
	defs := map[string]*node{}
	for _, m := range source.members {
		if m.key == "$defs" {
			if m.value.kind != kindObject {
				return nil, errors.New("facts schema: $defs: want an object")
			}
			for _, d := range m.value.members {
				defs[d.key] = d.value
			}
		}
	}
	return defs, nil
}

// compile makes the rule of a subschema that describes the value at pointer.
func (c *compiler) compile(source *node, key, pointer string) (*rule, error) {
	r, err := c.base(source, key, pointer)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", pointer, err)
	}
	r.key, r.pointer = key, pointer
	for _, m := range source.members {
		word, ok := keywords[m.key]
		if !ok {
			return nil, fmt.Errorf("%s: unknown keyword %q", pointer, m.key)
		}
		if word.takes != 0 && word.takes != r.kind {
			return nil, fmt.Errorf("%s: %s does not apply to type %q", pointer, m.key, r.typ)
		}
		if err := word.apply(c, r, m.value); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", pointer, m.key, err)
		}
	}
	return r, r.complete(source)
}

// base returns the rule that a subschema starts from: a definition's for a $ref, whose other keywords then may only
// describe, or an empty one of the subschema's type.
func (c *compiler) base(source *node, key, pointer string) (*rule, error) {
	if source.kind != kindObject {
		return nil, errors.New("want a schema object")
	}
	r := &rule{}
	for _, m := range source.members {
		switch m.key {
		case "type":
			if r.typ = m.value.text; !r.setType() {
				return nil, errors.New("type: want one of object, array, string, integer, number, boolean")
			}
		case "$ref":
			name, local := strings.CutPrefix(m.value.text, "#/$defs/")
			target, ok := c.defs[name]
			if !local || !ok {
				return nil, errors.New("$ref: want #/$defs/ and a definition's name")
			}
			if c.building[name] {
				return nil, errors.New("$ref: a definition may not contain itself")
			}
			if err := onlyDescribes(source); err != nil {
				return nil, err
			}
			c.building[name] = true
			defer delete(c.building, name)
			return c.compile(target, key, pointer)
		}
	}
	if r.typ == "" {
		return nil, errors.New("type: missing")
	}
	return r, nil
}

func onlyDescribes(source *node) error {
	for _, m := range source.members {
		word := keywords[m.key]
		if m.key != "$ref" && !word.describes {
			return fmt.Errorf("%s: not beside $ref", m.key)
		}
	}
	return nil
}

func (r *rule) setType() bool {
	switch r.typ {
	case "object":
		r.kind = kindObject
	case "array":
		r.kind = kindArray
	case "string":
		r.kind = kindString
	case "integer", "number":
		r.kind, r.integer = kindNumber, r.typ == "integer"
	case "boolean":
		r.kind = kindBool
	default:
		return false
	}
	return true
}

// complete refuses what no single keyword can see.
func (r *rule) complete(source *node) error {
	closed := false
	for _, m := range source.members {
		closed = closed || m.key == "additionalProperties" || m.key == "$ref"
	}
	switch {
	case r.kind == kindObject && !closed:
		return fmt.Errorf("%s: want additionalProperties: false", r.pointer)
	case r.kind == kindArray && r.items == nil:
		return fmt.Errorf("%s: want items", r.pointer)
	case r.recorded && !r.private:
		return fmt.Errorf("%s: x-recorded is for private text", r.pointer)
	case r.private && (r.kind != kindString || r.format != "" || r.enum != nil || r.fallback != nil):
		return fmt.Errorf("%s: x-private is for free text", r.pointer)
	case r.values != nil && !slices.Equal(slices.Sorted(maps.Keys(r.values)), slices.Sorted(slices.Values(r.enum))):
		return fmt.Errorf("%s: x-values names the values of enum, each of them", r.pointer)
	}
	if err := r.require(r.requires); err != nil {
		return err
	}
	if r.fallback == nil {
		return nil
	}
	var c checker
	if !c.check(r.fallback, r) {
		return fmt.Errorf("%s: default: not a value of this fact", r.pointer)
	}
	r.fallTerm = scalarTerm(r.fallback, r)
	return nil
}

// add puts the rule of another key into an object's rule.
func (r *rule) add(p *rule) {
	if r.index == nil {
		r.index = map[string]int{}
	}
	r.index[p.key] = len(r.props)
	r.props = append(r.props, p)
	r.names = append(r.names, p.key)
}

// require marks the keys as required.
func (r *rule) require(keys []string) error {
	r.required = r.required[:0]
	for _, k := range keys {
		i, ok := r.index[k]
		if !ok {
			return fmt.Errorf("required: no property %q", k)
		}
		r.required = append(r.required, i)
	}
	return nil
}

// enumerate restricts a string to the values.
func (r *rule) enumerate(values []string) {
	r.enum = values
	r.enumTerms = make(map[string]*ast.Term, len(values))
	for _, v := range values {
		r.enumTerms[v] = ast.InternedTerm(v)
	}
}
