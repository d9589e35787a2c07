package httpapi_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"deferido/internal/decision"
	"deferido/internal/facts"
	"deferido/internal/httpapi"
)

// items are the answers of a batch.
func items(t testing.TB, body []byte) []json.RawMessage {
	t.Helper()
	var b struct{ Items []json.RawMessage }
	if err := json.Unmarshal(body, &b); err != nil {
		t.Fatalf("%v: %.200s", err, body)
	}
	return b.Items
}

func TestOneBadItemSpoilsNoOther(t *testing.T) {
	h := build(t, nil)
	good := `{"question":"grant","reference":"good","facts":{}}`
	bad := []struct{ item, kind, reference string }{
		{`{"question":"grant","reference":"b1","facts":{"trip":{"nope":1}}}`, "invalid-facts", "b1"},
		{`{"question":"grant","reference":"b2","facts":{"trip":{},"trip":{}}}`, "duplicate-key", "b2"},
		{`{"question":"grant","reference":"b3","reference":"b3","facts":{}}`, "duplicate-key", ""},
		{`[1,2]`, "invalid-facts", ""},
		{`null`, "invalid-facts", ""},
		{"{\"question\":\"grant\",\"facts\":{},\"reference\":\"\xff\"}", "not-json", ""},
		{`{"question":"grant","facts":{},"reference":"` + strings.Repeat("r", 201) + `"}`, "invalid-facts", ""},
		{`{"reference":"deep","facts":` + strings.Repeat("[", 500) + strings.Repeat("]", 500) + `}`, "too-deep", "deep"},
		{`{"reference":"large","facts":"` + strings.Repeat("x", 1<<20) + `"}`, "too-large", "large"},
	}
	body := `{"items":[` + good
	for _, b := range bad {
		body += ",\n" + b.item + " , " + good
	}
	w := h.post(t, "/v1/decisions/batch", body+`]}`)
	if w.Code != http.StatusOK {
		t.Fatalf("status %d: %.500s", w.Code, w.Body)
	}
	answers := items(t, w.Body.Bytes())
	if len(answers) != 1+2*len(bad) {
		t.Fatalf("%d answers", len(answers))
	}
	for i, answer := range answers {
		if i%2 == 0 {
			var d decision.Decision
			if err := json.Unmarshal(answer, &d); err != nil || d.Outcome != "allow" || d.Reference != "good" {
				t.Errorf("item %d: %v %s", i, err, answer)
			}
			continue
		}
		want, p := bad[i/2], problemIn(t, answer)
		if !strings.HasSuffix(p.Type, "/"+want.kind) || p.Reference != want.reference {
			t.Errorf("item %d: %s of %q, want %s of %q", i, p.Type, p.Reference, want.kind, want.reference)
		}
		if !strings.HasSuffix(p.Instance, fmt.Sprintf("#/items/%d", i)) {
			t.Errorf("item %d: instance %s", i, p.Instance)
		}
		if i == 1 && (len(p.Errors) != 1 || p.Errors[0].Pointer != "/facts/trip/nope") {
			t.Errorf("not relative to the item: %+v", p.Errors)
		}
	}
}

func TestEnvelopeIsReadStrictly(t *testing.T) {
	h := build(t, nil)
	one := `{"question":"grant","facts":{}}`
	for name, c := range map[string]struct {
		body    string
		status  int
		kind    string
		pointer string
	}{
		"not JSON":         {`{"items":[`, 400, "not-json", ""},
		"empty":            {``, 400, "not-json", ""},
		"item not JSON":    {`{"items":[{"a":}]}`, 400, "not-json", ""},
		"missing comma":    {`{"items":[` + one + one + `]}`, 400, "not-json", ""},
		"trailing comma":   {`{"items":[` + one + `,]}`, 400, "not-json", ""},
		"latin-1 key":      {"{\"\xe9\":1}", 400, "not-json", ""},
		"items twice":      {`{"items":[],"items":[]}`, 400, "duplicate-key", "/items"},
		"items escaped":    {`{"items":[],"\u0069tems":[]}`, 400, "duplicate-key", "/items"},
		"trailing":         {`{"items":[]} {}`, 400, "trailing-data", ""},
		"deeper than deep": {`{"items":[` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `]}`, 400, "too-deep", ""},
		"list":             {`[` + one + `]`, 422, "invalid-batch", ""},
		"null":             {`{"items":null}`, 422, "invalid-batch", "/items"},
		"object":           {`{"items":{}}`, 422, "invalid-batch", "/items"},
		"nothing":          {`{}`, 422, "invalid-batch", "/items"},
		"unknown key":      {`{"items":[],"a/b":1}`, 422, "invalid-batch", "/a~1b"},
		"too many":         {`{"items":[` + strings.Repeat(one+",", 1000) + one + `]}`, 422, "invalid-batch", "/items"},
		"too large":        {`{"items":["` + strings.Repeat("x", 8<<20) + `"]}`, 413, "too-large", ""},
	} {
		w := h.post(t, "/v1/decisions/batch", c.body)
		wantProblemAt(t, name, wantProblem(t, w, c.status, c.kind), c.pointer)
	}
	if w := h.post(t, "/v1/decisions/batch", `{"items":[]}`); w.Code != 200 || w.Body.String() != "{\"items\":[]}\n" {
		t.Errorf("empty batch: %d %s", w.Code, w.Body)
	}
}

func TestBatchKeepsItsOrderAndItsSet(t *testing.T) {
	var under atomic.Int64
	var sets *fakeSets
	h := build(t, deciding(func(ctx context.Context, a decision.Activation, r *decision.Request, lang string) (*decision.Decision, error) {
		under.Add(1)
		sets.activate(a.Law.(httpapi.Set), 8+int(under.Load())) // a new activation in the middle of the batch
		if r.Reference == "0" {
			time.Sleep(20 * time.Millisecond)
		}
		return allow(ctx, a, r, lang)
	}))
	sets = h.sets
	var body []string
	for i := range 1000 {
		body = append(body, fmt.Sprintf(`{"question":"grant","reference":"%d","facts":{}}`, i))
	}
	w := h.post(t, "/v1/decisions/batch", `{"items":[`+strings.Join(body, ",")+`]}`)
	for i, answer := range items(t, w.Body.Bytes()) {
		var d decision.Decision
		if err := json.Unmarshal(answer, &d); err != nil {
			t.Fatal(err)
		}
		if d.Reference != fmt.Sprint(i) || d.Policy.Activation != 7 {
			t.Fatalf("item %d: reference %s, activation %d", i, d.Reference, d.Policy.Activation)
		}
	}
	if under.Load() != 1000 {
		t.Errorf("%d decided", under.Load())
	}
	if !strings.Contains(h.logs.String(), `"items":1000,"problems":0`) {
		t.Error(h.logs)
	}
}

func TestPanicOfAnItemIsItsOwn(t *testing.T) {
	h := build(t, deciding(func(ctx context.Context, a decision.Activation, r *decision.Request, lang string) (*decision.Decision, error) {
		switch r.Reference {
		case "panic":
			panic("SECRET")
		case "evaluation":
			return nil, &decision.Problem{Kind: decision.EvaluationError, Detail: decision.Sentence{PT: "x", EN: "x"}}
		}
		return allow(ctx, a, r, lang)
	}))
	w := h.post(t, "/v1/decisions/batch", `{"items":[{"question":"grant","reference":"panic","facts":{}},
		{"question":"grant","reference":"evaluation","facts":{}},{"question":"grant","reference":"ok","facts":{}}]}`)
	answers := items(t, w.Body.Bytes())
	if p := problemIn(t, answers[0]); p.Status != 500 || p.Reference != "panic" || !strings.HasSuffix(p.Type, "/internal-error") {
		t.Errorf("%+v", p)
	}
	if p := problemIn(t, answers[1]); p.Status != 500 || p.Reference != "evaluation" || !strings.HasSuffix(p.Type, "/evaluation-error") {
		t.Errorf("%+v", p)
	}
	if !strings.Contains(string(answers[2]), `"outcome":"allow"`) || strings.Contains(h.logs.String(), "SECRET") {
		t.Errorf("%s %s", answers[2], h.logs)
	}
}

func TestBatchHasADeadlineOfItsOwn(t *testing.T) {
	h := build(t, func(o *httpapi.Options) {
		o.Timeouts.Batch = 30 * time.Millisecond
		o.Decider = deciderFunc(func(ctx context.Context, _ decision.Activation, _ *decision.Request, _ string) (*decision.Decision, error) {
			<-ctx.Done()
			return nil, &decision.Problem{Kind: decision.DeadlineReached, Detail: decision.Sentence{PT: "x", EN: "x"}, Err: ctx.Err()}
		})
	})
	w := h.post(t, "/v1/decisions/batch", `{"items":[`+strings.Repeat(`{"question":"grant","facts":{}},`, 20)+`{"question":"grant","facts":{}}]}`)
	for _, answer := range items(t, w.Body.Bytes()) {
		if p := problemIn(t, answer); p.Status != 503 {
			t.Errorf("%+v", p)
		}
	}
}

func FuzzItems(f *testing.F) {
	for _, seed := range []string{`{"items":[{},1]}`, `{"items":[],"x":{"a":[1]}}`, `{"items":[{"a":1,"a":2}]} `, `[`, `{"":1}`, "{\"\xff\":1}"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		found, refused := httpapi.ItemsOf(body)
		if refused != nil {
			if refused.Kind == facts.Invalid && len(refused.Violations) == 0 {
				t.Error("refused without a reason")
			}
			_ = refused.Message("en")
			return
		}
		var strict struct {
			Items []json.RawMessage `json:"items"`
		}
		if err := json.Unmarshal(body, &strict); err != nil {
			return // what is invalid inside an item is the item's
		}
		if len(strict.Items) != len(found) {
			t.Errorf("%d items, want %d", len(found), len(strict.Items))
		}
	})
}

func FuzzReference(f *testing.F) {
	f.Add([]byte(`{"reference":"a","x":{"reference":"b"}}`))
	f.Add([]byte(`{"reference":"a","reference":"b"}`))
	f.Add([]byte(`{"reference":"\ud800"}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		if got := []rune(httpapi.ReferenceOf(body)); len(got) > 200 {
			t.Errorf("%d characters", len(got))
		}
	})
}
