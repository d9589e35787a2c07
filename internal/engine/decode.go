package engine

import (
	"encoding/json"
	"fmt"
	"slices"

	"deferido/internal/decision"
	"deferido/internal/engine/plan"
)

// decoder reads values of the policies into Go. It keeps the first thing that is not as it should be.
type decoder struct{ err error }

func (d *decoder) fail(what string) {
	if d.err == nil {
		d.err = fmt.Errorf("the policies' answer: %s is not as it should be", what)
	}
}

// object runs f for the members of an object in order of key. An absent one has none.
func (d *decoder) object(what string, v plan.Value, f func(key string, value plan.Value)) {
	if !v.Defined() {
		return
	}
	if !v.IsObject() {
		d.fail(what)
	}
	for k, member := range v.Entries() {
		f(d.text("a key of "+what, k), member)
	}
}

// list runs f for the elements of an array, or of a set in order. An absent one has none.
func (d *decoder) list(what string, v plan.Value, f func(plan.Value)) {
	if !v.Defined() {
		return
	}
	if !v.IsArray() && !v.IsSet() {
		d.fail(what)
	}
	for e := range v.Elems() {
		f(e)
	}
}

func (d *decoder) text(what string, v plan.Value) string {
	s, ok := v.Text()
	if !ok {
		d.fail(what)
	}
	return s
}

func (d *decoder) strings(what string, v plan.Value) []string {
	if v.Len() == 0 && (v.IsArray() || v.IsSet()) {
		return nil
	}
	list := make([]string, 0, v.Len())
	d.list(what, v, func(e plan.Value) { list = append(list, d.text(what, e)) })
	return list
}

func (d *decoder) state(what string, v plan.Value) decision.State {
	i, ok := v.Int()
	if !ok || i < -1 || i > 1 {
		d.fail(what)
	}
	return decision.State(i)
}

func decodeStrings(v plan.Value) ([]string, error) {
	var d decoder
	list := d.strings("the list", v)
	slices.Sort(list)
	return list, d.err
}

func decodeDocument(v plan.Value) (*decision.Document, error) {
	var d decoder
	text, caseLaw := v.Get("text"), v.Get("case_law")
	document := &decision.Document{Text: d.reading(text)}
	var told bool
	if document.Held, told = v.Get("held").Bool(); !told {
		d.fail("held")
	}
	if text.Equal(caseLaw) {
		document.CaseLaw = document.Text
	} else {
		document.CaseLaw = d.reading(caseLaw)
	}
	document.Differ = document.Text.State != document.CaseLaw.State || !text.Get("result").Equal(caseLaw.Get("result"))
	d.object("disputes", v.Get("disputes"), func(name string, issues plan.Value) {
		issue := decision.AtIssue{Dispute: name}
		d.object("a dispute", issues, func(article string, names plan.Value) {
			for _, name := range d.strings("a dispute's conditions", names) {
				issue.Conditions = append(issue.Conditions, decision.Name{Article: article, Name: name})
			}
		})
		document.Disputes = append(document.Disputes, issue)
	})
	return document, d.err
}

func (d *decoder) reading(v plan.Value) decision.Reading {
	r := decision.Reading{
		State: d.state("state", v.Get("state")), Answers: d.strings("answers", v.Get("answers")),
		Asks: map[decision.Name][]string{}, Cures: map[decision.Name][]decision.Cure{}, Values: map[decision.Name]map[string]decision.Value{},
		Result: d.plain(v.Get("result")),
	}
	d.object("told", v.Get("told"), func(article string, told plan.Value) {
		t := decision.Told{
			Article: article, Met: d.strings("met", told.Get("met")),
			Unmet: d.strings("unmet", told.Get("unmet")), Unknown: d.strings("unknown", told.Get("unknown")),
		}
		if t.Met != nil || t.Unmet != nil || t.Unknown != nil {
			r.Told = append(r.Told, t)
		}
	})
	d.list("failing", v.Get("failing"), func(f plan.Value) { r.Failing = append(r.Failing, d.failing(f)) })
	d.object("notes", v.Get("notes"), func(article string, notes plan.Value) {
		for _, name := range d.strings("notes", notes) {
			r.Notes = append(r.Notes, decision.Name{Article: article, Name: name})
		}
	})
	d.conditions("asks", v.Get("asks"), func(n decision.Name, asks plan.Value) { r.Asks[n] = d.strings("asks", asks) })
	d.conditions("remedies", v.Get("remedies"), func(n decision.Name, cures plan.Value) { r.Cures[n] = d.cures(cures) })
	d.conditions("values", v.Get("values"), func(n decision.Name, values plan.Value) { r.Values[n] = d.values(values) })
	return r
}

// conditions runs f for what is said of each condition: an object by article and name.
func (d *decoder) conditions(what string, v plan.Value, f func(decision.Name, plan.Value)) {
	d.object(what, v, func(article string, byName plan.Value) {
		d.object(what, byName, func(name string, value plan.Value) { f(decision.Name{Article: article, Name: name}, value) })
	})
}

func (d *decoder) failing(v plan.Value) decision.Failing {
	f := decision.Failing{
		Answer: d.text("answer", v.Get("answer")), Article: d.text("article", v.Get("article")),
		Requirement: d.text("requirement", v.Get("requirement")),
	}
	d.list("ways", v.Get("ways"), func(way plan.Value) { f.Ways = append(f.Ways, d.strings("a way", way)) })
	return f
}

// cures reads one cure or a list of them.
func (d *decoder) cures(v plan.Value) []decision.Cure {
	if v.IsObject() {
		return []decision.Cure{d.cure(v)}
	}
	var cures []decision.Cure
	d.list("remedies", v, func(cure plan.Value) { cures = append(cures, d.cure(cure)) })
	return cures
}

func (d *decoder) cure(v plan.Value) decision.Cure {
	return decision.Cure{Fact: d.text("fact", v.Get("fact")), To: d.text("to", v.Get("to")), Value: d.plain(v.Get("value"))}
}

func (d *decoder) values(v plan.Value) map[string]decision.Value {
	values := make(map[string]decision.Value, v.Len())
	d.object("values", v, func(name string, value plan.Value) {
		var said decision.Value
		switch p := d.plain(value).(type) {
		case decision.Instant:
			said.At = &p
		case decision.DayNumber:
			said.Day = &p
		case map[string]any:
			said.Money, said.Duration = whole(p["money"]), whole(p["duration"])
			if n, ok := p["number"].(json.Number); ok {
				text := n.String()
				said.Number = &text
			}
		default:
			d.fail("a value")
		}
		values[name] = said
	})
	return values
}

func whole(v any) *int64 {
	number, ok := v.(json.Number)
	if !ok {
		return nil
	}
	n, err := number.Int64()
	if err != nil {
		return nil // beyond what can be said in words
	}
	return &n
}

// plain is a JSON value, with placeholders for the objects that stand for something.
func (d *decoder) plain(v plan.Value) any {
	switch {
	case v.IsObject():
		return d.plainObject(v)
	case v.IsArray() || v.IsSet():
		list := make([]any, 0, v.Len())
		d.list("a value", v, func(e plan.Value) { list = append(list, d.plain(e)) })
		return list
	}
	value, err := v.Plain()
	if err != nil {
		d.fail("a value")
	}
	return value
}

func (d *decoder) plainObject(v plan.Value) any {
	name := func(key string) decision.Name {
		of := v.Get(key)
		return decision.Name{Article: d.text(key, of.Get("article")), Name: d.text(key, of.Get("condition"))}
	}
	if at, ok := v.Get("at").Number(); ok {
		as, _ := v.Get("as").Text()
		return decision.Instant{Nanoseconds: at, As: as}
	}
	if day, ok := v.Get("day").Int(); ok && v.Len() == 1 {
		return decision.DayNumber(day)
	}
	switch {
	case v.Get("urn_of").Defined():
		return decision.URNOf(name("urn_of"))
	case v.Get("text_of").Defined():
		return decision.TextOf(name("text_of"))
	case v.Get("text_at").Defined():
		return decision.TextAt(d.text("text_at", v.Get("text_at")))
	}
	object := make(map[string]any, v.Len())
	d.object("a value", v, func(key string, value plan.Value) { object[key] = d.plain(value) })
	return object
}

func decodeTree(v plan.Value) (decision.Tree, error) {
	var d decoder
	var tree decision.Tree
	d.object("the tree", v, func(article string, said plan.Value) { tree = append(tree, d.treeArticle(article, said)) })
	return tree, d.err
}

func (d *decoder) treeArticle(article string, said plan.Value) decision.TreeArticle {
	a := decision.TreeArticle{
		Article: article, Scope: d.state("scope", said.Get("scope")), Governs: d.strings("governs", said.Get("governs")),
		Met: map[string]bool{}, Unmet: map[string]bool{}, Values: map[string]map[string]decision.Value{},
	}
	for state, to := range map[string]map[string]bool{"met": a.Met, "unmet": a.Unmet} {
		for _, name := range d.strings(state, said.Get(state)) {
			to[name] = true
		}
	}
	d.object("values", said.Get("values"), func(name string, values plan.Value) { a.Values[name] = d.values(values) })
	d.object("requirements", said.Get("requirements"), func(answer string, byName plan.Value) {
		d.object("requirements", byName, func(name string, r plan.Value) {
			a.Requirements = append(a.Requirements, d.treeRequirement(answer, name, r))
		})
	})
	return a
}

func (d *decoder) treeRequirement(answer, name string, v plan.Value) decision.TreeRequirement {
	r := decision.TreeRequirement{Answer: answer, Name: name, State: d.state("state", v.Get("state"))}
	d.list("ways", v.Get("ways"), func(way plan.Value) {
		r.Ways = append(r.Ways, decision.TreeWay{
			State: d.state("state", way.Get("state")), Conditions: d.strings("conditions", way.Get("conditions")),
		})
	})
	return r
}
