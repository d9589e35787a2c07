package portal

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"deferido/internal/civil"
	"deferido/internal/impact"
)

// The parts of what was decided that can be measured.
const (
	partAll    = "tudo"
	partPeriod = "periodo"
	partSample = "amostra"
)

// scopeNames are the fields of the form of a measurement, in their order.
var scopeNames = []string{"parte", "de", "ate", "percento", "grade_de", "grade_ate", "passo"}

// scopeForm is the form of a measurement, as it was sent and as it was understood.
type scopeForm struct {
	Part, From, To, Percent string
	Reasons                 bool
	GridFrom, GridTo, Step  string
	Faults                  map[string]string // by field
	Scope                   impact.Scope
}

// mostGrid is on how many days the cases are decided at the most: on each of them all are, by two sets.
const mostGrid = 400

// readScope reads the form of a measurement.
func (v *visit) readScope(form url.Values) *scopeForm {
	f := &scopeForm{
		Part: form.Get("parte"), From: typedText(form, "de"), To: typedText(form, "ate"), Percent: typedText(form, "percento"), Reasons: form.Get("razoes") != "",
		GridFrom: typedText(form, "grade_de"), GridTo: typedText(form, "grade_ate"), Step: typedText(form, "passo"), Faults: map[string]string{},
	}
	f.Scope.Reasons = f.Reasons
	switch f.Part {
	case partAll:
	case partPeriod:
		v.readPeriod(f)
	case partSample:
		n, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(f.Percent, "%")))
		if err != nil || n < 1 || n > 99 {
			f.Faults["percento"] = v.t("publish.scope.no_percent")
		}
		f.Scope.Percent = n
	default:
		f.Faults["parte"] = v.t("publish.scope.no_part")
	}
	v.readGrid(f)
	return f
}

// readPeriod reads the days between which was decided what is measured; both belong to the period, and one may be left out.
func (v *visit) readPeriod(f *scopeForm) {
	first, last := v.typedDay(f, "de", &f.From), v.typedDay(f, "ate", &f.To)
	if f.From == "" && f.To == "" {
		f.Faults["de"] = v.t("publish.scope.no_period")
	}
	if !first.IsZero() && !last.IsZero() && last.Before(first) {
		f.Faults["ate"] = v.t("publish.scope.ends_before")
	}
	zone := v.portal.Now().Location()
	if !first.IsZero() {
		at := startOf(first, zone)
		f.Scope.From = &at
	}
	if !last.IsZero() {
		at := startOf(last, zone).AddDate(0, 0, 1)
		f.Scope.To = &at
	}
}

// readGrid reads the days on which the cases are decided too.
func (v *visit) readGrid(f *scopeForm) {
	if f.GridFrom == "" && f.GridTo == "" {
		return
	}
	first, last := v.typedDay(f, "grade_de", &f.GridFrom), v.typedDay(f, "grade_ate", &f.GridTo)
	step, err := strconv.Atoi(f.Step)
	if err != nil || step < 1 {
		f.Faults["passo"] = v.t("publish.scope.no_step")
		return
	}
	switch {
	case f.Faults["grade_de"] != "" || f.Faults["grade_ate"] != "":
	case first.IsZero():
		f.Faults["grade_de"] = v.t("publish.scope.both_days")
	case last.IsZero():
		f.Faults["grade_ate"] = v.t("publish.scope.both_days")
	case last.Before(first):
		f.Faults["grade_ate"] = v.t("publish.scope.ends_before")
	case (last.Days()-first.Days())/step >= mostGrid:
		f.Faults["passo"] = v.t("publish.scope.too_many_days", "most", mostGrid)
	}
	f.Scope.Grid = &impact.GridDays{First: first.String(), Last: last.String(), Step: step}
}

// typedDay reads a day, and writes it as it was understood; what is none is a fault of its field. An empty field is the zero day.
func (v *visit) typedDay(f *scopeForm, name string, text *string) civil.Date {
	if *text == "" {
		return civil.Date{}
	}
	day, err := readDay(*text, false, v.portal.today())
	if err != nil {
		f.Faults[name] = v.t("publish.scope.no_day")
		return civil.Date{}
	}
	*text = dayShown(day)
	return day
}

// startOf is the first instant of a day in a zone.
func startOf(d civil.Date, zone *time.Location) time.Time {
	return time.Date(d.Year(), d.Month(), d.Day(), 0, 0, 0, 0, zone)
}

// scopeFields are the fields of the form.
func (v *visit) scopeFields(f *scopeForm) map[string]any {
	text := func(name, value string, size int) field {
		return field{ID: name, Name: name, Label: v.t("publish.scope." + name), Value: value, Fault: f.Faults[name], Mode: "numeric", Size: size}
	}
	return map[string]any{
		"Part": f.Part, "PartFault": f.Faults["parte"], "Reasons": f.Reasons, "Open": f.GridFrom != "" || f.GridTo != "",
		"From": text("de", f.From, 10), "To": text("ate", f.To, 10), "Percent": text("percento", f.Percent, 4),
		"GridFrom": text("grade_de", f.GridFrom, 10), "GridTo": text("grade_ate", f.GridTo, 10), "Step": text("passo", f.Step, 4),
	}
}

// scopeSaid is what was measured, in words.
func (v *visit) scopeSaid(s *impact.Scope) string {
	zone := v.portal.Now().Location()
	day := func(t time.Time) string { return v.words().date(t.In(zone).Format(time.DateOnly)) }
	var said string
	switch {
	case s.From != nil && s.To != nil:
		said = v.t("publish.scope.said_between", "from", day(*s.From), "to", day(s.To.Add(-time.Nanosecond)))
	case s.From != nil:
		said = v.t("publish.scope.said_from", "from", day(*s.From))
	case s.To != nil:
		said = v.t("publish.scope.said_to", "to", day(s.To.Add(-time.Nanosecond)))
	default:
		said = v.t("publish.scope.said_all")
	}
	if s.Question != "" {
		said += " " + v.t("publish.scope.said_question", "question", v.questionShort(s.Question))
	}
	if s.Carrier != "" {
		said += " " + v.t("publish.scope.said_carrier", "carrier", v.portal.carrierName(v, s.Carrier))
	}
	if s.Percent > 0 && s.Percent < 100 {
		said += " " + v.t("publish.scope.said_percent", "percent", s.Percent)
	}
	return said
}
