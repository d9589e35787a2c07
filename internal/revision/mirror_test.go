package revision_test

import (
	"slices"
	"strings"

	"deferido/internal/revision"
)

// mirrored is the difference seen from the other side.
func mirrored(d *revision.Difference) *revision.Difference {
	m := *d
	for _, section := range []*[]revision.Entry{&m.Norms, &m.Provisions, &m.Parameters, &m.Interpretations, &m.Facts, &m.Results, &m.Cases} {
		*section = slices.Clone(*section)
		for i := range *section {
			e := &(*section)[i]
			e.Change, e.Fields = opposite[e.Change], turnedFields(e.Fields)
		}
	}
	for _, section := range []*[]revision.ModuleChange{&m.Articles, &m.Questions, &m.Disputes, &m.Library} {
		*section = slices.Clone(*section)
		for i := range *section {
			turnModule(&(*section)[i])
		}
	}
	m.Files, m.Unread = nil, nil
	for _, f := range d.Files {
		m.Files = append(m.Files, turnedFile(f))
	}
	slices.SortFunc(m.Files, func(a, b revision.FileChange) int { return strings.Compare(a.Path, b.Path) })
	for _, u := range d.Unread {
		m.Unread = append(m.Unread, revision.Unread{Side: map[string]string{"before": "after", "after": "before"}[u.Side], Finding: u.Finding})
	}
	return &m
}

var opposite = map[revision.ChangeKind]revision.ChangeKind{
	revision.Added: revision.Removed, revision.Removed: revision.Added, revision.Changed: revision.Changed, revision.Renamed: revision.Renamed,
}

func turnedFields(all []revision.Field) []revision.Field {
	var turned []revision.Field
	for _, f := range all {
		turned = append(turned, revision.Field{Name: f.Name, Before: f.After, After: f.Before})
	}
	return turned
}

func turnModule(c *revision.ModuleChange) {
	c.Change, c.Fields, c.Rules = opposite[c.Change], turnedFields(c.Fields), slices.Clone(c.Rules)
	c.Named, c.Unnamed = c.Unnamed, c.Named
	for j := range c.Rules {
		r := &c.Rules[j]
		r.Change, r.Fields, r.Before, r.After = opposite[r.Change], turnedFields(r.Fields), r.After, r.Before
		if r.Ways != nil {
			r.Ways = &revision.WayChange{Added: r.Ways.Removed, Removed: r.Ways.Added, Reordered: r.Ways.Reordered}
		}
	}
}

func turnedFile(f revision.FileChange) revision.FileChange {
	turned := revision.FileChange{Path: f.Path, Change: opposite[f.Change], Binary: f.Binary}
	if f.From != "" {
		turned.Path, turned.From = f.From, f.Path
	}
	for _, h := range f.Hunks {
		back := revision.Hunk{OldStart: h.NewStart, OldLines: h.NewLines, NewStart: h.OldStart, NewLines: h.OldLines}
		var gone, fresh []string
		last := &back.Lines
		for _, line := range h.Lines {
			switch line[0] {
			case '-':
				line, last = "+"+line[1:], &fresh
			case '+':
				line, last = "-"+line[1:], &gone
			case ' ':
				back.Lines = append(append(back.Lines, gone...), fresh...)
				gone, fresh, last = nil, nil, &back.Lines
			}
			*last = append(*last, line)
		}
		back.Lines = append(append(back.Lines, gone...), fresh...)
		turned.Hunks = append(turned.Hunks, back)
	}
	return turned
}
