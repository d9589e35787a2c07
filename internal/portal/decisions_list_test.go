package portal

import (
	"context"
	"encoding/csv"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"deferido/internal/decision"
	"deferido/internal/identity"
)

// listed are the first words of the rows of a list.
func listed(a *answer) int { return a.Find("table.list tbody tr").Length() }

// follow gets an address, by the redirect that writes it as addresses are.
func (h *house) follow(who, address string) *answer {
	h.t.Helper()
	a := h.ask(who, http.MethodGet, address, nil)
	if a.status == http.StatusSeeOther {
		a = h.get(who, a.header.Get("Location"))
	}
	return a
}

// severalDays records decisions of several days and returns the clock to noon of the last.
func severalDays(h *house) {
	for day := 8; day <= 12; day++ {
		h.now = time.Date(2026, 12, day, 14, 30, 0, 0, brasilia)
		h.decided(caseOf(h.t, "grant-elderly-in-time"), "exemplo", portuguese)
		h.now = h.now.Add(2 * time.Hour)
		h.decided(caseOf(h.t, "grant-discount-one-second-early"), "outra", portuguese)
	}
	h.decided(caseOf(h.t, "grant-elderly-income-unknown"), "exemplo", english)
	h.decided(caseOf(h.t, "fare-free-road"), "exemplo", portuguese)
}

// Decisions are found by what people know of them: what was asked, what came of it, when, by which provision.
func TestTheListFinds(t *testing.T) {
	h := newHouse(t, nil)
	severalDays(h)
	revision := h.set.Revision()
	for query, want := range map[string]int{
		"": 12, "pergunta=grant": 11, "pergunta=fare": 1, "resultado=allow": 6, "resultado=deny": 5, "resultado=incomplete": 1, "resultado=falha": 0,
		"controvertido=sim": 5, "controvertido=nao": 7, "divergencia=D-window": 5, "transportadora=outra": 5, "transportadora=nenhuma": 0,
		"revisao=" + revision: 12, "revisao=sha256:" + strings.Repeat("0", 64): 0,
		"de=2026-12-11": 6, "de=ontem": 6, "de=11/12/26": 6, "de=11122026+15h": 5, "de=11/12/2026+14h30&ate=11/12/2026,+14:30": 1, "ate=2026-12-08": 2, "ate=8/12/2026+16h29": 1, "ate=08.12.2026+16:30": 2,
		"dispositivo=Lei+n%C2%BA+10.741/2003,+art.+40,+II": 5, "dispositivo=urn:lex:br:federal:decreto:2019-07-18;9921!art39_par2_inc1": 6,
		"pergunta=grant&resultado=deny&transportadora=outra&de=2026-12-12": 1,
	} {
		a := h.follow("rui", "/decisoes?"+query)
		if listed(a) != want {
			t.Errorf("%s finds %d, want %d: %s", query, listed(a), want, a.words("main"))
		}
		if heading := a.words("#l2"); want > 0 && !strings.HasPrefix(heading, fmt.Sprint(want)+" decis") {
			t.Errorf("%s counts %s", query, heading)
		}
	}
	row := h.get("rui", "/decisoes?resultado=deny").words("table.list tbody tr:first-child")
	for _, want := range []string{"12/12/2026, 16:30", "Concessão", "Negado por enquanto", "Controvertido", "Pedido feito 6 h 1 s antes da partida no ponto de embarque."} {
		if !strings.Contains(row, want) {
			t.Errorf("the row lacks %q: %s", want, row)
		}
	}
	if lang := h.get("rui", "/decisoes?resultado=incomplete").Find("td.reason").AttrOr("lang", ""); lang != english {
		t.Errorf("a reason in English is said to be in %q", lang)
	}
}

// What people write leads to one address, in which days are written in one way.
func TestTheListHasOneAddress(t *testing.T) {
	h := newHouse(t, nil)
	for given, want := range map[string]string{
		"/decisoes?de=1/12/26&ate=hoje":                             "/decisoes?ate=2026-12-12&de=2026-12-01",
		"/decisoes?de=01122026+14h&pergunta=":                       "/decisoes?de=2026-12-01T14%3A00",
		"/decisoes?dispositivo=Lei+n%C2%BA+10.741/2003,+art.+40,+I": "/decisoes?dispositivo=urn%3Alex%3Abr%3Afederal%3Alei%3A2003-10-01%3B10741%21art40_cpt_inc1",
	} {
		if a := h.ask("rui", http.MethodGet, given, nil); a.status != http.StatusSeeOther || a.header.Get("Location") != want {
			t.Errorf("%s: status %d to %s", given, a.status, a.header.Get("Location"))
		}
		if a := h.ask("rui", http.MethodGet, want, nil); a.status != http.StatusOK {
			t.Errorf("%s: status %d to %s", want, a.status, a.header.Get("Location"))
		}
	}
}

// What cannot be understood is said at its field, and nothing is looked for.
func TestTheListSaysWhatIsWrong(t *testing.T) {
	h := newHouse(t, nil)
	h.decided(caseOf(t, "grant-elderly-in-time"), "", portuguese)
	for query, want := range map[string]string{
		"de=32/12/2026": "#de-erro", "ate=depois": "#ate-erro", "de=12/12/2026+25h": "#de-erro", "de=2026-12-12&ate=2026-12-11": "#ate-erro",
		"pergunta=nada": "#pergunta-erro", "resultado=talvez": "#resultado-erro", "controvertido=1": "#controvertido-erro", "divergencia=D-x": "#divergencia-erro",
		"dispositivo=Decreto+9.912": "#dispositivo-erro", "dispositivo=Decreto+n%C2%BA+9.921/2019": "#dispositivo-erro", "revisao=4be1": "#revisao-erro",
	} {
		a := h.ask("rui", http.MethodGet, "/decisoes?"+query, nil)
		if a.status != http.StatusUnprocessableEntity || a.Find(want).Length() != 1 || a.Find(".errors a").Length() != 1 || listed(a) != 0 || !strings.HasPrefix(a.words("title"), "Erro:") {
			t.Errorf("%s: status %d, %s", query, a.status, a.words("main"))
		}
	}
	a := h.ask("rui", http.MethodGet, "/decisoes?dispositivo=Decreto+9.912/2019", nil)
	if !strings.Contains(a.words("main"), "Decreto nº 9.921/2019") {
		t.Errorf("a misprinted number is not helped: %s", a.words("main"))
	}
	if a := h.ask("rui", http.MethodGet, "/decisoes?dispositivo=%3Cscript%3Ealert(1)%3C/script%3E", nil); strings.Contains(a.body, "<script>alert") {
		t.Error("what was sent came back as markup")
	}
	if a := h.ask("rui", http.MethodGet, "/decisoes?cursor=x", nil); a.status != http.StatusBadRequest {
		t.Errorf("a cursor that is none: status %d", a.status)
	}
}

// Where nothing is found the page says, of each filter, what there is without it.
func TestTheListSaysWhatToDrop(t *testing.T) {
	h := newHouse(t, nil)
	if a := h.get("rui", "/decisoes"); !strings.Contains(a.words("main"), "Ainda não há decisões") {
		t.Errorf("the empty list is %s", a.words("main"))
	}
	severalDays(h)
	a := h.follow("rui", "/decisoes?pergunta=fare&resultado=deny&de=2026-12-01")
	drop := a.words(".drop")
	for _, want := range []string{"Sem «Pergunta: Tarifa e encargos» 5 decisões", "Sem «Resultado: Negado» 1 decisão", "Sem «Desde: 01/12/2026» 0 decisões"} {
		if !strings.Contains(drop, want) {
			t.Errorf("no %q in %s", want, drop)
		}
	}
	for i, want := range []int{5, 1, 0} {
		if got := listed(h.get("rui", a.Find(".drop a").Eq(i).AttrOr("href", ""))); got != want {
			t.Errorf("the link %d leads to %d, want %d", i, got, want)
		}
	}
}

// The pages of a list hold each decision once.
func TestThePagesOfTheList(t *testing.T) {
	h := newHouse(t, nil)
	const all = 2*listPage + 1
	for range all {
		h.decided(example(t, "sale-after-deadline"), "", portuguese)
	}
	seen, pages := map[string]bool{}, 0
	for address := "/decisoes?pergunta=sale"; address != ""; pages++ {
		a := h.get("rui", address)
		for i := range listed(a) {
			seen[a.Find("table.list tbody th a").Eq(i).AttrOr("href", "")] = true
		}
		if first := a.Find(".pager a:not([rel])"); (pages > 0) != (first.Length() == 1) {
			t.Errorf("page %d leads to the first by %d links", pages, first.Length())
		}
		address = a.Find(".pager a[rel=next]").AttrOr("href", "")
	}
	if len(seen) != all || pages != 3 {
		t.Errorf("%d decisions on %d pages", len(seen), pages)
	}
}

// inexact is a journal whose index is not complete.
type inexact struct{ Journal }

func (inexact) Count(context.Context, decision.Filter, int) (int, bool, error) {
	return 12_430, false, nil
}

// A count that is not exact is not told as one.
func TestACountThatIsNotExact(t *testing.T) {
	h := newHouse(t, func(_ *house, o *Options) { o.Journal = inexact{o.Journal} })
	h.decided(example(t, "fare-discount"), "", portuguese)
	if got := h.get("rui", "/decisoes").words("#l2"); got != "Mais de 12.430 decisões" {
		t.Errorf("%q", got)
	}
	if got := h.get("rui", "/decisoes", "Accept-Language", "en").words("#l2"); got != "More than 12,430 decisions" {
		t.Errorf("%q", got)
	}
}

// The chart is drawn from the table beside it, and each week leads to its decisions.
func TestTheWeeksOfTheList(t *testing.T) {
	h := newHouse(t, nil)
	for day := 1; day <= 29; day += 7 {
		h.now = time.Date(2026, 11, day, 12, 0, 0, 0, brasilia)
		h.decided(caseOf(t, "grant-elderly-in-time"), "", portuguese)
		h.decided(caseOf(t, "grant-elderly-late-sold"), "", portuguese)
		h.decided(caseOf(t, "grant-elderly-income-unknown"), "", portuguese)
	}
	h.now = time.Date(2026, 12, 12, 12, 0, 0, 0, brasilia)
	a := h.get("rui", "/decisoes?pergunta=grant")
	rows := a.Find(".weeks tbody tr")
	if rows.Length() != 5 || a.Find(".weeks .chart svg[aria-hidden=true]").Length() != 1 {
		t.Fatalf("%d weeks: %s", rows.Length(), a.words(".weeks"))
	}
	for _, class := range []string{"allow", "deny", "wait"} {
		if n := a.Find(".weeks .chart > svg > rect." + class).Length(); n != 5 {
			t.Errorf("%d bars of %s", n, class)
		}
	}
	for i := range rows.Length() {
		if got := strings.Join(strings.Fields(rows.Eq(i).Find("td").Text()), ""); got != "1113" {
			t.Errorf("week %d counts %s", i, got)
		}
		week := h.get("rui", rows.Eq(i).Find("a").AttrOr("href", ""))
		if listed(week) != 3 {
			t.Errorf("week %d leads to %d decisions", i, listed(week))
		}
	}
	if got := strings.TrimSpace(rows.Eq(0).Find("th").Text()); got != "26/10/2026" {
		t.Errorf("the first week begins on %s", got)
	}
}

// The CSV holds what the list finds, and nothing that a spreadsheet would run.
func TestTheCSVOfTheList(t *testing.T) {
	h := newHouse(t, nil)
	severalDays(h)
	h.record(caseOf(t, "grant-elderly-in-time"), func(r *decision.Record) { r.Carrier = "=cmd|' /C calc'!A0" })
	h.record(caseOf(t, "grant-elderly-in-time"), func(r *decision.Record) {
		r.Answer = []byte(strings.Replace(string(r.Answer), `"reason":"`, `"reason":"@SUM(1) `, 1))
		r.Answer = []byte(strings.ReplaceAll(string(r.Answer), `"role":"grants"`, `"role":"scope"`))
	})
	for query, want := range map[string]int{"": 14, "?resultado=deny": 5, "?pergunta=fare": 1, "?resultado=falha": 0} {
		a := h.ask("rui", http.MethodGet, "/decisoes.csv"+query, nil)
		if a.status != http.StatusOK || a.header.Get("Content-Type") != "text/csv; charset=utf-8" || a.header.Get("Content-Disposition") != `attachment; filename="decisoes-2026-12-12.csv"` || a.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: status %d, %v", query, a.status, a.header)
		}
		rows, err := csv.NewReader(strings.NewReader(a.body)).ReadAll()
		if err != nil || len(rows) != want+1 || strings.Join(rows[0], ",") != strings.Join(csvColumns, ",") {
			t.Errorf("%s: %d rows, %v", query, len(rows), err)
		}
		for _, row := range rows {
			for _, cell := range row {
				if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
					t.Errorf("a cell is %q", cell)
				}
			}
		}
	}
	if a := h.ask("rui", http.MethodGet, "/decisoes.csv", nil); !strings.Contains(a.body, "'@SUM(1)") || !strings.Contains(a.body, "'=cmd") {
		t.Error("the hostile cells are not there")
	}
	if a := h.ask("rui", http.MethodGet, "/decisoes.csv?de=x", nil); a.status != http.StatusSeeOther || a.header.Get("Location") != "/decisoes?de=x" {
		t.Errorf("status %d to %s", a.status, a.header.Get("Location"))
	}
	deny, err := csv.NewReader(strings.NewReader(h.ask("rui", http.MethodGet, "/decisoes.csv?resultado=deny", nil).body)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	row := deny[1]
	if row[3] != "grant" || row[4] != "deny" || row[5] != "true" || row[6] != "true" || row[7] != "outra" || row[8] != h.set.Revision() || !strings.HasPrefix(row[9], "Pedido feito") || !strings.HasSuffix(row[10], "!art3_par2_inc1") || row[11] != portuguese {
		t.Errorf("a row is %q", row)
	}
}

// endless is a journal that never ends.
type endless struct {
	Journal
	fails bool
}

func (e endless) List(ctx context.Context, f decision.Filter, cursor string, limit int) ([]*decision.Record, string, error) {
	if e.fails && cursor != "" {
		return nil, "", decision.ErrUnavailable
	}
	records, _, err := e.Journal.List(ctx, f, "", limit)
	for len(records) > 0 && len(records) < limit {
		records = append(records, records[0])
	}
	return records, "more", err
}

// A CSV is bounded, and says so; one that fails half-way is cut off, so that nobody takes it for the whole.
func TestTheBoundsOfTheCSV(t *testing.T) {
	h := newHouse(t, func(_ *house, o *Options) { o.Journal = endless{Journal: o.Journal} })
	h.decided(example(t, "sale-after-deadline"), "", portuguese)
	a := h.ask("rui", http.MethodGet, "/decisoes.csv", nil)
	lines := strings.Split(strings.TrimSpace(a.body), "\r\n")
	if len(lines) != csvMost+2 || !strings.HasPrefix(lines[len(lines)-1], "Há mais de 100.000 decisões") {
		t.Errorf("%d lines, the last %q", len(lines), lines[len(lines)-1])
	}
	failing := newHouse(t, func(_ *house, o *Options) { o.Journal = endless{o.Journal, true} })
	failing.decided(example(t, "sale-after-deadline"), "", portuguese)
	defer func() {
		if said := recover(); said != http.ErrAbortHandler {
			t.Errorf("the connection is not cut: %v", said)
		}
	}()
	failing.ask("rui", http.MethodGet, "/decisoes.csv", nil)
}

// The carriers of the register are offered by name.
func TestTheListNamesCarriers(t *testing.T) {
	h := newHouse(t, nil)
	register := identity.NewCarriers(h.db, func() time.Time { return h.now })
	if _, err := register.Put(t.Context(), decision.Carrier{ID: "exemplo", Name: "Viação Exemplo"}); err != nil {
		t.Fatal(err)
	}
	severalDays(h)
	a := h.get("rui", "/decisoes?"+url.Values{"transportadora": {"exemplo"}}.Encode())
	if a.words("[name=transportadora] option[selected]") != "Viação Exemplo" || !strings.Contains(a.words("table.list tbody tr:first-child"), "Viação Exemplo") || listed(a) != 7 {
		t.Errorf("%d rows: %s", listed(a), a.words("table.list tbody tr:first-child"))
	}
}
