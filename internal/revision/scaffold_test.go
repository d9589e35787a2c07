package revision_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/format"

	"deferido/internal/corpus"
	"deferido/internal/revision"
	"deferido/policies"
)

// tree is a copy of the policies to write into.
func tree(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "policies")
	if err := os.CopyFS(dir, policies.FS); err != nil {
		t.Fatal(err)
	}
	return dir
}

var norm = revision.Norm{
	Folder: "decreto_12345_2027", Title: "Decreto nº 12.345/2027", ShortTitle: "Novo 'Decreto'",
	URN: "urn:lex:br:federal:decreto:2027-01-10;12345", From: "2027-02-01",
}

const text = `Art. 2º-A O benefício é devido a quem o pedir, em "qualquer" dia:
I - com uma hora;
II – sem documento, quando:
a) 'o tiver perdido'; ou
b) o tiver esquecido.
§ 1º O pedido é escrito.
§ 2º-B O pedido é gratuito.
Esta linha não é da lei.
`

func TestANewNormAndItsArticles(t *testing.T) {
	dir := tree(t)
	if _, err := revision.NewNorm(dir, norm); err != nil {
		t.Fatal(err)
	}
	created, err := revision.NewArticle(dir, revision.Article{Norm: norm.Folder, Name: "art_2_1", Question: "grant", Title: "o 'novo' caso", Text: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	if len(created) != 3 {
		t.Errorf("created %v", created)
	}
	if _, err := revision.NewArticle(dir, revision.Article{Norm: norm.Folder, Name: "art_1", Question: "fare", Text: []byte("Art. 1º Um.\nParágrafo único. Dois.")}); err != nil {
		t.Fatal(err)
	}
	if _, err := revision.NewArticle(dir, revision.Article{Norm: norm.Folder, Name: "art_3", Question: "grant"}); err != nil {
		t.Fatal(err)
	}
	c, err := corpus.Load(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	var fragments []string
	for _, row := range c.Ledger() {
		if row.Norm == norm.Folder {
			fragments = append(fragments, row.Fragment+" "+string(row.Status))
		}
	}
	want := []string{
		"art1_cpt condition", "art1_par1u condition",
		"art2-1_cpt condition", "art2-1_cpt_inc1 condition", "art2-1_cpt_inc2 condition", "art2-1_cpt_inc2_ali1 condition",
		"art2-1_cpt_inc2_ali2 condition", "art2-1_par1 condition", "art2-1_par2-2 condition", " commentary", "art3 not_held",
	}
	if diff := cmp.Diff(want, fragments); diff != "" {
		t.Error(diff)
	}
	if got, _ := c.ArticleText(norm.Folder, "art_2_1"); got != text {
		t.Errorf("the text is not as given: %q", got)
	}
	checkRego(t, dir, norm.Folder, "*")
}

// checkRego holds that what was written is formatted, annotated and quoted as the loader wants.
func checkRego(t *testing.T, dir, folder, pattern string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "norms", folder, pattern+".rego"))
	if err != nil || len(files) == 0 {
		t.Fatal("no Rego was written", err)
	}
	for _, name := range files {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		formatted, err := format.SourceWithOpts(name, source, format.Opts{RegoVersion: ast.RegoV1})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(formatted), string(source)); diff != "" {
			t.Errorf("%s is not formatted:\n%s", name, diff)
		}
		if strings.HasSuffix(name, "_test.rego") {
			continue
		}
		module, err := ast.ParseModuleWithOpts(name, string(source), ast.ParserOptions{ProcessAnnotation: true})
		if err != nil {
			t.Fatal(err)
		}
		if len(module.Annotations) != 3 {
			t.Errorf("%s has %d annotations, want those of the package, the scope and the condition", name, len(module.Annotations))
		}
	}
}

func TestAnArticleAmongOthers(t *testing.T) {
	dir := tree(t)
	const folder = "decreto_9921_2019"
	before := read(t, filepath.Join(dir, "norms", folder, "norm.yaml"))
	// Its norm.yaml has art. 35 and art. 39: the new one stands between them, and nothing else changes.
	if _, err := revision.NewArticle(dir, revision.Article{Norm: folder, Name: "art_36", Question: "grant", Text: []byte("Art. 36.  Um texto.\n")}); err != nil {
		t.Fatal(err)
	}
	after := read(t, filepath.Join(dir, "norms", folder, "norm.yaml"))
	var kept []string
	old := strings.Split(before, "\n")
	for line := range strings.SplitSeq(after, "\n") {
		if len(old) > 0 && line == old[0] {
			old = old[1:]
			continue
		}
		kept = append(kept, line)
	}
	if len(old) > 0 || len(kept) != 6 {
		t.Errorf("more was changed than added: added %q, lost %q", kept, old)
	}
	checkRego(t, dir, folder, "art_36*")
}

func TestWhatNormYAMLKnowsIsCited(t *testing.T) {
	dir := tree(t)
	const folder = "lei_12852_2013"
	for _, name := range []string{"art_32.rego", "art_32_test.rego"} {
		if err := os.Remove(filepath.Join(dir, "norms", folder, name)); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	before := read(t, filepath.Join(dir, "norms", folder, "norm.yaml"))
	if _, err := revision.NewArticle(dir, revision.Article{Norm: folder, Name: "art_32", Question: "grant"}); err != nil {
		t.Fatal(err)
	}
	if read(t, filepath.Join(dir, "norms", folder, "norm.yaml")) != before {
		t.Error("norm.yaml was changed though it has the article")
	}
	if rego := read(t, filepath.Join(dir, "norms", folder, "art_32.rego")); !strings.Contains(rego, "provision: art32_cpt\n") || !strings.Contains(rego, "quote: 'Art. 32") {
		t.Error(rego)
	}
}

func TestRefusalsWriteNothing(t *testing.T) {
	dir := tree(t)
	before := listing(t, dir)
	const folder = "decreto_9921_2019"
	with := func(change func(*revision.Norm)) func() error {
		n := norm
		change(&n)
		return func() error { _, err := revision.NewNorm(dir, n); return err }
	}
	article := func(a revision.Article) func() error {
		return func() error { _, err := revision.NewArticle(dir, a); return err }
	}
	for name, e := range map[string]struct {
		do   func() error
		want string
	}{
		"a norm that exists":         {with(func(n *revision.Norm) { n.Folder = folder }), "exists already"},
		"a folder without a year":    {with(func(n *revision.Norm) { n.Folder = "decreto" }), "named like"},
		"a folder outside":           {with(func(n *revision.Norm) { n.Folder = "../decreto_1_2027" }), "named like"},
		"another number in the URN":  {with(func(n *revision.Norm) { n.Folder = "decreto_1_2027" }), "as the urn says"},
		"a URN that is none":         {with(func(n *revision.Norm) { n.URN = "decreto" }), "URN"},
		"no first day":               {with(func(n *revision.Norm) { n.From = "" }), "first day"},
		"a title of two lines":       {with(func(n *revision.Norm) { n.Title = "a\nb" }), "one line"},
		"an article that exists":     {article(revision.Article{Norm: folder, Name: "art_39", Question: "grant"}), "exists already"},
		"a norm that does not exist": {article(revision.Article{Norm: "lei_1_2000", Name: "art_1", Question: "grant"}), "law new norm"},
		"a name that is none":        {article(revision.Article{Norm: folder, Name: "artigo", Question: "grant"}), "named like"},
		"a name outside":             {article(revision.Article{Norm: folder, Name: "../art_1", Question: "grant"}), "named like"},
		"a text of another article":  {article(revision.Article{Norm: folder, Name: "art_36", Question: "grant", Text: []byte("Art. 37. Outro.")}), "another article"},
		"a text of no article":       {article(revision.Article{Norm: folder, Name: "art_36", Question: "grant", Text: []byte("Outro.")}), "Art. 36"},
		"an item out of place":       {article(revision.Article{Norm: folder, Name: "art_36", Question: "grant", Text: []byte("Art. 36. Um:\nII - dois\nI - um\n")}), "order"},
		"a text that is there":       {article(revision.Article{Norm: folder, Name: "art_39", Question: "grant", Text: []byte("Art. 39. Um.")}), "already has"},
		"bytes that are no text":     {article(revision.Article{Norm: folder, Name: "art_36", Question: "grant", Text: []byte("Art. 36. \xff")}), "UTF-8"},
		"a question that is no name": {article(revision.Article{Norm: folder, Name: "art_36", Question: "grant x"}), "Rego"},
	} {
		if err := e.do(); err == nil || !strings.Contains(err.Error(), e.want) {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(before, listing(t, dir)); diff != "" {
			t.Fatalf("%s: something was written:\n%s", name, diff)
		}
	}
}

func TestProblemsThatWereThereAreNotBlamedOnTheNew(t *testing.T) {
	dir := tree(t)
	if err := os.Remove(filepath.Join(dir, "norms", "lei_12852_2013", "norm.yaml")); err != nil {
		t.Fatal(err)
	}
	if _, err := revision.NewNorm(dir, norm); err == nil || !strings.Contains(err.Error(), "already") {
		t.Error(err)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// listing is every file of a folder with its content.
func listing(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			all[name] = read(t, name)
		} else if err == nil {
			all[name] = "folder"
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
