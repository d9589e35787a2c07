package main

import (
	"time"
	_ "time/tzdata" // the machine may have no zones
)

// now is the time in Brasília. Where no fact names the day of the law it is the day there, whatever the machine's own zone.
func now() time.Time { return time.Now().In(brasilia) }

var brasilia = func() *time.Location {
	zone, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		panic(err) // the zones are in the program
	}
	return zone
}()
