package httpapi

import (
	"net/http"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"deferido/internal/decision"
	"deferido/internal/facts"
	"deferido/internal/identity"
)

// The media types.
const (
	mediaJSON    = "application/json"
	mediaNDJSON  = "application/x-ndjson"
	mediaProblem = "application/problem+json"

	mediaText        = "text/plain"
	mediaOpenMetrics = "application/openmetrics-text"
)

// handler answers a request, or returns why it does not; then nothing has been written.
type handler func(a *API, c *gin.Context, x *exchange) *refusal

// route is an endpoint: what the router, the checks before the handler and the OpenAPI document know of it.
type route struct {
	id      string // operationId
	method  string
	path    string // with {parameters}, as in the OpenAPI document
	summary decision.Sentence
	about   decision.Sentence // more than the summary; may be empty
	params  []param
	forms   []form          // by media type of what is sent; a GET has one
	refuses []kind          // beside those that any route may give
	action  identity.Action // what a caller must be allowed to do; empty: anybody may
	named   bool            // the handler finds out whose carrier's thing it is, and asks whether the caller may
	others  []string        // media types that it may answer with beside those of its forms
	law     bool            // a text of the law: it has an ETag and may be kept
	long    bool            // it takes as long as it must
	open    bool            // for machines that ask nothing: served whatever Accept says
}

// param is a parameter of the path or the query.
type param struct {
	name    string
	in      string // "path" or "query"
	rest    bool   // of the path: it takes slashes too, and so whatever is there is looked up as it is
	format  string // of the JSON Schema; may be empty
	summary decision.Sentence
}

// form is one way to use a route.
type form struct {
	sends    string // media type; empty where no body is read
	request  string // schema of the body, or of a line
	answers  string // media type
	response string // schema of the answer, or of a line
	handle   handler
}

// pattern is the path as Gin writes it.
func (r *route) pattern() string {
	path := r.path
	for _, p := range r.params {
		mark := ":"
		if p.rest {
			mark = "*"
		}
		path = strings.Replace(path, "{"+p.name+"}", mark+p.name, 1)
	}
	return path
}

// routes is the one table that the router, the checks and the OpenAPI document are made of.
var routes = slices.Concat(decidingRoutes, pastRoutes, documentRoutes, reportRoutes, carrierRoutes, lifeRoutes, lawRoutes, operationRoutes)

var minActivation = param{"min_activation", "query", false, "", sentence("Espera que vigore aqui uma ativação ao menos tão nova quanto esta.",
	"Waits until an activation at least as new as this one is in service here.")}

// decidingRoutes decide.
var decidingRoutes = []route{
	{
		id: "decide", method: http.MethodPost, path: "/v1/decisions",
		summary: sentence("Decide um pedido.", "Decides one request."),
		about: sentence(
			"O corpo tem no máximo 1 MiB. A resposta é a mesma para o mesmo corpo, idioma, leitura, políticas e programa, salvo id e decided_at.",
			"The body has at most 1 MiB. The answer is the same for the same body, language, reading, policies and program, but for id and decided_at."),
		params: []param{
			{"Idempotency-Key", "header", false, "", sentence("O mesmo corpo com a mesma chave é decidido e registrado uma só vez, por 7 dias.",
				"The same body with the same key is decided and recorded once, for 7 days.")},
			minActivation,
		},
		action: identity.Decide,
		forms:  []form{{mediaJSON, "Request", mediaJSON, "Decision", (*API).decide}},
		// An idempotency key may lead to a record that tells of a failure, or whose content is gone.
		refuses: append([]kind{kindFacts, kindParameter, kindBehind, kindKey, kindKeyInFlight, kindKeyReused, kindErased, kindNothing, kindUnavailable}, deciding...),
	},
	{
		id: "decideBatch", method: http.MethodPost, path: "/v1/decisions/batch",
		summary: sentence("Decide muitos pedidos, em lote ou em fluxo de linhas.",
			"Decides many requests, as a batch or as a stream of lines."),
		about: sentence(
			"Lote (application/json): até 1.000 itens e 8 MiB, decididos todos pelas mesmas políticas; no lugar de um item que não pôde ser decidido fica o seu problema, com ponteiros relativos ao item. "+
				"Fluxo (application/x-ndjson): um pedido por linha, de até 1 MiB, e uma resposta por linha, na mesma ordem, enquanto o cliente ainda envia; leia enquanto escreve. "+
				"Cada linha é decidida pelas políticas em vigor quando chega. A última linha diz quantas foram respondidas e, se o fluxo acabou antes do corpo, por quê: o que veio depois não foi decidido.",
			"Batch (application/json): up to 1,000 items and 8 MiB, all decided by the same policies; in place of an item that could not be decided stands its problem, with pointers relative to the item. "+
				"Stream (application/x-ndjson): one request a line, of up to 1 MiB, and one answer a line, in the same order, while the client still sends; read while you write. "+
				"Each line is decided by the policies in service when it arrives. The last line tells how many were answered and, if the stream ended before the body, why: what came after was not decided."),
		params: []param{minActivation},
		action: identity.Decide,
		forms: []form{
			{mediaJSON, "Batch", mediaJSON, "BatchAnswer", (*API).decideBatch},
			{mediaNDJSON, "Request", mediaNDJSON, "StreamLine", (*API).decideStream},
		},
		refuses: append([]kind{kindBatch, kindParameter, kindBehind, kind(decision.NotRecorded)}, reading...),
	},
}

// lawRoutes tell of the law. They are for all: it is public.
var lawRoutes = []route{
	{
		id: "listNorms", method: http.MethodGet, path: "/v1/norms", law: true,
		summary: sentence("Lista as normas e seus dispositivos.", "Lists the norms and their provisions."),
		forms:   []form{{"", "", mediaJSON, "Norms", (*API).norms}},
		refuses: []kind{kindParameter},
	},
	{
		id: "getProvision", method: http.MethodGet, path: "/v1/provisions/{urn}", law: true,
		summary: sentence("Mostra um dispositivo: texto, redações, regras e casos.",
			"Shows a provision: text, wordings, rules and cases."),
		params: []param{
			{"urn", "path", true, "", sentence("URN LexML do dispositivo, exata.", "LexML URN of the provision, exact.")},
			{"on", "query", false, "date", sentence("Dia cuja redação se quer; sem ele, a mais nova do acervo.",
				"Day whose wording is wanted; without it, the newest one held.")},
		},
		forms:   []form{{"", "", mediaJSON, "Provision", (*API).provision}},
		refuses: []kind{kindUnknownProvision, kindParameter},
	},
	{
		id: "getLedger", method: http.MethodGet, path: "/v1/ledger", law: true,
		summary: sentence("Presta contas de cada dispositivo do acervo.", "Accounts for every provision of the corpus."),
		params: []param{
			{"status", "query", false, "", sentence("Só os dispositivos desse estado.", "Only provisions of that status.")},
			{"norm", "query", false, "", sentence("Só os dispositivos dessa norma (pasta).", "Only provisions of that norm (folder).")},
		},
		forms:   []form{{"", "", mediaJSON, "Ledger", (*API).ledger}},
		refuses: []kind{kindParameter},
	},
	{
		id: "getOpenAPI", method: http.MethodGet, path: "/openapi.json", law: true,
		summary: sentence("Este documento.", "This document."),
		forms:   []form{{"", "", mediaJSON, "", (*API).openAPI}},
	},
}

// operationRoutes are for those who run the program.
var operationRoutes = []route{
	{
		id: "metrics", method: http.MethodGet, path: "/metrics", action: identity.ReadMetrics, open: true,
		summary: sentence("Métricas no formato do Prometheus.", "Metrics in the form of Prometheus."),
		forms:   []form{{"", "", mediaText, "", (*API).metrics}},
		others:  []string{mediaOpenMetrics},
	},
	{
		id: "health", method: http.MethodGet, path: "/healthz", open: true,
		summary: sentence("Diz que o programa está de pé.", "Says that the program is up."),
		forms:   []form{{"", "", mediaJSON, "Health", (*API).healthz}},
	},
	{
		id: "ready", method: http.MethodGet, path: "/readyz", open: true,
		summary: sentence("Diz se o programa pode decidir.", "Says whether the program can decide."),
		forms:   []form{{"", "", mediaJSON, "Health", (*API).readyz}},
		refuses: []kind{kindNotReady},
	},
}

// reading are the refusals of any body.
var reading = []kind{
	kind(facts.NotJSON), kind(facts.DuplicateKey), kind(facts.TrailingData), kind(facts.TooDeep), kindIncomplete, kindTimeout,
	kind(facts.TooLarge), kindMediaType, kindEncoding, kindTooMany,
}

// deciding are the refusals of reading and deciding.
var deciding = append([]kind{
	kind(decision.LawNotHeld), kind(decision.EvaluationError), kind(decision.DeadlineReached), kind(decision.NotRecorded),
}, reading...)

// nowhere and otherMethod are where requests go that no route takes.
var (
	nowhere = route{open: true, forms: []form{{handle: func(*API, *gin.Context, *exchange) *refusal {
		return refuse(kindNotFound, "Não há nada neste endereço. Veja /openapi.json.", "There is nothing at this address. See /openapi.json.")
	}}}}
	otherMethod = route{open: true, forms: []form{{handle: func(*API, *gin.Context, *exchange) *refusal {
		return refuse(kindMethod, "O endereço não aceita este método; o cabeçalho Allow diz quais aceita.",
			"The address does not take this method; the Allow header says which it takes.")
	}}}}
)
