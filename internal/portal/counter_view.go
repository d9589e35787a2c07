package portal

import (
	"cmp"
	"slices"
	"strings"
)

// entry is a field of a form at the counter, for the templates field-….
type entry struct {
	Kind   string // the name of its component
	ID     string
	Name   string
	Label  string
	Hush   bool // the label is for those who do not see what stands around it
	Value  string
	Hour   string // of an instant
	Prefix string
	Suffix string
	Size   int
	Length int    // characters that it takes; 0: any number
	Mode   string // its inputmode
	Wide   bool
	Focus  bool // it was just added
	List   []string
	Picks  []pick
	Rows   []rowView
	More   string // of rows: what the button says that adds one; empty for none
	None   bool   // of rows: it was said that there are none
	Says   says
}

// pick is one of what a field offers.
type pick struct {
	ID, Value, Label string
	On               bool
	Inside           []entry // asked beside it
}

// rowView is a row of a list.
type rowView struct {
	Name, Label string
	Entries     []entry
}

// says is what stands under a field.
type says struct {
	ID         string // of the field
	Fault      string
	Understood string
	Note       string // what counts while it is empty, or where its value comes from
	Told       []told
	Moot       bool
	Live       bool // it takes the place of what stands there
}

// partView is a part of a form.
type partView struct {
	ID, Title string
	Folded    bool
	Open      bool
	Summary   string // of what is folded
	Entries   []entry
	Last      bool // what is no fact stands here: the offset and the day of the law
}

// viewer makes the views of a form's fields.
type viewer struct {
	*counterForm
	hints  map[string][]told
	moots  map[string]bool
	places []string
}

// views are the parts of the form as they are shown.
func (f *counterForm) views() ([]partView, error) {
	w := &viewer{counterForm: f, hints: f.hints(), moots: f.moot()}
	var err error
	if w.places, err = f.v.places(); err != nil {
		return nil, err
	}
	var views []partView
	for _, part := range f.parts {
		views = append(views, w.part(part))
	}
	if len(views) > 0 {
		views[len(views)-1].Last = true
	}
	return views, nil
}

func (w *viewer) part(part formPart) partView {
	view := partView{ID: "parte-" + fieldID(fieldName(part.Facts[0].Pointer)), Folded: part.Folded}
	view.Title = w.v.set.Title(groupOf(part.Facts[0]), w.v.lang)
	if part.Key != "" {
		view.Title = w.v.t(part.Key)
	}
	var said []string
	for _, fact := range part.Facts {
		e := w.entry(fact, fieldName(fact.Pointer))
		e.Hush = e.Hush || fact.Kind == ticksKind && len(part.Facts) == 1 // the title of the part says it
		view.Entries = append(view.Entries, e)
		given := slices.Contains(w.answered, fact.Pointer)
		view.Open = view.Open || e.Says.Fault != "" || w.isMissing(fact.Pointer) || w.opened != "" && strings.HasPrefix(w.opened, e.Name)
		if given {
			said = append(said, summary(e)...)
		}
	}
	view.Summary = strings.Join(said, " · ")
	return view
}

// summary is what a folded field says.
func summary(e entry) []string {
	for _, p := range e.Picks {
		switch {
		case p.On && p.Value == "sim":
			return []string{e.Label}
		case p.On && p.Value == "nao":
			return []string{e.Label + ": " + strings.ToLower(p.Label)}
		case p.On:
			return []string{p.Label}
		}
	}
	switch {
	case e.Hour != "":
		return []string{e.Label + ": " + e.Value + ", " + e.Hour}
	case e.Value != "" && e.Kind != "field-rows":
		return []string{e.Value}
	}
	return nil
}

func (w *viewer) isMissing(fact string) bool {
	if w.decision == nil {
		return false
	}
	for _, m := range w.decision.Missing {
		if m.Fact == fact || strings.HasPrefix(m.Fact, fact+"/") {
			return true
		}
	}
	return false
}

func (w *viewer) isRemembered(fact *factShape) bool {
	return slices.Contains(w.remembered, fieldName(fact.Pointer))
}

// value is what an input shows: as it was understood, or else as it was sent.
func (w *viewer) value(input string) string {
	if shown, understood := w.shown[input]; understood {
		return shown
	}
	return w.values.Get(input)
}

// entry is the view of a fact; of one that lies in a list, at its place there.
func (w *viewer) entry(fact *factShape, name string) entry {
	e := entry{
		Name: name, ID: fieldID(name), Label: w.v.set.Title(fact.Pointer, w.v.lang), Value: w.value(name), Length: fact.Length,
		Focus: w.opened != "" && strings.HasPrefix(name, w.opened+"."),
		Says:  says{ID: fieldID(name), Fault: w.faults[name], Understood: w.understood[name], Told: w.hints[fact.Pointer], Moot: w.moots[fact.Pointer]},
	}
	switch fact.Kind {
	case dayKind:
		e.Kind, e.Mode, e.Size = "field-date", "numeric", 10
	case instantKind:
		e.Kind, e.Mode, e.Wide, e.Value, e.Hour = "field-time", "numeric", true, w.value(name+".dia"), w.value(name+".hora")
	case moneyKind:
		e.Kind, e.Mode, e.Size, e.Prefix = "field-money", "decimal", 10, "R$"
	case measureKind:
		e.Kind, e.Mode, e.Size, e.Suffix = "field-money", "decimal", 6, fact.Unit
	case monthKind, quarterKind:
		e.Kind, e.Size = "field-line", 18
	case countKind:
		w.count(&e, fact)
	case flagKind:
		e.Kind = "field-segment"
		e.Picks = w.picks(e, pick{Value: "sim", Label: w.v.t("counter.yes")}, pick{Value: "nao", Label: w.v.t("counter.no")}, pick{Label: w.v.t("counter.unknown_fact")})
	case choiceKind:
		w.choice(&e, fact)
	case ticksKind:
		w.ticks(&e, fact)
	case presentKind:
		e.Kind, e.Wide, e.Label, e.Hush = "field-ticks", true, w.v.t("counter.part.printed"), true
		for _, text := range fact.Inside {
			e.Picks = append(e.Picks, w.tick(e, text.Key, w.v.set.Title(text.Pointer, w.v.lang)))
		}
	case rowsKind:
		w.list(&e, fact)
	default:
		e.Kind, e.Size = "field-line", 24
		if fact.Recorded {
			e.List = w.places
		}
	}
	w.note(&e, fact)
	return e
}

// note says what counts while nothing is said, and what was remembered from the last time.
func (w *viewer) note(e *entry, fact *factShape) {
	switch {
	case w.isRemembered(fact):
		e.Says.Note = w.v.t("counter.remembered")
	case fact.Kind == instantKind && w.offset() != w.v.portal.Now().Format("-07:00"):
		e.Says.Note = w.v.t("counter.offset.hours", "offset", offsetShown(w.offset()))
	case slices.Contains(w.answered, fact.Pointer):
	case fact.Other != "":
		e.Says.Note = w.v.t("counter.stands_in", "fact", w.v.set.Title(fact.Other, w.v.lang))
	case fact.Default != "":
		e.Says.Note = w.v.t("counter.default", "value", w.named(fact, fact.Default))
	}
}

// named is a value as people call it.
func (w *viewer) named(fact *factShape, value string) string {
	switch value {
	case "true":
		return strings.ToLower(w.v.t("counter.yes"))
	case "false":
		return strings.ToLower(w.v.t("counter.no"))
	}
	if name := w.v.set.Value(fact.Pointer, value, w.v.lang); name != "" {
		return name
	}
	return value
}

// picks are the options of a field of which one is picked.
func (w *viewer) picks(e entry, options ...pick) []pick {
	for i := range options {
		options[i].ID = e.ID // what leads to a field leads to its first input
		if i > 0 {
			options[i].ID += "-" + cmp.Or(options[i].Value, "nao-sei")
		}
		options[i].On = e.Value == options[i].Value && w.values.Has(e.Name)
	}
	return options
}
