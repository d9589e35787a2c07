package portal

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"deferido/internal/civil"
	"deferido/internal/corpus"
	"deferido/internal/identity"
	"deferido/internal/lifecycle"
)

// sheet is what a page about the sign-off of a provision is made of.
type sheet struct {
	book      *book
	row       *bookRow
	provision *corpus.Provision
	day       civil.Date
	dayText   string // as it was sent, where it is no day
	fault     string // of the day
	status    int
	signFault string // of signing
	remark    remarkForm
}

// remarkForm is a remark that is being made, or settled.
type remarkForm struct {
	Quote, Text, Fault string
	Settling           string // id of the remark that is being settled; empty for a new one
}

// sheetOf reads which provision a page is about, and on which day the law is read.
func (p *Portal) sheetOf(v *visit, urn, day string) (*sheet, error) {
	if p.Office == nil {
		return nil, notFound("ledger.no_office")
	}
	b, err := p.book(v.ctx(), v.set)
	if err != nil {
		return nil, err
	}
	row := b.byURN[urn]
	if row == nil {
		return nil, notFound("ledger.no_provision", link{"/conferencias", v.t("ledger.signoffs.title")})
	}
	s := &sheet{book: b, row: row, provision: row.Provision, status: http.StatusOK}
	s.day = lifecycle.LastInForce(row.Provision, p.today())
	if day == "" {
		return s, nil
	}
	read, err := readDay(day, false, p.today())
	_, inForce := row.Provision.VersionOn(read)
	switch {
	case err != nil:
		s.dayText, s.fault = day, v.t("ledger.sheet.no_day")
	case !inForce:
		s.dayText, s.fault = v.words().day(read), v.t("ledger.sheet.not_in_force", "day", v.words().day(s.day))
	default:
		s.day = read
	}
	return s, nil
}

// signoffSheet answers GET /conferencias/{urn}?em=. A day as people write it leads to the address with the ISO one.
func (p *Portal) signoffSheet(v *visit) error {
	s, err := p.sheetOf(v, v.Param("urn"), v.Query("em"))
	if err != nil {
		return err
	}
	if day := v.Query("em"); day != "" && s.fault == "" && day != s.day.String() {
		return v.redirect(sheetURL(s.row.URN, s.day.String()))
	}
	return p.showSheet(v, s)
}

// sheetURL is the address of a provision's sign-off.
func sheetURL(urn, day string) string {
	at := "/conferencias/" + url.PathEscape(urn)
	if day != "" {
		at += "?em=" + day
	}
	return at
}

// conditionView is a rule that speaks of the provision.
type conditionView struct {
	ruleLine
	Reason   string
	Quote    string
	Readings []string
}

func (p *Portal) showSheet(v *visit, s *sheet) error {
	signed, err := p.signoffs(v.ctx(), v.set)
	if err != nil {
		return err
	}
	remarks, err := p.remarksOf(v.ctx(), v.set)
	if err != nil {
		return err
	}
	matter, err := lifecycle.MatterOf(v.set, s.book.tree, s.row.URN)
	if err != nil {
		return err
	}
	version, _ := s.provision.VersionOn(s.day)
	value := v.words().day(s.day)
	if s.fault != "" {
		value = s.dayText
	}
	body := map[string]any{
		"Siblings": v.siblings(""), "Row": s.row, "URL": sheetURL(s.row.URN, ""), "Class": v.t("ledger.class." + string(s.row.Status)), "Version": version, "Day": s.day.String(),
		"AsOf":  map[string]any{"Action": sheetURL(s.row.URN, ""), "Value": value, "Fault": s.fault, "Sentence": v.t("ledger.sheet.read_on", "day", v.words().day(s.day))},
		"State": v.sealOf(signed[s.row.URN]), "Seals": v.sealViews(signed[s.row.URN]), "Conditions": v.conditionViews(s.row.Rules), "Rules": matter.Rule,
		"Cases": v.caseLines(s.book.casesWhere(func(c *bookCase) bool { return slices.Contains(v.set.Cases(s.row.URN), c.ID) })), "Tests": testFiles(matter), "Parameters": s.parameters(v),
		"Readings": s.readings(v), "Remarks": v.remarkViews(remarks[s.row.URN], s.row.Label), "May": v.allowed(identity.ApproveRevisions), "Lawyer": v.Role == identity.Lawyer,
		"Seen": matter.Parts().Fingerprint(), "Fault": s.signFault, "Remark": s.remark,
	}
	crumbs := []link{{"/normas", v.t("ledger.siblings.norms")}, {"/conferencias", v.t("ledger.signoffs.title")}, {"", s.row.Label}}
	body["Crumbs"] = crumbs
	return v.render(s.status, page{Title: s.row.Label, Template: "ledger/signoff", Section: "normas", Bare: true, Error: s.status != http.StatusOK, Body: body})
}

// signedView is a signature in the list of a provision's.
type signedView struct {
	sealView
	Mine bool
}

func (v *visit) sealViews(s *signoff) []signedView {
	if s == nil {
		return nil
	}
	var views []signedView
	for i := range s.Seals {
		state := signedOff
		if len(s.Seals[i].Broken) > 0 {
			state = brokenOff
		}
		views = append(views, signedView{v.sealShown(&s.Seals[i], state), s.Seals[i].Signer == v.ID})
	}
	return views
}

func (v *visit) conditionViews(rules []bookRule) []conditionView {
	var views []conditionView
	for _, r := range rules {
		title, foreign := r.in(v.lang)
		reason := r.Reason.In(v.lang)
		if strings.Contains(reason, "{") { // its numbers are found when something is decided
			reason = ""
		}
		views = append(views, conditionView{ruleLine{ruleTitle{title, foreign}, v.questionShort(r.Question), r.Role}, reason, r.Quote, splitReadings(r.Reading)})
	}
	return views
}

// testFiles are the files of the tests that are signed with a provision.
func testFiles(m *lifecycle.Matter) []string {
	var names []string
	for _, piece := range m.Cases {
		if strings.HasSuffix(piece.Name, "_test.rego") {
			names = append(names, piece.Name)
		}
	}
	return names
}

// parameterLine is a dated parameter with its value on the day.
type parameterLine struct {
	Name, Title, Value, Act string
	Grade                   string
}

func (s *sheet) parameters(v *visit) []parameterLine {
	var lines []parameterLine
	for _, p := range v.set.ParametersOf(s.row.Norm, s.row.Fragment) {
		line := parameterLine{Name: p.Name, Title: p.Title}
		if value, _, ok := p.On(s.day); ok {
			line.Value, line.Act, line.Grade = v.words().money(int64(value.Cents)), value.Act, string(value.Grade)
		}
		lines = append(lines, line)
	}
	return lines
}

func (s *sheet) readings(v *visit) []readingLine {
	var lines []readingLine
	for _, id := range s.row.Readings {
		if i, known := interpretation(v, id); known {
			lines = append(lines, readingLine{ID: id, Text: readingText(i, v.lang)})
		}
	}
	return lines
}

func (v *visit) remarkViews(all []lifecycle.Remark, label string) []remarkView {
	var views []remarkView
	for _, m := range all {
		views = append(views, v.remarkView(m, label))
	}
	return views
}

// sign answers POST /conferencias: a lawyer signs one provision, on a day, as it was read.
func (p *Portal) sign(v *visit) error {
	form, err := v.form()
	if err != nil {
		return err
	}
	s, err := p.sheetOf(v, form.Get("dispositivo"), form.Get("em"))
	if err != nil {
		return err
	}
	if s.fault != "" {
		s.status = http.StatusUnprocessableEntity
		return p.showSheet(v, s)
	}
	seen := form.Get("visto")
	if seen == "" { // what was read is what is signed
		return badRequest("ledger.nothing_seen")
	}
	_, err = p.Office.Sign(v.ctx(), v.Actor(), v.set, lifecycle.Signing{Provision: s.row.URN, Day: s.day, Seen: seen})
	if fault := v.correctable(err); fault != "" {
		s.status, s.signFault = http.StatusUnprocessableEntity, fault
		return p.showSheet(v, s)
	}
	if err != nil {
		return err
	}
	return v.redirect("/conferencias?" + url.Values{"conferido": {s.row.URN}}.Encode())
}

// remark answers POST /conferencias/{urn}/problemas: somebody notes a problem.
func (p *Portal) remark(v *visit) error {
	form, err := v.form()
	if err != nil {
		return err
	}
	s, err := p.sheetOf(v, v.Param("urn"), "")
	if err != nil {
		return err
	}
	s.remark = remarkForm{Quote: strings.TrimSpace(form.Get("trecho")), Text: strings.TrimSpace(form.Get("problema"))}
	_, err = p.Office.Remark(v.ctx(), v.Actor(), v.set, lifecycle.Remarking{Provision: s.row.URN, Quote: s.remark.Quote, Text: s.remark.Text})
	return p.remarked(v, s, err)
}

// settleRemark answers POST /conferencias/{urn}/problemas/{id}: somebody says how a problem was settled.
func (p *Portal) settleRemark(v *visit) error {
	form, err := v.form()
	if err != nil {
		return err
	}
	s, err := p.sheetOf(v, v.Param("urn"), "")
	if err != nil {
		return err
	}
	s.remark = remarkForm{Settling: v.Param("id"), Text: strings.TrimSpace(form.Get("resposta"))}
	return p.remarked(v, s, p.Office.Settle(v.ctx(), v.Actor(), s.remark.Settling, s.remark.Text))
}

func (p *Portal) remarked(v *visit, s *sheet, err error) error {
	if fault := v.correctable(err); fault != "" {
		s.status, s.remark.Fault = http.StatusUnprocessableEntity, fault
		return p.showSheet(v, s)
	}
	if err != nil {
		return err
	}
	return v.redirect(sheetURL(s.row.URN, "") + "#problemas")
}
