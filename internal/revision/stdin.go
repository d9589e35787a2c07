package revision

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
)

// The folders of an archive of a tree, and the file that says what to check.
const (
	archivePolicies = "policies"
	archiveOptions  = "options.json"
)

// archiveCheck is what an archive says of the check.
type archiveCheck struct {
	Only []string `json:"only,omitempty"`
	Seed uint64   `json:"seed,omitempty"`
}

// message is a line of what CheckStdin writes: a progress, or at the end the report.
type message struct {
	Progress *Progress    `json:"progress,omitempty"`
	Report   *CheckReport `json:"report,omitempty"`
}

// CheckStdin is the inside of a Sandbox: it reads a tree as a zip archive (policies/… and cases/…, and options.json) to its
// end, checks it, and writes messages, a JSON a line: {"progress": {…}} before each stage, and {"report": {…}} at the end.
// The limits are those that its process has been given.
func CheckStdin(ctx context.Context, in io.Reader, out io.Writer) error {
	archive, err := io.ReadAll(in)
	if err != nil {
		return fmt.Errorf("reading a tree: %w", err)
	}
	z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return fmt.Errorf("opening a tree: %w", err)
	}
	policies, err := fs.Sub(z, archivePolicies)
	if err != nil {
		return fmt.Errorf("opening a tree: %w", err)
	}
	var asked archiveCheck
	text, err := fs.ReadFile(z, archiveOptions)
	if err == nil {
		err = json.Unmarshal(text, &asked)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("reading %s: %w", archiveOptions, err)
	}
	encoder := json.NewEncoder(out)
	var told error
	report, err := CheckAll(ctx, Tree{Policies: policies, Cases: z}, Options{Only: asked.Only, Seed: asked.Seed, Progress: func(p Progress) {
		told = errors.Join(told, encoder.Encode(message{Progress: &p}))
	}})
	if err != nil {
		return err
	}
	return errors.Join(told, encoder.Encode(message{Report: report}))
}

// writeArchive writes a tree as CheckStdin reads it. Files are bounded together by limit; errTooLarge is the error of a
// tree that is larger.
func writeArchive(w io.Writer, tree Tree, asked archiveCheck, limit int64) error {
	z := zip.NewWriter(w)
	options, err := json.Marshal(asked)
	if err != nil {
		return fmt.Errorf("writing %s: %w", archiveOptions, err)
	}
	if err := store(z, archiveOptions, bytes.NewReader(options)); err != nil {
		return err
	}
	err = eachFile(tree, func(of fs.FS, name string, _ fs.DirEntry) error {
		content, err := of.Open(name)
		if err != nil {
			return err
		}
		defer content.Close()
		bounded := &io.LimitedReader{R: content, N: limit + 1}
		if !strings.HasPrefix(name, casesFolder+"/") {
			name = archivePolicies + "/" + name
		}
		if err := store(z, name, bounded); err != nil {
			return err
		}
		limit = bounded.N - 1
		if limit < 0 {
			return errTooLarge
		}
		return nil
	})
	return errors.Join(err, z.Close())
}

var errTooLarge = errors.New("the tree is too large")

// store writes a file into an archive as it is: packing it would cost the parent time.
func store(z *zip.Writer, name string, content io.Reader) error {
	w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
	if err == nil {
		_, err = io.Copy(w, content)
	}
	if err != nil {
		return fmt.Errorf("sending %s: %w", name, err)
	}
	return nil
}

// casesFolder is where the cases of a tree are.
const casesFolder = "cases"

// eachFile gives the files of a tree without reading them: all of the policies, and of the cases those in their folder.
func eachFile(tree Tree, do func(of fs.FS, name string, entry fs.DirEntry) error) error {
	walk := func(of fs.FS, wanted func(name string) bool) error {
		return fs.WalkDir(of, ".", func(name string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && name != "." && !wanted(name):
				return fs.SkipDir
			case entry.IsDir() || !wanted(path.Dir(name)):
				return nil
			}
			return do(of, name, entry)
		})
	}
	isCases := func(folder string) bool { return folder == casesFolder }
	if err := walk(tree.Policies, func(folder string) bool { return !isCases(folder) }); err != nil {
		return fmt.Errorf("the policies: %w", err)
	}
	if tree.Cases == nil {
		return nil
	}
	if err := walk(tree.Cases, isCases); err != nil {
		return fmt.Errorf("the cases: %w", err)
	}
	return nil
}
