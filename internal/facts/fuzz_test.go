package facts_test

import (
	"encoding/json"
	"errors"
	"testing"
	"unicode/utf8"

	"deferido/internal/facts"
)

// FuzzParse feeds arbitrary bytes: nothing panics, every refusal is an *Error that can be told in both languages, and
// what is accepted is JSON, measures, and measures alike after it was written and read again.
func FuzzParse(f *testing.F) {
	s, context := load(f), noLaw(f)
	for _, c := range sharedCases(f) {
		f.Add([]byte(c.Request))
	}
	for _, c := range refusals {
		f.Add(request(c.facts))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		r, err := s.Parse(body)
		if err != nil {
			tellable(t, err)
			return
		}
		if !json.Valid(body) {
			t.Fatal("accepted what is no JSON")
		}
		input := s.Measure(r, context)
		for _, path := range leaves(input, nil) {
			if _, err := s.Reads(path); err != nil {
				t.Fatal(err)
			}
		}
		again, err := r.With()
		if err != nil || s.Measure(again, context).Compare(input) != 0 {
			t.Fatalf("not the same again: %v", err)
		}
	})
}

func tellable(t *testing.T, err error) {
	t.Helper()
	var e *facts.Error
	if !errors.As(err, &e) {
		t.Fatalf("no *facts.Error: %v", err)
	}
	if (e.Kind == facts.Invalid) != (len(e.Violations) > 0) {
		t.Fatalf("%s with %d violations", e.Kind, len(e.Violations))
	}
	told := []string{e.Message("pt-BR"), e.Message("en"), e.Error(), e.Pointer}
	for _, v := range e.Violations {
		told = append(told, v.Message("pt-BR"), v.Message("en"), v.Pointer)
	}
	for _, m := range told {
		if !utf8.ValidString(m) {
			t.Fatalf("not UTF-8: %q", m)
		}
	}
	if e.Message("en") == "" {
		t.Fatal("no message")
	}
}
