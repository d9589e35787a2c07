package portal

import (
	"net/http"

	"deferido/internal/edition"
)

// historyView is the history of an article, as its page shows it.
type historyView struct {
	*edition.History
	Line []stretchView
}

// articleHistory answers GET …/historico: all wordings of an article and the acts that gave them.
func (p *Portal) articleHistory(v *visit) error {
	e, norm, err := p.articleOf(v)
	if err != nil {
		return err
	}
	a, _ := e.Article(norm.Folder, v.Param("artigo"), p.today())
	view := &historyView{History: e.History(a), Line: v.words().line(a)}
	return v.render(http.StatusOK, page{
		Title: v.t("law.history.title", "article", a.Label), Section: "normas", Template: "law/history", Body: view,
		Crumbs: []link{{"/normas", v.t("law.norms.title")}, {articleURL(norm.Folder, "", ""), norm.Title}, {articleURL(norm.Folder, a.Name, ""), a.Short}, {"", v.t("law.history.crumb")}},
	})
}
