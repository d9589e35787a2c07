package main

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"deferido/internal/store/storetest"
	"deferido/policies"
)

func TestMain(m *testing.M) {
	testscript.Main(tests{m}, map[string]func(){"deferido": main})
}

// tests are those of the package; the database server that they shared ends with them.
type tests struct{ *testing.M }

func (t tests) Run() int { return storetest.Main(t.M) }

// TestScripts runs the program itself. In a script, `exits N command…` wants an exit status, and `policies DIR` copies the
// policies of the program into a folder.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits": exits,
			"policies": func(ts *testscript.TestScript, _ bool, args []string) {
				ts.Check(os.CopyFS(ts.MkAbs(args[0]), policies.FS))
			},
		},
	})
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	if neg || err != nil || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS command [args...]")
	}
	got := 0
	var ended *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case errors.As(err, &ended):
		got = ended.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}
