package document

import (
	"time"

	"deferido/internal/decision"
)

// words are the words of the documents in one language. The two catalogues have the same keys, and none is empty.
type words struct {
	lang string

	// by the keys of the decision
	outcome, role, on, reading, benefit, mark map[string]string
	deniedForNow                              string

	// states of a condition and of an article
	met, unmet, unknown                        string
	basisMet, basisUnmet, basisOpen, basisBear string
	governs, governsNot, governsMaybe          string

	// of all documents
	fill, decision, checkLead, codeAlt, notHeld, due    string
	date, hour, place, carrier, cnpj, address, trip     string
	cures, together, incurable, asked, about, instantAt string
	refusalTitle, owed, refused, reason, benefitName    string
	stillDue, stillDueLead, otherwise, grade            string
	complain, agentName, agentSign                      string
	sheetTitle, result, missing, duties, disputes       string
	warnings, tree, record, contested, decides          string
	interpretation, court, finality, provisions         string
	decidedAt, asOf, whatIf, revision, activation       string
	reference, scope, requires, way, otherWay           string
	ticketTitle, firstCopy, secondCopy, issued          string
	denomination, number, copyName, origin, destination string
	line, endpoints, travelDate, seat                   string
	passenger, passengerID, notice                      string
	dateLayout                                          string
}

func wordsOf(language string) words {
	if language == "en" {
		return english
	}
	return portuguese
}

// in is the word for a key, or the key where there is none.
func in(words map[string]string, key string) string {
	if word := words[key]; word != "" {
		return word
	}
	return key
}

// bearing are the roles of provisions that bear on an answer without being tested.
var bearing = map[string]bool{"duty": true, "faculty": true, "penalty": true, "definition": true}

// stateOf names the provisions that are in the same state as this one.
func (w words) stateOf(b decision.Basis) string {
	if b.Met != nil && *b.Met && bearing[b.Role] {
		return w.basisBear
	}
	return w.byState(b.Met, w.basisMet, w.basisUnmet, w.basisOpen)
}

// tested is the word for what came of a test.
func (w words) tested(met *bool) string { return w.byState(met, w.met, w.unmet, w.unknown) }

func (w words) byState(state *bool, yes, no, unknown string) string {
	switch {
	case state == nil:
		return unknown
	case *state:
		return yes
	}
	return no
}

// day is a day as people write it: 12/12/2026, or 12 December 2026.
func (w words) day(t time.Time) string { return t.Format(w.dateLayout) }

// dayText is a civil date as people write it; what is no such date stays as it is.
func (w words) dayText(text string) string {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return text
	}
	return w.day(t)
}

// hourOf is the hour of an instant in its own offset, and which offset that is.
func (w words) hourOf(t time.Time) string { return t.Format("15:04 (UTC-07:00)") }

// moment is an instant to the second, in its own offset.
func (w words) moment(t time.Time) string {
	return w.day(t) + " " + w.instantAt + " " + t.Format("15:04:05 (UTC-07:00)")
}

// instant is an RFC 3339 instant as people write it; what is none stays as it is.
func (w words) instant(text string) string {
	t, err := time.Parse(time.RFC3339, text)
	switch {
	case err != nil:
		return text
	case t.Second() != 0:
		return w.moment(t)
	}
	return w.day(t) + " " + w.instantAt + " " + w.hourOf(t)
}
