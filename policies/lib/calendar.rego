# METADATA
# title: Civil calendar
# description: |
#   Civil dates arrive as days since 1970-01-01 (`input.days`) and as year, month and day (`input.civil`).
#   These functions reckon on them; nothing here reads a clock.
package lib.calendar

import rego.v2

# METADATA
# title: The day number of a date written as YYYY-MM-DD
day(date) := time.parse_rfc3339_ns(concat("", [date, "T00:00:00Z"])) / 86400000000000

# METADATA
# title: The day number of the same day and month a year later
# description: |
#   `number` and `civil` are one date in both forms. From 29 February a year ends on 1 March (IR-13), so the leap day,
#   when the year holds one, always counts.
a_year_after(number, civil) := number + 366 if holds_leap_day(civil)

a_year_after(number, civil) := number + 365 if not holds_leap_day(civil)

# Whether a 29 February lies in the year that begins on the date.
holds_leap_day(civil) if {
	leap(civil.year)
	[civil.month, civil.day] <= [2, 29]
}

holds_leap_day(civil) if {
	leap(civil.year + 1)
	[civil.month, civil.day] >= [3, 1]
}

leap(year) if {
	year % 4 == 0
	year % 100 != 0
}

leap(year) if year % 400 == 0
