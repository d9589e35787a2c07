package corpus

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"deferido/internal/civil"
)

// Parameter is a number that the law sets anew from time to time, such as the minimum wage.
type Parameter struct {
	Name   string           `yaml:"-"` // minimum_wage, as its file
	Title  string           `yaml:"title"`
	Unit   string           `yaml:"unit"` // in Portuguese
	Note   string           `yaml:"note"`
	Stale  Stale            `yaml:"stale"`
	Values []ParameterValue `yaml:"values"` // by date, each in force until the eve of the next
}

// Stale is the warning that a parameter's last value may be out of date.
type Stale struct {
	Code string `yaml:"code"`
	PT   string `yaml:"pt-BR"`
	EN   string `yaml:"en"`
}

// ParameterValue is what a parameter amounts to from a day on.
type ParameterValue struct {
	From  civil.Date `yaml:"from"`
	Cents Centavos   `yaml:"cents"`
	Act   string     `yaml:"act"` // that set it
	Grade Grade      `yaml:"grade"`
}

// Centavos is an amount of money in whole centavos.
type Centavos int64

// UnmarshalYAML takes a whole number only: YAML itself would cut off a fraction without a word.
func (c *Centavos) UnmarshalYAML(node *yaml.Node) error {
	n, err := strconv.ParseInt(node.Value, 10, 64)
	if err != nil || node.ShortTag() != "!!int" {
		return fmt.Errorf("line %d: want a whole number of centavos, not %s", node.Line, node.Value)
	}
	*c = Centavos(n)
	return nil
}

// LoadParams reads the parameters of a policies tree, params/<name>.yaml, by name. It checks that the dates ascend and that
// every value has an amount, an act and a grade, and returns every problem found, joined, each behind the name of its file.
func LoadParams(fsys fs.FS) (map[string]*Parameter, error) {
	files, err := fs.Glob(fsys, "params/*.yaml")
	if err != nil {
		return nil, err
	}
	all := map[string]*Parameter{}
	var problems []error
	for _, file := range files {
		p := &Parameter{Name: strings.TrimSuffix(path.Base(file), ".yaml")}
		err := readYAML(fsys, file, p)
		if err == nil {
			err = p.check()
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", file, err))
		}
		all[p.Name] = p
	}
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	return all, nil
}

func (p *Parameter) check() error {
	if p.Title == "" || p.Unit == "" || len(p.Values) == 0 || p.Stale.Code == "" || p.Stale.PT == "" || p.Stale.EN == "" {
		return errors.New("want a title, a unit, values, and under stale a code and a sentence in each language")
	}
	var problems []error
	for i, v := range p.Values {
		if v.From.IsZero() || v.Cents <= 0 || v.Act == "" || !v.Grade.Known() {
			problems = append(problems, fmt.Errorf("value %d: want a date, an amount in centavos, an act and a known grade", i+1))
		}
		if i > 0 && !p.Values[i-1].From.Before(v.From) {
			problems = append(problems, fmt.Errorf("value %d: its date is not after the one before", i+1))
		}
	}
	return errors.Join(problems...)
}

// On is the value in force on the day. It is not ok before the first value. last tells that the day lies in a year after that
// of the newest value, which may then be out of date.
func (p *Parameter) On(day civil.Date) (value ParameterValue, last, ok bool) {
	for _, v := range slices.Backward(p.Values) {
		if !day.Before(v.From) {
			newest := p.Values[len(p.Values)-1]
			return v, day.Year() > newest.From.Year(), true
		}
	}
	return ParameterValue{}, false, false
}
