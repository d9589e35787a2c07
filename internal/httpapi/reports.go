package httpapi

import (
	"bytes"
	"errors"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"deferido/internal/decision"
	"deferido/internal/report"
)

// The media types of reports.
const (
	mediaCSV  = "text/csv"
	mediaXLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
)

// asked is the report that a request is about.
type askedReport struct {
	quarter report.Quarter
	carrier decision.Carrier
	mode    string
	format  string
}

// reportOf reads which report is asked for, and whether the caller may have it. A carrier that names none means its own.
func (a *API) reportOf(c *gin.Context, x *exchange) (asked askedReport, refused *refusal) {
	query, refused := x.query(c)
	if refused != nil {
		return asked, refused
	}
	quarter, err := report.ParseQuarter(c.Param("period"))
	if err != nil || a.Reports == nil {
		return asked, refuse(kindNotFound, "Não há relatório com este endereço; o período é um trimestre, como 2026-Q3.", "There is no report at this address; the period is a quarter, such as 2026-Q3.")
	}
	asked = askedReport{quarter: quarter, mode: query["mode"], format: query["format"]}
	id := query["carrier"]
	if id == "" {
		id = a.carrier(x)
	}
	if refused := a.may(c, x, id); refused != nil {
		return asked, refused
	}
	if id == "" {
		return asked, badParameter("carrier", "Diga de qual transportadora é o relatório.", "Say of which carrier the report is.")
	}
	carrier, err := a.carrierOf(c, id)
	if err != nil {
		return asked, unavailable(err)
	}
	if carrier == nil {
		return asked, noCarrier()
	}
	asked.carrier = *carrier
	switch asked.mode {
	case "", "rodoviario", "ferroviario", "aquaviario":
		return asked, nil
	}
	return asked, badParameter("mode", "Quer rodoviario, ferroviario ou aquaviario.", "Want rodoviario, ferroviario or aquaviario.")
}

// getReport answers GET /v1/reports/{period}. A report that lacks something is told with what it lacks.
func (a *API) getReport(c *gin.Context, x *exchange) *refusal {
	asked, refused := a.reportOf(c, x)
	if refused != nil {
		return refused
	}
	if asked.format == "uncounted" {
		return a.sendUncounted(c, x, asked)
	}
	r, err := a.Reports.Report(c.Request.Context(), asked.quarter, asked.carrier, asked.mode, x.lang, nil)
	if err != nil {
		return refusedPast(err)
	}
	var b bytes.Buffer
	media := mediaJSON
	switch asked.format {
	case "", "json":
		err = r.WriteJSON(&b)
	case "csv":
		media, err = mediaCSV+"; charset=utf-8", r.WriteCSV(&b)
	case "xlsx":
		media, err = mediaXLSX, r.WriteXLSX(&b, x.lang)
	default:
		return badParameter("format", "Quer json, csv, xlsx ou uncounted.", "Want json, csv, xlsx or uncounted.")
	}
	if err != nil {
		return internal(err)
	}
	a.sendReport(c, x, asked, media, b.Bytes())
	return nil
}

func (a *API) sendUncounted(c *gin.Context, x *exchange, asked askedReport) *refusal {
	var b bytes.Buffer
	if err := report.WriteUncounted(&b, a.Reports.Uncounted(c.Request.Context(), asked.quarter, asked.carrier), x.lang); err != nil {
		return refusedPast(err)
	}
	a.sendReport(c, x, asked, mediaCSV+"; charset=utf-8", b.Bytes())
	return nil
}

func (a *API) sendReport(c *gin.Context, x *exchange, asked askedReport, media string, text []byte) {
	if media != mediaJSON {
		name := asked.carrier.ID + "-" + asked.quarter.String() + "." + map[string]string{"csv": "csv", "xlsx": "xlsx", "uncounted": "uncounted.csv"}[asked.format]
		c.Header("Content-Disposition", `attachment; filename="`+name+`"`)
	}
	a.send(c, x, http.StatusOK, media, text)
}

// Imported tells how many rows of an import were taken.
type Imported struct {
	Rows int `json:"rows"`
}

// putCounts answers PUT /v1/reports/{period}/counts.
func (a *API) putCounts(c *gin.Context, x *exchange) *refusal {
	return a.take(c, x, func(asked askedReport, body []byte) (int, error) {
		return a.Reports.Counts(c.Request.Context(), asked.carrier.ID, asked.quarter, bytes.NewReader(body))
	})
}

// putSections answers PUT /v1/reports/{period}/sections.
func (a *API) putSections(c *gin.Context, x *exchange) *refusal {
	return a.take(c, x, func(asked askedReport, body []byte) (int, error) {
		return a.Reports.Sections(c.Request.Context(), asked.carrier.ID, bytes.NewReader(body))
	})
}

// take takes an import, whole or not at all.
func (a *API) take(c *gin.Context, x *exchange, into func(askedReport, []byte) (int, error)) *refusal {
	body, refused := x.body(c, maxImport, a.Timeouts.BatchBody)
	if refused != nil {
		return refused
	}
	asked, refused := a.reportOf(c, x)
	if refused != nil {
		return refused
	}
	rows, err := into(asked, body)
	var invalid *report.ImportError
	if errors.As(err, &invalid) {
		r := refuse(kindImport, "O arquivo tem linhas a corrigir; nada dele foi aproveitado.", "The file has lines to correct; nothing of it was taken.")
		for _, f := range invalid.Faults {
			r.fields = append(r.fields, field{"/" + strconv.Itoa(f.Line) + "/" + strconv.Itoa(f.Column), sentence(f.In(portuguese), f.In(english))})
		}
		r.more = invalid.More
		return r
	}
	if err != nil {
		return refusedPast(err)
	}
	return a.answer(c, x, Imported{rows})
}
