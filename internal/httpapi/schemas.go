package httpapi

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	"deferido/internal/civil"
)

// schema is a JSON Schema (2020-12).
type schema = map[string]any

// reflector derives schemas from the structs that are sent, so that the document cannot lag behind them.
type reflector struct {
	found map[string]schema
	types map[string]reflect.Type
	// details add to the schema of a field, by "Type.field": what a Go type does not say.
	details map[string]schema
	used    map[string]bool // details
}

var (
	timeType = reflect.TypeFor[time.Time]()
	dateType = reflect.TypeFor[civil.Date]()
)

// of returns the schema of a type; a struct's is a reference to its component, which is added.
func (r *reflector) of(t reflect.Type) schema {
	switch t {
	case timeType:
		return schema{"type": "string", "format": "date-time"}
	case dateType:
		return schema{"type": "string", "format": "date"}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return nullable(r.of(t.Elem()))
	case reflect.Struct:
		r.component(t)
		return refTo(t.Name())
	case reflect.Slice:
		return schema{"type": "array", "items": r.of(t.Elem())}
	case reflect.Map:
		return schema{"type": "object", "additionalProperties": r.of(t.Elem())}
	case reflect.String:
		return schema{"type": "string"}
	case reflect.Bool:
		return schema{"type": "boolean"}
	case reflect.Int, reflect.Int64:
		return schema{"type": "integer"}
	case reflect.Interface:
		return schema{}
	}
	panic(fmt.Sprintf("no schema for %s", t)) // met by the first test that asks for the document
}

func (r *reflector) component(t reflect.Type) {
	if known, done := r.types[t.Name()]; done {
		if known != t {
			panic(fmt.Sprintf("%s and %s would have the same schema", known, t))
		}
		return
	}
	r.types[t.Name()] = t
	properties, required := schema{}, []string{}
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() {
			continue
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		optional := options == "omitempty" || options == "omitzero"
		kind := f.Type
		if optional && kind.Kind() == reflect.Pointer {
			kind = kind.Elem() // absent and not null
		}
		s := r.of(kind)
		key := t.Name() + "." + name
		for k, v := range r.details[key] {
			r.used[key] = true
			s[k] = v
		}
		if !optional {
			required = append(required, name)
		}
		properties[name] = s
	}
	r.found[t.Name()] = schema{
		"type": "object", "properties": properties, "required": required, "additionalProperties": false,
	}
}

func refTo(name string) schema { return schema{"$ref": "#/components/schemas/" + name} }

func nullable(s schema) schema {
	if name, plain := s["type"].(string); plain {
		s["type"] = []string{name, "null"}
		return s
	}
	return schema{"oneOf": []any{s, schema{"type": "null"}}}
}

// movedRefs rewrites, in a schema of its own, the references to its definitions into references to components, which are
// named after the schema and the definition.
func movedRefs(v any, owner string) any {
	switch v := v.(type) {
	case map[string]any:
		moved := make(schema, len(v))
		for k, below := range v {
			if ref, isText := below.(string); k == "$ref" && isText {
				moved[k] = strings.Replace(ref, "#/$defs/", "#/components/schemas/"+owner+".", 1)
				continue
			}
			moved[k] = movedRefs(below, owner)
		}
		return moved
	case []any:
		moved := make([]any, len(v))
		for i, below := range v {
			moved[i] = movedRefs(below, owner)
		}
		return moved
	}
	return v
}
