package revision

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/format"

	"deferido/internal/corpus"
)

// Article describes a new article of a norm.
type Article struct {
	Norm     string // folder
	Name     string // art_40; art_2_1 is art. 2º-A
	Question string // that it speaks to first: grant
	Title    string // what it does, in a few words of Portuguese; may be empty
	Text     []byte // as published, a provision a line; nil where the text is not held
}

// NewArticle writes the policy of an article with its test into a policies folder, its text where one is given, and what
// norm.yaml says of both. It returns the paths of the files that are new. It overwrites nothing, and writes nothing at all
// where the corpus would not accept the result.
func NewArticle(policies string, a Article) ([]string, error) {
	number, err := articleNumber(a.Name)
	if err != nil {
		return nil, err
	}
	if err := oneLine(a.Title); err != nil {
		return nil, err
	}
	t := &transaction{policies: policies}
	if err := t.makeDir(""); err != nil {
		return nil, err
	}
	c, err := corpus.Load(os.DirFS(policies))
	if err != nil {
		return nil, err
	}
	norm, known := c.Norm(a.Norm)
	if !known {
		return nil, fmt.Errorf("there is no norm %s; begin it with law new norm", a.Norm)
	}
	s := &scaffold{article: a, number: number, norm: norm, dir: filepath.Join(policies, "norms", a.Norm)}
	if err := s.plan(); err != nil {
		return nil, err
	}
	return s.write(t)
}

var articleForm = regexp.MustCompile(`^art_[1-9][0-9]{0,3}(_[1-9][0-9]{0,3})*$`)

// articleNumber is the LexML fragment of an article: art40 of art_40, art2-1 of art_2_1.
func articleNumber(name string) (corpus.Fragment, error) {
	if !articleForm.MatchString(name) {
		return nil, errors.New("an article is named like art_40, and its insertions like art_2_1 (art. 2º-A)")
	}
	number, added, inserted := strings.Cut(strings.TrimPrefix(name, "art_"), "_")
	if inserted {
		number += "-" + strings.ReplaceAll(added, "_", "-")
	}
	return corpus.ParseFragment("art" + number)
}

// scaffold is an article on its way into a policies folder.
type scaffold struct {
	article Article
	number  corpus.Fragment
	norm    *corpus.Norm
	dir     string

	entries   []entry // for norm.yaml; none where it has the article already
	provision string  // that the first condition cites
	quote     string  // of it; empty where its text is not held
}

// plan finds what the article's first condition can cite.
func (s *scaffold) plan() error {
	for _, p := range s.norm.Provisions {
		if p.Fragment.ArticleName() != s.article.Name {
			continue
		}
		if s.article.Text != nil {
			return fmt.Errorf("norm.yaml of %s already has %s: add the text there by hand, or leave --text out", s.norm.Folder, p.Fragment)
		}
		s.provision = p.Fragment.String()
		text, _ := p.Text()
		s.quote = firstWords(text)
		return nil
	}
	if s.article.Text == nil {
		s.provision = s.number.String()
		s.entries = []entry{{fragment: s.provision, notHeld: true}}
		return nil
	}
	if !utf8.Valid(s.article.Text) {
		return errors.New("the text is not UTF-8")
	}
	var err error
	if s.entries, err = classify(string(s.article.Text), s.number); err != nil {
		return err
	}
	for _, e := range s.entries {
		if e.fragment != "" {
			s.provision, s.quote = e.fragment, firstWords(e.text)
			break
		}
	}
	return nil
}

func (s *scaffold) write(t *transaction) ([]string, error) {
	title := s.norm.Title + ", " + s.number.Label() + " — " + s.article.Title
	if s.article.Title == "" {
		title += "substitua: o que ele faz, em poucas palavras"
	}
	values := struct{ Title, Norm, Article, Question, Provision, Quote string }{
		title, s.norm.Folder, s.article.Name, s.article.Question, s.provision, s.quote,
	}
	for _, kind := range []string{".rego", "_test.rego"} {
		source, err := fill("article"+kind+".tmpl", values)
		if err != nil {
			return nil, err
		}
		name := filepath.Join(s.dir, s.article.Name+kind)
		if source, err = format.SourceWithOpts(name, source, format.Opts{RegoVersion: ast.RegoV1}); err != nil {
			return nil, fmt.Errorf("the question and the title do not make valid Rego: %w", err)
		}
		t.create(name, source)
	}
	if s.article.Text != nil {
		t.create(filepath.Join(s.dir, s.textFile()), s.text())
	}
	if len(s.entries) > 0 {
		name := filepath.Join(s.dir, "norm.yaml")
		before, err := os.ReadFile(name)
		if err != nil {
			t.err = errors.Join(t.err, err)
		}
		after, err := s.extend(before)
		if err != nil {
			t.err = errors.Join(t.err, fmt.Errorf("%s: %w", name, err))
		}
		t.change(name, before, after)
	}
	return t.commit()
}

func (s *scaffold) textFile() string { return s.article.Name + ".txt" }

// text is the text as given, with the line feed at its end that a file has.
func (s *scaffold) text() []byte {
	if bytes.HasSuffix(s.article.Text, []byte("\n")) {
		return s.article.Text
	}
	return append(bytes.Clone(s.article.Text), '\n')
}

func (s *scaffold) sum() string {
	sum := sha256.Sum256(s.text())
	return hex.EncodeToString(sum[:])
}

// firstWords is where a quote of a text may begin: its words up to about sixty bytes, unchanged.
func firstWords(text string) string {
	for i, r := range text {
		if r == ' ' && i >= 60 {
			return text[:i]
		}
	}
	return text
}
