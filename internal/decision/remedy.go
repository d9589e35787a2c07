package decision

import (
	"time"

	"deferido/internal/civil"
)

// Change is the change of its fact that a remedy asks for. "after" is exclusive: the next second, or the next day. It is false
// where the remedy names no value that can be put into a request.
func (r Remedy) Change() (Change, bool) {
	c := Change{Pointer: r.Fact, Append: r.To == "include", Value: r.Value}
	switch {
	case r.To == "present":
		c.Value = somethingThere
	case r.To == "after":
		text, _ := r.Value.(string)
		c.Value = following(text)
	}
	return c, c.Value != nil
}

// somethingThere is the text of a fact that must merely be there.
const somethingThere = "…"

// following is the second after an instant, or the day after a day; nil after what is neither.
func following(text string) any {
	if at, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return at.Add(time.Second).Format(time.RFC3339Nano)
	}
	day, err := civil.ParseDate(text)
	if err != nil {
		return nil
	}
	next, ok := day.AddDays(1)
	if !ok {
		return nil
	}
	return next.String()
}
