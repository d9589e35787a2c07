package httpapi

import (
	"bytes"
	"errors"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"deferido/internal/facts"
)

// itemsOf finds the text of each item of a batch. It is as strict with the envelope as a single request is read, and
// leaves all that is inside an item, but its end, to be judged with the item.
func itemsOf(body []byte) ([][]byte, *facts.Error) {
	e := envelope{body: body, decoder: jsontext.NewDecoder(bytes.NewBuffer(body),
		jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)), seen: map[string]bool{}}
	if err := e.read(); err != nil {
		return nil, e.refusal(err)
	}
	if rest := bytes.TrimLeft(body[e.at():], " \t\r\n"); len(rest) > 0 {
		return nil, e.locate(&facts.Error{Kind: facts.TrailingData}, len(body)-len(rest))
	}
	if len(e.found) > 0 {
		return nil, &facts.Error{Kind: facts.Invalid, Violations: e.found, More: e.more}
	}
	return e.items, nil
}

var (
	listOfItems = facts.Args{Type: "array", MaxItems: maxItems}
	anEnvelope  = facts.Args{Type: "object"}
	itsKeys     = facts.Args{Allowed: []string{"items"}}
)

// envelope reads a batch.
type envelope struct {
	body    []byte
	decoder *jsontext.Decoder
	seen    map[string]bool // keys
	items   [][]byte
	found   []facts.Violation
	more    int // violations beyond those found
}

func (e *envelope) at() int { return int(e.decoder.InputOffset()) }

func (e *envelope) violate(pointer string, code facts.Code, args facts.Args) {
	if len(e.found) == facts.MaxViolations {
		e.more++
		return
	}
	e.found = append(e.found, facts.Violation{Pointer: pointer, Code: code, Args: args})
}

func (e *envelope) read() error {
	if e.decoder.PeekKind() != '{' {
		_, err := e.decoder.ReadValue()
		if err == nil {
			e.violate("", facts.CodeType, anEnvelope)
		}
		return err
	}
	if _, err := e.decoder.ReadToken(); err != nil {
		return err
	}
	for e.decoder.PeekKind() != '}' {
		if err := e.member(); err != nil {
			return err
		}
	}
	if !e.seen["items"] {
		e.violate("/items", facts.CodeRequired, listOfItems)
	}
	_, err := e.decoder.ReadToken()
	return err
}

func (e *envelope) member() error {
	raw, err := e.decoder.ReadValue()
	if err != nil {
		return err
	}
	begin := e.at() - len(raw)
	key, err := jsontext.AppendUnquote(nil, raw)
	if err != nil || !utf8.Valid(raw) {
		return e.locate(&facts.Error{Kind: facts.NotJSON}, begin)
	}
	name := string(key)
	if e.seen[name] {
		return e.locate(&facts.Error{Kind: facts.DuplicateKey, Pointer: pointerTo(name)}, begin)
	}
	e.seen[name] = true
	switch {
	case name != "items":
		e.violate(pointerTo(name), facts.CodeUnknown, itsKeys)
	case e.decoder.PeekKind() == '[':
		return e.list()
	case e.decoder.PeekKind() == 'n':
		e.violate("/items", facts.CodeNull, listOfItems)
	default:
		e.violate("/items", facts.CodeType, listOfItems)
	}
	_, err = e.decoder.ReadValue()
	return err
}

func (e *envelope) list() error {
	if _, err := e.decoder.ReadToken(); err != nil {
		return err
	}
	for e.decoder.PeekKind() != ']' {
		raw, err := e.decoder.ReadValue()
		if err != nil {
			return err
		}
		if len(e.items) == maxItems { // no need to know how many
			e.found = nil
			e.violate("/items", facts.CodeItems, listOfItems)
			return &facts.Error{Kind: facts.Invalid, Violations: e.found}
		}
		e.items = append(e.items, e.body[e.at()-len(raw):e.at()])
	}
	_, err := e.decoder.ReadToken()
	return err
}

// maxNesting is how deep the decoder goes, and so how deep an item may nest without spoiling the others.
const maxNesting = 10_000

// refusal turns an error of reading into ours, whose message holds nothing of the body.
func (e *envelope) refusal(err error) *facts.Error {
	var ours *facts.Error
	if errors.As(err, &ours) {
		return ours
	}
	offset := len(e.body) // the body ended before a value began
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		offset = int(syntax.ByteOffset)
	}
	refused := &facts.Error{Kind: facts.NotJSON}
	if nesting(e.body[:min(offset, len(e.body))]) >= maxNesting {
		refused.Kind, refused.Limit, refused.Pointer = facts.TooDeep, maxNesting, string(e.decoder.StackPointer())
	}
	return e.locate(refused, offset)
}

// locate gives an error the line and the column, in characters and from 1, of a byte offset.
func (e *envelope) locate(err *facts.Error, offset int) *facts.Error {
	head := e.body[:min(max(offset, 0), len(e.body))]
	err.Line = 1 + bytes.Count(head, []byte{'\n'})
	err.Column = 1 + utf8.RuneCount(head[bytes.LastIndexByte(head, '\n')+1:])
	return err
}

// nesting is how many objects and lists are open at the end of the text.
func nesting(text []byte) int {
	open, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case quoted && b == '\\':
			i++
		case b == '"':
			quoted = !quoted
		case quoted:
		case b == '{' || b == '[':
			open++
		case b == '}' || b == ']':
			open--
		}
	}
	return open
}

// maxKey bounds the bytes of a key in a pointer: the sender chose its length.
const maxKey = 200

func pointerTo(key string) string {
	if len(key) > maxKey {
		n := maxKey
		for !utf8.RuneStart(key[n]) {
			n--
		}
		key = key[:n] + "…"
	}
	return string(jsontext.Pointer("").AppendToken(key))
}
