package corpus

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"deferido/internal/civil"
)

// normFile is norm.yaml as it is written.
type normFile struct {
	Title       string            `yaml:"title"`
	ShortTitle  string            `yaml:"short_title"`
	URN         string            `yaml:"urn"`
	PublishedOn *DatedFact        `yaml:"published_on"`
	InForce     Interval          `yaml:"in_force"`
	Source      string            `yaml:"source"`
	Notes       []Note            `yaml:"notes"`
	Related     []relatedEntry    `yaml:"related"`
	Texts       map[string]string `yaml:"texts"` // file name → sha256
	Provisions  []provisionEntry  `yaml:"provisions"`
}

type relatedEntry struct {
	Citation string `yaml:"citation"`
	Text     string `yaml:"text"`
	Note     string `yaml:"note"`
}

type provisionEntry struct {
	Fragment   string         `yaml:"fragment"`
	Status     Status         `yaml:"status"`
	Nature     Status         `yaml:"nature"`
	Questions  []string       `yaml:"questions"`
	Text       string         `yaml:"text"`        // art_39.txt:5
	ReportedIn string         `yaml:"reported_in"` // lei_10741_2003/commentary.txt:3
	Grade      Grade          `yaml:"grade"`
	Note       string         `yaml:"note"`
	Versions   []versionEntry `yaml:"versions"`
}

type versionEntry struct {
	From         civil.Date  `yaml:"from"`
	Until        *civil.Date `yaml:"until"`
	Act          string      `yaml:"act"`
	Grade        Grade       `yaml:"grade"`
	Text         string      `yaml:"text"`
	OlderWording bool        `yaml:"older_wording"`
	Note         string      `yaml:"note"`
}

// name is how problems name the entry.
func (e provisionEntry) name() string {
	if e.Fragment == "" {
		return "passage " + e.Text
	}
	return e.Fragment
}

// readYAML decodes one document strictly: an unknown or repeated key, or anything behind the document, is an error.
func readYAML(fsys fs.FS, name string, into any) error {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return err
	}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	if err := decoder.Decode(into); err != nil {
		if errors.Is(err, io.EOF) {
			return errors.New("the file is empty")
		}
		return err
	}
	if err := decoder.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return errors.New("the file holds more than one document")
	}
	return nil
}

// parsePlace reads "art_39.txt:5", a line of the given norm, or of another with its folder and a slash in front.
func parsePlace(norm, text string) (Place, error) {
	if folder, rest, found := strings.Cut(text, "/"); found {
		norm, text = folder, rest
	}
	file, digits, _ := strings.Cut(text, ":")
	line, err := strconv.Atoi(digits)
	if err != nil || line < 1 || file == "" {
		return Place{}, fmt.Errorf("want a place such as art_39.txt:5, not %q", text)
	}
	return Place{norm, file, line}, nil
}

// line is the text of a line of the file, without its line feed. It is false when the file has no such line, or a blank one.
func (f File) line(n int) (string, bool) {
	lines := strings.Split(f.Text, "\n")
	if n > len(lines) || strings.TrimSpace(lines[n-1]) == "" {
		return "", false
	}
	return lines[n-1], true
}
