package report

import (
	"time"

	"deferido/internal/decision"
)

// Report is a quarter's report of movement of one carrier.
type Report struct {
	Period  Quarter   `json:"period"`
	Carrier Carrier   `json:"carrier"`
	Mode    string    `json:"mode,omitempty"` // of its services, as the facts have it; empty when not known
	MadeAt  time.Time `json:"made_at,omitzero"`
	Months  []Month   `json:"months"` // all months of the quarter
	Total   Numbers   `json:"total"`

	Counted   int           `json:"counted"` // grants that the rows count
	Uncounted UncountedList `json:"uncounted"`
	// OtherMonths are grants for trips outside the quarter: they are not of this report.
	OtherMonths int `json:"other_months"`

	Check *Check `json:"check"` // nil until CheckWith
}

// Carrier is whose report it is.
type Carrier struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	CNPJ string `json:"cnpj"`
}

func carrierOf(c decision.Carrier) Carrier { return Carrier{c.ID, c.Name, c.CNPJ} }

// Month is the movement of a month.
type Month struct {
	Month     string  `json:"month"`    // "2026-07"
	Sections  []Row   `json:"sections"` // as Portuguese orders their names
	Total     Numbers `json:"total"`
	Uncounted int     `json:"uncounted"` // grants of this month that no row counts
}

// Row is the movement of a section in a month.
type Row struct {
	Section string `json:"section"`
	Numbers
}

// Numbers are passengers by what they travelled with. Those with a benefit come from the journal, which is whole: none is 0. The
// others come from the carrier, and nil is not known.
type Numbers struct {
	Paying          *int `json:"paying"`
	ElderlyFree     int  `json:"elderly_free"`
	ElderlyDiscount int  `json:"elderly_discount"`
	DisabilityPass  *int `json:"disability_pass"`
	YouthFree       int  `json:"youth_free"`
	YouthDiscount   int  `json:"youth_discount"`
}

// columns are the numbers in the order of the report, nil for those not known.
func (n Numbers) columns() [6]*int {
	return [6]*int{n.Paying, &n.ElderlyFree, &n.ElderlyDiscount, n.DisabilityPass, &n.YouthFree, &n.YouthDiscount}
}

// Counts are the carrier's own counts for every row of the report, known or not: what WriteCounts writes for the carrier to fill
// in, and ParseCounts reads.
func (r *Report) Counts() []Count {
	var counts []Count
	for _, m := range r.Months {
		for _, row := range m.Sections {
			counts = append(counts, Count{m.Month, row.Section, row.Paying, row.DisabilityPass})
		}
	}
	return counts
}

// sum adds up numbers. A sum with a term that is not known is not known, and of nothing nothing is known but the benefits.
func sum(terms []Numbers) Numbers {
	var total Numbers
	paying, passes := make([]*int, len(terms)), make([]*int, len(terms))
	for i, n := range terms {
		paying[i], passes[i] = n.Paying, n.DisabilityPass
		total.ElderlyFree += n.ElderlyFree
		total.ElderlyDiscount += n.ElderlyDiscount
		total.YouthFree += n.YouthFree
		total.YouthDiscount += n.YouthDiscount
	}
	total.Paying, total.DisabilityPass = sumKnown(paying), sumKnown(passes)
	return total
}

func sumKnown(terms []*int) *int {
	total := 0
	for _, n := range terms {
		if n == nil {
			return nil
		}
		total += *n
	}
	if len(terms) == 0 {
		return nil
	}
	return &total
}
