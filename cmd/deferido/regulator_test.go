package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deferido/internal/httpapi"
	"deferido/internal/journal"
	"deferido/internal/lifecycle"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
	"deferido/internal/testkit"
)

// regulators are the people of a change of the law, each with a key in a file.
type regulators struct {
	*keyed
	tokens map[string]string // by name
	files  map[string]string
}

func serveRegulators(t *testing.T, from store.Source, more ...string) *regulators {
	r := &regulators{serveKeyed(t, from, more...), map[string]string{}, map[string]string{}}
	for name, role := range map[string]string{"anna": "regulator", "bento": "regulator", "clara": "lawyer"} {
		r.tokens[name] = r.does("key", "create", "--role", role, "--label", name)
		r.files[name] = filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(r.files[name], []byte(r.tokens[name]+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// as runs a command with somebody's key.
func (r *regulators) as(name string, args ...string) string {
	r.t.Helper()
	return r.does(append(args, "--key-file", r.files[name])...)
}

// answer asks with somebody's key and reads the answer.
func (r *regulators) answer(name, method, path string, body, into any, headers ...string) response {
	r.t.Helper()
	var text []byte
	switch body := body.(type) {
	case nil:
	case []byte:
		text = body
	default:
		var err error
		if text, err = json.Marshal(body); err != nil {
			r.t.Fatal(err)
		}
	}
	got := r.ask(r.tokens[name], method, path, text, headers...)
	if into == nil {
		return got
	}
	if err := json.Unmarshal(got.body, into); err != nil || got.status != http.StatusOK {
		r.t.Fatalf("%s %s: status %d, %v: %.2000s", method, path, got.status, err, got.body)
	}
	return got
}

// edit changes a file of a draft over HTTP.
func (r *regulators) edit(name, draft string, w testkit.Rewrite) {
	r.t.Helper()
	file := "/v1/drafts/" + draft + "/files/" + w.File
	read := r.ask(r.tokens[name], http.MethodGet, file, nil)
	if read.status != http.StatusOK {
		r.t.Fatalf("%s: %d %s", w.File, read.status, read.body)
	}
	changed := w.Make(r.t, string(read.body))
	got := r.ask(r.tokens[name], http.MethodPut, file, []byte(changed), "Content-Type", "text/plain", "If-Match", read.header.Get("ETag"))
	if got.status != http.StatusOK {
		r.t.Fatalf("%s: %d %s", w.File, got.status, got.body)
	}
}

// lateRequest is that of somebody who asks three and a half hours before departure, with both seats sold.
func lateRequest(t *testing.T) []byte {
	t.Helper()
	return []byte(strings.NewReplacer("2026-12-12T15:00:00-03:00", "2026-12-12T18:30:00-03:00", `"free_granted":1,"free_sold":0`, `"free_granted":0,"free_sold":2`).Replace(
		string(compact(t, "requests/elderly-free-seat.json"))))
}

// atCounter decides the late request.
func (r *regulators) atCounter(query string) (outcome string, activation int, id string) {
	r.t.Helper()
	var d struct {
		ID, Outcome string
		Policy      struct{ Activation int }
	}
	r.answer("anna", http.MethodPost, "/v1/decisions"+query, lateRequest(r.t), &d)
	return d.Outcome, d.Policy.Activation, d.ID
}

// justify says over HTTP, and then by the command, why each grant that a draft refuses is to be refused.
func (r *regulators) justify(name, draft string) {
	r.t.Helper()
	var open httpapi.Reversals
	r.answer(name, http.MethodGet, "/v1/drafts/"+draft+"/reversals", nil, &open)
	if len(open.Refuses) == 0 || open.Refuses[0].Provision == "" || open.Refuses[0].Justified() {
		r.t.Fatalf("what is to be justified: %+v", open)
	}
	first := open.Refuses[0]
	for kind, wrong := range map[string]httpapi.ToJustify{
		"other-fingerprint": {Fingerprint: "sha256:0", Justifications: []lifecycle.Justification{{Question: first.Question, Provision: first.Provision, Text: "x"}}},
		"unknown-reversal":  {Fingerprint: open.Fingerprint, Justifications: []lifecycle.Justification{{Question: first.Question, Provision: "urn:x", Text: "x"}}},
		"no-reason":         {Fingerprint: open.Fingerprint},
	} {
		if got := r.answer(name, http.MethodPost, "/v1/drafts/"+draft+"/reversals", wrong, nil); got.problem() != kind {
			r.t.Errorf("%s: %d %s", kind, got.status, got.body)
		}
	}
	var after httpapi.Reversals
	r.answer(name, http.MethodPost, "/v1/drafts/"+draft+"/reversals", httpapi.ToJustify{Fingerprint: open.Fingerprint, Justifications: []lifecycle.Justification{
		{Question: first.Question, Provision: first.Provision, Text: "a portaria quer quatro horas"},
	}}, &after)
	if after.Refuses[0].Text != "a portaria quer quatro horas" || after.Refuses[0].By != keyID(r.tokens[name]) {
		r.t.Errorf("%+v", after)
	}
	for _, more := range after.Refuses {
		told := r.as(name, "draft", "justify", draft, "--question", more.Question, "--provision", more.Provision, "--text", "a norma quer quatro horas")
		if !strings.Contains(told, "a norma quer quatro horas") {
			r.t.Errorf("the command tells %s", told)
		}
	}
}

const (
	art39     = "norms/decreto_9921_2019/art_39.rego"
	art39Test = "norms/decreto_9921_2019/art_39_test.rego"
)

// A regulator changes three hours to four in a draft of art. 39, sees the checks fail on the cases that defend it, changes the
// cases, sees which past decisions flip, has it approved by others, activates it at an instant and rolls it back; every step is
// on record.
func TestTheLifeOfAChange(t *testing.T) {
	from := storetest.SQLite(t) // each of its steps is tried on both databases in internal/lifecycle
	r := serveRegulators(t, from)
	before, first, past := r.atCounter("")
	if before != "allow" || first != 1 {
		t.Fatalf("%s under %d", before, first)
	}

	// A draft, over HTTP.
	var draft lifecycle.Draft
	r.answer("anna", http.MethodPost, "/v1/drafts", map[string]string{"title": "Quatro horas"}, &draft)
	r.edit("anna", draft.ID, testkit.FourHours())
	stale := r.ask(r.tokens["bento"], http.MethodPut, "/v1/drafts/"+draft.ID+"/files/"+art39, []byte("package x"), "Content-Type", "text/plain", "If-Match", `"`+lifecycle.Hash([]byte("x"))+`"`)
	if stale.status != http.StatusConflict || !bytes.Contains(stale.body, []byte("advance := 4 * units.hour")) {
		t.Errorf("an edit of what somebody else changed: %d %.300s", stale.status, stale.body)
	}

	// The checks fail on what defends the three hours; nothing is submitted.
	failed := runProgram(t, append([]string{"draft", "check", draft.ID, "--key-file", r.files["anna"]}, r.where...)...)
	for _, name := range []string{"cases/grant-elderly-offsets.json", "cases/sale-at-the-deadline.json", art39Test} {
		if failed.status != exitFindings || !strings.Contains(failed.stdout, name) {
			t.Errorf("the checks do not name %s: %d %s%s", name, failed.status, failed.stdout, failed.stderr)
		}
	}
	var submission struct{ Draft lifecycle.Draft }
	r.answer("anna", http.MethodPost, "/v1/drafts/"+draft.ID+"/submit", nil, &submission)
	if submission.Draft.State != lifecycle.Open {
		t.Errorf("a draft that fails its checks is %s", submission.Draft.State)
	}

	// The tests and the cases are changed with the rule.
	for _, w := range testkit.FourHoursDefended() {
		r.edit("anna", draft.ID, w)
	}
	r.as("anna", "draft", "check", draft.ID)

	// What would have been answered otherwise, and a preview: neither is recorded.
	impact := r.as("anna", "draft", "impact", draft.ID, "--format", "json")
	if !strings.Contains(impact, past) || !strings.Contains(impact, `"allow → deny":1`) {
		t.Errorf("the impact does not tell of %s: %.2000s", past, impact)
	}
	// Others approve exactly this; the author does not.
	unjustified := runProgram(t, append([]string{"draft", "submit", draft.ID, "--key-file", r.files["anna"]}, r.where...)...)
	if unjustified.status != exitUsage || !strings.Contains(unjustified.stderr, "a justification is missing") {
		t.Errorf("a draft that refuses what was granted is submitted: %d %s%s", unjustified.status, unjustified.stdout, unjustified.stderr)
	}
	if refused := r.answer("anna", http.MethodPost, "/v1/drafts/"+draft.ID+"/submit", nil, nil); refused.problem() != "not-justified" {
		t.Errorf("%d %s", refused.status, refused.body)
	}
	r.justify("anna", draft.ID)
	r.as("anna", "draft", "submit", draft.ID)
	r.answer("anna", http.MethodGet, "/v1/drafts/"+draft.ID, nil, &submission.Draft)
	fingerprint := submission.Draft.Fingerprint
	if submission.Draft.State != lifecycle.Submitted || fingerprint == "" {
		t.Fatalf("%+v", submission.Draft)
	}
	if own := r.answer("anna", http.MethodPost, "/v1/drafts/"+draft.ID+"/reviews", map[string]string{"verdict": "approve", "fingerprint": fingerprint}, nil); own.problem() != "own-draft" {
		t.Errorf("%d %s", own.status, own.body)
	}
	r.as("bento", "revision", "approve", fingerprint, "--comment", "confere")
	r.answer("clara", http.MethodPost, "/v1/drafts/"+draft.ID+"/reviews", map[string]string{"verdict": "approve", "fingerprint": fingerprint}, &draft)

	// It is scheduled, begins at its instant, and is rolled back.
	var activation lifecycle.Activation
	at := time.Now().Add(3 * time.Second)
	r.answer("bento", http.MethodPost, "/v1/activations", map[string]any{"revision": fingerprint, "from_at": at, "reason": "portaria de exemplo"}, &activation)
	if outcome, seq, _ := r.atCounter(""); outcome != "allow" || seq != 1 {
		t.Errorf("before its instant: %s under %d", outcome, seq)
	}
	testkit.Eventually(t, "the activation begins", func() bool { _, seq, _ := r.atCounter(""); return seq == activation.Seq })
	if outcome, seq, _ := r.atCounter("?min_activation=2"); outcome != "deny" || seq != activation.Seq {
		t.Errorf("after its instant: %s under %d", outcome, seq)
	}
	base := strings.Fields(r.as("anna", "revision", "list"))
	if len(base) == 0 {
		t.Fatal("no revisions are listed")
	}
	var log struct{ Activations lifecycle.Log }
	r.answer("anna", http.MethodGet, "/v1/activations", nil, &log)
	began := time.Now()
	var back lifecycle.Activation
	r.answer("anna", http.MethodPost, "/v1/activations", map[string]any{"revision": log.Activations[0].Revision, "rollback": true, "reason": "erro na contagem"}, &back)
	outcome, seq, _ := r.atCounter("?min_activation=" + strings.TrimSpace(jsonText(t, back.Seq)))
	if took := time.Since(began); outcome != "allow" || seq != back.Seq || took > time.Second {
		t.Errorf("rolled back: %s under %d, after %s", outcome, seq, took)
	}
	r.onRecord(from, draft.ID)
	verified(t, r.where)
}

func jsonText(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// onRecord checks that each step of a draft stands in the chain with who made it.
func (r *regulators) onRecord(from store.Source, draft string) {
	r.t.Helper()
	reader, err := journal.NewReader(r.t.Context(), storetest.Open(r.t, from))
	if err != nil {
		r.t.Fatal(err)
	}
	events, err := reader.Events(r.t.Context(), draft, 100)
	if err != nil {
		r.t.Fatal(err)
	}
	counts := map[string]int{}
	for _, e := range events {
		counts[e.What+" "+e.By]++
	}
	for what, who := range map[string]string{"draft-created": "anna", "draft-submitted": "anna"} {
		if counts[what+" "+keyID(r.tokens[who])] != 1 {
			r.t.Errorf("%s by %s is not on record: %v", what, who, counts)
		}
	}
	for _, who := range []string{"bento", "clara"} {
		if counts["draft-approved "+keyID(r.tokens[who])] != 1 {
			r.t.Errorf("the approval of %s is not on record: %v", who, counts)
		}
	}
}
