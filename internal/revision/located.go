package revision

import (
	"io/fs"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// placed gives findings of the load the places that they tell in words only, and leaves out what only follows from another.
func (c *check) placed(all []Finding) []Finding {
	var found []Finding
	for _, f := range all {
		tree := c.tree.Policies
		if f.Rule == "case" {
			tree = c.tree.Cases
		}
		f = located(tree, f)
		if m := noMeasure.FindStringSubmatch(f.Detail); m != nil {
			f = c.measuredAt(f, m[1])
		}
		if m := unclassified.FindStringSubmatch(f.Detail); m != nil {
			f.Line, _ = strconv.Atoi(m[1])
			if listed(tree, f) {
				continue // it is, by an entry that has a finding of its own
			}
		}
		found = append(found, f)
	}
	return found
}

var (
	noMeasure    = regexp.MustCompile(`^(input\.\S+): no such measure$`)
	unclassified = regexp.MustCompile(`^line (\d+) is no provision`)
)

// measuredAt finds where a measure is read that is none: the load names a rule that reads it through others.
func (c *check) measuredAt(f Finding, measure string) Finding {
	for _, name := range sortedKeys(c.modules) {
		var where *ast.Location
		ast.WalkTerms(c.modules[name], func(term *ast.Term) bool {
			if ref, is := term.Value.(ast.Ref); is && where == nil && inputPath(ref) == measure {
				where = term.Location
			}
			return where != nil
		})
		if where != nil {
			f.File, f.Line = where.File, where.Row
			return f
		}
	}
	return f
}

// inputPath is a reference as the load writes it: any place in a list is the first.
func inputPath(ref ast.Ref) string {
	path := ref[0].String()
	for _, term := range ref[1:] {
		step := "0"
		if key, is := term.Value.(ast.String); is {
			step = string(key)
		}
		path += "." + step
	}
	return path
}

// listed reports whether norm.yaml names the line of a text.
func listed(tree fs.FS, f Finding) bool {
	source, err := fs.ReadFile(tree, path.Join(path.Dir(f.File), "norm.yaml"))
	named := regexp.MustCompile(regexp.QuoteMeta(path.Base(f.File)) + ":" + strconv.Itoa(f.Line) + `\b`)
	return err == nil && named.Match(source)
}

// The words with which problems of YAML files say where they are.
var (
	yamlLineWords  = regexp.MustCompile(`\bline (\d+)\b`)
	fragmentWords  = regexp.MustCompile(`^(?:fragment )?(art[\w-]*)\b`)
	parameterWords = regexp.MustCompile(`^value (\d+):`)
	readingWords   = regexp.MustCompile(`^entry (\d+):`)
	readingTwice   = regexp.MustCompile(`^(IR-\d\d) `)
)

// located finds the line of a finding in a YAML file that tells it in words only.
func located(tree fs.FS, f Finding) Finding {
	if f.Line > 0 || path.Ext(f.File) != ".yaml" {
		return f
	}
	if m := yamlLineWords.FindStringSubmatch(f.Detail); m != nil {
		f.Line, _ = strconv.Atoi(m[1])
		return f
	}
	source, err := fs.ReadFile(tree, f.File)
	if err != nil {
		return f // there is no such file: nothing to point at
	}
	number := func(m []string) int { n, _ := strconv.Atoi(m[1]); return n }
	if m := parameterWords.FindStringSubmatch(f.Detail); m != nil {
		f.Line = nthLine(source, "values", number(m))
	} else if m := readingWords.FindStringSubmatch(f.Detail); m != nil {
		f.Line = nthLine(source, "", number(m))
	} else if m := readingTwice.FindStringSubmatch(f.Detail); m != nil {
		f.Line = 1 + strings.Count(string(source[:max(0, strings.LastIndex(string(source), m[1]))]), "\n")
	} else if m := fragmentWords.FindStringSubmatch(f.Detail); m != nil {
		f.Line = provisionLine(source, m[1])
	}
	return f
}
