package document

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"strings"
)

// Style is the style of every HTML document, word for word what stands in its style element.
//
//go:embed style.css
var Style string

//go:embed document.html
var source string

// StyleSource is the source expression that lets the style through a Content-Security-Policy: 'sha256-…'.
func StyleSource() string {
	sum := sha256.Sum256([]byte(Style))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

var form = template.Must(template.New("document").Funcs(template.FuncMap{
	"style": func() template.CSS { return template.CSS(Style) },
	"row":   func(fill string, p pair) map[string]any { return map[string]any{"Fill": fill, "Pair": p} },
	"under": func(fill string, b []block) map[string]any { return map[string]any{"Fill": fill, "Blocks": b} },
}).Parse(source))

// html is the page as HTML.
func (p *page) html() ([]byte, error) {
	var b bytes.Buffer
	if err := form.Execute(&b, p); err != nil {
		return nil, fmt.Errorf("filling the page: %w", err)
	}
	// The page itself has none of the characters that this takes out.
	return []byte(strings.Map(plain, b.String())), nil
}
