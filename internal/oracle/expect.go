package oracle

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"deferido/internal/civil"
)

// Outcomes of a decision.
const (
	Allow      = "allow"
	Deny       = "deny"
	Incomplete = "incomplete"
)

// Expect is what must be so of the answer to a request.
type Expect struct {
	Status  int    // 200, or 422 where the law of that day is not held
	Problem string // end of the problem's type: law-not-held, or empty

	Outcome   string // in the text reading
	CaseLaw   string // in the case-law reading
	Contested bool

	// Result has the keys of the text reading's result that the contract makes certain; nil while incomplete. A key that
	// is not here is not compared. Amounts are int64, lists []any in no order that matters, objects have the keys that are
	// certain, and instants may be written in another offset.
	Result map[string]any

	Missing []string // fact pointers in order, of the text reading; nil unless incomplete

	MustUnmet []string // provisions that must stand unmet in the legal basis of a refusal; not all of them
	MustCite  []string // provisions that must stand in the legal basis (or in a conduct's infractions); not all of them

	// MustNotCite must not stand in the legal basis: a norm stands for all of its provisions. See Forbids.
	MustNotCite []string

	// Unsure names what is better not compared: "field: reason", the field being status, outcome, case_law, contested,
	// result, missing or cites. See Sure.
	Unsure []string
}

// Sure reports whether the field can be compared. What depends on an unsure outcome is unsure with it.
func (e Expect) Sure(field string) bool {
	for _, reason := range e.Unsure {
		name, _, _ := strings.Cut(reason, ":")
		if name == field || name == "status" || (name == "outcome" && field != "status") {
			return false
		}
	}
	return true
}

// Forbids reports whether the legal basis must not have the provision.
func (e Expect) Forbids(urn string) bool {
	for _, norm := range e.MustNotCite {
		if urn == norm || strings.HasPrefix(urn, norm+"!") {
			return true
		}
	}
	return false
}

// reading is how the disputed texts are read.
type reading int

const (
	letter reading = iota // the letter, hierarchy and dates of the texts
	courts                // what identified courts have held, applied to any date
)

// situation is a request under the law of a day, read in one way.
type situation struct {
	facts
	on             civil.Date // the law's day
	category, mode string     // empty while unknown
	reading        reading
	unsure         *[]string
}

func (s situation) doubt(field, reason string) { *s.unsure = append(*s.unsure, field+": "+reason) }

func (s situation) roadNorm() bool { return s.mode == road && !s.on.Before(from1692) }

func (s situation) newDecree() bool { return !s.on.Before(from9921) }

// answer is what one reading gives.
type answer struct {
	is     finding
	result map[string]any // all of it: two readings are contested where it differs
	sure   []string       // the keys of result that can be compared
	unmet  []string
	cite   []string
}

func (a answer) outcome() string {
	return map[truth]string{isTrue: Allow, isFalse: Deny, isUnknown: Incomplete}[a.is.is]
}

// question is how one of the nine questions is asked and answered.
type question struct {
	clock          func(facts) (civil.Date, bool) // the date that picks the law: IR-12
	clockFact      string
	clockElsewhere bool // the clock's fact decides more than the law's day
	byCategory     bool
	byMode         bool
	heldFrom       civil.Date // for a question that asks no category
	answer         func(situation) answer
	readsNoMode    bool // the question itself says what an unknown mode means
	ownNormsOnly   bool // no norm of another category or mode bears on it
}

func clockAt(pointer string) func(facts) (civil.Date, bool) {
	return func(f facts) (civil.Date, bool) {
		at, ok := f.instant(pointer)
		if !ok {
			return civil.Date{}, false
		}
		return dayOf(at), true
	}
}

func clockOn(pointer string) func(facts) (civil.Date, bool) {
	return func(f facts) (civil.Date, bool) { return f.date(pointer) }
}

func questions() map[string]question {
	return map[string]question{
		"grant": {clock: clockAt(pMade), clockFact: pMade, clockElsewhere: true, byCategory: true, byMode: true,
			answer: grant, readsNoMode: true, ownNormsOnly: true},
		"sale": {clock: clockAt(pSaleAt), clockFact: pSaleAt, clockElsewhere: true, byCategory: true, byMode: true,
			answer: sale, ownNormsOnly: true},
		"fare": {clock: clockAt(pPurchased), clockFact: pPurchased, byCategory: true, byMode: true,
			answer: fare, ownNormsOnly: true},
		"ticket": {clock: clockOn("/facts/ticket/issued_on"), clockFact: "/facts/ticket/issued_on", byCategory: true,
			byMode: true, answer: ticket},
		"boarding": {clock: clockAt(pScheduled), clockFact: pScheduled, clockElsewhere: true, byCategory: true, byMode: true,
			answer: boarding, ownNormsOnly: true},
		"retention": {clock: clockOn(pDisposal), clockFact: pDisposal, clockElsewhere: true, byCategory: true, byMode: true,
			answer: retention},
		"report": {clock: quarterEnd, clockFact: pPeriod, clockElsewhere: true, byMode: true, heldFrom: from5934, answer: report},
		"notice": {clock: clockOn("/facts/notice/inspected_on"), clockFact: "/facts/notice/inspected_on", heldFrom: from8537,
			answer: notice},
		"conduct": {clock: clockOn("/facts/conduct/on"), clockFact: "/facts/conduct/on", byMode: true, heldFrom: from5934,
			answer: conduct},
	}
}

// Decide is the answer that the law gives to a valid request. Today is the day that picks the law when the request has
// neither a what-if day nor the fact that would pick it.
func Decide(request map[string]any, today civil.Date) Expect {
	name, _ := request["question"].(string)
	q, ok := questions()[name]
	if !ok {
		panic("oracle: no such question")
	}
	f := facts{object: request}
	e := Expect{Status: 200}
	s := situation{facts: f, on: today, unsure: &e.Unsure}
	asked, hasClock := q.clock(f)
	_, whatIf := f.text("/as_of")
	if hasClock {
		s.on = asked
	}
	if whatIf {
		s.on, _ = f.date("/as_of")
	}
	var first []string
	if q.byCategory {
		if s.category, ok = f.text(pCategory); !ok {
			first = append(first, pCategory)
		}
	}
	if q.byMode {
		if s.mode, ok = f.text(pMode); !ok {
			first = append(first, pMode)
		}
	}
	if !hasClock {
		first = append(first, q.clockFact)
	}
	if !held(q, s) {
		return Expect{Status: 422, Problem: "law-not-held", Unsure: e.Unsure}
	}

	text := q.read(s)
	s.reading = courts
	caseLaw := q.read(s)
	e.Unsure = sorted(e.Unsure)

	e.Outcome, e.CaseLaw = text.outcome(), caseLaw.outcome()
	e.Contested = e.Outcome != e.CaseLaw || !reflect.DeepEqual(text.result, caseLaw.result)
	e.MustCite, e.MustNotCite = sorted(text.cite), notInForce(s.on)
	e.MustNotCite = append(e.MustNotCite, notOfThis(q, s)...)
	if e.Outcome == Deny {
		e.MustUnmet = sorted(text.unmet)
	}
	if e.Outcome == Incomplete {
		e.Missing = text.is.need
		if len(first) > 0 {
			e.Missing = sorted(first)
		}
	} else {
		e.Result = maps.Clone(text.result)
		maps.DeleteFunc(e.Result, func(key string, _ any) bool { return !slices.Contains(text.sure, key) })
	}
	e.Unsure = append(e.Unsure, doubtsOfFirst(q, s, e.Outcome, hasClock, whatIf)...)
	return e
}

// doubtsOfFirst are the doubts about a request without its category, mode or clock. The contract asks these first, and
// does not say whether an answer that none of them can change is given all the same; here it is.
func doubtsOfFirst(q question, s situation, outcome string, hasClock, whatIf bool) []string {
	var out []string
	if outcome != Incomplete {
		if q.byCategory && s.category == "" {
			out = append(out, "outcome: category unknown, and the same answer for both")
		}
		if q.byMode && s.mode == "" && !q.readsNoMode {
			out = append(out, "outcome: mode unknown, and the same answer for all")
		}
		if !hasClock && !whatIf {
			out = append(out, "outcome: clock unknown, answered by the law of today")
		}
	} else if q.byCategory && s.category == "" || q.byMode && s.mode == "" && !q.readsNoMode {
		out = append(out, "contested: category or mode unknown: the readings may be compared at another depth")
	}
	if !hasClock && whatIf && !q.clockElsewhere {
		out = append(out, "missing: the clock's fact is asked first, yet with as_of it cannot change the answer")
	}
	return out
}

// held reports whether the law of that day is held: from the Decree of 2006 for the elderly, that of 2015 for youth.
func held(q question, s situation) bool {
	if !q.byCategory {
		return !s.on.Before(q.heldFrom)
	}
	switch s.category {
	case elderly:
		return !s.on.Before(from5934)
	case youth:
		return !s.on.Before(from8537)
	}
	if s.on.Before(from8537) {
		s.doubt("status", "category unknown on a day whose law is held for one category or for none")
	}
	return !s.on.Before(from5934)
}

// read answers in one reading. An unknown category or mode is tried both ways: what all agree on is the answer.
func (q question) read(s situation) answer {
	if q.byCategory && s.category == "" {
		old := s
		old.category = elderly
		answers := []answer{q.read(old)}
		young := s
		young.category = youth
		if held(q, young) {
			answers = append(answers, q.read(young))
		} else {
			answers = append(answers, answer{is: unknown(pCategory)})
		}
		return agreed(pCategory, answers)
	}
	if q.byMode && s.mode == "" && !q.readsNoMode {
		var answers []answer
		for _, mode := range []string{road, rail, water} {
			with := s
			with.mode = mode
			answers = append(answers, q.read(with))
		}
		return agreed(pMode, answers)
	}
	return q.answer(s)
}

// agreed is the answer that all give, refusals even for different reasons; otherwise the fact that tells them apart is
// missing.
func agreed(pointer string, answers []answer) answer {
	same, denied := true, true
	for _, a := range answers {
		same = same && a.is.is == answers[0].is.is && reflect.DeepEqual(a.result, answers[0].result)
		denied = denied && a.is.is == isFalse
	}
	if same && answers[0].is.is != isUnknown {
		return answer{is: answers[0].is, result: answers[0].result, sure: answers[0].sure}
	}
	if denied {
		return answer{is: unmet}
	}
	return answer{is: unknown(pointer)}
}

// notOfThis is what governs another mode or another category. The Resolution governs the road only.
func notOfThis(q question, s situation) []string {
	var out []string
	if !q.ownNormsOnly {
		return nil
	}
	if s.mode != road && s.mode != "" {
		out = append(out, res1692)
	}
	switch s.category {
	case elderly:
		out = append(out, lei12852, dec8537)
	case youth:
		out = append(out, lei10741, dec5934, dec9921, res1692)
	}
	return out
}

func writeInstant(at time.Time) string { return at.Format(time.RFC3339Nano) }
