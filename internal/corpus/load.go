package corpus

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// Load reads the norms of a policies tree: norms/<norm>/norm.yaml and the texts beside it. It checks all of it, and returns
// either a corpus in which nothing is left unclassified or every problem found, joined, each behind the name of its file.
func Load(fsys fs.FS) (*Corpus, error) {
	folders, err := fs.ReadDir(fsys, "norms")
	if err != nil {
		return nil, fmt.Errorf("reading the norms: %w", err)
	}
	c := &Corpus{byFolder: map[string]*Norm{}, byURN: map[string]Match{}, byLabel: map[string]Match{}}
	var problems []error
	for _, folder := range folders {
		if !folder.IsDir() {
			continue
		}
		l := &normLoader{fsys: fsys, dir: path.Join("norms", folder.Name()), norm: &Norm{Folder: folder.Name()}}
		l.load()
		problems = append(problems, l.problems...)
		c.norms = append(c.norms, l.norm)
	}
	if len(problems) == 0 {
		problems = c.index()
	}
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	return c, nil
}

// normLoader reads one norm and gathers what is wrong with it.
type normLoader struct {
	fsys     fs.FS
	dir      string
	norm     *Norm
	problems []error
}

func (l *normLoader) fail(name string, format string, args ...any) {
	l.problems = append(l.problems, fmt.Errorf("%s: %w", path.Join(l.dir, name), fmt.Errorf(format, args...)))
}

const normYAML = "norm.yaml"

func (l *normLoader) load() {
	var file normFile
	if err := readYAML(l.fsys, path.Join(l.dir, normYAML), &file); err != nil {
		l.fail(normYAML, "%w", err)
		return
	}
	l.describe(file)
	l.texts(file.Texts)
	if len(l.problems) > 0 {
		return // the provisions would only repeat them
	}
	for _, entry := range file.Provisions {
		l.provision(entry)
	}
	for _, entry := range file.Related {
		l.related(entry)
	}
	l.checkOrder()
	l.checkEveryLineIsClassified()
}

func (l *normLoader) describe(file normFile) {
	n := l.norm
	n.Title, n.ShortTitle, n.Source, n.Notes = file.Title, file.ShortTitle, file.Source, file.Notes
	n.PublishedOn, n.InForce = file.PublishedOn, file.InForce
	urn, err := ParseURN(file.URN)
	if err != nil {
		l.fail(normYAML, "urn: %w", err)
		return
	}
	n.URN = urn
	l.checkDescription()
}

// texts reads the text files and holds them to their hashes; a file without hash, or a hash without file, is a problem.
func (l *normLoader) texts(hashes map[string]string) {
	for _, name := range slices.Sorted(maps.Keys(hashes)) {
		data, err := fs.ReadFile(l.fsys, path.Join(l.dir, name))
		if err != nil {
			l.fail(name, "%w", err)
			continue
		}
		sum := sha256.Sum256(data)
		if got := hex.EncodeToString(sum[:]); got != hashes[name] {
			l.fail(name, "the text is not the one that %s vouches for: its sha256 is %s", normYAML, got)
		}
		l.norm.Files = append(l.norm.Files, File{name, hashes[name], string(data)})
	}
	entries, err := fs.ReadDir(l.fsys, l.dir)
	if err != nil {
		l.fail("", "%w", err)
	}
	for _, entry := range entries {
		if _, listed := hashes[entry.Name()]; strings.HasSuffix(entry.Name(), ".txt") && !listed {
			l.fail(entry.Name(), "the text has no hash in %s", normYAML)
		}
	}
}

func (l *normLoader) provision(entry provisionEntry) {
	before := len(l.problems)
	l.checkEntry(entry)
	p := &Provision{
		Norm: l.norm, Status: entry.Status, Nature: entry.Nature, Questions: entry.Questions,
		Grade: entry.Grade, Note: entry.Note, Reworded: len(entry.Versions) > 0, Label: l.norm.Title,
	}
	if entry.Fragment != "" {
		fragment, err := ParseFragment(entry.Fragment)
		if err != nil {
			l.fail(normYAML, "fragment %s: %w", entry.Fragment, err)
		}
		p.Fragment, p.URN = fragment, l.norm.URN.At(fragment).String()
		p.Label += ", " + fragment.Label()
	}
	if entry.ReportedIn != "" {
		place, err := parsePlace(l.norm.Folder, entry.ReportedIn)
		if err != nil {
			l.fail(normYAML, "%s: reported_in: %w", entry.name(), err)
		}
		p.ReportedIn = &place
	}
	l.versions(p, entry)
	if p.Grade == "" && p.Held() {
		p.Grade = GradeSource
	}
	if len(l.problems) > before {
		return
	}
	l.norm.entries = append(l.norm.entries, p)
	if p.Status != StatusCommentary {
		l.norm.Provisions = append(l.norm.Provisions, p)
	}
}

// versions gives the provision its wordings: the listed ones, or a single one for as long as the act is in force.
func (l *normLoader) versions(p *Provision, entry provisionEntry) {
	listed := entry.Versions
	if len(listed) == 0 {
		grade := entry.Grade
		if grade == "" {
			grade = GradeSource
		}
		listed = []versionEntry{{From: l.norm.InForce.From.Date, Text: entry.Text, Grade: grade}}
	}
	for _, w := range listed {
		v := Version{
			From: w.From, Until: w.Until, Act: w.Act, Grade: w.Grade, Note: w.Note,
			Held: w.Text != "", OlderWording: w.OlderWording,
		}
		if v.Held {
			v.At, v.Text = l.line(entry.name(), w.Text)
		}
		p.Versions = append(p.Versions, v)
	}
	if end := &p.Versions[len(p.Versions)-1]; end.Until == nil {
		end.Until = l.norm.InForce.until()
	}
	l.checkVersions(entry.name(), p.Versions)
}

func (l *normLoader) related(entry relatedEntry) {
	place, _ := l.line("related", entry.Text)
	if entry.Citation == "" || entry.Note == "" {
		l.fail(normYAML, "related: want a citation and a note")
	}
	l.norm.Related = append(l.norm.Related, Related{l.norm.Folder, entry.Citation, place, entry.Note})
}

// line finds a place of this norm and its text.
func (l *normLoader) line(name, place string) (Place, string) {
	at, err := parsePlace(l.norm.Folder, place)
	if err != nil {
		l.fail(normYAML, "%s: text: %w", name, err)
		return at, ""
	}
	if at.Norm != l.norm.Folder {
		l.fail(normYAML, "%s: the text of a provision stands in its own norm, not in %s", name, at.Norm)
		return at, ""
	}
	file, _ := l.norm.File(at.File)
	text, found := file.line(at.Line)
	if !found {
		l.fail(normYAML, "%s: there is no text at %s", name, place)
	}
	return at, text
}
