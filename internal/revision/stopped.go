package revision

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
)

// outOfMemory is what the runtime says when it is refused memory, or when a stack outgrows all bounds.
var outOfMemory = regexp.MustCompile(`out of memory|cannot allocate memory|stack exceeds|stack overflow|failed to create new OS thread|memory allocation`)

// stopped says why a child ended without a report.
func (s Sandbox) stopped(c *child, stage string, late bool, ended error) (*CheckReport, error) {
	said := strings.TrimSpace(c.stderr.String())
	during := ""
	if stage != "" {
		during = " during the stage " + stage
	}
	f := Finding{Rule: RuleResources}
	switch {
	case late || s.outOfTime(c.command.ProcessState):
		f.Detail = fmt.Sprintf("the checks did not end within %s%s and were stopped", s.Deadline, during)
		f.Advice = "look for a rule, a test or a case whose work grows with the square of its input, or without end: a comprehension over the product of lists, a range of numbers"
	case outOfMemory.MatchString(said):
		f.Detail = fmt.Sprintf("the checks needed more than %d MiB of memory%s and were stopped", s.MemoryBytes>>20, during)
		f.Advice = "look for values that grow without bound (numbers.range, strings joined to themselves, products of lists) and for nesting without end"
	case crashed(c.command.ProcessState, said):
		f.Detail = "the checks broke off" + during + ": " + strings.TrimSpace(c.command.ProcessState.String()+" "+firstLine(said))
		f.Advice = "undo the last change, and make it again in smaller steps to find what breaks them"
	default:
		return nil, fmt.Errorf("the checks ended without a report: %w", errors.Join(ended, errors.New(firstLine(said))))
	}
	return &CheckReport{Findings: []Finding{f}, Stages: []StageReport{}}, nil
}

// outOfTime reports whether the kernel ended a process for the processor time that it used.
func (s Sandbox) outOfTime(state *os.ProcessState) bool {
	return state.ExitCode() < 0 && state.UserTime()+state.SystemTime() >= s.Deadline
}

// crashed reports whether the program broke down, rather than end with an error of its own.
func crashed(state *os.ProcessState, said string) bool {
	return state.ExitCode() < 0 || strings.Contains(said, "fatal error:") || strings.Contains(said, "panic:")
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

func tooLarge(limit int64) *CheckReport {
	return &CheckReport{Stages: []StageReport{}, Findings: []Finding{{
		Rule:   RuleResources,
		Detail: fmt.Sprintf("the tree has more than %d MiB", limit>>20),
		Advice: "policies are text of people's writing: take out what is not",
	}}}
}

// RuleResources is the rule of a check that was stopped for the memory or the time that it took.
const RuleResources = "resources"
