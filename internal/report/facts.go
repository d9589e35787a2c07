package report

import (
	"encoding/json"
	"fmt"
	"iter"
	"math"
)

// requestLimits are what one request can hold.
type requestLimits struct {
	sections int // of a month
	bytes    int
}

// checkLimits keep a request well within what one may be: a refusal tries a change for every number that is absent, and each
// decision has a deadline.
var checkLimits = requestLimits{sections: 200, bytes: 512 << 10}

// Facts is the request, as JSON, that asks whether the report is complete. It holds all of the report, and so may be larger
// than a request can be; CheckWith asks in parts.
func (r *Report) Facts() ([]byte, error) {
	var whole []byte
	for request, err := range r.requests(requestLimits{math.MaxInt, math.MaxInt}) { // one
		if err != nil {
			return nil, err
		}
		whole = request
	}
	return whole, nil
}

// requests are the requests that ask together whether the report is complete. Each holds some of the sections, every month that
// has any, and no section in parts: so a month is without data in each or in none, and what a section lacks is seen where it is.
func (r *Report) requests(limits requestLimits) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		p, err := r.newPart(limits)
		if err != nil {
			yield(nil, err)
			return
		}
		for i, m := range r.Months {
			for _, row := range m.Sections {
				section, err := encodeSection(row)
				if err != nil {
					yield(nil, err)
					return
				}
				if !p.fits(i, section) {
					if !yield(p.request()) {
						return
					}
					p.clear()
				}
				p.add(i, section)
			}
		}
		yield(p.request())
	}
}

// part is the part of a report that a request holds.
type part struct {
	report   *Report
	limits   requestLimits
	first    []json.RawMessage // of each month, that keeps the month in every part
	reserved int               // bytes of what every part holds
	months   [][]json.RawMessage
	size     int
}

func (r *Report) newPart(limits requestLimits) (*part, error) {
	p := &part{report: r, limits: limits, first: make([]json.RawMessage, len(r.Months)), months: make([][]json.RawMessage, len(r.Months))}
	for i, m := range r.Months {
		if len(m.Sections) == 0 {
			continue
		}
		first, err := encodeSection(m.Sections[0])
		if err != nil {
			return nil, err
		}
		p.first[i] = first
	}
	// A part that holds the first sections alone has all of what frames a part.
	frame, err := p.request()
	p.reserved = len(frame)
	return p, err
}

// fits reports whether the part can take a section of a month. An empty part takes any.
func (p *part) fits(month int, section json.RawMessage) bool {
	return p.size == 0 || len(p.months[month]) < p.limits.sections && p.size+len(section)+1 <= p.limits.bytes-p.reserved
}

func (p *part) add(month int, section json.RawMessage) {
	p.months[month] = append(p.months[month], section)
	p.size += len(section) + 1
}

func (p *part) clear() {
	clear(p.months)
	p.size = 0
}

// The request, as the schema of the facts has it.
type (
	factsRequest struct {
		Question string    `json:"question"`
		Facts    factsRoot `json:"facts"`
	}
	factsRoot struct {
		Service *factsService `json:"service,omitempty"`
		Report  factsReport   `json:"report"`
	}
	factsService struct {
		Mode string `json:"mode"`
	}
	factsReport struct {
		Period Quarter      `json:"period"`
		Months []factsMonth `json:"months"`
	}
	factsMonth struct {
		Month    string            `json:"month"`
		Sections []json.RawMessage `json:"sections"`
	}
)

// request writes the part.
func (p *part) request() ([]byte, error) {
	request := factsRequest{Question: "report", Facts: factsRoot{Report: factsReport{Period: p.report.Period, Months: []factsMonth{}}}}
	if p.report.Mode != "" {
		request.Facts.Service = &factsService{p.report.Mode}
	}
	for i, sections := range p.months {
		if len(sections) == 0 && p.first[i] != nil {
			sections = p.first[i : i+1]
		}
		if len(sections) > 0 {
			request.Facts.Report.Months = append(request.Facts.Report.Months, factsMonth{p.report.Months[i].Month, sections})
		}
	}
	encoded, err := json.Marshal(request)
	if err != nil {
		return nil, fmt.Errorf("writing the request for the check: %w", err)
	}
	return encoded, nil
}

// encodeSection writes a section as the facts have it: what is not known is left out.
func encodeSection(row Row) (json.RawMessage, error) {
	section := map[string]any{"section": row.Section}
	for i, n := range row.columns() {
		if n != nil {
			section[numberColumns[i]] = *n
		}
	}
	encoded, err := json.Marshal(section)
	if err != nil {
		return nil, fmt.Errorf("writing a section for the check: %w", err)
	}
	return encoded, nil
}
