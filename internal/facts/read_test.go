package facts_test

import (
	"strings"
	"testing"

	"deferido/internal/facts"
)

func TestTextThatIsNoRequest(t *testing.T) {
	s := load(t)
	deep := func(n int) string { return strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n) }
	for _, c := range []struct {
		name, body   string
		kind         facts.Kind
		pointer      string
		line, column int
	}{
		{"empty", "", facts.NotJSON, "", 1, 1},
		{"only white space", " \n ", facts.NotJSON, "", 2, 2},
		{"cut short", "{\n  \"question\": ", facts.NotJSON, "", 2, 15},
		{"cut in a list", "[1,", facts.NotJSON, "", 1, 4},
		{"no comma", `{"a": 1 "b": 2}`, facts.NotJSON, "", 1, 9},
		{"trailing comma", "{\"a\": 1,}", facts.NotJSON, "", 1, 8},
		{"single quotes", `{'a': 1}`, facts.NotJSON, "", 1, 2},
		{"leading zero", `{"a": 01}`, facts.NotJSON, "", 1, 8},
		{"plus sign", `{"a": +1}`, facts.NotJSON, "", 1, 7},
		{"NaN", `{"a": NaN}`, facts.NotJSON, "", 1, 7},
		{"comment", "{} // x", facts.TrailingData, "", 1, 4},
		{"byte order mark", "\xEF\xBB\xBF{}", facts.NotJSON, "", 1, 1},
		{"invalid UTF-8", "{\"a\": \"\xFF\"}", facts.NotJSON, "", 1, 8},
		{"lone surrogate", `{"a": "\ud800"}`, facts.NotJSON, "", 1, 8},
		{"control character", "{\"a\": \"\x01\"}", facts.NotJSON, "", 1, 8},
		{"number for a key", `{1: 2}`, facts.NotJSON, "", 1, 2},
		{"column counts characters", "{\"ção\": \"é\" x", facts.NotJSON, "", 1, 13},
		{"duplicate key", "{\"facts\": {\"trip\": {},\n \"trip\": {}}}", facts.DuplicateKey, "/facts/trip", 2, 2},
		{"duplicate key, escaped", `{"question": 1, "\u0071uestion": 2}`, facts.DuplicateKey, "/question", 1, 17},
		{"duplicate key in a list", `{"a": [1, {"x/y": 1, "x/y": 2}]}`, facts.DuplicateKey, "/a/1/x~1y", 1, 22},
		{"trailing value", "{} {}", facts.TrailingData, "", 1, 4},
		{"trailing brace", "{}\n}", facts.TrailingData, "", 2, 1},
		{"trailing NUL", "{}\x00", facts.TrailingData, "", 1, 3},
		{"too deep", deep(33), facts.TooDeep, "", 1, 161},
		{"too deep by far", strings.Repeat("[", 100000), facts.TooDeep, "", 1, 33},
		{"too large", strings.Repeat(" ", facts.MaxBytes+1), facts.TooLarge, "", 0, 0},
	} {
		e := refused(t, s, []byte(c.body))
		if e.Kind != c.kind || e.Pointer != c.pointer || e.Line != c.line || e.Column != c.column {
			t.Errorf("%s: got %s %q %d:%d, want %s %q %d:%d", c.name, e.Kind, e.Pointer, e.Line, e.Column, c.kind, c.pointer, c.line, c.column)
		}
		if pt, en := e.Message("pt-BR"), e.Message("en"); pt == "" || en == "" || pt == en {
			t.Errorf("%s: %q, %q", c.name, pt, en)
		}
	}
	if e := refused(t, s, []byte(deep(32))); e.Kind != facts.Invalid {
		t.Errorf("32 levels: got %s", e.Kind)
	}
}

func TestTextErrorMessages(t *testing.T) {
	s := load(t)
	for _, c := range []struct{ body, pt, en string }{
		{"{", "O corpo não é JSON válido em UTF-8. Linha 1, coluna 2.", "The body is not valid JSON in UTF-8. Line 1, column 2."},
		{`{"a":1,"a":1}`, "Um objeto repete uma chave. Linha 1, coluna 8.", "An object has the same key twice. Line 1, column 8."},
		{"{}1", "Há bytes depois do fim do valor JSON. Linha 1, coluna 3.", "There are bytes after the end of the JSON value. Line 1, column 3."},
		{strings.Repeat(" ", facts.MaxBytes+1), "O corpo passa de 1048576 bytes.", "The body is larger than 1048576 bytes."},
		{strings.Repeat("[", 40), "O JSON passa de 32 níveis. Linha 1, coluna 33.", "The JSON is nested deeper than 32 levels. Line 1, column 33."},
		{"{}", "O pedido tem campos a corrigir.", "The request has fields to correct."},
	} {
		e := refused(t, s, []byte(c.body))
		if pt, en := e.Message("pt-BR"), e.Message("en-GB"); pt != c.pt || en != c.en {
			t.Errorf("got %q, %q", pt, en)
		}
	}
}

// The pooled reader must not carry anything from one request to the next, nor share the caller's bytes.
func TestRequestDoesNotAliasTheBody(t *testing.T) {
	s := load(t)
	body := request(`{"request": {"place": "Rodoviária de Goiânia"}}`)
	r, err := s.Parse(body)
	if err != nil {
		t.Fatal(err)
	}
	for i := range body {
		body[i] = 'x'
	}
	refused(t, s, []byte("["))
	parse(t, s, `{"request": {"place": "outro"}}`)
	if got, _ := r.Text("/facts/request/place"); got != "Rodoviária de Goiânia" {
		t.Errorf("got %q", got)
	}
}
