package document_test

import (
	"bytes"
	"encoding/json"
	"html"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"

	"deferido/internal/document"
	"deferido/internal/testkit"
)

var (
	styles = regexp.MustCompile(`(?s)<style>.*?</style>`)
	feet   = regexp.MustCompile(`(Decisão|Decision)[0-9a-f]{8}[0-9a-f-]{28}[0-9]+/[0-9]+`) // of pages: a text may run on to the next
	tags   = regexp.MustCompile(`(?s)<[^>]*>`)
)

// words is the text of a document, without its white space: forms break lines where they like.
func words(t testing.TB, page []byte, format document.Format) string {
	t.Helper()
	if format == document.HTML {
		return squeezed(html.UnescapeString(tags.ReplaceAllString(styles.ReplaceAllString(string(page), ""), " ")))
	}
	return feet.ReplaceAllString(squeezed(string(poppler(t, page, "pdftotext", "-enc", "UTF-8", "-", "-"))), "")
}

func squeezed(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
}

// poppler runs a program that reads PDF on one.
func poppler(t testing.TB, page []byte, program string, arguments ...string) []byte {
	t.Helper()
	c := exec.Command(testkit.Program(t, program, "poppler-utils"), arguments...)
	c.Stdin = bytes.NewReader(page)
	var complaint bytes.Buffer
	c.Stderr = &complaint
	out, err := c.Output()
	if err != nil || complaint.Len() > 0 {
		t.Fatalf("%s: %v %s", program, err, complaint.String())
	}
	return out
}

// stringsOf are all texts in a value as JSON gives it, dates and instants apart: those are told in words.
func stringsOf(value any) []string {
	data, err := json.Marshal(value)
	if err != nil {
		return nil
	}
	var whole any
	if err := json.Unmarshal(data, &whole); err != nil {
		return nil
	}
	var found []string
	collect(whole, "", &found)
	return found
}

func collect(value any, key string, found *[]string) {
	switch value := value.(type) {
	case string:
		_, noInstant := time.Parse(time.RFC3339, value)
		_, noDay := time.Parse(time.DateOnly, value)
		if noInstant != nil && noDay != nil {
			*found = append(*found, value)
		}
	case []any:
		for _, v := range value {
			collect(v, key, found)
		}
	case map[string]any:
		for k, v := range value {
			collect(v, k, found)
		}
	}
}
