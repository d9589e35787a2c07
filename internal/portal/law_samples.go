package portal

import (
	"deferido/internal/corpus"
	"deferido/internal/decision"
	"deferido/internal/edition"
	"deferido/internal/revision"
)

// lawSamples are the components of these pages.
func lawSamples() []sample {
	return []sample{
		{"timeline", []stretchView{
			{Label: "Sem regulamento no acervo", When: "01/01/2004 a 18/10/2006", Gap: true},
			{URL: "/normas/x/art_1?em=2006-10-19", Label: "Norma nº 1, arts. 2º e 3º", When: "19/10/2006 a 15/11/2019", Now: true},
			{URL: "/normas/x/art_2?em=2019-11-16", Label: "Norma nº 2, art. 39", When: "desde 16/11/2019", Acts: "Redação: Norma nº 3"},
		}},
		{"timeline", []stretchView{{URL: "/normas/x/art_2", Label: "Norma nº 2, art. 39", When: "desde 16/11/2019", Now: true, Own: true}}},
		{"cases", []*edition.Case{
			sampleCase("a", "na última hora", "allow", ""), sampleCase("b", "um segundo depois", "allow", "deny"),
			{Case: &revision.Case{ID: "c", Title: "data impossível"}, Result: revision.CaseResult{ID: "c", Status: 422}},
		}},
		{"cond", edition.Group{Number: 1, Quote: "…", Conditions: []*edition.Condition{sampleCondition("condition"), sampleNote()}}},
		{"cond", edition.Group{Conditions: []*edition.Condition{{
			Kind: "when", Title: decision.Sentence{PT: "Sem palavras", EN: "Without words"}, Role: "penalty", Applies: true, Rules: []edition.Rule{{Question: "report"}},
			Sources: []edition.Source{{File: "norms/x/art_1.rego", Line: 2, Text: "report.when.a if b"}},
		}}}},
	}
}

func sampleCase(id, title, wanted, got string) *edition.Case {
	c := &edition.Case{Question: "grant", Case: &revision.Case{ID: id, Title: title}, Result: revision.CaseResult{ID: id, Status: 200, Decision: &decision.Decision{Outcome: wanted}}}
	c.Expect.Outcome = wanted
	if got != "" {
		c.Result.Decision.Outcome = got
		c.Result.Differences = []revision.CaseDifference{{At: "/expect/outcome", Line: 3, Detail: "it is " + got}}
	}
	return c
}

// sampleCondition is a condition with all that one can have.
func sampleCondition(role string) *edition.Condition {
	said := edition.Phrase{
		PT: []edition.Word{{Text: "renda ≤ "}, {Text: "R$ 1,00", Is: edition.Limit}, {Text: " ou "}, {Text: "isenta", Is: edition.Value}},
		EN: []edition.Word{{Text: "income ≤ "}, {Text: "R$ 1.00", Is: edition.Limit}, {Text: " or "}, {Text: "isenta", Is: edition.Value}},
	}
	return &edition.Condition{
		Kind: "when", Title: decision.Sentence{PT: "Renda de até um real"}, Role: role, Applies: true, Worded: true, Test: said, Reason: said, Number: 1, Quote: "…",
		Rules:    []edition.Rule{{Question: "grant", Article: "x.art_1", Name: "income"}, {Question: "fare", Article: "x.art_1", Name: "income"}},
		Readings: []corpus.Interpretation{{ID: "IR-00", PT: "A renda é a própria.", EN: "Income is one's own."}},
		Disputes: []decision.Dispute{{
			ID: "D-x", Title: "D-x — só um real?", Court: decision.Sentence{PT: "um tribunal", EN: "a court"}, Date: "2021-01-02", Grade: "V2",
		}},
		Parameters: []edition.Parameter{
			{Parameter: &corpus.Parameter{Name: "p", Title: "Parâmetro"}, Value: &corpus.ParameterValue{Cents: 100, Act: "Norma nº 4", Grade: "V"}, Last: true, Stale: decision.Sentence{PT: "Pode estar desatualizado.", EN: "It may be out of date."}},
			{Parameter: &corpus.Parameter{Name: "q", Title: "Outro"}},
		},
		Sources: []edition.Source{{File: "norms/x/art_1.rego", Line: 3, Text: "grant.when.income := input.a <= limit"}},
		Rests:   []edition.Source{{File: "norms/x/art_1.rego", Line: 1, Text: "limit := 100"}},
	}
}

func sampleNote() *edition.Condition {
	return &edition.Condition{
		Kind: "notes", Goes: "deny", Title: decision.Sentence{PT: "Documento da recusa"}, Role: "duty", On: "transportadora", Number: 1, Quote: "…", Worded: true, Applies: true,
		Rules: []edition.Rule{{Question: "grant"}}, Sources: []edition.Source{{File: "norms/x/art_1.rego", Line: 9, Text: "grant.notes.deny.document := true"}},
	}
}
