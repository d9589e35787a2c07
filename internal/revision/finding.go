package revision

import (
	"cmp"
	"errors"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"deferido/internal/engine"
)

// Finding is something to correct in a tree.
type Finding struct {
	File   string `json:"file"` // within the policies, or cases/<id>.json; empty for the tree as a whole
	Line   int    `json:"line"` // from 1; 0 for the file as a whole
	Rule   string `json:"rule"` // what is held: "rego-type", "quote", "format" and so on
	Detail string `json:"detail"`
	Advice string `json:"advice"` // what to do; may be empty where the detail says it
	// Of a case or a test that fails: which part of it, as a JSON Pointer into the case or as the name of the test, and what that
	// should be and is, where it can be told apart from the detail.
	At       string `json:"at,omitempty"`
	Want     string `json:"want,omitempty"`
	Got      string `json:"got,omitempty"`
	Question string `json:"question,omitempty"` // that the case asks, where it is answered
}

// inOrder sorts findings by file, line and rule, and lists equal ones once.
func inOrder(all []Finding) []Finding {
	slices.SortStableFunc(all, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Detail, b.Detail))
	})
	return slices.Compact(all)
}

// findings takes joined errors apart.
func findings(err error) []Finding {
	if err == nil {
		return nil
	}
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
			f := regoFinding(e)
			// What stops the parser is told twice, by the part and by the whole.
			if last := len(all) - 1; last >= 0 && e.Code == ast.ParseErr && all[last].File == f.File && all[last].Line == f.Line {
				continue
			}
			all = append(all, f)
		}
		return all
	}
	var one *ast.Error
	if errors.As(err, &one) {
		return []Finding{regoFinding(one)}
	}
	return placed(err)
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
	if name, is := strings.CutPrefix(e.Message, "undefined function "); is && refusedBuiltins[name] {
		f.Rule, f.Detail = "builtin", "the builtin "+name+" reaches beyond the input"
		f.Advice = "an answer depends on its input alone: no clock, network, chance or runtime; take what is needed from the facts, or from the law of the day (input.days.as_of, input.params)"
	}
	return f
}

// refusedBuiltins are the builtins of OPA that policies may not use.
var refusedBuiltins = func() map[string]bool {
	refused := map[string]bool{}
	for _, b := range ast.CapabilitiesForThisVersion().Builtins {
		refused[b.Name] = true
	}
	for _, b := range engine.Capabilities().Builtins {
		delete(refused, b.Name)
	}
	return refused
}()

// placed reads the place that each line of a problem begins with: "norms/x/art_1.rego:12: …". A line without one is about
// the file of the line before.
func placed(err error) []Finding {
	var all []Finding
	file, open := "", ""
	for line := range strings.SplitSeq(err.Error(), "\n") {
		if strings.HasSuffix(line, "errors:") { // YAML's list of them follows
			open = line + " "
			continue
		}
		f := Finding{File: file, Detail: open + strings.TrimSpace(line)}
		open = ""
		if m := placeForm.FindStringSubmatch(f.Detail); m != nil {
			f.File, f.Detail = m[1], strings.TrimPrefix(f.Detail, m[0])
			f.Line, _ = strconv.Atoi(m[2])
		}
		file = f.File
		all = append(all, classified(f))
	}
	var missing *fs.PathError
	if errors.As(err, &missing) && len(all) == 1 && all[0].File == "" {
		all[0] = classified(Finding{File: missing.Path, Detail: missing.Err.Error()})
	}
	return all
}

var placeForm = regexp.MustCompile(`^([\w./-]+\.(?:rego|yaml|json|txt))(?::(\d+))?: `)

// kinds are what is held by the load of a policy set, and what to do where it is not, by the file and the words that say
// it. The first that fits counts.
var kinds = []struct {
	file, words  *regexp.Regexp
	rule, advice string
}{
	{isRego, regexp.MustCompile(`^custom\.quote`), "quote", "quote the provision character for character, as its .txt has it; quote nothing whose text is not held"},
	{isRego, regexp.MustCompile(`^custom\.provision`), "provision", "name a provision of norm.yaml, as it is written there (art39_par2_inc1)"},
	{isRego, regexp.MustCompile(`no such measure$`), "fact", "compare the path with " + engine.SchemaFile + " and with what is measured of each fact"},
	{isRego, regexp.MustCompile(`is not named in decision/|names another article`), "named", "name the article in decision/<question>.rego, under its own id: what is not named there is no law"},
	{isRego, nil, "annotation", "see the METADATA of a condition that is like it"},
	{regexp.MustCompile(`\.txt$`), regexp.MustCompile(`vouches for`), "text-hash", "put the text back as published; where the publication was corrected, write its new sha256 in norm.yaml"},
	{regexp.MustCompile(`\.txt$`), regexp.MustCompile(`nothing may stay unclassified`), "ledger", "list the line in norm.yaml, as a provision or as commentary"},
	{isNorm, regexp.MustCompile(`unknown status|unknown or repeated question|there is no text; without one`), "ledger", "give the provision one of the statuses of the ledger, and the questions that it bears on"},
	{regexp.MustCompile(`^norms/`), nil, "corpus", "see the norm.yaml of another norm"},
	{regexp.MustCompile(`^params/`), nil, "params", "list the values by date, each with from, cents, act and grade"},
	{regexp.MustCompile(`^readings/`), nil, "interpretations", "each has an id (IR-01), in order, a sentence in each language, and the alternatives that were not chosen"},
	{regexp.MustCompile(`^schemas/`), nil, "schema", "only the keywords that the other facts use are understood"},
	{regexp.MustCompile(`^cases/`), nil, "case", "a case has id, title, request and expect, and is named as its file"},
	{nil, nil, "policies", ""},
}

var (
	isRego = regexp.MustCompile(`\.rego$`)
	isNorm = regexp.MustCompile(`norm\.yaml$`)
)

func classified(f Finding) Finding {
	for _, k := range kinds {
		if (k.file == nil || k.file.MatchString(f.File)) && (k.words == nil || k.words.MatchString(f.Detail)) {
			f.Rule, f.Advice = k.rule, k.advice
			break
		}
	}
	return f
}
