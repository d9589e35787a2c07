package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"

	"deferido/fixtures"
	"deferido/internal/config"
	"deferido/internal/engine"
	"deferido/policies"
)

// policiesOf opens the policies that the settings name: a folder, or those in the program.
func policiesOf(c config.Config) (fs.FS, error) {
	if c.Policies == "" {
		return policies.FS, nil
	}
	info, err := os.Stat(c.Policies)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is no folder", c.Policies)
	}
	if err != nil {
		return nil, exit(exitUsage, fmt.Errorf("opening the policies: %w", err))
	}
	return os.DirFS(c.Policies), nil
}

// casesOf are the cases that defend the policies that the settings name: those of the folder, or those in the program.
func casesOf(c config.Config, tree fs.FS) fs.FS {
	if c.Policies == "" {
		return fixtures.FS
	}
	return tree
}

// load compiles the policies that the settings name.
func load(ctx context.Context, c config.Config) (*engine.Set, error) {
	tree, err := policiesOf(c)
	if err != nil {
		return nil, err
	}
	cases := casesOf(c, tree)
	set, err := engine.Load(ctx, tree, cases)
	switch {
	case err == nil:
		return set, nil
	case c.Policies == "":
		return nil, fmt.Errorf("loading the policies of the program: %w", err)
	}
	return nil, exit(exitUsage, fmt.Errorf("the policies in %s cannot be used; law check --policies %[1]s says more:\n%w", c.Policies, err))
}
