package portal

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"deferido/internal/identity"
	"deferido/internal/lifecycle"
)

// scheduleRoutes are the addresses of putting a draft into service.
var scheduleRoutes = []route{
	get("/mudancas/:n/publicacao", identity.ReadRevisions, (*Portal).showSchedule),
	post("/mudancas/:n/publicacao", identity.ActivateRevisions, (*Portal).schedule),
	post("/mudancas/:n/parada", identity.ActivateRevisions, (*Portal).stopSchedule),
}

// scheduleForm is the form, as it was sent.
type scheduleForm struct {
	When, Day, Hour, Reason, Confirm string
	after                            int
	faults                           map[string]string
}

// scheduleNames are its fields, in their order.
var scheduleNames = []string{"quando", "dia", "hora", "motivo", "confirmacao"}

// showSchedule answers GET /mudancas/{n}/publicacao.
func (p *Portal) showSchedule(v *visit) error {
	d, err := p.draftPage(v, "publicacao")
	if err != nil {
		return err
	}
	return p.schedulePage(v, d, http.StatusOK, &scheduleForm{}, "")
}

// schedulePage is the page; stopFault is what is to be corrected of a form that calls an activation off.
func (p *Portal) schedulePage(v *visit, d *draftPage, status int, form *scheduleForm, stopFault string) error {
	label := v.confirmed(d.Draft)
	body := map[string]any{"State": d.scheduleState(), "Why": v.whyNot(identity.ActivateRevisions), "Zone": zone(p.Now()), "Label": label, "After": lastSeq(d.log)}
	a, _ := d.activation()
	if a != nil {
		body["From"], body["By"], body["Reason"], body["Seq"] = v.moment(a.FromAt), person(a.By), a.Reason, a.Seq
	} else {
		body["From"] = ""
	}
	body["Compare"] = revisionURL(d.Draft.Fingerprint, "com", d.Draft.Base)
	body["Stop"] = v.stopReason("motivo-parada", stopFault)
	text := func(name, value string, size int) field {
		return field{ID: name, Name: name, Label: v.t("publish.schedule." + name), Value: value, Fault: form.faults[name], Size: size}
	}
	day, hour, confirm := text("dia", form.Day, 10), text("hora", form.Hour, 6), text("confirmacao", form.Confirm, 0)
	day.Mode, hour.Mode = "numeric", "numeric"
	day.Hint, hour.Hint = v.t("publish.schedule.day_hint"), v.t("publish.schedule.hour_hint", "zone", zone(p.Now()))
	confirm.Hint, confirm.Class = v.t("publish.schedule.confirm_hint", "label", label), "wide stretch"
	body["When"], body["WhenFault"], body["Day"], body["Hour"], body["Confirm"] = form.When, form.faults["quando"], day, hour, confirm
	body["Motive"] = area{field: field{ID: "motivo", Name: "motivo", Label: v.t("publish.schedule.motivo"), Value: form.Reason, Fault: form.faults["motivo"], Hint: v.t("publish.schedule.reason_hint")}, Rows: 3}
	errs := faultLinks(form.faults, scheduleNames...)
	if stopFault != "" {
		errs = append(errs, link{"#motivo-parada", stopFault})
	}
	body["Errors"] = errs
	var err error
	if body["Moved"], err = p.moved(v, d); err != nil {
		return err
	}
	if body["Shadow"], err = p.shadowRows(v, d.Draft.Fingerprint); err != nil {
		return err
	}
	shown := d.page(v, "publicacao", "publish/schedule", body)
	shown.Error = len(errs) > 0
	return v.render(status, shown)
}

// scheduleState is how far the draft is on its way into service: open, waiting, approved, scheduled, served, past or abandoned.
func (d *draftPage) scheduleState() string {
	got, of := d.Approved()
	a, stopped := d.activation()
	switch {
	case d.Draft.State == lifecycle.Abandoned:
		return "abandoned"
	case d.Draft.State == lifecycle.Open:
		return "open"
	case d.Draft.State == lifecycle.Submitted && got < of:
		return "waiting"
	case a == nil || stopped:
		return "approved"
	case a.FromAt.After(d.now):
		return "scheduled"
	case d.Current.Revision == d.Draft.Fingerprint:
		return "served"
	}
	return "past"
}

// shadowRow is answers that came out otherwise when a revision was tried on what was being decided.
type shadowRow struct {
	Question, Before, After string
	N                       int
	Example                 string // address of one of them
}

// shadowRows are what trying a revision in the shadow of the one in service found; none where the visitor may not know.
func (p *Portal) shadowRows(v *visit, revision string) ([]shadowRow, error) {
	if revision == "" || !v.allowed(identity.TryDrafts) {
		return nil, nil
	}
	all, err := p.Desk.Differences(v.ctx(), revision)
	if err != nil {
		return nil, err
	}
	var rows []shadowRow
	for _, d := range all {
		rows = append(rows, shadowRow{v.questionShort(d.Question), v.outcome(d.Question, d.Before), v.outcome(d.Question, d.After), d.Answers, "/decisoes/" + url.PathEscape(d.Example)})
	}
	return rows, nil
}

// confirmed is what is typed to confirm a publication: the first article that the draft changes, or its title.
func (v *visit) confirmed(d *lifecycle.Draft) string {
	for _, c := range d.Changed {
		if subject := v.subject(c.Path); strings.HasPrefix(c.Path, "norms/") {
			if _, article, found := cutLast(subject, ", "); found && strings.HasPrefix(article, "art") {
				return subject
			}
		}
	}
	return d.Title
}

// confirms tells whether somebody typed a label: case, marks and spaces do not matter, and of an article its number is enough.
func confirms(typed, label string) bool {
	plain := func(text string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				return unicode.ToLower(r)
			}
			return -1
		}, text)
	}
	said := plain(typed)
	_, article, _ := cutLast(label, ", ")
	return said != "" && (said == plain(label) || strings.HasPrefix(article, "art") && said == plain(article))
}

// schedule answers POST /mudancas/{n}/publicacao. A form that is sent twice publishes once.
func (p *Portal) schedule(v *visit) error {
	d, err := p.draftPage(v, "publicacao")
	if err != nil {
		return err
	}
	sent, err := v.form()
	if err != nil {
		return err
	}
	form := &scheduleForm{
		When: sent.Get("quando"), Day: typedText(sent, "dia"), Hour: typedText(sent, "hora"), Reason: typedText(sent, "motivo"), Confirm: typedText(sent, "confirmacao"),
		faults: map[string]string{},
	}
	if form.after, err = strconv.Atoi(sent.Get("depois")); err != nil {
		return badRequest("publish.unread")
	}
	fingerprint := sent.Get("impressao")
	if fingerprint == "" || fingerprint != d.Draft.Fingerprint {
		return &failure{status: http.StatusConflict, key: "publish.other", links: []link{{draftURL(d.Draft.ID, "publicacao"), v.t("publish.back.publicacao")}}}
	}
	from := p.from(v, form)
	if form.Reason == "" {
		form.faults["motivo"] = v.t("publish.schedule.no_reason")
	}
	if label := v.confirmed(d.Draft); !confirms(form.Confirm, label) {
		form.faults["confirmacao"] = v.t("publish.schedule.not_confirmed", "label", label)
	}
	if len(form.faults) == 0 {
		_, err = p.Desk.ActivateOnce(v.ctx(), v.Actor(), form.after, fingerprint, from, form.Reason)
		refused := refusal(err)
		switch {
		case err == nil:
			return v.redirect(draftURL(d.Draft.ID, "publicacao"))
		case refused == nil || refused.Kind != lifecycle.InThePast:
			return d.again(v, "publicacao", err)
		}
		form.faults["dia"] = refused.Detail.In(v.lang)
	}
	return p.schedulePage(v, d, http.StatusUnprocessableEntity, form, "")
}

// from reads the instant of a publication, and writes it as it was understood; the zero time is at once.
func (p *Portal) from(v *visit, f *scheduleForm) time.Time {
	switch f.When {
	case "agora":
		return time.Time{}
	case "marcado":
	default:
		f.faults["quando"] = v.t("publish.schedule.no_when")
		return time.Time{}
	}
	day, err := readDay(f.Day, false, p.today())
	if err != nil {
		f.faults["dia"] = v.t(map[bool]string{true: "publish.schedule.no_day", false: "publish.scope.no_day"}[f.Day == ""])
	} else {
		f.Day = dayShown(day)
	}
	hour, unread := readHour(f.Hour)
	if unread != nil || !hour.exists() {
		f.faults["hora"] = v.t("publish.schedule.no_hour")
	}
	if len(f.faults) > 0 {
		return time.Time{}
	}
	at, err := time.Parse(time.RFC3339, day.String()+"T"+hour.text(p.Now().Format("Z07:00")))
	if err != nil {
		f.faults["hora"] = v.t("publish.schedule.no_hour")
	}
	return at
}

// stopSchedule answers POST /mudancas/{n}/parada: it calls off the activation of the draft that its form names.
func (p *Portal) stopSchedule(v *visit) error {
	d, err := p.draftPage(v, "publicacao")
	if err != nil {
		return err
	}
	fault, err := p.stop(v, d.Draft.Fingerprint)
	switch {
	case fault != "":
		return p.schedulePage(v, d, http.StatusUnprocessableEntity, &scheduleForm{}, fault)
	case err != nil:
		return d.again(v, "publicacao", err)
	}
	return v.redirect(draftURL(d.Draft.ID, "publicacao"))
}

// stop calls off the activation of a revision that the form names. A fault is what is to be corrected of the form.
func (p *Portal) stop(v *visit, revision string) (fault string, err error) {
	form, err := v.form()
	if err != nil {
		return "", err
	}
	log, err := p.Desk.Log(v.ctx())
	if err != nil {
		return "", err
	}
	seq, _ := strconv.Atoi(form.Get("ativacao"))
	named := slices.ContainsFunc(log, func(a lifecycle.Activation) bool { return a.Seq == seq && a.Revision == revision && revision != "" })
	if !named {
		seq = 0 // which no activation has
	}
	_, err = p.Desk.Stop(v.ctx(), v.Actor(), seq, typedText(form, "motivo"))
	if refused := refusal(err); refused != nil && refused.Kind == lifecycle.NoReason {
		return refused.Detail.In(v.lang), nil
	}
	return "", err
}
