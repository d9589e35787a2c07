package portal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/url"
	"strconv"
	"strings"

	"deferido/internal/civil"
	"deferido/internal/engine"
	"deferido/internal/identity"
)

// filler puts the facts of a request into the inputs of a form.
type filler struct {
	form   *counterForm
	offset string
	values url.Values
	lost   []string // titles of what a record does not hold
}

// fill puts the facts of a request, as JSON, into the form. What was withheld from a record is told.
func (f *counterForm) fill(request []byte) error {
	var sent struct {
		AsOf  string         `json:"as_of"`
		Facts map[string]any `json:"facts"`
	}
	d := json.NewDecoder(bytes.NewReader(request))
	d.UseNumber()
	if err := d.Decode(&sent); err != nil {
		return fmt.Errorf("filling a form: %w", err)
	}
	to := filler{form: f, offset: f.offset(), values: f.values}
	if day, err := civil.ParseDate(sent.AsOf); err == nil {
		to.values.Set(dayInput, dayShown(day))
	}
	for _, part := range f.parts {
		for _, fact := range part.Facts {
			to.put(fact, fieldName(fact.Pointer), factAt(sent.Facts, fact))
		}
	}
	f.lost = to.lost
	return f.indexRows()
}

// factAt is the value of a fact; of what is there in a group, the group.
func factAt(facts map[string]any, fact *factShape) any {
	var value any = facts
	for step := range strings.SplitSeq(strings.TrimPrefix(fact.Pointer, "/facts/"), "/") {
		group, _ := value.(map[string]any)
		value = group[step]
	}
	return value
}

// put writes a value as it is typed.
func (to *filler) put(fact *factShape, name string, value any) {
	switch value := value.(type) {
	case nil:
	case bool:
		to.values.Set(name, map[bool]string{true: "sim", false: "nao"}[value])
	case json.Number:
		to.number(fact, name, value.String())
	case string:
		to.text(fact, name, value)
	case []any:
		to.list(fact, name, value)
	case map[string]any:
		if fact.Kind == presentKind {
			to.present(fact, name, value)
			return
		}
		to.lost = append(to.lost, to.form.v.set.Title(fact.Pointer, to.form.v.lang)) // the measures of what is withheld
	}
}

func (to *filler) number(fact *factShape, name, number string) {
	switch fact.Kind {
	case moneyKind:
		number = centsShown(number, to.form.v.lang)
	case measureKind:
		number = decimalShown(number, to.form.v.lang)
	}
	to.values.Set(name, number)
}

func (to *filler) text(fact *factShape, name, text string) {
	switch fact.Kind {
	case dayKind:
		if day, err := civil.ParseDate(text); err == nil {
			text = dayShown(day)
		}
	case instantKind:
		to.instant(name, text)
		return
	case monthKind, quarterKind:
		text = periodShown(text, to.form.v.lang)
	}
	to.values.Set(name, text)
}

func (to *filler) instant(name, text string) {
	day, at, _ := strings.Cut(text, "T")
	if d, err := civil.ParseDate(day); err == nil {
		day = dayShown(d)
	}
	if hour, err := readHour(at); err == nil {
		at = hour.shown(to.offset)
	}
	to.values.Set(name+".dia", day)
	to.values.Set(name+".hora", at)
}

func (to *filler) list(fact *factShape, name string, list []any) {
	if len(list) == 0 {
		if fact.Kind == ticksKind {
			to.values.Set(name, nothing)
		} else {
			to.values.Set(name+"."+nothing, "1")
		}
	}
	for n, item := range list {
		if value, plain := item.(string); plain {
			to.values.Add(name, value)
			continue
		}
		members, _ := item.(map[string]any)
		row := rowName(name, n)
		if fact.Kind == ticksKind {
			value, _ := members[fact.Tick.Key].(string)
			to.values.Add(name, value)
			row = name + "." + value
		} else {
			to.values.Set(row+".linha", strconv.Itoa(1))
		}
		for _, inside := range fact.Inside {
			to.put(inside, row+"."+inside.Key, members[inside.Key])
		}
	}
}

// present ticks the texts that are there: those of a request that are not blank, those of a record that were not.
func (to *filler) present(fact *factShape, name string, group map[string]any) {
	for _, text := range fact.Inside {
		switch value := group[text.Key].(type) {
		case string:
			if strings.TrimSpace(value) != "" {
				to.values.Add(name, text.Key)
			}
		case map[string]any:
			if value["given"] == true {
				to.values.Add(name, text.Key)
			}
		}
	}
}

// fillFrom fills a form from what its address names: a case of the policy set, or a recorded decision. Its result is the address
// of another question's form, where the case or decision is of that.
func (f *counterForm) fillFrom(v *visit) (elsewhere string, err error) {
	switch id, record := v.Query("caso"), v.Query("de"); {
	case id != "":
		return f.fillFromCase(id)
	case record != "":
		return f.fillFromRecord(record)
	}
	return "", nil
}

func (f *counterForm) fillFromCase(id string) (string, error) {
	tree, err := f.v.portal.Sets.Tree(f.v.ctx(), f.v.set.Revision())
	if err != nil {
		return "", err
	}
	name := "cases/" + id + ".json"
	if strings.ContainsAny(id, `/\`) || !fs.ValidPath(name) {
		return "", notFound("counter.no_case")
	}
	content, err := fs.ReadFile(tree, name)
	if err != nil {
		return "", notFound("counter.no_case")
	}
	var found engine.Case
	if err := json.Unmarshal(content, &found); err != nil {
		return "", fmt.Errorf("the case %s: %w", id, err)
	}
	return f.fillWith(questionOf(found.Request), found.Request, "?caso="+url.QueryEscape(id))
}

// fillFromRecord fills the form from a decision that the visitor may read. One that they may not is not there for them.
func (f *counterForm) fillFromRecord(id string) (string, error) {
	if f.v.portal.Journal == nil {
		return "", notFound("failure.decision")
	}
	record, err := f.v.portal.Journal.Get(f.v.ctx(), id)
	if err != nil {
		return "", err
	}
	if f.v.may(identity.ReadDecision, record.Carrier) != nil {
		return "", notFound("failure.decision")
	}
	return f.fillWith(record.Question, record.Request, "?de="+url.QueryEscape(id))
}

func (f *counterForm) fillWith(question string, request []byte, query string) (string, error) {
	if question == f.question.Name {
		return "", f.fill(request)
	}
	if _, known := f.v.set.Question(question); !known {
		return "", notFound("counter.unknown")
	}
	return addressOf(question) + query, nil
}

func questionOf(request []byte) string {
	var sent struct {
		Question string `json:"question"`
	}
	if json.Unmarshal(request, &sent) != nil {
		return ""
	}
	return sent.Question
}
