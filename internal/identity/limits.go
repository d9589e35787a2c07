package identity

import (
	"math"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"deferido/internal/recent"
)

// bucketsKept bounds the callers whose rate is remembered. The one that came longest ago is forgotten first; it begins
// with a full bucket when it comes again.
const bucketsKept = 16384

// Limits is how often each caller may come: a bucket of so many tokens, filled at so many a second. It is safe for
// concurrent use.
type Limits struct {
	perSecond float64
	burst     int
	now       func() time.Time

	mu      sync.Mutex
	buckets *recent.Map[string, *rate.Limiter]
}

// NewLimits gives each caller a bucket of burst tokens, at least one, filled at perSecond; 0 is no limit.
func NewLimits(perSecond float64, burst int, now func() time.Time) *Limits {
	return &Limits{perSecond: perSecond, burst: max(burst, 1), now: now, buckets: recent.New[string, *rate.Limiter](bucketsKept)}
}

// Allow takes n tokens from a caller's bucket; more than it can ever hold are taken as all of them. Where there are too
// few, none is taken, and wait is when there will be enough if nobody takes any.
func (l *Limits) Allow(id string, n int) (wait time.Duration, ok bool) {
	if l.perSecond <= 0 {
		return 0, true
	}
	n = min(max(n, 0), l.burst)
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	bucket, found := l.buckets.Get(id)
	if !found {
		bucket = rate.NewLimiter(rate.Limit(l.perSecond), l.burst)
		l.buckets.Put(id, bucket)
	}
	if bucket.AllowN(now, n) {
		return 0, true
	}
	lacking := float64(n) - bucket.TokensAt(now)
	return ceil(lacking / l.perSecond), false
}

// ceil is a number of seconds as a duration, rounded up: whoever waits so long does not come too early.
func ceil(seconds float64) time.Duration {
	nanoseconds := math.Ceil(seconds*float64(time.Second)) + 1
	if nanoseconds >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(nanoseconds)
}
