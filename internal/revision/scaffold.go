// Package revision is the life of a policy set. Here it begins: the files of a new norm and of a new article, in the shape
// that the loader accepts, so that the right shape is the cheapest one.
package revision

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
	"unicode"

	"deferido/internal/civil"
	"deferido/internal/corpus"
)

//go:embed templates
var templateFiles embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{"quoted": quoted}).ParseFS(templateFiles, "templates/*.tmpl"))

// quoted writes a text as YAML within single quotes.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

func fill(name string, values any) ([]byte, error) {
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, name, values); err != nil {
		return nil, fmt.Errorf("filling %s: %w", name, err)
	}
	return b.Bytes(), nil
}

// Norm describes a new norm.
type Norm struct {
	Folder     string // decreto_9921_2019, as its URN says
	Title      string // Decreto nº 9.921/2019
	ShortTitle string // may be empty
	URN        string // of the act
	From       string // first day in force, YYYY-MM-DD
}

// NewNorm writes norms/<folder>/norm.yaml into a policies folder. It returns the path of what it wrote; it writes nothing
// where the folder exists or the corpus would not accept the norm.
func NewNorm(policies string, n Norm) ([]string, error) {
	if !regexp.MustCompile(`^[a-z][a-z_]*_[0-9]+_[0-9]{4}$`).MatchString(n.Folder) {
		return nil, errors.New("the folder of a norm is named like decreto_9921_2019: type, number and year of the act")
	}
	if err := oneLine(n.Title, n.ShortTitle); err != nil {
		return nil, err
	}
	if _, err := corpus.ParseURN(n.URN); err != nil {
		return nil, fmt.Errorf("the URN of the act, such as urn:lex:br:federal:decreto:2019-07-18;9921: %w", err)
	}
	if _, err := civil.ParseDate(n.From); err != nil {
		return nil, fmt.Errorf("the first day in force: %w", err)
	}
	text, err := fill("norm.yaml.tmpl", struct {
		Norm
		Source string
	}{n, "Substitua: que parte do ato o acervo tem, e de onde veio."})
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(policies, "norms", n.Folder)
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s exists already; nothing was written", dir)
	}
	t := &transaction{policies: policies}
	if err := t.makeDir(dir); err != nil {
		return nil, err
	}
	t.create(filepath.Join(dir, "norm.yaml"), text)
	return t.commit()
}

// oneLine refuses texts that would break out of the line in which they are written.
func oneLine(texts ...string) error {
	for _, text := range texts {
		if strings.ContainsFunc(text, unicode.IsControl) {
			return errors.New("a title is one line without control characters")
		}
	}
	return nil
}

// transaction writes files into a policies folder: all of them, or none.
type transaction struct {
	policies string
	created  []string
	dir      string            // made for them; may be empty
	before   map[string][]byte // contents of the files that were changed
	err      error
}

func (t *transaction) makeDir(dir string) error {
	// The corpus is checked before as well: a problem that was there already is not blamed on what is added.
	if _, err := corpus.Load(os.DirFS(t.policies)); err != nil {
		return fmt.Errorf("the policies have problems already; nothing was written:\n%w", err)
	}
	if dir == "" {
		return nil
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	t.dir = dir
	return nil
}

// create writes a file that is not there yet.
func (t *transaction) create(name string, data []byte) {
	if t.err != nil {
		return
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		t.err = fmt.Errorf("%s exists already; nothing was written", name)
		return
	}
	if err != nil {
		t.err = err
		return
	}
	t.created = append(t.created, name)
	_, err = f.Write(data)
	t.err = errors.Join(err, f.Close())
}

// change writes a file anew.
func (t *transaction) change(name string, before, after []byte) {
	if t.err != nil {
		return
	}
	t.before = map[string][]byte{name: before}
	t.err = os.WriteFile(name, after, 0o644)
}

// commit holds what was written to the corpus's own checks, and takes it back if they fail.
func (t *transaction) commit() ([]string, error) {
	if t.err == nil {
		if _, err := corpus.Load(os.DirFS(t.policies)); err != nil {
			t.err = fmt.Errorf("the corpus would not accept it, so nothing was written:\n%w", err)
		}
	}
	if t.err == nil {
		return t.created, nil
	}
	for _, name := range t.created {
		t.err = errors.Join(t.err, os.Remove(name))
	}
	for name, data := range t.before {
		t.err = errors.Join(t.err, os.WriteFile(name, data, 0o644))
	}
	if t.dir != "" {
		t.err = errors.Join(t.err, os.Remove(t.dir))
	}
	return nil, t.err
}
