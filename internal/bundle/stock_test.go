package bundle

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/open-policy-agent/opa/v1/ast"

	"deferido/fixtures"
	"deferido/internal/decision"
	"deferido/internal/engine"
	"deferido/policies"
)

// fewest is how many inputs the stock opa is asked at least.
const fewest = 60

// The stock opa, given a bundle and the public key alone, serves the documents that the program computes; and so does opa eval,
// which verifies no signature.
func TestTheStockOPAGivesTheSameDocuments(t *testing.T) {
	opa, key := stock(t), newKey(t)
	bundle := written(t, "bundle.tar.gz", exportOf(t, embedded(), key))
	inputs := questions(t)
	total := 0
	for _, of := range inputs {
		total += len(of)
	}
	if len(inputs) != 9 || total < fewest {
		t.Errorf("%d questions and %d inputs are too few", len(inputs), total)
	}
	t.Run("run", func(t *testing.T) {
		url := serve(t, opa, bundle, publicFile(t, key))
		for question, of := range inputs {
			for _, in := range of {
				var got struct{ Result any }
				post(t, url+"/v1/data/decision/"+question, in.given, &got)
				if diff := cmp.Diff(in.document, got.Result); diff != "" {
					t.Fatalf("%s, %s: ours against the stock opa's\n%s", question, in.name, diff)
				}
			}
		}
	})
	t.Run("eval", func(t *testing.T) {
		theirs := evaluated(t, opa, bundle, inputs)
		for question, of := range inputs {
			for i, in := range of {
				if diff := cmp.Diff(in.document, theirs[question][i]); diff != "" {
					t.Fatalf("%s, %s: ours against the stock opa's\n%s", question, in.name, diff)
				}
			}
		}
	})
}

// evaluated has one run of opa eval evaluate every input.
func evaluated(t *testing.T, opa, bundle string, inputs map[string][]asked) map[string][]any {
	t.Helper()
	given := map[string][]any{}
	var parts []string
	for question, of := range inputs {
		for _, in := range of {
			given[question] = append(given[question], in.given)
		}
		parts = append(parts, fmt.Sprintf(`"%s": [d | some i in input.%[1]s; d := data.decision.%[1]s with input as i]`, question))
	}
	input, err := json.Marshal(given)
	if err != nil {
		t.Fatal(err)
	}
	eval := exec.CommandContext(t.Context(), opa, "eval", "--bundle", bundle, "--stdin-input", "--strict-builtin-errors",
		"--format", "raw", "{"+strings.Join(parts, ", ")+"}")
	eval.Stdin = bytes.NewReader(input)
	out, err := eval.Output()
	if err != nil {
		t.Fatalf("opa eval: %v\n%.2000s", err, out)
	}
	documents := map[string][]any{}
	decode(t, out, &documents)
	return documents
}

// The data of a set are served too, under the signature of their value.
func TestTheStockOPAServesData(t *testing.T) {
	key := newKey(t)
	url := serve(t, stock(t), written(t, "bundle.tar.gz", exportOf(t, small(), key)), publicFile(t, key))
	var got struct{ Result map[string]any }
	post(t, url+"/v1/data/lib/units", nil, &got)
	if diff := cmp.Diff(map[string]any{"three": json.Number("3")}, got.Result); diff != "" {
		t.Error(diff)
	}
}

// The tests of the law go with it: whoever gets a bundle can run them.
func TestTheStockOPATestsABundle(t *testing.T) {
	bundle := written(t, "bundle.tar.gz", exportOf(t, embedded(), newKey(t)))
	out, err := exec.CommandContext(t.Context(), stock(t), "test", "--bundle", bundle, "--run", "art_39").CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte("PASS: ")) {
		t.Errorf("opa test: %v\n%.2000s", err, out)
	}
}

func TestTheStockOPARefusesWhatIsNotSigned(t *testing.T) {
	opa, key := stock(t), newKey(t)
	public := publicFile(t, key)
	sound := entriesOf(t, exportOf(t, embedded(), key))
	for name, e := range map[string]struct {
		bundle []byte
		want   string
	}{
		"an altered policy":     {packed(t, replaced(t, sound, "lib/settle.rego", []byte("package lib.settle\n"))), "lib/settle.rego: digest mismatch"},
		"an altered text":       {packed(t, replaced(t, sound, "norms/decreto_9921_2019/art_39.txt", []byte("Art. 39."))), "art_39.txt: digest mismatch"},
		"an altered case":       {packed(t, replaced(t, sound, "cases/conduct-group-one.json", []byte("{}"))), "conduct-group-one.json: digest mismatch"},
		"a higher seq":          {packed(t, replaced(t, sound, manifestFile, bytes.Replace(sound[1].content, []byte(`"seq": 1`), []byte(`"seq": 2`), 1))), ".manifest: digest mismatch"},
		"a file less":           {packed(t, sound[:len(sound)-1]), "not found in the target bundle"},
		"a file more":           {packed(t, append(slices.Clone(sound), entry{"norms/more.txt", nil})), "not included in bundle signature"},
		"no signature":          {packed(t, sound[1:]), "missing .signatures.json"},
		"another's signature":   {exportOf(t, embedded(), newKey(t)), "failed to verify JWT signature"},
		"an altered signature":  {packed(t, replaced(t, sound, signaturesFile, bytes.Replace(sound[0].content, []byte(`.`), []byte(`.e`), 1))), "JWT"},
		"the public key as MAC": {macWithPublicKey(t, sound, key), "failed to verify JWT signature"},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, stop := context.WithTimeout(t.Context(), time.Minute) // one that is accepted would serve for ever
			defer stop()
			out, err := run(ctx, opa, written(t, "bundle.tar.gz", e.bundle), public, "127.0.0.1:0").CombinedOutput()
			var ended *exec.ExitError
			if ctx.Err() != nil || !errors.As(err, &ended) || !strings.Contains(string(out), e.want) {
				t.Errorf("%v\n%.2000s", err, out)
			}
		})
	}
}

// asked is an input to a question and the document that the program gives for it, both as JSON has them.
type asked struct {
	name            string
	given, document any
}

// questions are the inputs of the cases that are answered with a decision, by question.
func questions(t *testing.T) map[string][]asked {
	t.Helper()
	set, err := engine.Load(t.Context(), policies.FS, fixtures.FS)
	if err != nil {
		t.Fatal(err)
	}
	names, err := fs.Glob(fixtures.FS, "cases/*.json")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]asked{}
	for _, name := range names {
		var c struct {
			Request json.RawMessage
			Expect  map[string]any
		}
		content, err := fs.ReadFile(fixtures.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		decode(t, content, &c)
		if c.Expect["status"] != nil {
			continue
		}
		r, err := set.Parse(c.Request)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		input := measured(t, set, r)
		document, err := set.Document(t.Context(), r.Question, input)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all[r.Question] = append(all[r.Question], asked{path.Base(name), plain(t, input), plain(t, document.AST())})
	}
	return all
}

// measured is the input of a request, on its own day.
func measured(t *testing.T, set *engine.Set, r *decision.Request) ast.Value {
	t.Helper()
	day := r.AsOf
	if day.IsZero() {
		q, _ := set.Question(r.Question)
		var given bool
		if day, given = r.Facts.Clock(q.Clock); !given {
			t.Fatal("a case without a day")
		}
	}
	return set.Measure(r, day).(ast.Value)
}

func plain(t *testing.T, v ast.Value) any {
	t.Helper()
	value, err := ast.JSON(v)
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var decoded any
	decode(t, b, &decoded)
	return decoded
}

// decode reads JSON, numbers to the last digit.
func decode(t *testing.T, b []byte, to any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if err := d.Decode(to); err != nil {
		t.Fatalf("%v: %.1000s", err, b)
	}
}

func written(t *testing.T, name string, content []byte) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(name, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}
