package portal

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"deferido/internal/civil"
	"deferido/internal/decision"
	"deferido/internal/edition"
	"deferido/internal/revision"
)

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
	Since   []sinceDay // what is said of it by the day since which it is so
	Rules   []ruleDifference
	Says    []string // more that is told of it
}

// sinceDay is what differs of a wording or a value, by its first day.
type sinceDay struct {
	Title  string
	day    string // YYYY-MM-DD
	Fields []differenceField
}

// differenceField is something said of a thing that differs. Law tells that it is words of the law.
type differenceField struct {
	Name          string
	Before, After *string
	Law           bool
	Words         []edition.Change // of After, compared with what was; nil where they are not compared
	Compared      bool             // with the wording before it, which stays for its own days
}

// ruleDifference is a rule of Rego that differs.
type ruleDifference struct {
	Change, Path string
	Diff         *diffView
	Fields       []differenceField
	Says         []string
	Affects      []string // conditions that rest on it
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
	add("norms", v.entries(d.Norms, "", nil))
	add("provisions", v.entries(d.Provisions, "drafts.since.wording", func(e revision.Entry) string { return provisionURL(e.ID, "") }))
	add("articles", v.modules(d.Articles))
	add("questions", v.modules(d.Questions))
	add("disputes", v.modules(d.Disputes))
	add("library", v.modules(d.Library))
	add("parameters", v.entries(d.Parameters, "drafts.since.value", nil))
	add("interpretations", v.entries(d.Interpretations, "", nil))
	add("facts", v.entries(d.Facts, "", nil))
	add("results", v.entries(d.Results, "", nil))
	add("cases", v.entries(d.Cases, "", nil))
	for _, f := range d.Files {
		view.Files = append(view.Files, v.fileDifference(f, edit))
	}
	for _, u := range d.Unread {
		view.Unread = append(view.Unread, v.problem(u.Finding, edit))
	}
	return view
}

// entries are things that differ. Since is the words for what of them begins on a day.
func (v *visit) entries(all []revision.Entry, since string, address func(revision.Entry) string) []differenceItem {
	var items []differenceItem
	for _, e := range all {
		item := differenceItem{Change: v.t("drafts.change." + string(e.Change)), Title: e.ID}
		item.Fields, item.Since = v.fields(e.Fields, since)
		if e.Label != "" {
			item.Title, item.Foreign = e.Label, true
		}
		if address != nil {
			item.URL = address(e)
		}
		v.compareWordings(e.ID, item.Since)
		for _, rule := range e.Rules {
			item.Says = append(item.Says, v.t("drafts.diff.rule", "rule", v.ruleTitle(rule)))
		}
		items = append(items, item)
	}
	return items
}

func (v *visit) modules(all []revision.ModuleChange) []differenceItem {
	var items []differenceItem
	for _, m := range all {
		item := differenceItem{Change: v.t("drafts.change." + string(m.Change)), Title: m.ID}
		item.Fields, _ = v.fields(m.Fields, "")
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
	d := ruleDifference{Change: v.t("drafts.change." + string(r.Change)), Path: r.Path}
	d.Fields, _ = v.fields(r.Fields, "")
	var before, after string
	if r.Before != nil {
		before = strings.TrimSuffix(*r.Before, "\n") + "\n"
	}
	if r.After != nil {
		after = strings.TrimSuffix(*r.After, "\n") + "\n"
	}
	if d.Diff = v.compared(r.Path, "x.rego", before, after); d.Diff != nil {
		for i := range d.Diff.Hunks {
			d.Diff.Hunks[i].Where = "" // a rule alone has no lines of its file
		}
	}
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
		d.Affects = append(d.Affects, v.ruleTitles(r.Affects)...)
	}
	return d
}

// fieldOrder is the order of what is told of a wording or a value; the rest follows by name.
var fieldOrder = []string{"text", "cents", "act", "grade", "note", "until"}

// fields are what is said of a thing and differs, each by a name in words where there is one; since are those that begin on a day.
func (v *visit) fields(all []revision.Field, words string) (fields []differenceField, since []sinceDay) {
	days := map[string][]revision.Field{}
	for _, f := range all {
		day, key, dated := strings.Cut(f.Name, " ")
		if words == "" || !dated || strings.Count(day, "-") != 2 {
			fields = append(fields, v.differs(f))
			continue
		}
		days[day] = append(days[day], revision.Field{Name: key, Before: f.Before, After: f.After})
	}
	for _, day := range slices.Sorted(maps.Keys(days)) {
		slices.SortStableFunc(days[day], func(a, b revision.Field) int { return place(a.Name) - place(b.Name) })
		one := sinceDay{Title: v.t(words, "day", v.words().date(day)), day: day}
		for _, f := range days[day] {
			one.Fields = append(one.Fields, v.differs(f))
		}
		since = append(since, one)
	}
	return fields, since
}

func place(name string) int {
	if i := slices.Index(fieldOrder, name); i >= 0 {
		return i
	}
	return len(fieldOrder)
}

// differs is a field that differs, with its values as people write them.
func (v *visit) differs(f revision.Field) differenceField {
	d := differenceField{Name: f.Name, Before: f.Before, After: f.After, Law: f.Name == "text" || f.Name == "quote"}
	if words := "drafts.field." + strings.NewReplacer(".", "_", "/", "_", " ", "_").Replace(f.Name); v.words().has(words) {
		d.Name = v.t(words)
	}
	for _, value := range []**string{&d.Before, &d.After} {
		if *value == nil {
			continue
		}
		said := **value
		switch cents, err := strconv.ParseInt(said, 10, 64); {
		case f.Name == "cents" && err == nil:
			said = v.words().money(cents)
		case f.Name == "until":
			said = v.words().date(said)
		}
		*value = &said
	}
	if d.Before != nil && d.After != nil && d.Law {
		d.Words = edition.Differ(*d.Before, *d.After)
	}
	return d
}

// compareWordings compares each wording that is new with the one that is in service until its eve.
func (v *visit) compareWordings(urn string, since []sinceDay) {
	found, known := v.set.Corpus().ByURN(urn)
	if !known || found.Provision == nil {
		return
	}
	for _, one := range since {
		day, err := civil.ParseDate(one.day)
		eve, ok := day.AddDays(-1)
		if err != nil || !ok {
			continue
		}
		before, is := found.Provision.VersionOn(eve)
		for i := range one.Fields {
			if f := &one.Fields[i]; f.Law && f.Before == nil && f.After != nil && is && before.Held {
				f.Words, f.Compared = edition.Differ(before.Text, *f.After), true
			}
		}
	}
}

// ruleTitle names a condition of an article, "decreto_9921_2019.art_39 grant.when.in_time", in words; one that the set in service
// does not have stays as it is.
func (v *visit) ruleTitle(text string) string {
	article, path, _ := strings.Cut(text, " ")
	question, name, _ := strings.Cut(path, ".")
	_, name, _ = cutLast("."+name, ".")
	rule, known := v.set.Rule(question, decision.Name{Article: article, Name: name})
	if !known || rule.Title.In(v.lang) == "" {
		return text
	}
	return rule.Title.In(v.lang) + " (" + v.set.ArticleLabel(article) + ")"
}

func (v *visit) ruleTitles(all []string) []string {
	var titles []string
	for _, one := range all {
		if title := v.ruleTitle(one); !slices.Contains(titles, title) {
			titles = append(titles, title)
		}
	}
	return titles
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
