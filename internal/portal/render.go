package portal

import (
	"bytes"
	"embed"
	"fmt"
	"html"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"
)

//go:embed templates
var templateFiles embed.FS

// pages are the templates in one language.
type pages struct {
	words *words
	// parsed are the templates, parsed when the first page is asked for: a server that only decides does not carry them.
	parsed func() (*template.Template, error)
}

// page is a page to be rendered.
type page struct {
	Title    string          // of the window; no personal fact
	Template string          // "<group>/<name>"
	Body     any             // of the template
	Written  []template.HTML // in the place of both: what was written before, part by part
	Section  string          // of the menu: consultar, normas, decisoes, divergencias, mudancas
	Crumbs   []link          // from the top to the page, whose own label is the last one, without a URL
	Narrow   bool            // one column for reading
	Bare     bool            // the content brings its own main
	Editor   bool            // it needs the editor
	Error    bool            // what was sent is to be corrected
}

// shell is what the frame of a page is made of.
type shell struct {
	page
	Lang     string
	Other    string // address in the other language
	Contrast string
	Keys     string
	Nonce    string
	Full     bool
	Visitor  Visitor
	Ended    bool
	Revision string
	Here     string // address, to come back to
}

func parsePages(a *assets) (map[string]*pages, error) {
	all := map[string]*pages{}
	for _, lang := range []string{portuguese, english} {
		w, err := readWords(wordFiles, lang)
		if err != nil {
			return nil, err
		}
		all[lang] = &pages{w, sync.OnceValues(func() (*template.Template, error) { return parseTemplates(templateFiles, w, a) })}
	}
	return all, nil
}

// parseTemplates parses all templates, each by its path below templates without the ending.
func parseTemplates(files fs.FS, w *words, a *assets) (*template.Template, error) {
	all := template.New("").Option("missingkey=error").Funcs(functions(w, a))
	all.Funcs(template.FuncMap{"show": func(name string, of any) (template.HTML, error) { // a component that is named by a value
		return (&pages{w, func() (*template.Template, error) { return all, nil }}).execute(name, of)
	}})
	err := fs.WalkDir(files, "templates", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".html" {
			return err
		}
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		called := strings.TrimSuffix(strings.TrimPrefix(name, "templates/"), ".html")
		called = strings.TrimPrefix(called, "components/")
		if _, err := all.New(called).Parse(withStanding(string(content), w, a)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	})
	return all, err
}

// standing is what is the same on every page: words without a value in them, shapes, the addresses of what pages load.
var standing = regexp.MustCompile(`\{\{(t|icon|asset) "([A-Za-z0-9_./-]+)"\}\}`)

// withStanding puts what is the same on every page into a template before it is parsed: of most pages that is most. What is not
// there fails where it is said.
func withStanding(source string, w *words, a *assets) string {
	return standing.ReplaceAllStringFunc(source, func(call string) string {
		parts := standing.FindStringSubmatch(call)
		var said string
		var err error
		switch parts[1] {
		case "icon":
			var shape template.HTML
			if shape, err = icon(parts[2]); err == nil {
				return string(shape)
			}
		case "asset":
			said, err = a.url(parts[2])
		default:
			said, err = w.find(parts[2])
		}
		if err != nil {
			return call
		}
		return html.EscapeString(said)
	})
}

// words are those of the visit's language.
func (v *visit) words() *words { return v.portal.pages[v.lang].words }

// t is the words of a key in the visit's language.
func (v *visit) t(key string, args ...any) string { return v.words().text(key, args...) }

// render writes a page. Nothing is written where its template fails.
func (v *visit) render(status int, p page) error {
	if v.fragment() && !p.Bare {
		return v.part(status, p.Template, p.Body)
	}
	set := v.portal.pages[v.lang]
	if p.Written == nil {
		content, err := set.execute(p.Template, p.Body)
		if err != nil {
			return err
		}
		p.Written = []template.HTML{content}
	}
	return v.execute(status, "shell/page", shell{
		page: p, Lang: v.lang, Other: v.inOther(), Contrast: v.contrast, Keys: cookie(v.Request, keysCookie),
		Nonce: v.nonce, Full: v.portal.assets.full, Visitor: v.Visitor, Ended: v.ended, Revision: v.set.Revision(), Here: v.here(),
	})
}

// part writes a part of a page, to be put into one that is there.
func (v *visit) part(status int, name string, body any) error { return v.execute(status, name, body) }

// execute writes what a template makes.
func (v *visit) execute(status int, name string, body any) error {
	b := rendered.Get().(*bytes.Buffer)
	defer rendered.Put(b)
	b.Reset()
	if err := v.portal.pages[v.lang].into(b, name, body); err != nil {
		return err
	}
	v.write(status, b.Bytes())
	return nil
}

func (v *visit) write(status int, content []byte) {
	v.Header("Content-Language", v.lang)
	v.Data(status, gin.MIMEHTML+"; charset=utf-8", content)
}

// file sends something to be saved under a name. It is never kept.
func (v *visit) file(name, media string, content []byte) error {
	v.Header("Content-Disposition", `attachment; filename="`+name+`"`)
	v.Data(http.StatusOK, media, content)
	return nil
}

// rendered are buffers for pages, which are all about as long.
var rendered = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// execute is what a template makes.
func (s *pages) execute(name string, body any) (template.HTML, error) {
	b := rendered.Get().(*bytes.Buffer)
	defer rendered.Put(b)
	b.Reset()
	err := s.into(b, name, body)
	return template.HTML(b.String()), err
}

func (s *pages) into(b *bytes.Buffer, name string, body any) error {
	all, err := s.parsed()
	if err != nil {
		return err
	}
	t := all.Lookup(name)
	if t == nil {
		return fmt.Errorf("no template %s", name)
	}
	if err := t.Execute(b, body); err != nil {
		return fmt.Errorf("rendering: %w", err)
	}
	return nil
}

// here is the address of a page that was got, to come back to; of what was posted it is where that leads.
func (v *visit) here() string {
	if v.Request.Method != http.MethodGet && v.Request.Method != http.MethodHead {
		return v.Request.URL.Path
	}
	return v.Request.URL.RequestURI()
}

// inOther is the address of the page in the other language, on the same day.
func (v *visit) inOther() string {
	at := *v.Request.URL
	query := at.Query()
	query.Set("lang", other(v.lang))
	at.RawQuery = query.Encode()
	return at.RequestURI()
}
