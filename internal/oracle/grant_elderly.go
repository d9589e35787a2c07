package oracle

import "time"

// elderlyFree is the free seat: Decreto 9.921 art. 39 and before it Decreto 5.934 arts. 2 and 3; on the road also Res.
// 1.692 arts. 1 and 2; always Lei 10.741 art. 40 I.
func elderlyFree(s situation) benefit {
	decree := func(new, old string) []string {
		if s.newDecree() {
			return []string{dec9921 + "!" + new}
		}
		return []string{dec5934 + "!" + old}
	}
	seatUnmet := []string(nil)
	if s.inTime().is == isTrue {
		seatUnmet = decree("art39_cpt", "art3_cpt")
	}
	departedUnmet := []string(nil)
	if s.newDecree() {
		departedUnmet = []string{dec9921 + "!art39_par5"} // IR-08
	}
	conditions := []condition{
		s.knownMode(),
		{s.flag(pInterstate), decree("art39_cpt", "art2_cpt_inc2")},
		{s.flag(pRegular), s.scope()},
		{s.conventional(), s.scope()},
		{s.old(), s.oldUnmet()},
		{s.lowIncome(), decree("art39_cpt", "art3_cpt")},
		{s.ownChannel(), decree("art39_par2_inc1", "art3_par2")},
		{s.returnOnSale(), decree("art39_par2_inc2", "art3_par2")},
		{s.boardsWhereAllowed(), decree("art39_par3", "art3_par3")},
		{s.notDeparted(), departedUnmet},
		{s.seatLeft("free"), seatUnmet},
	}
	conditions = append(conditions, s.elderlyProof()...)
	cite := append(decree("art39_cpt", "art3_cpt"), lei10741+"!art40_cpt_inc1")
	return decided(conditions, append(cite, s.scope()...)...)
}

// scope is where the conventional service of the mode is defined.
func (s situation) scope() []string {
	if s.mode == "" {
		return nil
	}
	part := map[string]string{road: "par1_inc1", rail: "par1_inc2", water: "par1_inc3"}[s.mode]
	if s.newDecree() {
		return []string{dec9921 + "!art39_" + part}
	}
	return []string{dec5934 + "!art3_" + part}
}

func (s situation) old() finding {
	return s.ageAtRequest(func(years int) bool { return years >= elderlyAge })
}

func (s situation) oldUnmet() []string {
	if !s.newDecree() {
		return []string{dec5934 + "!art2_cpt_inc1"}
	}
	out := []string{dec9921 + "!art2"}
	if s.mode == road {
		out = append(out, res1692+"!art4_cpt")
	}
	return out
}

// lowIncome: own monthly income up to two minimum wages of the law's date, inclusive (IR-06, IR-07).
func (s situation) lowIncome() finding {
	income, given := s.count(pIncome)
	if !given {
		return unknown(pIncome)
	}
	return known(income <= wagesOfIncome*wageOn(s.on))
}

// incomeProofs is the list of Decreto 5.934 art. 6 par. 2 and Res. 1.692 art. 4 par. 2: any one of them.
var incomeProofs = []string{"ctps_atualizada", "contracheque", "carne_inss", "extrato_beneficio", "carteira_assistencia_social"}

// elderlyProof is asked for the free seat and for the discount alike: by the Decree of 2006 in every mode, and from
// 2019-11-16 by the Resolution on the road only.
func (s situation) elderlyProof() []condition {
	article := res1692 + "!art4"
	if !s.newDecree() {
		article = dec5934 + "!art6"
	}
	photo, income := unknown(pDocuments), unknown(pDocuments)
	if documents, given := s.list(pDocuments); given {
		photo, income = unmet, unmet
		for _, d := range documents {
			kind, hasKind := d.text(d.at + "/kind")
			if !hasKind {
				photo, income = one(photo, unknown(d.at+"/kind")), one(income, unknown(d.at+"/kind"))
				continue
			}
			if kind == "documento_com_foto" { // an original; no test of validity
				photo = one(photo, d.flag(d.at+"/original"))
			}
			for _, accepted := range incomeProofs {
				income = one(income, known(kind == accepted))
			}
		}
		if photo.is == isUnknown || income.is == isUnknown {
			s.doubt("missing", "an unknown part of a document: its own pointer, or that of the list")
		}
	}
	return []condition{
		{s.everyModeUntil9921(photo), []string{article + "_par1"}},
		{s.everyModeUntil9921(income), []string{article + "_par2"}},
	}
}

// elderlyDiscount is half of the fare: Lei 10.741 art. 40 II; Decreto 5.934 art. 4; on the road Res. 1.692 art. 3. It
// asks no advance and no point of sale of the carrier's own: those belong to the free ticket.
func elderlyDiscount(s situation) benefit {
	general, half := []string{lei10741 + "!art40_cpt"}, []string{lei10741 + "!art40_cpt_inc2"}
	var class []string
	if s.roadNorm() {
		class = append(class, res1692+"!art3_cpt")
	}
	seats := unknown(pOther)
	if other, given := s.count(pOther); given {
		seats = known(other >= 1)
	}
	conditions := []condition{
		s.knownMode(),
		{s.flag(pInterstate), general},
		{s.flag(pRegular), half},
		{s.conventional(), class},
		{s.old(), nil},
		{s.lowIncome(), half},
		{not(s.seatLeft("free")), half}, // IR-01: "que excederem"
		{seats, half},
		{s.boardsWhereAllowed(), general},
		{s.returnOnSale(), general},
		{s.notDeparted(), general},
		s.window(),
	}
	conditions = append(conditions, s.elderlyProof()...)
	return decided(conditions, append(half, class...)...)
}

// window is the longest advance of the discount, counted to the departure at the boarding point (IR-03). It stands in
// Decreto 5.934 art. 4 in every mode, and in Res. 1.692 art. 3 par. 2 on the road. D-window: courts set it aside.
func (s situation) window() condition {
	if s.reading == courts {
		return condition{finding: met}
	}
	distance, given := s.number(pDistance)
	short := unknown(pDistance)
	if given {
		short = known(distance <= shortTripKm)
	}
	boards := s.boardingFact()
	within := choose(short, s.atMostBefore(boards, shortWindow), s.atMostBefore(boards, longWindow))
	var urns []string
	if within.is == isFalse && short.is != isUnknown {
		item := map[truth]string{isTrue: "inc1", isFalse: "inc2"}[short.is]
		if s.roadNorm() {
			urns = append(urns, res1692+"!art3_par2_"+item)
		}
		if !s.newDecree() {
			urns = append(urns, dec5934+"!art4_par1u_"+item)
		}
	}
	return condition{s.everyModeUntil9921(within), urns}
}

// atMostBefore: the request is made at that long before the instant, or later.
func (s situation) atMostBefore(instant string, long time.Duration) finding {
	return s.notAfter(instant, pMade, long)
}
