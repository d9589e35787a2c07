package decision

import "time"

// Decision is the answer to a request, as the contract writes it. The order of its fields is the order on the wire.
type Decision struct {
	ID          string         `json:"id"` // UUID version 7
	Reference   string         `json:"reference,omitempty"`
	Question    string         `json:"question"`
	Outcome     string         `json:"outcome"`           // allow, deny or incomplete
	Curable     *bool          `json:"curable,omitempty"` // of a deny: whether the remedies would change it
	Contested   bool           `json:"contested"`
	Result      map[string]any `json:"result"`
	LegalBasis  []Basis        `json:"legal_basis"` // never empty
	Duties      []Duty         `json:"duties"`
	Remedies    []Remedy       `json:"remedies"`
	Missing     []Missing      `json:"missing"`
	Disputes    []DisputeView  `json:"disputes"`
	Warnings    []Warning      `json:"warnings"`
	Readings    Readings       `json:"readings"`
	Explanation *Explanation   `json:"explanation,omitempty"`
	Policy      Policy         `json:"policy"`
	DecidedAt   time.Time      `json:"decided_at"`
}

// Basis is a provision that bore on the answer.
type Basis struct {
	URN    string  `json:"urn"`
	Label  string  `json:"label"`
	Role   string  `json:"role"`
	Met    *bool   `json:"met"` // nil: unknown
	Reason string  `json:"reason"`
	Quote  *string `json:"quote"` // nil where the text is not held
	// Reading names the interpretations that the condition rests on: "IR-01".
	Reading string `json:"reading,omitempty"`
}

// Duty is what somebody must do, now that the answer is given.
type Duty struct {
	On    string  `json:"on"` // transportadora or beneficiario
	Text  string  `json:"text"`
	URN   string  `json:"urn"`
	DueAt *string `json:"due_at"` // RFC 3339; nil when no instant is set
}

// Remedy is a change of one fact; all remedies of an answer together change it.
type Remedy struct {
	Fact  string `json:"fact"`
	To    string `json:"to"`
	Value any    `json:"value"`
	URN   string `json:"urn"`
	Text  string `json:"text"`
}

// Missing is a fact that can still change the answer.
type Missing struct {
	Fact string `json:"fact"`
	URN  string `json:"urn"`
	Ask  string `json:"ask"`
}

// DisputeView is a dispute that touches the answer, contested or not.
type DisputeView struct {
	ID       string   `json:"id"`
	URNs     []string `json:"urns"`
	Text     Sided    `json:"text"`
	CaseLaw  Sided    `json:"case_law"`
	Court    string   `json:"court"`
	Case     string   `json:"case"`
	Date     *string  `json:"date"`
	Finality string   `json:"finality"`
	Grade    string   `json:"grade"`
}

// Sided is what one reading answers.
type Sided struct {
	Outcome string         `json:"outcome"`
	Result  map[string]any `json:"result"`
}

// Warning is something that the reader of the answer must know.
type Warning struct {
	Code string `json:"code"`
	URN  string `json:"urn"` // empty when it is about no provision
	Text string `json:"text"`
}

// Readings are the outcomes of the two readings, and which of them decided.
type Readings struct {
	Text    string `json:"text"`
	CaseLaw string `json:"case_law"`
	Decides string `json:"decides"`
}

// Policy says under what the answer was given.
type Policy struct {
	Revision   string `json:"revision"`
	Activation int    `json:"activation"`
	AsOf       string `json:"as_of"`   // the day whose law decided, YYYY-MM-DD
	WhatIf     bool   `json:"what_if"` // the request chose that day
}

// Explanation is the tree of articles, ways and conditions, in the reading that decides.
type Explanation struct {
	Articles []ExplainedArticle `json:"articles"`
}

// ExplainedArticle is an article that might speak.
type ExplainedArticle struct {
	Article      string                 `json:"article"` // "decreto_9921_2019.art_39"
	Label        string                 `json:"label"`
	Governs      *bool                  `json:"governs"` // nil: unknown
	Scope        []ExplainedCondition   `json:"scope"`
	Requirements []ExplainedRequirement `json:"requirements"`
}

// ExplainedRequirement is met by any of its ways.
type ExplainedRequirement struct {
	Answer string         `json:"answer"`
	Name   string         `json:"name"`
	Met    *bool          `json:"met"`
	Ways   []ExplainedWay `json:"ways"`
}

// ExplainedWay is met by all of its conditions.
type ExplainedWay struct {
	Met        *bool                `json:"met"`
	Conditions []ExplainedCondition `json:"conditions"`
}

// ExplainedCondition is one comparison.
type ExplainedCondition struct {
	Name   string   `json:"name"`
	Title  string   `json:"title"` // empty in English where the reason says it all
	Met    *bool    `json:"met"`
	URN    string   `json:"urn"`   // empty for a silent condition
	Label  string   `json:"label"` // of the provision
	Facts  []string `json:"facts"` // that it reads
	Reason string   `json:"reason"`
}
