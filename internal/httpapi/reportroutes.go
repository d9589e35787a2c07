package httpapi

import (
	"net/http"

	"deferido/internal/identity"
)

var (
	periodParam        = param{"period", "path", false, "", sentence("O trimestre, como 2026-Q3.", "The quarter, such as 2026-Q3.")}
	reportCarrierParam = param{"carrier", "query", false, "", sentence("De qual transportadora; sem ele, a de quem pede.", "Of which carrier; without it, the caller's.")}
)

// importing are the refusals of an import.
var importing = append([]kind{kindImport, kindParameter, kindNotFound, kindNoCarrier, kindUnavailable}, reading...)

// reportRoutes make the quarterly reports.
var reportRoutes = []route{
	{
		id: "getReport", method: http.MethodGet, path: "/v1/reports/{period}", action: identity.ReadReports, named: true, long: true,
		summary: sentence("Faz o informe trimestral de movimentação.", "Makes the quarterly report of movement."),
		about: sentence("Conta as concessões registradas, por mês da viagem, seção e benefício, com o que a transportadora informou de pagantes e de passe livre; o que não se pode contar é listado. check diz se traz tudo o que deve.",
			"Counts the recorded grants, by month of the trip, section and benefit, with what the carrier told of paying passengers and disability passes; what cannot be counted is listed. check tells whether it carries all that it must."),
		params: []param{
			periodParam, reportCarrierParam,
			{"format", "query", false, "", sentence("json (sem ele), csv, xlsx, ou uncounted: tudo o que não se contou, em CSV.", "json (without it), csv, xlsx, or uncounted: all that was not counted, as CSV.")},
			{"mode", "query", false, "", sentence("O modo dos serviços: rodoviario, ferroviario ou aquaviario.", "The mode of the services: rodoviario, ferroviario or aquaviario.")},
		},
		forms:   []form{{"", "", mediaJSON, "Report", (*API).getReport}},
		others:  []string{mediaCSV, mediaXLSX},
		refuses: append([]kind{kindNotFound, kindNoCarrier}, replaying...),
	},
	{
		id: "putCounts", method: http.MethodPut, path: "/v1/reports/{period}/counts", action: identity.ImportReports, named: true,
		summary: sentence("Informa pagantes e passes livres: CSV month,section,paying,disability_pass.", "Tells paying passengers and disability passes: CSV month,section,paying,disability_pass."),
		about:   sentence("Substitui o que foi informado antes dos mesmos meses e seções.", "Replaces what was told before of the same months and sections."),
		params:  []param{periodParam, reportCarrierParam},
		forms:   []form{{mediaCSV, "", mediaJSON, "Imported", (*API).putCounts}},
		refuses: importing,
	},
	{
		id: "putSections", method: http.MethodPut, path: "/v1/reports/{period}/sections", action: identity.ImportReports, named: true,
		summary: sentence("Informa a seção do bilhete de cada decisão: CSV decision,section.", "Tells the section of each decision's ticket: CSV decision,section."),
		params:  []param{periodParam, reportCarrierParam},
		forms:   []form{{mediaCSV, "", mediaJSON, "Imported", (*API).putSections}},
		refuses: importing,
	},
}

var carrierParam = param{"id", "path", false, "", sentence("A identificação da transportadora.", "The id of the carrier.")}

// carrierRoutes keep the register of carriers.
var carrierRoutes = []route{
	{
		id: "listCarriers", method: http.MethodGet, path: "/v1/carriers", action: identity.ReadCarriers,
		summary: sentence("Lista as transportadoras cadastradas.", "Lists the registered carriers."),
		forms:   []form{{"", "", mediaJSON, "CarrierList", (*API).listCarriers}}, refuses: []kind{kindParameter, kindUnavailable},
	},
	{
		id: "getCarrier", method: http.MethodGet, path: "/v1/carriers/{id}", action: identity.ReadCarriers,
		summary: sentence("Mostra uma transportadora.", "Shows a carrier."), params: []param{carrierParam},
		forms: []form{{"", "", mediaJSON, "Carrier", (*API).getCarrier}}, refuses: []kind{kindNoCarrier, kindParameter, kindUnavailable},
	},
	{
		id: "putCarrier", method: http.MethodPut, path: "/v1/carriers/{id}", action: identity.WriteCarriers,
		summary: sentence("Cadastra uma transportadora, ou muda o cadastro.", "Registers a carrier, or changes it."), params: []param{carrierParam},
		forms:   []form{{mediaJSON, "Carrier", mediaJSON, "Carrier", (*API).putCarrier}},
		refuses: append([]kind{kindCarrier, kindNoCarrier, kindParameter, kindUnavailable}, reading...),
	},
	{
		id: "removeCarrier", method: http.MethodDelete, path: "/v1/carriers/{id}", action: identity.WriteCarriers,
		summary: sentence("Descadastra uma transportadora.", "Takes a carrier out of the register."), params: []param{carrierParam},
		forms:   []form{{"", "", mediaJSON, "Removal", (*API).removeCarrier}},
		refuses: []kind{kindNoCarrier, kindCarrierInUse, kindParameter, kindUnavailable},
	},
}
