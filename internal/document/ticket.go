package document

import (
	"deferido/internal/decision"
)

// TicketSheet is what a ticket is made of.
type TicketSheet struct {
	Decision *decision.Decision // an allowed grant
	Fields   TicketFields
	Carrier  *decision.Carrier // gives name, address and CNPJ where the fields do not
	CheckURL string            // as in Sheet
	Language string            // as in Sheet
}

// TicketFields are the items of a ticket, with the names that the question about tickets gives them. They are printed as they
// are and kept nowhere. An empty one is a ruled line.
type TicketFields struct {
	CarrierName    string `json:"carrier_name"`
	CarrierAddress string `json:"carrier_address"`
	CarrierCNPJ    string `json:"carrier_cnpj"`
	IssueDate      string `json:"issue_date"`
	Title          string `json:"title"`
	TicketNumber   string `json:"ticket_number"`
	// CopyNumber is not printed as it is given: each of the two copies bears its own.
	CopyNumber          string `json:"copy_number"`
	Origin              string `json:"origin"`
	Destination         string `json:"destination"`
	LinePrefix          string `json:"line_prefix"`
	LineEndpoints       string `json:"line_endpoints"`
	TravelDate          string `json:"travel_date"`
	TravelTime          string `json:"travel_time"`
	SeatNumber          string `json:"seat_number"`
	BeneficiaryName     string `json:"beneficiary_name"`
	BeneficiaryDocument string `json:"beneficiary_document"`
	ArrivalNotice       string `json:"arrival_notice"`
	BenefitReference    string `json:"benefit_reference"`
}

// ticket is the passenger's copy and the carrier's.
func (d *draft) ticket(f TicketFields) ([]block, error) {
	checking, err := d.checking()
	if err != nil {
		return nil, err
	}
	c := d.carrier()
	f.CarrierName = firstOf(f.CarrierName, c.Name)
	f.CarrierAddress = firstOf(f.CarrierAddress, c.Address)
	f.CarrierCNPJ = firstOf(f.CarrierCNPJ, c.CNPJ)
	benefit, _ := d.Result["benefit"].(string)
	mark := firstOf(f.BenefitReference, d.words.mark[benefit])
	var blocks []block
	for _, copyName := range []string{d.words.firstCopy, d.words.secondCopy} {
		blocks = append(blocks, leaf{Label: copyName, Mark: mark, Blocks: append(d.items(f, copyName), checking)})
	}
	return blocks, nil
}

// items are the ten items, numbered in their order.
func (d *draft) items(f TicketFields, copyName string) []block {
	w, day := d.words, d.words.dayText
	return []block{
		strip{[]pair{{"I · " + w.carrier, f.CarrierName, 8}, {w.cnpj, f.CarrierCNPJ, 6}, {w.issued, day(f.IssueDate), 4}}},
		strip{[]pair{{w.address, f.CarrierAddress, 1}}},
		strip{[]pair{{"II · " + w.denomination, f.Title, 7}, {"III · " + w.number, f.TicketNumber, 5}, {w.copyName, copyName, 6}}},
		strip{[]pair{{"IV · " + w.origin, f.Origin, 1}, {w.destination, f.Destination, 1}}},
		strip{[]pair{{"V · " + w.line, f.LinePrefix, 5}, {w.endpoints, f.LineEndpoints, 13}}},
		strip{[]pair{{"VI · " + w.travelDate, day(f.TravelDate), 6}, {w.hour, f.TravelTime, 6}, {"VII · " + w.seat, f.SeatNumber, 6}}},
		strip{[]pair{{"VIII · " + w.passenger, f.BeneficiaryName, 11}, {"IX · " + w.passengerID, f.BeneficiaryDocument, 7}}},
		strip{[]pair{{"X · " + w.notice, f.ArrivalNotice, 1}}},
	}
}

func firstOf(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}
