package portal

// ledgerSamples are the components of these pages.
func ledgerSamples() []sample {
	rule := ruleLine{ruleTitle{"Pedido no prazo", false}, "Concessão", "condition"}
	return []sample{
		{"siblings", []sibling{{"/normas", "Normas", false}, {"/cobertura", "Cobertura", true}}},
		{"seal", sealView{State: signedOff, Text: "por lia, em 12/12/2026", Notes: []string{"Leu-se o direito de 01/01/2018."}}},
		{"seal", sealView{State: brokenOff, Text: "por lia, em 03/11/2026", Notes: []string{"A regra mudou em 28/11/2026. Sem mudança: texto; casos e testes; parâmetros e leituras."}}},
		{"seal", sealView{State: neverSigned}},
		{"ruleline", rule},
		{"ruleline", ruleLine{ruleTitle{"Pedido no prazo", true}, "Grant", "condition"}},
		{"quoted", []quoted{
			{"urn:lex:br:federal:decreto:2019-07-18;9921!art39_par2_inc1", "Decreto nº 9.921/2019, art. 39, § 2º, I", "…", []ruleLine{rule}},
			{"urn:lex:br:federal:decreto:2019-07-18;9921!art35", "Decreto nº 9.921/2019, art. 35", "", []ruleLine{rule}},
		}},
		{"caselines", []caseLine{{"a", "serviço executivo", "Concessão", "deny", "allow", true}, {"b", "data inválida", "Concessão", "", "", false}}},
		{"counts", []count{{"Dispositivos", "", "", 150, "/cobertura"}, {"Conferidos", "tick", "allow", 12, "/cobertura?conferencia=conferido"}}},
		{"changed", partChange{"rule", []pieceChange{
			{"norms.x.art_1.advance", "", "changed", nil, []change{{"del", "advance := 3"}, {"ins", "advance := 4"}, {"same", "⋯"}}},
			{"2019-11-16", "16/11/2019", "added", []change{{"same", "com"}, {"del", "três"}, {"ins", "quatro"}, {"same", "horas"}}, nil},
		}}},
	}
}
