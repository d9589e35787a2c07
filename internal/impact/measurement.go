package impact

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"deferido/internal/decision"
)

// Measurement is what a draft as it stood would change, as it is kept for those who approve it. It holds nothing that was found
// of a person: of decisions it names the ids, and reasons with what the law asks alone.
type Measurement struct {
	ID       string    `json:"id"` // UUID version 7
	Draft    string    `json:"draft"`
	Revision string    `json:"revision"` // that the draft was
	By       string    `json:"by"`
	At       time.Time `json:"at"`
	Scope    Scope     `json:"scope"`
	Found    *Found    `json:"found"`
	Pairs    []Pair    `json:"pairs"` // of each change some, the newest decisions first
}

// Pair is a decision as it was and as it would be.
type Pair struct {
	ID        string    `json:"id"`
	Question  string    `json:"question"`
	Change    string    `json:"change"`
	DecidedAt time.Time `json:"decided_at"`
	Before    Side      `json:"before"`
	After     *Side     `json:"after"`         // null where it cannot be decided
	Why       string    `json:"why,omitempty"` // it cannot: the kind of the problem
}

// Side is one of the answers of a pair.
type Side struct {
	Outcome   string         `json:"outcome"`
	Curable   *bool          `json:"curable,omitempty"`
	Contested bool           `json:"contested"`
	Result    map[string]any `json:"result"`  // what of it is another; null where that is nothing
	Grounds   []Ground       `json:"grounds"` // of the provisions that are met otherwise, or the first
}

// Ground is a provision that an answer rests on.
type Ground struct {
	URN    string            `json:"urn"`
	Label  string            `json:"label"`
	Met    *bool             `json:"met"`
	Reason decision.Sentence `json:"reason"`
}

// PairsKept is how many pairs of each change are kept.
const PairsKept = 40

// Newest gathers the ids of the newest flips of each change. Ids are in the order of time.
type Newest struct{ flips map[string][]Flip }

// Add takes a flip, if it is one of the newest.
func (n *Newest) Add(f Flip) {
	if n.flips == nil {
		n.flips = map[string][]Flip{}
	}
	all := n.flips[f.Change()]
	at, _ := slices.BinarySearchFunc(all, f, func(a, b Flip) int { return strings.Compare(b.ID, a.ID) })
	if at == PairsKept {
		return
	}
	n.flips[f.Change()] = slices.Insert(all, at, f)[:min(len(all)+1, PairsKept)]
}

// Flips are those that were gathered, by change, the newest of each first.
func (n *Newest) Flips() []Flip {
	var all []Flip
	for _, flips := range n.flips {
		all = append(all, flips...)
	}
	slices.SortFunc(all, func(a, b Flip) int {
		return cmp.Or(strings.Compare(a.Change(), b.Change()), strings.Compare(b.ID, a.ID))
	})
	return all
}
