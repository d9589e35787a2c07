package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"deferido/internal/facts"
)

// item is one request as it was read.
type item struct {
	line int    // on which it stands, from 1; 0 for a document over several lines
	body []byte // of a longer one than is accepted, no more than shows that
}

// items reads requests one by one and never holds more of one than is accepted.
type items struct {
	source *bufio.Reader
	line   int // that was read last
	stream bool
	begun  bool
	ahead  []item // read and not given out yet
}

func newItems(r io.Reader, stream bool) *items {
	return &items{source: bufio.NewReaderSize(r, 64<<10), stream: stream}
}

// next is the next request; the error is io.EOF after the last one.
func (s *items) next() (item, error) {
	if !s.begun {
		s.begun = true
		if err := s.begin(); err != nil {
			return item{}, err
		}
	}
	if len(s.ahead) > 0 {
		first := s.ahead[0]
		s.ahead = s.ahead[1:]
		return first, nil
	}
	return s.nextLine()
}

// begin looks at the first lines to tell a stream from a document over several lines. A first line that is a whole JSON
// value begins a stream, even if it is the only one. One that is no JSON may be the bad line of a stream, or a bad
// document: the second line tells.
func (s *items) begin() error {
	first, err := s.nextLine()
	if err != nil {
		return err
	}
	switch form := formOf(first.body); {
	case s.stream || form == whole || len(first.body) > facts.MaxBytes:
		s.ahead = []item{first}
	case form == opening:
		return s.document(first)
	default:
		second, err := s.nextLine()
		if err == nil && formOf(second.body) == whole && bytes.HasPrefix(bytes.TrimSpace(second.body), []byte("{")) {
			s.ahead = []item{first, second}
			return nil
		}
		if err != nil && err != io.EOF {
			return err
		}
		return s.document(first, second)
	}
	return nil
}

// document reads to the end what began with some lines. Line breaks are kept, so that the places of errors are the file's.
func (s *items) document(lines ...item) error {
	var body []byte
	at := 1
	for _, l := range lines {
		for ; at < l.line; at++ {
			body = append(body, '\n')
		}
		body = append(body, l.body...)
	}
	body = append(body, '\n')
	if room := facts.MaxBytes + 1 - len(body); room > 0 {
		rest, err := io.ReadAll(io.LimitReader(s.source, int64(room)))
		if err != nil {
			return err
		}
		body = append(body, rest...)
	}
	s.ahead, s.source = []item{{body: body}}, bufio.NewReader(bytes.NewReader(nil))
	return nil
}

// nextLine is the next line that is not blank.
func (s *items) nextLine() (item, error) {
	for {
		body, err := s.readLine()
		if len(bytes.TrimSpace(body)) > 0 {
			return item{s.line, body}, nil
		}
		if err != nil {
			return item{}, err
		}
	}
}

// readLine reads a line without its end; of one that is too long it keeps a byte more than is accepted. A line before an
// error of reading is none: it may be half of one.
func (s *items) readLine() ([]byte, error) {
	s.line++
	var body []byte
	for {
		part, err := s.source.ReadSlice('\n')
		if room := facts.MaxBytes + 3 - len(body); room > 0 { // one too many, and the end of the line
			body = append(body, part[:min(len(part), room)]...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil && err != io.EOF {
			return nil, err
		}
		return bytes.TrimSuffix(bytes.TrimSuffix(body, []byte("\n")), []byte("\r")), err
	}
}

// form is what a line is as JSON.
type form int

const (
	whole   form = iota // one whole value
	opening             // the beginning of a value
	other               // neither
)

func formOf(line []byte) form {
	if json.Valid(line) {
		return whole
	}
	var value json.RawMessage
	if err := json.NewDecoder(bytes.NewReader(line)).Decode(&value); errors.Is(err, io.ErrUnexpectedEOF) {
		return opening
	}
	return other
}
