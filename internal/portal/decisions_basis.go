package portal

import (
	"html/template"
	"net/url"
	"strings"

	"deferido/internal/decision"
)

// basisView is what the component basis shows: the provisions that bore on the answer, those that failed first. The rest of
// many that are met is folded.
type basisView struct {
	Items, Folded template.HTML // items of lists
	Rest          int           // how many are folded
	FoldedKey     string        // of what counts them
}

// Provisions are folded where there are more than basisWhole; then basisMet of those that are met are shown.
const (
	basisWhole = 12
	basisMet   = 3
)

// bearing are the roles of provisions that bear on an answer without being tested.
var bearing = map[string]bool{"duty": true, "faculty": true, "penalty": true, "definition": true}

func (s *said) basis() basisView {
	v := basisView{FoldedKey: "decisions.folded"}
	var shown, folded markup
	shown.b.Grow(512 * len(s.LegalBasis))
	met := 0
	for _, b := range s.LegalBasis {
		class := s.bearingOf(b)
		quiet := class == "met" || class == "bears"
		if quiet {
			met++
		}
		if !quiet || len(s.LegalBasis) <= basisWhole || met <= basisMet {
			s.provision(&shown, b, class)
			continue
		}
		s.provision(&folded, b, class)
		v.Rest++
		if class == "bears" {
			v.FoldedKey = "decisions.folded_mixed"
		}
	}
	v.Items, v.Folded = shown.html(), folded.html()
	return v
}

// provision writes a provision: what came of it, in the engine's words, and in the law's where it decides.
func (s *said) provision(m *markup, b decision.Basis, class string) {
	warnings, decides := s.warned(b.URN), class != "met" && class != "bears"
	m.is(`<li class="`, class, `">`)
	if class == "bears" {
		m.is(`<span class="state bears">`, s.words.text("decisions.bears"), `</span>`)
	} else if mark, err := s.words.badge(b.Met); err == nil { // a truth has a state
		m.raw(string(mark))
	}
	m.raw(`<div><p class="say"` + s.lang + `>`).text(unbroken(b.Reason)).raw(`</p>`)
	if decides && b.Quote != nil {
		m.is(`<figure class="quote"><blockquote lang="pt-BR">`, *b.Quote, `</blockquote><figcaption>`)
		s.below(m, b)
		m.raw(`</figcaption></figure>`)
	} else {
		m.raw(`<p>`)
		s.below(m, b)
		if b.Quote == nil && warnings == nil {
			m.is(` · `, s.words.text("decisions.not_held"), ``)
		}
		m.raw(`</p>`)
	}
	for _, warning := range warnings {
		m.raw(`<p class="aside"` + s.lang + `>`).text(warning).raw(`</p>`)
	}
	m.raw("</div></li>\n")
}

// below is a provision with the interpretations that it rests on, each with its page: "IR-01, IR-06".
func (s *said) below(m *markup, b decision.Basis) {
	m.raw(string(cited{b.URN, b.Label, s.Policy.AsOf}.link(s.words.lang)))
	if b.Reading == "" {
		return
	}
	m.is(" · ", s.words.text("decisions.reading"), "")
	for i, name := range strings.Split(b.Reading, ", ") {
		if i > 0 {
			m.raw(",")
		}
		m.is(` <a href="`, "/leituras/"+url.PathEscape(name), `">`).text(name).raw(`</a>`)
	}
}

// bearingOf is how a provision bears on the answer.
func (s *said) bearingOf(b decision.Basis) string {
	switch {
	case b.Met == nil:
		return "unknown"
	case !*b.Met:
		return "unmet"
	case s.Outcome == "allow" && grants(b):
		return "lead"
	case bearing[b.Role]:
		return "bears"
	}
	return "met"
}
