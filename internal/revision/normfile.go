package revision

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"deferido/internal/corpus"
)

// extend adds the article's text and provisions to a norm.yaml. It inserts lines and leaves every other byte alone: the
// comments of the file are people's.
func (s *scaffold) extend(before []byte) ([]byte, error) {
	var document yaml.Node
	if err := yaml.Unmarshal(before, &document); err != nil {
		return nil, err
	}
	root := document.Content[0]
	provisions := valueOf(root, "provisions")
	if provisions == nil {
		return nil, errors.New("there is no key provisions")
	}
	lines := strings.Split(strings.TrimSuffix(string(before), "\n"), "\n")
	// From the bottom up, so that the line numbers above stay right.
	lines = s.insertProvisions(lines, provisions, endOf(root, "provisions", lines))
	if s.article.Text != nil {
		texts := valueOf(root, "texts")
		if texts == nil {
			return nil, errors.New("there is no key texts")
		}
		if texts.Line > provisions.Line {
			return nil, errors.New("texts stands after provisions")
		}
		lines = insertInto(lines, texts, endOf(root, "texts", lines), "texts:", []string{"  " + s.textFile() + ": " + s.sum()})
	}
	return []byte(strings.Join(lines, "\n") + "\n"), nil
}

// insertProvisions inserts the entries in the order of the text, at the latest before the line end.
func (s *scaffold) insertProvisions(lines []string, provisions *yaml.Node, end int) []string {
	added := []string{"  # Confira de cada dispositivo o status, as questões e a nota."}
	for _, e := range s.entries {
		question := ""
		if e.fragment == s.provision { // of which the first rule speaks; the others wait for theirs
			question = s.article.Question
		}
		added = append(added, e.yaml(s.textFile(), question)...)
	}
	at := end
	for _, node := range provisions.Content {
		fragment := valueOf(node, "fragment")
		if fragment == nil {
			continue
		}
		if f, err := corpus.ParseFragment(fragment.Value); err == nil && f.Compare(s.number) > 0 {
			at = node.Line
			break
		}
	}
	return insertInto(lines, provisions, at, "provisions:", added)
}

// insertInto inserts lines before the line at of a block, or makes an empty one ("texts: {}") a block of them.
func insertInto(lines []string, block *yaml.Node, at int, key string, added []string) []string {
	if len(block.Content) > 0 {
		return slices.Insert(lines, at-1, added...)
	}
	lines[block.Line-1] = key
	return slices.Insert(lines, block.Line, added...)
}

// yaml is the entry as norm.yaml writes it; an empty question is none.
func (e entry) yaml(file, question string) []string {
	place := fmt.Sprintf("    text: %s:%d", file, e.line)
	switch {
	case e.notHeld:
		return []string{
			"  - fragment: " + e.fragment, "    status: not_held", "    nature: condition", "    questions: [" + question + "]",
			`    grade: "?"`, "    note: 'Conteúdo não confirmado: não decide nada. Texto não disponível no acervo.'",
		}
	case e.fragment == "":
		return []string{"  - status: commentary", place, "    note: 'Substitua: o que esta passagem é.'"}
	}
	return []string{"  - fragment: " + e.fragment, "    status: condition", "    questions: [" + question + "]", place}
}

// valueOf is the value of a key of a mapping; nil when it has none.
func valueOf(mapping *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value == key {
			return mapping.Content[i+1]
		}
	}
	return nil
}

// endOf is the line after a key's block: that of the next key or the end of the file, without the blank lines and comments
// that stand before it.
func endOf(mapping *yaml.Node, key string, lines []string) int {
	end := len(lines) + 1
	for i := 0; i+3 < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value == key {
			end = mapping.Content[i+2].Line
		}
	}
	for end > 1 {
		line := strings.TrimSpace(lines[end-2])
		if line != "" && !strings.HasPrefix(line, "#") {
			break
		}
		end--
	}
	return end
}
