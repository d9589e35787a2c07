package oracle

import (
	"fmt"
	"time"
)

func (g *generator) sale() {
	category := g.category()
	g.mode()
	if g.maybe(50) {
		service := g.group("service")
		service["interstate"], service["regular"], service["class"] = true, true, "convencional"
	}
	line := g.after(g.now, pick(g, g.around(askBefore), g.around(askBefore), time.Hour, 5*time.Hour, g.around(0)))
	trip := g.group("trip")
	g.set(trip, "line_departs_at", writeInstant(line))
	if g.maybe(15) {
		trip["boarding_at"] = writeInstant(g.after(line, 4*time.Hour))
		trip["section_stop_authorized"] = true
	}
	g.seats(category)
	sale := g.group("sale")
	g.set(sale, "at", writeInstant(g.now))
	g.set(sale, "benefit", pick(g, free, discount))
	g.prune("beneficiary", "service", "trip", "seats", "sale")
}

func (g *generator) fare() {
	g.category()
	g.mode()
	fare := g.group("fare")
	kind := pick(g, free, discount)
	g.set(fare, "benefit", kind)
	g.set(fare, "purchased_at", writeInstant(g.now))
	tariff := pick[int64](g, 8655, 8654, 17310, 1, 0, 10001)
	g.set(fare, "tariff_cents", tariff)
	ceiling := int64(0)
	if kind == discount {
		ceiling = tariff / 2
	}
	amounts := []struct {
		name  string
		cents int64
	}{
		{"charged_cents", max(0, ceiling+pick[int64](g, 0, 0, 1, -1))},
		{"toll_cents", pick[int64](g, 0, 0, 1, 350)},
		{"terminal_cents", pick[int64](g, 0, 0, 1, 420)},
		{"meals_cents", pick[int64](g, 0, 1500)},
		{"other_fees_cents", pick[int64](g, 0, 0, 0, 1, 650)},
	}
	for _, amount := range amounts {
		if g.maybe(35) {
			fare[amount.name] = amount.cents
		}
	}
	g.prune("beneficiary", "service", "fare")
}

func (g *generator) ticket() {
	g.category()
	g.mode()
	ticket := g.group("ticket")
	g.set(ticket, "kind", mostly(g, 75, free, discount))
	g.set(ticket, "issued_on", dayOf(g.now).String())
	g.set(ticket, "copies", mostly(g, 85, 2, 0, 1, 3))
	g.set(ticket, "passenger_copy_collected", g.maybe(8))
	lacking := pick(g, 0, 0, 8)
	for _, name := range []string{"carrier_name", "carrier_address", "carrier_cnpj", "issue_date", "title", "ticket_number",
		"copy_number", "origin", "destination", "line_prefix", "line_endpoints", "travel_date", "travel_time", "seat_number",
		"beneficiary_name", "beneficiary_document", "arrival_notice", "benefit_reference"} {
		switch {
		case !g.maybe(lacking):
			ticket[name] = mostly(g, 95, "Exemplo", " Exemplo ", "0")
		case g.maybe(60):
			ticket[name] = pick(g, "", " ", "\t \n")
		}
	}
	g.prune("beneficiary", "service")
}

func (g *generator) boarding() {
	g.category()
	g.mode()
	g.set(g.group("ticket"), "kind", pick(g, free, free, discount))
	boarding := g.group("boarding")
	g.set(boarding, "scheduled_at", writeInstant(g.now))
	before := pick(g, g.around(arriveBefore), g.around(arriveBefore), 50*time.Minute, g.around(0), 10*time.Minute)
	g.set(boarding, "arrived_at", writeInstant(g.after(g.now, -before)))
	g.set(boarding, "ticket_document", "1234567")
	g.set(boarding, "presented_document", mostly(g, 90, "1234567", "7654321", "1234568"))
	g.set(boarding, "identified", g.maybe(90))
	g.prune("beneficiary", "service", "ticket", "boarding")
}

func (g *generator) retention() {
	g.set(g.group("beneficiary"), "category", mostly(g, 90, elderly, youth))
	g.set(g.group("service"), "mode", mostly(g, 85, road, rail, water))
	disposal := dayOf(g.now)
	if g.maybe(25) { // the copies of trips that ended about a leap day
		disposal = moved(pick(g, day("2025-02-28"), day("2021-02-28"), day("2024-12-31")), g.IntN(4)-1)
	}
	ended := moved(disposal, -pick(g, 365, 365, 366, 366, 367, 364, 400, 10, 0))
	retention := g.group("retention")
	g.set(retention, "trip_ended_on", ended.String())
	g.set(retention, "disposal_on", disposal.String())
	g.prune("beneficiary", "service", "retention")
}

func (g *generator) report() {
	g.set(g.group("service"), "mode", mostly(g, 85, road, rail, water))
	report := g.group("report")
	year, quarter := g.now.Year(), 1+g.IntN(4)
	g.set(report, "period", fmt.Sprintf("%04d-Q%d", year, quarter))
	months := []any{}
	lacking := pick(g, 0, 0, 5)
	for n := 3*quarter - 2; n <= 3*quarter; n++ {
		if g.maybe(lacking) {
			continue
		}
		months = append(months, g.month(year, n, lacking))
	}
	if g.maybe(5) {
		months = append(months, g.month(year+1, 3*quarter, 0))
	}
	g.Shuffle(len(months), func(i, j int) { months[i], months[j] = months[j], months[i] })
	if !g.maybe(g.absent) {
		report["months"] = months
	}
	g.prune("service", "report")
}

func (g *generator) month(year, n, lacking int) map[string]any {
	sections := []any{}
	for _, name := range []string{"Goiânia–Uberlândia", "Uberlândia–São Paulo"}[:pick(g, 1, 1, 2)] {
		section := map[string]any{"section": name}
		for _, item := range []string{"paying", "elderly_free", "elderly_discount", "disability_pass", "youth_free", "youth_discount"} {
			if !g.maybe(lacking) {
				section[item] = g.IntN(900)
			}
		}
		sections = append(sections, section)
	}
	if g.maybe(lacking) {
		sections = []any{}
	}
	return map[string]any{"month": fmt.Sprintf("%04d-%02d", year, n), "sections": sections}
}

func (g *generator) notice() {
	notice := g.group("notice")
	g.set(notice, "inspected_on", dayOf(g.now).String())
	points := []any{}
	for i := range pick(g, 0, 1, 2, 3) {
		point := map[string]any{"id": fmt.Sprintf("ponto-%d", i+1)}
		g.set(point, "kind", pick(g, "fisico", "virtual"))
		for _, text := range []string{"lei_12852_art_32", "decreto_8537"} {
			if !g.maybe(3) {
				point[text] = g.maybe(88)
			}
		}
		points = append(points, point)
	}
	if !g.maybe(g.absent) {
		notice["points"] = points
	}
	if g.maybe(10) {
		g.group("beneficiary")["category"] = pick(g, elderly, youth)
	}
	g.prune("notice")
}

func (g *generator) conduct() {
	g.mode()
	conduct := g.group("conduct")
	g.set(conduct, "on", dayOf(g.now).String())
	acts := []string{"nao_reservou_assentos", "nao_concedeu_desconto", "recusou_documento", "descumpriu_trinta_minutos",
		"bilhete_irregular", "desconto_irregular", "sem_dados_estatisticos", "segunda_via_nao_arquivada",
		"documento_porte_obrigatorio", "nao_comunicou_acidente", "recusa_sem_documento"}
	g.Shuffle(len(acts), func(i, j int) { acts[i], acts[j] = acts[j], acts[i] })
	list := []any{}
	for _, act := range acts[:pick(g, 0, 0, 1, 1, 2, 3)] {
		list = append(list, act)
	}
	if !g.maybe(g.absent) {
		conduct["acts"] = list
	}
	g.prune("service", "conduct")
}
