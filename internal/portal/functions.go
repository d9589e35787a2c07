package portal

import (
	"errors"
	"fmt"
	"html"
	"html/template"
	"maps"
	"net/url"
	"strings"

	"deferido/internal/corpus"
)

// functions are what templates may call, in a language.
func functions(w *words, a *assets) template.FuncMap {
	all := template.FuncMap{
		"t": w.find, "n": w.count, "has": w.has, "lang": func() string { return w.lang }, "en": func() bool { return w.lang == english },
		"number": w.number, "money": w.money, "day": w.day, "date": w.date, "moment": w.moment, "clock": w.clock, "say": w.say,
		"short": short, "asset": a.url, "full": func() bool { return a.full },
		"dict": dict, "list": func(all ...any) []any { return all }, "join": strings.Join, "lower": strings.ToLower,
		"add": func(a, b int) int { return a + b }, "person": person, "path": url.PathEscape,
		"provision": provisionURL, "foreign": func() template.HTMLAttr { return foreign(w.lang) }, "state": stateOf, "icon": icon, "badge": w.badge, "cite": func(c cited) template.HTML { return c.link(w.lang) },
		"known": func(n *int) int { return *n },
		"selects": func(name, label, value string, options []option) field {
			return field{ID: name, Name: name, Label: label, Value: value, Options: options}
		},
		"grade": func(g any) (gradeView, error) { return gradeOf(w, g) },
	}
	maps.Copy(all, lawFunctions(w))
	return all
}

// dict is a map for a template that takes several values.
func dict(pairs ...any) (map[string]any, error) {
	if len(pairs)%2 != 0 {
		return nil, errors.New("dict: a name without a value")
	}
	m := make(map[string]any, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		name, ok := pairs[i].(string)
		if !ok {
			return nil, fmt.Errorf("dict: %v is no name", pairs[i])
		}
		m[name] = pairs[i+1]
	}
	return m, nil
}

// foreign marks Portuguese on an English page: the law, the names of acts and documents.
func foreign(lang string) template.HTMLAttr {
	if lang == english {
		return `lang="pt-BR"`
	}
	return ""
}

// person is how a page names whoever a record names by id: "user:ana" is ana.
func person(id string) string { return strings.TrimPrefix(id, "user:") }

// provisionURL is the address of a provision in the reader, on a day that is given as YYYY-MM-DD, or today where it is empty.
func provisionURL(urn, day string) string {
	at := "/urn/" + url.PathEscape(urn)
	if day != "" {
		at += "?em=" + url.QueryEscape(day)
	}
	return at
}

// stateView is a state: a shape, a word and a colour, in that order.
type stateView struct {
	Icon  string // of icon
	Class string // allow, deny, wait or split
	Key   string // of its word
}

// states are those that pages show, by name. Answers add theirs.
var states = withAnswers(map[string]stateView{
	"allow": {"tick", "allow", "state.allow"}, "deny": {"cross", "deny", "state.deny"}, "deny_for_now": {"cross", "deny", "state.deny_for_now"},
	"incomplete": {"question", "wait", "state.incomplete"}, "contested": {"fork", "split", "state.contested"},
	"met": {"tick", "allow", "state.met"}, "unmet": {"cross", "deny", "state.unmet"}, "unknown": {"question", "wait", "state.unknown"},
	"broken": {"cross", "deny", "state.broken"}, "signed": {"tick", "allow", "state.signed"}, "unsigned": {"question", "wait", "state.unsigned"},
	"open": {"question", "wait", "state.open"}, "confirmed": {"tick", "allow", "state.confirmed"}, "rejected": {"cross", "deny", "state.rejected"},
	"reading_broken": {"cross", "deny", "state.reading_broken"}, "reading_split": {"fork", "split", "state.reading_split"},
	"governs": {"tick", "allow", "state.governs"}, "governs_not": {"dash", "", "state.governs_not"}, "governs_maybe": {"question", "wait", "state.governs_maybe"},
	"passed": {"tick", "allow", "state.passed"}, "failed": {"cross", "deny", "state.failed"}, "failure": {"cross", "deny", "state.failure"},
	"enabled": {"tick", "allow", "state.enabled"}, "disabled": {"cross", "deny", "state.disabled"},
})

// stateOf is a state by name; the state of a provision or condition may be given as met (*bool).
func stateOf(of any) (stateView, error) {
	name, ok := of.(string)
	if met, isMet := of.(*bool); isMet {
		ok, name = true, "unknown"
		if met != nil && *met {
			name = "met"
		} else if met != nil {
			name = "unmet"
		}
	}
	s, known := states[name]
	if !ok || !known {
		return s, fmt.Errorf("no state %v", of)
	}
	return s, nil
}

// badges are the component state, by state. There are few, and pages are full of them: each is written once.
func badges(w *words) map[stateView]template.HTML {
	all := make(map[stateView]template.HTML, len(states))
	for _, s := range states {
		if shape, err := icon(s.Icon); err == nil { // the tests show every state
			all[s] = `<span class="state ` + template.HTML(html.EscapeString(s.Class)) + `">` + shape + " " + template.HTML(html.EscapeString(w.text(s.Key))) + `</span>`
		}
	}
	return all
}

// badge is the component state of what stateOf takes.
func (w *words) badge(of any) (template.HTML, error) {
	s, err := stateOf(of)
	return w.badges[s], err
}

// gradeView is a grade of evidence with what it means.
type gradeView struct{ Grade, Meaning string }

func gradeOf(w *words, of any) (gradeView, error) {
	g := corpus.Grade(fmt.Sprint(of))
	if g == "" {
		return gradeView{}, nil
	}
	if !g.Known() {
		return gradeView{}, fmt.Errorf("no grade %v", of)
	}
	key := string(g)
	if g == corpus.GradeUnconfirmed {
		key = "unconfirmed"
	}
	meaning, err := w.find("grade." + key)
	return gradeView{string(g), meaning}, err
}
