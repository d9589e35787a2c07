package portal

import (
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"deferido/internal/decision"
	"deferido/internal/identity"
)

// counterCookie keeps where the counter is and which line it sold last. Nothing about a person is in it.
const counterCookie = "__Host-deferido-counter"

// remembered are the inputs that the next form begins with.
var remembered = []string{
	offsetInput, "request.place", "service.mode", "service.interstate", "service.regular", "service.class", "service.vehicle_class",
}

// mostRemembered is the bytes of the cookie that are kept and read.
const mostRemembered = 1 << 10

// clockInputs are the instants of the questions that ask about now: their forms begin with it, and say so.
var clockInputs = map[string]string{"grant": "request.made_at", "sale": "sale.at"}

// consult answers GET /consultar/{pergunta}: an empty form, or one that is filled from a case or a decision.
func (p *Portal) consult(v *visit) error {
	q, err := v.asked()
	if err != nil {
		return err
	}
	f, err := newCounterForm(v, q, url.Values{})
	if err != nil {
		return err
	}
	switch elsewhere, err := f.fillFrom(v); {
	case err != nil:
		return err
	case elsewhere != "":
		return v.redirect(elsewhere)
	}
	if len(f.values) == 0 {
		f.begin()
	}
	f.live = true
	f.read()
	f.faults = map[string]string{}
	f.try()
	return f.page(http.StatusOK)
}

// begin puts in what the counter was last time, and now where the question asks about now.
func (f *counterForm) begin() {
	kept := cookie(f.v.Request, counterCookie)
	if values, err := url.ParseQuery(kept); err == nil && len(kept) <= mostRemembered {
		for _, name := range remembered {
			if value := values.Get(name); value != "" && f.has(name) {
				f.values.Set(name, value)
				f.remembered = append(f.remembered, name)
			}
		}
	}
	if clock := clockInputs[f.question.Name]; clock != "" && f.has(clock) {
		f.values.Set(clock+".dia", f.v.t("counter.today"))
		f.values.Set(clock+".hora", f.v.t("counter.now"))
	}
}

// has tells whether the form has an input.
func (f *counterForm) has(name string) bool {
	return name == offsetInput || slices.ContainsFunc(f.facts(), func(s *factShape) bool { return fieldName(s.Pointer) == name })
}

// keepCounter has the browser keep what the next form begins with.
func (f *counterForm) keepCounter() {
	kept := url.Values{}
	if last, err := url.ParseQuery(cookie(f.v.Request, counterCookie)); err == nil {
		for _, name := range remembered { // what this form does not ask for stays
			if value := last.Get(name); value != "" && !f.has(name) {
				kept.Set(name, value)
			}
		}
	}
	for _, name := range remembered {
		if value := strings.TrimSpace(f.values.Get(name)); value != "" {
			kept.Set(name, value)
		}
	}
	if text := kept.Encode(); text != "" && len(text) <= mostRemembered {
		f.v.remember(counterCookie, text)
	}
}

// preview answers POST /consultar/{pergunta}/previa: what the answer would be. Nothing is recorded.
func (p *Portal) preview(v *visit) error {
	f, err := v.sentForm()
	if err != nil {
		return err
	}
	f.live = v.fragment()
	f.read()
	f.try()
	status := f.status()
	if !v.fragment() {
		return f.page(status)
	}
	views, err := f.views()
	if err != nil {
		return err
	}
	if status < http.StatusInternalServerError {
		status = http.StatusOK // what is being filled in is no error yet
	}
	return v.part(status, "counter/live", map[string]any{"Answer": f.answer(), "Says": saysOf(views)})
}

// sentForm is the form that was posted.
func (v *visit) sentForm() (*counterForm, error) {
	q, err := v.asked()
	if err != nil {
		return nil, err
	}
	values, err := v.form()
	if err != nil {
		return nil, err
	}
	return newCounterForm(v, q, values)
}

// try makes the answer of the form without keeping it, and with what its conditions say.
func (f *counterForm) try() {
	if f.request == nil || len(f.faults) > 0 {
		return
	}
	request := *f.request
	request.Explain, request.Call = true, f.v.call()
	made, err := f.v.portal.Preview.Make(f.v.ctx(), f.v.activation(), &request, f.v.lang)
	if err == nil && (made == nil || made.Decision == nil) {
		err = errNoDecision
	}
	if err != nil {
		f.fail(err)
		return
	}
	f.decision = made.Decision
}

var errNoDecision = errors.New("the decider gave neither a decision nor an error")

// fail keeps why there is no decision; the form stays as it was filled in.
func (f *counterForm) fail(err error) {
	f.problem = failureOf(err)
	if f.problem.cause != nil {
		f.v.note(slog.String("cause", logged(f.problem.cause)))
	}
}

// status is that of the page of the form.
func (f *counterForm) status() int {
	switch {
	case len(f.faults) > 0:
		return http.StatusUnprocessableEntity
	case f.problem != nil:
		return f.problem.status
	}
	return http.StatusOK
}

// saysOf are what stands under each field of a form and of its lists, to take the place of what stands there.
func saysOf(parts []partView) []says {
	var all []says
	var add func(entries []entry)
	add = func(entries []entry) {
		for _, e := range entries {
			e.Says.Live = true
			all = append(all, e.Says)
			for _, p := range e.Picks {
				add(p.Inside)
			}
			for _, row := range e.Rows {
				add(row.Entries)
			}
		}
	}
	for _, part := range parts {
		add(part.Entries)
	}
	return all
}

// page writes the page of the form.
func (f *counterForm) page(status int) error {
	v := f.v
	parts, err := f.views()
	if err != nil {
		return err
	}
	key := f.values.Get(keyInput)
	if !visibleKey(key) {
		key = rand.Text()
	}
	address := addressOf(f.question.Name)
	body := map[string]any{
		"Title": questionSentence(f.question, v.lang), "Address": address, "Key": key, "Parts": parts, "Answer": f.answer(), "Faults": f.faultLinks(parts),
		"Lost": strings.Join(f.lost, ", "), "Case": v.Query("caso"), "Record": v.Query("de"),
		"Offset": f.offset(), "Offsets": f.offsets(), "Day": f.dayEntry(), "Recording": v.portal.Journal != nil,
	}
	if status == http.StatusServiceUnavailable {
		v.Header("Retry-After", "1")
	}
	return v.render(status, page{
		Title: questionName(f.question, v.lang), Template: "counter/form", Section: "consultar", Body: body, Error: len(f.faults) > 0,
		Crumbs: []link{{"/consultar", v.t("counter.title")}, {"", questionName(f.question, v.lang)}},
	})
}

// dayEntry asks for the day of the law, where it is not that of the facts.
func (f *counterForm) dayEntry() entry {
	w := &viewer{counterForm: f}
	return entry{
		Kind: "field-date", ID: dayInput, Name: dayInput, Label: f.v.t("counter.as_of"), Value: w.value(dayInput), Mode: "numeric", Size: 10,
		Says: says{ID: dayInput, Fault: f.faults[dayInput], Note: f.v.t("counter.as_of_note")},
	}
}

// faultLinks are what is to be corrected, in the order of the form, each with the way to its field.
func (f *counterForm) faultLinks(parts []partView) []link {
	var links []link
	told := map[string]bool{}
	var add func(label string, entries []entry)
	add = func(label string, entries []entry) {
		for _, e := range entries {
			if e.Says.Fault != "" {
				told[e.Name] = true
				links = append(links, link{"#" + e.ID, label + e.Label + ": " + e.Says.Fault})
			}
			for _, p := range e.Picks {
				add(p.Label+": ", p.Inside)
			}
			for _, row := range e.Rows {
				add(label+row.Label+": ", row.Entries)
			}
		}
	}
	for _, part := range parts {
		add("", part.Entries)
	}
	add("", []entry{f.dayEntry()})
	for name, fault := range f.faults {
		if !told[name] && !told[strings.TrimSuffix(name, ".dia")] {
			links = append(links, link{"", fault})
		}
	}
	return links
}

// offsets are those of the country, and the one that the form has.
func (f *counterForm) offsets() []option {
	var options []option
	for _, offset := range []string{"-02:00", "-03:00", "-04:00", "-05:00"} {
		options = append(options, option{offset, f.v.t("counter.offset.at." + offset[2:3])})
	}
	if at := f.offset(); !slices.ContainsFunc(options, func(o option) bool { return o.Value == at }) {
		options = append(options, option{at, offsetShown(at)})
	}
	return options
}

// activation is the set of a visit as decisions are made under it.
func (v *visit) activation() decision.Activation { return decision.Activation{Law: v.set, Seq: v.seq} }

// places are the terminals of the carrier for which the visitor acts.
func (v *visit) places() ([]string, error) {
	id := v.carrier()
	if id == "" || v.portal.Carriers == nil {
		return nil, nil
	}
	carrier, err := v.portal.Carriers.Get(v.ctx(), id)
	switch {
	case errors.Is(err, identity.ErrNoSuchCarrier):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("the carrier's terminals: %w", err)
	}
	names := make([]string, len(carrier.Terminals))
	for i, terminal := range carrier.Terminals {
		names[i] = terminal.Name
	}
	return names, nil
}
