package portal

import (
	"encoding/json"
	"html/template"
	"net/http"
	"net/url"
	"time"

	"deferido/internal/civil"
	"deferido/internal/decision"
	"deferido/internal/identity"
)

// sheetView is the decision sheet.
type sheetView struct {
	Verdict  answerBox
	Question string   // whole title
	Since    []string // what has changed since, if anything: law, rules
	Today    string   // address of the same facts today; empty where nothing has changed
	Todo     todoView
	TodoKey  string // of its heading
	Things   [][]resultRow
	Basis    basisView
	Disputes []disputeView
	Warnings []string
	Lang     template.HTMLAttr // of what the answer says, where it is not the page's
	Facts    template.HTML     // rows of a table
	More     int               // facts that are not shown
	Carrier  *decision.Carrier
	Place    string
	Record   recordView
	Actions  template.HTML // buttons
	Untold   bool          // the sentences are in the language in which they were given
}

// recordView is where the decision stands, and under what it was given.
type recordView struct {
	ID, Code, Check string // Check is an address
	AsOf            string // in words
	WhatIf          bool   // the request chose that day
	Revision, Short string
	Activation      int
	DecidedAt       string // in words
}

// decisionSheet answers GET /decisoes/{id}.
func (p *Portal) decisionSheet(v *visit) error {
	record, err := v.recorded(identity.ReadDecision)
	if err != nil {
		return err
	}
	view, err := v.sheetOf(record)
	if err != nil {
		return err
	}
	word := v.t(states[view.Verdict.State].Key)
	title := v.t("decisions.sheet.title", "word", word, "question", v.questionShort(record.Question), "when", v.words().clock(record.DecidedAt))
	return v.render(http.StatusOK, page{
		Title: title, Template: "decisions/sheet", Body: view, Section: sectionDecisions, Narrow: true, Crumbs: v.decisionCrumbs(record.ID, ""),
	})
}

// decisionCrumbs lead to a page of a decision; to the decision itself where the page has no name.
func (v *visit) decisionCrumbs(id, page string) []link {
	crumbs := []link{{"/decisoes", v.t("decisions.title")}, {"/decisoes/" + url.PathEscape(id), v.t("decisions.one", "id", id[:8])}}
	if page == "" {
		crumbs[1].URL = ""
		return crumbs
	}
	return append(crumbs, link{"", page})
}

func (v *visit) sheetOf(record *decision.Record) (*sheetView, error) {
	view := &sheetView{}
	facts, more, err := factsUsed(v.words(), v.set, record.Request)
	if err != nil {
		return nil, err
	}
	view.Facts, view.More = factLines(facts), more
	if view.Carrier, err = v.carrierOf(record.Carrier); err != nil {
		return nil, err
	}
	if view.Record, err = v.recordOf(record); err != nil {
		return nil, err
	}
	if record.Failure != "" {
		view.Verdict = answerBox{ID: "v", State: "failure", Ask: v.askedLine(record), Why: v.t("decisions.sheet.failure")}
		view.Actions = buttons([]link{{addressOf(record.Question) + "?de=" + url.QueryEscape(record.ID), v.t("decisions.action.again")}})
		return view, nil
	}
	d, lang, err := v.told(record)
	if err != nil {
		return nil, err
	}
	s := newSaid(v.words(), v.set, d, lang)
	s.tickets = v.allowed(identity.PrintTicket)
	view.Untold, view.Record.WhatIf = s.foreign != "", d.Policy.WhatIf
	view.Verdict = s.verdict(v.askedLine(record))
	_, view.Things = s.result()
	view.Todo, view.TodoKey = s.todo(), "decisions.todo.title."+d.Outcome
	view.Basis, view.Disputes = s.basis(), s.disputes()
	view.Warnings, view.Lang = s.restOfWarnings(), inLanguage(s.foreign)
	v.superseded(view, record, d)
	view.Actions = buttons([]link{
		{s.here("/explicacao"), v.t("decisions.action.explanation")}, {s.here("/simular"), v.t("decisions.action.simulate")},
		{s.again(), v.t("decisions.action.correct")}, {addressOf(d.Question), v.t("decisions.action.new")},
	})
	return view, nil
}

func (v *visit) recordOf(record *decision.Record) (recordView, error) {
	w := v.words()
	r := recordView{
		ID: record.ID, AsOf: w.text("decisions.record.law", "day", w.date(record.AsOf)), Revision: "/revisoes/" + url.PathEscape(record.Revision), Short: short(record.Revision),
		Activation: record.Activation, DecidedAt: w.text("decisions.record.at", "when", w.moment(record.DecidedAt)),
	}
	var err error
	r.Check, r.Code, err = v.checking(record.ID)
	return r, err
}

// askedLine is what was asked for and when: the question, for whom and what, and the moment of the request, or else of the answer.
func (v *visit) askedLine(record *decision.Record) string {
	kept := keptIn(record)
	text := v.questionShort(record.Question)
	for _, fact := range [][2]string{{benefitFact, kept.Request.Benefit}, {categoryFact, kept.Beneficiary.Category}} {
		if fact[1] != "" {
			text += " · " + factName(v.set, v.lang, fact[0], fact[1])
		}
	}
	if kept.Request.MadeAt.IsZero() {
		return text + " · " + v.t("decisions.sheet.decided_at", "when", v.words().clock(record.DecidedAt))
	}
	return text + " · " + v.t("decisions.sheet.asked_at", "when", v.words().clock(kept.Request.MadeAt))
}

// categoryFact is the fact that says for whom something is asked.
const categoryFact = "/facts/beneficiary/category"

// keptFacts are those of a kept request that a heading is made of.
type keptFacts struct {
	Beneficiary struct {
		Category string `json:"category"`
	} `json:"beneficiary"`
	Service struct {
		Class string `json:"class"`
	} `json:"service"`
	Trip struct {
		Distance json.Number `json:"distance_km"`
	} `json:"trip"`
	Request struct {
		MadeAt  time.Time `json:"made_at"`
		Benefit string    `json:"benefit"`
	} `json:"request"`
}

// keptIn reads them; what cannot be read is not said.
func keptIn(record *decision.Record) keptFacts {
	var kept struct {
		Facts keptFacts `json:"facts"`
	}
	_ = json.Unmarshal(record.Request, &kept)
	return kept.Facts
}

// superseded says what has changed since a decision. The sheet itself never changes.
func (v *visit) superseded(view *sheetView, record *decision.Record, d *decision.Decision) {
	today := v.portal.today()
	query := url.Values{}
	if v.reworded(d, today) {
		view.Since = append(view.Since, v.t("decisions.since.law", "day", v.words().date(d.Policy.AsOf)))
		query.Set("em", today.String())
	}
	if serving := v.set.Revision(); serving != record.Revision {
		view.Since = append(view.Since, v.t("decisions.since.rules"))
		query.Set("revisao", serving)
	}
	if view.Since != nil {
		view.Today = "/decisoes/" + url.PathEscape(record.ID) + "/simular?" + query.Encode()
	}
}

// reworded tells whether a provision that a decision cites stands otherwise on a later day.
func (v *visit) reworded(d *decision.Decision, now civil.Date) bool {
	then, err := civil.ParseDate(d.Policy.AsOf)
	if err != nil || !then.Before(now) {
		return false
	}
	for _, b := range d.LegalBasis {
		found, held := v.set.Corpus().ByURN(b.URN)
		if !held || found.Provision == nil {
			continue
		}
		was, inForce := found.Provision.VersionOn(then)
		is, still := found.Provision.VersionOn(now)
		if inForce != still || was.From != is.From {
			return true
		}
	}
	return false
}
