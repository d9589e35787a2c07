package facts

import (
	"errors"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// links are the keywords that refer to another fact. A function refuses a pair of facts that the keyword makes no sense
// of, and puts the link where it belongs.
var links = map[string]func(r *rule, l *link) error{
	"x-default-from": func(r *rule, l *link) error {
		r.defaultFrom = l
		return want(r.kind == l.target.kind && r.format == l.target.format && l.target.defaultFrom == nil, "the same type")
	},
	"x-not-after": func(r *rule, l *link) error {
		r.notAfter = l
		return want(r.isDay() && l.target.isDay(), "instants or dates")
	},
	"x-not-before": func(r *rule, l *link) error {
		r.notBefore = l
		return want(r.isDay() && l.target.isDay(), "instants or dates")
	},
	"x-sum-with": func(r *rule, l *link) error {
		r.sumWith = l
		return want(r.integer && l.target.integer && r.maximum.literal != "", "integers with a maximum")
	},
	"x-at-most": func(r *rule, l *link) error {
		r.atMost = l
		return want(r.integer && l.target.integer, "integers")
	},
	"x-years-to": func(r *rule, l *link) error {
		r.yearsTo = l
		return want(r.format == "date" && l.target.isDay(), "a date, and an instant or date")
	},
	"x-same": func(r *rule, l *link) error {
		r.same = &sameness{with: l}
		return want(r.kind == kindString && l.target.kind == kindString, "texts")
	},
}

func want(ok bool, what string) error {
	if !ok {
		return errors.New("want " + what)
	}
	return nil
}

// resolve finds the other fact and sets the link.
func (p *pending) resolve(root *rule) error {
	reference, name, fold := p.value.text, "", false
	if p.keyword == "x-same" {
		for _, m := range p.value.members {
			switch m.key {
			case "name":
				name = m.value.text
			case "as":
				reference = m.value.text
			case "fold":
				fold = m.value.truth
			default:
				return errors.New("want name, as and fold")
			}
		}
		if name == "" {
			return errors.New("want a name")
		}
	}
	l, err := p.find(root, reference)
	if err != nil {
		return err
	}
	if err := links[p.keyword](p.rule, l); err != nil {
		return err
	}
	if p.keyword == "x-same" {
		p.rule.same.name, p.rule.same.fold = ast.InternedTerm(name), fold
	}
	return nil
}

// find follows a JSON Pointer from the request, or 1/name to a sibling.
func (p *pending) find(root *rule, reference string) (*link, error) {
	l := &link{target: root}
	if sibling, ok := strings.CutPrefix(reference, "1/"); ok {
		l.sibling, l.target, reference = true, p.parent, "/"+sibling
	}
	keys, ok := splitPointer(reference)
	if !ok || len(keys) == 0 || l.target == nil {
		return nil, errors.New("want a JSON Pointer, or 1/ and the name of a sibling")
	}
	for _, k := range keys {
		i, ok := l.target.index[k]
		if !ok {
			return nil, errors.New("the other fact is not in the schema")
		}
		l.slots = append(l.slots, i)
		l.target = l.target.props[i]
	}
	return l, nil
}
