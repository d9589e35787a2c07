package main

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"deferido/internal/facts"
)

func TestWhatIsAStream(t *testing.T) {
	for name, e := range map[string]struct {
		input  string
		stream bool
		want   []string // each "line: body"
	}{
		"nothing":                         {input: "", want: nil},
		"blank lines":                     {input: "\n \r\n", want: nil},
		"one line":                        {input: `{"a":1}`, want: []string{`1: {"a":1}`}},
		"lines, some blank":               {input: "\n{}\r\n\n{\"a\":1}\n", want: []string{`2: {}`, `4: {"a":1}`}},
		"a document over lines":           {input: "\n{\n\"a\":1}\n", want: []string{"0: \n{\n\"a\":1}\n"}},
		"a document, said to be a stream": {input: "{\n}\n", stream: true, want: []string{"1: {", "2: }"}},
		"a stream with a bad first line":  {input: "bad\n{}\n{}", want: []string{"1: bad", "2: {}", "3: {}"}},
		"a bad document":                  {input: "bad\nworse\n{}", want: []string{"0: bad\nworse\n{}"}},
		"a bad line alone":                {input: "\nbad", want: []string{"0: \nbad\n"}},
		"whole values after a bad one":    {input: "{}\nbad\n", want: []string{"1: {}", "2: bad"}},
	} {
		source := newItems(iotest.OneByteReader(strings.NewReader(e.input)), e.stream)
		var got []string
		for {
			it, err := source.next()
			if err != nil {
				if !errors.Is(err, io.EOF) {
					t.Error(name, err)
				}
				break
			}
			got = append(got, string(rune('0'+it.line))+": "+string(it.body))
		}
		if diff := cmp.Diff(e.want, got); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

func TestOfALongRequestOnlyTheBeginningIsHeld(t *testing.T) {
	long := bytes.Repeat([]byte("x"), 3*facts.MaxBytes)
	for name, input := range map[string][]byte{
		"a line":     append(append([]byte("{}\n"), long...), "\n{}\n"...),
		"a document": append([]byte("{\n"), long...),
	} {
		source := newItems(bytes.NewReader(input), false)
		tooLong, all := 0, 0
		for {
			it, err := source.next()
			if err != nil {
				break
			}
			all++
			if len(it.body) > facts.MaxBytes {
				tooLong++
			}
			if len(it.body) > facts.MaxBytes+3 {
				t.Errorf("%s: %d bytes are held", name, len(it.body))
			}
		}
		if tooLong != 1 || all != map[string]int{"a line": 3, "a document": 1}[name] {
			t.Errorf("%s: %d of %d are too long", name, tooLong, all)
		}
	}
}

func TestHalfALineBeforeAnErrorIsNoRequest(t *testing.T) {
	broken := errors.New("broken")
	source := newItems(io.MultiReader(strings.NewReader("{}\n{\"a\""), iotest.ErrReader(broken)), false)
	if it, err := source.next(); err != nil || string(it.body) != "{}" {
		t.Fatal(it, err)
	}
	if it, err := source.next(); !errors.Is(err, broken) {
		t.Error(it, err)
	}
}
