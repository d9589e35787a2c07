package engine_test

import (
	"encoding/json"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"testing"

	"deferido/fixtures"
	"deferido/internal/civil"
	"deferido/internal/decision"
)

// timeline is a request made every day, and the days on which its answer changes, each with the reason.
type timeline struct {
	Request tree   `json:"request"`
	At      string `json:"at"`
	Changes []struct {
		On   string `json:"on"`
		What string `json:"what"`
	} `json:"changes"`
}

// on is the request of one day.
func (l timeline) on(t *testing.T, day string) tree {
	request := copied(t, l.Request)
	facts := request["facts"].(tree)
	switch l.At {
	case "grant":
		facts["request"].(tree)["made_at"] = day + "T12:00:00-03:00"
		facts["trip"].(tree)["line_departs_at"] = day + "T22:00:00-03:00"
		facts["trip"].(tree)["arrives_at"] = day + "T23:00:00-03:00"
		if facts["beneficiary"].(tree)["birth_on"] == nil {
			born, err := civil.ParseDate(day)
			if err != nil {
				t.Fatal(err)
			}
			born, _ = born.AddDays(-20 * 366)
			facts["beneficiary"].(tree)["birth_on"] = born.String()
		}
	case "fare":
		facts["fare"].(tree)["purchased_at"] = day + "T12:00:00-03:00"
	}
	return request
}

// The answer to each request changes on the days that the law says, and on no other: no gap, no overlap.
func TestTimelines(t *testing.T) {
	names, err := fs.Glob(fixtures.FS, "timelines/*.json")
	if err != nil || len(names) == 0 {
		t.Fatalf("no timelines: %v", err)
	}
	for _, name := range names {
		t.Run(path.Base(name), func(t *testing.T) {
			t.Parallel()
			content, err := fs.ReadFile(fixtures.FS, name)
			var line timeline
			if err == nil {
				err = json.Unmarshal(content, &line)
			}
			if err != nil {
				t.Fatal(err)
			}
			line.run(t)
		})
	}
}

func (l timeline) run(t *testing.T) {
	first, _ := civil.ParseDate("2006-10-01")
	last, _ := civil.ParseDate("2027-01-01")
	var changed []string
	var before string
	for day := first; !day.After(last); day, _ = day.AddDays(1) {
		d := decide(t, set, parse(t, l.on(t, day.String())))
		after := undated(t, d)
		if day != first && after != before {
			changed = append(changed, day.String())
		}
		before = after
		oneDecreeADay(t, d, day)
	}
	var want []string
	for _, c := range l.Changes {
		want = append(want, c.On)
	}
	if !slices.Equal(changed, want) {
		t.Errorf("the answer changes on\n%v\nand should on\n%v", changed, want)
	}
}

var dates = regexp.MustCompile(`\d{4}-\d\d-\d\d(T[0-9:.+-]+)?"`)

// undated is an answer without the dates of its own day.
func undated(t *testing.T, d *decision.Decision) string {
	return dates.ReplaceAllString(same(t, d), `"`)
}

// Of the two decrees on the elderly exactly one is cited, if any.
func oneDecreeADay(t *testing.T, d *decision.Decision, day civil.Date) {
	if d == nil {
		return
	}
	old, current := false, false
	for _, b := range d.LegalBasis {
		old = old || regexp.MustCompile(`;5934!`).MatchString(b.URN)
		current = current || regexp.MustCompile(`;9921!`).MatchString(b.URN)
	}
	elderly := !regexp.MustCompile(`;8537!`).MatchString(d.LegalBasis[len(d.LegalBasis)-1].URN)
	if elderly && old == current {
		t.Fatalf("on %s: Decreto 5.934 cited %v, Decreto 9.921 cited %v", day, old, current)
	}
}
