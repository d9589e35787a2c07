package engine_test

import (
	"encoding/json"
	"fmt"
	"time"

	"pgregory.net/rapid"
)

// tree is a JSON object of a request.
type tree = map[string]any

// drawer draws a valid request: facts at and around the edges of the law, some of them absent.
type drawer struct {
	*rapid.T
	absent int // per cent of facts left out
}

// maybe puts a fact into a group, or leaves it out.
func (d drawer) maybe(group tree, key string, value any) {
	if rapid.IntRange(0, 99).Draw(d.T, key+"?") >= d.absent {
		group[key] = value
	}
}

func one[V any](d drawer, label string, values ...V) V {
	return rapid.SampledFrom(values).Draw(d.T, label)
}

func (d drawer) flag(label string) bool { return rapid.Bool().Draw(d.T, label) }

// at is an instant in one of the country's offsets.
func (d drawer) at(label string, t time.Time) string {
	hours := one(d, label+" offset", -3, -2, -4, -5)
	return t.In(time.FixedZone("", hours*3600)).Format(time.RFC3339Nano)
}

// departures are days on both sides of each change of the governing texts.
func (d drawer) departure() time.Time {
	day := one(d, "day", "2026-12-12", "2006-10-19", "2006-10-25", "2015-12-01", "2015-12-10", "2019-10-30", "2019-10-31",
		"2019-11-15", "2019-11-16", "2024-01-31", "2024-02-01", "2026-01-01", "2026-12-31")
	t, err := time.Parse(time.RFC3339, day+"T22:00:00-03:00")
	if err != nil {
		panic(err)
	}
	return t
}

// ahead is how long before departure something happens, at and around the edges of the law.
func (d drawer) ahead(label string) time.Duration {
	edge := one(d, label, 3*time.Hour, 0, 30*time.Minute, 6*time.Hour, 12*time.Hour, 20*time.Hour, time.Hour)
	return edge + one(d, label+" nudge", 0, time.Second, -time.Second, time.Nanosecond)
}

func (d drawer) category() string { return one(d, "category", "pessoa_idosa", "jovem_baixa_renda") }

func (d drawer) service() tree {
	service := tree{}
	d.maybe(service, "mode", one(d, "mode", "rodoviario", "rodoviario", "ferroviario", "aquaviario"))
	d.maybe(service, "interstate", one(d, "interstate", true, true, true, false))
	d.maybe(service, "regular", one(d, "regular", true, true, true, false))
	d.maybe(service, "class", one(d, "class", "convencional", "convencional", "executivo", "leito"))
	return service
}

func (d drawer) seats() tree {
	seats := tree{}
	for _, kind := range []string{"free", "discount"} {
		granted := rapid.IntRange(0, 2).Draw(d.T, kind+" granted")
		sold := rapid.IntRange(0, 2-granted).Draw(d.T, kind+" sold")
		d.maybe(seats, kind+"_granted", granted)
		d.maybe(seats, kind+"_sold", sold)
		if _, given := seats[kind+"_sold"]; given && d.flag(kind+" before") {
			seats[kind+"_sold_before_deadline"] = rapid.IntRange(0, sold).Draw(d.T, kind+" sold before")
		}
	}
	d.maybe(seats, "other_available", one(d, "other", 20, 1, 0))
	return seats
}

func (d drawer) beneficiary(category string, made time.Time) tree {
	years := one(d, "age", 60, 68, 59, 40)
	documents := []any{
		tree{"kind": "documento_com_foto", "original": one(d, "original", true, true, false)},
		tree{"kind": one(d, "proof", "extrato_beneficio", "contracheque", "autodeclaracao")},
	}
	if category == "jovem_baixa_renda" {
		years = one(d, "age", 15, 22, 29, 14, 30)
		card := tree{"kind": "identidade_jovem"}
		d.maybe(card, "valid_until_on", made.AddDate(0, 0, one(d, "validity", 90, 0, -1)).Format(time.DateOnly))
		documents = append(documents, card)
	}
	b := tree{}
	d.maybe(b, "category", category)
	d.maybe(b, "birth_on", made.AddDate(-years, 0, one(d, "birthday", 0, 1, -1, -100)).Format(time.DateOnly))
	d.maybe(b, "monthly_income_cents", one(d, "income", 0, 100000, 324200, 324201, 500000))
	d.maybe(b, "documents", one(d, "documents", documents, documents, documents[:1], []any{}))
	return b
}

func (d drawer) bookings(boards time.Time) []any {
	var bookings []any
	for i := range rapid.IntRange(0, 2).Draw(d.T, "bookings") {
		departs := boards.Add(one(d, fmt.Sprint("booking ", i), -14*time.Hour, -2*time.Hour, 8*time.Hour, 40*time.Hour))
		booking := tree{}
		d.maybe(booking, "departs_at", d.at("departs", departs))
		d.maybe(booking, "arrives_at", d.at("arrives", departs.Add(6*time.Hour)))
		d.maybe(booking, "destination", one(d, "to", "Vitória", "Recife"))
		bookings = append(bookings, booking)
	}
	if bookings == nil {
		return []any{}
	}
	return bookings
}

// grant draws a request for a benefit.
func (d drawer) grant() tree {
	departs := d.departure()
	boards := departs.Add(one(d, "boards", 0, 0, 90*time.Minute))
	made := boards.Add(-d.ahead("made"))
	category := d.category()
	trip := tree{}
	d.maybe(trip, "line_departs_at", d.at("departs", departs))
	if boards != departs {
		trip["boarding_at"] = d.at("boards", boards)
		d.maybe(trip, "section_stop_authorized", one(d, "authorised", true, true, false))
	}
	d.maybe(trip, "arrives_at", d.at("arrives", boards.Add(8*time.Hour)))
	d.maybe(trip, "distance_km", one(d, "distance", 430, 500, 500.1, 620))
	d.maybe(trip, "destination", "Vitória")
	request := tree{}
	d.maybe(request, "made_at", d.at("made", made))
	if benefit := one(d, "benefit", "gratuidade", "desconto", ""); benefit != "" {
		request["benefit"] = benefit
	}
	if d.flag("channel given") {
		request["channel"] = one(d, "channel", "proprio", "proprio_virtual", "terceiro")
	}
	if d.flag("return") {
		request["return_trip"] = true
		d.maybe(request, "return_on_sale", one(d, "on sale", true, true, false))
	}
	facts := tree{
		"beneficiary": d.beneficiary(category, made), "service": d.service(), "trip": trip,
		"seats": d.seats(), "request": request,
	}
	d.maybe(facts, "bookings", d.bookings(boards))
	return tree{"question": "grant", "facts": facts}
}

func (d drawer) sale() tree {
	departs := d.departure()
	sale, trip := tree{}, tree{}
	d.maybe(sale, "at", d.at("at", departs.Add(-d.ahead("sold"))))
	d.maybe(sale, "benefit", one(d, "benefit", "gratuidade", "desconto"))
	d.maybe(trip, "line_departs_at", d.at("departs", departs))
	return tree{"question": "sale", "facts": tree{"beneficiary": d.who(), "service": d.service(), "trip": trip, "seats": d.seats(), "sale": sale}}
}

func (d drawer) who() tree {
	who := tree{}
	d.maybe(who, "category", d.category())
	return who
}

func (d drawer) fare() tree {
	fare := tree{}
	d.maybe(fare, "benefit", one(d, "benefit", "gratuidade", "desconto"))
	d.maybe(fare, "purchased_at", d.at("purchased", d.departure()))
	d.maybe(fare, "tariff_cents", one(d, "tariff", 8655, 10001, 0))
	for _, charge := range []string{"charged_cents", "toll_cents", "terminal_cents", "meals_cents", "other_fees_cents"} {
		if d.flag(charge) {
			fare[charge] = one(d, charge, 0, 4327, 4328, 5000)
		}
	}
	return tree{"question": "fare", "facts": tree{"beneficiary": d.who(), "service": d.service(), "fare": fare}}
}

func (d drawer) ticket() tree {
	ticket := tree{}
	d.maybe(ticket, "kind", one(d, "kind", "gratuidade", "desconto"))
	d.maybe(ticket, "issued_on", d.departure().Format(time.DateOnly))
	d.maybe(ticket, "copies", one(d, "copies", 2, 1))
	d.maybe(ticket, "passenger_copy_collected", d.flag("collected"))
	for _, item := range []string{
		"carrier_name", "carrier_address", "carrier_cnpj", "issue_date", "title", "ticket_number", "copy_number", "origin",
		"destination", "line_prefix", "line_endpoints", "travel_date", "travel_time", "seat_number", "beneficiary_name",
		"beneficiary_document", "arrival_notice", "benefit_reference",
	} {
		d.maybe(ticket, item, one(d, item, "x", "x", "x", " "))
	}
	return tree{"question": "ticket", "facts": tree{"beneficiary": d.who(), "service": d.service(), "ticket": ticket}}
}

func (d drawer) boarding() tree {
	scheduled := d.departure()
	boarding, ticket := tree{}, tree{}
	d.maybe(boarding, "arrived_at", d.at("arrived", scheduled.Add(-d.ahead("arrives"))))
	d.maybe(boarding, "scheduled_at", d.at("scheduled", scheduled))
	d.maybe(boarding, "ticket_document", "123")
	d.maybe(boarding, "presented_document", one(d, "presented", "123", "321"))
	d.maybe(boarding, "identified", one(d, "identified", true, true, false))
	d.maybe(ticket, "kind", one(d, "kind", "gratuidade", "desconto"))
	return tree{"question": "boarding", "facts": tree{"beneficiary": d.who(), "service": d.service(), "ticket": ticket, "boarding": boarding}}
}

func (d drawer) retention() tree {
	ended := d.departure()
	retention := tree{}
	d.maybe(retention, "trip_ended_on", ended.Format(time.DateOnly))
	d.maybe(retention, "disposal_on", ended.AddDate(0, 0, one(d, "kept", 365, 366, 364, 367, 1000)).Format(time.DateOnly))
	return tree{"question": "retention", "facts": tree{"beneficiary": d.who(), "service": d.service(), "retention": retention}}
}

func (d drawer) report() tree {
	var months []any
	for _, month := range []string{"2026-07", "2026-08", "2026-09", "2026-10"} {
		section := tree{"section": "Goiânia–Uberlândia"}
		for _, item := range []string{"paying", "elderly_free", "elderly_discount", "disability_pass", "youth_free"} {
			d.maybe(section, item, 7)
		}
		if rapid.IntRange(0, 9).Draw(d.T, month) > 0 {
			months = append(months, tree{"month": month, "sections": one(d, "sections", []any{section}, []any{section}, []any{})})
		}
	}
	report := tree{}
	d.maybe(report, "period", "2026-Q3")
	if months != nil {
		d.maybe(report, "months", months)
	}
	return tree{"question": "report", "facts": tree{"service": d.service(), "report": report}}
}

func (d drawer) notice() tree {
	points := []any{}
	for i := range rapid.IntRange(0, 3).Draw(d.T, "points") {
		point := tree{"id": fmt.Sprint("p", i), "kind": one(d, "kind", "fisico", "virtual")}
		d.maybe(point, "lei_12852_art_32", one(d, "law", true, true, false))
		d.maybe(point, "decreto_8537", one(d, "decree", true, true, false))
		points = append(points, point)
	}
	notice := tree{}
	d.maybe(notice, "inspected_on", d.departure().Format(time.DateOnly))
	d.maybe(notice, "points", points)
	return tree{"question": "notice", "facts": tree{"notice": notice}}
}

func (d drawer) conduct() tree {
	acts := rapid.SliceOfNDistinct(rapid.SampledFrom([]any{
		"nao_reservou_assentos", "nao_concedeu_desconto", "recusou_documento", "descumpriu_trinta_minutos", "bilhete_irregular",
		"desconto_irregular", "sem_dados_estatisticos", "segunda_via_nao_arquivada", "documento_porte_obrigatorio",
		"nao_comunicou_acidente", "recusa_sem_documento",
	}), 0, 3, func(act any) any { return act }).Draw(d.T, "acts")
	conduct := tree{}
	d.maybe(conduct, "on", d.departure().Format(time.DateOnly))
	d.maybe(conduct, "acts", acts)
	return tree{"question": "conduct", "facts": tree{"service": d.service(), "conduct": conduct}}
}

// any draws a request of any question.
func (d drawer) any() tree {
	return one(d, "question", d.grant, d.grant, d.grant, d.grant, d.sale, d.fare, d.ticket, d.boarding, d.retention, d.report, d.notice, d.conduct)()
}

func body(t interface{ Fatal(...any) }, request tree) []byte {
	b, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
