package main

import (
	"fmt"
	"io"
	"time"
)

// progress tells on a terminal how far a stream is. Without a place to write to it tells nothing.
type progress struct {
	to    io.Writer
	began time.Time
	last  time.Time
}

// every is how often it tells.
const every = 200 * time.Millisecond

func (p *progress) tick(lines int) {
	if p.to == nil || lines < 2 || time.Since(p.last) < every {
		return
	}
	p.last = time.Now()
	p.tell(lines, "")
}

// end tells the last count, if any was told before.
func (p *progress) end(lines int) {
	if p.to != nil && !p.last.IsZero() {
		p.tell(lines, "\n")
	}
}

func (p *progress) tell(lines int, end string) {
	rate := float64(lines) / max(time.Since(p.began).Seconds(), 0.001)
	fmt.Fprintf(p.to, "\r%d (%.0f/s)\x1b[K%s", lines, rate, end)
}
