package oracle

import (
	"time"

	"deferido/internal/civil"
)

func (g *generator) grant() {
	category := g.category()
	g.mode()
	service := g.group("service")
	g.set(service, "interstate", !g.fails(7))
	g.set(service, "regular", !g.fails(7))
	g.set(service, "class", unless(g, 30, "convencional", "executivo", "semileito", "leito", "outro"))
	if g.maybe(15) {
		g.set(service, "vehicle_class", pick(g, "convencional", "executivo", "semileito", "leito", "outro"))
	}

	request := g.group("request")
	g.set(request, "made_at", writeInstant(g.now))
	if g.maybe(75) {
		request["benefit"] = pick(g, free, discount)
	}
	if g.maybe(40) {
		request["channel"] = unless(g, 60, pick(g, "proprio", "proprio_virtual"), "terceiro")
	}
	if g.maybe(15) {
		request["return_trip"] = g.maybe(80)
	}
	if g.maybe(15) {
		request["return_on_sale"] = !g.fails(40)
	}
	if g.maybe(5) {
		request["place"] = "Goiânia"
	}

	g.birth(category)
	if category == elderly || g.maybe(20) {
		g.income()
	}
	if !g.maybe(g.absent) {
		g.group("beneficiary")["documents"] = g.documents(category)
	}
	g.trip(category)
	g.seats(category)
	g.prune("beneficiary", "service", "trip", "seats", "request")
}

// birth lies on and beside the birthdays that count, and never after the request.
func (g *generator) birth(category string) {
	asked := dayOf(g.now)
	age := unless(g, 35, elderlyAge+1+g.IntN(30), elderlyAge, elderlyAge, 40)
	if category == youth {
		age = unless(g, 40, youngFrom+1+g.IntN(13), youngFrom, youngUntil, 14, 29)
	}
	birth, err := civil.New(asked.Year()-age, asked.Month(), asked.Day())
	if err != nil { // 29 February
		birth, _ = civil.New(asked.Year()-age, time.March, 1)
	}
	switch age {
	case elderlyAge, youngFrom, youngUntil:
		birth = moved(birth, g.IntN(4)-1)
		if g.maybe(10) { // the leap day, where it is near
			if leap, err := civil.New(birth.Year(), time.February, 29); err == nil {
				birth = leap
			}
		}
	}
	if g.maybe(1) {
		birth = asked
	}
	if birth.After(asked) {
		birth = asked
	}
	g.set(g.group("beneficiary"), "birth_on", birth.String())
}

// income lies at and beside two minimum wages, of the law's day, of the request's or of the eve of either.
func (g *generator) income() {
	on := pick(g, g.law, g.law, dayOf(g.now), moved(g.law, -1))
	cents := wagesOfIncome*wageOn(on) + unless[int64](g, 40, pick[int64](g, 0, -1, -5000), 1, 100)
	if g.maybe(50) {
		cents = 10000 + g.Int64N(40000)
	}
	if g.maybe(3) {
		cents = 0
	}
	g.set(g.group("beneficiary"), "monthly_income_cents", cents)
}

func (g *generator) documents(category string) []any {
	list := []any{}
	add := func(kind string) map[string]any {
		document := map[string]any{"kind": kind}
		list = append(list, document)
		return document
	}
	if !g.fails(7) {
		photo := add("documento_com_foto")
		g.set(photo, "original", !g.fails(10))
		if g.maybe(15) {
			photo["valid_until_on"] = moved(dayOf(g.now), g.IntN(800)-400).String()
		}
	}
	if category == youth || g.maybe(5) {
		if !g.fails(7) {
			card := add("identidade_jovem")
			until := dayOf(g.now)
			if g.fails(40) {
				until = moved(until, g.IntN(3)-1)
			} else {
				until = moved(until, g.IntN(180))
			}
			g.set(card, "valid_until_on", until.String())
		}
	}
	if category == elderly || g.maybe(10) {
		add(unless(g, 20, pick(g, incomeProofs...), "autodeclaracao", "outro", "documento_com_foto"))
	}
	if g.maybe(15) {
		add(pick(g, "contracheque", "autodeclaracao", "outro", "documento_com_foto", "identidade_jovem", "carne_inss"))
	}
	if g.fails(4) {
		return []any{}
	}
	g.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// trip places the departures at the edges of the three hours, the six, the twelve, the thirty minutes and the departure.
func (g *generator) trip(category string) {
	trip := g.group("trip")
	ahead := pick(g, g.around(askBefore), g.around(askBefore), g.around(shortWindow), g.around(longWindow),
		g.around(arriveBefore), unless(g, 60, 45*time.Minute, g.around(0)), 4*time.Hour, 2*time.Hour, 5*time.Hour, 9*time.Hour, 20*time.Hour)
	line := g.after(g.now, ahead)
	boards, section := line, false
	if g.maybe(25) {
		section = true
		switch {
		case g.maybe(40): // the edges count to the boarding point, the line having left before
			line = g.after(line, -pick(g, time.Hour, 2*time.Hour, 8*time.Hour))
		default:
			boards = g.after(line, pick(g, time.Second, 30*time.Minute, 90*time.Minute, 8*time.Hour))
		}
	}
	g.set(trip, "line_departs_at", writeInstant(line))
	if section {
		g.set(trip, "boarding_at", writeInstant(boards))
		g.set(trip, "section_stop_authorized", !g.fails(25))
	} else {
		if g.maybe(10) {
			trip["boarding_at"] = writeInstant(boards.In(g.zone()))
		}
		if g.maybe(10) {
			trip["section_stop_authorized"] = g.maybe(80)
		}
	}
	g.set(trip, "distance_km", pick[any](g, 430, 500, 500, 500.1, 499.9, 501, 620, 0, 1200.5))
	arrives := g.after(boards, pick(g, time.Minute, 8*time.Hour, 10*time.Hour, 30*time.Hour))
	if category == youth || g.maybe(20) {
		g.set(trip, "arrives_at", writeInstant(arrives))
		g.set(trip, "destination", pick(g, "Vitória", "vitória ", "Recife", "São Paulo"))
		if !g.maybe(g.absent) {
			g.facts["bookings"] = g.bookings(boards, arrives)
		}
	}
}

func (g *generator) bookings(boards, arrives time.Time) []any {
	list := []any{}
	for range pick(g, 0, 0, unless(g, 60, 0, 1), unless(g, 60, 0, 1, 2), 1) {
		departs := pick(g, boards.Add(-20*time.Hour), boards.Add(-8*time.Hour), boards.Add(25*time.Hour), arrives,
			arrives.Add(-time.Second), arrives.Add(time.Second), arrives.Add(48*time.Hour), boards.Add(-72*time.Hour), boards)
		ends := departs.Add(pick(g, time.Second, time.Hour, 7*time.Hour))
		if departs.Before(boards) && g.maybe(60) {
			if near := boards.Add(pick(g, 0, -time.Second, time.Second)); near.After(departs) {
				ends = near
			}
		}
		booking := map[string]any{}
		g.set(booking, "departs_at", writeInstant(departs.In(g.zone())))
		g.set(booking, "arrives_at", writeInstant(ends.In(g.zone())))
		g.set(booking, "destination", pick(g, " VITÓRIA", "Vitória", "Recife", "Goiânia", "Natal", "Belém"))
		list = append(list, booking)
	}
	return list
}

func (g *generator) seats(category string) {
	seats := g.group("seats")
	kinds := []string{"free"}
	if category == youth || g.maybe(10) {
		kinds = append(kinds, "discount")
	}
	for _, kind := range kinds {
		pair := pick(g, [2]int{0, 0}, [2]int{0, 0}, [2]int{1, 0}, [2]int{2, 0}, [2]int{2, 0}, [2]int{0, 1}, [2]int{1, 1},
			[2]int{0, 2}, [2]int{0, 2})
		g.set(seats, kind+"_granted", pair[0])
		if g.set(seats, kind+"_sold", pair[1]) && g.maybe(25) {
			seats[kind+"_sold_before_deadline"] = g.IntN(pair[1] + 1)
		}
	}
	g.set(seats, "other_available", unless(g, 25, 20, 0, 1))
}
