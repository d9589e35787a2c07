package httpapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"deferido/internal/corpus"
	"deferido/internal/decision"
)

// components makes components.schemas for a policy set.
func (a *API) components(set Set) (schema, error) {
	r := &reflector{found: map[string]schema{}, types: map[string]reflect.Type{}, details: a.details(), used: map[string]bool{}}
	for _, t := range []reflect.Type{
		reflect.TypeFor[decision.Decision](), reflect.TypeFor[Problem](), reflect.TypeFor[StreamEnd](),
		reflect.TypeFor[Decisions](), reflect.TypeFor[decision.Explained](), reflect.TypeFor[Erasure](),
		reflect.TypeFor[Ticket](), reflect.TypeFor[CarrierList](), reflect.TypeFor[Removal](), reflect.TypeFor[Imported](),
		reflect.TypeFor[Revisions](), reflect.TypeFor[RevisionFiles](), reflect.TypeFor[Activations](), reflect.TypeFor[ToActivate](),
		reflect.TypeFor[Because](), reflect.TypeFor[Seals](), reflect.TypeFor[ToSign](), reflect.TypeFor[Drafts](), reflect.TypeFor[ToDraft](),
		reflect.TypeFor[ToReview](), reflect.TypeFor[Submission](), reflect.TypeFor[ImpactRequest](), reflect.TypeFor[ImpactLine](),
		reflect.TypeFor[Reversals](), reflect.TypeFor[ToJustify](),
		reflect.TypeFor[Norms](), reflect.TypeFor[Provision](), reflect.TypeFor[Ledger](), reflect.TypeFor[Health](),
	} {
		r.of(t)
	}
	for key := range r.details {
		if !r.used[key] {
			return nil, fmt.Errorf("details of %s, which is no field", key)
		}
	}
	all := schema{}
	for name, s := range r.found {
		all[name] = s
	}
	delete(r.found["TicketFields"], "required") // any may be left out: which must be there the policies say
	answer := schema{"oneOf": []any{refTo("Decision"), refTo("Problem")}}
	all["Request"] = requestSchema(set.Questions())
	all["Batch"] = closed(schema{"items": schema{"type": "array", "maxItems": maxItems, "items": refTo("Request")}}, "items")
	all["BatchAnswer"] = closed(schema{"items": schema{"type": "array", "maxItems": maxItems, "items": answer}}, "items")
	all["Report"] = schema{"type": "object", "description": "O informe do trimestre; veja README."}
	all["StreamLine"] = schema{"oneOf": []any{refTo("Decision"), refTo("Problem"), refTo("StreamEnd")}}
	return all, errors.Join(addFacts(all, set.FactsSchema()), addResults(all, set.ResultsSchema()))
}

// addResults adds the results of the questions, and makes them the result of a decision and of its readings.
func addResults(all schema, source []byte) error {
	var results struct {
		Defs map[string]any `json:"$defs"`
	}
	if err := json.Unmarshal(source, &results); err != nil {
		return fmt.Errorf("results schema: %w", err)
	}
	var alternatives []any
	for _, question := range slices.Sorted(maps.Keys(results.Defs)) {
		all["Result."+question] = results.Defs[question]
		alternatives = append(alternatives, refTo("Result."+question))
	}
	for _, name := range []string{"Decision", "Sided"} {
		all[name].(schema)["properties"].(schema)["result"] = schema{"anyOf": alternatives, "description": "conforme a pergunta"}
	}
	return nil
}

// addFacts adds the one schema of the facts, its definitions beside it.
func addFacts(all schema, source []byte) error {
	var facts schema
	if err := json.Unmarshal(source, &facts); err != nil {
		return fmt.Errorf("facts schema: %w", err)
	}
	defs, _ := facts["$defs"].(map[string]any)
	delete(facts, "$defs")
	delete(facts, "$schema")
	all["Facts"] = movedRefs(facts, "Facts")
	for name, def := range defs {
		all["Facts."+name] = movedRefs(def, "Facts")
	}
	return nil
}

// requestSchema is what stands around the facts. A test holds it to what is read.
func requestSchema(questions []decision.Question) schema {
	names := make([]string, 0, len(questions))
	for _, q := range questions {
		names = append(names, q.Name)
	}
	return closed(schema{
		"question":  schema{"type": "string", "enum": names},
		"as_of":     schema{"type": "string", "format": "date"},
		"explain":   schema{"type": "boolean"},
		"reference": schema{"type": "string", "maxLength": maxReference},
		"facts":     refTo("Facts"),
	}, "question", "facts")
}

func closed(properties schema, required ...string) schema {
	return schema{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

// details say of fields what their Go types do not.
func (a *API) details() map[string]schema {
	types := make([]string, 0, len(facings))
	for _, f := range facings {
		types = append(types, a.ProblemBase+string(f.kind))
	}
	all := maps.Clone(fieldDetails)
	all["Problem.type"] = schema{"enum": types}
	return all
}

var (
	unknownIfNull = schema{"description": "null: desconhecido"}
	anOutcome     = schema{"enum": []string{"allow", "deny", "incomplete"}}
	aStatus       = schema{"enum": statuses}
)

var fieldDetails = map[string]schema{
	"Decision.id":              {"format": "uuid"},
	"Decision.reference":       {"description": "a de quem pediu"},
	"Decision.outcome":         anOutcome,
	"Decision.curable":         {"description": "só de uma negativa"},
	"Decision.contested":       {"description": "as duas leituras diferem"},
	"Decision.legal_basis":     {"minItems": 1},
	"Decision.explanation":     {"description": "só com \"explain\": true"},
	"Decision.decided_at":      {"description": "muda de uma resposta para outra, como id"},
	"Sided.outcome":            anOutcome,
	"Readings.text":            anOutcome,
	"Readings.case_law":        anOutcome,
	"Readings.decides":         {"enum": []string{decision.ReadingText, decision.ReadingCaseLaw}},
	"Basis.role":               {"enum": roles},
	"Basis.met":                unknownIfNull,
	"Basis.quote":              {"description": "null: o acervo não tem o texto"},
	"Duty.due_at":              {"format": "date-time"},
	"Remedy.value":             {"description": "o valor que o fato deveria ter"},
	"Policy.activation":        {"minimum": 0, "description": "0: de um rascunho, que não vigora"},
	"Policy.as_of":             {"format": "date"},
	"ExplainedArticle.governs": unknownIfNull,
	"ExplainedRequirement.met": unknownIfNull,
	"ExplainedWay.met":         unknownIfNull,
	"ExplainedCondition.met":   unknownIfNull,
	"Problem.status":           {"minimum": 400, "maximum": 599},
	"Problem.instance":         {"format": "uri"},
	"Problem.reference":        {"description": "a de quem pediu; só em lote e em fluxo"},
	"Problem.suggestions":      {"description": "o que talvez se quisesse dizer; para uma pessoa escolher"},
	"End.reason":               {"enum": []string{endShutdown, endTimeout, endAborted}},
	"Provision.status":         aStatus,
	"Provision.text":           {"description": "null: o acervo não tem o texto, ou ele não vigora no dia"},
	"ProvisionRef.status":      aStatus,
	"Ledger.counts":            {"description": "das linhas aqui listadas, por estado"},
	"LedgerRow.status":         aStatus,
}

var roles = []string{"grants", "condition", "exception", "duty", "faculty", "penalty", "definition", "scope"}

var statuses = []corpus.Status{
	corpus.StatusGrant, corpus.StatusCondition, corpus.StatusDeadline, corpus.StatusScope, corpus.StatusDefinition,
	corpus.StatusDuty, corpus.StatusFaculty, corpus.StatusException, corpus.StatusPenalty, corpus.StatusProcedure,
	corpus.StatusCompetence, corpus.StatusFinal, corpus.StatusCommentary, corpus.StatusReported, corpus.StatusNotHeld,
}
