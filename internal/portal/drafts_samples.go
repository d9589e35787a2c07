package portal

// draftSamples are the components of these pages.
func draftSamples() []sample {
	return []sample{
		{"steps", []step{
			{Name: "Rascunho", Said: "2 arquivos mudados", URL: "/mudancas/1", Class: "done"},
			{Name: "Verificação", Said: "nada a corrigir", URL: "/mudancas/1/testes", Class: "done"},
			{Name: "Testes e impacto", Said: "1 falha", URL: "/mudancas/1/testes", Class: "bad", Current: true},
			{Name: "Aprovação", Said: "0 de 2 pessoas", URL: "/mudancas/1/aprovacao"},
			{Name: "Agendamento", Said: "sem data"},
			{Name: "Em vigor", Said: "ainda não"},
		}},
		{"diff", diffView{Label: "art_39.rego", Lang: english, Hunks: []diffHunk{{"a partir da linha 19, agora 19", []diffLine{
			{"same", "# O prazo"}, {"del", "advance := a"}, {"ins", "advance := b <c>"}, {"same", ""},
		}}}}},
	}
}
