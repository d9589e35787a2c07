package revision

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"deferido/internal/civil"
	"deferido/internal/corpus"
)

// AddValue adds a value to a parameter of a policies tree, in its place by date; those that are there stay as they are. It
// returns the file of the parameter and its new content. The error is an *Invalid where the value is to be corrected.
func AddValue(policies fs.FS, parameter string, v corpus.ParameterValue) (file string, content []byte, err error) {
	e := &Invalid{}
	if v.From.IsZero() {
		e.add("From", "Diga o dia desde o qual o valor vale.", "Say the day since which the value holds.")
	}
	if v.Cents <= 0 {
		e.add("Cents", "Diga o valor, maior que zero.", "Say the amount, more than zero.")
	}
	checkAct(e, v.Act, v.Grade)
	all, err := corpus.LoadParams(policies)
	if err != nil {
		e.add("Parameter", "Os parâmetros não carregam: corrija primeiro o que as verificações apontam.", "The parameters do not load: correct first what the checks find.")
		return "", nil, e
	}
	p := all[parameter]
	if p == nil {
		e.add("Parameter", "Não há este parâmetro.", "There is no such parameter.")
		return "", nil, e
	}
	if !v.From.IsZero() && slices.ContainsFunc(p.Values, func(known corpus.ParameterValue) bool { return known.From == v.From }) {
		e.add("From", "Já há um valor desde este dia, e um valor não se edita.", "There is a value since that day already, and a value is not edited.")
	}
	if err := e.orNil(); err != nil {
		return "", nil, err
	}
	file = path.Join("params", parameter+".yaml")
	before, err := fs.ReadFile(policies, file)
	if err != nil {
		return "", nil, err
	}
	if content, err = insertValue(before, v); err != nil {
		return "", nil, fmt.Errorf("%s: %w", file, err)
	}
	changed, err := overlay(policies, map[string][]byte{file: content})
	if err != nil {
		return "", nil, err
	}
	if _, err := corpus.LoadParams(changed); err != nil {
		return "", nil, fmt.Errorf("the parameter would not be read with the value: %w", err)
	}
	return file, content, nil
}

// insertValue inserts a line with the value; every other byte stays.
func insertValue(before []byte, v corpus.ParameterValue) ([]byte, error) {
	var document yaml.Node
	if err := yaml.Unmarshal(before, &document); err != nil {
		return nil, err
	}
	root := document.Content[0]
	values := valueOf(root, "values")
	if values == nil || values.Style&yaml.FlowStyle != 0 {
		return nil, fmt.Errorf("the values are not written on lines of their own: add this one by hand")
	}
	lines := strings.Split(strings.TrimSuffix(string(before), "\n"), "\n")
	at := endOf(root, "values", lines)
	for _, node := range values.Content {
		from, err := civil.ParseDate(valueOf(node, "from").Value)
		if err == nil && v.From.Before(from) {
			at = node.Line
			break
		}
	}
	line := fmt.Sprintf("  - {from: %s, cents: %d, act: %s, grade: %s}", v.From, v.Cents, quoted(strings.TrimSpace(v.Act)), quoted(string(v.Grade)))
	return []byte(strings.Join(slices.Insert(lines, at-1, line), "\n") + "\n"), nil
}
