package revision

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"deferido/internal/civil"
	"deferido/internal/corpus"
	"deferido/internal/engine"
)

// Wording is a wording that a provision has from a day on.
type Wording struct {
	Norm     string // folder
	Fragment string // art39_par2_inc1
	From     civil.Date
	Act      string // that gives it
	Grade    corpus.Grade
	Note     string // ours, in Portuguese: where it was read; may be empty
	Text     string // the exact line as published, with its label
}

// maxWording is how many bytes a wording may have.
const maxWording = 64 << 10

// File is the name of the text's file, beside norm.yaml. Each wording that is added has one of its own: those that are there are
// never edited.
func (w *Wording) File() string { return w.Fragment + "_" + w.From.String() + ".txt" }

// check finds what is to be corrected in the wording by itself.
func (w *Wording) check() *Invalid {
	e := &Invalid{}
	if w.From.IsZero() {
		e.add("From", "Diga o primeiro dia em que a redação vale.", "Say the first day of the wording.")
	}
	checkAct(e, w.Act, w.Grade)
	if lined(w.Note) || !utf8.ValidString(w.Note) {
		e.add("Note", "Escreva a fonte em uma linha.", "Write the source in one line.")
	}
	switch text := strings.TrimSpace(w.Text); {
	case text == "":
		e.add("Text", "Copie a redação como foi publicada.", "Copy the wording as it was published.")
	case lined(text) || !utf8.ValidString(text):
		e.add("Text", "A redação de um dispositivo é uma linha; cada parágrafo, inciso ou alínea é outro dispositivo.",
			"The wording of a provision is one line; each paragraph or item is a provision of its own.")
	case len(text) > maxWording:
		e.add("Text", "A redação é longa demais para um dispositivo.", "The wording is too long for one provision.")
	}
	return e
}

// Reword adds a wording to a policies tree. It returns the files that change, by path: a text that is new, and norm.yaml, of which
// every other byte stays. The wordings before it end on its eve. The error is an *Invalid where the wording is to be corrected.
func Reword(policies fs.FS, w Wording) (map[string][]byte, error) {
	e := w.check()
	if len(e.Faults) > 0 {
		return nil, e
	}
	w.Text = strings.TrimSpace(w.Text)
	c, err := corpus.Load(policies)
	if err != nil {
		e.add("Norm", "As normas não carregam: corrija primeiro o que as verificações apontam.", "The norms do not load: correct first what the checks find.")
		return nil, e
	}
	p, known := c.Provision(w.Norm, w.Fragment)
	if !known {
		e.add("Fragment", "Não há este dispositivo na norma.", "The norm has no such provision.")
		return nil, e
	}
	if w.fits(e, p); len(e.Faults) > 0 {
		return nil, e
	}
	name := path.Join("norms", w.Norm, "norm.yaml")
	before, err := fs.ReadFile(policies, name)
	if err != nil {
		return nil, err
	}
	after, err := w.extend(before, p)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	text := path.Join("norms", w.Norm, w.File())
	if _, err := fs.Stat(policies, text); !errors.Is(err, fs.ErrNotExist) {
		e.add("From", "Já há um texto deste dispositivo para este dia.", "There is a text of this provision for that day already.")
		return nil, e
	}
	files := map[string][]byte{name: after, text: []byte(w.Text + "\n")}
	changed, err := overlay(policies, files)
	if err != nil {
		return nil, err
	}
	if _, err := corpus.Load(changed); err != nil {
		return nil, fmt.Errorf("the corpus would not accept the wording: %w", err)
	}
	return files, nil
}

// fits finds whether the wording follows those that the provision has.
func (w *Wording) fits(e *Invalid, p *corpus.Provision) {
	last := p.Versions[len(p.Versions)-1]
	if !last.From.Before(w.From) {
		e.add("From", "A última redação do acervo vale desde "+last.From.String()+"; a nova começa depois.", "The last wording held is of "+last.From.String()+"; the new one begins later.")
		return
	}
	if !p.Norm.InForce.Contains(w.From) {
		e.add("From", "A norma não está em vigor neste dia.", "The norm is not in force on that day.")
		return
	}
	if eve, ok := w.From.AddDays(-1); !ok || p.Reworded && last.Until != nil && *last.Until != eve && (p.Norm.InForce.Until == nil || *last.Until != p.Norm.InForce.Until.Date) {
		e.add("From", "A última redação do acervo termina em "+last.Until.String()+"; a nova começa no dia seguinte.", "The last wording held ends on "+last.Until.String()+"; the new one begins the day after.")
	}
}

// overlay is a tree with some of its files changed.
func overlay(tree fs.FS, changed map[string][]byte) (fs.FS, error) {
	files := map[string][]byte{}
	err := engine.EachFile(tree, nil, func(name string, content []byte) error {
		files[name] = content
		return nil
	})
	if err != nil {
		return nil, err
	}
	for name, content := range changed {
		files[name] = content
	}
	return engine.Tree(files)
}

// extend adds the wording to a norm.yaml. It works on lines, from the bottom up, and leaves every other byte alone: the comments
// of the file are people's.
func (w *Wording) extend(before []byte, p *corpus.Provision) ([]byte, error) {
	var document yaml.Node
	if err := yaml.Unmarshal(before, &document); err != nil {
		return nil, err
	}
	root := document.Content[0]
	provisions, texts := valueOf(root, "provisions"), valueOf(root, "texts")
	if provisions == nil || texts == nil || texts.Line > provisions.Line {
		return nil, errors.New("want the key texts, and behind it provisions")
	}
	lines := strings.Split(strings.TrimSuffix(string(before), "\n"), "\n")
	lines, err := w.insertVersion(lines, provisions, endOf(root, "provisions", lines), p)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(w.Text + "\n"))
	lines = insertInto(lines, texts, endOf(root, "texts", lines), "texts:", []string{"  " + w.File() + ": " + hex.EncodeToString(sum[:])})
	return []byte(strings.Join(lines, "\n") + "\n"), nil
}

// insertVersion inserts the wording into the entry of its provision, which ends at the latest before the line end.
func (w *Wording) insertVersion(lines []string, provisions *yaml.Node, end int, p *corpus.Provision) ([]string, error) {
	i := slices.IndexFunc(provisions.Content, func(node *yaml.Node) bool {
		fragment := valueOf(node, "fragment")
		return fragment != nil && fragment.Value == w.Fragment
	})
	if i < 0 || provisions.Content[i].Style&yaml.FlowStyle != 0 {
		return nil, fmt.Errorf("%s is not written on lines of its own: add the wording by hand", w.Fragment)
	}
	entry := provisions.Content[i]
	if i+1 < len(provisions.Content) {
		end = provisions.Content[i+1].Line
	}
	for end > entry.Line+1 && blank(lines[end-2]) {
		end--
	}
	eve, _ := w.From.AddDays(-1) // which fits has found to be there
	if versions := valueOf(entry, "versions"); versions != nil {
		lines, err := w.afterVersions(lines, entry, versions, end, eve)
		if err != nil || p.Nature == "" {
			return lines, err
		}
		return held(lines, entry, p)
	}
	added := append([]string{"    versions:"}, oldVersion(p, eve, textOf(entry))...)
	added = append(added, w.yaml()...)
	if text := lineOfKey(entry, "text"); text > 0 {
		return slices.Replace(lines, text-1, text, added...), nil
	}
	lines = slices.Insert(lines, end-1, added...)
	return held(lines, entry, p)
}

// afterVersions ends the last wording of an entry on the eve, and adds the new one behind it.
func (w *Wording) afterVersions(lines []string, entry, versions *yaml.Node, end int, eve civil.Date) ([]string, error) {
	for i := 0; i+1 < len(entry.Content); i += 2 {
		if at := entry.Content[i].Line; at > versions.Line {
			end = min(end, at)
		}
	}
	for blank(lines[end-2]) {
		end--
	}
	if versions.Style&yaml.FlowStyle != 0 {
		return nil, fmt.Errorf("the versions of %s are written in one line: add the wording by hand", w.Fragment)
	}
	lines = slices.Insert(lines, end-1, w.yaml()...)
	last := versions.Content[len(versions.Content)-1]
	if until := valueOf(last, "until"); until != nil { // on the eve, or with the norm
		line, at := lines[until.Line-1], until.Column-1
		lines[until.Line-1] = line[:at] + eve.String() + line[at+len(until.Value):]
		return lines, nil
	}
	from := valueOf(last, "from")
	if last.Style&yaml.FlowStyle != 0 {
		line, after := lines[from.Line-1], from.Column-1+len(from.Value)
		lines[from.Line-1] = line[:after] + ", until: " + eve.String() + line[after:]
		return lines, nil
	}
	return slices.Insert(lines, from.Line, "        until: "+eve.String()), nil
}

// yaml is the wording as norm.yaml writes it.
func (w *Wording) yaml() []string {
	lines := []string{
		"      - from: " + w.From.String(), "        act: " + quoted(strings.TrimSpace(w.Act)), "        grade: " + quoted(string(w.Grade)), "        text: " + w.File() + ":1",
	}
	if note := strings.TrimSpace(w.Note); note != "" {
		lines = append(lines, "        note: "+quoted(note))
	}
	return lines
}

// oldVersion is the wording that stood alone until now, in the list of which it becomes the first.
func oldVersion(p *corpus.Provision, eve civil.Date, place string) []string {
	v := p.Versions[0]
	lines := []string{"      - from: " + v.From.String(), "        until: " + eve.String(), "        grade: " + quoted(string(v.Grade))}
	if place == "" {
		return append(lines, "        note: 'Redação não disponível no acervo.'")
	}
	return append(lines, "        text: "+place)
}

// held makes the entry of a provision whose text was not held that of one whose text is. What it changes stands above the versions.
func held(lines []string, entry *yaml.Node, p *corpus.Provision) ([]string, error) {
	var gone []int
	for _, key := range []string{"status", "nature", "reported_in"} {
		at := lineOfKey(entry, key)
		switch {
		case at == 0:
			continue
		case !strings.HasPrefix(strings.TrimLeft(lines[at-1], " -"), key+":"):
			return nil, fmt.Errorf("%s of %s stands below its versions: add the wording by hand", key, p.Fragment)
		case key == "status":
			lines[at-1] = strings.Replace(lines[at-1], string(p.Status), string(p.Nature), 1)
		default:
			gone = append(gone, at)
		}
	}
	slices.Sort(gone)
	for _, at := range slices.Backward(gone) {
		lines = slices.Delete(lines, at-1, at)
	}
	return lines, nil
}

// lineOfKey is the line of a key of a mapping; 0 where it has none.
func lineOfKey(mapping *yaml.Node, key string) int {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value == key {
			return mapping.Content[i].Line
		}
	}
	return 0
}

func textOf(entry *yaml.Node) string {
	if text := valueOf(entry, "text"); text != nil {
		return text.Value
	}
	return ""
}

// blank tells whether a line says nothing.
func blank(line string) bool {
	text := strings.TrimSpace(line)
	return text == "" || strings.HasPrefix(text, "#")
}
