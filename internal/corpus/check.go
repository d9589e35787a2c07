package corpus

import (
	"fmt"
	"slices"
	"strings"
)

// checkDescription holds the head of norm.yaml together: title, folder and URN name the same act, and every fact has a grade.
func (l *normLoader) checkDescription() {
	n := l.norm
	number := fmt.Sprintf(" nº %s/%d", numberLabel(n.URN.Number), n.URN.Date.Year())
	if !strings.HasSuffix(n.Title, number) {
		l.fail(normYAML, "the title should end in %q, as the urn says", strings.TrimSpace(number))
	}
	ending := fmt.Sprintf("_%d_%d", n.URN.Number, n.URN.Date.Year())
	if !strings.HasPrefix(n.Folder, n.URN.Type+"_") || !strings.HasSuffix(n.Folder, ending) {
		l.fail(normYAML, "the folder should be named %s…%s, as the urn says", n.URN.Type, ending)
	}
	if len(n.URN.Fragment) > 0 {
		l.fail(normYAML, "the urn of an act has no fragment")
	}
	if n.Source == "" {
		l.fail(normYAML, "want a source")
	}
	from, until := n.InForce.From, n.InForce.Until
	l.checkFact("in_force.from", &from)
	l.checkFact("in_force.until", until)
	l.checkFact("published_on", n.PublishedOn)
	if until != nil && until.Date.Before(from.Date) {
		l.fail(normYAML, "in_force: it ends before it begins")
	}
	if n.PublishedOn != nil && from.Date.Before(n.PublishedOn.Date) {
		l.fail(normYAML, "in_force: it begins before the act was published")
	}
	for _, note := range n.Notes {
		if note.Text == "" || !note.Grade.Known() {
			l.fail(normYAML, "notes: want a text and a known grade")
		}
	}
}

func (l *normLoader) checkFact(name string, fact *DatedFact) {
	if fact == nil {
		return
	}
	if fact.Date.IsZero() {
		l.fail(normYAML, "%s: want a date", name)
	}
	if !fact.Grade.Known() {
		l.fail(normYAML, "%s: unknown grade %q", name, fact.Grade)
	}
}

// checkEntry holds an entry to what its status asks for.
func (l *normLoader) checkEntry(entry provisionEntry) {
	fail := func(format string, args ...any) {
		l.fail(normYAML, "%s: %w", entry.name(), fmt.Errorf(format, args...))
	}
	if !entry.Status.Known() {
		fail("unknown status %q", entry.Status)
	}
	for i, q := range entry.Questions {
		if !slices.Contains(questions, q) || slices.Contains(entry.Questions[:i], q) {
			fail("unknown or repeated question %q", q)
		}
	}
	if (entry.Fragment == "") != (entry.Status == StatusCommentary) {
		fail("a provision has a fragment, and commentary has none")
	}
	if entry.Grade != "" && !entry.Grade.Known() {
		fail("unknown grade %q", entry.Grade)
	}
	if entry.Text != "" && len(entry.Versions) > 0 {
		fail("the text stands in each of the versions, not beside them")
	}
	held := entry.Text != "" || slices.ContainsFunc(entry.Versions, func(v versionEntry) bool { return v.Text != "" })
	if (entry.ReportedIn != "") != (entry.Status == StatusReported) {
		fail("reported_in belongs to the status %s, and to no other", StatusReported)
	}
	switch entry.Status {
	case StatusNotHeld, StatusReported:
		if held {
			fail("a provision whose text is %s has no text", entry.Status)
		}
		if entry.Grade == "" || entry.Note == "" || !slices.Contains(lawful, entry.Nature) {
			fail("a provision whose text is not held needs a grade, a note and a nature that is a status of the law")
		}
	default:
		if !held {
			fail("there is no text; without one the status is %s", StatusNotHeld)
		}
		if entry.Nature != "" {
			fail("a provision whose text is held has no nature beside its status")
		}
	}
}

// checkVersions holds the wordings to the act's time in force, one after the other without overlap or gap.
func (l *normLoader) checkVersions(name string, versions []Version) {
	fail := func(format string, args ...any) {
		l.fail(normYAML, "%s: versions: %w", name, fmt.Errorf(format, args...))
	}
	for i, v := range versions {
		if v.From.IsZero() || !v.Grade.Known() {
			fail("each needs a first day and a known grade")
			return
		}
		if v.Until != nil && v.Until.Before(v.From) {
			fail("the one from %s ends before it begins", v.From)
		}
		if v.OlderWording && (!v.Held || i == 0) {
			fail("the one from %s has an older wording, which must be held and have one before it", v.From)
		}
		if i == 0 {
			continue
		}
		switch before := versions[i-1]; {
		case v.Act == "":
			fail("the one from %s names no act that gave it", v.From)
		case before.Until == nil || !before.Until.Before(v.From):
			fail("the one from %s overlaps the one before it", v.From)
		default:
			if next, ok := before.Until.AddDays(1); !ok || next != v.From {
				fail("there is a gap before the one from %s", v.From)
			}
		}
	}
	first, last := versions[0], versions[len(versions)-1]
	if !l.norm.InForce.Contains(first.From) || (last.Until != nil && !l.norm.InForce.Contains(*last.Until)) {
		fail("they reach beyond the time in which the act is in force")
	}
}

// checkOrder wants the provisions in the order of the text, and none twice.
func (l *normLoader) checkOrder() {
	for i := 1; i < len(l.norm.Provisions); i++ {
		before, p := l.norm.Provisions[i-1].Fragment, l.norm.Provisions[i].Fragment
		switch order := before.Compare(p); {
		case order == 0:
			l.fail(normYAML, "%s stands twice", p)
		case order > 0:
			l.fail(normYAML, "%s comes after %s, against the order of the text", p, before)
		}
	}
}

// checkEveryLineIsClassified wants each line of text claimed by exactly one provision or passage.
func (l *normLoader) checkEveryLineIsClassified() {
	claimed := map[Place]*Provision{}
	for _, p := range l.norm.entries {
		for _, v := range p.Versions {
			if !v.Held {
				continue
			}
			if other := claimed[v.At]; other != nil && other != p {
				l.fail(normYAML, "line %d of %s is claimed twice", v.At.Line, v.At.File)
			}
			claimed[v.At] = p
		}
	}
	for _, f := range l.norm.Files {
		for i := range strings.Count(f.Text, "\n") + 1 {
			if _, found := f.line(i + 1); found && claimed[Place{l.norm.Folder, f.Name, i + 1}] == nil {
				l.fail(f.Name, "line %d is no provision and no commentary in %s: nothing may stay unclassified", i+1, normYAML)
			}
		}
	}
}
