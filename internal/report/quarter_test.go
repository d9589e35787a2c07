package report_test

import (
	"encoding/json"
	"testing"

	"deferido/internal/report"
)

func TestQuarters(t *testing.T) {
	for text, want := range map[string][3]string{
		"2026-Q1": {"2026-01", "2026-02", "2026-03"}, "2026-Q3": {"2026-07", "2026-08", "2026-09"},
		"0001-Q1": {"0001-01", "0001-02", "0001-03"}, "9999-Q4": {"9999-10", "9999-11", "9999-12"},
	} {
		q := quarter(t, text)
		if q.Months() != want || q.String() != text || q.IsZero() {
			t.Errorf("%s: %v of %s", text, q.Months(), q)
		}
		encoded, err := json.Marshal(q)
		var again report.Quarter
		if err == nil {
			err = json.Unmarshal(encoded, &again)
		}
		if err != nil || again != q {
			t.Errorf("%s comes back as %s: %v", text, again, err)
		}
	}
	for _, text := range []string{"", "2026-Q0", "2026-Q5", "2026Q3", "0000-Q1", "+026-Q1", "2026-q3", "2026-Q3 ", "２026-Q1"} {
		if q, err := report.ParseQuarter(text); err != report.ErrQuarter || !q.IsZero() {
			t.Errorf("%q: %s, %v", text, q, err)
		}
	}
	if _, err := json.Marshal(report.Quarter{}); err == nil {
		t.Error("no quarter was written")
	}
	var q report.Quarter
	if err := json.Unmarshal([]byte(`"2026"`), &q); err == nil {
		t.Error("a year was read as a quarter")
	}
}
