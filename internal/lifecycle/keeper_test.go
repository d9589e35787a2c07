package lifecycle_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"deferido/internal/engine"
	"deferido/internal/lifecycle"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
	"deferido/internal/testkit"
)

// shelf compiles each revision once for all tests, and can be made to fail.
type shelf struct {
	o      *office
	broken atomic.Bool
	asked  atomic.Int64
}

var compiled struct {
	sync.Mutex
	sets map[string]*engine.Set
}

var errBroken = errors.New("it does not compile today")

func (s *shelf) load(ctx context.Context, revision string) (*engine.Set, error) {
	s.asked.Add(1)
	if s.broken.Load() {
		return nil, errBroken
	}
	compiled.Lock()
	defer compiled.Unlock()
	if set := compiled.sets[revision]; set != nil {
		return set, nil
	}
	tree, err := s.o.Tree(ctx, revision)
	if err != nil {
		return nil, err
	}
	set, err := engine.Load(ctx, tree, tree)
	if err == nil {
		if compiled.sets == nil {
			compiled.sets = map[string]*engine.Set{}
		}
		compiled.sets[revision] = set
	}
	return set, err
}

// keeping runs a keeper for the time of a test.
func keeping(t *testing.T, o *office) (*lifecycle.Keeper, *shelf) {
	t.Helper()
	s := &shelf{o: o}
	k, err := lifecycle.NewKeeper(t.Context(), o.Office, s.load, 20*time.Millisecond, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { k.Run(ctx) })
	t.Cleanup(func() { stop(); running.Wait() })
	return k, s
}

func TestTheKeeperFollowsTheLog(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		o := opened(t, from, rules)
		k, s := keeping(t, o)
		if now := k.Current(); now.Activation.Seq != 1 || now.Set.Revision() != o.base {
			t.Fatalf("%+v", now.Activation)
		}
		d := o.approved(t)
		made, err := o.Activate(t.Context(), anna, d.Fingerprint, o.clock.Now().Add(time.Hour), "daqui a uma hora")
		if err != nil {
			t.Fatal(err)
		}
		testkit.Eventually(t, "the activation is seen", func() bool { return k.State().Seen == made.Seq })
		if k.Current().Activation.Seq != 1 || k.State().Next.IsZero() {
			t.Fatalf("it began before its time: %+v", k.State())
		}
		// It does not compile at its instant: the last good one serves on, and it is tried again.
		s.broken.Store(true)
		o.clock.Turn(2 * time.Hour)
		testkit.Eventually(t, "the failure is told", func() bool { return k.State().Failed != "" })
		if state := k.State(); k.Current().Activation.Seq != 1 || state.Wanted != made.Seq || !state.Behind(o.clock.Now()) {
			t.Fatalf("%+v", state)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		if _, err := k.Await(ctx, made.Seq); !errors.Is(err, lifecycle.ErrBehind) {
			t.Errorf("%v", err)
		}
		s.broken.Store(false)
		serving, err := k.Await(t.Context(), made.Seq)
		if err != nil || serving.Set.Revision() != d.Fingerprint || k.State().Failed != "" {
			t.Fatalf("%+v, %v", k.State(), err)
		}
		// Going back takes no compilation.
		asked := s.asked.Load()
		began := time.Now()
		back, err := o.Rollback(t.Context(), bento, lifecycle.Actor{}, o.base, "voltar")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := k.Await(t.Context(), back.Seq); err != nil || s.asked.Load() != asked {
			t.Errorf("compiled %d times, %v", s.asked.Load()-asked, err)
		}
		if took := time.Since(began); took > time.Second {
			t.Errorf("going back took %s", took)
		}
		if serving, err := k.Await(t.Context(), 1); err != nil || serving.Activation.Seq != back.Seq {
			t.Errorf("what is newer serves who asks for an older one: %v", err)
		}
	})
}

// What came into service is noted though nobody asks for signatures meanwhile: later they tell which activation broke them.
func TestWhatServedIsNoted(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		o := opened(t, from, rules)
		db := storetest.Open(t, from)
		keeping(t, o)
		noted := func(revision string) {
			t.Helper()
			testkit.Eventually(t, "the fingerprints are kept", func() bool {
				n := 0
				err := db.QueryRowContext(t.Context(), db.Bind("SELECT count(*) FROM fingerprints WHERE revision = ?"), revision).Scan(&n)
				return err == nil && n == 1
			})
		}
		noted(o.base)
		d := o.approved(t)
		if _, err := o.Activate(t.Context(), anna, d.Fingerprint, time.Time{}, "quatro horas"); err != nil {
			t.Fatal(err)
		}
		noted(d.Fingerprint)
	})
}

// A program that cannot reach its store keeps serving, and says that it is behind.
func TestCutOffFromTheStore(t *testing.T) {
	server := storetest.Own(t)
	o := opened(t, store.Source{URL: server.NewDatabase(t)}, rules)
	k, _ := keeping(t, o)
	if err := server.Stop(); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the loss is noticed", func() bool { return k.State().Failed != "" })
	o.clock.Turn(time.Minute)
	if state := k.State(); k.Current().Activation.Seq != 1 || !state.Behind(o.clock.Now()) {
		t.Errorf("%+v", state)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the store is read again", func() bool { state := k.State(); return state.Failed == "" && !state.Behind(o.clock.Now()) })
}
