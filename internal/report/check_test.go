package report_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"deferido/internal/decision"
	"deferido/internal/report"
)

// quarterly is a report with these sections in each month, all counted.
func quarterly(t failer, names ...string) *report.Report {
	t.Helper()
	o := report.Options{Period: quarter(t, "2026-Q3"), Mode: "rodoviario", MadeAt: now()}
	for _, month := range months {
		for _, name := range names {
			o.Counts = append(o.Counts, report.Count{Month: month, Section: name, Paying: known(900), DisabilityPass: known(0)})
		}
	}
	return build(t, o, nil)
}

func TestACompleteReport(t *testing.T) {
	r := quarterly(t, "Goiânia–Uberlândia")
	if err := r.CheckWith(t.Context(), ask); err != nil {
		t.Fatal(err)
	}
	c := r.Check
	if c.Outcome != "allow" || len(c.Absent) != 0 || len(c.LegalBasis) == 0 || len(c.Duties) == 0 || len(c.Decisions) != 1 {
		t.Errorf("got %+v", c)
	}
}

func TestWhatAReportLacks(t *testing.T) {
	r := quarterly(t, "A", "B")
	r.Months[1].Sections[1].DisabilityPass = nil
	r.Months[1].Sections[0].Paying = nil
	r.Months[2].Sections = nil
	if err := r.CheckWith(t.Context(), ask); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range r.Check.Absent {
		section, item := "-", "-"
		if a.Section != nil {
			section, item = *a.Section, *a.Item
		}
		_, fragment, _ := strings.Cut(a.URN, "!")
		got = append(got, strings.Join([]string{a.Month, section, item, fragment}, " "))
	}
	want := []string{"2026-08 A paying art7_par1u_inc1", "2026-08 B disability_pass art7_par1u_inc4", "2026-09 - - art7_cpt"}
	if diff := cmp.Diff(want, got); r.Check.Outcome != "deny" || diff != "" {
		t.Errorf("%s (-want +got):\n%s", r.Check.Outcome, diff)
	}
	for _, b := range r.Check.LegalBasis[:3] {
		if b.Met == nil || *b.Met {
			t.Errorf("%s is told before what is not met", b.URN)
		}
	}
}

// Of any report, what is absent is each number of the carrier's that was not imported, and each month without a row.
func TestWhatIsAbsentIsWhatWasNotImported(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		r := build(t, w.options, w.grants)
		var want []report.AbsentItem
		paying, pass := "paying", "disability_pass"
		for _, m := range r.Months {
			if len(m.Sections) == 0 {
				want = append(want, report.AbsentItem{Month: m.Month})
			}
			for _, row := range m.Sections {
				if row.Paying == nil {
					want = append(want, report.AbsentItem{Month: m.Month, Section: &row.Section, Item: &paying})
				}
				if row.DisabilityPass == nil {
					want = append(want, report.AbsentItem{Month: m.Month, Section: &row.Section, Item: &pass})
				}
			}
		}
		if err := r.CheckWith(context.Background(), ask); err != nil {
			t.Fatal(err)
		}
		got := slices.Clone(r.Check.Absent)
		for i := range got {
			if got[i].URN == "" {
				t.Fatalf("%+v is asked by no provision", got[i])
			}
			got[i].URN = ""
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" || (r.Check.Outcome == "allow") != (len(want) == 0) {
			t.Fatalf("%s (-want +got):\n%s", r.Check.Outcome, diff)
		}
	})
}

// The journal's own counts are enough for what the law asks of them, and a report of nothing lacks every month.
func TestAReportOfNothing(t *testing.T) {
	r := build(t, report.Options{Period: quarter(t, "2026-Q3"), Mode: "rodoviario"}, nil)
	if err := r.CheckWith(t.Context(), ask); err != nil {
		t.Fatal(err)
	}
	if r.Check.Outcome != "deny" || len(r.Check.Absent) != len(months) {
		t.Errorf("%s, absent: %v", r.Check.Outcome, r.Check.Absent)
	}
}

func TestAnUnknownModeIsAskedFor(t *testing.T) {
	r := quarterly(t, "A")
	r.Mode, r.Months[0].Sections[0].Paying = "", nil
	if err := r.CheckWith(t.Context(), ask); err != nil {
		t.Fatal(err)
	}
	if r.Check.Outcome != "incomplete" || len(r.Check.Missing) != 1 || r.Check.Missing[0].Fact != "/facts/service/mode" {
		t.Errorf("%s, missing %v", r.Check.Outcome, r.Check.Missing)
	}
}

// Whatever can be imported can be asked: the longest names, the largest numbers, and more sections than a request holds.
func TestALargeReportIsChecked(t *testing.T) {
	var names []string
	for i := range report.MostSections + 50 {
		names = append(names, fmt.Sprintf("%0*d𝒳", report.MaxSection-1, i))
	}
	r := quarterly(t, names...)
	for i := range r.Months {
		for j := range r.Months[i].Sections {
			r.Months[i].Sections[j].Paying, r.Months[i].Sections[j].DisabilityPass = known(report.MaxPassengers), nil
		}
	}
	if err := r.CheckWith(t.Context(), ask); err != nil {
		t.Fatal(err)
	}
	if len(r.Check.Absent) != 3*len(names) || len(r.Check.Decisions) < 2 {
		t.Errorf("%d absent in %d decisions", len(r.Check.Absent), len(r.Check.Decisions))
	}
}

func TestACheckThatFailsLeavesTheReport(t *testing.T) {
	r := quarterly(t, "A")
	broken := errors.New("the policies broke")
	fail := func(context.Context, []byte) (*decision.Decision, error) { return nil, broken }
	if err := r.CheckWith(t.Context(), fail); !errors.Is(err, broken) || r.Check != nil {
		t.Errorf("%v, and a check: %+v", err, r.Check)
	}
	n := 0
	changing := func(ctx context.Context, request []byte) (*decision.Decision, error) {
		d, err := ask(ctx, request)
		if n++; err == nil {
			d.Policy.Activation = n
		}
		return d, err
	}
	r = quarterly(t, "A", "B")
	report.WithCheckLimits(1, 1<<20, func() {
		if err := r.CheckWith(t.Context(), changing); err == nil || r.Check != nil {
			t.Errorf("checked under two policies: %+v", r.Check)
		}
	})
	strange := func(ctx context.Context, request []byte) (*decision.Decision, error) {
		d, err := ask(ctx, request)
		d.Result = map[string]any{"absent": "x"}
		return d, err
	}
	if err := r.CheckWith(t.Context(), strange); err == nil || r.Check != nil {
		t.Errorf("a result of another form: %+v", r.Check)
	}
}
