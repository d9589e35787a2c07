package decision

import "slices"

// notHeld warns of a cited text that is not held, or is held in an older wording.
func (c *citations) notHeld(citation Citation) {
	switch {
	case !citation.Held:
		c.warn("text-not-held", citation.URN, Sentence{
			PT: "Texto não disponível no acervo: " + citation.Label + " (grau de evidência " + citation.Grade + ").",
			EN: "Text not held: " + citation.Label + " (grade of evidence " + citation.Grade + ").",
		}.In(c.m.lang))
	case citation.Older:
		c.warn("older-wording", citation.URN, Sentence{
			PT: "O acervo tem a redação anterior, de mesmo sentido: " + citation.Label + "; a atual é a da " + citation.Act + ", desde " + c.m.dateInWords(citation.Since) + " (grau " + citation.Grade + ").",
			EN: "An older wording, of the same sense, is held: " + citation.Label + "; the current one is that of " + citation.Act + ", since " + c.m.dateInWords(citation.Since) + " (grade " + citation.Grade + ").",
		}.In(c.m.lang))
	}
}

// general warns of what concerns the answer as a whole: which day's law decided, and parameters that may be out of date.
func (c *citations) general() {
	switch day := c.m.dateInWords(c.m.day); {
	case !c.m.request.AsOf.IsZero():
		c.warn("what-if", "", Sentence{
			PT: "Decidido pela lei de " + day + ", escolhida no pedido.",
			EN: "Decided under the law of " + day + ", which the request chose.",
		}.In(c.m.lang))
	case !c.m.dated:
		c.warn("clock-unknown", "", Sentence{
			PT: "O fato que escolhe a lei não foi informado; decidido pela lei de hoje, " + day + ".",
			EN: "The fact that picks the law was not given; decided under today's law, " + day + ".",
		}.In(c.m.lang))
	}
	c.stale()
}

// stale warns of the parameters that a told condition rests on and that may be out of date.
func (c *citations) stale() {
	for _, told := range c.m.reading.Told {
		for _, name := range slices.Concat(told.Unmet, told.Unknown, told.Met) {
			rule, declared := c.m.law.Rule(c.m.question.Name, Name{told.Article, name})
			if !declared || rule.Parameter == "" {
				continue
			}
			if code, text, stale := c.m.law.Stale(rule.Parameter, c.m.day); stale {
				c.warn(code, "", text.In(c.m.lang))
			}
		}
	}
}
