package oracle

const (
	pSaleAt      = "/facts/sale/at"
	pSaleBenefit = "/facts/sale/benefit"
)

// sale answers whether a reserved seat may be sold to the public: only after the deadline of three hours, at whose very
// instant the time still runs, and only a seat that was neither granted nor sold, lawfully or not. The elderly discount
// reserves no seat.
func sale(s situation) answer {
	line, hasLine := s.instant(pLine)
	after := not(s.notAfter(pSaleAt, pLine, -askBefore))
	ofFree := all(after, s.reservedLeft("free"))
	ofDiscount := met
	if s.category == youth {
		ofDiscount = all(after, s.reservedLeft("discount"))
	}
	benefit := s.is(pSaleBenefit, free)
	result := map[string]any{}
	a := answer{is: choose(benefit, ofFree, ofDiscount), result: result}
	if benefit.is == isFalse && s.category == elderly {
		s.doubt("result", "from_at of a sale that waits for nothing")
		return a
	}
	if hasLine {
		result["from_at"] = writeInstant(line.Add(-askBefore))
		a.sure = []string{"from_at"}
	}
	if benefit.is == isUnknown {
		s.doubt("result", "from_at while the benefit of the seat is unknown")
		if a.is.is != isUnknown {
			s.doubt("outcome", "benefit unknown, and the same answer for both")
		}
	}
	if benefit.is != isUnknown && s.mode != "" {
		switch {
		case s.category == youth:
			a.cite = []string{dec8537 + "!art13_par4"}
		case s.newDecree():
			a.cite = []string{dec9921 + "!art39_par4"}
		default:
			a.cite = []string{dec5934 + "!art3_par4"}
		}
	}
	return a
}

func (s situation) reservedLeft(kind string) finding {
	taken, absent := s.taken(kind, false)
	if len(absent) > 0 {
		return unknown(absent...)
	}
	return known(taken < reservedSeats)
}
