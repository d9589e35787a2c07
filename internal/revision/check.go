package revision

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/format"

	"deferido/internal/engine"
)

// Finding is something to correct in a policies tree.
type Finding struct {
	File   string // within the tree; empty for the tree as a whole
	Line   int    // from 1; 0 for the file as a whole
	Rule   string // what is held: "rego-type", "format", "corpus" and so on
	Detail string
	Advice string // may be empty: the detail says it
}

// Check loads a policies tree as the program would, holds its Rego, the tests too, to the format of `opa fmt`, and returns
// everything that is to be corrected, by file, then by line.
func Check(ctx context.Context, tree fs.FS) ([]Finding, error) {
	var all []Finding
	if _, err := engine.Load(ctx, tree, nil); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		all = findings(err)
	}
	written, err := checkFormat(tree)
	if err != nil {
		return nil, err
	}
	all = append(all, written...)
	slices.SortStableFunc(all, func(a, b Finding) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line)) })
	return slices.Compact(all), nil
}

// findings takes joined errors apart.
func findings(err error) []Finding {
	var compiled ast.Errors
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		var all []Finding
		for _, e := range several.Unwrap() {
			all = append(all, findings(e)...)
		}
		return all
	}
	if errors.As(err, &compiled) {
		var all []Finding
		for _, e := range compiled {
			all = append(all, regoFinding(e))
		}
		return all
	}
	var one *ast.Error
	if errors.As(err, &one) {
		return []Finding{regoFinding(one)}
	}
	return []Finding{placed(err.Error())}
}

// advice says what to do about the errors of OPA, by code.
var advice = map[string]string{
	ast.ParseErr:     "correct the syntax; opa fmt shows where it ends",
	ast.CompileErr:   "policies are compiled strictly: imports and variables are used, and builtins do not reach beyond the input",
	ast.TypeErr:      "compare the path with " + engine.SchemaFile + ", and the types with each other",
	ast.UnsafeVarErr: "give the variable a value first: misspelt names are the usual cause",
	ast.RecursionErr: "no rule may need itself",
}

func regoFinding(e *ast.Error) Finding {
	f := Finding{Rule: "rego", Detail: e.Message, Advice: advice[e.Code]}
	if code := strings.TrimSuffix(strings.TrimPrefix(e.Code, "rego_"), "_error"); code != "" {
		f.Rule += "-" + strings.ReplaceAll(code, "_", "-")
	}
	if e.Location != nil {
		f.File, f.Line = e.Location.File, e.Location.Row
	}
	if e.Details != nil {
		f.Detail += ": " + strings.Join(e.Details.Lines(), " ")
	}
	return f
}

var placeForm = regexp.MustCompile(`^([\w./-]+\.(?:rego|yaml|json|txt))(?::(\d+))?: `)

// placed reads the place that a problem begins with: "norms/x/art_1.rego:12: …".
func placed(text string) Finding {
	f := Finding{Rule: "policies", Detail: text}
	m := placeForm.FindStringSubmatch(text)
	if m == nil {
		return f
	}
	f.File, f.Detail = m[1], strings.TrimPrefix(text, m[0])
	f.Line, _ = strconv.Atoi(m[2])
	switch path.Ext(f.File) {
	case ".rego":
		f.Rule = "metadata"
	case ".json":
		f.Rule = "schema"
	default:
		f.Rule = "corpus"
		if strings.HasPrefix(f.File, "params/") {
			f.Rule = "params"
		}
	}
	return f
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
		formatted, err := format.SourceWithOpts(name, source, format.Opts{RegoVersion: ast.RegoV1})
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
