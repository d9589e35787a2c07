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
	"deferido/internal/testkit"
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
	h.rewrite("rui", id, testkit.FourHours())
	return id
}

// fitting changes the tests and the cases that defend the three hours, so that the checks find nothing.
func (h *house) fitting(who, id string) {
	h.t.Helper()
	for _, w := range testkit.FourHoursDefended() {
		h.rewrite(who, id, w)
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
