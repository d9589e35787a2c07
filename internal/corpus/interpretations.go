package corpus

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
)

// InterpretationsFile is the register of interpretations in a policies tree.
const InterpretationsFile = "readings/interpretations.yaml"

// Interpretation is a choice made where a text leaves one. It is open: a lawyer confirms it or changes it.
type Interpretation struct {
	ID string `yaml:"id"` // IR-01
	PT string `yaml:"pt-BR"`
	EN string `yaml:"en"`
	// Alternatives are the readings that were not chosen, at least one: without any there was no choice.
	Alternatives []Alternative `yaml:"alternatives"`
}

// Alternative is a reading that was not chosen, in words.
type Alternative struct {
	PT string `yaml:"pt-BR"`
	EN string `yaml:"en"`
}

var interpretationID = regexp.MustCompile(`^IR-\d\d$`)

// LoadInterpretations reads the register of a policies tree, in order. It returns every problem found, joined.
func LoadInterpretations(fsys fs.FS) ([]Interpretation, error) {
	var list []Interpretation
	if err := readYAML(fsys, InterpretationsFile, &list); err != nil {
		return nil, fmt.Errorf("%s: %w", InterpretationsFile, err)
	}
	var problems []error
	for i, ir := range list {
		if !interpretationID.MatchString(ir.ID) || ir.PT == "" || ir.EN == "" {
			problems = append(problems, fmt.Errorf("%s: entry %d: want an id such as IR-01 and a sentence in each language", InterpretationsFile, i+1))
		}
		if len(ir.Alternatives) == 0 || slices.ContainsFunc(ir.Alternatives, func(a Alternative) bool { return a.PT == "" || a.EN == "" }) {
			problems = append(problems, fmt.Errorf("%s: %s: want alternatives that were not chosen, each in both languages", InterpretationsFile, ir.ID))
		}
		if i > 0 && list[i-1].ID >= ir.ID {
			problems = append(problems, fmt.Errorf("%s: %s is not in order, or stands twice", InterpretationsFile, ir.ID))
		}
	}
	return list, errors.Join(problems...)
}
