package portal

import (
	"net/http"
	"strings"

	"deferido/internal/civil"
	"deferido/internal/edition"
)

// articleView is an article on a day, as its page shows it.
type articleView struct {
	*edition.Article
	Strip    strip
	Crumbs   []link
	Asked    string // the day of the address, YYYY-MM-DD; empty for today
	Facts    []fact
	Line     []stretchView
	Beside   []link
	Elsewhen []link // where the article is not in force: where to read it, and what is in its place
	Seals    sealed
	Revision string
}

// article answers GET /normas/{norma}/{artigo}: what the law says on a day, and whether the rules do the same.
func (p *Portal) article(v *visit) error {
	e, norm, err := p.articleOf(v)
	if err != nil {
		return err
	}
	crumbs := []link{{"/normas", v.t("law.norms.title")}, {articleURL(norm.Folder, "", ""), norm.Title}}
	day, done, err := v.readingDay("em")
	if done || err != nil {
		return err
	}
	if day.IsZero() {
		return v.noSuchDay(page{Section: "normas", Crumbs: append(crumbs, link{"", v.Param("artigo")})})
	}
	a, _ := e.Article(norm.Folder, v.Param("artigo"), day)
	seals, err := p.sealsOf(v, a)
	if err != nil {
		return err
	}
	view := &articleView{
		Article: a, Asked: v.askedDay(), Crumbs: append(crumbs, link{"", a.Short}), Seals: seals, Revision: v.set.Revision(),
		Strip: strip{Action: articleURL(norm.Folder, a.Name, ""), Value: v.field(day)},
	}
	content, err := p.parts(v, e, view)
	if err != nil {
		return err
	}
	return v.render(http.StatusOK, page{
		Title: v.t("law.article.window", "article", a.Label, "day", v.words().day(day)), Section: "normas", Written: content, Bare: true,
	})
}

// tell puts into words what the page says beside the columns.
func (v *articleView) tell(w *words) {
	v.Strip.Sentence = w.standing(v.Article)
	v.Line, v.Beside, v.Elsewhen = w.line(v.Article), w.refs(v.Article.Beside, v.Asked), w.elsewhen(v.Article)
	v.Facts = w.articleFacts(v)
}

// Broken are the signatures that are broken, by URN.
func (v *articleView) Broken() map[string]*brokenSeal { return v.Seals.broken }

// Remarks are the open problems that the visitor may see, by URN.
func (v *articleView) Remarks() map[string][]noted { return v.Seals.remarks }

// Names tells whether the visitor sees the pages of sign-offs.
func (v *articleView) Names() bool { return v.Seals.names }

// Signing is the day of the address for whoever sees the pages of sign-offs, which lead there; empty for today.
func (v *articleView) Signing() string {
	if !v.Seals.names {
		return ""
	}
	return v.Asked
}

// Silent tells whether the article is not law on the day, and so shows no text.
func (v *articleView) Silent() bool { return v.Standing != edition.InForce }

// Untold tells whether no text of the day is held.
func (v *articleView) Untold() bool { return !v.Silent() && v.Counts.Texts == 0 }

// Long tells whether the article has so many provisions that the list of them is folded.
func (v *articleView) Long() bool { return len(v.Rows) > 24 }

// Address is that of a page about the article, on the day of the address.
func (v *articleView) Address(below string) string {
	at := articleURL(v.Norm.Folder, v.Name, "")
	if below != "" {
		at += "/" + below
	}
	return at
}

// Before is the eve of the stretch of the subject in which the day lies, to compare with; otherwise the day itself.
func (v *articleView) Before() string {
	if s := v.Stated(); s != nil {
		if eve, ok := s.From.AddDays(-1); ok {
			return eve.String()
		}
	}
	return v.Day.String()
}

// LexML is the address of the act in the catalogue of Brazilian law.
func (v *articleView) LexML() string { return lexML(v.Norm.URN.String()) }

func lexML(urn string) string { return "https://www.lexml.gov.br/urn/" + urn }

// standing is a sentence on how an article stands on its day.
func (w *words) standing(a *edition.Article) string {
	instead := ""
	if s := a.Stated(); s != nil && !s.Own {
		instead = " " + w.text("law.standing.instead", "day", w.day(a.Day), "what", w.stretch(s))
	}
	switch {
	case a.Standing == edition.NotYet && a.Published:
		return w.text("law.standing.published", "from", w.day(a.From)) + instead
	case a.Standing == edition.NotYet:
		return w.text("law.standing.not_yet", "from", w.day(a.From)) + instead
	case a.Standing == edition.Ceased:
		return w.text("law.standing.ceased", "until", w.day(*a.Until)) + instead
	case a.Counts.Texts == 0:
		return w.text("law.standing.untold")
	case a.Counts.Texts < a.Counts.InForce:
		return w.text("law.standing.partly", "held", w.number(a.Counts.Texts), "all", w.number(a.Counts.InForce))
	case a.Counts.Older > 0:
		return w.text("law.standing.older")
	}
	return w.text("law.standing.whole")
}

// elsewhen are the ways out of a day on which the article is not law, or no text of it is held.
func (w *words) elsewhen(a *edition.Article) []link {
	var links []link
	read := func(day civil.Date, key string) {
		links = append(links, link{articleURL(a.Norm.Folder, a.Name, day.String()), w.text(key, "day", w.day(day))})
	}
	switch a.Standing {
	case edition.NotYet:
		read(a.From, "law.article.read_first")
	case edition.Ceased:
		read(*a.Until, "law.article.read_last")
	default:
		if a.Counts.Texts == 0 && a.FirstHeld != nil {
			read(*a.FirstHeld, "law.article.read_held")
		}
		return links
	}
	if s := a.Stated(); s != nil && !s.Own {
		links = append(links, link{articleURL(s.Main.Norm.Folder, s.Main.Name, a.Day.String()), w.text("law.article.read_instead", "what", w.stretch(s))})
	}
	return links
}

// refs are ways to articles, on a day that is kept.
func (w *words) refs(refs []edition.Ref, day string) []link {
	var links []link
	for _, r := range refs {
		links = append(links, link{articleURL(r.Norm.Folder, r.Name, day), w.reference(r)})
	}
	return links
}

func (w *words) reference(r edition.Ref) string {
	if r.Short == "" {
		return r.Norm.Title
	}
	return r.Norm.Title + ", " + r.Short
}

// articleFacts are what is to be known of an article at a glance.
func (w *words) articleFacts(v *articleView) []fact {
	from := fact{w.text("law.article.force"), w.interval(v.From, v.Until), w.grade(string(w.gradeFrom(v.Article)))}
	facts := []fact{from}
	if len(v.Questions) > 0 {
		var names []string
		for _, q := range v.Questions {
			names = append(names, w.question(q.Name))
		}
		facts = append(facts, fact{w.text("law.article.answers"), strings.Join(names, ", "), ""})
	}
	c := v.Counts
	covered := fact{w.text("law.article.coverage"), w.counted("law.article.provisions", c.Provisions), w.text("law.article.covered", "ruled", w.number(c.Ruled), "told", w.number(c.Told))}
	facts = append(facts, covered)
	if v.Seals.intact+len(v.Seals.broken) > 0 {
		facts = append(facts, fact{w.text("law.article.signed"), w.text("law.article.signed_of", "n", w.number(v.Seals.intact), "all", w.number(c.Provisions)), ""})
	}
	return facts
}

// gradeFrom is how well the first day of an article is known.
func (w *words) gradeFrom(a *edition.Article) (grade string) {
	for _, r := range a.Rows {
		for _, v := range r.Provision.Versions {
			if v.From == a.From && v.Act != "" {
				return string(v.Grade)
			}
		}
	}
	return string(a.Norm.InForce.From.Grade)
}

// grade names a grade of evidence.
func (w *words) grade(grade string) string {
	if grade == "" {
		return ""
	}
	return w.text("grade.word") + " " + grade
}

// interval is the time from a day on, to the last one where there is one.
func (w *words) interval(from civil.Date, until *civil.Date) string {
	if until == nil {
		return w.text("law.since", "from", w.day(from))
	}
	return w.text("law.between", "from", w.day(from), "until", w.day(*until))
}

// counted is a number of things, by a key of two forms.
func (w *words) counted(key string, n int) string {
	said, err := w.count(key, n)
	if err != nil {
		return key
	}
	return said
}

// question is the short name of a question.
func (w *words) question(name string) string { return w.text("law.question." + name) }

// Title of the first heading: what the article is about, or else its name.
func (v *articleView) Heading() string {
	if v.Subject == "" {
		return raised(v.Short)
	}
	return raised(v.Subject)
}
