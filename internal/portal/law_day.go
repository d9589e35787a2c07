package portal

import (
	"net/http"

	"deferido/internal/civil"
)

// strip is what the component asof is made of: the day on which the law is read.
type strip struct {
	Action   string
	Value    string
	Fault    string
	Sentence string
}

// readingDay is the day on which a page of law is read: that of the address, or today. A day as people type it leads to the
// address that has it as YYYY-MM-DD; then done is true, and the answer is given.
func (v *visit) readingDay(name string) (day civil.Date, done bool, err error) {
	given := v.Query(name)
	if given == "" {
		return v.portal.today(), false, nil
	}
	if day, err := civil.ParseDate(given); err == nil {
		return day, false, nil
	}
	day, err = readDay(given, false, v.portal.today())
	if err != nil {
		return civil.Date{}, false, nil // the page says so, and shows what was typed
	}
	at := *v.Request.URL
	query := at.Query()
	query.Set(name, day.String())
	at.RawQuery = query.Encode()
	return day, true, v.redirect(at.RequestURI())
}

// field is a day as a field shows it: in Portuguese as people type it.
func (v *visit) field(day civil.Date) string {
	if v.lang == english || day.IsZero() {
		return day.String()
	}
	return v.words().day(day)
}

// askedDay is the day of the address, to be kept in the addresses that a page leads to; empty where it has none.
func (v *visit) askedDay() string {
	if day, err := civil.ParseDate(v.Query("em")); err == nil {
		return day.String()
	}
	return ""
}

// noSuchDay answers what asks for a day that does not exist: with the day to correct, and with no law.
func (v *visit) noSuchDay(p page) error {
	p.Title, p.Error, p.Template, p.Bare = v.t("law.no_day.title"), true, "law/noday", true
	p.Body = map[string]any{"Strip": strip{Action: v.Request.URL.Path, Value: v.Query("em"), Fault: v.t("law.no_day.fault")}, "Crumbs": p.Crumbs}
	return v.render(http.StatusUnprocessableEntity, p)
}
