package oracle

import (
	"math/rand/v2"
	"time"

	"deferido/internal/civil"
)

// edges are the days around which the law, or a parameter of it, changes.
var edges = []civil.Date{
	from5934, from1692, from8537, fromRefusal, fromToll, from9921, fromChannel,
	day("2019-07-19"), day("2025-12-18"), day("2024-02-29"), day("2020-02-29"), day("2019-02-17"), day("2015-01-01"),
}

// Generate is a random valid request, the same for the same state of the generator. Its values lie at and around the edges
// of the law, and facts are left out at random.
func Generate(rng *rand.Rand) map[string]any {
	g := &generator{Rand: rng}
	if g.maybe(60) {
		g.absent = 10
	}
	g.smooth = g.maybe(65)
	kind := g.weighted()
	g.facts = map[string]any{}
	request := map[string]any{"question": kind, "facts": g.facts}
	g.now = g.instantNear(g.anyDay())
	g.law = dayOf(g.now)
	if g.maybe(12) {
		g.law = g.anyDay()
		request["as_of"] = g.law.String()
	}
	switch kind {
	case "grant":
		g.grant()
	case "sale":
		g.sale()
	case "fare":
		g.fare()
	case "ticket":
		g.ticket()
	case "boarding":
		g.boarding()
	case "retention":
		g.retention()
	case "report":
		g.report()
	case "notice":
		g.notice()
	case "conduct":
		g.conduct()
	}
	return request
}

type generator struct {
	*rand.Rand
	facts  map[string]any
	absent int        // percent of facts left out
	smooth bool       // few conditions fail beside those of time and seats, so that these decide
	now    time.Time  // the instant of the question
	law    civil.Date // the law's day
}

func (g *generator) weighted() string {
	if g.maybe(50) {
		return "grant"
	}
	return pick(g, "grant", "sale", "sale", "fare", "fare", "ticket", "boarding", "boarding", "retention", "report", "notice", "conduct")
}

// maybe is true in so many of a hundred.
func (g *generator) maybe(percent int) bool { return g.IntN(100) < percent }

func pick[T any](g *generator, from ...T) T { return from[g.IntN(len(from))] }

// mostly is the usual value in so many of a hundred, otherwise one of the others.
func mostly[T any](g *generator, percent int, usual T, others ...T) T {
	if g.maybe(percent) {
		return usual
	}
	return pick(g, others...)
}

// unless is the usual value, unless the condition is made to fail by one of the others.
func unless[T any](g *generator, percent int, usual T, others ...T) T {
	if g.fails(percent) {
		return pick(g, others...)
	}
	return usual
}

// fails is whether a condition is made to fail, in so many of a hundred.
func (g *generator) fails(percent int) bool {
	if g.smooth {
		percent /= 5
	}
	return g.maybe(percent)
}

// set gives a fact, unless it is one of those left out. It reports whether it was given.
func (g *generator) set(group map[string]any, name string, value any) bool {
	if g.maybe(g.absent) {
		return false
	}
	group[name] = value
	return true
}

func (g *generator) group(name string) map[string]any {
	group, ok := g.facts[name].(map[string]any)
	if !ok {
		group = map[string]any{}
		g.facts[name] = group
	}
	return group
}

// prune drops the groups that came out empty, now and then leaving one.
func (g *generator) prune(names ...string) {
	for _, name := range names {
		if group, ok := g.facts[name].(map[string]any); ok && len(group) == 0 && !g.maybe(20) {
			delete(g.facts, name)
		}
	}
}

func (g *generator) anyDay() civil.Date {
	from := edges[g.IntN(len(edges))]
	switch {
	case g.maybe(30):
		from = wages[4+g.IntN(len(wages)-4)].from
	case g.maybe(45):
		from = day("2024-03-01")
		return moved(from, g.IntN(1300))
	case g.maybe(30):
		return moved(day("2006-10-01"), g.IntN(7000))
	}
	return moved(from, g.IntN(4)-2)
}

func moved(on civil.Date, days int) civil.Date {
	there, ok := on.AddDays(days)
	if !ok {
		panic("oracle: a day outside the calendar")
	}
	return there
}

// instantNear is an instant whose civil date, in its own offset, is the day.
func (g *generator) instantNear(on civil.Date) time.Time {
	seconds := pick(g, 0, 1, 86399, 86399, 43200, 60*g.IntN(1440), g.IntN(86400))
	at := time.Date(on.Year(), on.Month(), on.Day(), 0, 0, seconds, 0, g.zone())
	if g.maybe(10) {
		at = at.Add(pick(g, time.Nanosecond, 500*time.Millisecond, 999999999*time.Nanosecond))
	}
	return at
}

func (g *generator) zone() *time.Location {
	hours := mostly(g, 60, -3, -2, -4, -5)
	return time.FixedZone("", hours*3600)
}

// around is a length of time at and just beside another.
func (g *generator) around(long time.Duration) time.Duration {
	return long + pick(g, 0, 0, time.Second, -time.Second, time.Nanosecond, -time.Nanosecond, time.Minute, -time.Minute)
}

// after writes the instant so long after another, in an offset of its own.
func (g *generator) after(at time.Time, long time.Duration) time.Time {
	return at.Add(long).In(g.zone())
}

func (g *generator) category() string {
	category := pick(g, elderly, elderly, youth)
	if category == youth && g.law.Before(from8537) && g.maybe(80) {
		category = elderly
	}
	g.set(g.group("beneficiary"), "category", category)
	return category
}

func (g *generator) mode() string {
	mode := mostly(g, 70, road, rail, water)
	g.set(g.group("service"), "mode", mode)
	return mode
}
