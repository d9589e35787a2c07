package engine_test

import (
	"fmt"
	"sync"
	"testing"
)

// One set serves many requests of many days at once, each as if it were alone.
func TestConcurrentRequests(t *testing.T) {
	days := []string{"2006-10-19", "2015-12-01", "2019-11-15", "2019-11-16", "2024-02-01", "2026-12-12", "2027-01-01"}
	bodies := map[string]tree{}
	alone := map[string]string{}
	for _, day := range days {
		for _, category := range []string{"pessoa_idosa", "jovem_baixa_renda"} {
			key := fmt.Sprint(day, category)
			bodies[key] = tree{"question": "grant", "facts": tree{
				"beneficiary": tree{"category": category, "birth_on": "1950-01-01"},
				"service":     tree{"mode": "rodoviario", "class": "executivo", "interstate": true, "regular": true},
				"trip":        tree{"line_departs_at": day + "T22:00:00-03:00"}, "request": tree{"made_at": day + "T12:00:00-03:00"},
			}}
			alone[key] = same(t, decide(t, set, parse(t, bodies[key])))
		}
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 5 {
				for key, request := range bodies {
					r, err := set.Parse(body(t, request))
					if err != nil {
						t.Error(err)
						return
					}
					if got := same(t, decide(t, set, r)); got != alone[key] {
						t.Errorf("%s: another answer among others", key)
					}
				}
			}
		})
	}
	group.Wait()
}
