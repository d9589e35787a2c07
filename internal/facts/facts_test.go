package facts_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"deferido/internal/civil"
	"deferido/internal/facts"
	"github.com/open-policy-agent/opa/v1/ast"
)

var questions = []string{"grant", "sale", "fare", "ticket", "boarding", "retention", "report", "notice", "conduct"}

const schemaFile = "../../policies/schemas/facts.json"

func schemaSource(t testing.TB) []byte {
	t.Helper()
	source, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	return source
}

func load(t testing.TB) *facts.Schema {
	t.Helper()
	s, err := facts.Load(schemaSource(t), questions)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// request wraps the facts, given as JSON, into a request.
func request(groups string) []byte {
	return []byte(`{"question": "grant", "facts": ` + groups + `}`)
}

func parse(t testing.TB, s *facts.Schema, groups string) *facts.Request {
	t.Helper()
	r, err := s.Parse(request(groups))
	if err != nil {
		t.Fatalf("%s: %v", groups, err)
	}
	return r
}

// refused parses what must be refused and returns why.
func refused(t testing.TB, s *facts.Schema, body []byte) *facts.Error {
	t.Helper()
	r, err := s.Parse(body)
	var e *facts.Error
	if !errors.As(err, &e) || r != nil {
		t.Fatalf("%.200s: accepted, or no *facts.Error: %v", body, err)
	}
	return e
}

func day(t testing.TB, s string) civil.Date {
	t.Helper()
	d, err := civil.ParseDate(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// at returns the JSON text of the input at a dotted path, empty when it is undefined.
func at(t testing.TB, input ast.Value, path string) string {
	t.Helper()
	for _, key := range strings.Split(path, ".") {
		ref := ast.Ref{ast.StringTerm(key)}
		if key[0] >= '0' && key[0] <= '9' {
			ref = ast.Ref{{Value: ast.Number(key)}}
		}
		next, err := input.Find(ref)
		if err != nil {
			return ""
		}
		input = next
	}
	return input.String()
}

// a lawful case as the acceptance cases give it.
type sharedCase struct {
	name    string
	Request json.RawMessage
	Expect  struct {
		Status  int
		Problem string
	}
}

func sharedCases(t testing.TB) []sharedCase {
	t.Helper()
	files, err := filepath.Glob("../../fixtures/cases/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	cases := make([]sharedCase, len(files))
	for i, f := range files {
		source, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		cases[i].name = strings.TrimSuffix(filepath.Base(f), ".json")
		if err := json.Unmarshal(source, &cases[i]); err != nil {
			t.Fatal(err)
		}
	}
	return cases
}

// A day without a held text is no fault of the facts, so only the other 422 are refused here.
func TestCasesAreRefusedOrAcceptedAsTheySay(t *testing.T) {
	s := load(t)
	for _, c := range sharedCases(t) {
		_, err := s.Parse(c.Request)
		if refused, want := err != nil, c.Expect.Status == 422 && c.Expect.Problem == ""; refused != want {
			t.Errorf("%s: refused %v, want %v: %v", c.name, refused, want, err)
		}
	}
}

func TestEnvelope(t *testing.T) {
	s := load(t)
	r, err := s.Parse([]byte(`{"question": "fare", "as_of": "2024-02-29", "explain": true, "reference": "fila 3", "facts": {}}`))
	if err != nil {
		t.Fatal(err)
	}
	if r.Question != "fare" || r.AsOf != day(t, "2024-02-29") || !r.Explain || r.Reference != "fila 3" {
		t.Errorf("got %+v", r)
	}
	r = parse(t, s, `{}`)
	if !r.AsOf.IsZero() || r.Explain || r.Reference != "" {
		t.Errorf("got %+v", r)
	}
}

// leaves are the paths of all scalars below v.
func leaves(v ast.Value, path []string) [][]string {
	var all [][]string
	switch v := v.(type) {
	case ast.Object:
		v.Foreach(func(k, below *ast.Term) {
			key := string(k.Value.(ast.String))
			all = append(all, leaves(below.Value, append(path[:len(path):len(path)], key))...)
		})
	case *ast.Array:
		v.Foreach(func(below *ast.Term) {
			all = append(all, leaves(below.Value, append(path[:len(path):len(path)], "*"))...)
		})
	default:
		all = append(all, path)
	}
	return all
}
