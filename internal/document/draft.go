package document

import (
	"deferido/internal/decision"
)

// draft is a decision on its way to a document.
type draft struct {
	*decision.Decision
	given  Sheet
	words  words
	labels map[string]string // of the provisions that the decision cites, by URN
}

func newDraft(s Sheet) *draft {
	d := &draft{Decision: s.Decision, given: s, words: wordsOf(s.Language), labels: map[string]string{}}
	for _, b := range s.Decision.LegalBasis {
		d.labels[b.URN] = b.Label
	}
	return d
}

// named is the label of a provision, or its URN where nobody knows it.
func (d *draft) named(urn string) string {
	if label := d.labels[urn]; label != "" {
		return label
	}
	if d.given.Label != nil && urn != "" {
		if label := d.given.Label(urn); label != "" {
			return label
		}
	}
	return urn
}

// cited is the label of a provision and its URN.
func (d *draft) cited(urn string) string {
	if label := d.named(urn); label != urn {
		return label + " · " + urn
	}
	return urn
}

// lawOf is a provision's own words, below its label or below nothing.
func (d *draft) lawOf(b decision.Basis, label string) law {
	if b.Quote == nil || *b.Quote == "" {
		return law{Label: label, Silent: d.words.notHeld}
	}
	return law{Label: label, Quote: "“" + *b.Quote + "”"}
}

// word is the answer in a word or two.
func (d *draft) word() string {
	if d.Outcome == "deny" && d.Curable != nil && *d.Curable {
		return d.words.deniedForNow
	}
	return in(d.words.outcome, d.Outcome)
}

// cures are the blocks that say what would change a refusal, each change with what a note says of it, if anything.
func (d *draft) cures(note func(decision.Remedy) []string) []block {
	blocks := []block{heading{Level: 2, Text: d.words.cures}}
	if len(d.Remedies) == 0 || d.Curable != nil && !*d.Curable {
		return append(blocks, para{Text: d.words.incurable})
	}
	if len(d.Remedies) > 1 {
		blocks = append(blocks, para{Text: d.words.together})
	}
	var items []item
	for _, r := range d.Remedies {
		items = append(items, item{Text: r.Text, Notes: note(r)})
	}
	return append(blocks, list{items})
}

// dutiesOf are the duties on one party, each with its provision as it is to be cited, and its day where it has one.
func (d *draft) dutiesOf(on string, cite func(urn string) string) []item {
	var items []item
	for _, duty := range d.Duties {
		if duty.On != on {
			continue
		}
		text := duty.Text
		if duty.DueAt != nil {
			text += " " + d.words.due + " " + d.words.instant(*duty.DueAt) + "."
		}
		items = append(items, item{Text: text, Notes: []string{cite(duty.URN)}})
	}
	return items
}

// benefits are the names of the benefits that a value of the result holds: one, or a list of them. What is not the name of a
// benefit is left out.
func (d *draft) benefits(value any) []string {
	var names []string
	add := func(v any) {
		if key, ok := v.(string); ok && d.words.benefit[key] != "" {
			names = append(names, d.words.benefit[key])
		}
	}
	switch value := value.(type) {
	case []any:
		for _, v := range value {
			add(v)
		}
	case []string:
		for _, v := range value {
			add(v)
		}
	default:
		add(value)
	}
	return names
}

// checking is the block by which the document can be checked.
func (d *draft) checking() (block, error) {
	c := check{ID: d.words.decision + " " + d.ID}
	if d.given.CheckURL == "" {
		return c, nil
	}
	c.Lead, c.URL, c.Alt = d.words.checkLead, d.given.CheckURL, d.words.codeAlt
	var err error
	c.Image, c.dots, err = code(d.given.CheckURL)
	return c, err
}
