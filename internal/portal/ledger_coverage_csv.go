package portal

import (
	"bytes"
	"encoding/csv"
	"strconv"
	"strings"

	"deferido/internal/report"
)

// coverageColumns are named as the contract names them.
var coverageColumns = []string{
	"norm", "fragment", "urn", "label", "class", "nature", "held", "grade", "rules", "cases", "tests", "signoff", "signed_on", "broken", "disputes", "readings", "parameters", "note",
}

// coverageCSV answers GET /cobertura.csv: the rows that the same address without its ending shows.
func (p *Portal) coverageCSV(v *visit) error {
	q, b, signed, err := p.coverageOf(v)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	w := csv.NewWriter(&text)
	w.UseCRLF = true
	if err := w.Write(coverageColumns); err != nil {
		return err
	}
	words := foldedWords(q.Text)
	for _, r := range b.rows {
		if !q.takes(r, stateIn(signed, r.URN), words) {
			continue
		}
		if err := w.Write(v.coverageCells(r, signed)); err != nil {
			return err
		}
	}
	if w.Flush(); w.Error() != nil {
		return w.Error()
	}
	return v.file("cobertura-"+p.today().String()+".csv", "text/csv; charset=utf-8", text.Bytes())
}

func (v *visit) coverageCells(r *bookRow, signed map[string]*signoff) []string {
	var rules []string
	for _, rule := range r.Rules {
		rules = append(rules, rule.Article+" "+rule.Question+"."+rule.Name)
	}
	state, on, broken := "", "", ""
	if r.URN != "" && v.portal.Office != nil {
		state = stateIn(signed, r.URN)
		if s := signed[r.URN]; s != nil {
			on, broken = v.localDay(s.telling().At).String(), strings.Join(s.telling().Broken, " ")
		}
	}
	cells := []string{
		r.Norm, r.Fragment, r.URN, r.Label, string(r.Status), string(r.Nature), strconv.FormatBool(r.Held), string(r.Grade), strings.Join(rules, "; "), strconv.Itoa(r.Cases), strconv.Itoa(r.Tests),
		state, on, broken, strings.Join(r.Disputes, " "), strings.Join(r.Readings, " "), strings.Join(r.Parameters, " "), r.Note,
	}
	for i := range cells {
		cells[i] = report.Cell(cells[i])
	}
	return cells
}
