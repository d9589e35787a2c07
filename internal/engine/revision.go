package engine

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"
)

// casesFolder holds the cases that defend a policy set: <id>.json in it.
const casesFolder = "cases"

// Revision names the content of a policy set: "sha256:" and the hash over the paths and contents of its files, in order of
// path. The set is a policies tree and the cases that defend it, which lie in the folder cases of a tree of their own or,
// where none is given, of the policies tree. Go files, and files and folders whose names begin with a dot or an underscore, are
// not part of it.
func Revision(fsys fs.FS, cases ...fs.FS) (string, error) {
	sum := sha256.New()
	err := EachFile(fsys, cases, func(name string, content []byte) error {
		_, err := fmt.Fprintf(sum, "%s %x\n", name, sha256.Sum256(content))
		return err
	})
	return "sha256:" + hex.EncodeToString(sum.Sum(nil)), err
}

// EachFile gives the files that are part of a revision, in order of path.
func EachFile(fsys fs.FS, cases []fs.FS, do func(name string, content []byte) error) error {
	trees := map[string]fs.FS{} // by path: which tree has it
	if err := list(fsys, ".", trees); err != nil {
		return err
	}
	if len(cases) > 0 { // they stand in place of those of the policies tree
		maps.DeleteFunc(trees, func(name string, _ fs.FS) bool { return strings.HasPrefix(name, casesFolder+"/") })
	}
	for _, tree := range cases {
		if tree == nil {
			continue
		}
		if _, err := fs.Stat(tree, casesFolder); err != nil {
			continue // it has none
		}
		if err := list(tree, casesFolder, trees); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(trees)) {
		content, err := fs.ReadFile(trees[name], name)
		if err != nil {
			return err
		}
		if err := do(name, content); err != nil {
			return err
		}
	}
	return nil
}

// list notes the files below a folder of a tree.
func list(fsys fs.FS, root string, trees map[string]fs.FS) error {
	return fs.WalkDir(fsys, root, func(name string, entry fs.DirEntry, err error) error {
		hidden := name != "." && strings.ContainsAny(entry.Name()[:1], "._")
		switch {
		case err != nil:
			return err
		case entry.IsDir() && hidden:
			return fs.SkipDir
		case entry.IsDir() || hidden || strings.HasSuffix(name, ".go"):
			return nil
		}
		trees[name] = fsys
		return nil
	})
}

// Archive writes the files of a revision as a zip: equal revisions give equal bytes.
func Archive(fsys fs.FS, cases ...fs.FS) ([]byte, error) {
	files := map[string][]byte{}
	err := EachFile(fsys, cases, func(name string, content []byte) error {
		files[name] = content
		return nil
	})
	if err != nil {
		return nil, err
	}
	return pack(files, zip.Deflate)
}

func pack(files map[string][]byte, method uint16) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: time.Time{}})
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(files[name]); err != nil {
			return nil, err
		}
	}
	err := z.Close() // which writes the end
	return b.Bytes(), err
}

// Tree makes files, by path, a tree, from which reading is cheap.
func Tree(files map[string][]byte) (fs.FS, error) {
	archive, err := pack(files, zip.Store)
	if err != nil {
		return nil, err
	}
	return zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
}

// The bounds of an archive that is opened.
const (
	maxArchiveFiles = 10_000
	maxArchiveBytes = 64 << 20 // unpacked
)

// OpenArchive opens what Archive wrote, after it has checked that it is the revision that it is said to be: a policies tree
// with its cases in it.
func OpenArchive(archive []byte, revision string) (fs.FS, error) {
	z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return nil, fmt.Errorf("opening an archive of policies: %w", err)
	}
	if len(z.File) > maxArchiveFiles {
		return nil, errors.New("an archive of policies with too many files")
	}
	left := int64(maxArchiveBytes)
	for _, f := range z.File { // what a header says of a size may be untrue
		r, err := f.Open()
		if err != nil {
			return nil, fmt.Errorf("opening an archive of policies: %w", err)
		}
		n, err := io.Copy(io.Discard, io.LimitReader(r, left+1))
		if err := errors.Join(err, r.Close()); err != nil {
			return nil, fmt.Errorf("opening an archive of policies: %w", err)
		}
		if left -= n; left < 0 {
			return nil, errors.New("an archive of policies that is too large")
		}
	}
	is, err := Revision(z)
	if err != nil {
		return nil, fmt.Errorf("opening an archive of policies: %w", err)
	}
	if is != revision {
		return nil, fmt.Errorf("an archive of policies is %s and not %s", is, revision)
	}
	return z, nil
}
