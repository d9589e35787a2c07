package portal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"deferido/internal/decision"
	"deferido/internal/identity"
	"deferido/internal/report"
)

// reportRoutes are the addresses of the quarterly reports.
var reportRoutes = []route{
	get("/relatorios", identity.ReadReports, (*Portal).chooseReport),
	{method: http.MethodGet, path: "/relatorios/:trimestre", action: identity.ReadReports, handle: (*Portal).showReport, long: true},
	{method: http.MethodPost, path: "/relatorios/:trimestre/:o_que", action: identity.ImportReports, handle: (*Portal).importReport, large: report.MaxImportBytes + maxForm, long: true},
}

// reportLimit is how long a report or an import may take.
const reportLimit = 2 * time.Minute

// asked is the report that a page is about.
type askedReport struct {
	Quarter report.Quarter
	Carrier decision.Carrier
	Mode    string
}

// at is the address of the report, in a form; empty is the page.
func (a askedReport) at(format string) string {
	query := url.Values{"transportadora": {a.Carrier.ID}}
	if a.Mode != "" {
		query.Set("modo", a.Mode)
	}
	if format != "" {
		query.Set("formato", format)
	}
	return "/relatorios/" + a.Quarter.String() + "?" + query.Encode()
}

// chooseReport answers GET /relatorios: of which quarter and carrier. What was chosen leads to its own address.
func (p *Portal) chooseReport(v *visit) error {
	if p.Reports == nil {
		return notFound("reports.none")
	}
	chosen, err := report.ParseQuarter(v.Query("trimestre"))
	if err == nil {
		return v.redirect(askedReport{chosen, decision.Carrier{ID: v.Query("transportadora")}, v.Query("modo")}.at(""))
	}
	carriers, err := p.carriersOf(v)
	if err != nil {
		return err
	}
	body := map[string]any{
		"Quarters": p.quarters(), "Carriers": carriers, "Carrier": v.carrier(), "Modes": p.modes(v), "Wrong": v.Query("trimestre") != "",
	}
	return v.render(http.StatusOK, page{Title: v.t("reports.title"), Template: "reports/choose", Narrow: true, Section: "decisoes", Body: body})
}

// carriersOf are the carriers whose reports the visitor may have.
func (p *Portal) carriersOf(v *visit) ([]option, error) {
	if p.Carriers == nil {
		return nil, nil
	}
	all, err := p.Carriers.List(v.ctx())
	if err != nil {
		return nil, err
	}
	var options []option
	for _, c := range all {
		if v.may(identity.ReadReports, c.ID) == nil {
			options = append(options, option{c.ID, c.Name})
		}
	}
	return options, nil
}

// quarters are those of the last two years, the one that has just ended first.
func (p *Portal) quarters() []option {
	const shown, months = 8, 3
	now := p.Now()
	month := time.Date(now.Year(), now.Month(), 1, 12, 0, 0, 0, now.Location()).AddDate(0, -months, 0)
	var options []option
	for range shown {
		name := fmt.Sprintf("%04d-Q%d", month.Year(), (int(month.Month())-1)/months+1)
		options = append(options, option{name, name})
		month = month.AddDate(0, -months, 0)
	}
	return options
}

// modes are those of the services, as the facts have them.
func (p *Portal) modes(v *visit) []option {
	options := []option{{"", v.t("reports.any_mode")}}
	for _, mode := range []string{"rodoviario", "ferroviario", "aquaviario"} {
		options = append(options, option{mode, v.t("reports.mode." + mode)})
	}
	return options
}

// reportOf reads which report the address asks for. One of another carrier is not there.
func (p *Portal) reportOf(v *visit, action identity.Action) (askedReport, error) {
	var asked askedReport
	if p.Reports == nil || p.Carriers == nil {
		return asked, notFound("reports.none")
	}
	quarter, err := report.ParseQuarter(v.Param("trimestre"))
	if err != nil {
		return asked, notFound("reports.no_quarter", link{"/relatorios", v.t("reports.title")})
	}
	id := v.Query("transportadora")
	if id == "" {
		id = v.carrier()
	}
	if id == "" {
		return asked, badRequest("reports.which_carrier")
	}
	if err := v.may(action, id); err != nil {
		return asked, err
	}
	carrier, err := p.Carriers.Get(v.ctx(), id)
	if errors.Is(err, identity.ErrNoSuchCarrier) {
		return asked, notFound("reports.no_carrier", link{"/relatorios", v.t("reports.title")})
	}
	asked = askedReport{quarter, carrier, v.Query("modo")}
	switch asked.Mode {
	case "", "rodoviario", "ferroviario", "aquaviario":
	default:
		return asked, badRequest("reports.no_mode")
	}
	return asked, err
}

// showReport answers GET /relatorios/{quarter}: the report as a page, or as a file.
func (p *Portal) showReport(v *visit) error {
	asked, err := p.reportOf(v, identity.ReadReports)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(v.ctx(), reportLimit)
	defer cancel()
	name := asked.Carrier.ID + "-" + asked.Quarter.String()
	if v.Query("formato") == "uncounted" {
		var b bytes.Buffer
		if err := report.WriteUncounted(&b, p.Reports.Uncounted(ctx, asked.Quarter, asked.Carrier), v.lang); err != nil {
			return err
		}
		return v.file(name+".uncounted.csv", "text/csv; charset=utf-8", b.Bytes())
	}
	r, err := p.Reports.Report(ctx, asked.Quarter, asked.Carrier, asked.Mode, v.lang, nil)
	if err != nil {
		return err
	}
	return p.sendReport(v, asked, r, name, http.StatusOK, nil)
}

func (p *Portal) sendReport(v *visit, asked askedReport, r *report.Report, name string, status int, told map[string]any) error {
	var b bytes.Buffer
	switch v.Query("formato") {
	case "json":
		if err := r.WriteJSON(&b); err != nil {
			return err
		}
		return v.file(name+".json", "application/json", b.Bytes())
	case "csv":
		if err := r.WriteCSV(&b); err != nil {
			return err
		}
		return v.file(name+".csv", "text/csv; charset=utf-8", b.Bytes())
	case "xlsx":
		if err := r.WriteXLSX(&b, v.lang); err != nil {
			return err
		}
		return v.file(name+".xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", b.Bytes())
	}
	title := v.t("reports.of", "carrier", asked.Carrier.Name, "quarter", asked.Quarter)
	body := map[string]any{
		"Title": title, "Report": r, "Names": reportColumns(v), "Told": told,
		"Here": asked.at(""), "JSON": asked.at("json"), "CSV": asked.at("csv"), "XLSX": asked.at("xlsx"), "Uncounted": asked.at("uncounted"),
		"Import": v.may(identity.ImportReports, asked.Carrier.ID) == nil, "Counts": asked.importAt("contagens"), "Sections": asked.importAt("secoes"),
	}
	if r.Check != nil {
		body["State"] = answerState("report", r.Check.Outcome, nil)
	}
	return v.render(status, page{
		Title: title, Template: "reports/report", Section: "decisoes", Body: body, Error: status == http.StatusUnprocessableEntity,
		Crumbs: []link{{"/relatorios", v.t("reports.title")}, {"", asked.Quarter.String()}},
	})
}

// importAt is the address that takes an import.
func (a askedReport) importAt(what string) string {
	return strings.Replace(a.at(""), "?", "/"+what+"?", 1)
}

// reportColumns are the names of the columns, as the facts have them.
func reportColumns(v *visit) []string {
	var names []string
	for _, name := range []string{"paying", "elderly_free", "elderly_discount", "disability_pass", "youth_free", "youth_discount"} {
		names = append(names, v.set.Title("/facts/report/months/0/sections/0/"+name, v.lang))
	}
	return names
}

// importReport answers POST /relatorios/{quarter}/contagens and …/secoes: a file that is taken whole, or not at all.
func (p *Portal) importReport(v *visit) error {
	asked, err := p.reportOf(v, identity.ImportReports)
	if err != nil {
		return err
	}
	file, _, err := v.Request.FormFile("arquivo")
	if err != nil {
		if _, wrong := v.form(); wrong != nil {
			return wrong
		}
		return badRequest("reports.no_file")
	}
	defer func() { _ = file.Close() }() // it was only read
	ctx, cancel := context.WithTimeout(v.ctx(), reportLimit)
	defer cancel()
	rows, err := p.take(ctx, v.Param("o_que"), asked, file)
	var invalid *report.ImportError
	told := map[string]any{"Rows": rows, "Faults": []link(nil), "More": 0}
	status := http.StatusOK
	switch {
	case errors.As(err, &invalid):
		faults := make([]link, len(invalid.Faults))
		for i, f := range invalid.Faults {
			faults[i].Label = f.In(v.lang)
		}
		told["Faults"], told["More"], status = faults, invalid.More, http.StatusUnprocessableEntity
	case err != nil:
		return err
	}
	r, err := p.Reports.Report(ctx, asked.Quarter, asked.Carrier, asked.Mode, v.lang, nil)
	if err != nil {
		return err
	}
	return p.sendReport(v, asked, r, "", status, told)
}

func (p *Portal) take(ctx context.Context, what string, asked askedReport, file io.Reader) (int, error) {
	switch what {
	case "contagens":
		return p.Reports.Counts(ctx, asked.Carrier.ID, asked.Quarter, file)
	case "secoes":
		return p.Reports.Sections(ctx, asked.Carrier.ID, file)
	}
	return 0, notFound("failure.nowhere")
}
