// Package replay decides again what was decided: it finds the policy set that decided, explains decisions, and verifies
// receipts away from the journal.
package replay

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"golang.org/x/sync/singleflight"

	"deferido/internal/engine"
)

// Archives keep policy sets, as engine.Archive wrote them, by revision.
type Archives interface {
	Set(ctx context.Context, revision string) ([]byte, error)
}

// Sets finds compiled policy sets by revision. It is safe for concurrent use.
type Sets struct {
	archives Archives // may be nil

	flights singleflight.Group

	mu     sync.Mutex
	served []*engine.Set // never forgotten
	loaded []*engine.Set // from archives, the one used last at the end
}

// loadedKept is how many sets from archives stay compiled.
const loadedKept = 3

// ErrNoSet is wrapped where a policy set is neither in service nor kept.
var ErrNoSet = errors.New("the policy set that decided is not here")

// NewSets makes a Sets of those in service and of archives, which may be nil.
func NewSets(archives Archives, served ...*engine.Set) *Sets {
	return &Sets{archives: archives, served: served}
}

// Set returns the policy set of a revision; one that is not in service is compiled, which takes seconds.
func (s *Sets) Set(ctx context.Context, revision string) (*engine.Set, error) {
	return s.compiled(revision, func() (*engine.Set, error) {
		if s.archives == nil {
			return nil, fmt.Errorf("%w: %s", ErrNoSet, revision)
		}
		archive, err := s.archives.Set(ctx, revision)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrNoSet, err)
		}
		return Load(ctx, archive, revision)
	})
}

// Tree returns the policy set of a revision whose files are a tree, its cases in it; it is compiled unless it is here.
func (s *Sets) Tree(ctx context.Context, revision string, tree fs.FS) (*engine.Set, error) {
	return s.compiled(revision, func() (*engine.Set, error) {
		set, err := engine.Load(ctx, tree, tree)
		if err != nil {
			return nil, fmt.Errorf("compiling the policy set %s: %w", revision, err)
		}
		return set, nil
	})
}

// compiled is a set that is here, or that compile makes; two who want the same compile it once.
func (s *Sets) compiled(revision string, compile func() (*engine.Set, error)) (*engine.Set, error) {
	if set := s.here(revision); set != nil {
		return set, nil
	}
	set, err, _ := s.flights.Do(revision, func() (any, error) {
		if set := s.here(revision); set != nil {
			return set, nil
		}
		set, err := aside(compile)
		if err != nil {
			return nil, err
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if len(s.loaded) == loadedKept {
			s.loaded = slices.Delete(s.loaded, 0, 1)
		}
		s.loaded = append(s.loaded, set)
		return set, nil
	})
	if err != nil {
		return nil, err
	}
	return set.(*engine.Set), nil
}

// here is a set that is compiled; nil where it is not.
func (s *Sets) here(revision string) *engine.Set {
	s.mu.Lock()
	defer s.mu.Unlock()
	is := func(set *engine.Set) bool { return set.Revision() == revision }
	if i := slices.IndexFunc(s.served, is); i >= 0 {
		return s.served[i]
	}
	i := slices.IndexFunc(s.loaded, is)
	if i < 0 {
		return nil
	}
	set := s.loaded[i]
	s.loaded = append(slices.Delete(s.loaded, i, i+1), set)
	return set
}

// Load compiles the policy set of an archive.
func Load(ctx context.Context, archive []byte, revision string) (*engine.Set, error) {
	files, err := engine.OpenArchive(archive, revision)
	if err != nil {
		return nil, err
	}
	set, err := engine.Load(ctx, files, files)
	if err != nil {
		return nil, fmt.Errorf("compiling the policy set %s: %w", revision, err)
	}
	return set, nil
}
