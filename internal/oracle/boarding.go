package oracle

const (
	pScheduled = "/facts/boarding/scheduled_at"
	pArrived   = "/facts/boarding/arrived_at"
	pTicketDoc = "/facts/boarding/ticket_document"
	pShownDoc  = "/facts/boarding/presented_document"
)

// boarding answers whether the holder boards with the benefit: thirty minutes before the scheduled start at the boarding
// terminal (IR-04), the same person, identified. For the elderly the thirty minutes govern the free ticket only (IR-14).
func boarding(s situation) answer {
	arrived := s.notAfter(pArrived, pScheduled, -arriveBefore)
	asked := met
	if s.category == elderly {
		asked = s.is(pKind, free)
	}
	inTime := one(not(asked), arrived)
	ticketDoc, hasTicket := s.text(pTicketDoc)
	shown, hasShown := s.text(pShownDoc)
	same := compared(pTicketDoc, hasTicket, pShownDoc, hasShown, func() bool { return ticketDoc == shown })
	identified := s.flag("/facts/boarding/identified")

	a := answer{is: all(inTime, same, identified), result: map[string]any{}}
	if scheduled, given := s.instant(pScheduled); given && asked.is == isTrue {
		a.result["arrive_by_at"] = writeInstant(scheduled.Add(-arriveBefore))
		a.sure = []string{"arrive_by_at"}
	}
	if asked.is != isTrue {
		s.doubt("result", "arrive_by_at of a ticket that no thirty minutes govern, or whose kind is unknown")
	}
	minutes, transfer, identity := dec9921+"!art39_par6", dec9921+"!art39_par7", dec9921+"!art43"
	switch {
	case s.category == youth:
		minutes, transfer, identity = dec8537+"!art13_par6", dec8537+"!art13_par7", dec8537+"!art18"
	case !s.newDecree():
		minutes, transfer, identity = dec5934+"!art3_par5", dec5934+"!art3_par6", dec5934+"!art7"
	}
	for urn, f := range map[string]finding{minutes: inTime, transfer: same, identity: identified} {
		if f.is == isFalse {
			a.unmet = append(a.unmet, urn)
		}
	}
	if asked.is == isTrue {
		a.cite = []string{minutes}
	}
	return a
}
