package portal

import (
	"net/http"

	"deferido/internal/civil"
	"deferido/internal/edition"
)

// compareView is an article on two days, as its page shows it.
type compareView struct {
	*edition.Comparison
	Action     string
	From, To   field
	Heading    string
	Before     string // what stated the subject on the first day
	After      string
	BeforeURL  string
	AfterURL   string
	Same       int // provisions whose text is the same
	Parameters []parameterChange
}

// parameterChange is a parameter on both days.
type parameterChange struct {
	Name, Title             string
	Before, After           string // amounts; empty where there was none
	BeforeAct, AfterAct     string
	BeforeGrade, AfterGrade string
}

// compareArticle answers GET …/comparar?de=&ate=: the text, the rules and the parameters of an article on two days, word by
// word.
func (p *Portal) compareArticle(v *visit) error {
	e, norm, err := p.articleOf(v)
	if err != nil {
		return err
	}
	var days [2]civil.Date
	for i, name := range []string{"de", "ate"} {
		day, done, err := v.readingDay(name)
		if done || err != nil {
			return err
		}
		days[i] = day
	}
	name := v.Param("artigo")
	today, _ := e.Article(norm.Folder, name, p.today())
	view := &compareView{
		Action: articleURL(norm.Folder, name, "") + "/comparar", Heading: v.t("law.compare.title", "article", today.Label),
		From: v.dayField("de", days[0]), To: v.dayField("ate", days[1]),
	}
	pg := page{
		Title: view.Heading, Section: "normas", Template: "law/compare", Body: view,
		Crumbs: []link{{"/normas", v.t("law.norms.title")}, {articleURL(norm.Folder, "", ""), norm.Title}, {articleURL(norm.Folder, name, ""), today.Short}, {"", v.t("law.compare.crumb")}},
	}
	if days[0].IsZero() || days[1].IsZero() {
		pg.Error = true
		return v.render(http.StatusUnprocessableEntity, pg)
	}
	view.Comparison, _ = e.Compare(norm.Folder, name, days[0], days[1])
	view.tell(v)
	return v.render(http.StatusOK, pg)
}

// dayField is the field of a day of the comparison, as it was understood, or with what is wrong with it.
func (v *visit) dayField(name string, day civil.Date) field {
	f := field{ID: name, Name: name, Label: v.t("law.compare." + name), Mode: "numeric", Size: 10, Value: v.field(day)}
	if day.IsZero() {
		f.Value, f.Fault = v.Query(name), v.t("law.no_day.fault")
	}
	return f
}

// tell puts the comparison into words.
func (c *compareView) tell(v *visit) {
	w := v.words()
	side := func(a *edition.Article, day civil.Date) (label, url string) {
		if a == nil {
			return w.text("law.compare.nothing"), ""
		}
		return a.Label, articleURL(a.Norm.Folder, a.Name, day.String())
	}
	c.Before, c.BeforeURL = side(c.Comparison.Before, c.FromDay)
	c.After, c.AfterURL = side(c.Comparison.After, c.ToDay)
	for i := range c.Rows {
		if !c.Rows[i].Changed() {
			c.Same++
		}
	}
	for _, p := range c.Comparison.Parameters {
		one := parameterChange{Name: p.Name, Title: p.Title}
		if p.Before != nil {
			one.Before, one.BeforeAct, one.BeforeGrade = w.money(int64(p.Before.Cents)), p.Before.Act, string(p.Before.Grade)
		}
		if p.After != nil {
			one.After, one.AfterAct, one.AfterGrade = w.money(int64(p.After.Cents)), p.After.Act, string(p.After.Grade)
		}
		c.Parameters = append(c.Parameters, one)
	}
}

// Nothing tells whether nothing differs.
func (c *compareView) Nothing() bool {
	return c.Comparison != nil && c.Same == len(c.Rows) && len(c.Rules) == 0 && len(c.Parameters) == 0
}
