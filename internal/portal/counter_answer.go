package portal

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"deferido/internal/civil"
	"deferido/internal/decision"
)

// answerView is the answer beside a form, as far as it goes.
type answerView struct {
	State   string // of the component state; "empty" before anything is said, "faults" where something cannot be read
	Refused bool
	Final   bool // nothing would change it
	Title   string
	Text    string // one sentence
	URN     string // of the provision that says it
	Label   string
	Result  []fact
	Quotes  []quoteView
	Missing []missingView
	Ways    []wayView
	Split   []string // disputes that touch it
	Day     string   // whose law it is, YYYY-MM-DD
	Request string   // id, where the failure is ours
	Kept    bool     // it was decided, and is not only shown
}

// quoteView is a provision in its own words, for the component quote.
type quoteView struct{ Text, URN, Label, Day string }

// missingView is a fact that can still change the answer, with the provision that asks for it.
type missingView struct{ URL, Label, Provision, URN string }

// wayView is what would change an answer.
type wayView struct{ URL, Text, Provision, URN string }

// answer is the view of what comes of the form.
func (f *counterForm) answer() answerView {
	w := f.v.words()
	switch d := f.decision; {
	case len(f.faults) > 0:
		return answerView{State: "faults", Title: f.faultsTitle(), Text: w.text("counter.answer.faults")}
	case f.problem != nil:
		return f.failed()
	case d == nil:
		return answerView{State: "empty", Title: w.text("counter.answer.empty")}
	default:
		return f.decided(d)
	}
}

func (f *counterForm) faultsTitle() string {
	title, err := f.v.words().count("shell.errors", len(f.faults))
	if err != nil {
		return "shell.errors"
	}
	return title
}

// failed says why nothing was decided.
func (f *counterForm) failed() answerView {
	w := f.v.words()
	view := answerView{State: "failure", Title: w.text(f.problem.key + ".title"), Text: f.problem.said.In(f.v.lang)}
	view.Text = cmp.Or(view.Text, w.text(f.problem.key+".text", f.problem.args...))
	if f.problem.status >= http.StatusInternalServerError {
		view.Request = f.v.id
	}
	return view
}

// decided is the view of an answer.
func (f *counterForm) decided(d *decision.Decision) answerView {
	w := f.v.words()
	view := answerView{State: outcomeState(d), Refused: d.Outcome == "deny", Day: d.Policy.AsOf, Kept: f.asked}
	view.Final = view.Refused && (d.Curable == nil || !*d.Curable)
	for _, m := range d.Missing {
		view.Missing = append(view.Missing, missingView{f.linkTo(m.Fact), f.v.set.Title(m.Fact, f.v.lang), f.label(m.URN), m.URN})
	}
	for _, r := range d.Remedies {
		view.Ways = append(view.Ways, wayView{f.linkTo(r.Fact), unbroken(r.Text), f.label(r.URN), r.URN})
	}
	for _, dispute := range d.Disputes {
		if d.Contested {
			view.Split = append(view.Split, dispute.ID)
		}
	}
	view.Result, view.Quotes = f.result(d), f.infractions(d)
	if d.Outcome != "incomplete" {
		view.Title = w.text(states[view.State].Key)
		if says := speaking(d); says != nil && view.Quotes == nil {
			view.Text, view.URN, view.Label = unbroken(says.Reason), says.URN, says.Label
		}
		return view
	}
	title, err := w.count("counter.answer.missing", len(d.Missing))
	view.Title = title
	if len(f.answered) == len(f.remembered) || onlyClock(f.answered, f.question.Clock, f.remembered) || err != nil {
		view.State, view.Title = "empty", w.text("counter.answer.empty")
	}
	return view
}

// onlyClock tells whether nothing was answered but what the form itself put in: what was remembered, and now.
func onlyClock(answered []string, clock string, remembered []string) bool {
	return !slices.ContainsFunc(answered, func(fact string) bool {
		return fact != clock && !slices.Contains(remembered, fieldName(fact))
	})
}

// speaking is the provision that says most of an answer: of a refusal the first that is not met; of any other the first that
// grants, or else the first that is more than scope.
func speaking(d *decision.Decision) *decision.Basis {
	wanted := []func(b decision.Basis) bool{
		func(b decision.Basis) bool { return b.Met != nil && !*b.Met },
		func(b decision.Basis) bool { return b.Role == "grants" },
		func(b decision.Basis) bool { return b.Role != "scope" },
		func(decision.Basis) bool { return true },
	}
	if d.Outcome != "deny" {
		wanted = wanted[1:]
	}
	for _, is := range wanted {
		if at := slices.IndexFunc(d.LegalBasis, is); at >= 0 {
			return &d.LegalBasis[at]
		}
	}
	return nil
}

// linkTo leads to the field of a fact, or to the list that it is in; empty where the form has none.
func (f *counterForm) linkTo(pointer string) string {
	if name, known := f.names[pointer]; known {
		return "#" + fieldID(name)
	}
	for _, fact := range f.facts() {
		if pointer == fact.Pointer || strings.HasPrefix(pointer, fact.Pointer+"/") {
			return "#" + fieldID(fieldName(fact.Pointer))
		}
	}
	return ""
}

// label names a provision by its URN.
func (f *counterForm) label(urn string) string {
	match, known := f.v.set.Corpus().ByURN(urn)
	switch {
	case !known:
		return ""
	case match.Provision != nil:
		return match.Provision.Label
	case match.Norm != nil:
		return match.Norm.Title
	}
	return ""
}

// result is what the answer gives, beside its outcome. The keys are ours; what is null is not known, or is not there.
func (f *counterForm) result(d *decision.Decision) []fact {
	var shown []fact
	for _, key := range resultKeys[d.Question] {
		values, several := d.Result[key].([]any)
		if !several {
			values = []any{d.Result[key]}
		}
		for _, value := range values {
			if text := f.resultValue(value); text != "" {
				shown = append(shown, fact{Name: f.v.t("counter.result." + key), Value: text})
			}
		}
	}
	return shown
}

// resultKeys are what is told of results beside a form, by question.
var resultKeys = map[string][]string{
	"grant": {"benefit", "alternatives"}, "sale": {"from_at"}, "fare": {"fare_max_cents", "total_max_cents"},
	"boarding": {"arrive_by_at"}, "retention": {"keep_until_on"},
}

func (f *counterForm) resultValue(value any) string {
	switch value := value.(type) {
	case string:
		return f.resultText(value)
	case json.Number:
		if cents, err := value.Int64(); err == nil {
			return f.v.words().money(cents)
		}
	}
	return ""
}

// infractions are those that conduct comes to, in the words of the text.
func (f *counterForm) infractions(d *decision.Decision) []quoteView {
	var quotes []quoteView
	found, _ := d.Result["infractions"].([]any)
	for _, each := range found {
		infraction, _ := each.(map[string]any)
		text, held := infraction["text"].(string)
		urn, _ := infraction["urn"].(string)
		if held {
			quotes = append(quotes, quoteView{text, urn, f.label(urn), d.Policy.AsOf})
		}
	}
	return quotes
}

// unbroken keeps an amount in one line.
func unbroken(text string) string { return strings.ReplaceAll(text, "R$ ", "R$\u00a0") }

// resultText is a benefit, an instant or a day as people write it.
func (f *counterForm) resultText(text string) string {
	if name := f.v.set.Value("/facts/request/benefit", text, f.v.lang); name != "" {
		return name
	}
	if day, err := civil.ParseDate(text); err == nil {
		return f.v.words().day(day)
	}
	day, at, isInstant := strings.Cut(text, "T")
	if hour, err := readHour(at); isInstant && err == nil {
		return f.v.words().date(day) + ", " + hour.shown(f.offset())
	}
	return text
}
