package portal

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"deferido/internal/engine"
	"deferido/internal/lifecycle"
)

// fileGroup is files of a policy set that belong together: those of a norm, the questions, and so on.
type fileGroup struct {
	Title string
	Files []fileRow
}

// fileRow is what is edited under one name, with its tests where it has some.
type fileRow struct {
	Label, URL string
	Path       string
	Tests      string // address of its tests; empty for none
	By, At     string // who changed it, and when; empty where it is as in the base
	Deleted    bool
}

// chooseFile is the page on which a file is chosen. A fault is what is wrong with the path that was given.
func (p *Portal) chooseFile(v *visit, d *draftPage, status int, fault string) error {
	tree, err := p.Desk.DraftTree(v.ctx(), d.Draft)
	if err != nil {
		return err
	}
	var names []string
	err = engine.EachFile(tree, nil, func(name string, _ []byte) error {
		names = append(names, name)
		return nil
	})
	if err != nil {
		return err
	}
	edit := func(file string) string { return draftURL(d.Draft.ID, "regra", "arquivo", file) }
	var changed []fileRow
	for _, c := range d.Draft.Changed {
		changed = append(changed, fileRow{Label: v.subject(c.Path), URL: edit(c.Path), Path: c.Path, By: person(c.By), At: v.draftTime(c.At), Deleted: c.Deleted})
	}
	body := map[string]any{
		"Changed": changed, "Groups": v.fileGroups(names, edit), "Names": names,
		"Any":  field{ID: "arquivo", Name: "arquivo", Label: v.t("drafts.choose.any"), Hint: v.t("drafts.choose.any_hint"), Fault: fault, Class: "grow"},
		"Here": draftURL(d.Draft.ID, "regra"),
	}
	return v.render(status, d.page(v, "regra", "drafts/choose", body))
}

// fileGroups are the files of a policy set, the law first. Tests stand beside what they try.
func (v *visit) fileGroups(names []string, edit func(string) string) []fileGroup {
	var groups []fileGroup
	add := func(title string, row fileRow) {
		i := slices.IndexFunc(groups, func(g fileGroup) bool { return g.Title == title })
		if i < 0 {
			groups, i = append(groups, fileGroup{Title: title}), len(groups)
		}
		groups[i].Files = append(groups[i].Files, row)
	}
	for _, folder := range []string{"norms", "decision", "disputes", "params", "readings", "lib", "schemas"} {
		for _, name := range names {
			if !strings.HasPrefix(name, folder+"/") || strings.HasSuffix(name, "_test.rego") {
				continue
			}
			row := fileRow{Label: v.subject(name), URL: edit(name), Path: name}
			if tests := strings.TrimSuffix(name, ".rego") + "_test.rego"; path.Ext(name) == ".rego" && slices.Contains(names, tests) {
				row.Tests = edit(tests)
			}
			title := v.t("drafts.folder." + folder)
			if parts := strings.Split(name, "/"); folder == "norms" {
				if len(parts) != 3 || path.Ext(name) != ".rego" { // texts and norm.yaml have a page of their own
					continue
				}
				title = v.articleLabel(v.set.Corpus(), parts[1], "")
				row.Label = strings.TrimPrefix(row.Label, title+", ")
			}
			add(title, row)
		}
	}
	for i := range groups {
		slices.SortStableFunc(groups[i].Files, func(a, b fileRow) int { return compareNumbers(a.Path, b.Path) })
	}
	return groups
}

// compareNumbers orders names as people count: art_9 before art_13.
func compareNumbers(a, b string) int {
	for a != "" && b != "" {
		x, y := leadingNumber(a), leadingNumber(b)
		if x != "" && y != "" {
			if len(x) != len(y) {
				return len(x) - len(y)
			}
			if x != y {
				return strings.Compare(x, y)
			}
			a, b = a[len(x):], b[len(y):]
			continue
		}
		if a[0] != b[0] {
			return int(a[0]) - int(b[0])
		}
		a, b = a[1:], b[1:]
	}
	return len(a) - len(b)
}

func leadingNumber(text string) string {
	end := 0
	for end < len(text) && text[end] >= '0' && text[end] <= '9' {
		end++
	}
	return text[:end]
}

// changedIn is a file among those that a draft changes; nil where it does not.
func changedIn(d *lifecycle.Draft, file string) *lifecycle.Changed {
	i := slices.IndexFunc(d.Changed, func(c lifecycle.Changed) bool { return c.Path == file })
	if i < 0 {
		return nil
	}
	return &d.Changed[i]
}

// sameFile tells whether a file is the same in two trees, also where neither has it.
func sameFile(a, b fs.FS, file string) bool {
	x, in := readText(a, file)
	y, also := readText(b, file)
	return in == also && x == y
}
