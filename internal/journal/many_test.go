package journal_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"deferido/internal/decision"
	"deferido/internal/journal"
)

// spread is how long the decisions of a population take: twelve weeks, which is what an explorer shows at first.
const spread = 12 * 7 * 24 * time.Hour

// population makes decisions that differ as those of many carriers do: in the question, in what it is answered and under what,
// in some ten provisions of those that bear on the question, of which some bear on nearly all of its answers and some on few.
type population struct {
	*rand.Rand
	carriers *rand.Zipf
	request  json.RawMessage
	filler   string
}

func newPopulation() *population {
	rng := rand.New(rand.NewPCG(7, 7))
	return &population{
		Rand: rng, carriers: rand.NewZipf(rng, 1.2, 8, 199),
		request: realisticRequest, filler: strings.Repeat("gratuitas por veículo; ", 170),
	}
}

var questions = []string{"grant", "grant", "grant", "grant", "sale", "fare", "ticket", "boarding", "retention", "report", "notice", "conduct"}

// record is one of the population, decided a part of the spread after epoch.
func (p *population) record(part float64) *decision.Record {
	q := p.IntN(len(questions))
	r := &decision.Record{
		ID: uuid.Must(uuid.NewV7()).String(), Question: questions[q], Request: p.request, Language: "pt-BR", Reading: "text",
		Revision: revisionOf(part), Activation: 1, AsOf: "2026-12-01", DecidedAt: epoch.Add(time.Duration(part * float64(spread))),
		Program: "test", Caller: "local", Carrier: fmt.Sprintf("carrier-%d", p.carriers.Uint64()), RequestID: "request",
		Facets: decision.Facets{Outcome: []string{"allow", "allow", "deny", "incomplete"}[p.IntN(4)], Disputes: []string{}},
	}
	for _, d := range [][2]string{{"grant", "D-class"}, {"grant", "D-channel"}, {"fare", "D-toll"}, {"boarding", "D-proof"}} {
		if d[0] == r.Question && p.IntN(6) == 0 {
			r.Facets.Disputes = append(r.Facets.Disputes, d[1])
			r.Facets.Contested = r.Facets.Contested || p.IntN(2) == 0
		}
	}
	for i := range 14 {
		if p.IntN(14) >= i*i/14 {
			r.Facets.Provisions = append(r.Facets.Provisions, urnOf(r.Question, i))
		}
	}
	if p.IntN(100_000) == 0 {
		r.Facets.Provisions = append(r.Facets.Provisions, rareURN)
	}
	if p.IntN(10_000) == 0 {
		r.Failure, r.Facets = "evaluation-failed", decision.Facets{}
		return r
	}
	r.Answer = json.RawMessage(fmt.Sprintf(`{"id":"%s","outcome":"%s","text":"%s"}`, r.ID, r.Facets.Outcome, p.filler))
	return r
}

// rareURN is that of a provision that bears on one decision in a hundred thousand.
const rareURN = "urn:lex:br:federal:decreto:2019-07-18;9921!rare"

// revisionOf is one of four that decide one after another.
func revisionOf(part float64) string { return fmt.Sprintf("sha256:%064d", int(part*4)) }

func urnOf(question string, i int) string {
	return fmt.Sprintf("urn:lex:br:federal:decreto:2019-07-18;9921!%s_%d", question, i)
}

// settle records n of a population, over its spread.
func settle(t testing.TB, j *journal.Journal, n int) {
	t.Helper()
	p := newPopulation()
	const most = 1000
	for from := 0; from < n; from += most {
		var records []*decision.Record
		for i := from; i < min(from+most, n); i++ {
			records = append(records, p.record(float64(i)/float64(n)))
		}
		keep(t, j, records...)
	}
}
