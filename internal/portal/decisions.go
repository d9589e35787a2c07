package portal

import (
	"errors"
	"log/slog"
	"net/http"
	"reflect"

	"github.com/google/uuid"

	"deferido/internal/decision"
	"deferido/internal/document"
	"deferido/internal/identity"
)

// decisionRoutes are the addresses of this group of pages.
var decisionRoutes = []route{
	get("/decisoes", identity.ListDecisions, (*Portal).decisions),
	{method: http.MethodGet, path: "/decisoes.csv", action: identity.ListDecisions, handle: (*Portal).decisionsCSV, long: true},
	get("/decisoes/:id", identity.ReadDecision, (*Portal).decisionSheet),
	get("/decisoes/:id/explicacao", identity.ReadDecision, (*Portal).explanation),
	get("/decisoes/:id/simular", identity.ReadDecision, (*Portal).simulation),
	get("/decisoes/:id/recusa", identity.ReadDecision, (*Portal).refusalPage),
	get("/decisoes/:id/recusa.pdf", identity.ReadDecision, (*Portal).refusalPDF),
	get("/decisoes/:id/bilhete", identity.PrintTicket, (*Portal).ticketForm),
	post("/decisoes/:id/bilhete", identity.PrintTicket, (*Portal).ticketPrinted),
	get("/conferir", "", (*Portal).checkDocument),
	get("/conferir/:id", "", (*Portal).checkDocument),
}

const sectionDecisions = "decisoes"

// recorded is the record of the decision that the address names, if the visitor may do something with it. One that is another
// carrier's is not there.
func (v *visit) recorded(action identity.Action) (*decision.Record, error) {
	id := v.Param("id")
	if v.portal.Journal == nil || uuid.Validate(id) != nil {
		return nil, decision.ErrNoRecord
	}
	record, err := v.portal.Journal.Get(v.ctx(), id)
	var erased *decision.Erased
	if err != nil && !errors.As(err, &erased) {
		return nil, err
	}
	carrier := "" // of what was erased nobody knows whose it was
	if record != nil {
		carrier = record.Carrier
	}
	var refused *failure
	switch denied := v.may(action, carrier); {
	case errors.As(denied, &refused):
		return nil, decision.ErrNoRecord
	case denied != nil:
		return nil, denied
	}
	if erased != nil {
		return nil, &failure{status: http.StatusGone, key: "decisions.erased", args: []any{"when", v.words().moment(v.inZone(erased.At))}}
	}
	return record, err
}

// told is the decision of a record in the visit's language, and the language that its sentences are in: as it was given where
// that is the one, and else decided again. Where that cannot be, or comes out otherwise, it is told as it was given: a page
// must not say anything that was not decided.
func (v *visit) told(record *decision.Record) (d *decision.Decision, lang string, err error) {
	given, err := record.Given(nil)
	if err != nil || record.Language == v.lang {
		return given, v.lang, err
	}
	again, err := v.portal.Journal.Replay(v.ctx(), record, decision.Replaying{Language: v.lang})
	switch {
	case err != nil:
		v.note(slog.String("not_translated", logged(err)))
	case !sameAnswer(given, again):
		v.note(slog.String("not_translated", "it comes out otherwise"))
	default:
		return again, v.lang, nil
	}
	return given, record.Language, nil
}

// sameAnswer tells whether two decisions say the same, whatever the language.
func sameAnswer(a, b *decision.Decision) bool {
	if a.Outcome != b.Outcome || a.Contested != b.Contested || a.Readings != b.Readings || len(a.LegalBasis) != len(b.LegalBasis) ||
		len(a.Remedies) != len(b.Remedies) || len(a.Missing) != len(b.Missing) || len(a.Duties) != len(b.Duties) {
		return false
	}
	for i, basis := range a.LegalBasis {
		if other := b.LegalBasis[i]; basis.URN != other.URN || !reflect.DeepEqual(basis.Met, other.Met) {
			return false
		}
	}
	for i, remedy := range a.Remedies {
		if other := b.Remedies[i]; remedy.Fact != other.Fact || remedy.To != other.To {
			return false
		}
	}
	return true
}

// carrierOf is a carrier of the register; nil where it is not known.
func (v *visit) carrierOf(id string) (*decision.Carrier, error) {
	if v.portal.Carriers == nil {
		return nil, nil
	}
	return identity.Known(v.ctx(), v.portal.Carriers, id)
}

// checking is where whoever holds a document of a decision can check it, and its code.
func (v *visit) checking(id string) (address, code string, err error) {
	code, err = v.portal.Journal.Code(v.ctx(), id)
	if err != nil {
		return "", "", err
	}
	return document.CheckURL(v.portal.Proxies.Origin(v.Request, v.portal.PublicURL)+"/conferir", id, code), code, nil
}
