package terminal

import (
	"strings"

	"deferido/internal/decision"
)

func (v *view) disputes() {
	if len(v.d.Disputes) == 0 {
		return
	}
	v.heading(v.words.disputes)
	for _, d := range v.d.Disputes {
		v.item("  • ", d.ID, bold)
		v.line("    ", v.words.byReading["text"]+": "+v.sided(d.Text)+"; "+v.words.byReading["case_law"]+": "+v.sided(d.CaseLaw), plain)
		date := ""
		if d.Date != nil {
			date = v.words.day(*d.Date)
		}
		v.line("    ", joined("; ", d.Court, d.Case, date), plain)
		v.line("    ", joined("; ", d.Finality, v.words.evidence+": "+d.Grade), faint)
		names := make([]string, len(d.URNs))
		for i, urn := range d.URNs {
			names[i] = v.named(urn)
		}
		v.line("    ", v.words.provisions+": "+strings.Join(names, "; "), faint)
	}
}

// sided is the answer of one reading with the values of its result that are single.
func (v *view) sided(s decision.Sided) string {
	values := plainJSON(s.Result)
	var parts []string
	for _, key := range orderedKeys(values) {
		if _, isList := values[key].([]any); !isList && values[key] != nil {
			parts = append(parts, v.resultName(key)+": "+v.value(key, values[key]))
		}
	}
	if len(parts) == 0 {
		return v.words.short[s.Outcome]
	}
	return v.words.short[s.Outcome] + " (" + strings.Join(parts, "; ") + ")"
}

func (v *view) explanation() {
	if v.d.Explanation == nil {
		return
	}
	v.heading(v.words.tree)
	for _, a := range v.d.Explanation.Articles {
		governs := map[state]string{met: v.words.governs, unmet: v.words.governsNot, unknown: v.words.governsUnknown}
		scope := stateOf(a.Governs)
		v.item("  "+scope.mark()+" ", a.Label+": "+governs[scope], bold)
		if len(a.Scope) > 0 {
			v.line("    ", v.words.scope, plain)
			v.conditions("      ", a.Scope)
		}
		for _, r := range a.Requirements {
			s := stateOf(r.Met)
			v.item("    "+s.mark()+" ", v.words.requires+" "+r.Answer+":", s.style())
			for i, way := range r.Ways {
				if i > 0 {
					v.line("      ", v.words.ways, plain)
				}
				v.conditions("      ", way.Conditions)
			}
		}
	}
}

func (v *view) conditions(indent string, conditions []decision.ExplainedCondition) {
	for _, c := range conditions {
		s := stateOf(c.Met)
		title, reason := c.Title, c.Reason
		if title == "" {
			title, reason = reason, ""
		}
		v.item(indent+s.mark()+" ", joined(" · ", title, c.Label), s.style())
		v.line(indent+"  ", reason, plain)
		v.line(indent+"  ", strings.Join(c.Facts, ", "), faint)
	}
}
