package facts

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
)

// keyword is one word of the schema language that is understood here.
type keyword struct {
	takes     kind // the only type it applies to; 0 (kindNull) for any
	describes bool // may stand beside $ref
	apply     func(c *compiler, r *rule, v *node) error
}

var keywords map[string]keyword

func init() { // an initializer would refer to itself through compile
	keywords = map[string]keyword{
		"$schema":     {apply: dialect},
		"$defs":       {apply: nothing},
		"$ref":        {apply: nothing},
		"type":        {apply: nothing},
		"$comment":    {describes: true, apply: nothing},
		"description": {describes: true, apply: nothing},
		"title":       {describes: true, apply: func(_ *compiler, r *rule, v *node) error { return words(v, &r.title.pt) }},
		"x-title-en":  {describes: true, apply: func(_ *compiler, r *rule, v *node) error { return words(v, &r.title.en) }},
		"x-unit":      {takes: kindNumber, describes: true, apply: func(_ *compiler, r *rule, v *node) error { return words(v, &r.unit) }},
		"x-ask":       {describes: true, apply: asked},
		"x-private":   {takes: kindString, describes: true, apply: func(_ *compiler, r *rule, v *node) error { return truth(v, &r.private) }},
		"x-recorded":  {takes: kindString, describes: true, apply: func(_ *compiler, r *rule, v *node) error { return truth(v, &r.recorded) }},
		"x-given":     {takes: kindObject, describes: true, apply: func(_ *compiler, r *rule, v *node) error { return truth(v, &r.given) }},
		"x-period":    {takes: kindString, describes: true, apply: period},
		"x-values":    {takes: kindString, describes: true, apply: valueNames},
		"default":     {describes: true, apply: func(_ *compiler, r *rule, v *node) error { r.fallback = v; return nil }},

		"properties":           {takes: kindObject, apply: properties},
		"required":             {takes: kindObject, apply: required},
		"additionalProperties": {takes: kindObject, apply: mustBeFalse},
		"items":                {takes: kindArray, apply: items},
		"maxItems":             {takes: kindArray, apply: func(_ *compiler, r *rule, v *node) error { return count(v, &r.maxItems) }},
		"uniqueItems":          {takes: kindArray, apply: mustBeFalse},
		"enum":                 {takes: kindString, apply: enum},
		"maxLength":            {takes: kindString, apply: func(_ *compiler, r *rule, v *node) error { return count(v, &r.maxLength) }},
		"pattern":              {takes: kindString, apply: pattern},
		"format":               {takes: kindString, apply: format},
		"minimum":              {takes: kindNumber, apply: func(_ *compiler, r *rule, v *node) error { return limit(v, &r.minimum) }},
		"maximum":              {takes: kindNumber, apply: func(_ *compiler, r *rule, v *node) error { return limit(v, &r.maximum) }},
	}
	for word := range links {
		keywords[word] = keyword{describes: true, apply: func(c *compiler, r *rule, v *node) error {
			c.pending = append(c.pending, pending{rule: r, keyword: word, value: v})
			return nil
		}}
	}
}

func nothing(*compiler, *rule, *node) error { return nil }

func dialect(_ *compiler, _ *rule, v *node) error {
	if v.text != "https://json-schema.org/draft/2020-12/schema" {
		return errors.New("want JSON Schema 2020-12")
	}
	return nil
}

func words(v *node, to *string) error {
	if v.kind != kindString || v.text == "" {
		return errors.New("want a text")
	}
	*to = v.text
	return nil
}

func truth(v *node, to *bool) error {
	if v.kind != kindBool {
		return errors.New("want true or false")
	}
	*to = v.truth
	return nil
}

func mustBeFalse(_ *compiler, _ *rule, v *node) error {
	if v.kind != kindBool || v.truth {
		return errors.New("want false")
	}
	return nil
}

func count(v *node, to *int) error {
	if v.kind != kindNumber || !isInteger(v.text) {
		return errors.New("want an integer")
	}
	n, outside := parseInteger(v.text)
	if outside != 0 || n < 1 || n > 1<<30 {
		return errors.New("want a positive integer")
	}
	*to = int(n)
	return nil
}

func limit(v *node, to *bound) error {
	b, ok := bound{}, false
	if v.kind == kindNumber {
		b, ok = newBound(v.text)
	}
	if !ok {
		return errors.New("want a number of up to 18 digits")
	}
	*to = b
	return nil
}

func asked(_ *compiler, r *rule, v *node) error { return bilingual(v, &r.ask) }

func bilingual(v *node, to *text) error {
	if v.kind != kindObject || len(v.members) != 2 {
		return errors.New("want pt-BR and en")
	}
	for _, m := range v.members {
		to := map[string]*string{"pt-BR": &to.pt, "en": &to.en}[m.key]
		if to == nil {
			return errors.New("want pt-BR and en")
		}
		if err := words(m.value, to); err != nil {
			return err
		}
	}
	return nil
}

func valueNames(_ *compiler, r *rule, v *node) error {
	if v.kind != kindObject || len(v.members) == 0 {
		return errors.New("want the names of the values")
	}
	r.values = map[string]text{}
	for _, m := range v.members {
		var name text
		if err := bilingual(m.value, &name); err != nil {
			return fmt.Errorf("%s: %w", m.key, err)
		}
		r.values[m.key] = name
	}
	return nil
}

func period(_ *compiler, r *rule, v *node) error {
	r.period = v.text
	if v.text != "month" && v.text != "quarter" {
		return errors.New("want month or quarter")
	}
	return nil
}

func format(_ *compiler, r *rule, v *node) error {
	r.format = v.text
	if v.text != "date" && v.text != "date-time" {
		return errors.New("want date or date-time")
	}
	return nil
}

func pattern(_ *compiler, r *rule, v *node) (err error) {
	r.pattern, err = regexp.Compile(v.text)
	return err
}

func enum(_ *compiler, r *rule, v *node) error {
	values, err := texts(v)
	if err == nil && len(values) == 0 {
		return errors.New("want a value")
	}
	r.enumerate(values)
	return err
}

// texts returns a list of different strings.
func texts(v *node) ([]string, error) {
	var list []string
	for _, item := range v.items {
		if item.kind != kindString || slices.Contains(list, item.text) {
			return nil, errors.New("want different texts")
		}
		list = append(list, item.text)
	}
	if v.kind != kindArray {
		return nil, errors.New("want a list")
	}
	return list, nil
}

func properties(c *compiler, r *rule, v *node) error {
	if v.kind != kindObject {
		return errors.New("want an object")
	}
	for _, m := range v.members {
		pointer := string(appendKey([]byte(r.pointer), m.key))
		from := len(c.pending)
		p, err := c.compile(m.value, m.key, pointer)
		if err != nil {
			return err
		}
		for i := range c.pending[from:] {
			if c.pending[from+i].parent == nil {
				c.pending[from+i].parent = r
			}
		}
		r.add(p)
	}
	return nil
}

func items(c *compiler, r *rule, v *node) (err error) {
	r.items, err = c.compile(v, "", r.pointer+"/*")
	return err
}

// required is applied when the properties are known, wherever it stands.
func required(_ *compiler, r *rule, v *node) error {
	keys, err := texts(v)
	if err != nil {
		return fmt.Errorf("want the names of properties: %w", err)
	}
	r.requires = keys
	return nil
}
