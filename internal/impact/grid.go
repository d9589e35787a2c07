package impact

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"deferido/internal/civil"
	"deferido/internal/decision"
)

// Grid compares two laws on each of some matters, on each day of a period.
type Grid struct {
	Service     *decision.Service
	Base, Law   decision.Law
	Matters     []*decision.Record // their requests are what counts
	First, Last civil.Date
	Step        int // days from one to the next; 0 is 1
	// Progress is told the days done, now and then; it may be nil.
	Progress func(days int)
}

// Span is a run of days on which the same matters come out otherwise.
type Span struct {
	First civil.Date `json:"first"`
	Last  civil.Date `json:"last"`
	IDs   []string   `json:"ids"` // of the matters
}

// Spans returns the days on which the two laws differ, in order.
func (g *Grid) Spans(ctx context.Context) ([]Span, error) {
	step := max(g.Step, 1)
	spans := []Span{}
	done := 0
	for number := g.First.Days(); number <= g.Last.Days(); number += step {
		day, ok := civil.FromDays(number)
		if !ok {
			return nil, fmt.Errorf("the day %d is beyond the calendar", number)
		}
		ids, err := g.differ(ctx, day)
		if err != nil {
			return nil, err
		}
		if done++; g.Progress != nil && done%30 == 0 {
			g.Progress(done)
		}
		if len(ids) == 0 {
			continue
		}
		if n := len(spans); n > 0 && spans[n-1].Last.Days()+step == number && slices.Equal(spans[n-1].IDs, ids) {
			spans[n-1].Last = day
			continue
		}
		spans = append(spans, Span{day, day, ids})
	}
	return spans, nil
}

// differ are the matters that come out otherwise on a day, in their order.
func (g *Grid) differ(ctx context.Context, day civil.Date) ([]string, error) {
	var ids []string
	for _, matter := range g.Matters {
		var answers [2][]byte
		for i, law := range []decision.Law{g.Base, g.Law} {
			how := decision.Replaying{OtherLaw: true, AsOf: day}
			j, err := g.Service.Judge(ctx, law, matter, how)
			switch {
			case ctx.Err() != nil:
				return nil, ctx.Err()
			case err != nil:
				answers[i] = []byte("undecided")
			default:
				if answers[i], err = encode(j); err != nil {
					return nil, err
				}
			}
		}
		if !bytes.Equal(answers[0], answers[1]) {
			ids = append(ids, matter.ID)
		}
	}
	return ids, nil
}
