package revision

import (
	"context"
	"fmt"
	"strings"
)

// runTests runs the Rego tests and finds those that fail, and the lines that none of them evaluates.
func (c *check) runTests(ctx context.Context) ([]Finding, error) {
	tested, err := Test(ctx, c.tree.Policies)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return findings(err), nil // of the tests: the policies compile
	}
	var found []Finding
	c.tried = len(tested.Results)
	for _, r := range tested.Results {
		if !r.Passed {
			detail := r.Name + " fails"
			if r.Detail != "" {
				detail += ": " + strings.Join(strings.Fields(r.Detail), " ")
			}
			found = append(found, Finding{File: r.File, Line: r.Line, Rule: "test", Detail: detail,
				Advice: "correct the rule, or the test where the law has changed", At: r.Name})
		}
	}
	for _, gap := range tested.Gaps {
		lines := fmt.Sprintf("line %d", gap.First)
		if gap.Last > gap.First {
			lines = fmt.Sprintf("lines %d to %d", gap.First, gap.Last)
		}
		found = append(found, Finding{File: gap.File, Line: gap.First, Rule: "coverage", Detail: "no test evaluates " + lines,
			Advice: "write a test of each edge of the rule, or remove what nothing reaches"})
	}
	if len(tested.Results) == 0 {
		found = append(found, Finding{Rule: "test", Detail: "there are no tests", Advice: "write them beside the articles: art_39_test.rego"})
	}
	return found, nil
}

// runCases decides every case and finds those whose answer is not as they say.
func (c *check) runCases(ctx context.Context) ([]Finding, error) {
	var found []Finding
	c.tried = len(c.cases)
	for i := range c.cases {
		result, err := c.cases[i].Run(ctx, c.set)
		if err != nil {
			return nil, err
		}
		question := ""
		if result.Decision != nil {
			question = result.Decision.Question
		}
		for _, d := range result.Differences {
			found = append(found, Finding{File: result.File, Line: d.Line, Rule: "case", Detail: d.Detail,
				Advice: "correct the rule, or the case where the law has changed", At: d.At, Want: d.Want, Got: d.Got, Question: question})
		}
	}
	return found, nil
}
