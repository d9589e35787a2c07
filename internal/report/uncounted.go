package report

import (
	"cmp"
	"encoding/json"
	"iter"
	"slices"
	"strings"
	"time"

	"deferido/internal/decision"
)

// MaxListed bounds the grants that a report lists as not counted. Their totals are always whole, and EachUncounted gives
// every one of them.
const MaxListed = 10_000

// Why is the reason why a grant is not counted.
type Why string

// The reasons.
const (
	SectionUnknown   Why = "section-unknown"   // no import says which section the ticket was for
	SectionUnfit     Why = "section-unfit"     // its section's name cannot stand in a report
	DepartureUnknown Why = "departure-unknown" // the trip's month is not known
	BenefitUnknown   Why = "benefit-unknown"   // no column of the report counts such a benefit
)

// reasons are the reasons in the order in which they are told.
var reasons = []Why{SectionUnknown, SectionUnfit, DepartureUnknown, BenefitUnknown}

var sayWhy = map[Why]decision.Sentence{
	SectionUnknown: {
		PT: "A importação não diz de que seção foi o bilhete. Inclua nela esta decisão e a sua seção.",
		EN: "The import does not say which section the ticket was for. Add this decision and its section to it.",
	},
	SectionUnfit: {
		PT: "O nome da seção não cabe no informe. Corrija-o na importação.",
		EN: "The section's name does not fit the report. Correct it in the import.",
	},
	DepartureUnknown: {
		PT: "O pedido não informou a partida, e por isso não se sabe o mês da viagem.",
		EN: "The request did not give the departure, so the month of the trip is not known.",
	},
	BenefitUnknown: {
		PT: "O informe não tem coluna para este benefício desta categoria.",
		EN: "The report has no column for this benefit of this category.",
	},
}

// Sentence says the reason, and what to do about it where something can be done.
func (w Why) Sentence() decision.Sentence { return sayWhy[w] }

// Uncounted is a grant that is not counted.
type Uncounted struct {
	Decision  string    `json:"decision"`
	DecidedAt time.Time `json:"decided_at"`
	Month     string    `json:"month,omitempty"` // of the trip; empty when not known
	Category  string    `json:"category"`
	Benefit   string    `json:"benefit"`
	Why       Why       `json:"why"`
}

func (u Uncounted) compare(other Uncounted) int {
	return cmp.Or(strings.Compare(u.Month, other.Month), u.DecidedAt.Compare(other.DecidedAt), strings.Compare(u.Decision, other.Decision),
		strings.Compare(string(u.Why), string(other.Why)))
}

// UncountedList is what a report does not count.
type UncountedList struct {
	Total    int           `json:"total"`
	ByReason []ReasonTotal `json:"by_reason"` // reasons that occur
	// Listed are the first of them by month, moment and decision, at most MaxListed.
	Listed []Uncounted `json:"listed"`
}

// ReasonTotal is how many are not counted for a reason.
type ReasonTotal struct {
	Why   Why
	Count int
}

// MarshalJSON writes the reason with its sentence in both languages.
func (r ReasonTotal) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Why   Why               `json:"why"`
		Count int               `json:"count"`
		Text  decision.Sentence `json:"text"`
	}{r.Why, r.Count, r.Why.Sentence()})
}

// All gives what is listed, as WriteUncounted takes it.
func (l UncountedList) All() iter.Seq2[Uncounted, error] {
	return func(yield func(Uncounted, error) bool) {
		for _, u := range l.Listed {
			if !yield(u, nil) {
				return
			}
		}
	}
}

// uncountedTally gathers what is not counted, in bounded memory.
type uncountedTally struct {
	by     map[Why]int
	listed []Uncounted
}

func (t *uncountedTally) add(u Uncounted) {
	t.by[u.Why]++
	if t.listed = append(t.listed, u); len(t.listed) == 2*MaxListed {
		t.trim()
	}
}

// trim keeps the first MaxListed, whatever the order they came in.
func (t *uncountedTally) trim() {
	slices.SortFunc(t.listed, Uncounted.compare)
	t.listed = t.listed[:min(len(t.listed), MaxListed)]
}

func (t *uncountedTally) list() UncountedList {
	t.trim()
	l := UncountedList{ByReason: []ReasonTotal{}, Listed: slices.Concat([]Uncounted{}, t.listed)}
	for _, why := range reasons {
		if n := t.by[why]; n > 0 {
			l.Total += n
			l.ByReason = append(l.ByReason, ReasonTotal{why, n})
		}
	}
	return l
}
