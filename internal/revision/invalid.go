package revision

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"deferido/internal/corpus"
	"deferido/internal/decision"
)

// Fault is a field to correct of what is to be added to a tree.
type Fault struct {
	Field  string // of the struct: "From"
	Detail decision.Sentence
}

// Invalid is all that is to be corrected in what is to be added to a tree; nothing was added.
type Invalid struct{ Faults []Fault }

// Error is for logs, in English.
func (e *Invalid) Error() string {
	var all []string
	for _, f := range e.Faults {
		all = append(all, f.Field+": "+f.Detail.EN)
	}
	return strings.Join(all, "; ")
}

func (e *Invalid) add(field, pt, en string) {
	e.Faults = append(e.Faults, Fault{field, decision.Sentence{PT: pt, EN: en}})
}

// orNil is the error where there is one.
func (e *Invalid) orNil() error {
	if len(e.Faults) == 0 {
		return nil
	}
	return e
}

// checkAct finds what is to be corrected in the act and the grade of a fact of the law.
func checkAct(e *Invalid, act string, grade corpus.Grade) {
	if strings.TrimSpace(act) == "" || lined(act) || !utf8.ValidString(act) {
		e.add("Act", "Diga o ato, como «Resolução ANTT nº 5.856/2019», em uma linha.", "Say the act, such as “Resolução ANTT nº 5.856/2019”, in one line.")
	}
	if !grade.Known() {
		e.add("Grade", "Diga o grau da fonte.", "Say the grade of the source.")
	}
}

func lined(text string) bool { return strings.ContainsFunc(text, unicode.IsControl) }
