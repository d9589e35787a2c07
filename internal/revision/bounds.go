package revision

import (
	"fmt"
	"strings"
)

// The bounds of what Diff reads as law. It runs where people are served: what no person writes is compared as text.
const (
	maxLawFile = 1 << 20 // bytes
	maxNesting = 200     // brackets within brackets
)

// readable is nil where every file of a side can be read as law in little time.
func (s *side) readable() error {
	for _, name := range sortedKeys(s.files) {
		content := s.files[name]
		if len(content) > maxLawFile {
			return fmt.Errorf("%s: the file has more than %d KiB", name, maxLawFile>>10)
		}
		if strings.HasSuffix(name, ".rego") && nesting(content) > maxNesting {
			return fmt.Errorf("%s: brackets are nested deeper than %d", name, maxNesting)
		}
	}
	return nil
}

// nesting is how deep the brackets of a Rego file are nested, outside its texts and comments.
func nesting(source []byte) int {
	depth, deepest := 0, 0
	for i := 0; i < len(source); i++ {
		switch source[i] {
		case '#':
			i = skipTo(source, i+1, '\n', false)
		case '"':
			i = skipTo(source, i+1, '"', true)
		case '`':
			i = skipTo(source, i+1, '`', false)
		case '(', '[', '{':
			depth++
			deepest = max(deepest, depth)
		case ')', ']', '}':
			depth = max(depth-1, 0)
		}
	}
	return deepest
}

// skipTo is the place of the next end, or that behind the last byte. With escapes, a byte behind a backslash is none, and a
// line ends the text too.
func skipTo(source []byte, from int, end byte, escapes bool) int {
	for i := from; i < len(source); i++ {
		switch {
		case escapes && source[i] == '\\':
			i++
		case source[i] == end || escapes && source[i] == '\n':
			return i
		}
	}
	return len(source)
}
