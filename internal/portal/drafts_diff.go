package portal

import (
	"path"
	"strings"

	"deferido/internal/revision"
)

// diffView is in what a text differs, by lines, for the component diff.
type diffView struct {
	Label string // of whom it is
	Lang  string // of the text
	Hunks []diffHunk
}

// diffHunk is lines that differ, with those around them.
type diffHunk struct {
	Where string
	Lines []diffLine
}

// diffLine is a line of a hunk: del, ins, or same.
type diffLine struct{ Kind, Text string }

// diff is what differs in the lines of a file.
func (v *visit) diff(label, file string, hunks []revision.Hunk) diffView {
	view := diffView{Label: label, Lang: textLanguage(file)}
	for _, h := range hunks {
		hunk := diffHunk{Where: v.t("drafts.diff.where", "old", h.OldStart, "new", h.NewStart)}
		for _, line := range h.Lines {
			if line == "" {
				continue
			}
			kind := map[byte]string{'-': "del", '+': "ins", ' ': "same"}[line[0]]
			if kind == "" { // the remark that a line has no end
				continue
			}
			hunk.Lines = append(hunk.Lines, diffLine{kind, line[1:]})
		}
		view.Hunks = append(view.Hunks, hunk)
	}
	return view
}

// compared is in what one text is not as another; nil where they are the same.
func (v *visit) compared(label, file string, before, after string) *diffView {
	hunks := revision.Hunks([]byte(before), []byte(after))
	if len(hunks) == 0 {
		return nil
	}
	view := v.diff(label, file, hunks)
	return &view
}

// textLanguage is the language in which a file of a policy set is written, for who reads it aloud.
func textLanguage(file string) string {
	if path.Ext(file) == ".rego" || path.Ext(file) == ".json" {
		return english
	}
	return portuguese
}

// differenceView is in what a revision is not as another, the law first: the template drafts/difference shows it.
type differenceView struct {
	Groups []differenceGroup
	Files  []fileDifference
	Unread []problem
	Empty  bool
}

// differenceGroup is the provisions, the articles and so on.
type differenceGroup struct {
	Title string
	Items []differenceItem
}

// differenceItem is one thing of the law that differs.
type differenceItem struct {
	Change  string // word: added, removed, changed
	Title   string
	URL     string // may be empty
	Foreign bool   // the title is Portuguese in any language
	Fields  []differenceField
	Rules   []ruleDifference
	Says    []string // more that is told of it
}

// differenceField is something said of a thing that differs. Law tells that it is words of the law.
type differenceField struct {
	Name          string
	Before, After *string
	Law           bool
}

// ruleDifference is a rule of Rego that differs.
type ruleDifference struct {
	Change, Path string
	Diff         *diffView
	Fields       []differenceField
	Says         []string
}

// fileDifference is a file that differs, as text.
type fileDifference struct {
	Path, Change, Subject string
	URL                   string // of its editor; may be empty
	Binary                bool
	Diff                  diffView
}

// difference shows what differs. Edit is the address at which a file is edited; nil where none is.
func (v *visit) difference(d *revision.Difference, edit func(file string) string) differenceView {
	view := differenceView{Empty: d.Empty()}
	add := func(key string, items []differenceItem) {
		if len(items) > 0 {
			view.Groups = append(view.Groups, differenceGroup{v.t("drafts.group." + key), items})
		}
	}
	add("norms", v.entries(d.Norms, nil))
	add("provisions", v.entries(d.Provisions, func(e revision.Entry) string { return provisionURL(e.ID, "") }))
	add("articles", v.modules(d.Articles))
	add("questions", v.modules(d.Questions))
	add("disputes", v.modules(d.Disputes))
	add("library", v.modules(d.Library))
	add("parameters", v.entries(d.Parameters, nil))
	add("interpretations", v.entries(d.Interpretations, nil))
	add("facts", v.entries(d.Facts, nil))
	add("results", v.entries(d.Results, nil))
	add("cases", v.entries(d.Cases, nil))
	for _, f := range d.Files {
		view.Files = append(view.Files, v.fileDifference(f, edit))
	}
	for _, u := range d.Unread {
		view.Unread = append(view.Unread, v.problem(u.Finding, edit))
	}
	return view
}

func (v *visit) entries(all []revision.Entry, address func(revision.Entry) string) []differenceItem {
	var items []differenceItem
	for _, e := range all {
		item := differenceItem{Change: v.t("drafts.change." + string(e.Change)), Title: e.ID, Fields: v.fields(e.Fields)}
		if e.Label != "" {
			item.Title, item.Foreign = e.Label, true
		}
		if address != nil {
			item.URL = address(e)
		}
		for _, rule := range e.Rules {
			item.Says = append(item.Says, v.t("drafts.diff.rule", "rule", rule))
		}
		items = append(items, item)
	}
	return items
}

func (v *visit) modules(all []revision.ModuleChange) []differenceItem {
	var items []differenceItem
	for _, m := range all {
		item := differenceItem{Change: v.t("drafts.change." + string(m.Change)), Title: m.ID, Fields: v.fields(m.Fields)}
		if m.Label != "" {
			item.Title, item.Foreign = m.Label, true
		}
		for _, id := range m.Named {
			item.Says = append(item.Says, v.t("drafts.diff.named", "article", id))
		}
		for _, id := range m.Unnamed {
			item.Says = append(item.Says, v.t("drafts.diff.unnamed", "article", id))
		}
		for _, r := range m.Rules {
			item.Rules = append(item.Rules, v.ruleDifference(r))
		}
		items = append(items, item)
	}
	return items
}

func (v *visit) ruleDifference(r revision.RuleChange) ruleDifference {
	d := ruleDifference{Change: v.t("drafts.change." + string(r.Change)), Path: r.Path, Fields: v.fields(r.Fields)}
	var before, after string
	if r.Before != nil {
		before = strings.TrimSuffix(*r.Before, "\n") + "\n"
	}
	if r.After != nil {
		after = strings.TrimSuffix(*r.After, "\n") + "\n"
	}
	d.Diff = v.compared(r.Path, "x.rego", before, after)
	if r.Ways != nil {
		for _, way := range r.Ways.Removed {
			d.Says = append(d.Says, v.t("drafts.diff.way_removed", "way", strings.Join(way, ", ")))
		}
		for _, way := range r.Ways.Added {
			d.Says = append(d.Says, v.t("drafts.diff.way_added", "way", strings.Join(way, ", ")))
		}
		if r.Ways.Reordered {
			d.Says = append(d.Says, v.t("drafts.diff.reordered"))
		}
	}
	if len(r.Affects) > 0 {
		d.Says = append(d.Says, v.t("drafts.diff.affects", "conditions", strings.Join(r.Affects, ", ")))
	}
	return d
}

// fields are what is said of a thing and differs, each by a name in words where there is one.
func (v *visit) fields(all []revision.Field) []differenceField {
	var fields []differenceField
	for _, f := range all {
		from, key, dated := strings.Cut(f.Name, " ")
		if !dated || strings.Count(from, "-") != 2 {
			from, key = "", f.Name
		}
		name := key
		if words := "drafts.field." + strings.NewReplacer(".", "_", "/", "_", " ", "_").Replace(key); v.words().has(words) {
			name = v.t(words)
		}
		if from != "" {
			name = v.t("drafts.field_since", "name", name, "day", v.words().date(from))
		}
		fields = append(fields, differenceField{name, f.Before, f.After, key == "text" || key == "quote"})
	}
	return fields
}

func (v *visit) fileDifference(f revision.FileChange, edit func(string) string) fileDifference {
	d := fileDifference{Path: f.Path, Change: v.t("drafts.change." + string(f.Change)), Subject: v.subject(f.Path), Binary: f.Binary}
	if f.From != "" {
		d.Path = f.From + " → " + f.Path
	}
	if edit != nil {
		d.URL = edit(f.Path)
	}
	d.Diff = v.diff(f.Path, f.Path, f.Hunks)
	return d
}
