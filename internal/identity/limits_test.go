package identity

import (
	"fmt"
	"math"
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// A caller gets what a bucket holds that is reckoned in exact steps, and whoever waits as told gets it then, and no sooner.
func TestABucketGivesWhatItHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := newHands()
		burst := rapid.IntRange(1, 20).Draw(t, "burst")
		perSecond := rapid.IntRange(1, 50).Draw(t, "per second")
		l := NewLimits(float64(perSecond), burst, h.Now)
		held := float64(burst)
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			n := rapid.IntRange(-1, 30).Draw(t, "tokens")
			asked := float64(min(max(n, 0), burst))
			wait, ok := l.Allow("a", n)
			if math.Abs(held-asked) > 1e-6 && ok != (held >= asked) {
				t.Fatalf("%d of %.6f: %v", n, held, ok)
			}
			if ok {
				held -= asked
			} else if want := (asked - held) / float64(perSecond); wait <= 0 || math.Abs(wait.Seconds()-want) > 1e-6 {
				t.Fatalf("wait %v, want %.6f s", wait, want)
			}
			if !ok && rapid.Bool().Draw(t, "waits") {
				h.Turn(wait - time.Microsecond)
				if _, early := l.Allow("a", n); early && wait > time.Microsecond {
					t.Fatal("sooner than told")
				}
				h.Turn(time.Microsecond)
				if _, ok := l.Allow("a", n); !ok {
					t.Fatalf("not after waiting %v", wait)
				}
				held = 0
				continue
			}
			pause := time.Duration(rapid.IntRange(0, 1000).Draw(t, "ms")) * time.Millisecond
			h.Turn(pause)
			held = min(float64(burst), held+pause.Seconds()*float64(perSecond))
		}
	})
}

func TestCallersDoNotShareABucket(t *testing.T) {
	l := NewLimits(0.001, 2, newHands().Now)
	for _, id := range []string{"a", "b"} {
		if _, ok := l.Allow(id, 1000); !ok {
			t.Errorf("%s: what is more than the bucket is all of it", id)
		}
		if wait, ok := l.Allow(id, 1); ok || wait < 999*time.Second {
			t.Errorf("%s: %v %v of an empty bucket", id, wait, ok)
		}
	}
}

func TestNoLimitIsNone(t *testing.T) {
	l := NewLimits(0, 1, newHands().Now)
	for range 1000 {
		if wait, ok := l.Allow("a", 1000); wait != 0 || !ok {
			t.Fatal("limited")
		}
	}
}

func TestBucketsAreBounded(t *testing.T) {
	l := NewLimits(0.001, 1, newHands().Now)
	for i := range bucketsKept + 100 {
		l.Allow(fmt.Sprint(i), 1)
	}
	if kept := l.buckets.Len(); kept != bucketsKept {
		t.Errorf("%d buckets", kept)
	}
	if _, ok := l.Allow(fmt.Sprint(bucketsKept+99), 1); ok {
		t.Error("the last caller was forgotten")
	}
}

func TestAWaitIsNeverLongerThanADurationHolds(t *testing.T) {
	l := NewLimits(1e-300, 1, newHands().Now)
	if wait, ok := l.Allow("a", 1); wait != 0 || !ok {
		t.Errorf("%v for the first one", wait)
	}
	if wait, ok := l.Allow("a", 1); wait != math.MaxInt64 || ok {
		t.Errorf("%v for the second one", wait)
	}
}

func TestManyAtOnceGetNoMoreThanTheBucket(t *testing.T) {
	l := NewLimits(1, 100, newHands().Now)
	var got atomic.Int64
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 50 {
				if _, ok := l.Allow("a", 1); ok {
					got.Add(1)
				}
			}
		})
	}
	all.Wait()
	if got.Load() != 100 {
		t.Errorf("%d of 100", got.Load())
	}
}

func TestWrongKeysHoldAnAddressBack(t *testing.T) {
	h := newHands()
	f := NewFailures(3, 5*time.Minute, h.Now)
	here, there := netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("192.0.2.2")
	f.Add(here)
	h.Turn(time.Minute) // the first one is a minute ago
	f.Add(here)
	f.Add(here)
	if wait := f.Wait(here); wait != 0 {
		t.Fatalf("%v after two in a minute", wait)
	}
	h.Turn(time.Minute - 1)
	f.Add(here)
	if wait := f.Wait(here); wait != 5*time.Minute {
		t.Fatalf("%v after three in a minute", wait)
	}
	if wait := f.Wait(netip.MustParseAddr("::ffff:192.0.2.1")); wait != 5*time.Minute {
		t.Errorf("%v in its other form", wait)
	}
	if wait := f.Wait(there); wait != 0 {
		t.Errorf("%v for another address", wait)
	}
	h.Turn(5*time.Minute - 1)
	if wait := f.Wait(here); wait != 1 {
		t.Errorf("%v at the end", wait)
	}
	h.Turn(1)
	if wait := f.Wait(here); wait != 0 {
		t.Errorf("%v after the end", wait)
	}
	f.Add(here) // it begins anew
	if wait := f.Wait(here); wait != 0 {
		t.Errorf("%v after one", wait)
	}
	none := NewFailures(0, time.Hour, h.Now)
	for range 100 {
		none.Add(here)
	}
	if wait := none.Wait(here); wait != 0 || none.from.from.Len() != 0 {
		t.Errorf("%v where none is held back", wait)
	}
}

func TestANeighbourhoodOfIPv6IsOne(t *testing.T) {
	f := NewFailures(2, time.Minute, newHands().Now)
	f.Add(netip.MustParseAddr("2001:db8:1:2::1"))
	f.Add(netip.MustParseAddr("2001:db8:1:2:ffff::9%eth0"))
	for address, held := range map[string]bool{"2001:db8:1:2:3:4:5:6": true, "2001:db8:1:3::1": false} {
		if wait := f.Wait(netip.MustParseAddr(address)); (wait > 0) != held {
			t.Errorf("%s waits %v", address, wait)
		}
	}
	f.Add(netip.Addr{})
	f.Add(netip.Addr{})
	if f.Wait(netip.Addr{}) == 0 || f.Wait(netip.MustParseAddr("0.0.0.0")) != 0 {
		t.Error("no address is as one address, and no other's")
	}
}

func TestAddressesAreBounded(t *testing.T) {
	f := NewFailures(2, time.Minute, newHands().Now)
	address := netip.MustParseAddr("10.0.0.0")
	for range triesKept + 100 {
		address = address.Next()
		f.Add(address)
	}
	if kept := f.from.from.Len(); kept != triesKept {
		t.Errorf("%d addresses", kept)
	}
}
