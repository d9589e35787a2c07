package edition

import (
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// byDay is a comparison that the day alone decides: of the law's day, or of the wording in force.
func (w *wording) byDay(sign string, left, right *ast.Term, b bindings) (clause, bool) {
	ref, isRef := left.Value.(ast.Ref)
	if !isRef || !ref[0].Equal(ast.InputRootDocument) {
		return clause{}, false
	}
	if ref.String() == "input.days.as_of" {
		y, ok := w.operand(right, b)
		if !ok || y.unit != unitDay || y.worth == nil {
			return clause{}, false
		}
		return decided(compares(sign, int64(w.day.Days()), *y.worth)), true
	}
	date, isText := right.Value.(ast.String)
	if isText && sign == " = " && strings.HasPrefix(ref.String(), "input.wording") {
		return w.reworded(ref, string(date), true)
	}
	return clause{}, false
}

func compares(sign string, a, b int64) bool {
	switch sign {
	case " < ":
		return a < b
	case " ≤ ":
		return a <= b
	case " > ":
		return a > b
	case " ≥ ":
		return a >= b
	case " ≠ ":
		return a != b
	}
	return a == b
}

// reworded tells whether the wording in force on the day is the one that began on a date, or, without one, whether there is
// one at all.
func (w *wording) reworded(ref ast.Ref, date string, so bool) (clause, bool) {
	if len(ref) != 4 {
		return clause{}, false
	}
	folder, _ := ref[2].Value.(ast.String)
	fragment, _ := ref[3].Value.(ast.String)
	from := w.wordings[string(folder)][string(fragment)]
	if date == "" {
		return decided((from != "") == so), true
	}
	return decided((from == date) == so), true
}
