package httpapi

import (
	"bytes"
	_ "embed"
	"html/template"

	"github.com/gin-gonic/gin"

	"deferido/internal/decision"
	"deferido/internal/document"
)

//go:embed check.html
var checkSource string

var checkTemplate = template.Must(template.New("check").Parse(checkSource))

// checked is what the page says to who checks a document.
type checked struct {
	Style              template.CSS
	Language           string
	Found              bool
	ID, Question       string
	Outcome, DecidedAt string
	Carrier            string
	Words              map[string]string
}

var checkWords = map[string]decision.Sentence{
	"title":      sentence("Conferência de documento", "Check of a document"),
	"genuine":    sentence("O documento confere com o registro.", "The document matches the record."),
	"unknown":    sentence("O documento não confere: não há registro com esta identificação e este código.", "The document does not match: there is no record of this id and this code."),
	"id":         sentence("Decisão", "Decision"),
	"question":   sentence("Pergunta", "Question"),
	"outcome":    sentence("Resposta", "Answer"),
	"at":         sentence("Data e hora", "Date and hour"),
	"carrier":    sentence("Transportadora", "Carrier"),
	"allow":      sentence("deferido (sim)", "granted (yes)"),
	"deny":       sentence("indeferido (não)", "refused (no)"),
	"incomplete": sentence("incompleto: faltam dados", "incomplete: facts are missing"),
	"compare":    sentence("Compare com o papel.", "Compare with the paper."),
}

// check answers GET /check/{id}: whoever holds a document can check it, without a key. Without its code nothing is told.
func (a *API) check(c *gin.Context, x *exchange) *refusal {
	query, refused := x.query(c)
	if refused == nil {
		refused = x.asked(c)
	}
	if refused != nil {
		return refused
	}
	page := checked{Language: x.lang, Style: template.CSS(document.Style), Words: map[string]string{}}
	for name, words := range checkWords {
		page.Words[name] = in(words, x.lang)
	}
	var record *decision.Record
	if a.Journal != nil {
		var err error
		if record, err = document.Checked(c.Request.Context(), a.Journal, c.Param("id"), query["code"]); err != nil {
			return refusedPast(err)
		}
	}
	if record != nil {
		if err := a.fillCheck(c, x, &page, record); err != nil {
			return refusedPast(err)
		}
	}
	var b bytes.Buffer
	if err := checkTemplate.Execute(&b, page); err != nil {
		return internal(err)
	}
	a.sendDocument(c, x, b.Bytes())
	return nil
}

func (a *API) fillCheck(c *gin.Context, x *exchange, page *checked, record *decision.Record) error {
	q, _ := a.pin().set.Question(record.Question)
	page.Found, page.ID, page.Question = true, record.ID, q.Title.In(x.lang)
	page.Outcome = page.Words[record.Facets.Outcome]
	page.DecidedAt = record.DecidedAt.Format("02/01/2006 15:04:05 (-07:00)")
	if x.lang == english {
		page.DecidedAt = record.DecidedAt.Format("2 January 2006 15:04:05 (-07:00)")
	}
	carrier, err := a.carrierOf(c, record.Carrier)
	if carrier != nil {
		page.Carrier = carrier.Name
	}
	return err
}
