package portal

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"deferido/internal/testkit"
)

// Works go on one at a time, in the background; what came of each is found, also where it panicked.
func TestWorks(t *testing.T) {
	w, log := newWorks(), slog.New(slog.DiscardHandler)
	defer w.close()
	first := make(chan struct{})
	w.start("first", log, func(_ context.Context, tell tell) (any, error) {
		tell("half", 1, 2)
		<-first
		return "done", nil
	})
	testkit.Eventually(t, "the first says how far it is", func() bool { return w.find("first").Done == 1 })
	w.start("second", log, func(context.Context, tell) (any, error) { panic("a secret") })
	if one := w.find("second"); !one.Running() || !one.Waiting {
		t.Errorf("two go on at a time: %+v", one)
	}
	w.start("first", log, func(context.Context, tell) (any, error) { return "again", nil }) // it goes on already
	close(first)
	testkit.Eventually(t, "both end", func() bool { return !w.find("first").Running() && !w.find("second").Running() })
	if one := w.find("first"); one.Result != "done" || one.Err != nil || one.Stage != "half" {
		t.Errorf("%+v", one)
	}
	if one := w.find("second"); one.Err == nil || one.Result != nil {
		t.Errorf("%+v", one)
	}
	if one := w.find("third"); one.Running() || one.Result != nil {
		t.Errorf("what never was: %+v", one)
	}
}

// Of too many works those that ended first are forgotten, and none that goes on.
func TestWorksAreForgotten(t *testing.T) {
	w, log := newWorks(), slog.New(slog.DiscardHandler)
	defer w.close()
	for i := range rememberedWorks + 10 {
		key := fmt.Sprint(i)
		w.start(key, log, func(context.Context, tell) (any, error) { return i, nil })
		testkit.Eventually(t, "it ends", func() bool { return !w.find(key).Running() })
	}
	if len(w.all) > rememberedWorks || w.find("0").Result != nil || w.find(fmt.Sprint(rememberedWorks+9)).Result == nil {
		t.Errorf("%d are remembered", len(w.all))
	}
	w.forget(time.Now().Add(toldFor + time.Hour))
	if len(w.all) != 0 {
		t.Errorf("%d are remembered for ever", len(w.all))
	}
}

// Closing ends what goes on, and begins nothing more.
func TestWorksEnd(t *testing.T) {
	w, log := newWorks(), slog.New(slog.DiscardHandler)
	w.start("long", log, func(ctx context.Context, _ tell) (any, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	w.start("waiting", log, func(context.Context, tell) (any, error) { return nil, errors.New("it was begun after the end") })
	testkit.Eventually(t, "it begins", func() bool { return !w.find("long").Waiting || !w.find("waiting").Waiting })
	w.close()
	w.start("late", log, func(context.Context, tell) (any, error) { return "x", nil })
	if !w.find("late").Began.IsZero() {
		t.Error("something began after the end")
	}
}
