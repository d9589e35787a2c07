package revision_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"deferido/internal/revision"
)

// The test binary is the child of a sandbox too.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == revision.CheckCommand {
		if err := revision.CheckStdin(context.Background(), os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}
