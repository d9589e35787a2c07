package portal

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"deferido/internal/corpus"
	"deferido/internal/edition"
)

// caseView is a case, as its page shows it.
type caseView struct {
	*edition.Case
	Facts      []factOf
	Expected   []string // sentences
	Obtained   []string
	Provisions []link // that it names in what it expects
	FormURL    string // the counter's form, filled with the case's facts; empty where it asks no question that there is
}

// factOf is a fact of a case.
type factOf struct{ Pointer, Name, Value string }

// caseResult is how a case comes out, in a word or two.
func (w *words) caseResult(c *edition.Case) string {
	if d := c.Result.Decision; d != nil {
		return w.outcome(c.Question, d.Outcome)
	}
	return w.text("law.case.refused", "status", c.Result.Status)
}

// expected is what a case says of its outcome; empty where it says nothing.
func (w *words) expected(c *edition.Case) string {
	switch {
	case c.Expect.Outcome != "":
		return w.outcome(c.Question, c.Expect.Outcome)
	case c.Expect.Status != 0:
		return w.text("law.case.refused", "status", c.Expect.Status)
	}
	return ""
}

// outcome is an outcome in the words of its question.
func (w *words) outcome(question, outcome string) string {
	if key := "law.outcome." + question + "." + outcome; w.has(key) {
		return w.text(key)
	}
	return w.text("law.outcome.any." + outcome)
}

// lawCase answers GET /casos/{id}.
func (p *Portal) lawCase(v *visit) error {
	e, err := p.edition(v)
	if err != nil {
		return err
	}
	c, known := e.Case(v.Param("id"))
	if !known {
		return notFound("law.no_case", link{"/cobertura", v.t("law.coverage")}, link{"/normas", v.t("law.norms.title")})
	}
	view := &caseView{Case: c, Facts: v.factsOf(c), Expected: v.expectations(c)}
	w := v.words()
	view.Obtained = append(view.Obtained, upper(w.caseResult(c)))
	for _, urn := range slices.Concat(c.Expect.Cites, c.Expect.Unmet, c.Expect.Duties) {
		if found, held := v.set.Corpus().ByURN(urn); held && !slices.ContainsFunc(view.Provisions, func(l link) bool { return l.Label == labelOf(found) }) {
			view.Provisions = append(view.Provisions, link{provisionURL(urn, caseDay(c)), labelOf(found)})
		}
	}
	if _, asked := v.set.Question(c.Question); asked {
		view.FormURL = addressOf(c.Question) + "?caso=" + url.QueryEscape(c.ID)
	}
	return v.render(http.StatusOK, page{
		Title: w.text("law.case.window", "title", c.Title), Section: "normas", Template: "law/case", Body: view, Narrow: true,
		Crumbs: []link{{"/normas", v.t("law.norms.title")}, {"/cobertura", v.t("law.coverage")}, {"", c.ID}},
	})
}

func labelOf(m corpus.Match) string {
	if m.Provision != nil {
		return m.Provision.Label
	}
	return m.Norm.Title
}

// caseDay is the day of the law that decided a case; empty where none did.
func caseDay(c *edition.Case) string {
	if c.Result.Decision == nil {
		return ""
	}
	return c.Result.Decision.Policy.AsOf
}

// factsOf are the facts of a case, in order of pointer.
func (v *visit) factsOf(c *edition.Case) []factOf {
	var request struct {
		Facts any    `json:"facts"`
		AsOf  string `json:"as_of"`
	}
	decoder := json.NewDecoder(strings.NewReader(string(c.Request)))
	decoder.UseNumber()
	if err := decoder.Decode(&request); err != nil { // it is malformed on purpose: it is shown as it stands
		return []factOf{{"", v.t("law.case.request"), string(c.Request)}}
	}
	var facts []factOf
	if request.AsOf != "" {
		facts = append(facts, factOf{"/as_of", v.t("law.case.as_of"), v.words().date(request.AsOf)})
	}
	v.leaves("/facts", request.Facts, func(pointer string, value any) {
		name := v.set.Title(pointer, v.lang)
		if name == "" {
			name = pointer
		}
		facts = append(facts, factOf{pointer, name, v.factValue(pointer, value)})
	})
	return facts
}

// leaves gives every value of a JSON value that is no object and no list, and every empty one, in order of pointer.
func (v *visit) leaves(pointer string, value any, do func(pointer string, value any)) {
	switch of := value.(type) {
	case map[string]any:
		keys := make([]string, 0, len(of))
		for key := range of {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		for _, key := range keys {
			v.leaves(pointer+"/"+key, of[key], do)
		}
	case []any:
		if len(of) == 0 {
			do(pointer, v.t("law.case.empty"))
		}
		for i, element := range of {
			v.leaves(pointer+"/"+strconv.Itoa(i), element, do)
		}
	default:
		do(pointer, value)
	}
}

// factValue writes a value of a fact for people: money, instants, days and flags as such, anything else as it is.
func (v *visit) factValue(pointer string, value any) string {
	w := v.words()
	switch of := value.(type) {
	case bool:
		if of {
			return v.t("law.yes")
		}
		return v.t("law.no")
	case nil:
		return "null"
	case json.Number:
		if n, err := of.Int64(); err == nil && strings.HasSuffix(pointer, "_cents") {
			return w.money(n)
		}
		return of.String()
	case string:
		if name := v.set.Value(pointer, of, v.lang); name != "" {
			return name
		}
		return w.instant(of)
	}
	return ""
}

// expectations are what a case says of its answer, a sentence each.
func (v *visit) expectations(c *edition.Case) []string {
	w := v.words()
	var said []string
	if outcome := w.expected(c); outcome != "" {
		said = append(said, upper(outcome))
	}
	labels := func(key string, urns []string) {
		var names []string
		for _, urn := range urns {
			name := urn
			if found, held := v.set.Corpus().ByURN(urn); held {
				name = labelOf(found)
			}
			names = append(names, name)
		}
		if len(names) > 0 {
			said = append(said, w.text(key, "what", strings.Join(names, "; ")))
		}
	}
	labels("law.case.cites", c.Expect.Cites)
	labels("law.case.unmet", c.Expect.Unmet)
	labels("law.case.duties", c.Expect.Duties)
	labels("law.case.not_cites", c.Expect.NotCites)
	labels("law.case.not_duties", c.Expect.NotDuties)
	if c.Expect.Contested != nil && *c.Expect.Contested {
		said = append(said, w.text("law.case.contested"))
	} else if c.Expect.Contested != nil {
		said = append(said, w.text("law.case.not_contested"))
	}
	if c.Expect.CaseLaw != "" {
		said = append(said, w.text("law.case.case_law", "what", w.outcome(c.Question, c.Expect.CaseLaw)))
	}
	if c.Expect.Missing != nil {
		said = append(said, w.text("law.case.missing", "what", strings.Join(v.titles(*c.Expect.Missing), "; ")))
	}
	if c.Expect.Problem != "" {
		said = append(said, w.text("law.case.problem", "what", c.Expect.Problem))
	}
	if len(c.Expect.Result) > 0 {
		result, err := json.Marshal(c.Expect.Result)
		if err == nil {
			said = append(said, w.text("law.case.result", "what", string(result)))
		}
	}
	return said
}

func (v *visit) titles(pointers []string) []string {
	var names []string
	for _, pointer := range pointers {
		name := v.set.Title(pointer, v.lang)
		if name == "" {
			name = pointer
		}
		names = append(names, name)
	}
	return names
}
