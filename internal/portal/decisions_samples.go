package portal

import (
	"slices"

	"deferido/internal/decision"
)

// decisionSamples are the components of these pages.
func decisionSamples() []sample {
	yes, no := true, false
	quote := "…"
	basis := func(role string, met *bool, quoted bool) decision.Basis {
		b := decision.Basis{URN: "urn:lex:br:federal:lei:2003-10-01;10741!art40_cpt_inc1", Label: "Lei nº 10.741/2003, art. 40, I", Role: role, Met: met, Reason: "…", Reading: "IR-01, IR-06"}
		if quoted {
			b.Quote = &quote
		}
		return b
	}
	law := cited{"urn:lex:br:federal:lei:2003-10-01;10741!art40_cpt_inc1", "Lei nº 10.741/2003, art. 40, I", "2026-12-12"}
	return []sample{
		{"cited", law},
		{"result", []resultRow{{Name: "Teto da passagem", Value: "R$ 43,27"}, {Name: "Dispositivo", Cited: law}}},
		{"verdict", answerBox{ID: "v1", State: "deny_for_now", Ask: "Concessão · desconto · pedido em 12/12/2026, 13:40", Why: "…", Minor: true}},
		{"verdict", answerBox{ID: "v2", State: "allow", Ask: "Concessão", Benefit: "Gratuidade", Why: "…", Lang: "pt-BR", Minor: true}},
		{"verdict", answerBox{ID: "v3", State: "incomplete", Ask: "Tarifa", Why: "…", Minor: true, Values: []resultRow{{Name: "Pedágio", Value: "Isento"}}}},
		{"verdict", answerBox{ID: "v4", State: "failure", Ask: "Tarifa", Why: "…", Minor: true}},
		{"todo", todoSample},
		{"basis", basisSample("", basis("condition", &no, true), basis("condition", nil, true), basis("grants", &yes, true), basis("scope", &yes, false), basis("duty", &yes, true))},
		{"basis", basisSample("pt-BR", append([]decision.Basis{basis("condition", &no, false)}, slices.Repeat([]decision.Basis{basis("scope", &yes, true)}, basisWhole)...)...)},
		{"dispute", disputeSample(true, "text")}, {"dispute", disputeSample(false, "case_law")},
		{"tree", []treeNode{
			{State: "governs", Text: law.Label, Open: true, Below: []treeNode{
				{State: "unmet", Text: "…", Code: "seat", Below: []treeNode{{State: "unmet", Text: "…", Code: "free_seat_left", Reason: "…", Cited: law, Facts: "Vagas"}, {State: "unknown", Text: "…"}}},
			}},
			{State: "governs_not", Text: law.Label}, {State: "governs_maybe", Text: law.Label},
		}},
		{"sheet", &refusalView{
			ID: "0198f2c4-7d1e-7a30-9c55-2b8e6a4f1d02", Title: "…", Second: true, When: "12/12/2026", Hour: "13:40", Revision: "sha256:0", AsOf: "12/12/2026", Check: "/conferir/x",
			Reasons: []refusalReason{{"…", []refusalQuote{{law.Label, "…"}, {law.Label, ""}}}}, Cures: []string{"…"}, Also: "…", Courts: []string{"…"}, Owed: []string{law.Label},
		}},
		{"filter", filterView{Action: "/decisoes", Clear: "/decisoes", Fields: []field{
			{ID: "resultado", Name: "resultado", Label: "Resultado", Value: "deny", Options: []option{{"", "qualquer"}, {"deny", "Negado"}}},
			{ID: "de", Name: "de", Label: "Desde", Value: "ontem 14h", Fault: "…", Hint: "…"},
		}}},
		{"weeks", &weeksView{
			Exact: true, Rows: []weekRow{{Label: "07/12/2026", URL: "/decisoes", Allow: 2, Deny: 1, All: 3}},
			Chart: columnsOf("", []column{{"07/12", []columnShare{{"allow", 2}, {"deny", 1}}}}),
		}},
		{"weeks", &weeksView{Failed: true, Before: 1, Rows: []weekRow{{Label: "07/12/2026", Fail: 1, All: 1}}, Chart: columnsOf("", []column{{"07/12", []columnShare{{"fail", 1}}}})}},
	}
}

// basisSample is the component basis of an answer, in a language of its own or, empty, in the page's.
func basisSample(lang string, basis ...decision.Basis) func(w *words) any {
	return func(w *words) any {
		s := &said{Decision: &decision.Decision{Outcome: "allow", LegalBasis: basis, Policy: decision.Policy{AsOf: "2026-12-12"}}, words: w}
		if lang != "" {
			s.lang = string(inLanguage(lang))
		}
		s.warnings = map[string][]string{basis[0].URN: {"…"}}
		return s.basis()
	}
}

// disputeSample is the component dispute, of an answer that it changes or merely touches.
func disputeSample(contested bool, decides string) func(w *words) any {
	return func(w *words) any {
		day := "2021-09-02"
		d := decision.DisputeView{ID: "D-window", Court: "TRF1", Case: "…", Date: &day, Finality: "…", Grade: "V2", URNs: []string{"urn:lex:br:federal:lei:2003-10-01;10741!art40_cpt_inc1"}}
		d.Text, d.CaseLaw = decision.Sided{Outcome: "deny"}, decision.Sided{Outcome: "allow"}
		s := &said{Decision: &decision.Decision{Contested: contested, Disputes: []decision.DisputeView{d}, Readings: decision.Readings{Decides: decides}}, words: w}
		s.labels = map[string]string{d.URNs[0]: "Lei nº 10.741/2003, art. 40, I"}
		return s.disputes()[0]
	}
}

// todoSample is the component todo.
func todoSample(w *words) any {
	law := cited{"urn:lex:br:federal:lei:2003-10-01;10741!art40_cpt_inc1", "Lei nº 10.741/2003, art. 40, I", "2026-12-12"}
	s := &said{words: w, lang: string(inLanguage(other(w.lang)))}
	return todoView{Lead: "…", All: &link{"/decisoes/x/simular?mudanca=todas", "…"}, Lines: s.lines([]todoItem{
		{Big: "…", Cited: []cited{law, law}, Button: link{"/decisoes/x/simular?mudanca=1", "…"}},
		{Big: "…", Ours: true, Text: "…", Cited: []cited{law}, Warnings: []string{"…"}, Button: link{"/decisoes/x/recusa", "…"}, Main: true},
	})}
}
