package portal

import (
	"fmt"

	"deferido/internal/civil"
	"deferido/internal/impact"
)

// impactWeek is a week of decisions that were decided again.
type impactWeek struct {
	Label                             string
	Replayed, Granted, Refused, Other int
}

// impactWeeks is how many weeks are drawn and listed; those before are told in one row.
const impactWeeks = 26

// weeks draws the flips by week, and lists them.
func (m *measureView) weeks(v *visit, weeks []impact.Week) {
	var columns []column
	rows := make([]impactWeek, len(weeks))
	for i, w := range weeks {
		counts := byKey(w.ByChange)
		row := impactWeek{Label: v.words().date(w.Monday), Replayed: w.Replayed, Granted: counts["granted"], Refused: counts["refused"]}
		row.Other = counts["missing"] + counts["supplied"] + counts["result"] + counts["undecided"]
		rows[i] = row
	}
	if over := len(rows) - impactWeeks; over > 0 {
		before := impactWeek{Label: v.t("publish.measured.weeks_before", "day", v.words().date(weeks[over].Monday))}
		for _, row := range rows[:over] {
			before.Replayed, before.Granted, before.Refused, before.Other = before.Replayed+row.Replayed, before.Granted+row.Granted, before.Refused+row.Refused, before.Other+row.Other
		}
		m.WeekRows = append(m.WeekRows, before)
		rows, weeks = rows[over:], weeks[over:]
	}
	m.WeekRows = append(m.WeekRows, rows...)
	for i, row := range rows {
		columns = append(columns, column{v.dayAndMonth(weeks[i].Monday), []columnShare{{"allow", row.Granted}, {"deny", row.Refused}, {"wait", row.Other}}})
	}
	m.Weeks = columnsOf(v.t("publish.measured.chart"), columns)
}

// dayAndMonth writes a day that is given as YYYY-MM-DD without its year: 14/12, or 14 Dec.
func (v *visit) dayAndMonth(text string) string {
	d, err := civil.ParseDate(text)
	if err != nil {
		return text
	}
	if v.lang == english {
		return fmt.Sprintf("%d %s", d.Day(), d.Month().String()[:3])
	}
	return fmt.Sprintf("%02d/%02d", d.Day(), d.Month())
}
