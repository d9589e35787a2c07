package decision

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"
)

// remedies are the changes that would turn a refusal, found by making them: of the first answer sought that has such, the
// cures of one way of each failing requirement. They are empty when the refusal cannot be cured.
func (m *matter) remedies(ctx context.Context) ([]Remedy, error) {
	for _, answer := range m.reading.Answers {
		for _, conditions := range m.toCure(answer) {
			cured, err := m.cures(ctx, conditions)
			if err != nil {
				return nil, err
			}
			if cured {
				return m.wordRemedies(conditions)
			}
		}
	}
	return []Remedy{}, nil
}

// toCure are the conditions to cure for an answer, the best choice first: of each failing requirement the way with the
// fewest unmet conditions, each of which has a cure; then the same with another way for one requirement. There are none when
// a requirement has no such way.
func (m *matter) toCure(answer string) [][]Name {
	var ways [][][]Name // by requirement, the best way first
	for _, failing := range m.reading.Failing {
		if failing.Answer != answer {
			continue
		}
		var curable [][]Name
		for _, way := range failing.Ways {
			if m.hasCures(failing.Article, way) {
				curable = append(curable, named(failing.Article, way))
			}
		}
		if curable == nil {
			return nil
		}
		slices.SortStableFunc(curable, func(a, b []Name) int { return len(a) - len(b) })
		ways = append(ways, curable)
	}
	if ways == nil {
		return nil
	}
	choices := [][]Name{chosen(ways, -1, 0)}
	for i := range ways {
		for other := 1; other < len(ways[i]); other++ {
			choices = append(choices, chosen(ways, i, other))
		}
	}
	return choices
}

func named(article string, names []string) []Name {
	list := make([]Name, len(names))
	for i, name := range names {
		list[i] = Name{article, name}
	}
	return list
}

// chosen are the conditions of the best way of each requirement; of the requirement at, of another one.
func chosen(ways [][][]Name, at, other int) []Name {
	var conditions []Name
	for i := range ways {
		way := ways[i][0]
		if i == at {
			way = ways[i][other]
		}
		for _, n := range way {
			if !slices.Contains(conditions, n) {
				conditions = append(conditions, n)
			}
		}
	}
	return conditions
}

func (m *matter) hasCures(article string, way []string) bool {
	return !slices.ContainsFunc(way, func(name string) bool {
		n := Name{article, name}
		rule, cited := m.cited(n)
		return !cited || rule.Incurable || len(m.reading.Cures[n]) == 0
	})
}

// cures makes the changes, and reports whether each condition is then met and the answer no longer a refusal.
func (m *matter) cures(ctx context.Context, conditions []Name) (bool, error) {
	changes, ok, err := m.changes(conditions)
	if err != nil || !ok {
		return false, err
	}
	changed, err := m.law.Change(m.request, changes)
	switch {
	case errors.Is(err, ErrContradiction):
		return false, nil
	case err != nil:
		return false, err
	}
	m.variants = append(m.variants, changed)
	again := &matter{service: m.service, law: m.law, seq: m.seq, request: changed, question: m.question, lang: m.lang, now: m.now}
	if err := again.setDay(); err != nil {
		return false, err
	}
	again.input = m.law.Measure(changed, again.day)
	document, err := m.law.Evaluate(ctx, m.question.Name, again.input)
	if err != nil {
		return false, err
	}
	if document.Reading(m.service.Reading).State == Unmet || !document.Held {
		return false, nil
	}
	return !slices.ContainsFunc(conditions, func(n Name) bool { return isUnmet(document.Reading(m.service.Reading), n) }), nil
}

func isUnmet(r *Reading, n Name) bool {
	return slices.ContainsFunc(r.Told, func(t Told) bool { return t.Article == n.Article && slices.Contains(t.Unmet, n.Name) })
}

// changes are the cures as changes of facts. Of two limits to one fact the stricter holds. It is false when a cure's value
// cannot be written.
func (m *matter) changes(conditions []Name) ([]Change, bool, error) {
	var changes []Change
	limits := map[string]*big.Int{} // by fact
	for _, n := range conditions {
		for _, cure := range m.reading.Cures[n] {
			if !stricter(limits, cure) {
				continue
			}
			value, err := m.applied(cure)
			if err != nil {
				return nil, false, err
			}
			if value == nil {
				return nil, false, nil
			}
			c := Change{Pointer: cure.Fact, Append: cure.To == "include", Value: value}
			if !slices.ContainsFunc(changes, func(other Change) bool { return same(other, c) }) {
				changes = append(changes, c)
			}
		}
	}
	return changes, true, nil
}

func same(a, b Change) bool {
	return a.Pointer == b.Pointer && a.Append == b.Append && fmt.Sprint(a.Value) == fmt.Sprint(b.Value)
}

// stricter reports whether a cure is stricter than those before it to the same fact; what sets no limit always is.
func stricter(limits map[string]*big.Int, cure Cure) bool {
	n := number(cure.Value)
	if n == nil {
		return true
	}
	lower := strings.HasSuffix(cure.To, "most") || strings.HasSuffix(cure.To, "before")
	before, seen := limits[cure.Fact]
	if seen && (lower && n.Cmp(before) >= 0 || !lower && n.Cmp(before) <= 0) {
		return false
	}
	limits[cure.Fact] = n
	return true
}

// number is the whole number that a limit is, or that counts it; nil for what is none.
func number(v any) *big.Int {
	var text string
	switch v := v.(type) {
	case Instant:
		text = v.Nanoseconds
	case DayNumber:
		return big.NewInt(int64(v))
	case json.Number:
		text = string(v)
	}
	n, ok := new(big.Int).SetString(text, 10)
	if !ok {
		return nil
	}
	return n
}

// applied is the value that a cure gives its fact. "after" is exclusive: the next second, or the next day.
func (m *matter) applied(cure Cure) (any, error) {
	if cure.To == "present" {
		return somethingThere, nil
	}
	value := cure.Value
	if cure.To == "after" {
		switch v := value.(type) {
		case Instant:
			n, _ := new(big.Int).SetString(v.Nanoseconds, 10)
			if n != nil {
				v.Nanoseconds = n.Add(n, big.NewInt(int64(time.Second))).String()
			}
			value = v
		case DayNumber:
			value = v + 1
		}
	}
	return m.told(cure.Fact, value)
}

// told resolves a cure's value; an instant is told in the offset of the fact that it would change.
func (m *matter) told(fact string, value any) (any, error) {
	if at, ok := value.(Instant); ok && at.As == "" {
		at.As = fact
		value = at
	}
	return m.resolveValue(value)
}
