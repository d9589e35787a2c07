package document

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"deferido/internal/decision"
)

// Copies is how many copies of a ticket are printed.
const Copies = 2

const questionTicket = "ticket"

// TicketRequest is the request, as JSON, that asks whether a ticket of a recorded decision, as it will be printed, carries all
// that it must: the program numbers the copies, names the benefit, and takes of the carrier what was not given. It is
// ErrNoTicket where the decision allows no grant.
func TicketRequest(record *decision.Record, t TicketSheet) ([]byte, error) {
	benefit, granted := t.Decision.Result["benefit"].(string)
	if t.Decision.Outcome != "allow" || !granted {
		return nil, ErrNoTicket
	}
	text, err := json.Marshal(t.printed(benefit))
	if err != nil {
		return nil, fmt.Errorf("document: writing the items of a ticket: %w", err)
	}
	var ticket map[string]any
	if err := json.Unmarshal(text, &ticket); err != nil {
		return nil, fmt.Errorf("document: reading the items of a ticket: %w", err)
	}
	ticket["kind"], ticket["copies"], ticket["passenger_copy_collected"] = benefit, Copies, false
	ticket["issued_on"] = t.Decision.DecidedAt.Format(time.DateOnly)
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
		return nil, fmt.Errorf("document: reading what was kept of a request: %w", err)
	}
	return json.Marshal(map[string]any{"question": questionTicket, "facts": map[string]any{
		"ticket": ticket, "service": kept.Facts.Service, "beneficiary": kept.Facts.Beneficiary,
	}})
}

// printed are the items as they are printed on the last copy.
func (t TicketSheet) printed(benefit string) TicketFields {
	f := t.Fields
	if t.Carrier != nil {
		f.CarrierName = cmp.Or(f.CarrierName, t.Carrier.Name)
		f.CarrierAddress = cmp.Or(f.CarrierAddress, t.Carrier.Address)
		f.CarrierCNPJ = cmp.Or(f.CarrierCNPJ, t.Carrier.CNPJ)
	}
	f.CopyNumber = strconv.Itoa(Copies)
	f.BenefitReference = cmp.Or(f.BenefitReference, benefit)
	return f
}

// TicketField is the name, in TicketFields, of the item that a fact of the question about tickets is; a JSON Pointer into them.
func TicketField(fact string) string { return strings.TrimPrefix(fact, "/facts/ticket") }
