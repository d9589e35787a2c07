// Package testkit is what tests of several packages share: what the machine must have, a clock to turn, and waiting.
package testkit

import (
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"
)

// Missing ends a test that the machine lacks something for: in CI it fails, elsewhere it is skipped and says why.
func Missing(t testing.TB, format string, args ...any) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

// Program is the path of a program that a test needs, of a package of the system.
func Program(t testing.TB, name, of string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		Missing(t, "%s is needed, of the package %s: %v", name, of, err)
	}
	return path
}

// Disk is the folder of a disk of its own, as large as the option size of tmpfs(5) says; only root can make one.
func Disk(t testing.TB, size string) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "deferido-disk-") // not below the folder of the test, which is removed before the disk is
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Remove(folder) })
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "mode=755,size="+size, "tmpfs", folder).CombinedOutput(); err != nil {
		Missing(t, "no small disk can be made, for which one must be root: %v: %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", "--lazy", folder).CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	})
	return folder
}

// Eventually waits until something is so.
func Eventually(t testing.TB, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !so(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("never: %s", what)
		}
	}
}

// Clock is a clock that stands until a test turns it. It is safe for concurrent use.
type Clock struct {
	mu sync.Mutex
	at time.Time
}

// NewClock makes a clock that stands at an instant.
func NewClock(at time.Time) *Clock { return &Clock{at: at} }

// Now is what the clock shows.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// Turn moves the clock, back where the duration is negative.
func (c *Clock) Turn(by time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(by)
}
