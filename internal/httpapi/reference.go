package httpapi

import (
	"bytes"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// maxReference is the characters that a reference may have.
const maxReference = 200

// referenceOf finds the caller's reference in the text of a request that was refused, so that the caller knows which one
// it was. It is empty where the text is not JSON that far, or has no reference, or more than one, or one that is invalid.
func referenceOf(body []byte) string {
	d := jsontext.NewDecoder(bytes.NewBuffer(body), jsontext.AllowDuplicateNames(true))
	if begin, err := d.ReadToken(); err != nil || begin.Kind() != '{' {
		return ""
	}
	found := ""
	for seen := false; d.PeekKind() == '"'; {
		name, err := d.ReadToken()
		if err != nil {
			break
		}
		isReference := name.String() == "reference"
		value, err := d.ReadValue()
		if err != nil {
			break
		}
		if !isReference {
			continue
		}
		if seen {
			return ""
		}
		seen = true
		if text, err := jsontext.AppendUnquote(nil, value); value.Kind() == '"' && err == nil && utf8.RuneCount(text) <= maxReference {
			found = string(text)
		}
	}
	return found
}
