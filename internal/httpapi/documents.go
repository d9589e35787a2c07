package httpapi

import (
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"

	"deferido/internal/decision"
	"deferido/internal/document"
	"deferido/internal/identity"
)

// The media types of documents.
const (
	mediaHTML = "text/html"
	mediaPDF  = "application/pdf"
)

// contentPolicy lets a document fetch nothing and run nothing; its one style is that of all documents.
var contentPolicy = "default-src 'none'; style-src " + document.StyleSource() + "; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// format is the form of the document that a route answers with.
func (x *exchange) format() document.Format {
	if x.form.answers == mediaPDF {
		return document.PDF
	}
	return document.HTML
}

// sendDocument sends a document.
func (a *API) sendDocument(c *gin.Context, x *exchange, text []byte) {
	media := x.form.answers
	if media == mediaHTML {
		media += "; charset=utf-8"
		c.Header("Content-Security-Policy", contentPolicy)
	}
	c.Header("Content-Language", x.lang)
	a.send(c, x, http.StatusOK, media, text)
}

// asked is the language of a document: that of the query, which a link can hold, or else that of the header.
func (x *exchange) asked(c *gin.Context) *refusal {
	query, refused := x.query(c)
	if refused != nil {
		return refused
	}
	switch lang, given := query["lang"]; {
	case !given:
	case lang == portuguese || lang == english:
		x.lang = lang
	default:
		return badParameter("lang", "Quer pt-BR ou en.", "Want pt-BR or en.")
	}
	return nil
}

// refusalDocument answers GET /v1/decisions/{id}/refusal.html and .pdf: the document that is owed to who was refused. Its
// reasons say what the law asks, and nothing of the person.
func (a *API) refusalDocument(c *gin.Context, x *exchange) *refusal {
	return a.sheet(c, x, decision.Replaying{LawOnly: true}, document.Refusal)
}

// decisionDocument answers GET /v1/decisions/{id}/decision.html and .pdf, for a lawyer.
func (a *API) decisionDocument(c *gin.Context, x *exchange) *refusal {
	return a.sheet(c, x, decision.Replaying{Explain: true}, document.DecisionSheet)
}

func (a *API) sheet(c *gin.Context, x *exchange, how decision.Replaying, write func(document.Sheet, document.Format) ([]byte, error)) *refusal {
	if refused := x.asked(c); refused != nil {
		return refused
	}
	record, refused := a.recorded(c, x)
	if refused != nil {
		return refused
	}
	how.Language = x.lang
	d, err := a.Journal.Replay(c.Request.Context(), record, how)
	if err != nil {
		return refusedPast(err)
	}
	s, err := a.sheetOf(c, x, record, d)
	if err != nil {
		return refusedPast(err)
	}
	text, err := write(s, x.format())
	if errors.Is(err, document.ErrNoRefusal) || errors.Is(err, document.ErrNoReason) {
		return refuse(kindNoRefusal, "Só uma negativa tem o documento que se entrega a quem a recebeu; esta decisão é outra.",
			"Only a refusal has the document that is handed to who was refused; this decision is another.")
	}
	if err != nil {
		return internal(err)
	}
	a.sendDocument(c, x, text)
	return nil
}

// sheetOf gathers what stands on a document beside the decision.
func (a *API) sheetOf(c *gin.Context, x *exchange, record *decision.Record, d *decision.Decision) (document.Sheet, error) {
	carrier, err := a.carrierOf(c, record.Carrier)
	if err != nil {
		return document.Sheet{}, err
	}
	check, err := a.checkURL(c, record.ID)
	if err != nil {
		return document.Sheet{}, err
	}
	set := a.pin().set
	q, _ := set.Question(record.Question)
	asked := document.AskedIn(record)
	return document.Sheet{
		Decision: d, Question: q.Title.In(x.lang), Place: asked.Place, Trip: asked.Trip(x.lang), Carrier: carrier, CheckURL: check,
		Language: x.lang, Label: func(urn string) string {
			if found, held := set.Corpus().ByURN(urn); held && found.Provision != nil {
				return found.Provision.Label
			}
			return ""
		},
	}, nil
}

// carrierOf is a carrier of the register; nil where it is not known.
func (a *API) carrierOf(c *gin.Context, id string) (*decision.Carrier, error) {
	if a.Carriers == nil {
		return nil, nil
	}
	return identity.Known(c.Request.Context(), a.Carriers, id)
}

// checkURL is where whoever holds a document can check it.
func (a *API) checkURL(c *gin.Context, id string) (string, error) {
	code, err := a.Journal.Code(c.Request.Context(), id)
	if err != nil {
		return "", err
	}
	return document.CheckURL(a.Proxies.Origin(c.Request, a.PublicURL)+"/check", id, code), nil
}
