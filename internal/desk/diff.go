package desk

import (
	"context"
	"io/fs"

	"deferido/internal/engine"
	"deferido/internal/lifecycle"
	"deferido/internal/revision"
)

// Diff is in what the second revision is not as the first.
func (d *Desk) Diff(ctx context.Context, a, b string) (*revision.Difference, error) {
	return d.difference(ctx, a, b, func() (fs.FS, error) { return d.Tree(ctx, b) })
}

// Change is what a draft changes of its base.
func (d *Desk) Change(ctx context.Context, draft *lifecycle.Draft) (*revision.Difference, error) {
	tree, err := d.DraftTree(ctx, draft)
	if err != nil {
		return nil, err
	}
	name, err := engine.Revision(tree)
	if err != nil {
		return nil, err
	}
	return d.difference(ctx, draft.Base, name, func() (fs.FS, error) { return tree, nil })
}

// difference is that of two revisions, of which the second is read where that is not known.
func (d *Desk) difference(ctx context.Context, a, b string, read func() (fs.FS, error)) (*revision.Difference, error) {
	if known, is := d.differences.Get([2]string{a, b}); is {
		return known, nil
	}
	before, err := d.Tree(ctx, a)
	if err != nil {
		return nil, err
	}
	after, err := read()
	if err != nil {
		return nil, err
	}
	found, err := revision.Diff(revision.Tree{Policies: before, Cases: before}, revision.Tree{Policies: after, Cases: after})
	if err != nil {
		return nil, err
	}
	d.differences.Add([2]string{a, b}, found)
	return found, nil
}
