package document_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"deferido/internal/decision"
	"deferido/internal/document"
)

var (
	languages = []string{"pt-BR", "en"}
	formats   = map[string]document.Format{"html": document.HTML, "pdf": document.PDF}
)

var questions = map[string]string{
	"pt-BR": "Concessão — há vaga gratuita ou desconto devido a esta pessoa, nesta viagem, agora?",
	"en":    "Grant — is a free seat or a discount due to this person on this trip now?",
}

var trips = map[string]string{
	"pt-BR": "Goiânia a Cuiabá, 12/12/2026, 22:00, ônibus convencional",
	"en":    "Goiânia to Cuiabá, 12 December 2026, 22:00, conventional bus",
}

var carrier = &decision.Carrier{
	ID: "viacao-exemplo", Name: "Viação Exemplo S.A.", CNPJ: "11.222.333/0001-81",
	Address: "Rua das Palmeiras, 100, Goiânia, GO", Complaints: "0800 000 0000, ouvidoria@viacao.example, guichê de atendimento",
}

// recorded is a decision as the program gave it, from the folder of samples.
func recorded(t testing.TB, name, language string) *decision.Decision {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name+"."+language+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var d decision.Decision
	if err := json.Unmarshal(data, &d); err != nil {
		t.Fatal(err)
	}
	return &d
}

func sheetOf(t testing.TB, name, language string) document.Sheet {
	t.Helper()
	d := recorded(t, name, language)
	return document.Sheet{
		Decision: d, Question: questions[language], Trip: trips[language], Place: "Goiânia, terminal rodoviário, guichê 4",
		Carrier: carrier, CheckURL: "https://deferido.example/conferir/" + d.ID, Language: language, Label: label,
	}
}

// label names the provisions that the samples' duties cite.
func label(urn string) string {
	return map[string]string{
		"urn:lex:br:agencia.nacional.transportes.terrestres:resolucao:2006-10-24;1692!art2-1": "Resolução ANTT nº 1.692/2006, art. 2º-A",
		"urn:lex:br:federal:decreto:2019-07-18;9921!art39_par6":                               "Decreto nº 9.921/2019, art. 39, § 6º",
	}[urn]
}

func ticketOf(t testing.TB, name, language string) document.TicketSheet {
	t.Helper()
	d := recorded(t, name, language)
	return document.TicketSheet{
		Decision: d, Carrier: carrier, CheckURL: "https://deferido.example/conferir/" + d.ID, Language: language,
		Fields: document.TicketFields{
			IssueDate: "2026-12-12", Title: "Bilhete de Viagem do Idoso", TicketNumber: "000123", CopyNumber: "1",
			Origin: "Goiânia, GO", Destination: "Cuiabá, MT", LinePrefix: "12-0345-00", LineEndpoints: "Goiânia, GO / Cuiabá, MT",
			TravelDate: "2026-12-12", TravelTime: "22:00", SeatNumber: "03",
			BeneficiaryName: "Pessoa de Exemplo da Conceição", BeneficiaryDocument: "0.000.000 SSP/GO",
			ArrivalNotice: "Compareça ao terminal de embarque até trinta minutos antes da hora marcada para o início da viagem, sob pena de perda do benefício.",
		},
	}
}

// papers are all documents of the samples, by name.
func papers(t testing.TB, language string) map[string]func(document.Format) ([]byte, error) {
	t.Helper()
	refusal := func(name string) func(document.Format) ([]byte, error) {
		return func(f document.Format) ([]byte, error) { return document.Refusal(sheetOf(t, name, language), f) }
	}
	sheet := func(name string) func(document.Format) ([]byte, error) {
		return func(f document.Format) ([]byte, error) { return document.DecisionSheet(sheetOf(t, name, language), f) }
	}
	youth := func(f document.Format) ([]byte, error) {
		s := ticketOf(t, "youth", language)
		s.Fields.Title, s.Fields.BenefitReference = "Bilhete de Viagem do Jovem", "Gratuidade"
		return document.Ticket(s, f)
	}
	byHand := func(f document.Format) ([]byte, error) {
		s := sheetOf(t, "refusal", language)
		s.Carrier, s.Place, s.Trip, s.CheckURL = nil, "", "", ""
		return document.Refusal(s, f)
	}
	return map[string]func(document.Format) ([]byte, error){
		"refusal": refusal("refusal"), "refusal-contested": refusal("contested"), "refusal-incurable": refusal("incurable"), "refusal-by-hand": byHand,
		"sheet-refusal": sheet("refusal"), "sheet-contested": sheet("contested"), "sheet-incomplete": sheet("incomplete"), "sheet-allowed": sheet("youth"),
		"ticket":       func(f document.Format) ([]byte, error) { return document.Ticket(ticketOf(t, "free-seat", language), f) },
		"ticket-youth": youth,
	}
}
