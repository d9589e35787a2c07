package facts

import (
	"bytes"
	"errors"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// MaxDepth is how deep a request may nest.
const MaxDepth = 32

// reader turns the text of one request into nodes. Strings are cut from one copy of the text.
type reader struct {
	buffer  bytes.Buffer
	decoder jsontext.Decoder
	slab    slab
	body    []byte
	source  string
	known   map[string]string // keys of the schema, so that a key costs no memory
	depth   int
	members []member // of the objects being read, the innermost last
	items   []*node  // of the lists being read
}

// bytesPerNode is how much text a value takes in a usual request, to make room for all of them at once.
const bytesPerNode = 20

var readers = sync.Pool{New: func() any { return new(reader) }}

// read reads exactly one JSON value. limit bounds the bytes, 0 for none; known may be nil. Its error is an *Error.
func read(body []byte, limit int, known map[string]string) (*node, error) {
	if limit > 0 && len(body) > limit {
		return nil, &Error{Kind: TooLarge, Limit: limit}
	}
	r := readers.Get().(*reader)
	defer r.release()
	r.body, r.source, r.known, r.depth = body, string(body), known, 0
	r.slab.next = min(len(body)/bytesPerNode, 64)
	r.buffer = *bytes.NewBuffer(body)
	r.decoder.Reset(&r.buffer)
	n, err := r.value()
	if err != nil {
		return nil, r.refusal(err)
	}
	end := int(r.decoder.InputOffset())
	if rest := bytes.TrimLeft(body[end:], " \t\r\n"); len(rest) > 0 {
		line, column := position(body, len(body)-len(rest))
		return nil, &Error{Kind: TrailingData, Line: line, Column: column}
	}
	return n, nil
}

// release returns the reader to the pool without the request.
func (r *reader) release() {
	r.slab, r.body, r.source, r.known = slab{}, nil, "", nil
	r.members, r.items = emptied(r.members), emptied(r.items)
	r.buffer = bytes.Buffer{}
	r.decoder.Reset(&r.buffer)
	readers.Put(r)
}

// emptied returns a stack for the next request, without what it held and, after an unusual one, without its room.
func emptied[T any](stack []T) []T {
	const usual = 256
	if cap(stack) > usual {
		return nil
	}
	clear(stack[:cap(stack)])
	return stack[:0]
}

var errTooDeep = errors.New("too deep")

func (r *reader) value() (*node, error) {
	switch r.decoder.PeekKind() {
	case '{', '[':
		if r.depth++; r.depth > MaxDepth {
			return nil, errTooDeep
		}
		begin, err := r.decoder.ReadToken()
		if err != nil {
			return nil, err
		}
		var n *node
		if begin.Kind() == '{' {
			n, err = r.object()
		} else {
			n, err = r.array()
		}
		if err != nil {
			return nil, err
		}
		r.depth--
		_, err = r.decoder.ReadToken()
		return n, err
	}
	raw, err := r.decoder.ReadValue()
	if err != nil {
		return nil, err
	}
	return r.scalar(raw)
}

func (r *reader) scalar(raw jsontext.Value) (*node, error) {
	switch raw.Kind() {
	case '"':
		n := r.slab.node(kindString)
		var err error
		n.text, err = r.text(raw)
		return n, err
	case '0':
		n := r.slab.node(kindNumber)
		n.text = r.cut(raw)
		return n, nil
	case 't', 'f':
		n := r.slab.node(kindBool)
		n.truth = raw.Kind() == 't'
		return n, nil
	}
	return r.slab.node(kindNull), nil
}

func (r *reader) object() (*node, error) {
	n := r.slab.node(kindObject)
	start := len(r.members)
	for r.decoder.PeekKind() != '}' {
		raw, err := r.decoder.ReadValue()
		if err != nil {
			return nil, err
		}
		key, known := r.known[string(raw)]
		if !known {
			if key, err = r.text(raw); err != nil {
				return nil, err
			}
		}
		value, err := r.value()
		if err != nil {
			return nil, err
		}
		r.members = append(r.members, member{key, value})
	}
	n.members = slices.Clone(r.members[start:])
	r.members = r.members[:start]
	return n, nil
}

func (r *reader) array() (*node, error) {
	n := r.slab.node(kindArray)
	start := len(r.items)
	for r.decoder.PeekKind() != ']' {
		item, err := r.value()
		if err != nil {
			return nil, err
		}
		r.items = append(r.items, item)
	}
	n.items = slices.Clone(r.items[start:])
	r.items = r.items[:start]
	return n, nil
}

// text returns the string of a quoted raw value.
func (r *reader) text(raw jsontext.Value) (string, error) {
	if bytes.IndexByte(raw, '\\') < 0 {
		s := r.cut(raw)
		return s[1 : len(s)-1], nil
	}
	b, err := jsontext.AppendUnquote(nil, raw)
	return string(b), err
}

// cut returns the text of the raw value just read, from the copy of the body.
func (r *reader) cut(raw jsontext.Value) string {
	end := int(r.decoder.InputOffset())
	return r.source[end-len(raw) : end]
}

// refusal turns the decoder's error into ours, whose message holds nothing of the body.
func (r *reader) refusal(err error) *Error {
	e := &Error{Kind: NotJSON}
	offset := int(r.decoder.InputOffset())
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, errTooDeep):
		e.Kind, e.Limit = TooDeep, MaxDepth
		offset += len(r.body[offset:]) - len(bytes.TrimLeft(r.body[offset:], " \t\r\n:,"))
	case errors.As(err, &syntax):
		offset = int(syntax.ByteOffset)
		if errors.Is(syntax.Err, jsontext.ErrDuplicateName) {
			e.Kind, e.Pointer = DuplicateKey, shorten(string(syntax.JSONPointer))
		}
	default: // the body ended before a value began
		offset = len(r.body)
	}
	e.Line, e.Column = position(r.body, offset)
	return e
}

// shorten cuts the keys of a pointer to maxKey bytes each.
func shorten(pointer string) string {
	keys, _ := splitPointer(pointer)
	var b []byte
	for _, k := range keys {
		b = appendKey(b, k)
	}
	return string(b)
}

// position returns the line and the column, in characters and from 1, of a byte offset.
func position(body []byte, offset int) (line, column int) {
	head := body[:min(max(offset, 0), len(body))]
	line = 1 + bytes.Count(head, []byte{'\n'})
	return line, 1 + utf8.RuneCount(head[bytes.LastIndexByte(head, '\n')+1:])
}
