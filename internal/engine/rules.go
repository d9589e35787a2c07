package engine

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"deferido/internal/corpus"
	"deferido/internal/decision"
)

// ruleKey names what an article declares for a question.
type ruleKey struct {
	question string
	name     decision.Name
}

// place is where a rule stands in the tree of data.
type place struct {
	key  ruleKey
	kind string // when, where, notes or requires
	norm string // folder; empty in a dispute
}

// placeOf reads the path of a rule: data.norms.<norm>.<article>.<question>.<kind>.…, or
// data.disputes.<dispute>.<question>.<article>.<kind>.…. It is false for a rule that is no condition, requirement or note.
func placeOf(ref ast.Ref) (place, bool) {
	var path []string
	for _, term := range ref[1:] {
		s, ok := term.Value.(ast.String)
		if !ok {
			return place{}, false
		}
		path = append(path, string(s))
	}
	if len(path) < 6 {
		return place{}, false
	}
	p := place{kind: path[4], norm: path[1]}
	p.key.question, p.key.name.Article = path[3], path[1]+"."+path[2]
	if path[0] == "disputes" {
		p.norm, p.key.question, p.key.name.Article = "", path[2], "disputes."+path[1]
	}
	switch {
	case (p.kind == "when" || p.kind == "where") && len(path) == 6:
		p.key.name.Name = path[5]
	case p.kind == "notes" && len(path) == 7:
		p.key.name.Name = path[6]
	case p.kind == "requires" && len(path) == 7:
		p.key.name.Name = "requires." + path[5] + "." + path[6]
	default:
		return place{}, false
	}
	return p, path[0] == "norms" || path[0] == "disputes"
}

// The roles that a provision can have in an answer.
var roles = []string{"grants", "condition", "exception", "duty", "faculty", "penalty", "definition", "scope", "warning"}

// annotation reads what METADATA declares of a rule, and checks it against the corpus.
type annotation struct {
	corpus          *corpus.Corpus
	interpretations []corpus.Interpretation
	at              *ast.Location
	place           place
	rule            decision.Rule
	errs            []error
}

func (a *annotation) fail(format string, args ...any) {
	a.errs = append(a.errs, fmt.Errorf("%s:%d: %s", a.at.File, a.at.Row, fmt.Sprintf(format, args...)))
}

func (a *annotation) read(title string, custom map[string]any) {
	a.rule.Title.PT, a.rule.Norm, a.rule.Role = title, a.place.norm, "condition"
	if title == "" {
		a.fail("the METADATA has no title")
	}
	for _, key := range slices.Sorted(maps.Keys(custom)) {
		a.readKey(key, custom[key])
	}
	if a.place.kind == "where" && custom["provision"] == nil {
		a.rule.Incurable = true
		if a.rule.Title.EN == "" || len(custom) != 1 {
			a.fail("a condition of scope that cites no provision declares custom.title_en, and nothing else")
		}
		return
	}
	a.checkSentences()
	a.checkProvision()
	if !slices.Contains(roles, a.rule.Role) {
		a.fail("custom.role is %q; it is one of %s", a.rule.Role, strings.Join(roles, ", "))
	}
	if a.rule.Role == "warning" && a.rule.Code == "" {
		a.fail("a warning needs custom.code")
	}
	for id := range strings.SplitSeq(a.rule.Reading, ", ") {
		if id != "" && !slices.ContainsFunc(a.interpretations, func(i corpus.Interpretation) bool { return i.ID == id }) {
			a.fail("custom.reading: %s is not in %s", id, corpus.InterpretationsFile)
		}
	}
}

func (a *annotation) readKey(key string, value any) {
	texts := map[string]*string{
		"norm": &a.rule.Norm, "provision": &a.rule.Fragment, "quote": &a.rule.Quote, "role": &a.rule.Role,
		"reading": &a.rule.Reading, "on": &a.rule.On, "code": &a.rule.Code, "title_en": &a.rule.Title.EN,
	}
	if to, known := texts[key]; known {
		text, ok := value.(string)
		if !ok || text == "" {
			a.fail("custom.%s is no text", key)
		}
		*to = text
		return
	}
	switch key {
	case "curable":
		curable, ok := value.(bool)
		if !ok || curable {
			a.fail("custom.curable is only ever false: a condition that can be cured has a remedy")
		}
		a.rule.Incurable = true
	case "reason":
		a.rule.Reason = a.sentence(key, value)
	case "found":
		a.rule.Found = a.sentence(key, value)
	default:
		a.fail("custom.%s is not a key of the METADATA of a rule", key)
	}
}

func (a *annotation) sentence(key string, value any) decision.Sentence {
	s, ok := bilingual(value)
	if !ok {
		a.fail("custom.%s needs a sentence in pt-BR and one in en", key)
	}
	return s
}

// bilingual reads a sentence in both languages. It is false where one is missing, or anything else is there.
func bilingual(value any) (decision.Sentence, bool) {
	languages, _ := value.(map[string]any)
	pt, _ := languages["pt-BR"].(string)
	en, _ := languages["en"].(string)
	return decision.Sentence{PT: pt, EN: en}, pt != "" && en != "" && len(languages) == 2
}

func (a *annotation) checkSentences() {
	if a.rule.Reason.PT == "" {
		a.fail("custom.reason is missing")
	}
}

// checkProvision holds that the provision exists, that its quote stands in its text, and that what is not held is not quoted.
func (a *annotation) checkProvision() {
	if a.rule.Fragment == "" {
		a.fail("custom.provision is missing")
		return
	}
	p, known := a.corpus.Provision(a.rule.Norm, a.rule.Fragment)
	switch {
	case !known:
		a.fail("custom.provision: %s has no %s", a.rule.Norm, a.rule.Fragment)
	case p.Held() && a.rule.Quote == "" && a.rule.Role != "warning":
		a.fail("custom.quote is missing: the text of %s is held", p.Label)
	case !p.Held() && a.rule.Quote != "":
		a.fail("custom.quote: the text of %s is not held, so nothing can be quoted", p.Label)
	case a.rule.Quote != "" && !a.corpus.QuotedInProvision(a.rule.Norm, a.rule.Fragment, a.rule.Quote):
		a.fail("custom.quote: %q does not stand in the text of %s", a.rule.Quote, p.Label)
	}
}

// readRules reads the METADATA of every condition, requirement and note. It returns all problems, joined.
func (s *Set) readRules() error {
	var problems []error
	seen := map[ruleKey]*ast.Location{}
	for _, ref := range s.compiler.GetAnnotationSet().Flatten() {
		place, ok := placeOf(ref.Path)
		if !ok || ref.Annotations == nil {
			continue
		}
		a := &annotation{corpus: s.corpus, interpretations: s.interpretations, at: ref.Location, place: place}
		a.read(ref.Annotations.Title, ref.Annotations.Custom)
		if other, twice := seen[place.key]; twice {
			a.fail("%s is declared twice for %s, here and at line %d", place.key.name.Name, place.key.question, other.Row)
		}
		seen[place.key] = ref.Location
		s.rules[place.key] = &a.rule
		problems = append(problems, a.errs...)
	}
	return errors.Join(append(problems, s.checkDeclared(), s.checkNamed())...)
}

// checkNamed holds that every article that speaks to a question is named in the question's file, under its own id: what is
// not named there is no law.
func (s *Set) checkNamed() error {
	named := map[string]bool{} // references to what the questions name
	speaks := map[string]*ast.Rule{}
	var problems []error
	for _, module := range s.compiler.Modules {
		for _, rule := range module.Rules {
			ref := rule.Ref()
			switch article, question, ok := spokenIn(ref); {
			case ok:
				speaks["data.norms."+article+"."+question] = rule
			case len(ref) == 6 && ref[:3].String() == "data.decision.matters" && ref[4].Equal(ast.StringTerm("articles")):
				question, id := string(ref[3].Value.(ast.String)), string(ref[5].Value.(ast.String))
				article := "data.norms." + id + "." + question
				if !reads(rule, article) {
					problems = append(problems, fmt.Errorf("%s:%d: %q names another article than %s", rule.Location.File, rule.Location.Row, id, article))
				}
				named[article] = true
			}
		}
	}
	for article, rule := range speaks {
		if !named[article] {
			problems = append(problems, fmt.Errorf("%s:%d: %s is not named in decision/: it would decide nothing",
				rule.Location.File, rule.Location.Row, article))
		}
	}
	return errors.Join(problems...)
}

// reads reports whether a rule has a reference.
func reads(rule *ast.Rule, reference string) bool {
	found := false
	ast.WalkRefs(rule, func(ref ast.Ref) bool {
		found = found || ref.String() == reference
		return found
	})
	return found
}

// spokenIn reads the reference of what an article governs: data.norms.<norm>.<article>.<question>.governs.
func spokenIn(ref ast.Ref) (article, question string, ok bool) {
	if len(ref) != 6 || !ref[1].Equal(ast.StringTerm("norms")) || !ref[5].Equal(ast.StringTerm("governs")) {
		return "", "", false
	}
	part := func(i int) string { return string(ref[i].Value.(ast.String)) }
	return part(2) + "." + part(3), part(4), true
}

// checkDeclared holds that every condition and every note is annotated, and that every condition has a remedy
// or says that it has none.
func (s *Set) checkDeclared() error {
	var problems []error
	remedies := map[string]bool{}
	for _, module := range s.compiler.Modules {
		for _, rule := range module.Rules {
			remedies[rule.Ref().GroundPrefix().String()] = true
		}
	}
	done := map[ruleKey]bool{}
	for _, module := range s.compiler.Modules {
		for _, rule := range module.Rules {
			ref := rule.Ref().GroundPrefix()
			place, ok := placeOf(ref)
			if !ok || place.kind == "requires" || done[place.key] {
				continue
			}
			done[place.key] = true
			declared, annotated := s.rules[place.key]
			fail := func(format string, args ...any) {
				problems = append(problems, fmt.Errorf("%s:%d: %s", rule.Location.File, rule.Location.Row, fmt.Sprintf(format, args...)))
			}
			if !annotated {
				fail("%s has no METADATA", place.key.name.Name)
				continue
			}
			if place.kind != "when" {
				continue
			}
			cure := append(slices.Clone(ref[:len(ref)-2]), ast.StringTerm("remedies"), ref[len(ref)-1]).String()
			if declared.Incurable == remedies[cure] {
				fail("%s has a remedy or says curable: false, and not both", place.key.name.Name)
			}
		}
	}
	return errors.Join(problems...)
}
