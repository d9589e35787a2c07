package document

import (
	"encoding/json"
	"time"

	"deferido/internal/decision"
)

// Asked is what a document says of what was asked for.
type Asked struct {
	Place   string    // of the request; empty where it is not known
	Departs time.Time // from the boarding point; zero where it is not known
}

// AskedIn reads it from what was kept of a request. What cannot be read is a line to be filled by hand.
func AskedIn(record *decision.Record) Asked {
	var kept struct {
		Facts struct {
			Request struct {
				Place string `json:"place"`
			} `json:"request"`
			Trip struct {
				Line     time.Time `json:"line_departs_at"`
				Boarding time.Time `json:"boarding_at"`
			} `json:"trip"`
		} `json:"facts"`
	}
	_ = json.Unmarshal(record.Request, &kept)
	asked := Asked{Place: kept.Facts.Request.Place, Departs: kept.Facts.Trip.Boarding}
	if asked.Departs.IsZero() {
		asked.Departs = kept.Facts.Trip.Line
	}
	return asked
}

// Trip is which trip was asked for, in words; empty where it is not known.
func (a Asked) Trip(language string) string {
	if a.Departs.IsZero() {
		return ""
	}
	return wordsOf(language).day(a.Departs) + ", " + a.Departs.Format("15:04 (-07:00)")
}
