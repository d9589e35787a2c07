package journal

import (
	"bytes"
	"encoding/json"
	"fmt"

	"deferido/internal/decision"
)

// encode writes what an entry holds, without space between values. Raw JSON within it keeps its bytes otherwise.
func encode(content any) ([]byte, error) {
	if r, is := content.(*decision.Record); is {
		return encodeRecord(r)
	}
	return encodeAll(content)
}

func encodeAll(content any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(content); err != nil {
		return nil, fmt.Errorf("writing a record: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// encodeRecord writes a record as encodeAll does. Its request and its answer, which are nearly all of it, come as compact JSON
// from those who made them: they are looked over and put in as they are. To parse them anew is most of what an append costs.
func encodeRecord(r *decision.Record) ([]byte, error) {
	parts := []struct {
		name  string
		value json.RawMessage
	}{{"request", r.Request}, {"answer", r.Answer}}
	short := *r
	for i, into := range []*json.RawMessage{&short.Request, &short.Answer} {
		value, err := compacted(parts[i].value)
		if err != nil {
			return nil, fmt.Errorf("writing the %s of a record: %w", parts[i].name, err)
		}
		if parts[i].value = value; len(value) > 0 {
			*into = json.RawMessage("0")
		}
	}
	rest, err := encodeAll(&short)
	if err != nil {
		return nil, err
	}
	text := make([]byte, 0, len(rest)+len(r.Request)+len(r.Answer))
	for _, p := range parts {
		if len(p.value) == 0 {
			continue
		}
		// A quote within a string is escaped, so this stands nowhere else.
		before, after, found := bytes.Cut(rest, []byte(`,"`+p.name+`":0`))
		if !found {
			return nil, fmt.Errorf("writing the %s of a record: it has no place", p.name)
		}
		text = append(append(text, before...), `,"`+p.name+`":`...)
		text, rest = append(text, p.value...), after
	}
	return append(text, rest...), nil
}

// compacted is JSON without space between its values.
func compacted(text json.RawMessage) (json.RawMessage, error) {
	if len(text) == 0 || isCompact(text) {
		return text, nil
	}
	var b bytes.Buffer
	err := json.Compact(&b, text)
	return b.Bytes(), err
}

// isCompact reports whether JSON has no space between its values and ends where it should.
func isCompact(text []byte) bool {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			length := endOfString(text[i+1:])
			if length < 0 {
				return false
			}
			i += length
		case c <= ' ':
			return false
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		}
	}
	return depth == 0
}

// endOfString is the length of a string up to and with the quote that ends it; negative where none does.
func endOfString(text []byte) int {
	for from := 0; ; {
		quote := bytes.IndexByte(text[from:], '"')
		if quote < 0 {
			return -1
		}
		quote += from
		escapes := 0
		for escapes < quote && text[quote-1-escapes] == '\\' {
			escapes++
		}
		if from = quote + 1; escapes%2 == 0 {
			return from
		}
	}
}
