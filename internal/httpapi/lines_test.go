package httpapi

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func linesOf(source io.Reader) (lines []string, last error) {
	r := &lineReader{bufio.NewReaderSize(source, 16), 40}
	for {
		l, err := r.next()
		if err != nil {
			return lines, err
		}
		text := string(l.text)
		if l.tooLong {
			text += "…"
		}
		lines = append(lines, text)
	}
}

func TestLines(t *testing.T) {
	x40 := strings.Repeat("x", 40)
	for sent, want := range map[string]string{
		"":                        "",
		"a":                       "a",
		"a\n":                     "a",
		"a\r\nb\rc\n":             "a|b\rc",
		"\n\n":                    "|",
		x40 + "\n":                x40,
		x40 + "\r\n":              x40,
		x40 + "\r":                x40,
		x40 + "y\nb":              x40 + "…|b",
		x40 + "\ry\nb":            x40 + "…|b",
		x40 + "y\r\nb":            x40 + "…|b",
		strings.Repeat(x40, 99):   x40 + "…",
		"a\n" + x40 + x40 + "\nb": "a|" + x40 + "…|b",
	} {
		for name, source := range map[string]io.Reader{
			"whole": strings.NewReader(sent), "by bytes": iotest.OneByteReader(strings.NewReader(sent)),
			"with the end": iotest.DataErrReader(strings.NewReader(sent)),
		} {
			got, err := linesOf(source)
			if strings.Join(got, "|") != want || err != io.EOF {
				t.Errorf("%s %q: %q, %v", name, sent, got, err)
			}
		}
	}
}

// What was read before the stream broke off may be half a line.
func TestHalfALineIsNone(t *testing.T) {
	broke := errors.New("broke")
	got, err := linesOf(io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broke)))
	if len(got) != 1 || err != broke {
		t.Errorf("%q, %v", got, err)
	}
}

// endless is one line that never ends, until it has sent n bytes.
type endless struct{ n int }

func (e *endless) Read(p []byte) (int, error) {
	if e.n -= len(p); e.n < 0 {
		return 0, io.EOF
	}
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

func TestLongLineIsNotHeld(t *testing.T) {
	r := &lineReader{bufio.NewReaderSize(&endless{1 << 30}, 32<<10), maxRequest}
	l, err := r.next()
	if err != nil || !l.tooLong || len(l.text) != maxRequest || cap(l.text) > 3*maxRequest {
		t.Errorf("%v, %d bytes in %d", err, len(l.text), cap(l.text))
	}
}
