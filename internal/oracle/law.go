package oracle

import (
	"time"

	"deferido/internal/civil"
)

// The norms, by the base of their LexML names.
const (
	lei10741  = "urn:lex:br:federal:lei:2003-10-01;10741"
	dec5934   = "urn:lex:br:federal:decreto:2006-10-18;5934"
	dec9921   = "urn:lex:br:federal:decreto:2019-07-18;9921"
	lei12852  = "urn:lex:br:federal:lei:2013-08-05;12852"
	dec8537   = "urn:lex:br:federal:decreto:2015-10-05;8537"
	res1692   = "urn:lex:br:agencia.nacional.transportes.terrestres:resolucao:2006-10-24;1692"
	res233    = "urn:lex:br:agencia.nacional.transportes.terrestres:resolucao:2003-06-25;233"
	refusalOf = res1692 + "!art2-1"     // Res. ANTT 4.833/2015
	tollOf    = res1692 + "!art6_par1u" // wording of Res. ANTT 5.856/2019
)

// The days on which the law changed. The days from which a text governs are first days; the Decree of 2006 governs to
// the eve of the one of 2019.
var (
	from5934    = day("2006-10-19")
	from1692    = day("2006-10-25") // and the items of Res. 233 that its art. 9 quotes
	from8537    = day("2015-12-01")
	fromRefusal = day("2015-12-09") // Res. 1.692 art. 2-A
	fromToll    = day("2019-10-31") // Res. 1.692 art. 6, sole paragraph
	from9921    = day("2019-11-16")
	fromChannel = day("2024-02-01") // Res. ANTT 6.033/2023, dispute D-channel
)

// The numbers of the law.
const (
	elderlyAge     = 60               // Decreto 5.934 art. 2 I; Decreto 9.921 art. 2; Res. 1.692 art. 4
	youngFrom      = 15               // Lei 12.852 art. 1 par. 1
	youngUntil     = 30               // the same: up to the eve of the 30th birthday (IR-09)
	reservedSeats  = 2                // of each kind: Lei 10.741 art. 40 I; Lei 12.852 art. 32 I, II
	wagesOfIncome  = 2                // Decreto 9.921 art. 39; Decreto 5.934 art. 3
	askBefore      = 3 * time.Hour    // Decreto 9.921 art. 39 par. 2 I; Decreto 8.537 art. 13 par. 2
	arriveBefore   = 30 * time.Minute // Decreto 9.921 art. 39 par. 6; Decreto 8.537 art. 13 par. 6
	shortTripKm    = 500              // Res. 1.692 art. 3 par. 2 I: up to, inclusive
	shortWindow    = 6 * time.Hour    // the same
	longWindow     = 12 * time.Hour   // Res. 1.692 art. 3 par. 2 II
	ticketCopies   = 2                // Res. 1.692 art. 5
	secondCopyDays = 365              // Res. 1.692 art. 5 par. 2
)

// wages are the monthly minimum wages in centavos, each from its day on.
var wages = []struct {
	from  civil.Date
	cents int64
}{
	{day("2003-04-01"), 24000}, {day("2004-05-01"), 26000}, {day("2005-05-01"), 30000}, {day("2006-04-01"), 35000},
	{day("2007-04-01"), 38000}, {day("2008-03-01"), 41500}, {day("2009-02-01"), 46500}, {day("2010-01-01"), 51000},
	{day("2011-01-01"), 54000}, {day("2011-03-01"), 54500}, {day("2012-01-01"), 62200}, {day("2013-01-01"), 67800},
	{day("2014-01-01"), 72400}, {day("2015-01-01"), 78800}, {day("2016-01-01"), 88000}, {day("2017-01-01"), 93700},
	{day("2018-01-01"), 95400}, {day("2019-01-01"), 99800}, {day("2020-01-01"), 103900}, {day("2020-02-01"), 104500},
	{day("2021-01-01"), 110000}, {day("2022-01-01"), 121200}, {day("2023-01-01"), 130200}, {day("2023-05-01"), 132000},
	{day("2024-01-01"), 141200}, {day("2025-01-01"), 151800}, {day("2026-01-01"), 162100},
}

// wageOn is the minimum wage in force on a day; after the last held year it is the last one.
func wageOn(on civil.Date) int64 {
	cents := wages[0].cents
	for _, wage := range wages {
		if !on.Before(wage.from) {
			cents = wage.cents
		}
	}
	return cents
}

func day(text string) civil.Date {
	on, err := civil.ParseDate(text)
	if err != nil {
		panic(err)
	}
	return on
}

// Values that the law named.
const (
	elderly  = "pessoa_idosa"
	youth    = "jovem_baixa_renda"
	road     = "rodoviario"
	rail     = "ferroviario"
	water    = "aquaviario"
	free     = "gratuidade"
	discount = "desconto"
)

// notInForce is what no answer under the law of that day may cite.
func notInForce(on civil.Date) []string {
	var out []string
	add := func(absent bool, urn string) {
		if absent {
			out = append(out, urn)
		}
	}
	add(on.Before(from9921), dec9921)
	add(on.Before(from5934) || !on.Before(from9921), dec5934)
	add(on.Before(from1692), res1692)
	add(on.Before(from1692), res233)
	add(on.Before(fromRefusal), refusalOf)
	add(on.Before(from8537), dec8537)
	add(on.Before(day("2014-02-02")), lei12852)
	return out
}
