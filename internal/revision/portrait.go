package revision

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// portrait is what is said of something, field by field.
type portrait struct {
	label  string
	values map[string]string
}

func newPortrait(label string) *portrait { return &portrait{label: label, values: map[string]string{}} }

// say adds a field, unless there is nothing to say.
func (p *portrait) say(name, value string) {
	if value != "" {
		p.values[name] = value
	}
}

// fill says all that a JSON value holds, each leaf by its JSON Pointer below the name.
func (p *portrait) fill(name string, value any) {
	switch value := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			p.fill(joined(name, pointerKey(key)), value[key])
		}
		if len(value) == 0 {
			p.say(name, "{}")
		}
	case []any:
		for i, element := range value {
			p.fill(joined(name, strconv.Itoa(i)), element)
		}
		if len(value) == 0 {
			p.say(name, "[]")
		}
	case string:
		p.say(name, value)
		if value == "" {
			p.say(name, `""`)
		}
	default:
		text, err := json.Marshal(value)
		if err != nil {
			text = fmt.Append(nil, value)
		}
		p.say(name, string(text))
	}
}

func joined(name, key string) string {
	if name == "" {
		return key
	}
	return name + "/" + key
}

// compare compares what is said of the same things on two sides, by id.
func compare(before, after map[string]*portrait) []Entry {
	var all []Entry
	for _, id := range bothKeys(before, after) {
		a, b := before[id], after[id]
		e := Entry{ID: id, Change: kindOf(a != nil, b != nil)}
		e.Label = labelOf(a, b)
		if e.Fields = fieldsOf(a, b); len(e.Fields) > 0 || e.Change != Changed {
			all = append(all, e)
		}
	}
	return all
}

func kindOf(before, after bool) ChangeKind {
	switch {
	case !before:
		return Added
	case !after:
		return Removed
	}
	return Changed
}

// labelOf is the label of a thing: as it was, unless it is new.
func labelOf(before, after *portrait) string {
	if before != nil && before.label != "" {
		return before.label
	}
	if after == nil {
		return ""
	}
	return after.label
}

// fieldsOf are the fields that differ, in the order of their names. Either side may be nil.
func fieldsOf(before, after *portrait) []Field {
	if before == nil {
		before = newPortrait("")
	}
	if after == nil {
		after = newPortrait("")
	}
	var fields []Field
	for _, name := range bothKeys(before.values, after.values) {
		a, was := before.values[name]
		b, is := after.values[name]
		if was && is && a == b {
			continue
		}
		f := Field{Name: name}
		if was {
			f.Before = &a
		}
		if is {
			f.After = &b
		}
		fields = append(fields, f)
	}
	return fields
}

// bothKeys are the keys of two maps, sorted.
func bothKeys[V any](a, b map[string]V) []string {
	keys := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b))
	slices.Sort(keys)
	return slices.Compact(keys)
}
