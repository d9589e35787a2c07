package portal

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"deferido/internal/corpus"
	"deferido/internal/decision"
	"deferido/internal/identity"
	"deferido/internal/lifecycle"
)

// The states of a reading.
const (
	readingOpen      = "open"
	readingConfirmed = "confirmed"
	readingRefused   = "rejected"
	readingBroken    = "reading_broken"
	readingSplit     = "reading_split" // lawyers differ
)

// readingState is how a reading stands with the lawyers: verdicts that hold count, and where none does, one that broke is told.
func readingState(verdicts []lifecycle.Verdict) string {
	state := readingOpen
	for _, d := range verdicts {
		now := readingConfirmed
		if d.Verdict == lifecycle.Rejected {
			now = readingRefused
		}
		switch {
		case len(d.Broken) > 0:
			if state == readingOpen {
				state = readingBroken
			}
		case state == readingOpen, state == readingBroken:
			state = now
		case state != now:
			state = readingSplit
		}
	}
	return state
}

// verdicts are those on the readings, by id, newest first.
func (p *Portal) verdicts(v *visit) (map[string][]lifecycle.Verdict, error) {
	found := map[string][]lifecycle.Verdict{}
	if p.Office == nil {
		return found, nil
	}
	all, err := p.Office.Verdicts(v.ctx(), v.set)
	if err != nil {
		return nil, fmt.Errorf("reading the verdicts: %w", err)
	}
	for _, d := range all {
		found[d.Reading] = append(found[d.Reading], d)
	}
	return found, nil
}

// readingLine is a reading in the register.
type readingLine struct {
	ID, Text   string
	State      string
	Told       string // by whom and when; may be empty
	Provisions int
	Cases      int
}

// readingStates are the states that the register is filtered by, as addresses name them.
var readingStates = map[string]string{"aberta": readingOpen, "confirmada": readingConfirmed, "recusada": readingRefused, "rompida": readingBroken, "dividida": readingSplit}

// readings answers GET /leituras.
func (p *Portal) readings(v *visit) error {
	wanted, filtered := readingStates[v.Query("estado")]
	if v.Query("estado") != "" && !filtered {
		return &failure{status: http.StatusBadRequest, key: "ledger.no_filter", links: []link{{"/leituras", v.t("ledger.readings.title")}}}
	}
	b, err := p.book(v.ctx(), v.set)
	if err != nil {
		return err
	}
	verdicts, err := p.verdicts(v)
	if err != nil {
		return err
	}
	n := map[string]int{}
	var lines []readingLine
	for _, i := range v.set.Interpretations() {
		line := readingLine{ID: i.ID, Text: readingText(i, v.lang), State: readingState(verdicts[i.ID]), Provisions: len(b.restingOn(i.ID)), Cases: len(b.casesOfReading(i.ID))}
		if said := verdicts[i.ID]; len(said) > 0 {
			line.Told = v.signedBy(said[0].Lawyer, said[0].At)
		}
		n[line.State]++
		if !filtered || line.State == wanted {
			lines = append(lines, line)
		}
	}
	var counts []count
	for _, name := range []string{"aberta", "confirmada", "recusada", "dividida", "rompida"} {
		state := states[readingStates[name]]
		if n[readingStates[name]] > 0 || name == "aberta" || name == "confirmada" {
			counts = append(counts, count{v.t(state.Key), state.Icon, state.Class, n[readingStates[name]], "/leituras?" + url.Values{"estado": {name}}.Encode()})
		}
	}
	return v.render(http.StatusOK, page{
		Title: v.t("ledger.readings.title"), Template: "ledger/readings", Section: "normas", Crumbs: []link{{"/normas", v.t("ledger.siblings.norms")}, {"", v.t("ledger.readings.title")}},
		Body: map[string]any{"Siblings": v.siblings("/leituras"), "Lines": lines, "Counts": counts, "Filtered": filtered, "Office": p.Office != nil},
	})
}

func readingText(i corpus.Interpretation, lang string) string {
	if lang == english {
		return i.EN
	}
	return i.PT
}

// restingOn are the provisions whose rules rest on a reading, in document order.
func (b *book) restingOn(id string) []*bookRow {
	var rows []*bookRow
	for _, r := range b.rows {
		if slices.Contains(r.Readings, id) {
			rows = append(rows, r)
		}
	}
	return rows
}

// casesOfReading are the cases whose answers rest on a reading.
func (b *book) casesOfReading(id string) []*bookCase {
	return b.casesWhere(func(c *bookCase) bool { return slices.Contains(c.Readings, id) })
}

// verdictView is a verdict as a page shows it.
type verdictView struct {
	State   string // of component state
	By      string
	Comment string
	Notes   []string
}

func (v *visit) verdictView(d lifecycle.Verdict) verdictView {
	view := verdictView{State: readingConfirmed, By: v.signedBy(d.Lawyer, d.At), Comment: d.Comment}
	if d.Verdict == lifecycle.Rejected {
		view.State = readingRefused
	}
	if len(d.Broken) > 0 {
		view.By = v.t("ledger.reading.had", "state", v.t(states[view.State].Key), "by", view.By)
		view.State = readingBroken
		view.Notes = append(view.Notes, v.broke(d.Broken, d.BrokenAt, readingParts))
	}
	return view
}

// judgement is the form by which a lawyer confirms or refuses.
type judgement struct {
	Verdict, Comment string
	Seen             string
	Fault            string
}

// reading answers GET /leituras/{ir}.
func (p *Portal) reading(v *visit) error {
	return p.showReading(v, http.StatusOK, judgement{})
}

func (p *Portal) showReading(v *visit, status int, form judgement) error {
	i, known := interpretation(v, v.Param("id"))
	if !known {
		return notFound("ledger.no_reading", link{"/leituras", v.t("ledger.readings.title")})
	}
	b, err := p.book(v.ctx(), v.set)
	if err != nil {
		return err
	}
	verdicts, err := p.verdicts(v)
	if err != nil {
		return err
	}
	if parts, known := lifecycle.ReadingPartsOf(v.set, i.ID); known && form.Seen == "" {
		form.Seen = parts.Fingerprint()
	}
	var views []verdictView
	for _, d := range verdicts[i.ID] {
		views = append(views, v.verdictView(d))
	}
	var clocks, questions []string
	for _, q := range v.set.Questions() {
		if slices.Contains(splitReadings(q.Reading), i.ID) {
			questions = append(questions, q.Name)
			clocks = append(clocks, v.questionShort(q.Name)+": "+v.set.Title(q.Clock, v.lang))
		}
	}
	var alternatives []string
	for _, a := range i.Alternatives {
		alternatives = append(alternatives, decision.Sentence{PT: a.PT, EN: a.EN}.In(v.lang))
	}
	rules := v.quotedIn(b.rulesOf(v.set.RulesOfReading(i.ID)))
	touched, err := v.touchedByReading(rules, questions)
	if err != nil {
		return err
	}
	body := map[string]any{
		"Siblings": v.siblings("/leituras"), "ID": i.ID, "Text": readingText(i, v.lang), "State": readingState(verdicts[i.ID]), "Verdicts": views,
		"Alternatives": alternatives, "Rules": rules, "Touched": touched, "Own": v.Role == identity.Carrier, "Clocks": clocks, "Cases": v.caseLines(b.casesOfReading(i.ID)),
		"May": p.Office != nil && v.Role == identity.Lawyer, "Form": form, "Office": p.Office != nil,
	}
	return v.render(status, page{
		Title: i.ID, Template: "ledger/reading", Section: "normas", Narrow: true, Error: form.Fault != "",
		Crumbs: []link{{"/normas", v.t("ledger.siblings.norms")}, {"/leituras", v.t("ledger.readings.title")}, {"", i.ID}}, Body: body,
	})
}

// interpretation finds a reading of the visit's set.
func interpretation(v *visit, id string) (corpus.Interpretation, bool) {
	for _, i := range v.set.Interpretations() {
		if i.ID == id {
			return i, true
		}
	}
	return corpus.Interpretation{}, false
}

// judge answers POST /leituras/{ir}: a lawyer confirms or refuses it.
func (p *Portal) judge(v *visit) error {
	if p.Office == nil {
		return notFound("ledger.no_office")
	}
	form, err := v.form()
	if err != nil {
		return err
	}
	said := judgement{Verdict: form.Get("veredito"), Comment: strings.TrimSpace(form.Get("comentario")), Seen: form.Get("visto")}
	_, err = p.Office.Judge(v.ctx(), v.Actor(), v.set, lifecycle.Judging{Reading: v.Param("id"), Verdict: said.Verdict, Comment: said.Comment, Seen: said.Seen})
	if fault := v.correctable(err); fault != "" {
		said.Fault = fault
		said.Seen = "" // what is shown now is what is judged next
		return p.showReading(v, http.StatusUnprocessableEntity, said)
	}
	if err != nil {
		return err
	}
	return v.redirect("/leituras/" + url.PathEscape(v.Param("id")) + "#vereditos")
}

// correctable is what a person can correct in a form that was refused; empty where it is not so.
func (v *visit) correctable(err error) string {
	refused := refusal(err)
	if refused == nil {
		return ""
	}
	switch refused.Kind {
	case lifecycle.NoReason, lifecycle.TooLarge, lifecycle.OtherContent, lifecycle.NotQuoted, lifecycle.NotInForce:
		return refused.Detail.In(v.lang)
	}
	return ""
}
