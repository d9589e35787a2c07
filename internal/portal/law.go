package portal

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"

	"deferido/internal/corpus"
	"deferido/internal/edition"
)

// lawRoutes are the addresses of this group of pages.
var lawRoutes = []route{
	get("/normas", "", (*Portal).norms),
	get("/normas/:norma", "", (*Portal).norm),
	get("/normas/:norma/:artigo", "", (*Portal).article),
	get("/normas/:norma/:artigo/comparar", "", (*Portal).compareArticle),
	get("/normas/:norma/:artigo/historico", "", (*Portal).articleHistory),
	get("/urn/:urn", "", (*Portal).urn),
	get("/casos/:id", "", (*Portal).lawCase),
	get("/parametros/:nome", "", (*Portal).parameter),
}

// editions are the annotated editions of the policy sets that are read. Making one takes a second, so each is made once.
type editions struct {
	mu   sync.Mutex
	made map[string]*oneEdition // by revision
}

// oneEdition is an edition, once somebody has made it.
type oneEdition struct {
	mu sync.Mutex
	of *edition.Edition
}

// editionsKept bounds the editions that are kept: that in service, the one before, and what people look back at.
const editionsKept = 4

// editionLimit is how long making an edition may take. Whoever waits for it may go: it is made for the next one too.
const editionLimit = time.Minute

// edition is the annotated edition of the visit's set.
func (p *Portal) edition(v *visit) (*edition.Edition, error) {
	revision := v.set.Revision()
	one := p.editions.one(revision)
	one.mu.Lock()
	defer one.mu.Unlock()
	if one.of != nil {
		return one.of, nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(v.ctx()), editionLimit)
	defer cancel()
	tree, err := p.Sets.Tree(ctx, revision)
	if err != nil {
		return nil, fmt.Errorf("reading the files of the edition: %w", err)
	}
	one.of, err = edition.New(ctx, v.set, tree)
	return one.of, err
}

func newEditions() *editions { return &editions{made: map[string]*oneEdition{}} }

func (e *editions) one(revision string) *oneEdition {
	e.mu.Lock()
	defer e.mu.Unlock()
	one := e.made[revision]
	if one == nil {
		if len(e.made) >= editionsKept {
			clear(e.made)
		}
		one = &oneEdition{}
		e.made[revision] = one
	}
	return one
}

// normOf is the norm that an address names; where none is, the failure says what may have been meant.
func (v *visit) normOf() (*corpus.Norm, error) {
	folder := v.Param("norma")
	n, known := v.set.Corpus().Norm(folder)
	if !known {
		return nil, notFound("law.no_norm", v.suggested(spoken(folder))...)
	}
	return n, nil
}

// articleOf is the edition and the article that an address names.
func (p *Portal) articleOf(v *visit) (*edition.Edition, *corpus.Norm, error) {
	n, err := v.normOf()
	if err != nil {
		return nil, nil, err
	}
	e, err := p.edition(v)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range e.Names(n.Folder) {
		if name == v.Param("artigo") {
			return e, n, nil
		}
	}
	return nil, nil, &failure{
		status: http.StatusNotFound, key: "law.no_article", args: []any{"norm", n.Title}, links: []link{{"/normas/" + n.Folder, n.Title}},
	}
}

// suggested are ways to what a person may have meant who asked for an act that is not there. None of them is taken for it.
func (v *visit) suggested(query string) []link {
	var links []link
	found := v.set.Corpus().Resolve(query)
	if found.Found != nil {
		links = append(links, matchLink(*found.Found))
	}
	for _, s := range found.Suggestions {
		links = append(links, matchLink(s.Match))
	}
	return append(links, link{"/normas", v.t("law.norms.title")})
}

func matchLink(m corpus.Match) link {
	if m.Provision != nil {
		return link{provisionURL(m.Provision.URN, ""), m.Provision.Label}
	}
	return link{"/normas/" + m.Norm.Folder, m.Norm.Title}
}

// articleURL is the address of an article, on a day that is given as YYYY-MM-DD, or today where it is empty.
func articleURL(norm, article, day string) string {
	at := "/normas/" + url.PathEscape(norm)
	if article != "" {
		at += "/" + url.PathEscape(article)
	}
	if day != "" {
		at += "?em=" + day
	}
	return at
}
