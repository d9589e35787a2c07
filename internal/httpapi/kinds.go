package httpapi

import (
	"net/http"

	"deferido/internal/decision"
	"deferido/internal/facts"
	"deferido/internal/lifecycle"
)

// kind names what kind of problem a problem is. It ends the problem's type.
type kind string

// The kinds of problems that arise here. Those of facts and decision keep the names that they have there.
const (
	kindIncomplete       kind = "incomplete-body"
	kindNotFound         kind = "not-found"
	kindUnknownProvision kind = "unknown-provision"
	kindMethod           kind = "method-not-allowed"
	kindNotAcceptable    kind = "not-acceptable"
	kindTimeout          kind = "body-timeout"
	kindMediaType        kind = "unsupported-media-type"
	kindEncoding         kind = "unsupported-encoding"
	kindFacts            kind = "invalid-facts"
	kindBatch            kind = "invalid-batch"
	kindParameter        kind = "invalid-parameter"
	kindTooMany          kind = "too-many-requests"
	kindUnauthenticated  kind = "unauthenticated"
	kindForbidden        kind = "forbidden"
	kindHost             kind = "foreign-host"
	kindNoDecision       kind = "unknown-decision"
	kindErased           kind = "erased"
	kindNothing          kind = "nothing-decided"
	kindNoRefusal        kind = "no-refusal"
	kindNoTicket         kind = "no-ticket"
	kindTicket           kind = "invalid-ticket"
	kindNoCarrier        kind = "unknown-carrier"
	kindCarrier          kind = "invalid-carrier"
	kindCarrierInUse     kind = "carrier-in-use"
	kindImport           kind = "invalid-import"
	kindKey              kind = "invalid-idempotency-key"
	kindKeyInFlight      kind = "idempotency-key-in-flight"
	kindKeyReused        kind = "idempotency-key-reused"
	kindUnavailable      kind = "journal-unavailable"
	kindBody             kind = "invalid-body"
	kindConflict         kind = "edit-conflict"
	kindBehind           kind = "activation-behind"
	kindInternal         kind = "internal-error"
	kindNotReady         kind = "not-ready"
)

// facing is what the world sees of a kind.
type facing struct {
	kind       kind
	status     int
	retryAfter int // seconds; 0 for none
	title      decision.Sentence
}

// facings is the one table that turns kinds into statuses and titles, in the order of the API reference.
var facings = []facing{
	{kind(facts.NotJSON), http.StatusBadRequest, 0, sentence("O corpo não é JSON", "The body is not JSON")},
	{kind(facts.DuplicateKey), http.StatusBadRequest, 0, sentence("Chave repetida", "Duplicate key")},
	{kind(facts.TrailingData), http.StatusBadRequest, 0, sentence("Bytes depois do fim", "Bytes after the end")},
	{kind(facts.TooDeep), http.StatusBadRequest, 0, sentence("JSON profundo demais", "JSON nested too deep")},
	{kindIncomplete, http.StatusBadRequest, 0, sentence("Corpo incompleto", "Incomplete body")},
	{kindKey, http.StatusBadRequest, 0, sentence("Chave de idempotência inválida", "Invalid idempotency key")},
	{kindUnauthenticated, http.StatusUnauthorized, 0, sentence("Sem chave de acesso válida", "Not authenticated")},
	{kindForbidden, http.StatusForbidden, 0, sentence("Não permitido", "Not allowed")},
	{kindNotFound, http.StatusNotFound, 0, sentence("Nada neste endereço", "Nothing at this address")},
	{kindUnknownProvision, http.StatusNotFound, 0, sentence("Dispositivo desconhecido", "Unknown provision")},
	{kindNoDecision, http.StatusNotFound, 0, sentence("Decisão desconhecida", "Unknown decision")},
	{kindNoCarrier, http.StatusNotFound, 0, sentence("Transportadora desconhecida", "Unknown carrier")},
	{kind(lifecycle.NoDraft), http.StatusNotFound, 0, sentence("Rascunho desconhecido", "Unknown draft")},
	{kind(lifecycle.NoRevision), http.StatusNotFound, 0, sentence("Revisão desconhecida", "Unknown revision")},
	{kind(lifecycle.NoFile), http.StatusNotFound, 0, sentence("Arquivo desconhecido", "Unknown file")},
	{kind(lifecycle.NoActivation), http.StatusNotFound, 0, sentence("Ativação desconhecida", "Unknown activation")},
	{kind(lifecycle.NoReversal), http.StatusNotFound, 0, sentence("Nada a justificar", "Nothing to justify")},
	{kindMethod, http.StatusMethodNotAllowed, 0, sentence("Método não aceito", "Method not allowed")},
	{kindNotAcceptable, http.StatusNotAcceptable, 0, sentence("Formato de resposta indisponível", "Not acceptable")},
	{kindTimeout, http.StatusRequestTimeout, 0, sentence("O corpo demorou demais", "The body took too long")},
	{kindKeyInFlight, http.StatusConflict, 1, sentence("Pedido em andamento com a mesma chave", "A request with the same key is under way")},
	{kindKeyReused, http.StatusConflict, 0, sentence("Chave já usada em outro pedido", "The key was used with another request")},
	{kindNoRefusal, http.StatusConflict, 0, sentence("A decisão não é uma negativa", "The decision is no refusal")},
	{kindNoTicket, http.StatusConflict, 0, sentence("A decisão não dá direito a bilhete", "The decision grants no ticket")},
	{kindNothing, http.StatusConflict, 0, sentence("Nada foi decidido", "Nothing was decided")},
	{kindCarrierInUse, http.StatusConflict, 0, sentence("Transportadora em uso", "Carrier in use")},
	{kindConflict, http.StatusConflict, 0, sentence("Arquivo mudado por outra pessoa", "File changed by somebody else")},
	{kind(lifecycle.Closed), http.StatusConflict, 0, sentence("Rascunho encerrado", "Draft ended")},
	{kind(lifecycle.NotSubmitted), http.StatusConflict, 0, sentence("Rascunho não submetido", "Draft not submitted")},
	{kind(lifecycle.OtherContent), http.StatusConflict, 0, sentence("Conteúdo mudado", "Content changed")},
	{kind(lifecycle.Unchanged), http.StatusConflict, 0, sentence("Nada muda", "Nothing changes")},
	{kind(lifecycle.NotScheduled), http.StatusConflict, 0, sentence("Não está agendada", "Not scheduled")},
	{kind(lifecycle.NeverServed), http.StatusConflict, 0, sentence("Nunca esteve em vigor", "Never in service")},
	{kind(lifecycle.NotMeasured), http.StatusConflict, 0, sentence("Impacto não medido", "Impact not measured")},
	{kind(lifecycle.NotJustified), http.StatusConflict, 0, sentence("Falta justificar", "A justification is missing")},
	{kind(lifecycle.NotApproved), http.StatusForbidden, 0, sentence("Faltam aprovações", "Approvals are missing")},
	{kind(lifecycle.OwnDraft), http.StatusForbidden, 0, sentence("Rascunho próprio", "One's own draft")},
	{kind(lifecycle.WrongRole), http.StatusForbidden, 0, sentence("Função errada", "Wrong role")},
	{kind(lifecycle.OneAlone), http.StatusForbidden, 0, sentence("Falta a segunda pessoa", "A second person is wanted")},
	{kindErased, http.StatusGone, 0, sentence("Conteúdo apagado", "Content erased")},
	{kind(facts.TooLarge), http.StatusRequestEntityTooLarge, 0, sentence("Corpo grande demais", "Body too large")},
	{kindMediaType, http.StatusUnsupportedMediaType, 0, sentence("Tipo de conteúdo não aceito", "Unsupported media type")},
	{kindEncoding, http.StatusUnsupportedMediaType, 0, sentence("Codificação não aceita", "Unsupported content encoding")},
	{kindFacts, http.StatusUnprocessableEntity, 0, sentence("Pedido a corrigir", "Request to be corrected")},
	{kindBatch, http.StatusUnprocessableEntity, 0, sentence("Lote a corrigir", "Batch to be corrected")},
	{kindParameter, http.StatusUnprocessableEntity, 0, sentence("Parâmetro a corrigir", "Parameter to be corrected")},
	{kindBody, http.StatusUnprocessableEntity, 0, sentence("Corpo a corrigir", "Body to be corrected")},
	{kind(lifecycle.BadPath), http.StatusUnprocessableEntity, 0, sentence("Caminho a corrigir", "Path to be corrected")},
	{kind(lifecycle.TooLarge), http.StatusUnprocessableEntity, 0, sentence("Arquivo fora do tamanho", "File of a wrong size")},
	{kind(lifecycle.NoReason), http.StatusUnprocessableEntity, 0, sentence("Falta o motivo", "A reason is missing")},
	{kind(lifecycle.NotSound), http.StatusUnprocessableEntity, 0, sentence("Rascunho com defeito", "Draft that is not sound")},
	{kind(lifecycle.InThePast), http.StatusUnprocessableEntity, 0, sentence("Instante passado", "Instant in the past")},
	{kindTicket, http.StatusUnprocessableEntity, 0, sentence("Bilhete a corrigir", "Ticket to be corrected")},
	{kindCarrier, http.StatusUnprocessableEntity, 0, sentence("Cadastro a corrigir", "Carrier to be corrected")},
	{kindImport, http.StatusUnprocessableEntity, 0, sentence("Arquivo a corrigir", "File to be corrected")},
	{kindHost, http.StatusMisdirectedRequest, 0, sentence("Endereço alheio", "Foreign host")},
	{kind(decision.LawNotHeld), http.StatusUnprocessableEntity, 0, sentence("Texto não disponível", "Law not held")},
	{kindTooMany, http.StatusTooManyRequests, 1, sentence("Pedidos demais", "Too many requests")},
	{kind(decision.EvaluationError), http.StatusInternalServerError, 0, sentence("Erro de avaliação", "Evaluation error")},
	{kindInternal, http.StatusInternalServerError, 0, sentence("Erro interno", "Internal error")},
	{kind(decision.DeadlineReached), http.StatusServiceUnavailable, 1, sentence("Prazo esgotado", "Deadline reached")},
	{kind(decision.NotRecorded), http.StatusServiceUnavailable, 1, sentence("Decisão não registrada", "Decision not recorded")},
	{kindUnavailable, http.StatusServiceUnavailable, 1, sentence("Registro indisponível", "Journal not available")},
	{kindBehind, http.StatusServiceUnavailable, 1, sentence("Ativação ainda não em vigor aqui", "Activation not in service here yet")},
	{kindNotReady, http.StatusServiceUnavailable, 1, sentence("Fora de serviço", "Not in service")},
}

var facingOf = func() map[kind]facing {
	all := map[kind]facing{}
	for _, f := range facings {
		all[f.kind] = f
	}
	return all
}()

// face finds what the world sees of a kind; a kind that the table lacks is an internal error.
func (k kind) face() facing {
	if f, listed := facingOf[k]; listed {
		return f
	}
	return facingOf[kindInternal]
}

func sentence(pt, en string) decision.Sentence { return decision.Sentence{PT: pt, EN: en} }

// in returns a sentence in a language.
func in(s decision.Sentence, lang string) string {
	if lang == english {
		return s.EN
	}
	return s.PT
}
