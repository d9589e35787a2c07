package httpapi

import (
	"net/http"

	"deferido/internal/decision"
	"deferido/internal/identity"
)

var (
	idParam   = param{"id", "path", false, "uuid", sentence("A identificação da decisão.", "The id of the decision.")}
	langParam = param{"lang", "query", false, "", sentence("pt-BR ou en; sem ele, o que diz Accept-Language.", "pt-BR or en; without it, what Accept-Language says.")}
)

// finding are the refusals of what was decided.
var finding = []kind{kindNoDecision, kindErased, kindNothing, kindParameter, kindUnavailable}

// replaying are those of deciding it again.
var replaying = append([]kind{kind(decision.EvaluationError), kind(decision.DeadlineReached)}, finding...)

// pastRoutes find what was decided.
var pastRoutes = []route{
	{
		id: "listDecisions", method: http.MethodGet, path: "/v1/decisions", action: identity.ListDecisions, named: true,
		summary: sentence("Lista decisões registradas, as mais novas primeiro.", "Lists recorded decisions, newest first."),
		about: sentence("Uma transportadora vê só as suas. A página seguinte vem com o cursor dado em next, com os mesmos filtros.",
			"A carrier sees only its own. The next page comes with the cursor given in next, with the same filters."),
		params: []param{
			{"question", "query", false, "", sentence("Só as desta pergunta.", "Only those of this question.")},
			{"outcome", "query", false, "", sentence("Só as desta resposta: allow, deny ou incomplete.", "Only those of this outcome: allow, deny or incomplete.")},
			{"provision", "query", false, "", sentence("Só as que citam este dispositivo (URN).", "Only those that cite this provision (URN).")},
			{"carrier", "query", false, "", sentence("Só as desta transportadora.", "Only those of this carrier.")},
			{"contested", "query", false, "", sentence("Só as controvertidas (true) ou só as outras (false).", "Only the contested ones (true) or only the others (false).")},
			{"revision", "query", false, "", sentence("Só as decididas por esta revisão das políticas: sha256:….", "Only those that this revision of the policies decided: sha256:….")},
			{"dispute", "query", false, "", sentence("Só as que esta divergência toca, controvertidas ou não: D-….", "Only those that this dispute touches, contested or not: D-….")},
			{"from", "query", false, "", sentence("Desde esta data (AAAA-MM-DD, de Brasília) ou este instante.", "From this date (YYYY-MM-DD, in Brasília) or instant on.")},
			{"to", "query", false, "", sentence("Até esta data, inclusive, ou antes deste instante.", "Up to this date, inclusive, or before this instant.")},
			{"cursor", "query", false, "", sentence("O next da página anterior.", "The next of the page before.")},
			{"limit", "query", false, "", sentence("Quantas por página, de 1 a 200; sem ele, 50.", "How many a page, from 1 to 200; without it, 50.")},
		},
		forms:   []form{{"", "", mediaJSON, "Decisions", (*API).listDecisions}},
		refuses: []kind{kindParameter, kindUnavailable},
	},
	{
		id: "getDecision", method: http.MethodGet, path: "/v1/decisions/{id}", action: identity.ReadDecision, named: true,
		summary: sentence("Mostra uma decisão como foi dada.", "Shows a decision as it was given."),
		about: sentence("Textos livres do pedido não são guardados: no lugar deles está o ponteiro do fato.",
			"Free text of the request is not kept: the pointer of the fact stands in its place."),
		params: []param{idParam}, refuses: finding,
		forms: []form{{"", "", mediaJSON, "Decision", (*API).getDecision}},
	},
	{
		id: "eraseDecision", method: http.MethodDelete, path: "/v1/decisions/{id}", action: identity.EraseDecisions, named: true,
		summary: sentence("Apaga o conteúdo de uma decisão, a pedido da pessoa (LGPD).", "Erases the content of a decision, on the person's request (LGPD)."),
		about: sentence("Que a decisão existiu e que foi apagada continua na cadeia do registro.",
			"That the decision was made and was erased stays in the chain of the journal."),
		params: []param{idParam}, refuses: finding,
		forms: []form{{"", "", mediaJSON, "Erasure", (*API).eraseDecision}},
	},
	{
		id: "explainDecision", method: http.MethodGet, path: "/v1/decisions/{id}/explanation", action: identity.ReadDecision, named: true,
		summary: sentence("Explica uma decisão, reavaliada pelas políticas que a deram.", "Explains a decision, evaluated again under the policies that gave it."),
		params:  []param{idParam}, refuses: replaying,
		forms: []form{{"", "", mediaJSON, "Explained", (*API).getExplanation}},
	},
	{
		id: "getReceipt", method: http.MethodGet, path: "/v1/decisions/{id}/receipt", action: identity.ReadDecision, named: true,
		summary: sentence("Dá o recibo de uma decisão, que deferido verify confere sem o servidor.", "Gives the receipt of a decision, which deferido verify verifies without the server."),
		params: []param{idParam, {"policies", "query", false, "", sentence("true: com as políticas que decidiram, para conferir com um programa que não as tem.",
			"true: with the policies that decided, to verify with a program that has not got them.")}},
		refuses: finding,
		forms:   []form{{"", "", mediaJSON, "", (*API).getReceipt}},
	},
	{
		id: "getSeals", method: http.MethodGet, path: "/v1/journal", action: identity.VerifyJournal,
		summary: sentence("Dá as chaves públicas e o último selo do registro.", "Gives the public keys and the last seal of the journal."),
		refuses: []kind{kindNotFound, kindParameter, kindUnavailable},
		forms:   []form{{"", "", mediaJSON, "", (*API).seals}},
	},
	{
		id: "checkDocument", method: http.MethodGet, path: "/check/{id}",
		summary: sentence("Confere um documento impresso: o endereço está no seu código QR.", "Checks a printed document: the address is in its QR code."),
		params:  []param{idParam, langParam, {"code", "query", false, "", sentence("O código que está no documento.", "The code on the document.")}},
		refuses: []kind{kindParameter, kindErased, kindUnavailable},
		forms:   []form{{"", "", mediaHTML, "", (*API).check}},
	},
}

// documentRoutes write what is handed to people. Each document is a page and a file to print.
var documentRoutes = []route{
	sheetRoute("refusal", mediaHTML, (*API).refusalDocument, kindNoRefusal,
		sentence("O documento que se entrega a quem teve o pedido negado.", "The document that is handed to who was refused.")),
	sheetRoute("refusal", mediaPDF, (*API).refusalDocument, kindNoRefusal,
		sentence("O documento da negativa, para imprimir.", "The document of a refusal, to print.")),
	sheetRoute("decision", mediaHTML, (*API).decisionDocument, kindNothing,
		sentence("A decisão inteira, para um advogado.", "The whole decision, for a lawyer.")),
	sheetRoute("decision", mediaPDF, (*API).decisionDocument, kindNothing,
		sentence("A decisão inteira, para imprimir.", "The whole decision, to print.")),
	ticketRoute(mediaHTML), ticketRoute(mediaPDF),
}

func extension(media string) string {
	if media == mediaPDF {
		return "pdf"
	}
	return "html"
}

func sheetRoute(name, media string, handle handler, refuses kind, summary decision.Sentence) route {
	return route{
		id: name + "_" + extension(media), method: http.MethodGet, path: "/v1/decisions/{id}/" + name + "." + extension(media),
		action: identity.ReadDecision, named: true, summary: summary, params: []param{idParam, langParam},
		forms: []form{{"", "", media, "", handle}}, refuses: append([]kind{refuses}, replaying...),
	}
}

func ticketRoute(media string) route {
	return route{
		id: "ticket_" + extension(media), method: http.MethodPost, path: "/v1/decisions/{id}/ticket." + extension(media),
		action: identity.PrintTicket, named: true, params: []param{idParam, langParam},
		summary: sentence("Imprime o bilhete de uma concessão, em duas vias.", "Prints the ticket of a grant, in two copies."),
		about: sentence("O que se envia é impresso e não é guardado. Só se imprime um bilhete que traz tudo o que deve.",
			"What is sent is printed and not kept. Only a ticket that carries all that it must is printed."),
		forms:   []form{{mediaJSON, "TicketFields", media, "", (*API).ticketDocument}},
		refuses: append(append([]kind{kindTicket, kindNoTicket, kind(decision.LawNotHeld)}, replaying...), reading...),
	}
}
