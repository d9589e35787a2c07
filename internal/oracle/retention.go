package oracle

import (
	"time"

	"deferido/internal/civil"
)

const (
	pDisposal = "/facts/retention/disposal_on"
	pEnded    = "/facts/retention/trip_ended_on"
)

// retention answers whether the second copy may be destroyed on a day: by road not within the 365 days that follow the
// end of the trip, and under Decreto 9.921 art. 41 not within one year; the longer prevails (IR-13).
func retention(s situation) answer {
	byDays := s.category == elderly && s.roadNorm()
	byYear := s.category == elderly && s.newDecree()
	if !byDays {
		s.doubt("outcome", "second copy of a ticket that Res. 1.692 does not rule")
	}
	if !byDays && !byYear {
		return answer{is: met}
	}
	ended, hasEnded := s.date(pEnded)
	disposal, hasDisposal := s.date(pDisposal)
	if !hasEnded {
		return answer{is: compared(pEnded, false, pDisposal, hasDisposal, nil)}
	}
	var keep civil.Date
	var a answer
	if byDays {
		last, _ := ended.AddDays(secondCopyDays)
		keep = last
		a.cite = append(a.cite, res1692+"!art5_par2")
		if hasDisposal && !disposal.After(last) {
			a.unmet = append(a.unmet, res1692+"!art5_par2")
		}
	}
	if last := oneYearAfter(ended); byYear {
		if last.After(keep) {
			keep = last
		}
		if hasDisposal && !disposal.After(last) {
			a.unmet = append(a.unmet, dec9921+"!art41")
		}
	}
	a.result, a.sure = map[string]any{"keep_until_on": keep.String()}, []string{"keep_until_on"}
	a.is = compared(pEnded, true, pDisposal, hasDisposal, func() bool { return disposal.After(keep) })
	return a
}

// oneYearAfter is the same day of the next year; after 29 February it is 1 March (IR-13).
func oneYearAfter(on civil.Date) civil.Date {
	if on.Month() == time.February && on.Day() == 29 {
		next, _ := civil.New(on.Year()+1, time.March, 1)
		return next
	}
	next, _ := civil.New(on.Year()+1, on.Month(), on.Day())
	return next
}
