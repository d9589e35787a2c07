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
	"strings"
	"time"
)

// Revision names the content of a policies tree: "sha256:" and the hash over the paths and contents of its files, in order of
// path. Go files, and files and folders whose names begin with a dot or an underscore, are not part of it.
func Revision(fsys fs.FS) (string, error) {
	sum := sha256.New()
	err := eachFile(fsys, func(name string, content []byte) error {
		_, err := fmt.Fprintf(sum, "%s %x\n", name, sha256.Sum256(content))
		return err
	})
	return "sha256:" + hex.EncodeToString(sum.Sum(nil)), err
}

// eachFile gives the files that are part of a revision, in order of path.
func eachFile(fsys fs.FS, do func(name string, content []byte) error) error {
	return fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		hidden := name != "." && strings.ContainsAny(entry.Name()[:1], "._")
		switch {
		case err != nil:
			return err
		case entry.IsDir() && hidden:
			return fs.SkipDir
		case entry.IsDir() || hidden || strings.HasSuffix(name, ".go"):
			return nil
		}
		content, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		return do(name, content)
	})
}

// Archive writes the files of a revision as a zip: equal revisions give equal bytes.
func Archive(fsys fs.FS) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	err := eachFile(fsys, func(name string, content []byte) error {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: time.Time{}})
		if err != nil {
			return err
		}
		_, err = w.Write(content)
		return err
	})
	err = errors.Join(err, z.Close()) // which writes the end
	return b.Bytes(), err
}

// The bounds of an archive that is opened.
const (
	maxArchiveFiles = 10_000
	maxArchiveBytes = 64 << 20 // unpacked
)

// OpenArchive opens what Archive wrote, after it has checked that it is the revision that it is said to be.
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
