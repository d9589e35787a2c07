package portal

import (
	"net/http"
	"slices"
)

// sample is a component with something to show it by.
type sample struct {
	Component string
	Of        any // what the template is given; where the words differ by language, a func(w *words) any
}

// samples are all components in their states: the golden test and the gallery are made of them.
func samples() []sample {
	return slices.Concat(shellSamples(), counterSamples(), decisionSamples(), lawSamples(), ledgerSamples(), draftSamples(), accountSamples(), publishSamples())
}

// of is what the template is given in a language.
func (s sample) of(w *words) any {
	if make, differs := s.Of.(func(w *words) any); differs {
		return make(w)
	}
	return s.Of
}

// gallery answers GET /sobre/componentes, for those who work on the portal.
func (p *Portal) gallery(v *visit) error {
	type shown struct {
		Component string
		Of        any
	}
	var all []shown
	for _, s := range samples() {
		all = append(all, shown{s.Component, s.of(v.words())})
	}
	return v.render(http.StatusOK, page{Title: v.t("home.gallery.title"), Template: "home/gallery", Body: all})
}
