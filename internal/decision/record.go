package decision

import (
	"encoding/json"
	"time"
)

// Call is who asked for a decision, and by which request.
type Call struct {
	Caller    string // id of the key, or "local"
	Carrier   string // id of the carrier on whose behalf; empty for none
	RequestID string
	// Once makes the call happen once, however often it is sent; nil when it asked for nothing such.
	Once *Once
}

// Once is an idempotency key with the request that it was sent with, neither of them in clear.
type Once struct {
	Key  []byte // hash over the caller and the key
	Body []byte // keyed hash over the request
}

// Record is what is kept of a decision. It holds no name, no identity number, no address and no free text but the place of
// the request; of a date of birth it holds the measures that the decision used.
type Record struct {
	ID         string          `json:"id"` // UUID version 7
	Question   string          `json:"question"`
	Request    json.RawMessage `json:"request"`           // as evaluated: what Law.ParseKept reads
	Answer     json.RawMessage `json:"answer,omitempty"`  // as given, free text as its pointer; none where there is a Failure
	Failure    ProblemKind     `json:"failure,omitempty"` // the policies failed: nothing was decided
	Explain    bool            `json:"explain,omitempty"` // the answer explains itself
	Language   string          `json:"language"`
	Reading    string          `json:"reading"` // that decided
	Revision   string          `json:"revision"`
	Activation int             `json:"activation"`
	AsOf       string          `json:"as_of"` // the day whose law decided, YYYY-MM-DD
	DecidedAt  time.Time       `json:"decided_at"`
	Program    string          `json:"program"` // version that decided
	Caller     string          `json:"caller"`
	Carrier    string          `json:"carrier,omitempty"`
	RequestID  string          `json:"request_id"`
	// Facets are what the record is found by, beside its question, carrier and time.
	Facets Facets `json:"facets"`
	// Once is that of the call; it is kept apart, and not for long.
	Once *Once `json:"-"`
}

// Facets are what a record is found and counted by.
type Facets struct {
	Outcome    string   `json:"outcome,omitempty"` // empty for a failure
	Contested  bool     `json:"contested,omitempty"`
	Provisions []string `json:"provisions,omitempty"` // URNs of the legal basis
	// Disputes are the ids of those that touch the answer, contested or not. They are nil in records of before they were noted,
	// whose answer alone tells of them, and empty where none does.
	Disputes []string `json:"disputes,omitzero"`
	// Movement is what an allowed grant counts as in the quarterly report; nil for all else.
	Movement *Movement `json:"movement,omitempty"`
}

// Movement is a passenger who was granted a benefit.
type Movement struct {
	Month    string `json:"month,omitempty"` // of the trip, "2026-07"; empty when its departure is not known
	Category string `json:"category"`        // "pessoa_idosa" or "jovem_baixa_renda"
	Benefit  string `json:"benefit"`         // "gratuidade" or "desconto"
}

// Filter is what records are looked for by. Its zero fields take all.
type Filter struct {
	Question  string
	Outcome   string
	Provision string // URN in the legal basis
	Carrier   string
	Contested string    // "true" or "false"
	Revision  string    // of the policy set that decided
	Dispute   string    // id of a dispute that touches the answer: "D-class"
	From, To  time.Time // of decided_at; From is inclusive, To is not
	Failures  bool      // only records of evaluations that failed, which are left out otherwise
}
