package journal_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"deferido/internal/decision"
	"deferido/internal/journal"
)

// document draws JSON, with space between its values or without.
func document(t *rapid.T, label string) json.RawMessage {
	var value any = rapid.MapOf(rapid.String(), rapid.OneOf(
		rapid.Map(rapid.String(), func(s string) any { return s }),
		rapid.Map(rapid.Float64Range(-1e9, 1e9), func(f float64) any { return f }),
		rapid.Map(rapid.SliceOf(rapid.StringMatching(`[\\"\[\]{}:, <&>a]*`)), func(s []string) any { return s }),
		rapid.Just(any(json.RawMessage(`{"request":0,"answer":0}`))),
	)).Draw(t, label)
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(rapid.Bool().Draw(t, "escaped"))
	if rapid.Bool().Draw(t, "spaced") {
		e.SetIndent(" ", "\t")
	}
	if err := e.Encode(value); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestARecordIsWrittenAsTheEncoderWouldWriteIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := record(rapid.IntRange(0, 100).Draw(t, "i"))
		r.Question, r.RequestID = rapid.String().Draw(t, "question"), rapid.SampledFrom([]string{"", `,"request":0`, `","answer":0`, `\`}).Draw(t, "id")
		r.Request, r.Answer = document(t, "request"), document(t, "answer")
		if rapid.Bool().Draw(t, "failed") {
			r.Answer, r.Failure = nil, decision.ProblemKind("evaluation-failed")
		}
		var want bytes.Buffer
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		if err := e.Encode(r); err != nil {
			t.Fatal(err)
		}
		got, err := journal.Encode(r)
		if err != nil {
			t.Fatal(err)
		}
		if string(got)+"\n" != want.String() {
			t.Errorf("%s\nis not\n%s", got, want.String())
		}
	})
}

func TestWhatIsCutOffIsNotRecorded(t *testing.T) {
	for _, text := range []string{`{"a":`, `{"a":"b`, `{"a":"\"}`, `{"a":1}}`, `[ 1,`, `"`} {
		r := record(0)
		r.Answer = json.RawMessage(text)
		if _, err := journal.Encode(r); err == nil {
			t.Errorf("%s is no JSON", text)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	r := realistic(0)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := journal.Encode(r); err != nil {
			b.Fatal(err)
		}
	}
}
