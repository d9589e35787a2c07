package lifecycle_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"deferido/internal/lifecycle"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
)

func TestAVerdictIsBoundToTheReadingAndItsRules(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		o := opened(t, from, rules)
		base := o.set(t, o.base)
		judge := func(who lifecycle.Actor, j lifecycle.Judging) error {
			_, err := o.Judge(t.Context(), who, base, j)
			return err
		}
		refusal(t, judge(anna, lifecycle.Judging{Reading: "IR-07", Verdict: lifecycle.Confirmed}), lifecycle.WrongRole)
		refusal(t, judge(clara, lifecycle.Judging{Reading: "IR-99", Verdict: lifecycle.Confirmed}), lifecycle.NoReading)
		refusal(t, judge(clara, lifecycle.Judging{Reading: "IR-07", Verdict: "maybe"}), lifecycle.NoReason)
		refusal(t, judge(clara, lifecycle.Judging{Reading: "IR-07", Verdict: lifecycle.Rejected, Comment: " "}), lifecycle.NoReason)
		refusal(t, judge(clara, lifecycle.Judging{Reading: "IR-07", Verdict: lifecycle.Confirmed, Comment: strings.Repeat("a", 4001)}), lifecycle.TooLarge)
		refusal(t, judge(clara, lifecycle.Judging{Reading: "IR-07", Verdict: lifecycle.Confirmed, Seen: "another"}), lifecycle.OtherContent)
		seen, known := lifecycle.ReadingPartsOf(base, "IR-07")
		if !known {
			t.Fatal("no IR-07")
		}
		if err := judge(clara, lifecycle.Judging{Reading: "IR-07", Verdict: lifecycle.Rejected, Comment: "É a da família."}); err != nil {
			t.Fatal(err)
		}
		o.clock.Turn(time.Hour)
		if err := judge(clara, lifecycle.Judging{Reading: "IR-07", Verdict: lifecycle.Confirmed, Comment: "Própria.", Seen: seen.Fingerprint()}); err != nil {
			t.Fatal(err)
		}
		verdicts, err := o.Verdicts(t.Context(), base)
		if err != nil || len(verdicts) != 1 {
			t.Fatalf("%+v, %v", verdicts, err)
		}
		if v := verdicts[0]; v.Verdict != lifecycle.Confirmed || v.Comment != "Própria." || v.Lawyer != clara.ID || !v.At.Equal(o.clock.Now()) || v.Revision != o.base || len(v.Broken) != 0 {
			t.Errorf("%+v", v)
		}
		for _, change := range []struct{ file, old, new, part string }{
			{"readings/interpretations.yaml", "A renda é a própria", "A renda é só a própria", lifecycle.PartText},
			{"norms/decreto_9921_2019/art_39.rego", "income_limit := 2 *", "income_limit := 3 *", lifecycle.PartRules},
		} {
			verdicts, err := o.Verdicts(t.Context(), o.edited(t, change.file, change.old, change.new))
			if err != nil || !slices.Equal(verdicts[0].Broken, []string{change.part}) {
				t.Errorf("%s breaks %v, %v", change.file, verdicts, err)
			}
		}
		events, err := o.journal.Events(t.Context(), "IR-07", 10)
		if err != nil || len(events) != 2 || events[0].What != "reading-refused" || events[1].What != "reading-confirmed" || events[1].Reason != "Própria." {
			t.Errorf("on record: %+v, %v", events, err)
		}
		o.sound(t)
	})
}

func TestRemarksHangOnWords(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		o := opened(t, from, rules)
		base := o.set(t, o.base)
		remark := func(m lifecycle.Remarking) error {
			_, err := o.Remark(t.Context(), clara, base, m)
			return err
		}
		refusal(t, remark(lifecycle.Remarking{Provision: decreto + "art99", Text: "x"}), lifecycle.NoFile)
		refusal(t, remark(lifecycle.Remarking{Provision: boarding, Text: "  "}), lifecycle.NoReason)
		refusal(t, remark(lifecycle.Remarking{Provision: boarding, Text: "x", Quote: "quarenta minutos"}), lifecycle.NotQuoted)
		refusal(t, remark(lifecycle.Remarking{Provision: boarding, Text: strings.Repeat("a", 4001)}), lifecycle.TooLarge)
		for _, quote := range []string{"", "trinta minutos de antecedência", ""} { // sent twice it is one
			if err := remark(lifecycle.Remarking{Provision: boarding, Quote: quote, Text: "De que relógio?"}); err != nil {
				t.Fatal(err)
			}
		}
		all, err := o.Remarks(t.Context(), base)
		if err != nil || len(all) != 2 || !all[0].Placed || !all[1].Placed || all[0].Settled() {
			t.Fatalf("%+v, %v", all, err)
		}
		// A wording without the words leaves the remark without a place.
		all, err = o.Remarks(t.Context(), o.reworded(t, "trinta minutos de antecedência", "quarenta minutos de antecedência"))
		if err != nil || len(all) != 2 {
			t.Fatalf("%+v, %v", all, err)
		}
		for _, r := range all {
			if r.Placed != (r.Quote == "") {
				t.Errorf("%+v", r)
			}
		}
		id := all[0].ID
		refusal(t, o.Settle(t.Context(), anna, id, ""), lifecycle.NoReason)
		refusal(t, o.Settle(t.Context(), anna, "nothing", "x"), lifecycle.NoRemark)
		if err := o.Settle(t.Context(), anna, id, "Do terminal."); err != nil {
			t.Fatal(err)
		}
		refusal(t, o.Settle(t.Context(), anna, id, "outra vez"), lifecycle.NoRemark)
		all, err = o.Remarks(t.Context(), base)
		if err != nil || !all[0].Settled() || all[0].Outcome != "Do terminal." || all[0].SettledBy != anna.ID || !all[0].SettledAt.Equal(o.clock.Now()) {
			t.Errorf("%+v, %v", all, err)
		}
		o.sound(t)
	})
}
