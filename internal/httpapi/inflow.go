package httpapi

import (
	"sync"
	"time"
)

// lineGrace is what a line that has begun gets to arrive once its stream is told to end.
const lineGrace = 250 * time.Millisecond

// inflow rules the deadlines of a stream's body. Two parties would set them: the reader, anew for every line, and
// whoever ends the stream.
type inflow struct {
	exchange *exchange
	within   time.Duration // for a line

	mu       sync.Mutex
	stopping bool
	finished bool // there is no more to read, or nobody to read it
}

// await gives the next line its time. It is false when no more lines are to be read.
func (f *inflow) await() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.stopping || f.finished {
		return false
	}
	f.exchange.readBy(f.within)
	return true
}

// pause lets the client wait as long as we do.
func (f *inflow) pause() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.stopping && !f.finished {
		f.exchange.readAll()
	}
}

// halt tells the reader to stop after the line that it is at.
func (f *inflow) halt() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.finished {
		return
	}
	f.stopping = true
	f.exchange.readBy(lineGrace)
}

func (f *inflow) halted() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.stopping
}

// complete tells that the whole body was read.
func (f *inflow) complete() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.finished = true
	f.exchange.readAll()
}

// end breaks off a read under way and keeps net/http from waiting for the rest of a body that nobody wants. Afterwards
// nothing here touches the connection any more.
func (f *inflow) end() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.finished {
		f.finished = true
		f.exchange.readBy(0)
	}
}
