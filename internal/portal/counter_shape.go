package portal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"deferido/internal/engine"
)

// factKind is how a fact is asked for in a form.
type factKind string

// The kinds of facts. A group holds others; so do the items of rows.
const (
	groupKind   factKind = "group"
	textKind    factKind = "text"
	dayKind     factKind = "date"
	instantKind factKind = "time"
	monthKind   factKind = "month"
	quarterKind factKind = "quarter"
	moneyKind   factKind = "money"
	measureKind factKind = "measure"
	countKind   factKind = "count"
	flagKind    factKind = "flag"
	choiceKind  factKind = "choice"
	ticksKind   factKind = "ticks" // a list of values, or of things that are told apart by one
	presentKind factKind = "given" // a group whose private texts are there or not, whatever they say
	rowsKind    factKind = "rows"  // any other list
)

// factShape is what the schema of a policy set says of a fact, or of what holds facts.
type factShape struct {
	Pointer  string // in a request; of what lies in a list, "*" stands for the position
	Key      string
	Kind     factKind
	Unit     string
	Values   []string // that a choice or a tick takes
	Maximum  string   // decimal; of a count
	Length   int      // characters of a text
	Items    int      // of a list
	Default  string   // that counts when it is not given; empty for none
	Other    string   // the fact that stands in for it when it is not given
	Birth    bool     // years are counted from it
	Recorded bool     // a text that is kept with the decision
	Tick     *factShape
	Inside   []*factShape // of a group, an item of rows, or a thing that is ticked beside its Tick
}

// schemaNode is a JSON Schema as far as a form is made of it.
type schemaNode struct {
	Ref        string          `json:"$ref"`
	Type       string          `json:"type"`
	Format     string          `json:"format"`
	Enum       []string        `json:"enum"`
	Maximum    json.Number     `json:"maximum"`
	MaxLength  int             `json:"maxLength"`
	MaxItems   int             `json:"maxItems"`
	Default    json.RawMessage `json:"default"`
	Required   []string        `json:"required"`
	Items      *schemaNode     `json:"items"`
	Properties schemaKeys      `json:"properties"`
	Unit       string          `json:"x-unit"`
	Recorded   bool            `json:"x-recorded"`
	Given      bool            `json:"x-given"`
	Period     string          `json:"x-period"`
	From       string          `json:"x-default-from"`
	YearsTo    string          `json:"x-years-to"`

	Defs map[string]*schemaNode `json:"$defs"`
}

// schemaKeys are the properties of an object, in the order of the file, which is the one that people read in.
type schemaKeys []schemaKey

type schemaKey struct {
	Name string
	Node *schemaNode
}

// UnmarshalJSON keeps the order.
func (k *schemaKeys) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		key := schemaKey{Name: fmt.Sprint(name), Node: &schemaNode{}}
		if err := d.Decode(key.Node); err != nil {
			return err
		}
		*k = append(*k, key)
	}
	return nil
}

// shapesOf are the facts of a policy set, in the order of its schema.
func shapesOf(set *engine.Set) (*factShape, error) {
	if last := lastShapes.Load(); last != nil && last.set == set {
		return last.facts, nil
	}
	var root schemaNode
	if err := json.Unmarshal(set.FactsSchema(), &root); err != nil {
		return nil, fmt.Errorf("the schema of the facts: %w", err)
	}
	facts := shapeOf(&root, root.Defs, "", "/facts")
	lastShapes.Store(&keptShapes{set, facts})
	return facts, nil
}

// lastShapes are those of the set that was asked for last: nearly always the one in service.
var lastShapes atomic.Pointer[keptShapes]

type keptShapes struct {
	set   *engine.Set
	facts *factShape
}

func shapeOf(n *schemaNode, defs map[string]*schemaNode, key, pointer string) *factShape {
	described := n
	if target := defs[strings.TrimPrefix(n.Ref, "#/$defs/")]; n.Ref != "" && target != nil {
		n = target
	}
	s := &factShape{
		Pointer: pointer, Key: key, Unit: n.Unit, Values: n.Enum, Maximum: n.Maximum.String(), Length: n.MaxLength, Items: n.MaxItems,
		Default: strings.Trim(string(described.Default), `"`), Other: described.From, Birth: described.YearsTo != "", Recorded: described.Recorded,
	}
	for _, p := range n.Properties {
		s.Inside = append(s.Inside, shapeOf(p.Node, defs, p.Name, pointer+"/"+p.Name))
	}
	s.Kind = kindOf(n)
	if s.Kind == rowsKind {
		s.ofList(n, defs)
	}
	if n.Given {
		s.withPresent(n)
	}
	return s
}

// kindOf is how a value of a type is asked for.
func kindOf(n *schemaNode) factKind {
	switch {
	case n.Type == "object":
		return groupKind
	case n.Type == "array":
		return rowsKind
	case n.Type == "boolean":
		return flagKind
	case n.Type == "number":
		return measureKind
	case n.Unit == "centavos":
		return moneyKind
	case n.Type == "integer":
		return countKind
	case n.Format == "date-time":
		return instantKind
	case n.Format == "date":
		return dayKind
	case n.Period == "month":
		return monthKind
	case n.Period == "quarter":
		return quarterKind
	case n.Enum != nil:
		return choiceKind
	}
	return textKind
}

// ofList makes a list one of ticks, where its items are values or are told apart by one that they must have; its rows otherwise.
func (s *factShape) ofList(n *schemaNode, defs map[string]*schemaNode) {
	item := shapeOf(n.Items, defs, "", s.Pointer+"/*")
	s.Inside = item.Inside
	if item.Kind != groupKind {
		s.Kind, s.Tick = ticksKind, item
		return
	}
	if len(n.Items.Required) != 1 {
		return
	}
	at := slices.IndexFunc(item.Inside, func(p *factShape) bool { return p.Key == n.Items.Required[0] && p.Kind == choiceKind })
	if at >= 0 {
		s.Kind, s.Tick = ticksKind, item.Inside[at]
		s.Inside = slices.Delete(slices.Clone(item.Inside), at, at+1)
	}
}

// withPresent gathers the private texts of a group of which only matters which are there.
func (s *factShape) withPresent(n *schemaNode) {
	present := &factShape{Pointer: s.Pointer, Key: "", Kind: presentKind}
	var others []*factShape
	for _, p := range s.Inside {
		if p.Kind == textKind {
			present.Inside = append(present.Inside, p)
		} else {
			others = append(others, p)
		}
	}
	s.Inside = append(others, present)
}
