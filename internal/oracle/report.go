package oracle

import (
	"fmt"
	"time"

	"deferido/internal/civil"
)

const (
	pPeriod = "/facts/report/period"
	pMonths = "/facts/report/months"
)

// reportItems are the items of Res. 1.692 art. 7, sole paragraph, I to IV. What concerns youth is shown in the same report
// but not required by it (IR-18).
var reportItems = []string{"paying", "elderly_free", "elderly_discount", "disability_pass"}

// quarterEnd is the last day of the reported quarter.
func quarterEnd(f facts) (civil.Date, bool) {
	period, given := f.text(pPeriod)
	if !given {
		return civil.Date{}, false
	}
	year, quarter := quarterOf(period)
	next := time.Date(year, time.Month(3*quarter+1), 1, 0, 0, 0, 0, time.UTC)
	return dayOf(next.AddDate(0, 0, -1)), true
}

func quarterOf(period string) (year, quarter int) {
	if _, err := fmt.Sscanf(period, "%d-Q%d", &year, &quarter); err != nil {
		panic("oracle: no quarter")
	}
	return year, quarter
}

// report answers whether the quarterly report is complete: each month, by section, with its four numbers.
func report(s situation) answer {
	if !s.roadNorm() {
		s.doubt("outcome", "a report that Res. 1.692 does not ask for")
		return answer{is: met, result: map[string]any{"absent": []any{}}, sure: []string{"absent"}}
	}
	period, hasPeriod := s.text(pPeriod)
	months, hasMonths := s.list(pMonths)
	if !hasPeriod || !hasMonths {
		return answer{is: compared(pPeriod, hasPeriod, pMonths, hasMonths, nil)}
	}
	article := res1692 + "!art7_cpt"
	a := answer{is: met, sure: []string{"absent"}, cite: []string{article}}
	absent := []any{}
	lack := func(month string, section, item any, urn string) {
		absent = append(absent, map[string]any{"month": month, "section": section, "item": item, "urn": urn})
		a.is, a.unmet = unmet, append(a.unmet, urn)
	}
	year, quarter := quarterOf(period)
	for n := 3*quarter - 2; n <= 3*quarter; n++ {
		month := fmt.Sprintf("%04d-%02d", year, n)
		reported := false
		for _, m := range months {
			if name, _ := m.text(m.at + "/month"); name != month {
				continue
			}
			sections, _ := m.list(m.at + "/sections")
			for _, section := range sections {
				reported = true
				name, _ := section.text(section.at + "/section")
				for i, item := range reportItems {
					if _, given := section.count(section.at + "/" + item); !given {
						lack(month, name, item, fmt.Sprintf("%s!art7_par1u_inc%d", res1692, i+1))
					}
				}
			}
		}
		if !reported {
			lack(month, nil, nil, article)
		}
	}
	a.result = map[string]any{"absent": absent}
	return a
}
