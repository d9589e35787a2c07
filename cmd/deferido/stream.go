package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"

	"deferido/internal/decision"
)

// job is a request on its way: read, decided by one of several workers, written in its turn.
type job struct {
	item
	answer *answer
	done   chan struct{}
}

// pipeline decides requests in parallel and keeps their order. It holds no more of them than its channels do.
type pipeline struct {
	decider *decider
	toDo    chan *job
	inOrder chan *job
	ended   error // of reading; set before inOrder is closed, nil at the end of the input
}

// answerAll answers every request of an input and returns the error that the exit status stands in.
func (p *program) answerAll(ctx context.Context, input io.Reader, d *decider, w *answerWriter, stream bool) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // whoever still reads or decides is not waited for: it may wait for standard input
	workers := runtime.GOMAXPROCS(0)
	line := &pipeline{decider: d, toDo: make(chan *job), inOrder: make(chan *job, 4*workers)}
	go line.read(ctx, newItems(input, stream))
	var decided sync.WaitGroup
	for range workers {
		decided.Go(func() { line.work(ctx) })
	}
	tally := &tally{stream: stream}
	for {
		j := line.nextInOrder(w)
		if j == nil {
			break
		}
		if err := w.write(j.answer); err != nil {
			return exit(exitOutput, nil) // report says it
		}
		tally.add(j.answer)
		w.progress.tick(tally.lines)
	}
	decided.Wait()
	if err := w.flush(); err != nil {
		return exit(exitOutput, nil)
	}
	w.progress.end(tally.lines)
	var failed *exitError
	switch {
	case errors.As(line.ended, &failed):
		return failed
	case line.ended != nil:
		return exit(exitUsage, fmt.Errorf("reading the requests: %w", line.ended))
	}
	return tally.end(w)
}

// read gives the requests out to the workers and, in their order, to the writer.
func (l *pipeline) read(ctx context.Context, from *items) {
	defer close(l.inOrder)
	defer close(l.toDo)
	defer func() {
		if cause := recover(); cause != nil {
			l.ended = panicked(cause)
		}
	}()
	for {
		it, err := from.next()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				l.ended = err
			}
			return
		}
		j := &job{item: it, done: make(chan struct{})}
		for _, to := range []chan *job{l.toDo, l.inOrder} {
			select {
			case to <- j:
			case <-ctx.Done():
				l.ended = ctx.Err()
				return
			}
		}
	}
}

// work decides until there is no more to do. The decider recovers from panics, so every job gets an answer.
func (l *pipeline) work(ctx context.Context) {
	for j := range l.toDo {
		j.answer = l.decider.answer(ctx, j.item)
		j.item.body = nil
		close(j.done)
	}
}

// nextInOrder waits for the next answer; nil after the last one. While it waits, what is written already goes out: whoever
// sends line by line gets each answer before the next line.
func (l *pipeline) nextInOrder(w *answerWriter) *job {
	var j *job
	select {
	case j = <-l.inOrder:
	default:
		w.flush() // its error comes again with the next write
		j = <-l.inOrder
	}
	if j == nil {
		return nil
	}
	select {
	case <-j.done:
	default:
		w.flush()
		<-j.done
	}
	return j
}

// tally is what there is to say at the end.
type tally struct {
	stream        bool
	lines         int
	bad, internal bool
	first         *answer
}

func (t *tally) add(a *answer) {
	t.lines++
	if t.first == nil {
		t.first = a
	}
	if a.problem != nil {
		t.bad = true
		t.internal = t.internal || a.problem.exit == exitInternal
	}
}

// end turns the tally into the exit status: a single request's own, or that of a stream.
func (t *tally) end(w *answerWriter) error {
	switch {
	case t.lines == 0 && !t.stream:
		return exit(exitUsage, errors.New((decision.Sentence{PT: "não há pedido na entrada", EN: "the input holds no request"}).In(w.lang)))
	case t.lines == 1 && !t.stream:
		if status := t.first.status(); status != exitOK {
			return exit(status, w.said(t.first))
		}
	case t.internal:
		return exit(exitInternal, nil)
	case t.bad:
		return exit(exitUsage, nil)
	}
	return nil
}
