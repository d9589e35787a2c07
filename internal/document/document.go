// Package document writes the papers of a decision: the refusal document, the decision sheet and the ticket, each as HTML,
// which is the accessible form, and as PDF. Both forms are laid out from the same blocks, so they say the same. It knows no
// law: every citation, reason and quote comes with the decision. The same input yields the same bytes.
package document

import (
	"errors"
	"fmt"

	"deferido/internal/decision"
)

// Format is the form of a document.
type Format int

// The forms.
const (
	HTML Format = iota + 1 // one UTF-8 page without script and without anything to fetch; its style is Style
	PDF                    // A4, with text that can be copied and searched
)

// What keeps a document from being written.
var (
	ErrNoDecision = errors.New("document: no decision")
	ErrNoRefusal  = errors.New("document: the decision is not a refusal")
	ErrNoReason   = errors.New("document: the refusal names no unmet provision, and without a reason it is none")
	ErrNoTicket   = errors.New("document: the decision does not allow a grant")
	ErrFormat     = errors.New("document: no such format")
)

// Sheet is what a document about a decision is made of. Nothing of it is kept.
type Sheet struct {
	// Decision is in the language of the document. For a refusal its reasons state only what the law asks, never what the
	// person earns or when they were born: the caller sees to it.
	Decision *decision.Decision
	Question string            // the question's title
	Place    string            // of the request; empty: a ruled line to be filled by hand
	Trip     string            // which trip was asked for, in words; empty: a ruled line
	Carrier  *decision.Carrier // nil: not known, ruled lines
	CheckURL string            // what the QR code holds, printed beside it; empty: neither
	Language string            // "en" for English, Portuguese otherwise
	// Label names a provision that the decision speaks of and does not cite, by URN. Nil, or empty for one that it does not
	// know, leaves the URN.
	Label func(urn string) string
}

// Refusal is the document that is handed to a person whose request was denied. It names no person. It is ErrNoRefusal for
// any other outcome.
func Refusal(s Sheet, format Format) ([]byte, error) {
	if s.Decision == nil || s.Decision.Outcome != "deny" {
		return nil, ErrNoRefusal
	}
	d := newDraft(s)
	blocks, err := d.refusal()
	if err != nil {
		return nil, err
	}
	return d.write(d.words.refusalTitle, blocks, format)
}

// DecisionSheet is all that a decision says, for a lawyer, whatever its outcome.
func DecisionSheet(s Sheet, format Format) ([]byte, error) {
	if s.Decision == nil {
		return nil, ErrNoDecision
	}
	d := newDraft(s)
	blocks, err := d.sheet()
	if err != nil {
		return nil, err
	}
	return d.write(d.words.sheetTitle, blocks, format)
}

// Ticket is the ticket of an allowed grant, in two copies. It is ErrNoTicket for any other decision. Whether all that must
// be on it is there is another question, asked of the policies before; what is absent here becomes a ruled line.
func Ticket(t TicketSheet, format Format) ([]byte, error) {
	if t.Decision == nil || t.Decision.Outcome != "allow" || t.Decision.Question != "grant" {
		return nil, ErrNoTicket
	}
	d := newDraft(Sheet{Decision: t.Decision, Carrier: t.Carrier, CheckURL: t.CheckURL, Language: t.Language})
	blocks, err := d.ticket(t.Fields)
	if err != nil {
		return nil, err
	}
	return d.write(d.words.ticketTitle, blocks, format)
}

func (d *draft) write(title string, blocks []block, format Format) ([]byte, error) {
	p := &page{
		Lang: d.words.lang, Title: title + " " + d.ID, Subject: d.given.Question, ID: d.words.decision + " " + d.ID, Fill: d.words.fill,
		at: d.DecidedAt, Blocks: blocks,
	}
	if d.given.Carrier != nil {
		p.author = d.given.Carrier.Name
	}
	var out []byte
	var err error
	switch format {
	case HTML:
		out, err = p.html()
	case PDF:
		out, err = p.pdf()
	default:
		return nil, ErrFormat
	}
	if err != nil {
		return nil, fmt.Errorf("document: writing the %s: %w", title, err)
	}
	return out, nil
}
