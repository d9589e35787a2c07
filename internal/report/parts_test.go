package report_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"deferido/internal/decision"
	"deferido/internal/report"
	"deferido/policies"
)

// drawReport is a report with some numbers unknown, of many sections or few.
func drawReport(t *rapid.T) *report.Report {
	var names []string
	for i := range rapid.IntRange(1, 7).Draw(t, "sections") {
		names = append(names, fmt.Sprintf("Seção %c", 'A'+i))
	}
	r := quarterly(t, names...)
	r.Mode = rapid.SampledFrom([]string{"rodoviario", "rodoviario", "rodoviario", "ferroviario", ""}).Draw(t, "mode")
	for i := range r.Months {
		m := &r.Months[i]
		m.Sections = m.Sections[:rapid.IntRange(0, len(m.Sections)).Draw(t, "kept")]
		for j := range m.Sections {
			if rapid.IntRange(0, 8).Draw(t, "paying") == 0 {
				m.Sections[j].Paying = nil
			}
			if rapid.IntRange(0, 8).Draw(t, "pass") == 0 {
				m.Sections[j].DisabilityPass = nil
			}
		}
	}
	return r
}

// A report that is checked in parts is checked as it would be whole.
func TestPartsAnswerAsTheWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawReport(t)
		whole, err := r.Facts()
		if err != nil {
			t.Fatal(err)
		}
		d, err := ask(context.Background(), whole)
		if err != nil {
			t.Fatalf("%v\n%s", err, whole)
		}
		report.WithCheckLimits(rapid.IntRange(1, 3).Draw(t, "sections a part"), 1<<20, func() { err = r.CheckWith(context.Background(), ask) })
		if err != nil {
			t.Fatal(err)
		}
		c := r.Check
		if c.Outcome != d.Outcome || c.Contested != d.Contested || c.Policy != d.Policy {
			t.Fatalf("whole %s, in %d parts %s", d.Outcome, len(c.Decisions), c.Outcome)
		}
		for what, pair := range map[string][2]any{
			"absent": {d.Result["absent"], c.Absent}, "basis": {sorted(d.LegalBasis), sorted(c.LegalBasis)}, "duties": {d.Duties, c.Duties},
			"missing": {d.Missing, c.Missing}, "warnings": {d.Warnings, c.Warnings},
		} {
			if diff := cmp.Diff(plain(t, pair[0]), plain(t, pair[1])); diff != "" {
				t.Fatalf("%s, in %d parts (-whole +parts):\n%s", what, len(c.Decisions), diff)
			}
		}
	})
}

func sorted(basis []decision.Basis) []decision.Basis {
	return slices.SortedFunc(slices.Values(basis), func(a, b decision.Basis) int { return strings.Compare(a.URN, b.URN) })
}

// plain is a value as JSON has it.
func plain(t failer, v any) any {
	t.Helper()
	encoded, err := json.Marshal(v)
	if err != nil {
		t.Fatalf("%v", err)
	}
	var p any
	if err := json.Unmarshal(encoded, &p); err != nil {
		t.Fatalf("%v", err)
	}
	return p
}

// Each part holds what the limits let it, every month that has sections, and all parts together every section.
func TestPartsKeepTheirLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawReport(t)
		bytes, most := rapid.IntRange(700, 2000).Draw(t, "bytes"), rapid.IntRange(1, 8).Draw(t, "sections a part")
		seen := map[string]int{}
		for request, err := range r.Requests(most, bytes) {
			if err != nil || len(request) > bytes {
				t.Fatalf("%d bytes of at most %d: %v", len(request), bytes, err)
			}
			held := heldBy(t, request)
			for _, m := range r.Months {
				if len(held[m.Month]) > most || (len(held[m.Month]) == 0) != (len(m.Sections) == 0) {
					t.Fatalf("%s has %d sections of %d", m.Month, len(held[m.Month]), len(m.Sections))
				}
				for _, section := range held[m.Month] {
					seen[m.Month+section]++
				}
			}
		}
		for _, m := range r.Months {
			for _, row := range m.Sections {
				if seen[m.Month+row.Section] == 0 {
					t.Fatalf("%s of %s is in no part", row.Section, m.Month)
				}
			}
		}
	})
}

// heldBy are the sections of a request by month.
func heldBy(t failer, request []byte) map[string][]string {
	t.Helper()
	var r struct {
		Facts struct {
			Report struct {
				Months []struct {
					Month    string
					Sections []struct{ Section string }
				}
			}
		}
	}
	if err := json.Unmarshal(request, &r); err != nil {
		t.Fatalf("%v", err)
	}
	held := map[string][]string{}
	for _, m := range r.Facts.Report.Months {
		for _, s := range m.Sections {
			held[m.Month] = append(held[m.Month], s.Section)
		}
	}
	return held
}

// What an import may hold is what the schema of the facts takes.
func TestBoundsAreThoseOfTheFacts(t *testing.T) {
	var schema struct {
		Defs struct {
			Passengers  struct{ Maximum int }   `json:"passengers"`
			PrivateText struct{ MaxLength int } `json:"private_text"`
		} `json:"$defs"`
		Properties struct {
			Report struct {
				Properties struct {
					Months struct {
						MaxItems int
						Items    struct {
							Properties struct {
								Sections struct{ MaxItems int }
							}
						}
					}
				}
			}
		}
	}
	content, err := policies.FS.ReadFile("schemas/facts.json")
	if err == nil {
		err = json.Unmarshal(content, &schema)
	}
	if err != nil {
		t.Fatal(err)
	}
	if schema.Defs.Passengers.Maximum != report.MaxPassengers || schema.Defs.PrivateText.MaxLength != report.MaxSection {
		t.Errorf("the schema has %d passengers and %d characters", schema.Defs.Passengers.Maximum, schema.Defs.PrivateText.MaxLength)
	}
	lists := schema.Properties.Report.Properties.Months
	if lists.MaxItems < len(months) || lists.Items.Properties.Sections.MaxItems < report.MostSections {
		t.Errorf("the schema has %d months and %d sections", lists.MaxItems, lists.Items.Properties.Sections.MaxItems)
	}
}
