package facts

import (
	"strconv"
	"strings"
)

// Kind tells why a request was refused as a whole.
type Kind string

// The kinds of refusal. All but Invalid concern the text of the request and have a Line and a Column where one applies.
const (
	NotJSON      Kind = "not-json"      // not JSON, or not UTF-8
	DuplicateKey Kind = "duplicate-key" // an object has a key twice; Pointer names it
	TrailingData Kind = "trailing-data" // bytes after the end of the value
	TooDeep      Kind = "too-deep"      // nested deeper than the limit
	TooLarge     Kind = "too-large"     // more bytes than the limit
	Invalid      Kind = "invalid"       // JSON, but not a valid request; Violations say where
)

// MaxViolations bounds how many violations one Error lists; Error.More counts the rest.
const MaxViolations = 1000

// Error refuses a request. Neither it nor its messages hold any value that was sent.
type Error struct {
	Kind Kind
	// Pointer is the JSON Pointer of a duplicate key or of the value that is too deep; otherwise empty.
	Pointer string
	// Line and Column are where the text went wrong, from 1, the column in characters; 0 where there is no such place.
	Line, Column int
	// Limit is the bytes (TooLarge) or levels (TooDeep) that are accepted.
	Limit int
	// Violations are the fields to correct, in the order of the request.
	Violations []Violation
	// More is how many violations were found beyond MaxViolations.
	More int
}

// Error is for logs, in English.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("facts: ")
	b.WriteString(e.Message("en"))
	for i, v := range e.Violations {
		if i == 3 {
			b.WriteString("; …")
			break
		}
		b.WriteString("; " + v.Pointer + ": " + v.Message("en"))
	}
	return b.String()
}

// Message says in lang ("pt-BR" or "en") what is to be corrected.
func (e *Error) Message(lang string) string {
	s := kindSentences[e.Kind].in(lang)
	s = strings.Replace(s, "{limit}", strconv.Itoa(e.Limit), 1)
	if e.Line > 0 {
		s += text{" Linha {l}, coluna {c}.", " Line {l}, column {c}."}.in(lang)
		s = strings.NewReplacer("{l}", strconv.Itoa(e.Line), "{c}", strconv.Itoa(e.Column)).Replace(s)
	}
	return s
}

var kindSentences = map[Kind]text{
	NotJSON:      {"O corpo não é JSON válido em UTF-8.", "The body is not valid JSON in UTF-8."},
	DuplicateKey: {"Um objeto repete uma chave.", "An object has the same key twice."},
	TrailingData: {"Há bytes depois do fim do valor JSON.", "There are bytes after the end of the JSON value."},
	TooDeep:      {"O JSON passa de {limit} níveis.", "The JSON is nested deeper than {limit} levels."},
	TooLarge:     {"O corpo passa de {limit} bytes.", "The body is larger than {limit} bytes."},
	Invalid:      {"O pedido tem campos a corrigir.", "The request has fields to correct."},
}

// text is a sentence in both languages.
type text struct{ pt, en string }

// in returns the text in English for "en" and its variants, in Portuguese otherwise.
func (t text) in(lang string) string {
	if lang == "en" || strings.HasPrefix(lang, "en-") {
		return t.en
	}
	return t.pt
}

// maxKey bounds the bytes of one key in a pointer: the sender chose an unknown key's length.
const maxKey = 200

// appendKey appends "/" and the key, escaped for a JSON Pointer (RFC 6901) and cut to maxKey bytes.
func appendKey(b []byte, key string) []byte {
	b = append(b, '/')
	cut := len(key) > maxKey
	if cut {
		n := maxKey
		for n > 0 && key[n]&0xC0 == 0x80 { // not inside a character
			n--
		}
		key = key[:n]
	}
	for i := 0; i < len(key); i++ {
		switch key[i] {
		case '~':
			b = append(b, "~0"...)
		case '/':
			b = append(b, "~1"...)
		default:
			b = append(b, key[i])
		}
	}
	if cut {
		b = append(b, "…"...)
	}
	return b
}

// splitPointer returns the unescaped keys of a JSON Pointer; false if it does not begin with a slash.
func splitPointer(p string) ([]string, bool) {
	if p == "" {
		return nil, true
	}
	if p[0] != '/' {
		return nil, false
	}
	keys := strings.Split(p[1:], "/")
	for i, k := range keys {
		if strings.Contains(k, "~") {
			keys[i] = strings.ReplaceAll(strings.ReplaceAll(k, "~1", "/"), "~0", "~")
		}
	}
	return keys, true
}
