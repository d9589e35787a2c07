package edition

import (
	"encoding/json"
	"fmt"
	"strings"

	"deferido/internal/engine"
)

// schema is what the schema of the facts says of each fact.
type schema struct {
	set  *engine.Set
	root *property
	defs map[string]*property
}

// property is a fact, a group of facts or a list of them.
type property struct {
	Ref        string               `json:"$ref"`
	Type       string               `json:"type"`
	Format     string               `json:"format"`
	Unit       string               `json:"x-unit"`
	Enum       []string             `json:"enum"`
	Properties map[string]*property `json:"properties"`
	Items      *property            `json:"items"`
	Same       *struct {
		Name string `json:"name"`
		As   string `json:"as"`
	} `json:"x-same"`
}

func readSchema(set *engine.Set) (*schema, error) {
	var document struct {
		property
		Defs map[string]*property `json:"$defs"`
	}
	if err := json.Unmarshal(set.FactsSchema(), &document); err != nil {
		return nil, fmt.Errorf("%s: %w", engine.SchemaFile, err)
	}
	return &schema{set, &document.property, document.Defs}, nil
}

// at is the property at a JSON Pointer below /facts; nil where there is none.
func (s *schema) at(pointer string) *property {
	p := s.root
	for key := range strings.SplitSeq(strings.TrimPrefix(pointer, "/facts/"), "/") {
		switch {
		case p == nil:
			return nil
		case p.Items != nil:
			p = p.Items
		default:
			p = p.Properties[key]
		}
	}
	return p
}

// of is the property at a pointer with what its definition adds.
func (s *schema) of(pointer string) property {
	p := s.at(pointer)
	if p == nil {
		return property{}
	}
	if name, refers := strings.CutPrefix(p.Ref, "#/$defs/"); refers && s.defs[name] != nil {
		whole := *s.defs[name]
		whole.Same = p.Same
		return whole
	}
	return *p
}

// name is the title of a fact as it stands within a sentence. It is false for what is no fact.
func (s *schema) name(pointer string) (Phrase, bool) {
	pt, en := s.set.Title(pointer, "pt-BR"), s.set.Title(pointer, "en")
	return say(within(pt), within(en)), pt != "" && en != ""
}

// same are the two facts that input.same compares under a name, in the group or list item at a pointer.
func (s *schema) same(group, name string) (fact, other string, ok bool) {
	p := s.at(group)
	if p == nil {
		return "", "", false
	}
	if p.Items != nil {
		p = p.Items
	}
	for key, inner := range p.Properties {
		if inner.Same == nil || inner.Same.Name != name {
			continue
		}
		as := inner.Same.As
		if sibling, relative := strings.CutPrefix(as, "1/"); relative {
			as = group + "/" + sibling
		}
		return group + "/" + key, as, true
	}
	return "", "", false
}
