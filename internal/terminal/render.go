// Package terminal writes decisions for people who read them on a terminal: plain words first, then every provision with
// its own words, and what each reader can do next. It knows no law: all it says of the law stands in the decision.
package terminal

import (
	"io"
	"strings"

	"deferido/internal/decision"
)

// Options say how to write.
type Options struct {
	Lang  string // "pt-BR" or "en"; the headings follow it, the sentences come as they are
	Width int    // columns of the terminal; below 40 it is taken as 40
	Color bool   // mark outcome and states with colours too; no meaning is in a colour alone
	Title string // of the question; may be empty
	// Label names a provision that the decision speaks of and does not cite, by URN; nil, or empty for one that it does not
	// know, leaves the URN.
	Label func(urn string) string
}

// DefaultWidth is for output whose width is not known.
const DefaultWidth = 80

// maxWidth keeps lines readable on a wide terminal.
const maxWidth = 100

// Render writes a decision. The text has no tabs, no lines wider than the width, and none of the control characters that
// the decision's strings may hold.
func Render(w io.Writer, d *decision.Decision, o Options) error {
	v := &view{page: newPage(o), d: d, words: wordsOf(o.Lang), labels: map[string]string{}, label: o.Label}
	for _, b := range d.LegalBasis {
		v.labels[b.URN] = b.Label
	}
	v.head(o.Title)
	v.why()
	v.missing()
	v.remedies()
	v.duties()
	v.warnings()
	v.disputes()
	v.explanation()
	v.foot()
	_, err := io.WriteString(w, v.page.String())
	return err
}

// view is a decision on its way to a page.
type view struct {
	*page
	d      *decision.Decision
	words  words
	labels map[string]string // of the provisions cited, by URN
	label  func(urn string) string
}

// named is the label of a provision, or its URN where the decision does not cite it.
func (v *view) named(urn string) string {
	if label := v.labels[urn]; label != "" {
		return label
	}
	if v.label != nil && urn != "" {
		if label := v.label(urn); label != "" {
			return label
		}
	}
	return urn
}

func (v *view) head(title string) {
	v.line("", v.words.outcome[v.d.Outcome], outcomeStyle(v.d.Outcome))
	v.blank()
	if title == "" {
		title = v.d.Question
	}
	v.line("", title, plain)
	if v.d.Reference != "" {
		v.line("", v.words.reference+": "+v.d.Reference, plain)
	}
	v.result()
	if v.d.Contested {
		v.blank()
		v.line("", v.words.contested+" "+v.readings(), yellow)
	}
}

// readings says what each reading answers, and which decides.
func (v *view) readings() string {
	r := v.d.Readings
	return v.words.byReading["text"] + ": " + v.words.short[r.Text] + "; " +
		v.words.byReading["case_law"] + ": " + v.words.short[r.CaseLaw] + ". " +
		v.words.decides + ": " + v.words.reading[r.Decides] + "."
}

func (v *view) why() {
	v.heading(v.words.why)
	group := ""
	for _, b := range v.d.LegalBasis {
		state := stateOf(b.Met)
		if bearing[b.Role] && state == met {
			state = bears
		}
		if name := v.words.state[state]; name != group {
			group = name
			v.line("  ", name, bold)
		}
		role := v.words.role[b.Role]
		if role == "" {
			role = b.Role
		}
		v.item("  "+state.mark()+" ", b.Label+" ("+role+")", state.style())
		v.line("    ", b.Reason, plain)
		switch {
		case b.Quote != nil:
			v.line("    ", "“"+*b.Quote+"”", plain)
		default:
			v.line("    ", v.words.notHeld, faint)
		}
		if b.Reading != "" {
			v.line("    ", v.words.interpretation+": "+b.Reading, faint)
		}
	}
}

func (v *view) missing() {
	if len(v.d.Missing) == 0 {
		return
	}
	v.heading(v.words.missing)
	for _, m := range v.d.Missing {
		v.item("  ? ", m.Ask, yellow)
		v.line("    ", joined(" · ", v.named(m.URN), m.Fact), faint)
	}
}

func (v *view) remedies() {
	if v.d.Outcome != "deny" {
		return
	}
	v.heading(v.words.remedies)
	if len(v.d.Remedies) == 0 {
		v.line("  ", v.words.incurable, plain)
		return
	}
	if len(v.d.Remedies) > 1 {
		v.line("  ", v.words.together, plain)
	}
	for _, r := range v.d.Remedies {
		v.item("  → ", r.Text, plain)
		v.line("    ", joined(" · ", v.named(r.URN), r.Fact), faint)
	}
}

func (v *view) duties() {
	if len(v.d.Duties) == 0 {
		return
	}
	v.heading(v.words.duties)
	on := ""
	for _, duty := range v.d.Duties {
		if duty.On != on {
			on = duty.On
			name := v.words.on[on]
			if name == "" {
				name = on
			}
			v.line("  ", name, bold)
		}
		text := duty.Text
		if duty.DueAt != nil {
			text += " " + v.words.due + " " + v.words.instant(*duty.DueAt) + "."
		}
		v.item("  • ", text, plain)
		v.line("    ", v.named(duty.URN), faint)
	}
}

func (v *view) warnings() {
	if len(v.d.Warnings) == 0 {
		return
	}
	v.heading(v.words.warnings)
	for _, w := range v.d.Warnings {
		v.item("  ! ", w.Text, yellow)
		v.line("    ", joined(" · ", v.named(w.URN), w.Code), faint)
	}
}

func (v *view) foot() {
	p := v.d.Policy
	day := v.words.lawOf + " " + v.words.day(p.AsOf)
	if p.WhatIf {
		day += " (" + v.words.whatIf + ")"
	}
	v.blank()
	v.line("", joined(" · ", day, v.words.reading[v.d.Readings.Decides],
		v.words.policies+" "+shortRevision(p.Revision), v.words.activation+" "+number(p.Activation)), faint)
	v.line("", v.words.decision+" "+v.d.ID+", "+v.words.instant(v.d.DecidedAt.Format("2006-01-02T15:04:05Z07:00")), faint)
}

// shortRevision keeps as much of a revision as people compare.
func shortRevision(revision string) string {
	algorithm, sum, found := strings.Cut(revision, ":")
	if !found || len(sum) <= 12 {
		return revision
	}
	return algorithm + ":" + sum[:12]
}

// joined joins the parts that are not empty.
func joined(by string, parts ...string) string {
	var kept []string
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, by)
}
