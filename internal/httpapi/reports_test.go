package httpapi_test

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"deferido/internal/decision"
	"deferido/internal/httpapi"
	"deferido/internal/identity"
	"deferido/internal/store/storetest"
)

func TestReportsComeInTheFormAskedFor(t *testing.T) {
	h, _ := guarded(t, nil)
	for _, c := range []struct{ query, media, name, begins, holds string }{
		{"", "application/json", "", "{", `"paying":null`},
		{"&format=json&mode=rodoviario", "application/json", "", "{", `"mode": "rodoviario"`},
		{"&format=csv", "text/csv; charset=utf-8", "expresso-2026-Q3.csv", "month,section,", "2026-07,Goiânia–Uberlândia,,1,0,"},
		{"&format=xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "expresso-2026-Q3.xlsx", "PK", ""},
		{"&format=uncounted", "text/csv; charset=utf-8", "expresso-2026-Q3.uncounted.csv", "decision,", grants[1].ID},
	} {
		w := h.get(t, aQuarter+"?carrier=expresso"+c.query, as("expresso")...)
		body := w.Body.String()
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != c.media || !strings.HasPrefix(body, c.begins) || !strings.Contains(squeezed(body), squeezed(c.holds)) {
			t.Errorf("%s: %d as %s\n%.600s", c.query, w.Code, w.Header().Get("Content-Type"), body)
		}
		attached := ""
		if c.name != "" {
			attached = `attachment; filename="` + c.name + `"`
		}
		if got := w.Header().Get("Content-Disposition"); got != attached {
			t.Errorf("%s: %q, want %q", c.query, got, attached)
		}
		if strings.HasPrefix(c.media, "text/csv") {
			if rows, err := csv.NewReader(w.Body).ReadAll(); err != nil || len(rows) < 2 {
				t.Errorf("%s: %d rows, %v", c.query, len(rows), err)
			}
		}
	}
}

func squeezed(text string) string { return strings.ReplaceAll(text, " ", "") }

// A report that lacks something is told with what it lacks, in the language asked for.
func TestAReportTellsWhatItLacks(t *testing.T) {
	h, _ := guarded(t, nil)
	var checks []string
	for _, lang := range []string{"pt-BR", "en"} {
		w := h.get(t, aQuarter+"?mode=rodoviario", append(as("expresso"), "Accept-Language", lang)...)
		var r struct {
			Counted   int
			Uncounted struct{ Total int }
			Check     json.RawMessage
		}
		if err := json.Unmarshal(w.Body.Bytes(), &r); err != nil || r.Counted != 1 || r.Uncounted.Total != 1 || !strings.Contains(squeezed(string(r.Check)), `"outcome":"deny"`) {
			t.Errorf("%v: %s", err, w.Body)
		}
		checks = append(checks, string(r.Check))
	}
	if checks[0] == checks[1] {
		t.Error("the same in both languages")
	}
}

func TestReportsThatAreNotThere(t *testing.T) {
	h, _ := guarded(t, nil)
	for _, period := range []string{"2026-Q5", "2026-Q0", "2026-q3", "2026-3", "SECRET", "0000-Q1"} {
		wantProblem(t, h.get(t, "/v1/reports/"+period+"?carrier=expresso", as("admin")...), http.StatusNotFound, "not-found")
	}
	wantProblem(t, h.get(t, aQuarter+"?carrier=SECRET", as("admin")...), http.StatusNotFound, "unknown-carrier")
	wantProblem(t, h.get(t, aQuarter+"?carrier=rapido", as("expresso")...), http.StatusForbidden, "forbidden")
	wantProblem(t, h.get(t, aQuarter, as("rapido")...), http.StatusNotFound, "unknown-carrier") // its key outlived it
	wantProblem(t, h.get(t, aQuarter, as("admin")...), http.StatusUnprocessableEntity, "invalid-parameter")
	bare := build(t, nil)
	wantProblem(t, bare.get(t, aQuarter), http.StatusNotFound, "not-found")
	if strings.Contains(h.logs.String(), "SECRET") {
		t.Error(h.logs)
	}
}

func TestAReportThatCannotBeMade(t *testing.T) {
	h, _ := guarded(t, nil)
	said := decision.Sentence{PT: "Não.", EN: "No."}
	for _, format := range []string{"json", "uncounted"} {
		for _, c := range []struct {
			err    error
			status int
			kind   string
		}{
			{unavailable, 503, "journal-unavailable"}, {errors.New("SECRET"), 500, "internal-error"},
			{&decision.Problem{Kind: decision.EvaluationError, Detail: said, Err: errors.New("SECRET")}, 500, "evaluation-error"},
			{fmt.Errorf("checking: %w", &decision.Problem{Kind: decision.DeadlineReached, Detail: said}), 503, "deadline"},
		} {
			h.Reports.(*clerk).fault = c.err
			w := h.get(t, aQuarter+"?carrier=expresso&format="+format, as("admin")...)
			wantProblem(t, w, c.status, c.kind)
			if w.Header().Get("Content-Disposition") != "" || strings.Contains(w.Body.String()+h.logs.String(), "SECRET") {
				t.Errorf("%s: %v %s", format, w.Header(), w.Body)
			}
		}
	}
}

func TestImportsAreTakenWholeOrNotAtAll(t *testing.T) {
	h, _ := guarded(t, nil)
	clerk := h.Reports.(*clerk)
	put := func(target, body string) (int, string) {
		w := h.send(t, http.MethodPut, aQuarter+target, "text/csv", body, as("expresso")...)
		return w.Code, w.Body.String()
	}
	for target, body := range map[string]string{
		"/counts": "month,section,paying,disability_pass\n2026-07,Goiânia–Uberlândia,10,2\n2026-08,Goiânia–Uberlândia,,\n",
		"/sections": "decision;section\r\n" + grants[0].ID + ";Goiânia–Uberlândia\r\n" +
			grants[1].ID + ";Goiânia–Uberlândia\r\n",
	} {
		if status, answer := put(target, body); status != http.StatusOK || answer != "{\"rows\":2}\n" {
			t.Errorf("%s: %d %s", target, status, answer)
		}
	}
	if len(clerk.imported) != 2 {
		t.Errorf("%v", clerk.imported)
	}
	for name, c := range map[string]struct{ target, body, pointer string }{
		"another header": {"/counts", "SECRET,section\n", "/1/"}, "not of the quarter": {"/counts", "month,section,paying,disability_pass\n2026-07,A,1,1\n2026-10,A,1,1\n", "/3/1"},
		"no number": {"/counts", "month,section,paying,disability_pass\n2026-07,A,SECRET,1\n", "/2/3"}, "two sections": {"/sections", "decision,section\nd,A\nd,B\n", "/3/2"},
		"empty": {"/sections", "", ""}, "no UTF-8": {"/sections", "decision,section\nd,\xe9\n", "/2/"},
	} {
		w := h.send(t, http.MethodPut, aQuarter+c.target+"?carrier=expresso", "text/csv", c.body, append(as("admin"), "Accept-Language", "en")...)
		p := wantProblem(t, w, http.StatusUnprocessableEntity, "invalid-import")
		if len(p.Errors) == 0 || !strings.HasPrefix(p.Errors[0].Pointer, c.pointer) || !strings.HasPrefix(p.Detail, "The file has lines to correct") || !strings.Contains(p.Errors[0].Detail, "line ") {
			t.Errorf("%s: %+v", name, p)
		}
		if strings.Contains(w.Body.String(), "SECRET") {
			t.Errorf("%s: %s", name, w.Body)
		}
	}
	faulty := "month,section,paying,disability_pass\n" + strings.Repeat("2026-07,A,x,1\n", 250)
	w := h.send(t, http.MethodPut, aQuarter+"/counts?carrier=expresso", "text/csv", faulty, as("admin")...)
	if p := wantProblem(t, w, http.StatusUnprocessableEntity, "invalid-import"); len(p.Errors) == 0 || len(p.Errors)+p.More < 250 {
		t.Errorf("%d errors and %d more", len(p.Errors), p.More)
	}
	if len(clerk.imported) != 2 || strings.Contains(h.logs.String(), "SECRET") {
		t.Errorf("%v, %s", clerk.imported, h.logs)
	}
	wantProblem(t, h.send(t, http.MethodPut, aQuarter+"/counts?carrier=expresso", "application/json", "{}", as("admin")...), http.StatusUnsupportedMediaType, "unsupported-media-type")
}

const aCarrier = `{"id":"viacao.goias","name":" Viação Goiás ","cnpj":"11222333000181","address":"Rua B, 2","complaints":"0800","terminals":[{"name":"Norte","address":"Rua C"}]}`

// registered is a house with the real register of carriers.
func registered(t *testing.T) *house {
	t.Helper()
	h, _ := guarded(t, func(o *httpapi.Options) {
		o.Carriers = identity.NewCarriers(storetest.Open(t, storetest.SQLite(t)), noon)
	})
	return h
}

func TestACarrierIsRegisteredReadAndRemoved(t *testing.T) {
	h := registered(t)
	if list := into[httpapi.CarrierList](t, h.get(t, "/v1/carriers", as("lawyer")...)); list.Carriers == nil || len(list.Carriers) != 0 {
		t.Errorf("%+v", list)
	}
	put := into[decision.Carrier](t, h.send(t, http.MethodPut, "/v1/carriers/viacao.goias", "application/json", aCarrier, as("admin")...))
	if put.Name != "Viação Goiás" || put.CNPJ != "11.222.333/0001-81" || len(put.Terminals) != 1 {
		t.Errorf("%+v", put)
	}
	if got := into[decision.Carrier](t, h.get(t, "/v1/carriers/viacao.goias", as("rapido")...)); fmt.Sprint(got) != fmt.Sprint(put) {
		t.Errorf("%+v, want %+v", got, put)
	}
	if list := into[httpapi.CarrierList](t, h.get(t, "/v1/carriers", as("lawyer")...)); len(list.Carriers) != 1 || list.Carriers[0].ID != put.ID {
		t.Errorf("%+v", list)
	}
	if got := into[httpapi.Removal](t, h.send(t, http.MethodDelete, "/v1/carriers/viacao.goias", "", "", as("admin")...)); got.Removed != put.ID {
		t.Errorf("%+v", got)
	}
	for _, method := range []string{http.MethodGet, http.MethodDelete} {
		wantProblem(t, h.send(t, method, "/v1/carriers/viacao.goias", "", "", as("admin")...), http.StatusNotFound, "unknown-carrier")
		wantProblem(t, h.send(t, method, "/v1/carriers/SECRET%20", "", "", as("admin")...), http.StatusNotFound, "unknown-carrier")
	}
}

func TestCarriersAreCorrectedWhereTheyAreWrong(t *testing.T) {
	h := registered(t)
	for name, c := range map[string]struct {
		body     string
		pointers string
	}{
		"an id that is not the address's": {`{"id":"other","name":"A"}`, "/id"}, "no name": {`{"name":" "}`, "/name"}, "the cnpj": {`{"name":"A","cnpj":"SECRET"}`, "/cnpj"},
		"check digits": {`{"name":"A","cnpj":"11.222.333/0001-82"}`, "/cnpj"}, "a control character": {`{"name":"A","address":"SECRET\u0007"}`, "/address"},
		"all of it": {`{"name":"","cnpj":"1","terminals":[{"name":""},{"name":"B"},{"name":"b"}]}`, "/name /cnpj /terminals/0/name /terminals/2/name"},
		"too long":  {`{"name":"` + strings.Repeat("SECRET", 50) + `"}`, "/name"}, "an unknown field": {`{"name":"A","SECRET":1}`, ""}, "another type": {`{"name":7}`, ""},
		"no JSON": {`SECRET`, ""}, "nothing": {``, ""}, "more after it": {`{"name":"A"}]`, ""}, "twice": {`{"name":"A","name":"SECRET"}`, ""}, "another case": {`{"NAME":"SECRET"}`, ""},
	} {
		for _, lang := range []string{"pt-BR", "en"} {
			w := h.send(t, http.MethodPut, "/v1/carriers/novo", "application/json", c.body, append(as("admin"), "Accept-Language", lang)...)
			p := wantProblem(t, w, http.StatusUnprocessableEntity, "invalid-carrier")
			var pointers []string
			for _, e := range p.Errors {
				pointers = append(pointers, e.Pointer)
			}
			if got := strings.Join(pointers, " "); got != c.pointers || strings.Contains(w.Body.String(), "SECRET") {
				t.Errorf("%s: at %q, want %q: %s", name, got, c.pointers, w.Body)
			}
		}
	}
	p := wantProblem(t, h.send(t, http.MethodPut, "/v1/carriers/Nova", "application/json", `{"name":"A"}`, as("admin")...), http.StatusUnprocessableEntity, "invalid-carrier")
	if len(p.Errors) != 1 || p.Errors[0].Pointer != "/id" {
		t.Errorf("%+v", p)
	}
	if list := into[httpapi.CarrierList](t, h.get(t, "/v1/carriers", as("admin")...)); len(list.Carriers) != 0 || strings.Contains(h.logs.String(), "SECRET") {
		t.Errorf("%+v %s", list, h.logs)
	}
}

func TestACarrierInUseStays(t *testing.T) {
	h, _ := guarded(t, nil)
	h.Carriers.(*register).inUse = true
	wantProblem(t, h.send(t, http.MethodDelete, "/v1/carriers/expresso", "", "", as("admin")...), http.StatusConflict, "carrier-in-use")
}

func TestWithoutARegisterThereAreNoCarriers(t *testing.T) {
	h := build(t, nil)
	if w := h.get(t, "/v1/carriers"); w.Body.String() != "{\"carriers\":[]}\n" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	for _, method := range []string{http.MethodGet, http.MethodDelete} {
		wantProblem(t, h.send(t, method, "/v1/carriers/expresso", "", ""), http.StatusNotFound, "unknown-carrier")
	}
	wantProblem(t, h.send(t, http.MethodPut, "/v1/carriers/expresso", "application/json", `{"name":"A"}`), http.StatusNotFound, "unknown-carrier")
}
