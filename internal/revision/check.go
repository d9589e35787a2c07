package revision

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/format"
)

// Check loads the policies of a tree as the program would, holds their Rego, the tests too, to the format of `opa fmt` and
// to what CheckAll asks of it without evaluating anything, and returns everything that is to be corrected, by file, then by
// line.
func Check(ctx context.Context, policies fs.FS) ([]Finding, error) {
	report, err := CheckAll(ctx, Tree{Policies: policies}, Options{Only: []string{StageLoad, StageLint, StageLedger, StageParameters, StageFormat}})
	if err != nil {
		return nil, err
	}
	return report.Findings, nil
}

// checkFormat holds every Rego file to the format of opa fmt. What does not parse is a finding of its own: of the policies
// the load has it already, and equal findings are listed once; of the tests it is not known otherwise.
func checkFormat(tree fs.FS) ([]Finding, error) {
	var all []Finding
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".rego" {
			return err
		}
		source, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		formatted, err := Format(name, source)
		switch {
		case err != nil && strings.HasSuffix(name, "_test.rego"):
			all = append(all, findings(err)...)
		case err == nil && !bytes.Equal(source, formatted):
			all = append(all, Finding{File: name, Line: firstDifference(source, formatted), Rule: "format", Detail: "it is not as opa fmt writes it", Advice: "run opa fmt -w on the file"})
		}
		return nil
	})
	return all, err
}

// Format writes a Rego file as opa fmt does, which the checks hold it to. The error is that the file does not parse.
func Format(name string, source []byte) ([]byte, error) {
	formatted, err := format.SourceWithOpts(name, source, format.Opts{RegoVersion: ast.RegoV1})
	if err != nil {
		return nil, fmt.Errorf("formatting %s: %w", name, err)
	}
	return formatted, nil
}

// firstDifference is the first line in which two texts differ.
func firstDifference(a, b []byte) int {
	line := 1
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			break
		}
		if a[i] == '\n' {
			line++
		}
	}
	return line
}
