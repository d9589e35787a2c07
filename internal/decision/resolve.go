package decision

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"deferido/internal/civil"
)

// resolve puts what the placeholders of a result stand for in their places.
func (m *matter) resolve(result any) (map[string]any, error) {
	v, err := m.resolveValue(result)
	if err != nil {
		return nil, err
	}
	object, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("a result that is no object: %T", v)
	}
	return object, nil
}

func (m *matter) resolveValue(v any) (any, error) {
	switch v := v.(type) {
	case map[string]any:
		resolved := make(map[string]any, len(v))
		for key, value := range v {
			r, err := m.resolveValue(value)
			if err != nil {
				return nil, err
			}
			resolved[key] = r
		}
		return resolved, nil
	case []any:
		resolved := make([]any, len(v))
		for i, value := range m.ordered(v) {
			r, err := m.resolveValue(value)
			if err != nil {
				return nil, err
			}
			resolved[i] = r
		}
		return resolved, nil
	case Placeholder:
		return m.resolvePlaceholder(v)
	}
	return v, nil
}

// ordered puts a list of a result in order: by month and section where its elements have them, and by the place of their
// provision in the law.
func (m *matter) ordered(list []any) []any {
	return slices.SortedStableFunc(slices.Values(list), func(a, b any) int {
		return cmp.Or(strings.Compare(field(a, "month"), field(b, "month")), strings.Compare(field(a, "section"), field(b, "section")),
			cmp.Compare(m.place(a), m.place(b)))
	})
}

// field is the text of a field of an element, or where it is to be found.
func field(element any, name string) string {
	object, _ := element.(map[string]any)
	switch v := object[name].(type) {
	case string:
		return v
	case TextAt:
		return string(v)
	}
	return ""
}

// place is the place in the law of an element's provision; 0 where it has none.
func (m *matter) place(element any) int {
	if object, ok := element.(map[string]any); ok {
		element = object["urn"]
	}
	n, ok := element.(URNOf)
	if !ok {
		return 0
	}
	c, _, err := m.provision(Name(n))
	if err != nil {
		return 0 // told when the element is resolved
	}
	return c.Order
}

func (m *matter) resolvePlaceholder(p Placeholder) (any, error) {
	switch p := p.(type) {
	case Instant:
		t, ok := m.instant(p)
		if !ok {
			return nil, nil // beyond the years that RFC 3339 can write
		}
		return t.Format(time.RFC3339Nano), nil
	case DayNumber:
		day, ok := civil.FromDays(int(p))
		if !ok {
			return nil, nil // beyond the year 9999
		}
		return day.String(), nil
	case TextAt:
		if !m.request.Facts.Has(string(p)) {
			return nil, nil
		}
		m.texts = true
		if text, ok := m.request.Facts.Text(string(p)); ok && !m.pointers {
			return text, nil
		}
		return string(p), nil
	case URNOf:
		c, _, err := m.provision(Name(p))
		return c.URN, err
	case TextOf:
		return m.textOf(Name(p))
	}
	return nil, fmt.Errorf("an unknown placeholder %T", p)
}

// provision is the citation of a condition's provision, which must be in force.
func (m *matter) provision(n Name) (Citation, *Rule, error) {
	rule, ok := m.cited(n)
	if !ok {
		return Citation{}, nil, fmt.Errorf("%s: %s has no provision", n.Article, n.Name)
	}
	c, ok := m.law.Cite(rule.Norm, rule.Fragment, m.day)
	if !ok {
		return Citation{}, nil, fmt.Errorf("%s: the provision %s of %s is not in force on %s", n.Article, rule.Fragment, n.Name, m.day)
	}
	return c, rule, nil
}

// textOf is the held text of a condition's provision, or the sentence of the condition where none is held.
func (m *matter) textOf(n Name) (string, error) {
	_, rule, err := m.provision(n)
	if err != nil {
		return "", err
	}
	if text, held := m.law.Quoted(rule.Norm, rule.Fragment, m.day); held {
		return text, nil
	}
	return rule.Reason.In(m.lang), nil
}
