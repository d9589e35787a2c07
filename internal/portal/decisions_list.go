package portal

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"deferido/internal/decision"
	"deferido/internal/identity"
)

// The lengths of a list, and up to how many its decisions are counted.
const (
	listPage = 50
	listMost = 1_000_000
)

// listView is the explorer.
type listView struct {
	Form     filterView
	Rows     []listRow
	Count    string // in words; empty where they were not counted
	CSV      string
	Pager    map[string]any
	Weeks    *weeksView
	Drop     []dropped // where nothing was found: the filters, and what there is without each
	None     bool      // nothing was ever decided that the visitor may see
	Recorded bool      // decisions are recorded at all
	Carriers bool      // rows name the carrier
}

// listRow is a decision in a list.
type listRow struct {
	URL       string
	At        time.Time
	Question  string
	State     string
	Benefit   string
	Contested bool
	Reason    string
	Lang      string // of the reason, where it is not the page's
	Carrier   string
}

// dropped is a filter that can be dropped.
type dropped struct {
	Name, URL string
	Count     string
}

// decisions answers GET /decisoes.
func (p *Portal) decisions(v *visit) error {
	s := v.wanted()
	if err := v.seen(s); err != nil {
		return err
	}
	if cursor := v.Query("cursor"); s.moved() {
		if query := maps.Clone(s.in); cursor != "" {
			query.Set("cursor", cursor)
			return v.redirect(listAddress("/decisoes", query))
		}
		return v.redirect(listAddress("/decisoes", s.in))
	}
	view := &listView{Recorded: p.Journal != nil}
	var carriers []decision.Carrier
	if p.Carriers != nil && v.Role != identity.Carrier {
		var err error
		if carriers, err = p.Carriers.List(v.ctx()); err != nil {
			return err
		}
	}
	view.Form, view.Carriers = v.filterForm(s, carriers), len(carriers) > 0
	status := http.StatusOK
	if len(s.faults) > 0 {
		status = http.StatusUnprocessableEntity
	} else if view.Recorded {
		if err := v.list(view, s, carriers); err != nil {
			return err
		}
	}
	return v.render(status, page{Title: v.t("decisions.title"), Template: "decisions/list", Body: view, Section: sectionDecisions, Error: len(s.faults) > 0})
}

// list finds a page of decisions, and counts them all.
func (v *visit) list(view *listView, s *sought, carriers []decision.Carrier) error {
	cursor := v.Query("cursor")
	records, next, err := v.portal.Journal.List(v.ctx(), s.Filter, cursor, listPage)
	if err != nil {
		return err
	}
	names := map[string]string{}
	for _, c := range carriers {
		names[c.ID] = c.Name
	}
	for _, r := range records {
		row, err := v.row(r)
		if err != nil {
			return err
		}
		if row.Carrier = names[r.Carrier]; row.Carrier == "" {
			row.Carrier = r.Carrier
		}
		view.Rows = append(view.Rows, row)
	}
	if len(records) == 0 && cursor == "" {
		return v.dropping(view, s)
	}
	view.pages(s, cursor, next)
	view.CSV = listAddress("/decisoes.csv", s.in)
	if view.Count, err = v.counted(s.Filter); err != nil {
		return err
	}
	weeks, exact, err := v.portal.Journal.Weeks(v.ctx(), s.Filter)
	if err != nil {
		return err
	}
	view.Weeks = v.weeksOf(weeks, exact, s)
	return nil
}

// pages are the ways to the page after this one, and back to the first.
func (view *listView) pages(s *sought, cursor, next string) {
	pages := map[string]any{"First": "", "Next": ""}
	if cursor != "" {
		pages["First"] = listAddress("/decisoes", s.in)
	}
	if next != "" {
		query := maps.Clone(s.in)
		query.Set("cursor", next)
		pages["Next"] = listAddress("/decisoes", query)
	}
	if cursor != "" || next != "" {
		view.Pager = pages
	}
}

// counted is how many decisions a filter takes, in words.
func (v *visit) counted(f decision.Filter) (string, error) {
	n, exact, err := v.portal.Journal.Count(v.ctx(), f, listMost)
	if err != nil {
		return "", err
	}
	if !exact {
		return v.t("decisions.list.more_than", "n", v.words().number(n)), nil
	}
	return v.words().count("decisions.list.count", n)
}

// dropping says, of each filter, what there is without it.
func (v *visit) dropping(view *listView, s *sought) error {
	if len(s.in) == 0 {
		view.None = true
		return nil
	}
	for _, name := range filterNames {
		if !s.in.Has(name) {
			continue
		}
		f := s.Filter
		dropFrom(&f, name)
		count, err := v.counted(f)
		if err != nil {
			return err
		}
		view.Drop = append(view.Drop, dropped{v.shown(view.Form, name), listAddress("/decisoes", s.without(name)), count})
	}
	return nil
}

// dropFrom takes what a parameter asked for out of a filter.
func dropFrom(f *decision.Filter, name string) {
	switch name {
	case "pergunta":
		f.Question = ""
	case "resultado":
		f.Outcome, f.Failures = "", false
	case "controvertido":
		f.Contested = ""
	case "dispositivo":
		f.Provision = ""
	case "divergencia":
		f.Dispute = ""
	case "transportadora":
		f.Carrier = ""
	case "de":
		f.From = time.Time{}
	case "ate":
		f.To = time.Time{}
	case "revisao":
		f.Revision = ""
	}
}

// brief is what a row needs of an answer.
type brief struct {
	Outcome    string         `json:"outcome"`
	Curable    *bool          `json:"curable"`
	Contested  bool           `json:"contested"`
	Result     briefResult    `json:"result"`
	LegalBasis []briefBasis   `json:"legal_basis"`
	Missing    []briefMissing `json:"missing"`
}

type briefBasis struct {
	URN    string `json:"urn"`
	Role   string `json:"role"`
	Met    *bool  `json:"met"`
	Reason string `json:"reason"`
}

type briefResult struct {
	Benefit string `json:"benefit"`
}

type briefMissing struct {
	Ask string `json:"ask"`
}

func briefOf(r *decision.Record) (*brief, error) {
	var b brief
	if err := json.Unmarshal(r.Answer, &b); err != nil {
		return nil, fmt.Errorf("reading the answer of %s: %w", r.ID, err)
	}
	return &b, nil
}

// reason is the first sentence of why: as said.why has it.
func (b *brief) reason() string {
	if b.Outcome == "incomplete" && len(b.Missing) > 0 {
		return b.Missing[0].Ask
	}
	reason := ""
	for i, basis := range b.LegalBasis {
		if i == 0 || b.Outcome == "allow" && basis.Role == "grants" && basis.Met != nil && *basis.Met {
			reason = basis.Reason
		}
	}
	return firstSentence(reason)
}

// firstSentence is a text up to where the next sentence begins, with a capital letter.
func firstSentence(text string) string {
	for from := 0; ; {
		end := strings.Index(text[from:], ". ")
		if end < 0 {
			return text
		}
		from += end + len(". ")
		if next, _ := utf8.DecodeRuneInString(text[from:]); unicode.IsUpper(next) {
			return text[:from-1]
		}
	}
}

func (v *visit) row(r *decision.Record) (listRow, error) {
	row := listRow{URL: "/decisoes/" + url.PathEscape(r.ID), At: r.DecidedAt, Question: v.questionShort(r.Question), State: "failure"}
	if r.Failure != "" {
		return row, nil
	}
	b, err := briefOf(r)
	if err != nil {
		return row, err
	}
	row.State, row.Contested, row.Reason = answerState(r.Question, b.Outcome, b.Curable), b.Contested, b.reason()
	if b.Result.Benefit != "" {
		row.Benefit = factName(v.set, v.lang, benefitFact, b.Result.Benefit)
	}
	if r.Language != v.lang {
		row.Lang = r.Language
	}
	return row, nil
}
