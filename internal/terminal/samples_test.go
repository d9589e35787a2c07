package terminal_test

import (
	"time"

	"deferido/internal/decision"
)

var samples = map[string]func(lang string) *decision.Decision{
	"allow": allow, "deny": deny, "incurable": incurable, "incomplete": incomplete, "contested": contested, "explained": explained,
}

var titles = map[string]string{
	"pt-BR": "Concessão — há vaga gratuita ou desconto devido a esta pessoa, nesta viagem, agora?",
	"en":    "Grant — is a free seat or a discount due to this person on this trip now?",
}

const decreto = "urn:lex:br:federal:decreto:2019-07-18;9921"

func either(lang, pt, en string) string {
	if lang == "en" {
		return en
	}
	return pt
}

func base(lang, outcome string) *decision.Decision {
	return &decision.Decision{
		ID: "01980000-0000-7000-8000-000000000001", Question: "grant", Outcome: outcome, Result: map[string]any{"benefit": nil, "alternatives": []any{}},
		LegalBasis: []decision.Basis{inTime(lang, true)},
		Readings:   decision.Readings{Text: outcome, CaseLaw: outcome, Decides: "text"},
		Policy:     decision.Policy{Revision: "sha256:0123456789abcdef0123456789abcdef", Activation: 7, AsOf: "2026-12-12"},
		DecidedAt:  time.Date(2026, 12, 12, 15, 0, 1, 0, time.FixedZone("", -3*3600)),
	}
}

func inTime(lang string, met bool) decision.Basis {
	quote := "com antecedência de, no mínimo, três horas em relação ao horário de partida do ponto inicial da linha"
	hours := map[bool]string{true: "7 h", false: "2 h"}[met]
	return decision.Basis{
		URN: decreto + "!art39_par2_inc1", Label: "Decreto nº 9.921/2019, art. 39, § 2º, I", Role: "condition", Met: &met, Quote: &quote,
		Reason: either(lang,
			"Pedido feito "+hours+" antes da partida do ponto inicial. O mínimo é 3 h antes da partida do ponto inicial da linha.",
			"Request made "+hours+" before departure from the initial point. The minimum is 3 h before departure from the line's initial point."),
	}
}

func allow(lang string) *decision.Decision {
	d := base(lang, "allow")
	d.Result = map[string]any{"benefit": "gratuidade", "alternatives": []any{"desconto"}}
	yes, due := true, "2026-12-12T21:30:00-03:00"
	d.LegalBasis = append(d.LegalBasis, decision.Basis{
		URN: decreto + "!art2", Label: "Decreto nº 9.921/2019, art. 2º", Role: "condition", Met: &yes, Reading: "IR-05",
		Reason: either(lang, "A pessoa tem sessenta anos ou mais no dia da viagem.", "The person is sixty or older on the day of the trip."),
	}, decision.Basis{
		URN: decreto + "!art39_par4", Label: "Decreto nº 9.921/2019, art. 39, § 4º", Role: "faculty", Met: &yes,
		Reason: either(lang, "A transportadora pode vender, depois do prazo, as vagas não concedidas.", "After the deadline the carrier may sell the seats not granted."),
	})
	d.Duties = []decision.Duty{
		{On: "transportadora", URN: decreto + "!art41", Text: either(lang,
			"Emitir o Bilhete de Viagem da Pessoa Idosa em pelo menos duas vias.", "Issue the Elderly Person's Travel Ticket in at least two copies.")},
		{On: "beneficiario", URN: decreto + "!art39_par6", DueAt: &due, Text: either(lang,
			"Comparecer ao terminal de embarque pelo menos 30 min antes do horário previsto.", "Be at the boarding terminal at least 30 min before the scheduled time.")},
	}
	d.Warnings = []decision.Warning{{Code: "text-not-held", URN: decreto + "!art2", Text: either(lang,
		"O texto deste dispositivo não está no acervo.", "The text of this provision is not held.")}}
	return d
}

func deny(lang string) *decision.Decision {
	d := base(lang, "deny")
	yes := true
	d.Curable, d.Reference = &yes, "balcão 7"
	d.LegalBasis = []decision.Basis{inTime(lang, false), inTime(lang, true)}
	d.LegalBasis[1].Label = "Decreto nº 9.921/2019, art. 39, § 5º"
	d.Remedies = []decision.Remedy{
		{Fact: "/facts/request/made_at", To: "at_or_before", Value: "2026-12-12T19:00:00-03:00", URN: decreto + "!art39_par2_inc1",
			Text: either(lang, "Fazer o pedido até 12/12/2026, 19:00.", "Make the request by 2026-12-12, 19:00.")},
		{Fact: "/facts/request/channel", To: "equal", Value: "proprio", URN: decreto + "!art39_par2_inc1",
			Text: either(lang, "Pedir em ponto de venda próprio.", "Ask at the carrier's own point of sale.")},
	}
	return d
}

func incurable(lang string) *decision.Decision {
	d := deny(lang)
	no := false
	d.Curable, d.Remedies, d.Policy.WhatIf = &no, nil, true
	return d
}

func incomplete(lang string) *decision.Decision {
	d := base(lang, "incomplete")
	d.LegalBasis[0].Met = nil
	d.LegalBasis[0].Reason = either(lang, "O mínimo é 3 h antes da partida.", "The minimum is 3 h before departure.")
	d.Missing = []decision.Missing{
		{Fact: "/facts/request/made_at", URN: decreto + "!art39_par2_inc1", Ask: either(lang, "Quando foi feito o pedido?", "When was the request made?")},
		{Fact: "/facts/seats/free_granted", URN: decreto + "!art39_cpt", Ask: either(lang,
			"Quantas das duas vagas gratuitas do veículo já foram concedidas a outras pessoas nesta viagem, até este momento?",
			"How many of the vehicle's two free seats have already been granted to other people on this trip, up to now?")},
	}
	return d
}

func contested(lang string) *decision.Decision {
	d := deny(lang)
	d.Contested, d.Readings.CaseLaw = true, "allow"
	date := "2023-03-13"
	d.Disputes = []decision.DisputeView{{
		ID: "D-class", URNs: []string{decreto + "!art39_par2_inc1", decreto + "!art40"},
		Text:    decision.Sided{Outcome: "deny", Result: map[string]any{"benefit": nil, "alternatives": []any{}}},
		CaseLaw: decision.Sided{Outcome: "allow", Result: map[string]any{"benefit": "gratuidade", "alternatives": []any{}}},
		Court:   "STJ, 1ª Turma", Case: "AgInt REsp 1.967.070/SC", Date: &date, Grade: "V",
		Finality: "reiterado em outubro de 2025; o trânsito em julgado não foi confirmado",
	}}
	return d
}

func explained(lang string) *decision.Decision {
	d := deny(lang)
	yes, no := true, false
	condition := func(name, pt, en string, met *bool) decision.ExplainedCondition {
		return decision.ExplainedCondition{Name: name, Title: either(lang, pt, en), Met: met, Label: "Decreto nº 9.921/2019, art. 39, § 2º, I",
			URN: decreto + "!art39_par2_inc1", Facts: []string{"/facts/request/made_at", "/facts/trip/line_departs_at"}, Reason: d.LegalBasis[0].Reason}
	}
	d.Explanation = &decision.Explanation{Articles: []decision.ExplainedArticle{
		{Article: "decreto_9921_2019.art_39", Label: "Decreto nº 9.921/2019, art. 39", Governs: &yes,
			Scope: []decision.ExplainedCondition{{Name: "elderly_person", Met: &yes}},
			Requirements: []decision.ExplainedRequirement{{Answer: "gratuidade", Name: "seat_left", Met: &no, Ways: []decision.ExplainedWay{
				{Met: &no, Conditions: []decision.ExplainedCondition{condition("in_time", "Pedido no prazo", "Request in time", &no)}},
				{Met: &no, Conditions: []decision.ExplainedCondition{condition("seat_unsold", "Vaga não vendida", "Seat not sold", nil), condition("own", "Ponto próprio", "Own point of sale", &no)}},
			}}}},
		{Article: "lei_12852_2013.art_32", Label: "Lei nº 12.852/2013, art. 32", Governs: &no},
	}}
	return d
}
