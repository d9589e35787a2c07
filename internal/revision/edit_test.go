package revision_test

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"deferido/fixtures"
	"deferido/internal/revision"
	"deferido/policies"
)

// edited is a copy of the embedded tree under a person's hands.
type edited struct {
	t               testing.TB
	policies, cases fstest.MapFS
}

func edit(t testing.TB) *edited {
	t.Helper()
	e := &edited{t, fstest.MapFS{}, fstest.MapFS{}}
	e.copy(policies.FS, e.policies)
	e.copy(fixtures.FS, e.cases)
	return e
}

func (e *edited) copy(from fs.FS, to fstest.MapFS) {
	err := fs.WalkDir(from, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(from, name)
		to[name] = &fstest.MapFile{Data: content}
		return err
	})
	if err != nil {
		e.t.Fatal(err)
	}
}

// tree is the tree as it is now.
func (e *edited) tree() revision.Tree { return revision.Tree{Policies: e.policies, Cases: e.cases} }

func (e *edited) files(name string) fstest.MapFS {
	if strings.HasPrefix(name, "cases/") {
		return e.cases
	}
	return e.policies
}

func (e *edited) read(name string) string {
	e.t.Helper()
	file := e.files(name)[name]
	if file == nil {
		e.t.Fatalf("there is no %s", name)
	}
	return string(file.Data)
}

func (e *edited) write(name, content string) *edited {
	e.files(name)[name] = &fstest.MapFile{Data: []byte(content)}
	return e
}

// replace changes the first place of a text.
func (e *edited) replace(name, from, to string) *edited {
	e.t.Helper()
	before := e.read(name)
	if !strings.Contains(before, from) {
		e.t.Fatalf("%s has no %q", name, from)
	}
	return e.write(name, strings.Replace(before, from, to, 1))
}

func (e *edited) remove(name string) *edited {
	delete(e.files(name), name)
	return e
}

// reword changes a text of a norm and the hash that vouches for it.
func (e *edited) reword(norm, file, from, to string) *edited {
	e.t.Helper()
	name := "norms/" + norm + "/" + file
	before := sha256.Sum256([]byte(e.read(name)))
	e.replace(name, from, to)
	after := sha256.Sum256([]byte(e.read(name)))
	return e.replace("norms/"+norm+"/norm.yaml", hex.EncodeToString(before[:]), hex.EncodeToString(after[:]))
}

// line is the first line of a file that has a text.
func (e *edited) line(name, has string) int {
	e.t.Helper()
	at := strings.Index(e.read(name), has)
	if at < 0 {
		e.t.Fatalf("%s has no %q", name, has)
	}
	return 1 + strings.Count(e.read(name)[:at], "\n")
}
