package portal

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"deferido/internal/decision"
	"deferido/internal/document"
	"deferido/internal/facts"
	"deferido/internal/identity"
)

// ticketItems are the fields of a ticket that people fill, by the number of the item that they belong to.
var ticketItems = []struct {
	number string
	fields []string
	beside bool // it stands on the row of the item before it
}{
	{"I", []string{"carrier_name", "carrier_address", "carrier_cnpj", "issue_date"}, false},
	{"II", []string{"title"}, false},
	{"III", []string{"ticket_number"}, true},
	{"IV", []string{"origin", "destination"}, false},
	{"V", []string{"line_prefix", "line_endpoints"}, false},
	{"VI", []string{"travel_date", "travel_time"}, false},
	{"VII", []string{"seat_number"}, true},
	{"VIII", []string{"beneficiary_name"}, false},
	{"IX", []string{"beneficiary_document"}, true},
	{"X", []string{"arrival_notice"}, false},
}

// ticketView is the form of a ticket.
type ticketView struct {
	Here   string
	Ask    string
	Errors []link
	Fields []field
}

// granted is a granted benefit with what its ticket is made of. Nothing of it is kept.
type granted struct {
	record *decision.Record
	sheet  document.TicketSheet
}

// grantedOf is the grant that the address names. Any other decision has no ticket.
func (v *visit) grantedOf() (*granted, error) {
	record, err := v.recorded(identity.PrintTicket)
	if err != nil {
		return nil, err
	}
	if record.Question != questionGrant || record.Facets.Outcome != "allow" {
		return nil, &failure{status: http.StatusConflict, key: "decisions.no_ticket", links: []link{{"/decisoes/" + url.PathEscape(record.ID), v.t("decisions.back")}}}
	}
	d, err := v.portal.Journal.Replay(v.ctx(), record, decision.Replaying{Language: v.lang})
	if err != nil {
		return nil, err
	}
	g := &granted{record: record, sheet: document.TicketSheet{Decision: d, Language: v.lang}}
	if g.sheet.Carrier, err = v.carrierOf(record.Carrier); err != nil {
		return nil, err
	}
	g.sheet.CheckURL, _, err = v.checking(record.ID)
	return g, err
}

// ticketForm answers GET /decisoes/{id}/bilhete.
func (p *Portal) ticketForm(v *visit) error {
	g, err := v.grantedOf()
	if err != nil {
		return err
	}
	known := map[string]string{"issue_date": v.words().day(p.today())}
	if c := g.sheet.Carrier; c != nil {
		known["carrier_name"], known["carrier_address"], known["carrier_cnpj"] = c.Name, c.Address, c.CNPJ
	}
	if departs := document.AskedIn(g.record).Departs; !departs.IsZero() {
		known["travel_date"], known["travel_time"] = v.words().day(civilDay(departs)), departs.Format("15:04")
	}
	return v.ticketPage(http.StatusOK, g, known, nil)
}

// ticketPage is the form with what is in its fields and what is wrong with them.
func (v *visit) ticketPage(status int, g *granted, values, faults map[string]string) error {
	view := ticketView{Here: "/decisoes/" + url.PathEscape(g.record.ID), Ask: v.askedLine(g.record)}
	for _, item := range ticketItems {
		for i, name := range item.fields {
			f := field{ID: name, Name: name, Label: v.itemTitle(item.number, i, name), Value: values[name], Fault: faults[name], Complete: "off"}
			if name == "arrival_notice" {
				f.Class = "wide" // a sentence
			}
			if f.Fault != "" {
				view.Errors = append(view.Errors, link{"#" + name, f.Label + ": " + f.Fault})
			}
			view.Fields = append(view.Fields, f)
		}
	}
	if status != http.StatusOK && view.Errors == nil {
		for _, fault := range faults {
			view.Errors = append(view.Errors, link{"", fault})
		}
	}
	name := v.t("decisions.ticket.title")
	return v.render(status, page{
		Title: name, Template: "decisions/ticket", Body: view, Section: sectionDecisions, Narrow: true, Crumbs: v.decisionCrumbs(g.record.ID, name),
		Error: status != http.StatusOK,
	})
}

// ticketPrinted answers POST /decisoes/{id}/bilhete: the two copies, to be printed, or what is missing on them. Whether the
// ticket carries all that it must is decided by the policies, and nothing of that is recorded.
func (p *Portal) ticketPrinted(v *visit) error {
	form, err := v.form()
	if err != nil {
		return err
	}
	g, err := v.grantedOf()
	if err != nil {
		return err
	}
	values := map[string]string{}
	for _, item := range ticketItems {
		for _, name := range item.fields {
			values[name] = strings.TrimSpace(form.Get(name))
		}
	}
	if c := g.sheet.Carrier; c != nil {
		for name, known := range map[string]string{"carrier_name": c.Name, "carrier_address": c.Address, "carrier_cnpj": c.CNPJ} {
			values[name] = cmp.Or(values[name], known)
		}
	}
	if form.Get("corrigir") != "" {
		return v.ticketPage(http.StatusOK, g, values, nil)
	}
	if g.sheet.Fields, err = v.ticketFields(values); err != nil {
		return err
	}
	faults, err := v.ticketLacks(g)
	if err != nil {
		return err
	}
	if len(faults) > 0 {
		return v.ticketPage(http.StatusUnprocessableEntity, g, values, faults)
	}
	if form.Get("formato") == "pdf" {
		content, err := document.Ticket(g.sheet, document.PDF)
		if err != nil {
			return err
		}
		return v.file("bilhete-"+g.record.ID[:8]+".pdf", "application/pdf", content)
	}
	return v.ticketCopies(g, values)
}

// ticketFields are the items as they are printed: days that were written as people do, as the question about tickets has them.
func (v *visit) ticketFields(values map[string]string) (document.TicketFields, error) {
	var fields document.TicketFields
	read := map[string]string{}
	for name, value := range values {
		if day, err := readDay(value, false, v.portal.today()); err == nil && strings.HasSuffix(name, "_date") {
			value = day.String()
		}
		read[name] = value
	}
	text, err := json.Marshal(read)
	if err == nil {
		err = json.Unmarshal(text, &fields)
	}
	if err != nil {
		return fields, fmt.Errorf("reading the items of a ticket: %w", err)
	}
	return fields, nil
}

// ticketLacks asks the policies what the ticket lacks, by field.
func (v *visit) ticketLacks(g *granted) (map[string]string, error) {
	body, err := document.TicketRequest(g.record, g.sheet)
	if err != nil {
		return nil, err
	}
	faults := map[string]string{}
	request, err := v.set.Parse(body)
	var invalid *facts.Error
	switch {
	case errors.As(err, &invalid):
		for _, violation := range invalid.Violations {
			faults[strings.TrimPrefix(document.TicketField(violation.Pointer), "/")] = violation.Message(v.lang)
		}
		return faults, nil
	case err != nil:
		return nil, err
	}
	request.Call = v.call()
	made, err := v.portal.Decider.Make(v.ctx(), decision.Activation{Law: v.set, Seq: v.seq}, request, v.lang)
	if err != nil {
		return nil, err
	}
	if made.Decision.Outcome != "deny" {
		return nil, nil // where no text rules the content of the ticket there is nothing that it lacks
	}
	for _, remedy := range made.Decision.Remedies {
		faults[strings.TrimPrefix(document.TicketField(remedy.Fact), "/")] = remedy.Text
	}
	if len(faults) == 0 {
		faults[""] = made.Decision.LegalBasis[0].Reason
	}
	return faults, nil
}

// copyView is one of the copies of a ticket.
type copyView struct {
	Name, Mark string
	Rows       [][]factRow
	ID, Check  string
	QR         template.URL
}

// ticketCopies is the page of the two copies.
func (v *visit) ticketCopies(g *granted, values map[string]string) error {
	qr, err := document.QR(g.sheet.CheckURL)
	if err != nil {
		return err
	}
	benefit, _ := g.sheet.Decision.Result["benefit"].(string)
	var copies []copyView
	for _, name := range []string{"decisions.ticket.first", "decisions.ticket.second"} {
		copies = append(copies, copyView{
			Name: v.t(name), Mark: factName(v.set, v.lang, benefitFact, benefit), Rows: v.ticketRows(values, v.t(name)), ID: g.record.ID, Check: g.sheet.CheckURL, QR: qr,
		})
	}
	var sent []field
	for _, item := range ticketItems {
		for _, name := range item.fields {
			sent = append(sent, field{Name: name, Value: values[name]})
		}
	}
	here := "/decisoes/" + url.PathEscape(g.record.ID)
	return v.render(http.StatusOK, page{
		Title: v.t("decisions.ticket.title"), Template: "decisions/copies", Section: sectionDecisions, Bare: true,
		Body: map[string]any{"Copies": copies, "Sent": sent, "Here": here},
	})
}

// ticketRows are the items as they stand on a copy. The number of the copy is the program's.
func (v *visit) ticketRows(values map[string]string, copyName string) [][]factRow {
	var rows [][]factRow
	for _, item := range ticketItems {
		if !item.beside {
			rows = append(rows, nil)
		}
		row := &rows[len(rows)-1]
		for i, name := range item.fields {
			value := values[name]
			if day, err := readDay(value, false, v.portal.today()); err == nil && strings.HasSuffix(name, "_date") {
				value = v.words().day(day)
			}
			*row = append(*row, factRow{Name: v.itemTitle(item.number, i, name), Value: value})
		}
		if item.number == "III" {
			*row = append(*row, factRow{Name: v.set.Title("/facts/ticket/copy_number", v.lang), Value: copyName})
		}
	}
	return rows
}

// itemTitle is the title of the i-th field of an item; the first bears the item's number.
func (v *visit) itemTitle(number string, i int, name string) string {
	title := v.set.Title("/facts/ticket/"+name, v.lang)
	if i > 0 {
		return title
	}
	return number + " · " + title
}
