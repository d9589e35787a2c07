package portal

import (
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"path"
	"strings"

	"go.yaml.in/yaml/v3"
)

//go:embed words
var wordFiles embed.FS

// words are what the portal itself says, in one language, by key: "<file>.<path in it>". What the law says comes with it.
type words struct {
	lang   string
	said   map[string]string
	badges map[stateView]template.HTML
}

// readWords reads the catalogue of a language: a file for each group of pages.
func readWords(files fs.FS, lang string) (*words, error) {
	w := &words{lang: lang, said: map[string]string{}}
	names, err := fs.Glob(files, path.Join("words", lang, "*.yaml"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		var tree map[string]any
		if err := yaml.Unmarshal(content, &tree); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if err := w.add(strings.TrimSuffix(path.Base(name), ".yaml"), tree); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	w.badges = badges(w)
	return w, nil
}

func (w *words) add(key string, value any) error {
	switch value := value.(type) {
	case string:
		w.said[key] = value
		return nil
	case map[string]any:
		for name, inner := range maps.All(value) {
			if err := w.add(key+"."+name, inner); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("%s is neither words nor a group of them", key)
}

// has tells whether there are words of a key.
func (w *words) has(key string) bool { _, has := w.said[key]; return has }

// find is the words of a key, with its {named} values put in: args are names and values by turns.
func (w *words) find(key string, args ...any) (string, error) {
	said, known := w.said[key]
	if !known {
		return "", fmt.Errorf("no words of %s in %s", key, w.lang)
	}
	if len(args)%2 != 0 {
		return "", fmt.Errorf("%s: a name without a value", key)
	}
	for i := 0; i < len(args); i += 2 {
		said = strings.ReplaceAll(said, fmt.Sprintf("{%v}", args[i]), fmt.Sprint(args[i+1]))
	}
	return said, nil
}

// text is as find; a key that lacks words stands for itself, which the tests of the catalogues let nobody see.
func (w *words) text(key string, args ...any) string {
	said, err := w.find(key, args...)
	if err != nil {
		return key
	}
	return said
}

// count is the words of a number of things: <key>.one or <key>.other, in which {n} is the number.
func (w *words) count(key string, n int, args ...any) (string, error) {
	form := ".other"
	if n == 1 {
		form = ".one"
	}
	return w.find(key+form, append([]any{"n", w.number(n)}, args...)...)
}
