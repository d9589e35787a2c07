package document

import (
	"slices"
	"strings"

	"deferido/internal/decision"
)

const carrierDuty = "transportadora"

// refusal is the refusal document: what the law asks of it first, then the reason, then the ways out.
func (d *draft) refusal() ([]block, error) {
	reasons := d.reasons()
	if len(reasons) == 0 {
		return nil, ErrNoReason
	}
	checking, err := d.checking()
	if err != nil {
		return nil, err
	}
	w := d.words
	blocks := []block{heading{Level: 1, Text: w.refusalTitle}}
	for _, duty := range d.dutiesOf(carrierDuty, d.named) {
		blocks = append(blocks, para{Text: w.owed + " " + duty.Text + " (" + strings.Join(duty.Notes, "; ") + ")"})
	}
	blocks = append(blocks,
		strip{[]pair{{w.date, w.day(d.DecidedAt), 5}, {w.hour, w.hourOf(d.DecidedAt), 5}, {w.place, d.given.Place, 8}}},
		d.carrierAndTrip(),
		verdict{d.word(), w.refused},
		heading{Level: 2, Text: w.reason})
	blocks = append(blocks, reasons...)
	blocks = append(blocks, d.cures(func(decision.Remedy) []string { return nil })...)
	blocks = append(blocks, d.stillDue()...)
	blocks = append(blocks, d.otherwise()...)
	blocks = append(blocks,
		pairs{Caption: w.complain, Rows: []pair{{Name: w.complain, Value: d.carrier().Complaints}}},
		checking,
		signatures{[]string{w.agentName, w.agentSign}})
	return blocks, nil
}

// carrier is the carrier, or one of which nothing is known.
func (d *draft) carrier() decision.Carrier {
	if d.given.Carrier == nil {
		return decision.Carrier{}
	}
	return *d.given.Carrier
}

// carrierName is the carrier's name, with its CNPJ where that is known.
func (d *draft) carrierName() string {
	c := d.carrier()
	if c.Name == "" || c.CNPJ == "" {
		return c.Name
	}
	return c.Name + ", " + d.words.cnpj + " " + c.CNPJ
}

// carrierAndTrip is who refuses and what was asked for. A CNPJ that is not known has a line of its own.
func (d *draft) carrierAndTrip() block {
	c, w := d.carrier(), d.words
	rows := []pair{{Name: w.carrier, Value: d.carrierName()}}
	if c.Name == "" || c.CNPJ == "" {
		rows = append(rows, pair{Name: w.cnpj, Value: c.CNPJ})
	}
	rows = append(rows, pair{Name: w.address, Value: c.Address}, pair{Name: w.trip, Value: d.given.Trip}, pair{Name: w.asked, Value: d.given.Question})
	for _, name := range d.benefits(d.Result["benefit"]) {
		rows = append(rows, pair{Name: w.benefitName, Value: name})
	}
	return pairs{Caption: w.about, Rows: rows}
}

// reasons are the unmet provisions. Those that give the same reason stand below it together: it is read once.
func (d *draft) reasons() []block {
	var order []string
	of := map[string][]block{}
	for _, b := range d.LegalBasis {
		if b.Met == nil || *b.Met {
			continue
		}
		if of[b.Reason] == nil {
			order = append(order, b.Reason)
		}
		of[b.Reason] = append(of[b.Reason], d.lawOf(b, b.Label))
	}
	var blocks []block
	for _, reason := range order {
		blocks = append(append(blocks, para{Text: reason, Lead: true}), of[reason]...)
	}
	return blocks
}

// stillDue is what the same facts do give, and what falls to the person.
func (d *draft) stillDue() []block {
	var blocks []block
	if names := d.benefits(d.Result["alternatives"]); len(names) > 0 {
		blocks = append(blocks, heading{Level: 2, Text: d.words.stillDue}, para{Text: d.words.stillDueLead + " " + strings.Join(names, ", ") + "."})
	}
	if items := d.dutiesOf("beneficiario", d.named); len(items) > 0 {
		blocks = append(blocks, heading{Level: 2, Text: in(d.words.on, "beneficiario")}, list{items})
	}
	return blocks
}

// otherwise is what courts hold, when that would change the answer.
func (d *draft) otherwise() []block {
	if !d.Contested || len(d.Disputes) == 0 {
		return nil
	}
	var items []item
	for _, v := range d.Disputes {
		below := []item{{Text: d.side("text", v.Text)}, {Text: d.side("case_law", v.CaseLaw)}}
		if status := d.status(v); status != "" {
			below = append(below, item{Text: status})
		}
		items = append(items, item{Text: d.heldBy(v), Items: below})
	}
	return []block{heading{Level: 2, Text: d.words.otherwise}, list{items}}
}

// heldBy is the court, the case and the day of a dispute.
func (d *draft) heldBy(v decision.DisputeView) string {
	date := ""
	if v.Date != nil {
		date = d.words.dayText(*v.Date)
	}
	return joined(", ", v.Court, v.Case, date)
}

// side is what a reading answers, with the benefit that it gives.
func (d *draft) side(reading string, s decision.Sided) string {
	text := in(d.words.reading, reading) + ": " + strings.ToLower(in(d.words.outcome, s.Outcome))
	if names := d.benefits(s.Result["benefit"]); len(names) > 0 {
		text += ", " + strings.Join(names, ", ")
	}
	return text + "."
}

// status is whether a court's decision is final, and how well that is known.
func (d *draft) status(v decision.DisputeView) string {
	var finality, grade string
	if v.Finality != "" {
		finality = d.words.finality + ": " + v.Finality
	}
	if v.Grade != "" {
		grade = strings.ToLower(d.words.grade) + " " + v.Grade
	}
	return joined("; ", finality, grade)
}

// joined joins the parts that are not empty.
func joined(by string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), by)
}
