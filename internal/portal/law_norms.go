package portal

import (
	"net/http"

	"deferido/internal/civil"
	"deferido/internal/corpus"
	"deferido/internal/edition"
)

// normsView is all that is held of the law on a day.
type normsView struct {
	Strip      strip
	Day        civil.Date
	Asked      string
	Norms      []normRow
	Chart      normsChart
	Unfound    []unfound
	Parameters []link
	Crumbs     []link
	Siblings   []sibling
}

// normRow is a norm, or the part of it that is held, on a day.
type normRow struct {
	*corpus.Norm
	Standing edition.Standing
	Articles int
	Held     int // provisions with a text
	All      int // provisions known
	URL      string
}

// unfound is something that a text cites and of which nothing more is known.
type unfound struct {
	Citation, Note, At string
	URL                string
}

// norms answers GET /normas: the norms on a time line.
func (p *Portal) norms(v *visit) error {
	title := v.t("law.norms.title")
	day, done, err := v.readingDay("em")
	if done || err != nil {
		return err
	}
	if day.IsZero() {
		return v.noSuchDay(page{Section: "normas", Crumbs: []link{{"", title}}})
	}
	e, err := p.edition(v)
	if err != nil {
		return err
	}
	view := &normsView{Day: day, Asked: v.askedDay(), Crumbs: []link{{"", title}}, Siblings: v.siblings("/normas")}
	inForce := 0
	for _, n := range v.set.Corpus().Norms() {
		row := normRow{Norm: n, Standing: normStanding(n, day), Articles: len(e.Names(n.Folder)), URL: articleURL(n.Folder, "", view.Asked)}
		for _, pr := range n.Provisions {
			if pr.Fragment == nil {
				continue
			}
			if row.All++; pr.Held() {
				row.Held++
			}
		}
		if row.Standing == edition.InForce {
			inForce++
		}
		view.Norms = append(view.Norms, row)
	}
	view.Chart = drawNorms(view.Norms, day)
	view.Strip = strip{Action: "/normas", Value: v.field(day), Sentence: v.words().counted("law.norms.in_force", inForce)}
	for _, r := range v.set.Corpus().RelatedUnfound() {
		view.Unfound = append(view.Unfound, unfound{r.Citation, r.Note, r.At.String(), articleURL(r.Norm, "", "")})
	}
	for _, parameter := range e.Parameters() {
		view.Parameters = append(view.Parameters, link{"/parametros/" + parameter.Name, parameter.Title})
	}
	return v.render(http.StatusOK, page{Title: title, Section: "normas", Template: "law/norms", Body: view, Bare: true})
}

func normStanding(n *corpus.Norm, day civil.Date) edition.Standing {
	switch {
	case n.InForce.Contains(day):
		return edition.InForce
	case day.Before(n.InForce.From.Date):
		return edition.NotYet
	}
	return edition.Ceased
}

// normView is a norm on a day, with its articles.
type normView struct {
	*corpus.Norm
	Strip    strip
	Crumbs   []link
	Day      civil.Date
	Asked    string
	Standing edition.Standing
	Facts    []fact
	Articles []articleRow
	Other    []otherLine // lines of its texts that are no provision
	LexML    string
}

// articleRow is an article in the table of its norm.
type articleRow struct {
	*edition.Article
	URL string
}

// otherLine is a line of a source text that is no provision.
type otherLine struct{ At, Text, Note string }

// norm answers GET /normas/{norma}: the table of its articles, and what is known of it.
func (p *Portal) norm(v *visit) error {
	n, err := v.normOf()
	if err != nil {
		return err
	}
	crumbs := []link{{"/normas", v.t("law.norms.title")}, {"", n.Title}}
	day, done, err := v.readingDay("em")
	if done || err != nil {
		return err
	}
	if day.IsZero() {
		return v.noSuchDay(page{Section: "normas", Crumbs: crumbs})
	}
	e, err := p.edition(v)
	if err != nil {
		return err
	}
	view := &normView{Norm: n, Day: day, Asked: v.askedDay(), Standing: normStanding(n, day), Crumbs: crumbs, LexML: lexML(n.URN.String())}
	for _, name := range e.Names(n.Folder) {
		a, _ := e.Article(n.Folder, name, day)
		view.Articles = append(view.Articles, articleRow{a, articleURL(n.Folder, name, readable(a, view.Asked))})
	}
	for _, pr := range n.Provisions {
		if pr.Fragment != nil {
			continue
		}
		if text, held := pr.Text(); held {
			view.Other = append(view.Other, otherLine{pr.Versions[0].At.String(), text, pr.Note})
		}
	}
	view.Facts = v.words().normFacts(n)
	view.Strip = strip{Action: articleURL(n.Folder, "", ""), Value: v.field(day), Sentence: v.words().normSentence(view)}
	return v.render(http.StatusOK, page{Title: v.t("law.norm.window", "norm", n.Title, "day", v.words().day(day)), Section: "normas", Template: "law/norm", Body: view, Bare: true})
}

// readable is the day on which an article is to be opened: that of the address, or else, of an article that is law no more,
// its last one.
func readable(a *edition.Article, asked string) string {
	switch {
	case asked != "" || a.Standing == edition.InForce:
		return asked
	case a.Standing == edition.Ceased:
		return a.Until.String()
	}
	return a.From.String()
}

// normSentence says how a norm stands on a day.
func (w *words) normSentence(v *normView) string {
	switch v.Standing {
	case edition.InForce:
		return w.text("law.norm.in_force")
	case edition.Ceased:
		return w.text("law.standing.ceased", "until", w.day(v.InForce.Until.Date))
	}
	if v.PublishedOn != nil && !v.Day.Before(v.PublishedOn.Date) {
		return w.text("law.standing.published", "from", w.day(v.InForce.From.Date))
	}
	return w.text("law.standing.not_yet", "from", w.day(v.InForce.From.Date))
}

// normFacts are what is to be known of a norm at a glance.
func (w *words) normFacts(n *corpus.Norm) []fact {
	var facts []fact
	if n.PublishedOn != nil {
		facts = append(facts, fact{w.text("law.norm.published"), w.day(n.PublishedOn.Date), w.grade(string(n.PublishedOn.Grade))})
	}
	grade := w.grade(string(n.InForce.From.Grade))
	var until *civil.Date
	if n.InForce.Until != nil {
		until = &n.InForce.Until.Date
		grade = w.text("law.norm.grades", "from", grade, "until", w.grade(string(n.InForce.Until.Grade)))
	}
	return append(facts, fact{w.text("law.article.force"), w.interval(n.InForce.From.Date, until), grade})
}
