package civil

import "time"

// The count of days works on 400-year eras that begin on 1 March, so that the leap day is the last of its year.
const (
	daysPerEra      = 146097
	daysToEpoch     = 719468 // from 0000-03-01 to 1970-01-01
	yearsPerEra     = 400
	daysPerYear     = 365
	daysPer4Years   = 1460
	daysPerCentury  = 36524
	monthsPastMarch = 9 // added to a month, modulo 12, it counts from March: March is 0, February 11
)

// Days is the number of days from 1970-01-01 to d, negative before it, in the proleptic Gregorian calendar.
func (d Date) Days() int {
	year, month := int(d.year), int(d.month)
	if month <= 2 {
		year--
	}
	era := year / yearsPerEra
	ofEra := year - era*yearsPerEra
	ofYear := (153*((month+monthsPastMarch)%12)+2)/5 + int(d.day) - 1
	return era*daysPerEra + ofEra*daysPerYear + ofEra/4 - ofEra/100 + ofYear - daysToEpoch
}

// FromDays is the day that lies n days after 1970-01-01. It is false when that day is not within the years 0001 to 9999.
func FromDays(n int) (Date, bool) {
	if n < first.Days() || n > last.Days() {
		return Date{}, false
	}
	n += daysToEpoch
	era := n / daysPerEra
	day := n - era*daysPerEra
	ofEra := (day - day/daysPer4Years + day/daysPerCentury - day/(daysPerEra-1)) / daysPerYear
	day -= ofEra*daysPerYear + ofEra/4 - ofEra/100
	fromMarch := (5*day + 2) / 153
	day = day - (153*fromMarch+2)/5 + 1
	year, month := era*yearsPerEra+ofEra, (fromMarch+2)%12+1
	if month <= 2 {
		year++
	}
	return Date{int16(year), uint8(month), uint8(day)}, true
}

// AddDays is the day n days after d, or before it when n is negative. It is false when that day is not within the years
// 0001 to 9999.
func (d Date) AddDays(n int) (Date, bool) {
	if n > 2*daysPerYear*9999 || n < -2*daysPerYear*9999 { // keeps the sum from wrapping
		return Date{}, false
	}
	return FromDays(d.Days() + n)
}

var (
	first = Date{1, uint8(time.January), 1}
	last  = Date{9999, uint8(time.December), 31}
)
