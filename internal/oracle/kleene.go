// Package oracle is a second reading of the law, written as plain code and apart from the policies, to be compared with
// them in tests. It answers what must be so for a request, and where a text leaves room it says so instead of insisting.
//
// A request is a JSON object as encoding/json decodes it into map[string]any. Numbers may be json.Number, float64, int or
// int64. Requests are taken to be valid: the package panics on a fact of a wrong type.
package oracle

import "slices"

// truth is a value of Kleene's strong three-valued logic. The order is that of the logic: the conjunction is the least.
type truth int8

const (
	isFalse   truth = -1
	isUnknown truth = 0
	isTrue    truth = 1
)

// finding is what is known of a condition and, while it is unknown, which facts can still decide it.
type finding struct {
	is   truth
	need []string
}

var (
	met   = finding{is: isTrue}
	unmet = finding{is: isFalse}
)

func known(so bool) finding {
	if so {
		return met
	}
	return unmet
}

func unknown(pointers ...string) finding { return finding{is: isUnknown, need: pointers} }

// all is the conjunction: one unmet condition decides, whatever is unknown.
func all(conditions ...finding) finding {
	least, need := isTrue, []string(nil)
	for _, c := range conditions {
		least = min(least, c.is)
		need = append(need, c.need...)
	}
	if least != isUnknown {
		return finding{is: least}
	}
	return unknown(sorted(need)...)
}

// one is the disjunction: one met condition decides.
func one(conditions ...finding) finding {
	turned := make([]finding, len(conditions))
	for i, c := range conditions {
		turned[i] = not(c)
	}
	return not(all(turned...))
}

func not(c finding) finding { return finding{is: -c.is, need: c.need} }

// choose is then when the condition is met and otherwise when it is unmet. While the condition is unknown it is decided
// only where both agree: a fact that cannot change the answer is not missing.
func choose(condition, then, otherwise finding) finding {
	switch condition.is {
	case isTrue:
		return then
	case isFalse:
		return otherwise
	}
	if then.is == otherwise.is && then.is != isUnknown {
		return finding{is: then.is}
	}
	return unknown(sorted(slices.Concat(condition.need, then.need, otherwise.need))...)
}

// sorted is the list in order, each once.
func sorted(list []string) []string {
	list = slices.Clone(list)
	slices.Sort(list)
	return slices.Compact(list)
}
