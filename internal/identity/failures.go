package identity

import (
	"net/netip"
	"time"
)

// Failures holds back an address from which wrong keys or passwords keep coming. It is safe for concurrent use.
type Failures struct{ from *Tries[netip.Prefix] }

// NewFailures holds an address back for a pause once perMinute of its attempts failed within a minute; 0 holds none back.
func NewFailures(perMinute int, pause time.Duration, now func() time.Time) *Failures {
	return &Failures{NewTries[netip.Prefix](perMinute, time.Minute, pause, now)}
}

// Wait is how long an address may not try yet; zero when it may.
func (f *Failures) Wait(address netip.Addr) time.Duration { return f.from.Wait(Neighbourhood(address)) }

// Add counts a failure.
func (f *Failures) Add(address netip.Addr) { f.from.Add(Neighbourhood(address)) }

// Neighbourhood is what one client has to itself: its address, or its /64 of IPv6, where it can take any address it likes.
func Neighbourhood(address netip.Addr) netip.Prefix {
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
