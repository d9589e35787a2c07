package portal

import (
	"syscall"
	"testing"
	"time"
)

func cpu(t testing.TB) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func TestZZ(t *testing.T) {
	h := newHouse(t, nil)
	id := h.decided(caseOf(t, "grant-discount-one-second-early"), "", portuguese).ID
	for range 3 {
		for name, f := range map[string]func(testing.TB, string) int{"json": h.asJSON, "page": h.asPage} {
			f(t, id)
			began := cpu(t)
			for range 500 {
				f(t, id)
			}
			t.Log(name, (cpu(t)-began)/500)
		}
	}
}
