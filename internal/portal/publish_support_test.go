package portal

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"deferido/fixtures"
	"deferido/internal/decision"
	"deferido/internal/engine"
	"deferido/internal/impact"
	"deferido/internal/lifecycle"
	"deferido/internal/revision"
)

const (
	rule39  = "norms/decreto_9921_2019/art_39.rego"
	inTime  = "urn:lex:br:federal:decreto:2019-07-18;9921!art39_par2_inc1" // the three hours
	label39 = "Decreto nº 9.921/2019, art. 39"
)

// week decides, in the week of a day, every case as it is, and late grants: so many elderly people who ask three and a half hours
// before departure, with both seats sold.
func (h *house) week(day time.Time, late int) {
	h.t.Helper()
	today := h.now
	h.now = day
	defer func() { h.now = today }()
	cases, err := revision.ReadCases(fixtures.FS)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, c := range cases {
		h.decide(c.Request)
	}
	request := lateGrant(h.t)
	for range late {
		h.decide(request)
	}
}

// decide decides a request and records it; one that is refused, or of whose day no law is held, decides nothing.
func (h *house) decide(request []byte) {
	h.t.Helper()
	r, err := h.set.Parse(request)
	if err != nil {
		return
	}
	_, err = h.service.Decide(h.t.Context(), decision.Activation{Law: h.set, Seq: 1}, r, portuguese)
	var problem *decision.Problem
	if err != nil && !(errors.As(err, &problem) && problem.Kind == decision.LawNotHeld) {
		h.t.Fatal(err)
	}
}

// lateGrant is the request of somebody who asks three and a half hours before departure.
func lateGrant(t testing.TB) []byte {
	t.Helper()
	content, err := fs.ReadFile(fixtures.FS, "requests/elderly-free-seat.json")
	var plain bytes.Buffer
	if err == nil {
		err = json.Compact(&plain, content)
	}
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.NewReplacer("2026-12-12T15:00:00-03:00", "2026-12-12T18:30:00-03:00", `"free_granted":1,"free_sold":0`, `"free_granted":0,"free_sold":2`).Replace(plain.String())
	if changed == plain.String() {
		t.Fatal("the request is another one by now")
	}
	return []byte(changed)
}

// fourHours is a draft of rui's that changes three hours to four in art. 39.
func (h *house) fourHours() string {
	h.t.Helper()
	id := h.draft("rui", "Quatro horas")
	h.edit("rui", id, rule39, "advance := 3 * units.hour", "advance := 4 * units.hour")
	return id
}

// fitting changes the tests and the cases that defend the three hours, so that the checks find nothing.
func (h *house) fitting(who, id string) {
	h.t.Helper()
	h.edit(who, id, "norms/decreto_9921_2019/art_39_test.rego", "3 * units.hour", "4 * units.hour", "three hours", "four hours", "three_hours", "four_hours")
	h.edit(who, id, "decision/sale_test.rego", "from := {\"at\": base.departure - (3 * units.hour)", "from := {\"at\": base.departure - (4 * units.hour)",
		"answer.outcome == \"deny\" with input as base.sold(base.sale, 3 * units.hour)", "answer.outcome == \"deny\" with input as base.sold(base.sale, 4 * units.hour)",
		"answer.result == {\"from_at\": from} with input as base.sold(base.sale, 3 * units.hour)", "answer.result == {\"from_at\": from} with input as base.sold(base.sale, 4 * units.hour)",
		"test_the_same_under_the_older_decree if {\n", "test_the_same_under_the_older_decree if {\n\tolder := {\"at\": base.departure - (3 * units.hour), \"as\": \"/facts/trip/line_departs_at\"}\n",
		"answer.result == {\"from_at\": from} with input as request\n\tanswer.outcome == \"deny\" with input as base.sold(request", "answer.result == {\"from_at\": older} with input as request\n\tanswer.outcome == \"deny\" with input as base.sold(request",
		"every law in [base.law_of_2026, base.law_of_2018] {", "every law in [base.law_of_2026] {",
		"answer.outcome == \"incomplete\" with input as base.sold(request, 3", "answer.outcome == \"incomplete\" with input as base.sold(request, 4",
		"answer.result == {\"from_at\": from} with input as base.sold(request, 3", "answer.result == {\"from_at\": from} with input as base.sold(request, 4")
	h.edit(who, id, "norms/lei_10741_2003/art_40_test.rego", "seated(law, 3 * units.hour, ", "seated(law, 4 * units.hour, ")
	h.edit(who, id, "cases/grant-elderly-offsets.json", "T23:00:00-03:00", "T22:00:00-03:00")
	for _, name := range []string{"sale-at-the-deadline", "sale-before-deadline"} {
		h.edit(who, id, "cases/"+name+".json", `"from_at": "2026-12-12T19:00:00-03:00"`, `"from_at": "2026-12-12T18:00:00-03:00"`)
	}
}

// revisionOf is the revision that a draft is as it stands.
func (h *house) revisionOf(id string) string {
	h.t.Helper()
	d, err := h.desk.Draft(h.t.Context(), id)
	if err != nil {
		h.t.Fatal(err)
	}
	tree, err := h.desk.DraftTree(h.t.Context(), d)
	if err != nil {
		h.t.Fatal(err)
	}
	name, err := engine.Revision(tree)
	if err != nil {
		h.t.Fatal(err)
	}
	return name
}

// soundly notes that the checks of a draft as it stands found nothing; that they do is tried elsewhere, and takes a while.
func (h *house) soundly(id string) {
	h.t.Helper()
	report := revision.CheckReport{Findings: []revision.Finding{}}
	for _, name := range revision.Stages {
		report.Stages = append(report.Stages, revision.StageReport{Name: name})
	}
	text, err := json.Marshal(report)
	if err == nil {
		err = h.desk.KeepReport(h.t.Context(), h.revisionOf(id), "test", text)
	}
	if err != nil {
		h.t.Fatal(err)
	}
}

// wholly notes that a draft as it stands was measured on all decisions, and found to refuse so many of what was granted.
func (h *house) wholly(who, id string, refused int) {
	h.t.Helper()
	name := h.revisionOf(id)
	m := impact.Measurement{Draft: id, Revision: name, By: people[who].ID, Found: &impact.Found{Decisions: &impact.Summary{Revision: name}, Cases: &impact.Summary{}}}
	m.Found.Decisions.Replayed, m.Found.Decisions.Flipped = 100, refused
	var found []lifecycle.Reversal
	if refused > 0 {
		m.Found.Decisions.ByChange = map[string]int{impact.Refused: refused}
		found = []lifecycle.Reversal{{Question: "grant", Provision: inTime, Answers: refused}}
	}
	content, err := json.Marshal(m)
	if err == nil {
		_, err = h.desk.KeepImpact(h.t.Context(), people[who].Actor(), lifecycle.Impact{Draft: id, Revision: name, Whole: true, Content: content, Reversals: found})
	}
	if err != nil {
		h.t.Fatal(err)
	}
}

// does sends a form that leads somewhere.
func (h *house) does(who, path string, form url.Values, to string) {
	h.t.Helper()
	a := h.post(who, path, form)
	if at := a.header.Get("Location"); a.status != http.StatusSeeOther || at != to {
		h.t.Fatalf("POST %s: %d to %s, want %s: %s", path, a.status, at, to, a.words("main"))
	}
}

// waited waits until a part of a page asks no more to be looked at again.
func (h *house) waited(who, path string) *answer {
	h.t.Helper()
	for end := time.Now().Add(15 * time.Minute); ; time.Sleep(100 * time.Millisecond) {
		a := h.get(who, path, "HX-Request", "true")
		if a.Find("[hx-trigger]").Length() == 0 {
			return a
		}
		if time.Now().After(end) {
			h.t.Fatalf("it never ends: %s", a.words("section"))
		}
	}
}

// told wants words in what a selector finds.
func (h *house) told(a *answer, selector string, all ...string) {
	h.t.Helper()
	text := a.words(selector)
	for _, want := range all {
		if !strings.Contains(text, want) {
			h.t.Errorf("%s lacks %q: %s", selector, want, text)
		}
	}
}
