package portal

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"deferido/internal/revision"
)

// problem is something to correct in a draft, as pages tell it.
type problem struct {
	File, Subject string
	URL           string // of the editor, at the line; may be empty
	Line          int    // 0 for the file as a whole
	Rule          string // what is held, in words
	Detail        string // what is wrong; of the machine, in English
	Advice        string // what to do, in words
	Provision     link   // the provision that the rule at the line speaks of; empty for none
	Case          string // id of the case that fails; empty otherwise
	Test          string // name of the test that fails; empty otherwise
	What          string // of a case: what is not as expected, in words
	Want, Got     string // of it; both empty where the detail alone tells
}

// problem tells a finding. Edit is the address at which a file is edited; nil where none is.
func (v *visit) problem(f revision.Finding, edit func(file string) string) problem {
	p := problem{File: f.File, Line: f.Line, Rule: f.Rule, Detail: f.Detail, Advice: f.Advice, Want: f.Want, Got: f.Got}
	if words := "drafts.rule." + f.Rule; v.words().has(words + ".title") {
		p.Rule, p.Advice = v.t(words+".title"), v.t(words+".advice")
	}
	if f.File != "" {
		p.Subject = v.subject(f.File)
		if edit != nil {
			p.URL = edit(f.File)
		}
	}
	if id, is := strings.CutSuffix(strings.TrimPrefix(f.File, "cases/"), ".json"); is && f.Rule == "case" && f.At != "" {
		p.Case, p.What = id, v.expected(f.At)
		p.Want, p.Got = v.expectedValue(f, f.Want), v.expectedValue(f, f.Got)
	}
	if f.Rule == "test" {
		p.Test = f.At
	}
	return p
}

// expected names what of a case is expected: /expect/result/benefit is "resultado: benefício devido".
func (v *visit) expected(pointer string) string {
	key, rest, _ := strings.Cut(strings.TrimPrefix(pointer, "/expect/"), "/")
	name := key
	if words := "drafts.expect." + key; v.words().has(words) {
		name = v.t(words)
	}
	if key == "result" && rest != "" {
		name += ": " + lowered(v.resultName(rest))
	}
	return name
}

// expectedValue is what a case wants or gets, as people write it.
func (v *visit) expectedValue(f revision.Finding, text string) string {
	key, rest, _ := strings.Cut(strings.TrimPrefix(f.At, "/expect/"), "/")
	switch key {
	case "outcome", "case_law":
		return v.outcome(f.Question, text)
	case "contested":
		if text != "" {
			return v.t("drafts.yes_no." + text)
		}
	case "missing":
		var names []string
		for _, fact := range strings.Fields(text) {
			names = append(names, cmp.Or(v.set.Title(fact, v.lang), fact))
		}
		return strings.Join(names, "; ")
	case "result":
		var value any
		if json.Unmarshal([]byte(text), &value) == nil && value != nil {
			return v.factValue("/"+rest, value)
		}
	}
	return text
}

// problems are all that checks found, what fails on examples first; those of one file where one is named.
func (v *visit) problems(report *revision.CheckReport, tree fs.FS, edit func(string) string, only string) []problem {
	if report == nil {
		return nil
	}
	findings := slices.Clone(report.Findings)
	slices.SortStableFunc(findings, func(a, b revision.Finding) int { return failsFirst(b) - failsFirst(a) })
	var all []problem
	for _, f := range findings {
		if only != "" && f.File != only {
			continue
		}
		p := v.problem(f, edit)
		p.Provision = v.provisionAt(tree, f.File, f.Line)
		all = append(all, p)
	}
	return all
}

// failsFirst orders findings: what fails on examples first.
func failsFirst(f revision.Finding) int {
	if f.Rule == "case" && f.At != "" || f.Rule == "test" {
		return 1
	}
	return 0
}

// provisionLine is a line of METADATA that names the provision of a rule.
var provisionLine = regexp.MustCompile(`^#\s+provision:\s*'?([a-z0-9_-]+)'?\s*$`)

// provisionAt is the provision of which the rule at a line of an article speaks: a rule and its METADATA stand together, between
// blank lines.
func (v *visit) provisionAt(tree fs.FS, file string, line int) link {
	parts := strings.Split(file, "/")
	if line < 1 || len(parts) != 3 || parts[0] != "norms" || path.Ext(file) != ".rego" || strings.HasSuffix(file, "_test.rego") {
		return link{}
	}
	norm, known := v.set.Corpus().Norm(parts[1])
	source, err := fs.ReadFile(tree, file)
	if err != nil || !known {
		return link{} // what is gone, or of a norm that is new, names none
	}
	lines := bytes.Split(source, []byte("\n"))
	first := min(line, len(lines)) - 1
	for first > 0 && len(bytes.TrimSpace(lines[first-1])) > 0 {
		first--
	}
	for ; first < len(lines) && len(bytes.TrimSpace(lines[first])) > 0; first++ {
		found := provisionLine.FindSubmatch(lines[first])
		if found == nil {
			continue
		}
		if p, is := v.set.Corpus().Provision(norm.Folder, string(found[1])); is {
			return link{provisionURL(p.URN, ""), p.Label}
		}
	}
	return link{}
}
