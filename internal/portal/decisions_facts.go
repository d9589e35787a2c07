package portal

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"deferido/internal/civil"
	"deferido/internal/engine"
)

// factRow is a fact as it was used.
type factRow struct {
	Name, Value string
	Redacted    bool // what it was is not kept
}

// factRowsShown is how many facts a page shows; a quarterly report has thousands.
const factRowsShown = 80

// factTable writes facts as rows, in the order of the schema.
type factTable struct {
	words *words
	set   *engine.Set
	rows  []factRow
	more  int // rows that are not shown
}

// factsUsed are the facts that were kept of a request, and how many there are beyond those.
func factsUsed(w *words, set *engine.Set, kept []byte) (rows []factRow, more int, err error) {
	t := &factTable{words: w, set: set}
	d := jsontext.NewDecoder(bytes.NewReader(kept))
	if err := t.members(d, "", "", func(pointer, name, key string) error {
		if pointer == "/facts" {
			return t.members(d, pointer, "", t.group(d))
		}
		return d.SkipValue()
	}); err != nil {
		return nil, 0, fmt.Errorf("reading what was kept of a request: %w", err)
	}
	return t.rows, t.more, nil
}

// members reads an object, and gives each member with its pointer and its name for people to one who reads its value.
func (t *factTable) members(d *jsontext.Decoder, pointer, before string, each func(pointer, name, key string) error) error {
	if _, err := d.ReadToken(); err != nil { // {
		return err
	}
	for d.PeekKind() != '}' {
		token, err := d.ReadToken()
		if err != nil {
			return err
		}
		key := token.String()
		at := pointer + "/" + key
		if err := each(at, before+t.title(at, key), key); err != nil {
			return err
		}
	}
	_, err := d.ReadToken()
	return err
}

// title is the short name of a fact, or its key where the law in service knows it no more.
func (t *factTable) title(pointer, key string) string {
	if title := t.set.Title(pointer, t.words.lang); title != "" {
		return title
	}
	return key
}

// group reads a group of facts; a list of things is one too.
func (t *factTable) group(d *jsontext.Decoder) func(pointer, name, key string) error {
	return func(pointer, name, key string) error {
		if d.PeekKind() == '[' {
			return t.list(d, pointer, name)
		}
		return t.members(d, pointer, "", t.fact(d))
	}
}

// fact reads one fact.
func (t *factTable) fact(d *jsontext.Decoder) func(pointer, name, key string) error {
	return func(pointer, name, key string) error {
		switch d.PeekKind() {
		case '[':
			return t.list(d, pointer, name)
		case '{':
			aside, err := t.withheld(d)
			t.add(factRow{name, aside, true})
			return err
		}
		value, err := t.scalar(d, pointer, key)
		t.add(factRow{Name: name, Value: value})
		return err
	}
}

func (t *factTable) add(row factRow) {
	if len(t.rows) == factRowsShown {
		t.more++
		return
	}
	t.rows = append(t.rows, row)
}

// list reads a list: words on one row, things a row each.
func (t *factTable) list(d *jsontext.Decoder, pointer, name string) error {
	if _, err := d.ReadToken(); err != nil { // [
		return err
	}
	var said []string
	n := 0
	for ; d.PeekKind() != ']'; n++ {
		at := pointer + "/" + strconv.Itoa(n)
		if d.PeekKind() == '{' {
			if err := t.thing(d, at, name+" "+strconv.Itoa(n+1)); err != nil {
				return err
			}
			continue
		}
		value, err := t.scalar(d, at, "")
		if err != nil {
			return err
		}
		said = append(said, value)
	}
	if n == 0 {
		said = []string{t.words.text("decisions.value_none")}
	}
	if said != nil {
		t.add(factRow{Name: name, Value: strings.Join(said, "; ")})
	}
	_, err := d.ReadToken()
	return err
}

// thing reads a thing of a list: its facts on one row, its own lists on rows below.
func (t *factTable) thing(d *jsontext.Decoder, pointer, name string) error {
	place := len(t.rows)
	t.add(factRow{Name: name})
	var said []string
	err := t.members(d, pointer, "", func(at, title, key string) error {
		switch d.PeekKind() {
		case '[':
			return t.list(d, at, name+" · "+title)
		case '{':
			aside, err := t.withheld(d)
			said = append(said, title+": "+aside)
			return err
		}
		value, err := t.scalar(d, at, key)
		if len(said) > 0 {
			value = title + ": " + value
		}
		said = append(said, value)
		return err
	})
	if place < len(t.rows) {
		t.rows[place].Value = strings.Join(said, "; ")
	}
	return err
}

func (t *factTable) scalar(d *jsontext.Decoder, pointer, key string) (string, error) {
	token, err := d.ReadToken()
	if err != nil {
		return "", err
	}
	switch token.Kind() {
	case '"':
		if name := t.set.Value(pointer, token.String(), t.words.lang); name != "" {
			return name, nil
		}
		return t.words.textValue(token.String()), nil
	case '0':
		return t.words.quantity(key, token.String()), nil
	case 't', 'f':
		return t.words.value(key, token.Bool()), nil
	}
	return t.words.value(key, nil), nil
}

// withheld reads what was kept of a fact that is not: whether it was there, whether it was the same as another, or the
// completed years that were counted of it.
func (t *factTable) withheld(d *jsontext.Decoder) (string, error) {
	said := []string{t.words.text("decisions.redacted")}
	years := map[string]string{}
	err := t.members(d, "", "", func(_, _, key string) error {
		switch {
		case key == "years" && d.PeekKind() == '{':
			return t.members(d, "", "", func(_, _, day string) error {
				token, err := d.ReadToken()
				years[day] = token.String()
				return err
			})
		case key == "same" && d.PeekKind() == 't':
			said = append(said, t.words.text("decisions.redacted_same"))
		case key == "same" && d.PeekKind() == 'f':
			said = append(said, t.words.text("decisions.redacted_other"))
		}
		return d.SkipValue()
	})
	for _, day := range slices.Sorted(maps.Keys(years)) {
		if on, err := civil.ParseDate(day); err == nil {
			said = append(said, t.words.text("decisions.redacted_years", "n", years[day], "day", t.words.day(on)))
		}
	}
	return strings.Join(said, "; "), err
}
