package oracle

const (
	pPurchased = "/facts/fare/purchased_at"
	pFareKind  = "/facts/fare/benefit"
	pTariff    = "/facts/fare/tariff_cents"
	pCharged   = "/facts/fare/charged_cents"
	pToll      = "/facts/fare/toll_cents"
	pTerminal  = "/facts/fare/terminal_cents"
	pMeals     = "/facts/fare/meals_cents"
	pOtherFees = "/facts/fare/other_fees_cents"
)

// fare answers what may be charged. Food is due in every case, and no other fee rests on any provision.
func fare(s situation) answer {
	isFree := s.is(pFareKind, free)
	switch isFree.is {
	case isTrue:
		return fareOf(s, free)
	case isFalse:
		return fareOf(s, discount)
	}
	ofFree, ofHalf := fareOf(s, free), fareOf(s, discount)
	a := agreed(pFareKind, []answer{ofFree, ofHalf})
	a.is = choose(isFree, ofFree.is, ofHalf.is)
	if a.is.is == isTrue && a.result == nil { // both allow, each with its own ceilings
		a.is = unknown(pFareKind)
	}
	if a.is.is == isUnknown {
		s.doubt("contested", "benefit unknown: whether the two readings differ in a part of the result")
		if _, given := s.count(pTariff); !given {
			s.doubt("missing", "benefit and tariff unknown: whether the tariff is asked before the benefit is known")
		}
	} else {
		s.doubt("outcome", "benefit unknown, and the same answer for both")
	}
	return a
}

// tollExempt: D-toll. The letter exempts the elderly in the two free seats by road from 2019-10-31 on (Res. 1.692 art. 6,
// sole paragraph; IR-02); the courts, in every mode.
func tollExempt(s situation, kind string) bool {
	if s.category != elderly || kind != free {
		return false
	}
	return s.reading == courts || s.mode == road && !s.on.Before(fromToll)
}

func fareOf(s situation, kind string) answer {
	ceiling, hasCeiling := int64(0), true
	if kind == discount { // half of the tariff, down to the centavo
		ceiling, hasCeiling = s.count(pTariff)
		ceiling /= 2
	}
	exempt := tollExempt(s, kind)
	dues := "devido"
	if exempt {
		dues = "isento"
	}
	result := map[string]any{"toll": dues, "terminal": dues, "meals": "devido", "other_fees": "sem_fundamento"}
	a := answer{result: result, sure: []string{"toll", "terminal", "meals"}}
	if _, charged := s.count(pOtherFees); charged {
		a.sure = append(a.sure, "other_fees")
	}
	conditions := []finding{known(!s.charges(pOtherFees))}
	for _, tax := range []string{pToll, pTerminal} {
		conditions = append(conditions, known(!exempt || !s.charges(tax)))
	}
	charged, isCharged := s.count(pCharged)
	if hasCeiling {
		total := ceiling
		if !exempt {
			total += s.cents(pToll) + s.cents(pTerminal)
		}
		result["fare_max_cents"], result["total_max_cents"] = ceiling, total+s.cents(pMeals)
		a.sure = append(a.sure, "fare_max_cents", "total_max_cents")
		conditions = append(conditions, known(!isCharged || charged <= ceiling))
	} else { // the answer is the ceiling, and it is not known
		conditions = append(conditions, unknown(pTariff))
		if !isCharged || charged == 0 {
			s.doubt("outcome", "tariff unknown and no fare charged that could exceed its half")
		}
	}
	a.is = all(conditions...)
	a.cite, a.unmet = fareBasis(s, kind, exempt, isCharged && hasCeiling && charged > ceiling)
	return a
}

func (s situation) cents(pointer string) int64 {
	n, _ := s.count(pointer)
	return n
}

func (s situation) charges(pointer string) bool { return s.cents(pointer) > 0 }

func fareBasis(s situation, kind string, exempt, tooDear bool) (cite, unmet []string) {
	if _, given := s.text(pFareKind); !given || s.mode == "" {
		return nil, nil
	}
	switch {
	case s.category == youth:
		cite = append(cite, dec8537+"!art17_par1u")
	case exempt && s.reading == letter:
		cite = append(cite, tollOf)
		if s.charges(pToll) || s.charges(pTerminal) {
			unmet = append(unmet, tollOf)
		}
	case kind == free && !s.newDecree():
		cite = append(cite, dec5934+"!art8_par1u")
	case kind == free:
		cite = append(cite, dec9921+"!art44_par1u")
	}
	if s.category == elderly && kind == discount && s.roadNorm() {
		cite = append(cite, res1692+"!art3_par1")
		if tooDear {
			unmet = append(unmet, res1692+"!art3_cpt")
		}
	}
	return cite, unmet
}
