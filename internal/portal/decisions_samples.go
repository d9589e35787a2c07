package portal

// decisionSamples are the components of these pages.
func decisionSamples() []sample {
	yes, no := true, false
	law := cited{"urn:lex:br:federal:lei:2003-10-01;10741!art40_cpt_inc1", "Lei nº 10.741/2003, art. 40, I", "2026-12-12"}
	failed := basisItem{cited: law, Class: "unmet", Met: &no, Reason: "…", Quote: "…", Readings: []link{{"/leituras/IR-01", "IR-01"}}, Warnings: []string{"…"}}
	met := basisItem{cited: law, Class: "met", Met: &yes, Reason: "…", NotHeld: true}
	open := basisItem{cited: law, Class: "unknown", Reason: "…", Quote: "…"}
	lead := basisItem{cited: law, Class: "lead", Met: &yes, Reason: "…", Quote: "…"}
	bears := basisItem{cited: law, Class: "bears", Met: &yes, Reason: "…"}
	dispute := disputeView{
		ID: "D-window", Contested: true, Decides: "text", Court: "TRF1", Case: "…", Date: "02/09/2021", Finality: "desconhecido", Grade: "V2", Cited: []cited{law},
		Sides: []disputeSide{{"text", "deny", ""}, {"case_law", "allow", "Desconto"}},
	}
	touched := dispute
	touched.Contested, touched.Decides = false, "case_law"
	return []sample{
		{"cited", law},
		{"result", []resultRow{{Name: "Teto da passagem", Value: "R$ 43,27"}, {Name: "Dispositivo", Cited: law}}},
		{"verdict", verdictView{ID: "v1", State: "deny_for_now", Ask: "Concessão · desconto · pedido em 12/12/2026, 13:40", Why: "…"}},
		{"verdict", verdictView{ID: "v2", State: "allow", Ask: "Concessão", Benefit: "Gratuidade", Why: "…", Lang: "pt-BR", Minor: true}},
		{"verdict", verdictView{ID: "v3", State: "incomplete", Ask: "Tarifa", Why: "…", Minor: true, Values: []resultRow{{Name: "Pedágio", Value: "Isento"}}}},
		{"verdict", verdictView{ID: "v4", State: "failure", Ask: "Tarifa", Why: "…", Minor: true}},
		{"todo", todoView{Lead: "…", All: &link{"/decisoes/x/simular?mudanca=todas", "…"}, Foreign: "pt-BR", Items: []todoItem{
			{Big: "…", Cited: []cited{law, law}, Button: link{"/decisoes/x/simular?mudanca=1", "…"}},
			{Big: "…", Ours: true, Text: "…", Cited: []cited{law}, Warnings: []string{"…"}, Button: link{"/decisoes/x/recusa", "…"}, Main: true},
		}}},
		{"basis", basisView{Items: []basisItem{failed, open, lead, met, bears}}},
		{"basis", basisView{Items: []basisItem{failed}, Folded: []basisItem{met, met}, FoldedKey: "decisions.folded", Foreign: "pt-BR"}},
		{"dispute", dispute}, {"dispute", touched},
		{"tree", []treeNode{
			{State: "governs", Text: law.Label, Open: true, Below: []treeNode{
				{State: "unmet", Text: "…", Code: "seat", Below: []treeNode{{State: "unmet", Text: "…", Code: "free_seat_left", Reason: "…", Cited: law, Facts: "Vagas"}, {State: "unknown", Text: "…"}}},
			}},
			{State: "governs_not", Text: law.Label}, {State: "governs_maybe", Text: law.Label},
		}},
		{"sheet", &refusalView{
			ID: "0198f2c4-7d1e-7a30-9c55-2b8e6a4f1d02", Title: "…", When: "12/12/2026", Hour: "13:40", Revision: "sha256:0", AsOf: "12/12/2026", Check: "/conferir/x",
			Reasons: []refusalReason{{"…", []refusalQuote{{law.Label, "…"}, {law.Label, ""}}}}, Cures: []string{"…"}, Also: "…", Courts: []string{"…"}, Owed: []string{law.Label},
		}},
		{"filter", filterView{Action: "/decisoes", Clear: "/decisoes", Fields: []field{
			{ID: "resultado", Name: "resultado", Label: "Resultado", Value: "deny", Options: []option{{"", "qualquer"}, {"deny", "Negado"}}},
			{ID: "de", Name: "de", Label: "Desde", Value: "ontem 14h", Fault: "…", Hint: "…"},
		}}},
		{"weeks", &weeksView{
			Exact: true, Width: 200, Height: 162, Base: 140, Top: 3, Rows: []weekRow{{Label: "07/12/2026", URL: "/decisoes", Allow: 2, Deny: 1, All: 3}},
			Bars: []bar{{"allow", 4, 50, 18, 90}, {"deny", 4, 10, 18, 40}}, Marks: []mark{{4, "07/12"}},
		}},
		{"weeks", &weeksView{Failed: true, Before: 1, Width: 200, Height: 162, Base: 140, Top: 1, Rows: []weekRow{{Label: "07/12/2026", Fail: 1, All: 1}}, Bars: []bar{{"fail", 4, 10, 18, 130}}}},
	}
}
