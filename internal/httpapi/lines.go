package httpapi

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// lineReader cuts a stream into lines and never holds more of one than the limit.
type lineReader struct {
	source *bufio.Reader
	limit  int // bytes of a line without its end
}

// line is a line without its end (LF or CRLF). Of one that is too long only the beginning is there.
type line struct {
	text    []byte
	tooLong bool
}

// next reads the next line. A last line needs no end; but what is read before an error other than io.EOF is no line,
// since it may be the half of one.
func (r *lineReader) next() (line, error) {
	var l line
	for {
		part, err := r.source.ReadSlice('\n')
		if !l.tooLong {
			l.text = append(l.text, part...)
			l.tooLong = len(trimEnd(l.text)) > r.limit+1 // one more may be the CR of an end not read yet
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err == io.EOF && len(l.text) > 0:
		case err != nil:
			return line{}, err
		}
		l.text = trimEnd(l.text)
		if l.tooLong = len(l.text) > r.limit; l.tooLong {
			l.text = l.text[:r.limit]
		}
		return l, nil
	}
}

func trimEnd(text []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
}

// blank reports whether nothing stands on the line.
func (l line) blank() bool { return !l.tooLong && len(bytes.TrimSpace(l.text)) == 0 }
