package portal

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"deferido/internal/corpus"
)

// statuses are the classes of provisions, in the order in which they are listed.
var statuses = []corpus.Status{
	corpus.StatusGrant, corpus.StatusCondition, corpus.StatusDeadline, corpus.StatusScope, corpus.StatusException, corpus.StatusDefinition, corpus.StatusDuty,
	corpus.StatusFaculty, corpus.StatusPenalty, corpus.StatusProcedure, corpus.StatusCompetence, corpus.StatusFinal, corpus.StatusReported, corpus.StatusNotHeld, corpus.StatusCommentary,
}

// The states of a sign-off, as addresses name them.
var signoffNames = map[string]string{"conferido": signedOff, "rompido": brokenOff, "nunca": neverSigned}

// coverageQuery is what a ledger is filtered by, as addresses have it; empty is anything.
type coverageQuery struct {
	Norm, Class, State, Held, Cases, Text string
}

// coverageFields are the parameters, in the order of the form.
var coverageFields = []string{"norma", "classe", "conferencia", "acervo", "casos", "texto"}

func (q *coverageQuery) field(name string) *string {
	return map[string]*string{"norma": &q.Norm, "classe": &q.Class, "conferencia": &q.State, "acervo": &q.Held, "casos": &q.Cases, "texto": &q.Text}[name]
}

// coverageQueryOf reads the filters. A value that the form does not have is refused: it would find nothing, and say nothing.
func (v *visit) coverageQueryOf() (*coverageQuery, error) {
	q := &coverageQuery{}
	for _, name := range coverageFields {
		*q.field(name) = strings.TrimSpace(v.Query(name))
	}
	for _, name := range coverageFields {
		value := *q.field(name)
		if name == "texto" || value == "" {
			continue
		}
		if !slices.ContainsFunc(v.coverageOptions(name), func(o option) bool { return o.Value == value }) {
			return nil, &failure{status: http.StatusBadRequest, key: "ledger.no_filter", links: []link{{"/cobertura", v.t("ledger.coverage.title")}}}
		}
	}
	return q, nil
}

// coverageOptions are what a filter can be.
func (v *visit) coverageOptions(name string) []option {
	all := []option{{"", v.t("ledger.filter.any")}}
	switch name {
	case "norma":
		for _, n := range v.set.Corpus().Norms() {
			all = append(all, option{n.Folder, n.Title})
		}
	case "classe":
		for _, s := range statuses {
			all = append(all, option{string(s), v.t("ledger.class." + string(s))})
		}
	case "conferencia":
		for _, value := range []string{"conferido", "rompido", "nunca"} {
			all = append(all, option{value, v.t("state." + signoffNames[value])})
		}
	case "acervo":
		all = append(all, option{"com", v.t("ledger.filter.held")}, option{"sem", v.t("ledger.filter.not_held")})
	case "casos":
		all = append(all, option{"sem", v.t("ledger.filter.without_cases")})
	}
	return all
}

// takes tells whether a row is wanted.
func (q *coverageQuery) takes(r *bookRow, state string, words []string) bool {
	switch {
	case q.Norm != "" && q.Norm != r.Norm, q.Class != "" && q.Class != string(r.Status):
		return false
	case q.State != "" && (r.URN == "" || signoffNames[q.State] != state):
		return false
	case q.Held != "" && (q.Held == "com") != r.Held:
		return false
	case q.Cases != "" && !r.undefended():
		return false
	}
	return hasAll(r.folded, words)
}

// undefended tells whether rules speak of a provision that no case defends.
func (r *bookRow) undefended() bool { return len(r.Rules) > 0 && r.Cases == 0 }

// at is the address of the ledger with one filter set otherwise; empty leaves it out.
func (q coverageQuery) at(path, name, value string) string {
	if name != "" {
		*q.field(name) = value
	}
	query := url.Values{}
	for _, field := range coverageFields {
		if value := *q.field(field); value != "" {
			query.Set(field, value)
		}
	}
	if len(query) == 0 {
		return path
	}
	return path + "?" + query.Encode()
}

// coverageRow is a row as it is shown.
type coverageRow struct {
	*bookRow
	Class, Nature string
	Lines         []ruleLine
	Seal          *sealView // nil for commentary
}

// coverageGroup are the rows of a norm.
type coverageGroup struct {
	Title, URL string
	Rows       []coverageRow
}

// count is how many there are of something, with the address of just those.
type count struct {
	Label, Icon, Class string
	N                  int
	URL                string
}

// coverage answers GET /cobertura.
func (p *Portal) coverage(v *visit) error {
	q, b, signed, err := p.coverageOf(v)
	if err != nil {
		return err
	}
	words := foldedWords(q.Text)
	var groups []coverageGroup
	shown := 0
	for _, r := range b.rows {
		if !q.takes(r, stateIn(signed, r.URN), words) {
			continue
		}
		if len(groups) == 0 || groups[len(groups)-1].Title != r.Title {
			groups = append(groups, coverageGroup{Title: r.Title, URL: "/normas/" + r.Norm})
		}
		group := &groups[len(groups)-1]
		group.Rows = append(group.Rows, v.coverageRow(r, signed))
		shown++
	}
	body := map[string]any{
		"Siblings": v.siblings("/cobertura"), "Groups": groups, "Shown": shown, "All": len(b.rows), "Facts": v.coverageFacts(b, signed), "Classes": v.classCounts(b, *q),
		"Fields": v.coverageForm(q), "CSV": q.at("/cobertura.csv", "", ""), "Clear": v.clears(q), "Office": p.Office != nil,
	}
	return v.render(http.StatusOK, page{
		Title: v.t("ledger.coverage.title"), Template: "ledger/coverage", Section: "normas", Crumbs: []link{{"/normas", v.t("ledger.siblings.norms")}, {"", v.t("ledger.coverage.title")}}, Body: body,
	})
}

func (p *Portal) coverageOf(v *visit) (*coverageQuery, *book, map[string]*signoff, error) {
	q, err := v.coverageQueryOf()
	if err != nil {
		return nil, nil, nil, err
	}
	b, err := p.book(v.ctx(), v.set)
	if err != nil {
		return nil, nil, nil, err
	}
	signed, err := p.signoffs(v.ctx(), v.set)
	return q, b, signed, err
}

func (v *visit) coverageRow(r *bookRow, signed map[string]*signoff) coverageRow {
	row := coverageRow{bookRow: r, Class: v.t("ledger.class." + string(r.Status)), Lines: v.ruleLines(r.Rules)}
	if r.Nature != "" {
		row.Nature = v.t("ledger.class." + string(r.Nature))
	}
	if r.URN != "" && v.portal.Office != nil {
		seal := v.sealOf(signed[r.URN])
		row.Seal = &seal
	}
	return row
}

// coverageFacts count the whole ledger, whatever is shown of it.
func (v *visit) coverageFacts(b *book, signed map[string]*signoff) []count {
	n := map[string]int{}
	provisions, held, undefended := 0, 0, 0
	for _, r := range b.rows {
		if r.URN == "" {
			continue
		}
		provisions++
		n[stateIn(signed, r.URN)]++
		if r.Held {
			held++
		}
		if r.undefended() {
			undefended++
		}
	}
	all := []count{
		{Label: v.t("ledger.count.provisions"), N: provisions, URL: "/cobertura"},
		{Label: v.t("ledger.count.held"), N: held, URL: "/cobertura?acervo=com"},
		{Label: v.t("ledger.count.not_held"), N: provisions - held, URL: "/cobertura?acervo=sem"},
		{Label: v.t("ledger.count.undefended"), N: undefended, URL: "/cobertura?casos=sem"},
	}
	if v.portal.Office == nil {
		return all
	}
	for _, name := range []string{"conferido", "rompido", "nunca"} {
		state := states[signoffNames[name]]
		all = append(all, count{v.t("ledger.count." + signoffNames[name]), state.Icon, state.Class, n[signoffNames[name]], "/cobertura?conferencia=" + name})
	}
	return all
}

// classCounts count the ledger by class, with the other filters as they are.
func (v *visit) classCounts(b *book, q coverageQuery) []count {
	n := map[corpus.Status]int{}
	for _, r := range b.rows {
		n[r.Status]++
	}
	var all []count
	for _, s := range statuses {
		if n[s] > 0 {
			all = append(all, count{Label: v.t("ledger.class." + string(s)), N: n[s], URL: q.at("/cobertura", "classe", string(s))})
		}
	}
	return all
}

// coverageForm are the fields of the filters.
func (v *visit) coverageForm(q *coverageQuery) []field {
	var fields []field
	for _, name := range coverageFields {
		if name == "conferencia" && v.portal.Office == nil {
			continue
		}
		f := field{ID: name, Name: name, Label: v.t("ledger.filter." + name), Value: *q.field(name)}
		if name != "texto" {
			f.Options = v.coverageOptions(name)
		} else {
			f.Size, f.Class = 24, "grow"
		}
		fields = append(fields, f)
	}
	return fields
}

// clears are the ways to see more: without each filter that is set.
func (v *visit) clears(q *coverageQuery) []link {
	var all []link
	for _, name := range coverageFields {
		if value := *q.field(name); value != "" {
			for _, o := range v.coverageOptions(name) {
				if o.Value == value {
					value = o.Label
				}
			}
			all = append(all, link{q.at("/cobertura", name, ""), v.t("ledger.filter.drop", "name", v.t("ledger.filter."+name), "value", value)})
		}
	}
	return all
}
