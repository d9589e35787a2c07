package plan

import (
	"math"
	"math/bits"

	"github.com/open-policy-agent/opa/v1/ast"
)

// indexOf returns the integer that v stands for, in whatever form it is written (1, 1.0), and false where it is none.
// It agrees with topdown on which numbers count as integers.
func indexOf(v value) (int64, bool) {
	switch n := v.(type) {
	case integer:
		return int64(n), true
	case ast.Number:
		return n.Int64()
	}
	return 0, false
}

// The functions below report false where the result is no int64; topdown's exact arithmetic takes over then.

func add64(x, y int64) (int64, bool) {
	sum := x + y
	return sum, (sum > x) == (y > 0)
}

func sub64(x, y int64) (int64, bool) {
	diff := x - y
	return diff, (diff < x) == (y > 0)
}

func mul64(x, y int64) (int64, bool) {
	if x == 0 || y == 0 {
		return 0, true
	}
	high, low := bits.Mul64(magnitude(x), magnitude(y))
	if high != 0 || low > math.MaxInt64 {
		return 0, false
	}
	if (x < 0) != (y < 0) {
		return -int64(low), true
	}
	return int64(low), true
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

// div64 divides where topdown does so on integers; every other quotient is a matter of its decimals.
func div64(x, y int64) (int64, bool) {
	if !small(x) || !small(y) || x == 0 || y == 0 || x%y != 0 {
		return 0, false
	}
	return x / y, true
}

func rem64(x, y int64) (int64, bool) {
	if y == 0 || y == -1 {
		return 0, false
	}
	return x % y, true
}

// small is the window in which topdown calculates with machine integers.
func small(x int64) bool { return math.MinInt32 <= x && x <= math.MaxInt32 }
