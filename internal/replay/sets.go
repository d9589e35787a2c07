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

	"deferido/internal/engine"
)

// Archives keep policy sets, as engine.Archive wrote them, by revision.
type Archives interface {
	Set(ctx context.Context, revision string) ([]byte, error)
}

// Sets finds compiled policy sets by revision. It is safe for concurrent use.
type Sets struct {
	archives Archives // may be nil

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
	s.mu.Lock()
	defer s.mu.Unlock() // two who want the same set compile it once
	is := func(set *engine.Set) bool { return set.Revision() == revision }
	if i := slices.IndexFunc(s.served, is); i >= 0 {
		return s.served[i], nil
	}
	if i := slices.IndexFunc(s.loaded, is); i >= 0 {
		set := s.loaded[i]
		s.loaded = append(slices.Delete(s.loaded, i, i+1), set)
		return set, nil
	}
	if s.archives == nil {
		return nil, fmt.Errorf("%w: %s", ErrNoSet, revision)
	}
	archive, err := s.archives.Set(ctx, revision)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoSet, err)
	}
	set, err := Load(ctx, archive, revision)
	if err != nil {
		return nil, err
	}
	if len(s.loaded) == loadedKept {
		s.loaded = slices.Delete(s.loaded, 0, 1)
	}
	s.loaded = append(s.loaded, set)
	return set, nil
}

// Load compiles the policy set of an archive.
func Load(ctx context.Context, archive []byte, revision string) (*engine.Set, error) {
	files, err := engine.OpenArchive(archive, revision)
	if err != nil {
		return nil, err
	}
	var cases fs.FS // they defend a set, and decide nothing
	set, err := engine.Load(ctx, files, cases)
	if err != nil {
		return nil, fmt.Errorf("compiling the policy set %s: %w", revision, err)
	}
	return set, nil
}
