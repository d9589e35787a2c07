package revision_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"deferido/fixtures"
	"deferido/internal/engine"
	"deferido/internal/revision"
	"deferido/policies"
)

func TestTheCasesHold(t *testing.T) {
	results, err := revision.RunCases(t.Context(), embedded(t), fixtures.FS)
	if err != nil || len(results) < 100 {
		t.Fatalf("%d cases, %v", len(results), err)
	}
	for _, r := range results {
		if len(r.Differences) > 0 {
			t.Errorf("%+v", r)
		}
	}
}

const (
	refused = "cases/bad-unknown-key.json"
	notHeld = "cases/law-not-held-elderly.json"
	conduct = "cases/conduct-two.json"
	open    = "cases/grant-elderly-income-unknown.json"
	fare    = "cases/fare-discount-exceeded.json"
	other   = "urn:lex:br:federal:lei:2003-10-01;10741!art40_par9"
)

// expectations are things that a case can expect, each of which its answer is not.
var expectations = map[string]struct {
	file, key, value string // that is expected instead of, or beside, what the case expects
	at, detail       string
}{
	"outcome":             {theCase, "outcome", `"deny"`, "/expect/outcome", "outcome is allow and should be deny"},
	"outcome of refused":  {refused, "outcome", `"allow"`, "", ""},
	"status":              {theCase, "status", "422", "/expect/status", "the status is 200 and should be 422"},
	"status of refused":   {refused, "status", "400", "/expect/status", "the status is 422 (invalid-facts) and should be 400"},
	"problem":             {notHeld, "problem", `"invalid-facts"`, "/expect/problem", "problem is law-not-held and should be invalid-facts"},
	"result":              {theCase, "result", `{"benefit": "desconto"}`, "/expect/result/benefit", `result.benefit is "gratuidade" and should be "desconto"`},
	"a number":            {fare, "result", `{"fare_max_cents": 1}`, "/expect/result/fare_max_cents", "should be 1"},
	"cites":               {theCase, "cites", `["` + other + `"]`, "/expect/cites/0", "is not cited"},
	"cites an infraction": {conduct, "not_cites", `["urn:lex:br:agencia.nacional.transportes.terrestres:resolucao:2003-06-25;233!art1_cpt_inc1_ali13"]`, "/expect/not_cites/0", "is cited"},
	"unmet":               {theCase, "unmet", `["` + other + `"]`, "/expect/unmet/0", "is not cited as unmet"},
	"duties":              {theCase, "duties", `["` + other + `"]`, "/expect/duties/0", "is not a duty"},
	"not_duties":          {theCase, "not_duties", `["` + urn39 + `art39_par6"]`, "/expect/not_duties/0", "is a duty"},
	"contested":           {theCase, "contested", "true", "/expect/contested", "contested is false and should be true"},
	"case_law":            {theCase, "case_law", `"deny"`, "/expect/case_law", "case_law is allow and should be deny"},
	"missing":             {open, "missing", "[]", "/expect/missing", "should be []"},
	"nothing is missing":  {theCase, "missing", `["/facts/x"]`, "/expect/missing", "missing are [] and should be [/facts/x]"},
}

// Each thing that a case can expect is held, and its place in the file is told.
func TestWhatACaseExpectsIsHeld(t *testing.T) {
	set := embedded(t)
	for name, c := range expectations {
		t.Run(name, func(t *testing.T) {
			e := edit(t)
			before := e.read(c.file)
			at := strings.Index(before, `"expect": {`) + len(`"expect": {`)
			rest := before[at:]
			if i := strings.Index(rest, `"`+c.key+`"`); i >= 0 { // instead of
				rest = strings.Replace(rest, `"`+c.key+`"`, `"`+c.key+`": `+c.value+`, "title"`, 1)
				rest = dropped(rest)
				e.write(c.file, before[:at]+rest)
			} else {
				e.write(c.file, before[:at]+"\n  \""+c.key+"\": "+c.value+","+rest)
			}
			for name := range e.cases {
				if name != c.file {
					delete(e.cases, name)
				}
			}
			results, err := revision.RunCases(t.Context(), set, e.cases)
			if err != nil || len(results) != 1 {
				t.Fatalf("%d results, %v\n%s", len(results), err, e.read(c.file))
			}
			found := results[0].Differences
			if c.at == "" {
				if len(found) > 0 {
					t.Errorf("%+v", found)
				}
				return
			}
			if len(found) != 1 || found[0].At != c.at || !strings.Contains(found[0].Detail, c.detail) || found[0].Line != e.line(c.file, `"`+c.key+`"`) {
				t.Errorf("%+v", results[0])
			}
		})
	}
}

// dropped takes the field that was replaced out of an object: "title": …, up to the next field or the end.
func dropped(rest string) string {
	from := strings.Index(rest, `, "title"`)
	depth, quoted := 0, false
	for i := from + len(`, "title"`); i < len(rest); i++ {
		switch b := rest[i]; {
		case b == '"':
			quoted = !quoted
		case quoted:
		case b == '[' || b == '{':
			depth++
		case depth == 0 && (b == ',' || b == '}'):
			return rest[:from] + rest[i:]
		case b == ']' || b == '}':
			depth--
		}
	}
	return rest
}

func TestCasesThatCannotBeReadAreAnError(t *testing.T) {
	e := edit(t).write("cases/broken.json", "{")
	if _, err := revision.RunCases(t.Context(), embedded(t), e.cases); err == nil || !strings.Contains(err.Error(), "cases/broken.json:1") {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := revision.RunCases(ctx, embedded(t), fixtures.FS); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if results, err := revision.RunCases(t.Context(), embedded(t), nil); err != nil || len(results) > 0 {
		t.Errorf("%v, %v", results, err)
	}
}

func embedded(t *testing.T) *engine.Set {
	t.Helper()
	set, err := engine.Load(t.Context(), policies.FS, fixtures.FS)
	if err != nil {
		t.Fatal(err)
	}
	return set
}
