package portal

import (
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
		columns = append(columns, column{v.weekMark(weeks[i].Monday), []columnShare{{"allow", row.Granted}, {"deny", row.Refused}, {"wait", row.Other}}})
	}
	m.Weeks = columnsOf(v.t("publish.measured.chart"), columns)
}

// weekMark is the word below a week, whose Monday is given as YYYY-MM-DD.
func (v *visit) weekMark(monday string) string {
	d, err := civil.ParseDate(monday)
	if err != nil {
		return monday
	}
	return v.words().dayAndMonth(d)
}
