package oracle

import "slices"

// condition is one thing that a benefit asks, and the provisions that must stand unmet when it fails.
type condition struct {
	finding
	unmet []string
}

// benefit is one of the two benefits, decided for the facts at hand.
type benefit struct {
	is    finding
	unmet []string
	cite  []string
}

func decided(conditions []condition, cite ...string) benefit {
	var findings []finding
	var failed []string
	for _, c := range conditions {
		findings = append(findings, c.finding)
		if c.is == isFalse {
			failed = append(failed, c.unmet...)
		}
	}
	return benefit{is: all(findings...), unmet: failed, cite: cite}
}

// grant answers whether a free seat or a discount is due, and which is the best one due.
func grant(s situation) answer {
	var freeSeat, halfFare benefit
	if s.category == elderly {
		freeSeat, halfFare = elderlyFree(s), elderlyDiscount(s)
	} else {
		freeSeat, halfFare = youthFree(s), youthDiscount(s)
	}
	var a answer
	switch wanted, asked := s.text("/facts/request/benefit"); {
	case !asked:
		a = bestDue(freeSeat, halfFare)
	case wanted == free:
		a = grantOf(free, freeSeat, discount, halfFare)
	default:
		a = grantOf(discount, halfFare, free, freeSeat)
	}
	if s.category == youth && s.fifthApplicant() {
		a.cite = append(a.cite, dec8537+"!art19") // the faculty, shown to who is refused for want of a seat
	}
	return a
}

func grantOf(name string, asked benefit, otherName string, other benefit) answer {
	alternatives := []any{}
	if asked.is.is == isFalse && other.is.is == isTrue {
		alternatives = append(alternatives, otherName)
	}
	result := map[string]any{"alternatives": alternatives}
	a := answer{is: asked.is, result: result, sure: []string{"alternatives"}, unmet: asked.unmet}
	if asked.is.is == isTrue {
		result["benefit"] = name
		a.sure = append(a.sure, "benefit")
		a.cite = asked.cite
	}
	return a
}

// bestDue is the free seat where it is due. The two are never due together: the discount begins where the free seats end
// (IR-01, IR-11).
func bestDue(freeSeat, halfFare benefit) answer {
	if freeSeat.is.is == isTrue {
		return grantOf(free, freeSeat, discount, halfFare)
	}
	if halfFare.is.is == isTrue {
		return grantOf(discount, halfFare, free, freeSeat)
	}
	var common []string
	for _, urn := range freeSeat.unmet {
		if slices.Contains(halfFare.unmet, urn) {
			common = append(common, urn)
		}
	}
	return answer{is: one(freeSeat.is, halfFare.is), result: map[string]any{"alternatives": []any{}},
		sure: []string{"alternatives"}, unmet: common}
}

// knownMode is what keeps an unknown mode from allowing.
func (s situation) knownMode() condition {
	if s.mode == "" {
		return condition{finding: unknown(pMode)}
	}
	return condition{finding: met}
}

// onRoad is a condition that governs on the road only: while the mode is unknown it cannot refuse.
func (s situation) onRoad(c finding) finding {
	switch {
	case s.mode == road:
		return c
	case s.mode != "" || c.is == isTrue:
		return met
	}
	return unknown(pMode)
}

// everyModeUntil9921 is the text that governs in every mode until a day, and from it on the road only.
func (s situation) everyModeUntil9921(c finding) finding {
	if s.newDecree() {
		return s.onRoad(c)
	}
	return c
}

// conventional is the class of the timetable's service; on rail and water every regular line is conventional. D-class:
// courts set the restriction aside, for the elderly and for youth.
func (s situation) conventional() finding {
	if s.reading == courts {
		return met
	}
	return s.onRoad(s.is(pClass, "convencional"))
}

// ownChannel is a point of sale of the carrier, physical or virtual (IR-17). D-channel: a later regulation opens any
// point of sale, on the road, and while the mode is unknown that reading stays open.
func (s situation) ownChannel() finding {
	channel, given := s.text("/facts/request/channel")
	if !given || channel != "terceiro" {
		return met
	}
	if s.reading == courts && !s.on.Before(fromChannel) {
		switch s.mode {
		case road:
			return met
		case "":
			return unknown(pMode)
		}
	}
	return unmet
}

// returnOnSale is asked only of a return ticket.
func (s situation) returnOnSale() finding {
	if s.flag("/facts/request/return_trip").is != isTrue { // not declared is no return
		return met
	}
	return s.flag("/facts/request/return_on_sale")
}

// boardingFact is the instant of the passenger's boarding: the initial point's where none is given.
func (s situation) boardingFact() string {
	if _, given := s.text(pBoarding); given {
		return pBoarding
	}
	return pLine
}

// boardsWhereAllowed is met at the initial point and at an authorised stop of a section.
func (s situation) boardsWhereAllowed() finding {
	if s.boardingFact() == pLine {
		return met
	}
	authorised := s.flag(pStop)
	initial := unknown(pLine)
	if line, given := s.instant(pLine); given {
		boards, _ := s.instant(pBoarding)
		initial = known(boards.Equal(line))
		if initial.is == isTrue && authorised.is == isFalse {
			s.doubt("outcome", "boarding at the very instant of the line's departure, stop said not to be authorised")
		}
	}
	return one(initial, authorised)
}

// notDeparted: IR-08, the request is refused after the departure at the boarding point, at that very instant not.
func (s situation) notDeparted() finding { return s.notAfter(pMade, s.boardingFact(), 0) }

// inTime is the deadline of three hours before the departure of the line's initial point.
func (s situation) inTime() finding { return s.notAfter(pMade, pLine, -askBefore) }

// seatLeft is the test of Decreto 9.921 art. 39 par. 2 to 5 (Decreto 8.537 art. 13 par. 2 to 5): in time only what was
// granted takes a seat; late, what was lawfully sold takes it too.
func (s situation) seatLeft(kind string) finding {
	granted, hasGranted := s.count("/facts/seats/" + kind + "_granted")
	notGranted := known(granted < reservedSeats)
	if !hasGranted {
		notGranted = unknown("/facts/seats/" + kind + "_granted")
	}
	lawfully, absent := s.taken(kind, true)
	unsold := known(lawfully < reservedSeats)
	if len(absent) > 0 {
		unsold = unknown(absent...)
	}
	inTime := s.inTime()
	left := choose(inTime, notGranted, unsold)
	if _, asked := s.text(pMade); asked && inTime.is == isUnknown && left.is == isTrue {
		s.doubt("outcome", "a seat is left whether or not the request is in time, and the line's departure is unknown")
	}
	return left
}

// taken is the sum of what was granted and sold, the unlawful sales left out when only lawful ones count. A sum with an
// absent term is unknown, whatever the other term.
func (s situation) taken(kind string, lawfulOnly bool) (sum int64, absent []string) {
	for _, name := range []string{"_granted", "_sold"} {
		n, given := s.count("/facts/seats/" + kind + name)
		if !given {
			absent = append(absent, "/facts/seats/"+kind+name)
		}
		sum += n
	}
	if before, given := s.count("/facts/seats/" + kind + "_sold_before_deadline"); given && lawfulOnly {
		sum -= before
	}
	return sum, absent
}

// ageAtRequest tests the years completed on the date of the request, which as_of does not move (IR-05).
func (s situation) ageAtRequest(fits func(years int) bool) finding {
	birth, hasBirth := s.date(pBirth)
	asked, hasAsked := s.instant(pMade)
	if hasBirth && hasAsked {
		return known(fits(birth.YearsUntil(dayOf(asked))))
	}
	var absent []string
	if !hasBirth {
		absent = append(absent, pBirth)
	}
	if !hasAsked {
		absent = append(absent, pMade)
	}
	return unknown(absent...)
}
