package httpapi

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"deferido/internal/decision"
	"deferido/internal/document"
	"deferido/internal/facts"
)

// Ticket is what is printed on a ticket and kept nowhere. Every field is a fact of the question "ticket".
type Ticket = document.TicketFields

const questionTicket = "ticket"

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
	if refused := a.ticketLacks(c.Request.Context(), x, record, d, sheet); refused != nil {
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
func (a *API) ticketLacks(ctx context.Context, x *exchange, record *decision.Record, d *decision.Decision, s document.TicketSheet) *refusal {
	benefit, granted := d.Result["benefit"].(string)
	if d.Outcome != "allow" || !granted {
		return noTicket()
	}
	asked, err := ticketRequest(record, d, benefit, s)
	if err != nil {
		return internal(err)
	}
	pin := a.pin()
	request, err := pin.set.Parse(asked)
	var invalid *facts.Error
	switch {
	case errors.As(err, &invalid):
		r := refuse(kindTicket, "Há campos do bilhete a corrigir.", "There are fields of the ticket to correct.")
		for _, v := range invalid.Violations {
			r.fields = append(r.fields, field{ticketPointer(v.Pointer), sentence(v.Message(portuguese), v.Message(english))})
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
		r.fields = append(r.fields, field{ticketPointer(remedy.Fact), sentence(remedy.Text, remedy.Text)})
	}
	return r
}

// ticketPointer is the pointer of a fact of the ticket as one into the body that was sent.
func ticketPointer(fact string) string { return strings.TrimPrefix(fact, "/facts/ticket") }

// printedCopies is how many copies document.Ticket prints.
const printedCopies = 2

// ticketRequest is the question whether the ticket, as it is printed, carries all that it must: the program numbers the
// copies, names the benefit, and takes of the carrier what was not sent.
func ticketRequest(record *decision.Record, d *decision.Decision, benefit string, s document.TicketSheet) ([]byte, error) {
	printed := s.Fields
	if s.Carrier != nil {
		printed.CarrierName = cmp.Or(printed.CarrierName, s.Carrier.Name)
		printed.CarrierAddress = cmp.Or(printed.CarrierAddress, s.Carrier.Address)
		printed.CarrierCNPJ = cmp.Or(printed.CarrierCNPJ, s.Carrier.CNPJ)
	}
	printed.CopyNumber = strconv.Itoa(printedCopies)
	printed.BenefitReference = cmp.Or(printed.BenefitReference, benefit)
	text, err := json.Marshal(printed)
	if err != nil {
		return nil, err
	}
	var ticket map[string]any
	if err := json.Unmarshal(text, &ticket); err != nil {
		return nil, err
	}
	ticket["kind"], ticket["copies"], ticket["passenger_copy_collected"] = benefit, printedCopies, false
	ticket["issued_on"] = d.DecidedAt.Format(time.DateOnly)
	var kept struct {
		Facts struct {
			Service struct {
				Mode string `json:"mode,omitempty"`
			} `json:"service"`
			Beneficiary struct {
				Category string `json:"category,omitempty"`
			} `json:"beneficiary"`
		} `json:"facts"`
	}
	if err := json.Unmarshal(record.Request, &kept); err != nil {
		return nil, fmt.Errorf("reading what was kept of a request: %w", err)
	}
	return json.Marshal(map[string]any{"question": questionTicket, "facts": map[string]any{
		"ticket": ticket, "service": kept.Facts.Service, "beneficiary": kept.Facts.Beneficiary,
	}})
}
