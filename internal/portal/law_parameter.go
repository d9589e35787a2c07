package portal

import (
	"net/http"
	"slices"

	"deferido/internal/civil"
	"deferido/internal/corpus"
	"deferido/internal/edition"
)

// lawParameterView is a dated parameter, as its page shows it.
type lawParameterView struct {
	*corpus.Parameter
	Rows []parameterRow // the newest first
	Uses []useView
	Last bool // the newest value may be out of date
	Says string
}

// parameterRow is a value of a parameter and the days on which it is in force.
type parameterRow struct {
	corpus.ParameterValue
	Until *civil.Date
	Now   bool
}

// useView is the conditions of a provision that rest on a parameter.
type useView struct {
	edition.Use
	URL string
}

// parameter answers GET /parametros/{nome}.
func (p *Portal) parameter(v *visit) error {
	e, err := p.edition(v)
	if err != nil {
		return err
	}
	parameter, uses, known := e.Parameter(v.Param("nome"))
	if !known {
		var links []link
		for _, other := range e.Parameters() {
			links = append(links, link{"/parametros/" + other.Name, other.Title})
		}
		return notFound("law.no_parameter", links...)
	}
	view := &lawParameterView{Parameter: parameter}
	today := p.today()
	if _, last, ok := parameter.On(today); ok && last {
		_, said, _ := v.set.Stale(parameter.Name, today)
		view.Last, view.Says = true, v.words().say(said)
	}
	for i, value := range parameter.Values {
		row := parameterRow{ParameterValue: value}
		if i+1 < len(parameter.Values) {
			if eve, ok := parameter.Values[i+1].From.AddDays(-1); ok {
				row.Until = &eve
			}
		}
		row.Now = !today.Before(value.From) && (row.Until == nil || !today.After(*row.Until))
		view.Rows = append(view.Rows, row)
	}
	slices.Reverse(view.Rows)
	for _, u := range uses {
		view.Uses = append(view.Uses, useView{u, provisionURL(u.Provision.URN, "")})
	}
	return v.render(http.StatusOK, page{
		Title: parameter.Title, Section: "normas", Template: "law/parameter", Body: view, Narrow: true,
		Crumbs: []link{{"/normas", v.t("law.norms.title")}, {"", parameter.Title}},
	})
}
