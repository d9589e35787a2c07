package bundle

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"deferido/internal/engine"
)

// gather reads the files of a revision, in order of path.
func gather(policies, cases fs.FS) ([]entry, error) {
	var files []entry
	taken := newNames()
	err := engine.EachFile(policies, []fs.FS{cases}, func(name string, content []byte) error {
		if !portable(name) {
			return fmt.Errorf("%s: a bundle takes no file of this name: it is not portable, or OPA reserves it", name)
		}
		if !taken.take(name) {
			return fmt.Errorf("%s: there is another file whose name differs in capitals only, or is a folder of this one", name)
		}
		files = append(files, entry{name, content})
		return nil
	})
	slices.SortFunc(files, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	return files, err
}

// trees makes of the files of a revision its policies tree and the tree of its cases, which is nil where there are none.
func trees(files []entry) (policies, cases fs.FS, err error) {
	var law, examples []entry
	for _, f := range files {
		if strings.HasPrefix(f.name, casesFolder+"/") {
			examples = append(examples, f)
		} else {
			law = append(law, f)
		}
	}
	policies, err = tree(law)
	if err == nil && examples != nil {
		cases, err = tree(examples)
	}
	return policies, cases, err
}

// tree is a file system in memory: the library's own one that is made for programs is that of a zip.
func tree(files []entry) (fs.FS, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		to, err := w.CreateHeader(&zip.FileHeader{Name: f.name, Method: zip.Store})
		if err == nil {
			_, err = to.Write(f.content)
		}
		if err != nil {
			return nil, errors.Join(err, w.Close())
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
}
