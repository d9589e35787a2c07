package mutation

import (
	"io/fs"
	"path"
	"testing"
	"testing/fstest"

	"deferido/policies"
)

// article is the file that the tests write articles of their own into.
const article = "norms/decreto_9921_2019/art_39.rego"

// changed is the embedded policies with some files of other content; those of none are left out.
func changed(t testing.TB, files map[string]string) fs.FS {
	t.Helper()
	tree := fstest.MapFS{}
	err := fs.WalkDir(policies.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(policies.FS, name)
		tree[name] = &fstest.MapFile{Data: content}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		tree[name] = &fstest.MapFile{Data: []byte(content)}
		if content == "" {
			delete(tree, name)
		}
	}
	return tree
}

// alone is the embedded policies with one file of Rego only: an article of a test's own.
func alone(t testing.TB, rego string) fs.FS {
	t.Helper()
	tree := changed(t, nil).(fstest.MapFS)
	for name := range tree {
		if path.Ext(name) == ".rego" {
			delete(tree, name)
		}
	}
	tree[article] = &fstest.MapFile{Data: []byte(rego)}
	return tree
}

// read is a file of the embedded policies.
func read(t testing.TB, name string) string {
	t.Helper()
	content, err := fs.ReadFile(policies.FS, name)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// mutants are those of a tree.
func mutants(t testing.TB, tree fs.FS) []Mutant {
	t.Helper()
	all, err := Mutants(tree)
	if err != nil {
		t.Fatal(err)
	}
	return all
}
