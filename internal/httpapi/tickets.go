package httpapi

import (
	"context"
	"errors"

	"github.com/gin-gonic/gin"

	"deferido/internal/decision"
	"deferido/internal/document"
	"deferido/internal/facts"
)

// Ticket is what is printed on a ticket and kept nowhere. Every field is a fact of the question "ticket".
type Ticket = document.TicketFields

// ticketDocument answers POST /v1/decisions/{id}/ticket.html and .pdf: the ticket of an allowed grant, in two copies. Whether
// it carries all that it must is decided by the policies, and nothing of that is recorded.
func (a *API) ticketDocument(c *gin.Context, x *exchange) *refusal {
	if refused := x.asked(c); refused != nil {
		return refused
	}
	body, refused := x.body(c, maxRequest, a.Timeouts.Body)
	if refused != nil {
		return refused
	}
	defer x.within(c, a.Timeouts.Decision)()
	record, refused := a.recorded(c, x)
	if refused != nil {
		return refused
	}
	fields, refused := ticketFields(body)
	if refused != nil {
		return refused
	}
	d, err := a.Journal.Replay(c.Request.Context(), record, decision.Replaying{Language: x.lang})
	if err != nil {
		return refusedPast(err)
	}
	sheet := document.TicketSheet{Decision: d, Fields: fields, Language: x.lang}
	if sheet.Carrier, err = a.carrierOf(c, record.Carrier); err != nil {
		return unavailable(err)
	}
	if sheet.CheckURL, err = a.checkURL(c, record.ID); err != nil {
		return refusedPast(err)
	}
	if refused := a.ticketLacks(c.Request.Context(), x, record, sheet); refused != nil {
		return refused
	}
	text, err := document.Ticket(sheet, x.format())
	if errors.Is(err, document.ErrNoTicket) {
		return noTicket()
	}
	if err != nil {
		return internal(err)
	}
	a.sendDocument(c, x, text)
	return nil
}

func noTicket() *refusal {
	return refuse(kindNoTicket, "Só uma concessão deferida tem bilhete.", "Only a grant that was allowed has a ticket.")
}

func ticketFields(body []byte) (Ticket, *refusal) {
	var fields Ticket
	if err := decode(body, &fields); err != nil {
		return fields, refuse(kindTicket, "O corpo deve ser um objeto JSON com os campos do bilhete, todos textos: veja Ticket em /openapi.json.",
			"The body must be a JSON object with the fields of the ticket, all of them texts: see Ticket in /openapi.json.")
	}
	return fields, nil
}

// ticketLacks asks the policies whether the ticket carries all that it must.
func (a *API) ticketLacks(ctx context.Context, x *exchange, record *decision.Record, s document.TicketSheet) *refusal {
	asked, err := document.TicketRequest(record, s)
	switch {
	case errors.Is(err, document.ErrNoTicket):
		return noTicket()
	case err != nil:
		return internal(err)
	}
	pin := a.pin()
	request, err := pin.set.Parse(asked)
	var invalid *facts.Error
	switch {
	case errors.As(err, &invalid):
		r := refuse(kindTicket, "Há campos do bilhete a corrigir.", "There are fields of the ticket to correct.")
		for _, v := range invalid.Violations {
			r.fields = append(r.fields, field{document.TicketField(v.Pointer), sentence(v.Message(portuguese), v.Message(english))})
		}
		return r
	case err != nil:
		return internal(err)
	}
	made, refused := a.make(ctx, pin, request, x.lang)
	if refused != nil {
		return refused
	}
	if made.Decision.Outcome != "deny" {
		return nil // where no text rules the content of the ticket there is nothing that it lacks
	}
	r := refuse(kindTicket, "O bilhete não traz tudo o que deve.", "The ticket does not carry all that it must.")
	for _, remedy := range made.Decision.Remedies {
		r.fields = append(r.fields, field{document.TicketField(remedy.Fact), sentence(remedy.Text, remedy.Text)})
	}
	return r
}
