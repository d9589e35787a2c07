package identity

import (
	"net/netip"
	"sync"
	"time"
)

// addressesKept bounds the addresses that are remembered. The one that failed longest ago is forgotten first.
const addressesKept = 16384

// Failures holds back an address from which wrong keys keep coming. It is safe for concurrent use.
type Failures struct {
	perMinute int
	pause     time.Duration
	now       func() time.Time

	mu   sync.Mutex
	from *recent[netip.Prefix, *failed]
}

// failed is what is remembered of an address.
type failed struct {
	at    []time.Time // of its failures in the last minute, the oldest first, fewer than perMinute
	until time.Time   // when it may try again
}

// NewFailures holds an address back for a pause once perMinute of its attempts failed within a minute; 0 holds none back.
func NewFailures(perMinute int, pause time.Duration, now func() time.Time) *Failures {
	return &Failures{perMinute: perMinute, pause: pause, now: now, from: newRecent[netip.Prefix, *failed](addressesKept)}
}

// Wait is how long an address may not try yet; zero when it may.
func (f *Failures) Wait(address netip.Addr) time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	if seen, found := f.from.get(neighbourhood(address)); found {
		// Never longer than the pause, should the clock be set back.
		return min(max(seen.until.Sub(f.now()), 0), f.pause)
	}
	return 0
}

// Add counts a failure.
func (f *Failures) Add(address netip.Addr) {
	if f.perMinute <= 0 {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	where, now := neighbourhood(address), f.now()
	seen, found := f.from.get(where)
	if !found {
		seen = &failed{}
	}
	f.from.put(where, seen)
	for len(seen.at) > 0 && now.Sub(seen.at[0]) >= time.Minute {
		seen.at = seen.at[1:]
	}
	seen.at = append(seen.at, now)
	if len(seen.at) >= f.perMinute {
		seen.at, seen.until = nil, now.Add(f.pause)
	}
}

// neighbourhood is what one client has to itself: its address, or its /64 of IPv6, where it can take any address it likes.
func neighbourhood(address netip.Addr) netip.Prefix {
	address = address.Unmap().WithZone("")
	bits := 64
	if address.Is4() {
		bits = 32
	}
	prefix, err := address.Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return prefix
}
