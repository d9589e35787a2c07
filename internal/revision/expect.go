package revision

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Expectation is what a case says of its answer. What is left out may be anything.
type Expectation struct {
	Status    int            `json:"status"`  // HTTP, when not 200
	Problem   string         `json:"problem"` // end of its type
	Outcome   string         `json:"outcome"`
	Result    map[string]any `json:"result"`     // the keys given
	Cites     []string       `json:"cites"`      // URNs in the legal basis, or of infractions
	NotCites  []string       `json:"not_cites"`  // URNs in neither
	Unmet     []string       `json:"unmet"`      // URNs that are cited as unmet
	Duties    []string       `json:"duties"`     // URNs of duties
	NotDuties []string       `json:"not_duties"` // URNs of none
	Contested *bool          `json:"contested"`
	CaseLaw   string         `json:"case_law"` // outcome of that reading
	Missing   *[]string      `json:"missing"`  // pointers, in any order
}

// comparison gathers in what an answer is not as expected.
type comparison struct{ found []CaseDifference }

func (c *comparison) differs(key, got, want, format string, args ...any) {
	c.found = append(c.found, CaseDifference{At: "/expect/" + key, Detail: fmt.Sprintf(format, args...), Want: want, Got: got})
}

// text compares a text that is expected unless it is empty.
func (c *comparison) text(key, got, want string) {
	if want != "" && got != want {
		c.differs(key, got, want, "%s is %s and should be %s", key, orNothing(got), want)
	}
}

func orNothing(text string) string {
	if text == "" {
		return "nothing"
	}
	return text
}

// differences are all in which an answer is not as expected.
func (e *Expectation) differences(got answered) []CaseDifference {
	c := &comparison{}
	if want := max(e.Status, http.StatusOK); got.status != want {
		key := "status"
		if e.Status == 0 {
			key = "outcome"
		}
		c.differs(key, strconv.Itoa(got.status), strconv.Itoa(want), "the status is %d%s and should be %d", got.status, because(got), want)
		return c.found
	}
	if got.decision == nil {
		c.text("problem", got.problem, e.Problem)
		return c.found
	}
	d := got.decision
	c.text("outcome", d.Outcome, e.Outcome)
	c.text("case_law", d.Readings.CaseLaw, e.CaseLaw)
	if e.Contested != nil && d.Contested != *e.Contested {
		c.differs("contested", strconv.FormatBool(d.Contested), strconv.FormatBool(*e.Contested), "contested is %v and should be %v", d.Contested, *e.Contested)
	}
	e.compareResult(c, d.Result)
	e.compareLists(c, got)
	return c.found
}

func because(got answered) string {
	if got.problem == "" {
		return ""
	}
	if got.err != nil && got.status == http.StatusInternalServerError {
		return " (" + got.problem + ": " + got.err.Error() + ")"
	}
	return " (" + got.problem + ")"
}

func (e *Expectation) compareResult(c *comparison, result map[string]any) {
	got := plain(result)
	for _, key := range slices.Sorted(maps.Keys(e.Result)) {
		if want := e.Result[key]; !reflect.DeepEqual(got[key], want) {
			c.differs("result/"+pointerKey(key), written(got[key]), written(want), "result.%s is %s and should be %s", key, written(got[key]), written(want))
		}
	}
}

// plain is a result as JSON has it.
func plain(result map[string]any) map[string]any {
	var got map[string]any
	text, err := json.Marshal(result)
	if err == nil {
		err = json.Unmarshal(text, &got)
	}
	if err != nil {
		return nil // which is not what any case expects
	}
	return got
}

func written(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(text)
}

func (e *Expectation) compareLists(c *comparison, got answered) {
	var cited, unmet, duties, missing []string
	for _, b := range got.decision.LegalBasis {
		cited = append(cited, b.URN)
		if b.Met != nil && !*b.Met {
			unmet = append(unmet, b.URN)
		}
	}
	infractions, _ := plain(got.decision.Result)["infractions"].([]any)
	for _, i := range infractions {
		infraction, _ := i.(map[string]any)
		urn, _ := infraction["urn"].(string)
		cited = append(cited, urn)
	}
	for _, d := range got.decision.Duties {
		duties = append(duties, d.URN)
	}
	for _, m := range got.decision.Missing {
		missing = append(missing, m.Fact)
	}
	for _, list := range []struct {
		key, what string
		got, want []string
		there     bool
	}{
		{"cites", "cited", cited, e.Cites, true}, {"not_cites", "cited", cited, e.NotCites, false},
		{"unmet", "cited as unmet", unmet, e.Unmet, true},
		{"duties", "a duty", duties, e.Duties, true}, {"not_duties", "a duty", duties, e.NotDuties, false},
	} {
		for i, urn := range list.want {
			if slices.Contains(list.got, urn) != list.there {
				at := fmt.Sprintf("%s/%d", list.key, i)
				c.differs(at, "", "", "%s is %s%s", urn, map[bool]string{true: "not ", false: ""}[list.there], list.what)
			}
		}
	}
	if e.Missing != nil {
		want := slices.Sorted(slices.Values(*e.Missing))
		slices.Sort(missing)
		if !slices.Equal(missing, want) {
			c.differs("missing", strings.Join(missing, " "), strings.Join(want, " "), "missing are [%s] and should be [%s]", strings.Join(missing, " "), strings.Join(want, " "))
		}
	}
}
