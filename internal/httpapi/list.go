package httpapi

import (
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"deferido/internal/decision"
)

// The lengths of a page.
const (
	pageStandard = 50
	pageMost     = 200
)

// Decisions is a page of decisions, newest first.
type Decisions struct {
	Decisions []Summary `json:"decisions"`
	// Next is the cursor of the page after this one; null at the end.
	Next *string `json:"next"`
}

// Summary is a decision in a list.
type Summary struct {
	ID        string         `json:"id"`
	Question  string         `json:"question"`
	Outcome   string         `json:"outcome"`
	Contested bool           `json:"contested"`
	Result    map[string]any `json:"result"`
	Unmet     []SummaryBasis `json:"unmet"`   // provisions that were not met
	Carrier   string         `json:"carrier"` // empty for none
	AsOf      string         `json:"as_of"`
	DecidedAt time.Time      `json:"decided_at"`
	Revision  string         `json:"revision"`
}

// SummaryBasis is a provision.
type SummaryBasis struct {
	URN   string `json:"urn"`
	Label string `json:"label"`
}

// listDecisions answers GET /v1/decisions. A carrier that names none sees its own.
func (a *API) listDecisions(c *gin.Context, x *exchange) *refusal {
	query, refused := x.query(c)
	if refused != nil {
		return refused
	}
	filter, limit, refused := a.filter(query)
	if refused != nil {
		return refused
	}
	if filter.Carrier == "" {
		filter.Carrier = x.caller.Carrier
	}
	if refused := a.may(c, x, filter.Carrier); refused != nil {
		return refused
	}
	page := Decisions{Decisions: []Summary{}}
	if a.Journal == nil {
		return a.answer(c, x, page)
	}
	records, next, err := a.Journal.List(c.Request.Context(), filter, query["cursor"], limit)
	if err != nil {
		return refusedPast(err)
	}
	for _, record := range records {
		s, err := summaryOf(record)
		if err != nil {
			return internal(err)
		}
		page.Decisions = append(page.Decisions, s)
	}
	if next != "" {
		page.Next = &next
	}
	return a.answer(c, x, page)
}

func summaryOf(record *decision.Record) (Summary, error) {
	d, err := record.Given(nil)
	if err != nil {
		return Summary{}, err
	}
	s := Summary{
		ID: d.ID, Question: d.Question, Outcome: d.Outcome, Contested: d.Contested, Result: d.Result, Unmet: []SummaryBasis{},
		Carrier: record.Carrier, AsOf: record.AsOf, DecidedAt: d.DecidedAt, Revision: record.Revision,
	}
	for _, b := range d.LegalBasis {
		if b.Met != nil && !*b.Met {
			s.Unmet = append(s.Unmet, SummaryBasis{b.URN, b.Label})
		}
	}
	return s, nil
}

// filter reads what decisions are looked for by.
func (a *API) filter(query map[string]string) (f decision.Filter, limit int, refused *refusal) {
	f = decision.Filter{
		Question: query["question"], Outcome: query["outcome"], Provision: query["provision"], Carrier: query["carrier"],
		Revision: query["revision"], Dispute: query["dispute"],
	}
	set := a.pin().set
	if _, known := set.Question(f.Question); f.Question != "" && !known {
		return f, 0, badParameter("question", "Não é uma pergunta.", "Not a question.")
	}
	if f.Outcome != "" && f.Outcome != "allow" && f.Outcome != "deny" && f.Outcome != "incomplete" {
		return f, 0, badParameter("outcome", "Quer allow, deny ou incomplete.", "Want allow, deny or incomplete.")
	}
	if f.Revision != "" && !strings.HasPrefix(f.Revision, "sha256:") {
		return f, 0, badParameter("revision", "Quer o nome de uma revisão: sha256:….", "Want the name of a revision: sha256:….")
	}
	if f.Contested, refused = flag(query, "contested"); refused != nil {
		return f, 0, refused
	}
	if f.From, refused = moment(query, "from", 0); refused != nil {
		return f, 0, refused
	}
	if f.To, refused = moment(query, "to", 1); refused != nil {
		return f, 0, refused
	}
	limit = pageStandard
	if text, given := query["limit"]; given {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > pageMost {
			return f, 0, badParameter("limit", "Quer um número de 1 a 200.", "Want a number from 1 to 200.")
		}
		limit = n
	}
	return f, limit, nil
}

// flag reads a parameter that is true or false; it is empty where it was not given.
func flag(query map[string]string, name string) (string, *refusal) {
	switch text, given := query[name]; {
	case !given, text == "true", text == "false":
		return text, nil
	}
	return "", badParameter(name, "Quer true ou false.", "Want true or false.")
}

// moment reads an instant (RFC 3339), or a civil date: its beginning in Brasília, that many days later.
func moment(query map[string]string, name string, later int) (time.Time, *refusal) {
	text, given := query[name]
	if !given {
		return time.Time{}, nil
	}
	if at, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return at, nil
	}
	zone, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		return time.Time{}, internal(err)
	}
	day, err := time.ParseInLocation(time.DateOnly, text, zone)
	if err != nil {
		return time.Time{}, badParameter(name, "Quer uma data (AAAA-MM-DD) ou um instante com deslocamento (RFC 3339).",
			"Want a date (YYYY-MM-DD) or an instant with its offset (RFC 3339).")
	}
	return day.AddDate(0, 0, later), nil
}
