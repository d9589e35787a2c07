package portal

import (
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"deferido/internal/decision"
	"deferido/internal/document"
	"deferido/internal/identity"
)

// refusalView is what the component sheet shows: the paper that is handed over, black on white, one page. An empty value is a
// ruled line. It names no person, no income and no document's number.
type refusalView struct {
	Carrier   decision.Carrier
	ID        string
	Title     string
	Second    bool   // it is not the first on its page
	When      string // date
	Hour      string
	Place     string
	Reasons   []refusalReason
	Cures     []string
	Incurable bool
	Also      string // what the same facts do give; may be empty
	Courts    []string
	Trip      string
	Owed      []string // the provisions that demand the document
	AsOf      string
	Revision  string
	Check     string
	QR        template.URL
}

type refusalReason struct {
	Text   string
	Quotes []refusalQuote
}

type refusalQuote struct{ Label, Quote string }

// refusalPage answers GET /decisoes/{id}/recusa. The document is in Portuguese; on an English page the same follows in English.
func (p *Portal) refusalPage(v *visit) error {
	record, err := v.recorded(identity.ReadDecision)
	if err != nil {
		return err
	}
	languages := []string{portuguese}
	if v.lang == english {
		languages = append(languages, english)
	}
	type sheet struct {
		Lang    string
		Content template.HTML
	}
	var sheets []sheet
	for _, lang := range languages {
		view, err := v.refusalIn(record, lang)
		if err != nil {
			return err
		}
		view.Second = len(sheets) > 0
		content, err := p.pages[lang].execute("sheet", view)
		if err != nil {
			return err
		}
		sheets = append(sheets, sheet{lang, content})
	}
	body := map[string]any{"Sheets": sheets, "Here": "/decisoes/" + url.PathEscape(record.ID)}
	return v.render(http.StatusOK, page{
		Title: v.t("decisions.refusal.title", "id", record.ID[:8]), Template: "decisions/refusal", Body: body, Section: sectionDecisions, Bare: true,
	})
}

// noRefusal is the page of a decision that has no such document.
func noRefusal(record *decision.Record, v *visit) *failure {
	return &failure{status: http.StatusConflict, key: "decisions.no_refusal", links: []link{{"/decisoes/" + url.PathEscape(record.ID), v.t("decisions.back")}}}
}

// refused is a refusal as the document says it: its reasons state what the law asks, and nothing of the person.
func (v *visit) refused(record *decision.Record, lang string) (*decision.Decision, error) {
	if record.Facets.Outcome != "deny" {
		return nil, noRefusal(record, v)
	}
	return v.portal.Journal.Replay(v.ctx(), record, decision.Replaying{Language: lang, LawOnly: true})
}

func (v *visit) refusalIn(record *decision.Record, lang string) (*refusalView, error) {
	d, err := v.refused(record, lang)
	if err != nil {
		return nil, err
	}
	w := v.portal.pages[lang].words
	s := newSaid(w, v.set, d, lang)
	asked := document.AskedIn(record)
	view := &refusalView{
		ID: record.ID, Title: s.refusalTitle(keptIn(record)), When: w.day(civilDay(d.DecidedAt)), Hour: d.DecidedAt.Format("15:04"), Place: asked.Place,
		Reasons: s.refusalReasons(), Incurable: len(d.Remedies) == 0, Trip: s.trip(asked, keptIn(record)), AsOf: w.date(d.Policy.AsOf), Revision: d.Policy.Revision,
		Also: s.benefits(d.Result["alternatives"]),
	}
	for _, r := range d.Remedies {
		view.Cures = append(view.Cures, unbroken(r.Text))
	}
	if d.Contested {
		for _, dispute := range s.disputes() {
			view.Courts = append(view.Courts, dispute.Court)
		}
	}
	for _, duty := range d.Duties {
		if duty.On == "transportadora" {
			view.Owed = append(view.Owed, s.labelled(duty.URN))
		}
	}
	carrier, err := v.carrierOf(record.Carrier)
	if err != nil {
		return nil, err
	}
	if carrier != nil {
		view.Carrier = *carrier
	}
	if view.Check, _, err = v.checking(record.ID); err != nil {
		return nil, err
	}
	view.QR, err = document.QR(view.Check)
	return view, err
}

// refusalTitle says what was refused, and whether for now.
func (s *said) refusalTitle(kept keptFacts) string {
	key := "decisions.refusal.refused"
	if s.Curable != nil && *s.Curable {
		key = "decisions.refusal.refused_for_now"
	}
	what := s.words.text("decisions.refusal.request")
	if kept.Request.Benefit != "" {
		what = raised(factName(s.set, s.words.lang, benefitFact, kept.Request.Benefit))
	}
	return s.words.text(key, "what", what)
}

// trip is which trip was asked for: when it departs, its class and its distance, as far as they are known.
func (s *said) trip(asked document.Asked, kept keptFacts) string {
	var parts []string
	if !asked.Departs.IsZero() {
		parts = append(parts, s.words.clock(asked.Departs))
	}
	if kept.Service.Class != "" {
		parts = append(parts, factName(s.set, s.words.lang, "/facts/service/class", kept.Service.Class))
	}
	if kept.Trip.Distance != "" {
		parts = append(parts, s.words.quantity("distance_km", kept.Trip.Distance.String()))
	}
	return strings.Join(parts, ", ")
}

// refusalReasons are the unmet provisions. Those that give the same reason stand below it together: it is read once.
func (s *said) refusalReasons() []refusalReason {
	var all []refusalReason
	places := map[string]int{}
	for _, b := range s.LegalBasis {
		if b.Met == nil || *b.Met {
			continue
		}
		place, known := places[b.Reason]
		if !known {
			place = len(all)
			places[b.Reason] = place
			all = append(all, refusalReason{Text: unbroken(b.Reason)})
		}
		quote := refusalQuote{Label: b.Label}
		if b.Quote != nil {
			quote.Quote = *b.Quote
		}
		all[place].Quotes = append(all[place].Quotes, quote)
	}
	return all
}

// refusalPDF answers GET /decisoes/{id}/recusa.pdf: the document as the API gives it, in the page's language.
func (p *Portal) refusalPDF(v *visit) error {
	record, err := v.recorded(identity.ReadDecision)
	if err != nil {
		return err
	}
	d, err := v.refused(record, v.lang)
	if err != nil {
		return err
	}
	carrier, err := v.carrierOf(record.Carrier)
	if err != nil {
		return err
	}
	check, _, err := v.checking(record.ID)
	if err != nil {
		return err
	}
	q, _ := v.set.Question(record.Question)
	asked := document.AskedIn(record)
	content, err := document.Refusal(document.Sheet{
		Decision: d, Question: q.Title.In(v.lang), Place: asked.Place, Trip: asked.Trip(v.lang), Carrier: carrier, CheckURL: check, Language: v.lang,
		Label: newSaid(v.words(), v.set, d, v.lang).labelled,
	}, document.PDF)
	if err != nil {
		return err
	}
	return v.file("recusa-"+record.ID[:8]+".pdf", "application/pdf", content)
}
