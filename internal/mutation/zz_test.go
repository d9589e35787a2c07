package mutation

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"deferido/fixtures"
	"deferido/policies"
)

func TestTry(t *testing.T) {
	t0 := time.Now()
	r, err := Run(context.Background(), policies.FS, fixtures.FS, Options{Filter: Filter{File: os.Getenv("MF")}, Progress: func(d, n int) {
		if d%100 == 0 {
			fmt.Println(time.Since(t0), d, n)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("run", time.Since(t0), len(r.Verdicts), r.Count(Killed), r.Count(Survived), r.Count(Refused), r.Score())
	if out := os.Getenv("OUT"); out != "" {
		k, err := r.Result()
		if err != nil {
			t.Fatal(err)
		}
		b, _ := k.Encode()
		os.WriteFile(out, b, 0o644)
	}
	for _, v := range r.Verdicts {
		if v.Outcome != Killed || os.Getenv("ALL") != "" {
			fmt.Println(v.ID, v.Outcome, v.Kind, v.At(), "@", v.Label, "|", onLine(v.By))
		}
	}
}
