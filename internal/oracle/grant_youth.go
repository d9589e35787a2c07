package oracle

import (
	"strings"
	"time"
)

// youthFree is one of the two free seats: Lei 12.852 art. 32 I, Decreto 8.537 arts. 13 to 15.
func youthFree(s situation) benefit {
	conditions := append(s.youthCommon(), condition{s.seatLeft("free"), nil})
	return decided(conditions, lei12852+"!art32_cpt_inc1", dec8537+"!art13_cpt", dec8537+"!art13_par2", dec8537+"!art14_cpt")
}

// youthDiscount is one of the two seats at half fare, usable once the free ones are exhausted (IR-11).
func youthDiscount(s situation) benefit {
	conditions := append(s.youthCommon(),
		condition{not(s.seatLeft("free")), []string{dec8537 + "!art13_cpt"}},
		condition{s.seatLeft("discount"), nil})
	return decided(conditions, lei12852+"!art32_cpt_inc2", dec8537+"!art13_cpt", dec8537+"!art14_cpt")
}

// fifthApplicant is one to whom nothing but a reserved seat is wanting, of either kind.
func (s situation) fifthApplicant() bool {
	return s.seatLeft("free").is == isFalse && s.seatLeft("discount").is == isFalse && decided(s.youthCommon()).is.is == isTrue
}

// youthCommon is what both benefits ask.
func (s situation) youthCommon() []condition {
	decree := func(part string) []string { return []string{dec8537 + "!" + part} }
	young := s.ageAtRequest(func(years int) bool { return years >= youngFrom && years < youngUntil })
	var scope []string
	if s.mode != "" {
		scope = decree(map[string]string{road: "art13_par1_inc1", rail: "art13_par1_inc2", water: "art13_par1_inc3"}[s.mode])
	}
	return []condition{
		s.knownMode(),
		{s.flag(pInterstate), nil},
		{s.flag(pRegular), scope},
		{s.conventional(), scope}, // IR-16
		{young, []string{lei12852 + "!art1_par1"}},
		{s.ownChannel(), decree("art13_par2")},
		{s.returnOnSale(), decree("art13_par2")},
		{s.boardsWhereAllowed(), decree("art13_par3")},
		{s.notDeparted(), decree("art13_par5")}, // IR-08
		{s.youthProof(), decree("art14_cpt")},
		{s.noOtherBooking(), decree("art15")},
	}
}

// youthProof is a valid Identidade Jovem and a photo identity, whose originality and validity are not tested.
func (s situation) youthProof() finding {
	documents, given := s.list(pDocuments)
	if !given {
		return unknown(pDocuments)
	}
	asked, hasAsked := s.instant(pMade)
	card, photo := unmet, unmet
	for _, d := range documents {
		kind, hasKind := d.text(d.at + "/kind")
		if !hasKind {
			card, photo = one(card, unknown(d.at+"/kind")), one(photo, unknown(d.at+"/kind"))
			continue
		}
		if kind == "documento_com_foto" {
			photo = met
		}
		if kind != "identidade_jovem" {
			continue
		}
		until, hasUntil := d.date(d.at + "/valid_until_on")
		switch {
		case !hasUntil && !hasAsked:
			card = one(card, unknown(d.at+"/valid_until_on", pMade))
		case !hasUntil:
			card = one(card, unknown(d.at+"/valid_until_on"))
		case !hasAsked:
			card = one(card, unknown(pMade))
		default:
			card = one(card, known(!dayOf(asked).After(until)))
		}
	}
	if hasAsked && (card.is == isUnknown || photo.is == isUnknown) {
		s.doubt("missing", "an unknown part of a document: its own pointer, or that of the list")
	}
	return all(card, photo)
}

// noOtherBooking is Decreto 8.537 art. 15 (IR-15), each other booking compared with the requested trip only.
func (s situation) noOtherBooking() finding {
	bookings, given := s.list(pBookings)
	if !given {
		_, hasDestination := s.text(pDest)
		_, hasArrival := s.text(pArrives)
		if !hasDestination || !hasArrival {
			s.doubt("missing", "bookings unknown: whether what they would be compared with is missing too")
		}
		return unknown(pBookings)
	}
	var clashes []finding
	for _, b := range bookings {
		clash := one(all(s.sameDay(b), s.sameDestination(b)), s.overlaps(b))
		if clash.is == isUnknown && len(clash.need) > 0 && anyBegins(clash.need, pBookings) {
			s.doubt("missing", "an unknown part of a booking: its own pointer, or that of the list")
		}
		clashes = append(clashes, clash)
	}
	return not(one(clashes...))
}

func anyBegins(list []string, with string) bool {
	for _, text := range list {
		if strings.HasPrefix(text, with) {
			return true
		}
	}
	return false
}

// sameDay compares the civil dates of departure, the trip's at the boarding point, each in its own offset.
func (s situation) sameDay(b facts) finding {
	mine, hasMine := s.instant(s.boardingFact())
	other, hasOther := b.instant(b.at + "/departs_at")
	return compared(s.boardingFact(), hasMine, b.at+"/departs_at", hasOther, func() bool { return dayOf(mine) == dayOf(other) })
}

func (s situation) sameDestination(b facts) finding {
	mine, hasMine := s.text(pDest)
	other, hasOther := b.text(b.at + "/destination")
	return compared(pDest, hasMine, b.at+"/destination", hasOther, func() bool {
		return strings.EqualFold(strings.TrimSpace(mine), strings.TrimSpace(other))
	})
}

// overlaps: each begins before the other ends; one that begins when the other ends is practicable.
func (s situation) overlaps(b facts) finding {
	before := func(x time.Time, y time.Time) func() bool { return func() bool { return x.Before(y) } }
	boards, hasBoards := s.instant(s.boardingFact())
	arrives, hasArrives := s.instant(pArrives)
	departs, hasDeparts := b.instant(b.at + "/departs_at")
	ends, hasEnds := b.instant(b.at + "/arrives_at")
	return all(
		compared(s.boardingFact(), hasBoards, b.at+"/arrives_at", hasEnds, before(boards, ends)),
		compared(b.at+"/departs_at", hasDeparts, pArrives, hasArrives, before(departs, arrives)))
}

// compared is a comparison of two facts that may be absent.
func compared(first string, hasFirst bool, second string, hasSecond bool, holds func() bool) finding {
	var absent []string
	if !hasFirst {
		absent = append(absent, first)
	}
	if !hasSecond {
		absent = append(absent, second)
	}
	if len(absent) > 0 {
		return unknown(absent...)
	}
	return known(holds())
}
