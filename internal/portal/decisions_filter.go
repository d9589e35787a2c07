package portal

import (
	"errors"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"deferido/internal/corpus"
	"deferido/internal/decision"
	"deferido/internal/identity"
)

// The parameters of a list of decisions, in the order of its form.
var filterNames = []string{"pergunta", "resultado", "controvertido", "divergencia", "dispositivo", "de", "ate", "transportadora", "revisao"}

// outcomeFailed is the outcome of an evaluation that failed, which is none.
const outcomeFailed = "falha"

// sought is what decisions are looked for by, as it was asked and as it was understood.
type sought struct {
	decision.Filter
	asked    url.Values        // parameters that are not empty
	in       url.Values        // the same as they stand in addresses: the URN, days in ISO form
	faults   map[string]string // by parameter
	provided *corpus.Match     // the provision or act
	nearly   []corpus.Suggestion
}

// wanted reads what is looked for. A carrier's people look for what is theirs and are not asked whose. What cannot be read is a
// fault of its parameter.
func (v *visit) wanted() *sought {
	s := &sought{asked: url.Values{}, in: url.Values{}, faults: map[string]string{}}
	query := v.query()
	for _, name := range filterNames {
		if text := strings.TrimSpace(query.Get(name)); text != "" {
			s.asked.Set(name, text)
			s.in.Set(name, text)
		}
	}
	v.wantedAnswer(s)
	v.wantedProvision(s)
	v.wantedTime(s)
	s.Revision = s.asked.Get("revisao")
	if s.Revision != "" && !revisionForm.MatchString(s.Revision) {
		s.faults["revisao"] = v.t("decisions.filter.no_revision")
	}
	s.Carrier = s.asked.Get("transportadora")
	if v.Role == identity.Carrier {
		s.Carrier = v.Caller.Carrier
		s.asked.Del("transportadora")
		s.in.Del("transportadora")
	}
	return s
}

// query are the parameters of the address. A semicolon in one, which a URN has, is a part of it.
func (v *visit) query() url.Values {
	query, _ := url.ParseQuery(strings.ReplaceAll(v.Request.URL.RawQuery, ";", "%3B")) // what cannot be read was not asked
	return query
}

// revisionForm is that of the name of a policy set.
var revisionForm = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)

// wantedAnswer reads the question and what came of it.
func (v *visit) wantedAnswer(s *sought) {
	if s.Question = s.asked.Get("pergunta"); s.Question != "" {
		if _, known := v.set.Question(s.Question); !known {
			s.faults["pergunta"] = v.t("decisions.filter.no_question")
		}
	}
	switch outcome := s.asked.Get("resultado"); outcome {
	case "", "allow", "deny", "incomplete":
		s.Outcome = outcome
	case outcomeFailed:
		s.Failures = true
	default:
		s.faults["resultado"] = v.t("decisions.filter.no_outcome")
	}
	switch s.asked.Get("controvertido") {
	case "":
	case "sim":
		s.Contested = "true"
	case "nao":
		s.Contested = "false"
	default:
		s.faults["controvertido"] = v.t("decisions.filter.no_answer")
	}
	if s.Dispute = s.asked.Get("divergencia"); s.Dispute != "" && !slices.Contains(v.disputes(), s.Dispute) {
		s.faults["divergencia"] = v.t("decisions.filter.no_dispute")
	}
}

// disputes are the ids of the disputes between the readings.
func (v *visit) disputes() []string {
	var ids []string
	for _, d := range v.set.Disputes() {
		ids = append(ids, d.ID)
	}
	return ids
}

// wantedProvision reads a provision that is given by URN or label. A number that is nearly that of an act is never taken for it.
func (v *visit) wantedProvision(s *sought) {
	text := s.asked.Get("dispositivo")
	if text == "" {
		return
	}
	r := v.set.Corpus().Resolve(text)
	switch {
	case r.Found == nil:
		s.faults["dispositivo"], s.nearly = v.t("decisions.filter.no_provision"), r.Suggestions
	case r.Found.Provision == nil:
		s.faults["dispositivo"] = v.t("decisions.filter.whole_act", "act", r.Found.Norm.Title)
	default:
		s.provided, s.Provision = r.Found, r.Found.Provision.URN
		s.in.Set("dispositivo", s.Provision)
	}
}

// wantedTime reads the period: days, or minutes of them. The end belongs to it.
func (v *visit) wantedTime(s *sought) {
	zone := v.portal.Now().Location()
	for _, name := range []string{"de", "ate"} {
		text := s.asked.Get(name)
		if text == "" {
			continue
		}
		m, ok := readMoment(text, v.portal.today())
		if !ok {
			s.faults[name] = v.t("decisions.filter.no_moment")
			continue
		}
		s.in.Set(name, m.String())
		if name == "de" {
			s.From = m.start(zone)
		} else {
			s.To = m.end(zone)
		}
	}
	if !s.From.IsZero() && !s.To.IsZero() && !s.From.Before(s.To) {
		s.faults["ate"] = v.t("decisions.filter.ends_before")
	}
}

// moved tells whether the address is not written as addresses are.
func (s *sought) moved() bool {
	return len(s.faults) == 0 && !maps.EqualFunc(s.asked, s.in, slices.Equal)
}

// without are the parameters without one of them.
func (s *sought) without(name string) url.Values {
	rest := maps.Clone(s.in)
	rest.Del(name)
	return rest
}

// listAddress is the address of a list.
func listAddress(path string, query url.Values) string {
	if len(query) == 0 {
		return path
	}
	return path + "?" + query.Encode()
}

// filterView is the form.
type filterView struct {
	Action  string
	Fields  []field // with Options where they are choices
	Clear   string  // address without any filter; empty where there is none
	Errors  []link
	Nearly  []link // provisions or acts that may have been meant
	Carried bool   // more than the first fields are in use
}

// filterForm is the form with what was asked.
func (v *visit) filterForm(s *sought, carriers []decision.Carrier) filterView {
	form := filterView{Action: "/decisoes"}
	for _, name := range filterNames {
		f := field{ID: name, Name: name, Label: v.t("decisions.filter." + name), Value: s.asked.Get(name), Fault: s.faults[name]}
		switch name {
		case "dispositivo":
			f.Class, f.Size, f.Hint = "double", 36, v.t("decisions.filter.dispositivo_hint")
			if s.provided != nil {
				f.Value = s.provided.Provision.Label
			}
		case "de", "ate":
			f.Size, f.Hint = 17, v.t("decisions.filter.moment_hint")
			if m, ok := readMoment(f.Value, v.portal.today()); ok {
				f.Value = v.words().momentOf(m)
			}
		case "revisao":
			f.Size = 24
		case "transportadora":
			if v.Role == identity.Carrier {
				continue
			}
			f.Options = v.choices(s, name, carriers)
		default:
			f.Options = v.choices(s, name, nil)
		}
		if f.Fault != "" {
			form.Errors = append(form.Errors, link{"#" + name, f.Label + ": " + f.Fault})
		}
		form.Fields = append(form.Fields, f)
	}
	if len(s.asked) > 0 {
		form.Clear = "/decisoes"
	}
	for _, near := range s.nearly {
		query := maps.Clone(s.asked)
		name := near.Norm.Title
		if near.Provision != nil {
			name = near.Provision.Label
			query.Set("dispositivo", near.Provision.URN)
			form.Nearly = append(form.Nearly, link{listAddress("/decisoes", query), name})
			continue
		}
		form.Nearly = append(form.Nearly, link{provisionURL(near.Norm.URN.String(), ""), name})
	}
	return form
}

// choices are what a parameter can be, the first of which is anything.
func (v *visit) choices(s *sought, name string, carriers []decision.Carrier) []option {
	all := []option{{"", v.t("decisions.filter.any")}}
	switch name {
	case "pergunta":
		for _, q := range v.set.Questions() {
			all = append(all, option{q.Name, questionName(q, v.lang)})
		}
	case "resultado":
		for _, outcome := range []string{"allow", "deny", "incomplete"} {
			all = append(all, option{outcome, v.t("state." + outcome)})
		}
		all = append(all, option{outcomeFailed, v.t("state.failure")})
	case "controvertido":
		all = append(all, option{"sim", v.t("decisions.value_yes")}, option{"nao", v.t("decisions.value_no")})
	case "divergencia":
		for _, id := range v.disputes() {
			all = append(all, option{id, id})
		}
	case "transportadora":
		for _, c := range carriers {
			all = append(all, option{c.ID, c.Name})
		}
	}
	if value := s.asked.Get(name); value != "" && !slices.ContainsFunc(all, func(o option) bool { return o.Value == value }) {
		all = append(all, option{value, value}) // what was asked stays to be seen
	}
	return all
}

// shown is how a parameter in use is named to people: "Resultado: Negado".
func (v *visit) shown(form filterView, name string) string {
	for _, f := range form.Fields {
		if f.Name != name {
			continue
		}
		for _, o := range f.Options {
			if o.Value == f.Value {
				return f.Label + ": " + o.Label
			}
		}
		return f.Label + ": " + f.Value
	}
	return name
}

// seen refuses a list that the visitor may not see.
func (v *visit) seen(s *sought) error {
	err := v.may(identity.ListDecisions, s.Carrier)
	var refused *failure
	if errors.As(err, &refused) && refused.status == http.StatusForbidden && v.Role == identity.Carrier {
		return decision.ErrNoRecord
	}
	return err
}
