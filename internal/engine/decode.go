package engine

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"

	"deferido/internal/decision"
)

// decoder reads values of the policies into Go. It keeps the first thing that is not as it should be.
type decoder struct{ err error }

func (d *decoder) fail(what string, v any) {
	if d.err == nil {
		d.err = fmt.Errorf("the policies' answer: %s is a %T", what, v)
	}
}

// object runs f for the members of an object in order of key. An absent one has none.
func (d *decoder) object(what string, v ast.Value, f func(key string, value ast.Value)) {
	switch v := v.(type) {
	case nil:
	case ast.Object:
		v.Foreach(func(k, member *ast.Term) {
			key, ok := k.Value.(ast.String)
			if !ok {
				d.fail("a key of "+what, k.Value)
			}
			f(string(key), member.Value)
		})
	default:
		d.fail(what, v)
	}
}

// list runs f for the elements of an array, or of a set in order.
func (d *decoder) list(what string, v ast.Value, f func(ast.Value)) {
	switch v := v.(type) {
	case nil:
	case *ast.Array:
		v.Foreach(func(t *ast.Term) { f(t.Value) })
	case ast.Set:
		v.Foreach(func(t *ast.Term) { f(t.Value) })
	default:
		d.fail(what, v)
	}
}

func (d *decoder) text(what string, v ast.Value) string {
	s, ok := v.(ast.String)
	if !ok {
		d.fail(what, v)
	}
	return string(s)
}

func (d *decoder) strings(what string, v ast.Value) []string {
	var list []string
	d.list(what, v, func(e ast.Value) { list = append(list, d.text(what, e)) })
	return list
}

func (d *decoder) state(what string, v ast.Value) decision.State {
	n, ok := v.(ast.Number)
	if !ok {
		d.fail(what, v)
		return decision.Unknown
	}
	i, ok := n.Int()
	if !ok || i < -1 || i > 1 {
		d.fail(what, v)
	}
	return decision.State(i)
}

// get is the member of an object, nil when it has none.
func get(v ast.Value, key string) ast.Value {
	object, ok := v.(ast.Object)
	if !ok {
		return nil
	}
	if t := object.Get(ast.InternedTerm(key)); t != nil {
		return t.Value
	}
	return nil
}

func decodeStrings(v ast.Value) ([]string, error) {
	var d decoder
	list := d.strings("the list", v)
	slices.Sort(list)
	return list, d.err
}

func decodeDocument(v ast.Value) (*decision.Document, error) {
	var d decoder
	text, caseLaw := get(v, "text"), get(v, "case_law")
	document := &decision.Document{Text: d.reading(text), Held: get(v, "held") == ast.Boolean(true)}
	if ast.Compare(text, caseLaw) == 0 {
		document.CaseLaw = document.Text
	} else {
		document.CaseLaw = d.reading(caseLaw)
	}
	document.Differ = document.Text.State != document.CaseLaw.State || ast.Compare(get(text, "result"), get(caseLaw, "result")) != 0
	d.object("disputes", get(v, "disputes"), func(name string, issues ast.Value) {
		issue := decision.AtIssue{Dispute: name}
		d.object("disputes."+name, issues, func(article string, names ast.Value) {
			for _, name := range d.strings("a dispute's conditions", names) {
				issue.Conditions = append(issue.Conditions, decision.Name{Article: article, Name: name})
			}
		})
		document.Disputes = append(document.Disputes, issue)
	})
	return document, d.err
}

func (d *decoder) reading(v ast.Value) decision.Reading {
	r := decision.Reading{
		State: d.state("state", get(v, "state")), Answers: d.strings("answers", get(v, "answers")), Due: d.strings("due", get(v, "due")),
		Asks: map[decision.Name][]string{}, Cures: map[decision.Name][]decision.Cure{}, Values: map[decision.Name]map[string]decision.Value{},
		Result: d.plain(get(v, "result")),
	}
	d.object("told", get(v, "told"), func(article string, told ast.Value) {
		t := decision.Told{
			Article: article, Met: d.strings("met", get(told, "met")),
			Unmet: d.strings("unmet", get(told, "unmet")), Unknown: d.strings("unknown", get(told, "unknown")),
		}
		if t.Met != nil || t.Unmet != nil || t.Unknown != nil {
			r.Told = append(r.Told, t)
		}
	})
	d.list("failing", get(v, "failing"), func(f ast.Value) { r.Failing = append(r.Failing, d.failing(f)) })
	d.named("notes", get(v, "notes"), func(article string, notes ast.Value) {
		for _, name := range d.strings("notes", notes) {
			r.Notes = append(r.Notes, decision.Name{Article: article, Name: name})
		}
	})
	d.conditions("asks", get(v, "asks"), func(n decision.Name, asks ast.Value) { r.Asks[n] = d.strings("asks", asks) })
	d.conditions("remedies", get(v, "remedies"), func(n decision.Name, cures ast.Value) { r.Cures[n] = d.cures(cures) })
	d.conditions("values", get(v, "values"), func(n decision.Name, values ast.Value) { r.Values[n] = d.values(values) })
	return r
}

func (d *decoder) named(what string, v ast.Value, f func(article string, value ast.Value)) {
	d.object(what, v, f)
}

// conditions runs f for what is said of each condition: an object by article and name.
func (d *decoder) conditions(what string, v ast.Value, f func(decision.Name, ast.Value)) {
	d.object(what, v, func(article string, byName ast.Value) {
		d.object(what, byName, func(name string, value ast.Value) { f(decision.Name{Article: article, Name: name}, value) })
	})
}

func (d *decoder) failing(v ast.Value) decision.Failing {
	f := decision.Failing{
		Answer: d.text("answer", get(v, "answer")), Article: d.text("article", get(v, "article")),
		Requirement: d.text("requirement", get(v, "requirement")),
	}
	d.list("ways", get(v, "ways"), func(way ast.Value) { f.Ways = append(f.Ways, d.strings("a way", way)) })
	return f
}

// cures reads one cure or a list of them.
func (d *decoder) cures(v ast.Value) []decision.Cure {
	if _, one := v.(ast.Object); one {
		return []decision.Cure{d.cure(v)}
	}
	var cures []decision.Cure
	d.list("remedies", v, func(cure ast.Value) { cures = append(cures, d.cure(cure)) })
	return cures
}

func (d *decoder) cure(v ast.Value) decision.Cure {
	return decision.Cure{Fact: d.text("fact", get(v, "fact")), To: d.text("to", get(v, "to")), Value: d.plain(get(v, "value"))}
}

func (d *decoder) values(v ast.Value) map[string]decision.Value {
	values := map[string]decision.Value{}
	d.object("values", v, func(name string, value ast.Value) {
		var said decision.Value
		switch p := d.plain(value).(type) {
		case decision.Instant:
			said.At = &p
		case decision.DayNumber:
			said.Day = &p
		case map[string]any:
			said.Money, said.Duration = d.whole(p["money"]), d.whole(p["duration"])
			if n, ok := p["number"].(json.Number); ok {
				text := n.String()
				said.Number = &text
			}
		default:
			d.fail("a value", p)
		}
		values[name] = said
	})
	return values
}

func (d *decoder) whole(v any) *int64 {
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
func (d *decoder) plain(v ast.Value) any {
	switch v := v.(type) {
	case nil, ast.Null:
		return nil
	case ast.Boolean:
		return bool(v)
	case ast.String:
		return string(v)
	case ast.Number:
		return json.Number(v)
	case ast.Object:
		return d.plainObject(v)
	case *ast.Array, ast.Set:
		list := []any{}
		d.list("a value", v, func(e ast.Value) { list = append(list, d.plain(e)) })
		return list
	}
	d.fail("a value", v)
	return nil
}

func (d *decoder) plainObject(v ast.Object) any {
	name := func(key string) decision.Name {
		of := get(v, key)
		return decision.Name{Article: d.text(key, get(of, "article")), Name: d.text(key, get(of, "condition"))}
	}
	switch {
	case get(v, "at") != nil:
		at := decision.Instant{Nanoseconds: fmt.Sprint(d.plain(get(v, "at")))}
		if as := get(v, "as"); as != nil {
			at.As = d.text("as", as)
		}
		return at
	case get(v, "urn_of") != nil:
		return decision.URNOf(name("urn_of"))
	case get(v, "text_of") != nil:
		return decision.TextOf(name("text_of"))
	case get(v, "text_at") != nil:
		return decision.TextAt(d.text("text_at", get(v, "text_at")))
	}
	if n, ok := get(v, "day").(ast.Number); ok && v.Len() == 1 {
		if day, ok := n.Int(); ok {
			return decision.DayNumber(day)
		}
	}
	object := make(map[string]any, v.Len())
	d.object("a value", v, func(key string, value ast.Value) { object[key] = d.plain(value) })
	return object
}

func decodeTree(v ast.Value) (decision.Tree, error) {
	var d decoder
	var tree decision.Tree
	d.object("the tree", v, func(article string, said ast.Value) {
		a := decision.TreeArticle{
			Article: article, Scope: d.state("scope", get(said, "scope")), Governs: d.strings("governs", get(said, "governs")),
			Met: map[string]bool{}, Unmet: map[string]bool{}, Values: map[string]map[string]decision.Value{},
		}
		for state, to := range map[string]map[string]bool{"met": a.Met, "unmet": a.Unmet} {
			for _, name := range d.strings(state, get(said, state)) {
				to[name] = true
			}
		}
		d.object("values", get(said, "values"), func(name string, values ast.Value) { a.Values[name] = d.values(values) })
		d.object("requirements", get(said, "requirements"), func(answer string, byName ast.Value) {
			d.object("requirements", byName, func(name string, r ast.Value) {
				a.Requirements = append(a.Requirements, d.treeRequirement(answer, name, r))
			})
		})
		tree = append(tree, a)
	})
	return tree, d.err
}

func (d *decoder) treeRequirement(answer, name string, v ast.Value) decision.TreeRequirement {
	r := decision.TreeRequirement{Answer: answer, Name: name, State: d.state("state", get(v, "state"))}
	d.list("ways", get(v, "ways"), func(way ast.Value) {
		r.Ways = append(r.Ways, decision.TreeWay{
			State: d.state("state", get(way, "state")), Conditions: d.strings("conditions", get(way, "conditions")),
		})
	})
	return r
}
