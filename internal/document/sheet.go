package document

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"deferido/internal/decision"
)

// sheet is everything that a decision says: the answer, what would change it, why, and under what it was given.
func (d *draft) sheet() ([]block, error) {
	w := d.words
	checking, err := d.checking()
	if err != nil {
		return nil, err
	}
	result, err := d.result()
	if err != nil {
		return nil, err
	}
	disputes, err := d.disputes()
	if err != nil {
		return nil, err
	}
	blocks := []block{
		heading{Level: 1, Text: w.sheetTitle},
		para{Text: firstOf(d.given.Question, d.Question), Lead: true},
		verdict{d.word(), d.readingsInWords()},
	}
	blocks = append(blocks, result...)
	blocks = append(blocks, d.missing()...)
	if d.Outcome == "deny" {
		blocks = append(blocks, d.cures(func(r decision.Remedy) []string { return []string{joined(" · ", d.cited(r.URN), r.Fact)} })...)
	}
	blocks = append(blocks, d.duties()...)
	blocks = append(blocks, d.provisions()...)
	blocks = append(blocks, disputes...)
	blocks = append(blocks, d.warnings()...)
	blocks = append(blocks, d.explanation()...)
	return append(blocks, heading{Level: 2, Text: w.record}, d.record(), checking), nil
}

// readingsInWords is what each reading answers and which of them decided, and that they differ where they do.
func (d *draft) readingsInWords() string {
	w, r := d.words, d.Readings
	text := d.side("text", decision.Sided{Outcome: r.Text}) + " " + d.side("case_law", decision.Sided{Outcome: r.CaseLaw}) + " " + w.decides + " " + strings.ToLower(in(w.reading, r.Decides)) + "."
	if d.Contested {
		text = w.contested + " " + text
	}
	return text
}

// result is the result of the answer, whatever the question: its values by name.
func (d *draft) result() ([]block, error) {
	rows, err := rowsOf(d.Result)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return []block{heading{Level: 2, Text: d.words.result}, pairs{Caption: d.words.result, Rows: rows}}, nil
}

func rowsOf(values map[string]any) ([]pair, error) {
	var rows []pair
	for _, key := range slices.Sorted(maps.Keys(values)) {
		text, err := readable(values[key])
		if err != nil {
			return nil, fmt.Errorf("document: writing the result's %s: %w", key, err)
		}
		rows = append(rows, pair{Name: key, Value: text})
	}
	return rows, nil
}

// readable is a value of a result: a text as it is, anything else as JSON on one line.
func readable(value any) (string, error) {
	if text, ok := value.(string); ok && text != "" {
		return text, nil
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return "", err
	}
	return strings.TrimSpace(b.String()), nil
}

func (d *draft) missing() []block {
	var items []item
	for _, m := range d.Missing {
		items = append(items, item{Text: m.Ask, Notes: []string{joined(" · ", d.cited(m.URN), m.Fact)}})
	}
	return d.part(d.words.missing, items)
}

func (d *draft) duties() []block {
	var items []item
	for _, on := range d.dutyBearers() {
		items = append(items, item{Text: in(d.words.on, on), Items: d.dutiesOf(on, d.cited)})
	}
	return d.part(d.words.duties, items)
}

// dutyBearers are those on whom duties are, in the order in which they come.
func (d *draft) dutyBearers() []string {
	var on []string
	for _, duty := range d.Duties {
		if !slices.Contains(on, duty.On) {
			on = append(on, duty.On)
		}
	}
	return on
}

func (d *draft) warnings() []block {
	var items []item
	for _, v := range d.Warnings {
		items = append(items, item{Text: v.Text, Notes: []string{joined(" · ", v.Code, v.URN)}})
	}
	return d.part(d.words.warnings, items)
}

// part is a list under its heading, or nothing.
func (d *draft) part(title string, items []item) []block {
	if len(items) == 0 {
		return nil
	}
	return []block{heading{Level: 2, Text: title}, list{items}}
}

// provisions are the provisions that bore on the answer, in the order of the decision, under the state that each is in.
func (d *draft) provisions() []block {
	w, group := d.words, ""
	var blocks []block
	for _, b := range d.LegalBasis {
		if state := w.stateOf(b); state != group {
			group = state
			blocks = append(blocks, heading{Level: 2, Text: state})
		}
		blocks = append(blocks,
			heading{Level: 3, Text: b.Label, Aside: in(w.role, b.Role), Law: true},
			para{Text: b.Reason},
			d.lawOf(b, ""))
		reading := ""
		if b.Reading != "" {
			reading = w.interpretation + " " + b.Reading
		}
		blocks = append(blocks, para{Text: joined(" · ", b.URN, reading), Small: true})
	}
	return blocks
}

// disputes are the disputes that touch the answer, a table each.
func (d *draft) disputes() ([]block, error) {
	if len(d.Disputes) == 0 {
		return nil, nil
	}
	w := d.words
	blocks := []block{heading{Level: 2, Text: w.disputes}}
	for _, v := range d.Disputes {
		text, err := d.sided(v.Text)
		if err != nil {
			return nil, err
		}
		caseLaw, err := d.sided(v.CaseLaw)
		if err != nil {
			return nil, err
		}
		var names []string
		for _, urn := range v.URNs {
			names = append(names, d.cited(urn))
		}
		rows := []pair{
			{Name: in(w.reading, "text"), Value: text}, {Name: in(w.reading, "case_law"), Value: caseLaw},
			{Name: w.court, Value: d.heldBy(v)}, {Name: w.finality, Value: v.Finality}, {Name: w.grade, Value: v.Grade},
			{Name: w.provisions, Value: strings.Join(names, "; ")},
		}
		blocks = append(blocks, heading{Level: 3, Text: v.ID}, pairs{Caption: v.ID, Rows: filled(rows)})
	}
	return blocks, nil
}

func (d *draft) sided(s decision.Sided) (string, error) {
	parts := []string{in(d.words.outcome, s.Outcome)}
	rows, err := rowsOf(s.Result)
	if err != nil {
		return "", err
	}
	for _, r := range rows {
		parts = append(parts, r.Name+": "+r.Value)
	}
	return strings.Join(parts, " · "), nil
}

// record is under what the answer was given, and where it is found again.
func (d *draft) record() block {
	w, p := d.words, d.Policy
	asOf := w.dayText(p.AsOf)
	if p.WhatIf {
		asOf += " (" + w.whatIf + ")"
	}
	return pairs{Caption: w.record, Rows: filled([]pair{
		{Name: w.decision, Value: d.ID},
		{Name: w.decidedAt, Value: w.moment(d.DecidedAt)},
		{Name: w.asOf, Value: asOf},
		{Name: w.revision, Value: p.Revision},
		{Name: w.activation, Value: strconv.Itoa(p.Activation)},
		{Name: w.reference, Value: d.Reference},
		{Name: w.carrier, Value: d.carrierName()},
		{Name: w.place, Value: d.given.Place},
		{Name: w.trip, Value: d.given.Trip},
	})}
}

// filled are the rows that have a value: nobody fills a sheet by hand.
func filled(rows []pair) []pair {
	return slices.DeleteFunc(rows, pair.Blank)
}
