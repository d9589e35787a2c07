package impact_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"deferido/fixtures"
	"deferido/internal/civil"
	"deferido/internal/decision"
	"deferido/internal/engine"
	"deferido/internal/impact"
	"deferido/internal/journal"
	"deferido/internal/oracle"
	"deferido/internal/store/storetest"
	"deferido/policies"
)

func now() time.Time { return time.Date(2026, 12, 1, 12, 0, 0, 0, time.FixedZone("", -3*3600)) }

// laws are the embedded set, and the same with four hours for three in art. 39.
var laws = sync.OnceValues(func() ([2]*engine.Set, error) {
	var sets [2]*engine.Set
	files := map[string][]byte{}
	err := engine.EachFile(policies.FS, []fs.FS{fixtures.FS}, func(name string, content []byte) error {
		files[name] = content
		return nil
	})
	if err != nil {
		return sets, err
	}
	for i := range sets {
		tree, err := engine.Tree(files)
		if err != nil {
			return sets, err
		}
		if sets[i], err = engine.Load(context.Background(), tree, tree); err != nil {
			return sets, err
		}
		const article = "norms/decreto_9921_2019/art_39.rego"
		files[article] = bytes.Replace(files[article], []byte("advance := 3 * units.hour"), []byte("advance := 4 * units.hour"), 1)
	}
	return sets, nil
})

// decided is a journal of random decisions under the first law.
type decided struct {
	journal *journal.Journal
	base    *engine.Set
	other   *engine.Set
	records []*decision.Record
}

func record(t testing.TB, n int) *decided {
	t.Helper()
	sets, err := laws()
	if err != nil {
		t.Fatal(err)
	}
	j, err := journal.Open(t.Context(), storetest.Open(t, storetest.SQLite(t)), journal.Options{Key: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	d := &decided{journal: j, base: sets[0], other: sets[1]}
	service := &decision.Service{Now: now, Reading: decision.ReadingText, Recorder: d}
	random := rand.New(rand.NewPCG(5, 6))
	for len(d.records) < n {
		body, err := json.Marshal(oracle.Generate(random))
		if err != nil {
			t.Fatal(err)
		}
		r, err := d.base.Parse(body)
		if err != nil {
			continue
		}
		r.Call.Carrier = []string{"", "expresso"}[len(d.records)%2]
		_, err = service.Decide(t.Context(), decision.Activation{Law: d.base, Seq: 1}, r, "pt-BR")
		var p *decision.Problem
		if err != nil && !(errors.As(err, &p) && p.Kind == decision.LawNotHeld) {
			t.Fatal(err)
		}
	}
	for chunk := range slices.Chunk(d.records, 500) {
		if err := j.Record(t.Context(), chunk...); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

func (d *decided) Record(_ context.Context, records ...*decision.Record) error {
	d.records = append(d.records, records...)
	return nil
}

var service = &decision.Service{Now: now, Reading: decision.ReadingText}

// What flips is what comes out otherwise when each decision is made again, one by one and whole.
func TestFlipsAreThoseOfDecidingAgain(t *testing.T) {
	d := record(t, 1500)
	var flips []impact.Flip
	summary, err := impact.Run(t.Context(), impact.Options{Service: service, Law: d.other, Flip: func(f impact.Flip) error {
		flips = append(flips, f)
		return nil
	}}, d.journal.Contents(t.Context(), decision.Filter{}))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, r := range d.records {
		before, err := r.Given(nil)
		if err != nil {
			t.Fatal(err)
		}
		after, err := service.Replay(t.Context(), d.other, r, decision.Replaying{OtherLaw: true})
		if err != nil {
			t.Fatal(err)
		}
		if was, is := judged(t, before), judged(t, after); was != is {
			want[r.ID] = is
		}
	}
	if summary.Replayed != len(d.records) || summary.Flipped != len(want) || len(flips) != len(want) || len(want) == 0 {
		t.Fatalf("%+v, %d flips, want %d", summary.Counts, len(flips), len(want))
	}
	carriers := 0
	for _, f := range flips {
		if want[f.ID] == "" || f.After == nil || f.Question == "" {
			t.Errorf("%+v", f)
		}
		if f.Carrier == "expresso" {
			carriers++
		}
	}
	if summary.ByCarrier["expresso"] != carriers || summary.ByProvision["urn:lex:br:federal:decreto:2019-07-18;9921!art39_par2_inc1"] == 0 {
		t.Errorf("%+v", summary)
	}
}

// A summary counts what it tells: by week and month and of how many, by kind of change, and what refuses what was granted.
func TestASummaryAddsUp(t *testing.T) {
	d := record(t, 1500)
	var flips []impact.Flip
	newest := impact.Newest{}
	run := func(reasons bool) *impact.Summary {
		flips, newest = nil, impact.Newest{}
		s, err := impact.Run(t.Context(), impact.Options{Service: service, Law: d.other, Reasons: reasons, Flip: func(f impact.Flip) error {
			flips = append(flips, f)
			newest.Add(f)
			return nil
		}}, d.journal.Contents(t.Context(), decision.Filter{}))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	plain := run(false)
	s := run(true)
	if plain.Resting != 0 || s.Flipped != plain.Flipped || len(flips) != s.Flipped+s.Resting || s.Resting != s.ByChange[impact.Reason] {
		t.Errorf("%+v with reasons, %+v without, %d told", s.Counts, plain.Counts, len(flips))
	}
	replayed, refused := 0, 0
	byChange := map[string]int{}
	for _, w := range s.Weeks {
		replayed += w.Replayed
		for change, n := range w.ByChange {
			byChange[change] += n
		}
	}
	if replayed != s.Replayed || !maps.Equal(byChange, s.ByChange) || s.Of.Carrier["expresso"]+s.Of.Carrier[""] != s.Replayed || s.Weeks[0].Monday != "2026-11-30" {
		t.Errorf("weeks %+v, of %+v, %+v", s.Weeks, s.Of, s.ByChange)
	}
	for _, r := range s.Refuses {
		refused += r.Answers
	}
	if refused == 0 || refused != s.ByChange[impact.Refused] || s.Refuses[0].Provision != "urn:lex:br:federal:decreto:2019-07-18;9921!art39_par2_inc1" {
		t.Errorf("%+v refuse %d of %d", s.Refuses, refused, s.ByChange[impact.Refused])
	}
	if !s.First.Equal(now()) || !s.Last.Equal(now()) {
		t.Errorf("from %s to %s", s.First, s.Last)
	}
	kept := map[string][]string{}
	for _, f := range newest.Flips() {
		kept[f.Change()] = append(kept[f.Change()], f.ID)
	}
	all := map[string][]string{}
	for _, f := range flips {
		all[f.Change()] = append(all[f.Change()], f.ID)
	}
	for change, ids := range all {
		slices.Sort(ids)
		slices.Reverse(ids)
		if want := ids[:min(len(ids), impact.PairsKept)]; !slices.Equal(kept[change], want) {
			t.Errorf("of %s %d are kept, want %d", change, len(kept[change]), len(want))
		}
	}
}

// What cannot be decided any more is told by why.
func TestWhyNotAnyMore(t *testing.T) {
	d := record(t, 300)
	for want, law := range map[string]decision.Law{impact.NoQuestion: &deaf{Law: d.base}, impact.Unreadable: &deaf{Law: d.base, answers: true}} {
		s, err := impact.Run(t.Context(), impact.Options{Service: service, Law: law}, d.journal.Contents(t.Context(), decision.Filter{}))
		if err != nil || s.Undecided != 300 || s.ByProblem[want] != 300 || s.Flipped != 300 {
			t.Errorf("%s: %+v, %v", want, s, err)
		}
	}
}

// deaf is a law that reads no kept request, and that may not know the question.
type deaf struct {
	decision.Law
	answers bool
}

func (d *deaf) Question(name string) (decision.Question, bool) {
	if !d.answers {
		return decision.Question{}, false
	}
	return d.Law.Question(name)
}

func (d *deaf) ParseKept(kept []byte) (*decision.Request, error) {
	if d.answers {
		return nil, errors.New("it has another schema")
	}
	return d.Law.ParseKept(kept)
}

func judged(t *testing.T, d *decision.Decision) string {
	t.Helper()
	text, err := json.Marshal([]any{d.Outcome, d.Contested, d.Result})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestTheSameSetFlipsNothing(t *testing.T) {
	d := record(t, 800)
	summary, err := impact.Run(t.Context(), impact.Options{Service: service, Law: d.base}, d.journal.Contents(t.Context(), decision.Filter{}))
	if err != nil || summary.Flipped != 0 || summary.Replayed != 800 {
		t.Fatalf("%+v, %v", summary, err)
	}
	part, err := impact.Run(t.Context(), impact.Options{Service: service, Law: d.base, Percent: 25}, d.journal.Contents(t.Context(), decision.Filter{Carrier: "expresso"}))
	if err != nil || part.Replayed < 50 || part.Replayed > 150 {
		t.Fatalf("a quarter of 400 is %+v, %v", part, err)
	}
}

func TestARunEndsWhenItIsTold(t *testing.T) {
	d := record(t, 600)
	enough := errors.New("enough")
	flips := 0
	_, err := impact.Run(t.Context(), impact.Options{Service: service, Law: d.other, Flip: func(impact.Flip) error {
		if flips++; flips == 2 {
			return enough
		}
		return nil
	}}, d.journal.Contents(t.Context(), decision.Filter{}))
	if !errors.Is(err, enough) || flips > 2 {
		t.Errorf("%d flips, %v", flips, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := impact.Run(ctx, impact.Options{Service: service, Law: d.other}, d.journal.Contents(t.Context(), decision.Filter{})); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// The two laws differ from the day on which art. 39 is in force.
func TestTheDaysOnWhichLawsDiffer(t *testing.T) {
	sets, err := laws()
	if err != nil {
		t.Fatal(err)
	}
	text, err := fs.ReadFile(fixtures.FS, "requests/sale-after-deadline.json")
	if err != nil {
		t.Fatal(err)
	}
	r, err := sets[0].Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	d := &decided{}
	keeper := &decision.Service{Now: now, Reading: decision.ReadingText, Recorder: d}
	if _, err := keeper.Decide(t.Context(), decision.Activation{Law: sets[0]}, r, "pt-BR"); err != nil {
		t.Fatal(err)
	}
	d.records[0].ID = "sale"
	g := impact.Grid{Service: service, Base: sets[0], Law: sets[1], Matters: d.records, First: day(t, "2019-11-01"), Last: day(t, "2019-12-31")}
	spans, err := g.Spans(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(spans) != 1 || spans[0].First != day(t, "2019-11-16") || spans[0].Last != g.Last || !slices.Equal(spans[0].IDs, []string{"sale"}) {
		t.Errorf("%v", spans)
	}
}

func day(t *testing.T, text string) civil.Date {
	t.Helper()
	d, err := civil.ParseDate(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// bareRate is the least part of the rate of the bare engine that a trial must have.
const bareRate = 0.7

// Reading, deciding and comparing what is in a journal goes at no less than a part of the rate of the engine alone.
func TestTheRateOfATrial(t *testing.T) {
	d := record(t, 1500)
	type asked struct {
		question string
		input    decision.Input
	}
	inputs := make([]asked, len(d.records))
	for i, r := range d.records {
		request, err := d.base.ParseKept(r.Request)
		if err != nil {
			t.Fatal(err)
		}
		asOf, err := civil.ParseDate(r.AsOf)
		if err != nil {
			t.Fatal(err)
		}
		inputs[i] = asked{r.Question, d.base.Measure(request, asOf)}
	}
	bare := func() time.Duration {
		began := time.Now()
		var workers sync.WaitGroup
		for worker := range runtime.GOMAXPROCS(0) {
			workers.Go(func() {
				for i := worker; i < len(inputs); i += runtime.GOMAXPROCS(0) {
					if _, err := d.base.Evaluate(context.Background(), inputs[i].question, inputs[i].input); err != nil {
						t.Error(err)
					}
				}
			})
		}
		workers.Wait()
		return time.Since(began)
	}
	trial := func() time.Duration {
		began := time.Now()
		summary, err := impact.Run(t.Context(), impact.Options{Service: service, Law: d.base}, d.journal.Contents(t.Context(), decision.Filter{}))
		if err != nil || summary.Replayed != len(inputs) || summary.Flipped != 0 {
			t.Fatalf("%+v, %v", summary, err)
		}
		return time.Since(began)
	}
	bare()
	trial()
	const rounds, most = 7, 21 // more of them where the machine is busy
	var ratios []float64
	median := func() float64 { return slices.Sorted(slices.Values(ratios))[len(ratios)/2] }
	for round := 0; round < rounds || round < most && median() < bareRate; round++ {
		ratios = append(ratios, float64(bare())/float64(trial()))
	}
	t.Logf("a trial runs at %.2f of the rate of the bare engine (%.2f)", median(), ratios)
	if median() < bareRate {
		t.Errorf("less than %.1f of the rate of the bare engine: %.2f", bareRate, ratios)
	}
}
