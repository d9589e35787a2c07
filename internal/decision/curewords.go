package decision

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// wordRemedies words the cures. Of several limits of one kind to one fact only the strictest is told: it meets them all.
func (m *matter) wordRemedies(conditions []Name) ([]Remedy, error) {
	remedies := []Remedy{}
	strictest := m.strictest(conditions)
	for _, n := range conditions {
		citation, rule, err := m.provision(n)
		if err != nil {
			return nil, err
		}
		for _, cure := range m.reading.Cures[n] {
			limit, limited := strictest[cure.Fact+" "+cure.To]
			if n := number(cure.Value); limited && n != nil && limit.Cmp(n) != 0 {
				continue
			}
			value, err := m.told(cure.Fact, cure.Value)
			if err != nil {
				return nil, err
			}
			r := Remedy{Fact: cure.Fact, To: cure.To, Value: value, URN: citation.URN, Text: m.wordCure(cure, value, rule)}
			if !slices.ContainsFunc(remedies, func(o Remedy) bool {
				return o.Fact == r.Fact && o.To == r.To && fmt.Sprint(o.Value) == fmt.Sprint(value)
			}) {
				remedies = append(remedies, r)
			}
		}
	}
	return remedies, nil
}

// strictest are the strictest limits to each fact, by fact and kind of limit.
func (m *matter) strictest(conditions []Name) map[string]*big.Int {
	limits, strictest := map[string]*big.Int{}, map[string]*big.Int{}
	for _, n := range conditions {
		for _, cure := range m.reading.Cures[n] {
			kind := cure
			kind.Fact += " " + cure.To
			if limit := number(cure.Value); limit != nil && stricter(limits, kind) {
				strictest[kind.Fact] = limit
			}
		}
	}
	return strictest
}

// How a cure is said, by what it does.
var cureWords = map[string]Sentence{
	"equal":        {PT: "{fact}: {value}.", EN: "{fact}: {value}."},
	"at_most":      {PT: "{fact}: no máximo {value}.", EN: "{fact}: at most {value}."},
	"at_least":     {PT: "{fact}: no mínimo {value}.", EN: "{fact}: at least {value}."},
	"at_or_before": {PT: "{fact}: até {value}.", EN: "{fact}: by {value}."},
	"at_or_after":  {PT: "{fact}: a partir de {value}.", EN: "{fact}: from {value} on."},
	"after":        {PT: "{fact}: depois de {value}.", EN: "{fact}: after {value}."},
	"include":      {PT: "{fact}: incluir {value}.", EN: "{fact}: include {value}."},
	"present":      {PT: "{fact}: fazer constar.", EN: "{fact}: must be there."},
}

func (m *matter) wordCure(cure Cure, value any, rule *Rule) string {
	return strings.NewReplacer("{fact}", m.law.Title(cure.Fact, m.lang), "{value}", m.cureValue(cure, value, rule)).
		Replace(cureWords[cure.To].In(m.lang))
}

func (m *matter) cureValue(cure Cure, value any, rule *Rule) string {
	switch v := cure.Value.(type) {
	case Instant:
		v.As = cure.Fact
		said, _ := m.say(Value{At: &v})
		return said
	case DayNumber:
		said, _ := m.say(Value{Day: &v})
		return said
	case json.Number:
		if n, err := v.Int64(); err == nil && strings.HasSuffix(cure.Fact, "_cents") {
			return m.money(n)
		}
	case bool:
		if v {
			return Sentence{PT: "sim", EN: "yes"}.In(m.lang)
		}
		return Sentence{PT: "não", EN: "no"}.In(m.lang)
	case map[string]any:
		if _, document := v["kind"]; document {
			return rule.Title.In(m.lang)
		}
		if month, ok := v["month"].(string); ok {
			return month
		}
	}
	if _, text := cure.Value.(string); text && m.lang != "en" {
		return rule.Title.PT
	}
	return fmt.Sprint(value)
}
