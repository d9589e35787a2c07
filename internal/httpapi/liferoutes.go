package httpapi

import (
	"net/http"

	"deferido/internal/decision"
	"deferido/internal/identity"
	"deferido/internal/lifecycle"
)

var (
	revisionParam = param{"id", "path", false, "", sentence("O nome da revisão: sha256:….", "The name of the revision: sha256:….")}
	draftParam    = param{"id", "path", false, "uuid", sentence("A identificação do rascunho.", "The id of the draft.")}
	fileParam     = param{"path", "path", true, "", sentence("O caminho do arquivo na revisão.", "The path of the file in the revision.")}
	ifMatchParam  = param{"If-Match", "header", false, "", sentence("O hash do arquivo como foi lido (ETag); sem ele, o arquivo deve ser novo.",
		"The hash of the file as it was read (ETag); without it the file must be new.")}
)

// Refusals of the life of policy sets.
var (
	lifeFinding = []kind{kindNotFound, kind(lifecycle.NoRevision), kind(lifecycle.NoFile), kindUnavailable}
	lifeDraft   = append([]kind{kind(lifecycle.NoDraft)}, lifeFinding...)
	lifeSent    = append(append([]kind{kindBody, kind(decision.NotRecorded)}, lifeDraft...), reading...)
	lifeEditing = append([]kind{kindConflict, kind(lifecycle.BadPath), kind(lifecycle.TooLarge), kind(lifecycle.Closed)}, lifeSent...)
)

// lifeRoutes are the life of policy sets.
var lifeRoutes = []route{
	lifeRoute("listRevisions", http.MethodGet, "/v1/revisions", identity.ReadRevisions, "Revisions", (*API).listRevisions, lifeFinding,
		sentence("Lista as revisões guardadas.", "Lists the revisions that are kept.")),
	lifeRoute("getRevision", http.MethodGet, "/v1/revisions/{id}", identity.ReadRevisions, "RevisionFiles", (*API).getRevision, lifeFinding,
		sentence("Lista os arquivos de uma revisão.", "Lists the files of a revision."), revisionParam),
	fileRoute("getRevisionFile", "/v1/revisions/{id}/files/{path}", identity.ReadRevisions, (*API).getRevisionFile, lifeFinding,
		sentence("Mostra um arquivo de uma revisão.", "Shows a file of a revision."), revisionParam, fileParam),
	lifeRoute("diffRevisions", http.MethodGet, "/v1/revisions/{id}/diff/{other}", identity.ReadRevisions, "", (*API).diffRevisions, lifeFinding,
		sentence("Compara duas revisões: a lei primeiro, o texto depois.", "Compares two revisions: the law first, the text second."), revisionParam,
		param{"other", "path", false, "", sentence("A outra revisão.", "The other revision.")}),
	lifeRoute("listActivations", http.MethodGet, "/v1/activations", identity.ReadRevisions, "Activations", (*API).listActivations, lifeFinding,
		sentence("Lista as ativações, e qual vigora aqui.", "Lists the activations, and which is in service here.")),
	sentRoute("activate", http.MethodPost, "/v1/activations", identity.ActivateRevisions, "ToActivate", "Activation", (*API).activate,
		append([]kind{kind(lifecycle.NotApproved), kind(lifecycle.NoReason), kind(lifecycle.InThePast), kind(lifecycle.NeverServed), kind(lifecycle.Unchanged), kind(lifecycle.OneAlone)}, lifeSent...),
		sentence("Põe uma revisão em vigor, já ou num instante, ou volta a uma que já esteve.", "Puts a revision into service, at once or from an instant on, or goes back to one that was."),
		param{"Second-Authorization", "header", false, "", sentence("A chave da segunda pessoa, onde a volta a pede.", "The second person's key, where going back asks for one.")}),
	sentRoute("stopActivation", http.MethodPost, "/v1/activations/{seq}/stop", identity.ActivateRevisions, "Because", "Activation", (*API).stopActivation,
		append([]kind{kind(lifecycle.NoActivation), kind(lifecycle.NotScheduled), kind(lifecycle.NoReason)}, lifeSent...),
		sentence("Suspende uma ativação agendada.", "Calls off an activation that is scheduled."),
		param{"seq", "path", false, "", sentence("O número da ativação.", "The number of the activation.")}),
	lifeRoute("listSeals", http.MethodGet, "/v1/seals", identity.ReadRevisions, "Seals", (*API).listSeals, lifeFinding,
		sentence("Lista as assinaturas de advogados, e o que mudou desde elas.", "Lists the signatures of lawyers, and what changed since.")),
	sentRoute("sign", http.MethodPost, "/v1/seals", identity.ApproveRevisions, "ToSign", "Seal", (*API).sign,
		append([]kind{kind(lifecycle.WrongRole)}, lifeSent...),
		sentence("Assina um dispositivo: texto; regra; casos e testes; parâmetros e leituras.", "Signs a provision: text; rule; cases and tests; parameters and readings.")),

	lifeRoute("listDrafts", http.MethodGet, "/v1/drafts", identity.ReadRevisions, "Drafts", (*API).listDrafts, lifeFinding,
		sentence("Lista os rascunhos.", "Lists the drafts.")),
	sentRoute("newDraft", http.MethodPost, "/v1/drafts", identity.WriteDrafts, "ToDraft", "Draft", (*API).newDraft, append([]kind{kind(lifecycle.NoReason)}, lifeSent...),
		sentence("Começa um rascunho.", "Begins a draft.")),
	lifeRoute("getDraft", http.MethodGet, "/v1/drafts/{id}", identity.ReadRevisions, "Draft", (*API).getDraft, lifeDraft,
		sentence("Mostra um rascunho: o que muda, e o que dele se disse.", "Shows a draft: what it changes, and what was said of it."), draftParam),
	lifeRoute("abandonDraft", http.MethodDelete, "/v1/drafts/{id}", identity.WriteDrafts, "Draft", (*API).abandonDraft,
		append([]kind{kind(lifecycle.Closed), kind(decision.NotRecorded)}, lifeDraft...), sentence("Encerra um rascunho que não se quer mais.", "Ends a draft that is not wanted any more."), draftParam),
	fileRoute("getDraftFile", "/v1/drafts/{id}/files/{path}", identity.ReadRevisions, (*API).getDraftFile, lifeDraft,
		sentence("Mostra um arquivo de um rascunho.", "Shows a file of a draft."), draftParam, fileParam),
	putRoute(),
	lifeRoute("deleteDraftFile", http.MethodDelete, "/v1/drafts/{id}/files/{path}", identity.WriteDrafts, "Draft", (*API).deleteDraftFile, lifeEditing,
		sentence("Apaga um arquivo de um rascunho.", "Deletes a file of a draft."), draftParam, fileParam, ifMatchParam),
	longRoute(lifeRoute("checkDraft", http.MethodPost, "/v1/drafts/{id}/checks", identity.WriteDrafts, "", (*API).checkDraft, lifeDraft,
		sentence("Verifica um rascunho: um relatório, cada achado com o que fazer.", "Checks a draft: one report, each finding with what to do."), draftParam)),
	longRoute(lifeRoute("submitDraft", http.MethodPost, "/v1/drafts/{id}/submit", identity.WriteDrafts, "Submission", (*API).submitDraft,
		append([]kind{kind(lifecycle.Closed), kind(lifecycle.Unchanged), kind(lifecycle.OtherContent), kind(lifecycle.NotMeasured), kind(lifecycle.NotJustified), kind(decision.NotRecorded)}, lifeDraft...),
		sentence("Submete um rascunho à aprovação, se as verificações nada acham e o que passaria a ser negado está justificado.", "Submits a draft for approval, if the checks find nothing and what would be refused is justified."), draftParam)),
	sentRoute("reviewDraft", http.MethodPost, "/v1/drafts/{id}/reviews", identity.ApproveRevisions, "ToReview", "Draft", (*API).reviewDraft,
		append([]kind{kind(lifecycle.NotSubmitted), kind(lifecycle.OtherContent), kind(lifecycle.OwnDraft), kind(lifecycle.WrongRole), kind(lifecycle.NoReason), kind(lifecycle.NotJustified)}, lifeSent...),
		sentence("Aprova um rascunho submetido, ou o devolve com comentários.", "Approves a submitted draft, or returns it with comments."), draftParam),
	sentRoute("previewDraft", http.MethodPost, "/v1/drafts/{id}/decide", identity.TryDrafts, "Request", "Decision", (*API).previewDraft,
		append(append([]kind{kindFacts, kind(lifecycle.NotSound)}, deciding...), lifeSent...), sentence("Decide um pedido pelo rascunho, sem registrar.", "Decides a request by the draft, and records nothing."), draftParam),
	longRoute(impactRoute()),
	lifeRoute("listReversals", http.MethodGet, "/v1/drafts/{id}/reversals", identity.TryDrafts, "Reversals", (*API).listReversals, lifeDraft,
		sentence("Lista as concessões que o rascunho negaria, segundo o impacto medido, e por quê.", "Lists the grants that the draft would refuse, by the impact that was measured, and why."), draftParam),
	sentRoute("justifyDraft", http.MethodPost, "/v1/drafts/{id}/reversals", identity.WriteDrafts, "ToJustify", "Reversals", (*API).justifyDraft,
		append([]kind{kind(lifecycle.OtherContent), kind(lifecycle.NoReversal), kind(lifecycle.NoReason), kind(lifecycle.TooLarge), kind(lifecycle.Closed)}, lifeSent...),
		sentence("Justifica que o rascunho negue o que foi concedido.", "Says why the draft is to refuse what was granted."), draftParam),
}

// lifeRoute is a route of the life of policy sets that takes no body.
func lifeRoute(id, method, path string, action identity.Action, response string, handle handler, refuses []kind, summary decision.Sentence, params ...param) route {
	return route{
		id: id, method: method, path: path, action: action, summary: summary, params: params, refuses: refuses,
		forms: []form{{"", "", mediaJSON, response, living(handle)}},
	}
}

func sentRoute(id, method, path string, action identity.Action, request, response string, handle handler, refuses []kind, summary decision.Sentence, params ...param) route {
	r := lifeRoute(id, method, path, action, response, handle, refuses, summary, params...)
	r.forms[0].sends, r.forms[0].request = mediaJSON, request
	return r
}

func fileRoute(id, path string, action identity.Action, handle handler, refuses []kind, summary decision.Sentence, params ...param) route {
	r := lifeRoute(id, http.MethodGet, path, action, "", handle, refuses, summary, params...)
	r.forms[0].answers = mediaText
	return r
}

func putRoute() route {
	r := sentRoute("putDraftFile", http.MethodPut, "/v1/drafts/{id}/files/{path}", identity.WriteDrafts, "", "Draft", (*API).putDraftFile, lifeEditing,
		sentence("Escreve um arquivo de um rascunho.", "Writes a file of a draft."), draftParam, fileParam, ifMatchParam)
	r.forms[0].sends = mediaText
	return r
}

func impactRoute() route {
	r := sentRoute("draftImpact", http.MethodPost, "/v1/drafts/{id}/impact", identity.WriteDrafts, "ImpactRequest", "ImpactLine", (*API).draftImpact, append([]kind{kind(lifecycle.NotSound)}, lifeSent...),
		sentence("Diz que respostas registradas mudariam com o rascunho, linha a linha.", "Tells which recorded answers would change under the draft, line by line."), draftParam)
	r.forms[0].answers = mediaNDJSON
	return r
}

// longRoute is a route whose work takes as long as it takes.
func longRoute(r route) route {
	r.long = true
	return r
}
