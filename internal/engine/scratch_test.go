package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
	"strings"

	"deferido/internal/decision"
)

func TestScratch(t *testing.T) {
	files, _ := filepath.Glob("/work/shared/cases/*.json")
	svc := &decision.Service{Now: time.Now, Reading: "text"}
	only := os.Getenv("ONLY")
	bad := 0
	for _, f := range files {
		id := strings.TrimSuffix(filepath.Base(f), ".json")
		if only != "" && only != id { continue }
		raw, _ := os.ReadFile(f)
		var c struct{ Request json.RawMessage; Expect map[string]any }
		json.Unmarshal(raw, &c)
		req, err := set.Parse(c.Request)
		var d *decision.Decision
		if err == nil {
			d, err = svc.Decide(context.Background(), decision.Activation{Law: set, Seq: 1}, req, "pt-BR")
		}
		if err != nil {
			if c.Expect["status"] == nil { fmt.Println(id, "ERR", err); bad++ }
			continue
		}
		out, _ := json.MarshalIndent(d, "", " ")
		if only != "" { fmt.Println(string(out)) }
		os.WriteFile("/tmp/scratch/"+id+".json", out, 0o644)
		e := c.Expect
		if e["status"] != nil { fmt.Println(id, "expected status"); bad++; continue }
		var m map[string]any
		json.Unmarshal(out, &m)
		var p []string
		if e["outcome"] != nil && e["outcome"] != d.Outcome { p = append(p, fmt.Sprint("outcome ", d.Outcome)) }
		if e["contested"] != nil && e["contested"] != d.Contested { p = append(p, fmt.Sprint("contested ", d.Contested)) }
		if e["case_law"] != nil && e["case_law"] != d.Readings.CaseLaw { p = append(p, fmt.Sprint("case_law ", d.Readings.CaseLaw)) }
		cited := map[string]bool{}; unmet := map[string]bool{}
		for _, b := range d.LegalBasis { cited[b.URN] = true; if b.Met != nil && !*b.Met { unmet[b.URN] = true } }
		if inf, ok := d.Result["infractions"].([]any); ok { for _, x := range inf { cited[x.(map[string]any)["urn"].(string)] = true } }
		list := func(k string) []any { l, _ := e[k].([]any); return l }
		for _, u := range list("cites") { if !cited[u.(string)] { p = append(p, "not cited "+u.(string)) } }
		for _, u := range list("unmet") { if !unmet[u.(string)] { p = append(p, "not unmet "+u.(string)) } }
		for _, u := range list("not_cites") { if cited[u.(string)] { p = append(p, "cited "+u.(string)) } }
		duty := map[string]bool{}
		for _, x := range d.Duties { duty[x.URN] = true }
		for _, u := range list("duties") { if !duty[u.(string)] { p = append(p, "no duty "+u.(string)) } }
		if e["missing"] != nil {
			var got []string
			for _, x := range d.Missing { got = append(got, x.Fact) }
			if fmt.Sprint(got) != fmt.Sprint(e["missing"]) { p = append(p, fmt.Sprint("missing ", got)) }
		}
		if r, ok := e["result"].(map[string]any); ok {
			for k, v := range r { if fmt.Sprint(m["result"].(map[string]any)[k]) != fmt.Sprint(v) { p = append(p, fmt.Sprint("result ", k, " ", m["result"].(map[string]any)[k])) } }
		}
		if len(p) > 0 { bad++; fmt.Println(id, strings.Join(p, "; ")) }
	}
	fmt.Println("bad", bad, "of", len(files))
}
