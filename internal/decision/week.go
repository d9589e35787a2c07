package decision

import "deferido/internal/civil"

// Week counts decisions of one ISO week. It begins on Monday at midnight in Brasília's standard time, UTC−03:00, the zone of
// decided_at.
type Week struct {
	Monday                  civil.Date
	Allow, Deny, Incomplete int
	Failed                  int // evaluations that failed; 0 unless the Filter asks for Failures
}

// Total is all of the week.
func (w Week) Total() int { return w.Allow + w.Deny + w.Incomplete + w.Failed }
