package portal

import (
	"strings"

	"deferido/internal/edition"
)

// stretchView is a stretch of the time of a subject.
type stretchView struct {
	URL   string // empty for a gap
	Label string
	When  string
	Acts  string // that gave the wordings; may be empty
	Now   bool   // the day lies in it
	Own   bool
	Gap   bool
}

// line is the time of an article's subject.
func (w *words) line(a *edition.Article) []stretchView {
	var all []stretchView
	for i := range a.Line {
		s := &a.Line[i]
		day := s.From
		if s.Contains(a.Day) {
			day = a.Day
		}
		one := stretchView{Label: w.stretch(s), When: w.interval(s.From, s.Until), Now: s.Contains(a.Day), Own: s.Own, Gap: s.Gap}
		if !s.Gap {
			one.URL = articleURL(s.Main.Norm.Folder, s.Main.Name, day.String())
		}
		if len(s.Acts) > 0 {
			one.Acts = w.text("law.article.reworded", "acts", strings.Join(s.Acts, ", "))
		}
		all = append(all, one)
	}
	return all
}

// stretch names what stated a subject: "Decreto nº 5.934/2006, arts. 2º e 3º".
func (w *words) stretch(s *edition.Stretch) string {
	switch len(s.Refs) {
	case 0:
		return w.text("law.article.gap")
	case 1:
		return w.reference(s.Refs[0])
	}
	var numbers []string
	for _, r := range s.Refs {
		numbers = append(numbers, strings.TrimPrefix(r.Short, "art. "))
	}
	last := len(numbers) - 1
	return s.Refs[0].Norm.Title + ", arts. " + strings.Join(numbers[:last], ", ") + " e " + numbers[last]
}
