package httpapi

import (
	"deferido/internal/civil"
	"deferido/internal/corpus"
	"deferido/internal/decision"
)

// Norms are the norms of a policy set, by rank, then by date.
type Norms struct {
	Revision string `json:"revision"`
	Norms    []Norm `json:"norms"`
	// Unfound are the things that the texts cite and of which nothing more is known. They decide nothing.
	Unfound []Unfound `json:"unfound"`
}

// Norm is an act, or the part of it that is held.
type Norm struct {
	Folder      string         `json:"folder"`
	Title       string         `json:"title"`
	ShortTitle  string         `json:"short_title,omitempty"`
	URN         string         `json:"urn"`
	PublishedOn *Dated         `json:"published_on"`
	InForce     InForce        `json:"in_force"`
	Source      string         `json:"source"`
	Notes       []Note         `json:"notes"`
	Provisions  []ProvisionRef `json:"provisions"` // in the order of the text
}

// Dated is a day and how well it is known.
type Dated struct {
	Date  civil.Date   `json:"date"`
	Grade corpus.Grade `json:"grade"`
}

// InForce is the time in which an act is in force; both ends belong to it.
type InForce struct {
	From  Dated  `json:"from"`
	Until *Dated `json:"until"` // null while in force
	Note  string `json:"note,omitempty"`
}

// Note is a statement about an act.
type Note struct {
	Text  string       `json:"text"`
	Act   string       `json:"act,omitempty"`
	Grade corpus.Grade `json:"grade"`
	From  *civil.Date  `json:"from"`
}

// ProvisionRef names a provision.
type ProvisionRef struct {
	URN    string        `json:"urn"`
	Label  string        `json:"label"`
	Status corpus.Status `json:"status"`
	Held   bool          `json:"held"`
}

// Unfound is something that a text cites.
type Unfound struct {
	Citation string `json:"citation"`
	At       string `json:"at"` // file and line
	Note     string `json:"note"`
}

// Provision is a provision with its wordings, and the rules and cases that speak of it.
type Provision struct {
	Revision  string        `json:"revision"`
	URN       string        `json:"urn"`
	Label     string        `json:"label"`
	Norm      string        `json:"norm"`
	Status    corpus.Status `json:"status"`
	Nature    corpus.Status `json:"nature,omitempty"`
	Questions []string      `json:"questions"`
	Grade     corpus.Grade  `json:"grade"`
	Note      string        `json:"note"`
	On        *civil.Date   `json:"on"`       // the day asked for; null when none was
	InForce   *bool         `json:"in_force"` // on that day; null when none was asked for
	// Text is the wording of the day asked for, otherwise the newest one held; null where it is not held or not in force.
	Text     *string           `json:"text"`
	Versions []Version         `json:"versions"` // in order of time
	Rules    []decision.RuleOf `json:"rules"`
	Cases    []string          `json:"cases"`
}

// Version is a wording and the time in which it is in force.
type Version struct {
	From         civil.Date   `json:"from"`
	Until        *civil.Date  `json:"until"` // last day; null while in force
	Held         bool         `json:"held"`
	OlderWording bool         `json:"older_wording"` // the text is that of the version before
	Act          string       `json:"act,omitempty"` // that gave this wording
	Grade        corpus.Grade `json:"grade"`
	Note         string       `json:"note,omitempty"`
	Text         *string      `json:"text"`
}

// Ledger accounts for every provision, and every other line of the texts.
type Ledger struct {
	Revision string                `json:"revision"`
	Counts   map[corpus.Status]int `json:"counts"` // of the rows here, by status
	Rows     []LedgerRow           `json:"rows"`   // in document order
	// Interpretations are the choices made where the texts leave one; each is open to a lawyer.
	Interpretations []Interpretation `json:"interpretations"`
	Disputes        []Dispute        `json:"disputes"` // between the letter and the courts
}

// Interpretation is a choice made where a text leaves one, in both languages.
type Interpretation struct {
	ID string `json:"id"`
	PT string `json:"pt-BR"`
	EN string `json:"en"`
	// Alternatives are the readings that were not chosen.
	Alternatives []Alternative `json:"alternatives"`
}

// Alternative is a reading that was not chosen.
type Alternative struct {
	PT string `json:"pt-BR"`
	EN string `json:"en"`
}

// Dispute is where the letter and the courts differ.
type Dispute struct {
	ID       string  `json:"id"`
	Title    string  `json:"title"`
	Court    string  `json:"court"`
	Case     string  `json:"case"`
	Date     *string `json:"date"`
	Finality string  `json:"finality"`
	Grade    string  `json:"grade"`
}

// LedgerRow is a provision, or a passage of commentary.
type LedgerRow struct {
	Norm      string        `json:"norm"`
	Fragment  string        `json:"fragment,omitempty"`
	URN       string        `json:"urn,omitempty"`
	Label     string        `json:"label"`
	Status    corpus.Status `json:"status"`
	Nature    corpus.Status `json:"nature,omitempty"`
	Questions []string      `json:"questions"`
	Held      bool          `json:"held"`
	Grade     corpus.Grade  `json:"grade"`
	Note      string        `json:"note"`
	Text      *string       `json:"text"` // the newest wording held
}

func normsOf(set Set) Norms {
	law := set.Corpus()
	view := Norms{Revision: set.Revision(), Norms: []Norm{}, Unfound: []Unfound{}}
	for _, n := range law.Norms() {
		view.Norms = append(view.Norms, normOf(n))
	}
	for _, r := range law.RelatedUnfound() {
		view.Unfound = append(view.Unfound, Unfound{r.Citation, r.At.String(), r.Note})
	}
	return view
}

func normOf(n *corpus.Norm) Norm {
	view := Norm{
		Folder: n.Folder, Title: n.Title, ShortTitle: n.ShortTitle, URN: n.URN.String(), PublishedOn: datedOf(n.PublishedOn),
		InForce: InForce{*datedOf(&n.InForce.From), datedOf(n.InForce.Until), n.InForce.Note}, Source: n.Source,
		Notes: []Note{}, Provisions: []ProvisionRef{},
	}
	for _, note := range n.Notes {
		view.Notes = append(view.Notes, Note{note.Text, note.Act, note.Grade, note.From})
	}
	for _, p := range n.Provisions {
		view.Provisions = append(view.Provisions, ProvisionRef{p.URN, p.Label, p.Status, p.Held()})
	}
	return view
}

func datedOf(d *corpus.DatedFact) *Dated {
	if d == nil {
		return nil
	}
	return &Dated{d.Date, d.Grade}
}

func provisionOf(set Set, p *corpus.Provision, on *civil.Date) Provision {
	view := Provision{
		Revision: set.Revision(), URN: p.URN, Label: p.Label, Norm: p.Norm.Folder, Status: p.Status, Nature: p.Nature,
		Questions: listed(p.Questions), Grade: p.Grade, Note: p.Note, On: on, Versions: []Version{},
		Rules: listed(set.RulesOf(p.Norm.Folder, p.Fragment.String())), Cases: listed(set.Cases(p.URN)),
	}
	for _, v := range p.Versions {
		view.Versions = append(view.Versions, Version{
			v.From, v.Until, v.Held, v.OlderWording, v.Act, v.Grade, v.Note, textIf(v.Text, v.Held),
		})
	}
	if on == nil {
		view.Text = textIf(p.Text())
		return view
	}
	v, inForce := p.VersionOn(*on)
	view.InForce, view.Text = &inForce, textIf(v.Text, inForce && v.Held)
	return view
}

func textIf(text string, held bool) *string {
	if !held {
		return nil
	}
	return &text
}

func ledgerOf(set Set, wanted func(corpus.Row) bool) Ledger {
	view := Ledger{
		Revision: set.Revision(), Counts: map[corpus.Status]int{}, Rows: []LedgerRow{},
		Interpretations: []Interpretation{}, Disputes: []Dispute{},
	}
	for _, i := range set.Interpretations() {
		entry := Interpretation{i.ID, i.PT, i.EN, []Alternative{}}
		for _, a := range i.Alternatives {
			entry.Alternatives = append(entry.Alternatives, Alternative(a))
		}
		view.Interpretations = append(view.Interpretations, entry)
	}
	for _, d := range set.Disputes() {
		view.Disputes = append(view.Disputes, Dispute{d.ID, d.Title, d.Court.PT, d.Case.PT, textIf(d.Date, d.Date != ""), d.Finality.PT, d.Grade})
	}
	for _, r := range set.Corpus().Ledger() {
		if !wanted(r) {
			continue
		}
		view.Counts[r.Status]++
		view.Rows = append(view.Rows, LedgerRow{
			r.Norm, r.Fragment, r.URN, r.Label, r.Status, r.Nature, listed(r.Questions), r.Held, r.Grade, r.Note, r.Text,
		})
	}
	return view
}

// listed makes an absent list an empty one, so that it is one on the wire.
func listed[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
