package portal

// shellSamples are the components that all pages share.
func shellSamples() []sample {
	yes, no := true, false
	all := []sample{
		{"crumbs", []link{{"/normas", "Normas"}, {"", "art. 39"}}},
		{"quote", map[string]any{"Text": "…", "URN": "", "Label": "Lei nº 10.741/2003", "Day": ""}},
		{"note", map[string]any{"Class": "deny", "Icon": "cross", "Title": "Título", "Text": "Texto", "Links": []link{{"/", "Início"}}}},
		{"note", map[string]any{"Class": "", "Icon": "", "Title": "Título", "Text": "", "Links": []link(nil)}},
		{"errors", []link{{"#birth", "Nascimento"}, {"", "Geral"}}},
		{"facts", []fact{{"Vigência", "desde 16/11/2019", "grau C"}, {"Origem", "DOU", ""}}},
		{"pager", map[string]any{"First": "/decisoes", "Next": "/decisoes?cursor=x"}},
		{"code", map[string]any{"Label": "Rego", "Text": "allow if input.a < 2"}},
		{"progress", map[string]any{"ID": "p", "Text": "3 / 10", "Max": 10, "Value": 3}},
		{"field-text", field{ID: "birth", Name: "birth_on", Label: "Nascimento", Mode: "numeric", Size: 10, Value: "1/1", Fault: "Não é um dia.", Hint: "dia/mês/ano"}},
		{"field-select", field{ID: "class", Name: "class", Label: "Classe", Value: "b", Options: []option{{"", "não informada"}, {"b", "B"}}}},
		{"grade", "V2"}, {"grade", "?"},
		{"asof", map[string]any{"Action": "/normas/x/art_1", "Value": "12/12/2026", "Fault": "", "Sentence": "Esta é a redação que vale nesse dia."}},
		{"state", &yes}, {"state", &no}, {"state", (*bool)(nil)},
	}
	for _, name := range []string{"allow", "deny", "deny_for_now", "incomplete", "contested", "broken", "signed", "unsigned", "passed", "failed", "open", "confirmed", "rejected", "reading_broken", "reading_split"} {
		all = append(all, sample{"state", name})
	}
	return all
}
