package facts

import (
	"math/big"
	"strconv"
	"strings"
)

const (
	// maxDigits is how many significant digits a number may have: enough for every float64, few enough to be exact in
	// any comparison that follows.
	maxDigits = 18
	// maxExponent bounds the place of a number's first digit.
	maxExponent = 18
)

// isInteger reports whether a JSON number literal has neither a fraction nor an exponent.
func isInteger(literal string) bool { return !strings.ContainsAny(literal, ".eE") }

// parseInteger reads an integer literal. The sign is -1, 0 or 1 for a literal below, within or above int64.
func parseInteger(literal string) (n int64, outside int) {
	n, err := strconv.ParseInt(literal, 10, 64)
	if err == nil {
		return n, 0
	}
	if literal[0] == '-' {
		return 0, -1
	}
	return 0, 1
}

// canonical writes a JSON number literal as plain decimal digits without exponent, needless zeros or negative zero. It
// is false for a number of more than maxDigits significant digits or maxExponent places.
func canonical(literal string) (string, bool) {
	negative := literal[0] == '-'
	mantissa, exponent, _ := strings.Cut(strings.ToLower(strings.TrimPrefix(literal, "-")), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	point := len(digits) - len(fraction) // where the decimal point stands in digits
	digits = strings.TrimRight(digits, "0")
	if digits == "" {
		return "0", true
	}
	if exponent != "" {
		e, err := strconv.Atoi(exponent)
		if err != nil || e > 1e6 || e < -1e6 {
			return "", false
		}
		point += e
	}
	if len(digits) > maxDigits || point > maxExponent || point < -maxExponent {
		return "", false
	}
	var b strings.Builder
	if negative {
		b.WriteByte('-')
	}
	switch {
	case point <= 0:
		b.WriteString("0." + strings.Repeat("0", -point) + digits)
	case point >= len(digits):
		b.WriteString(digits + strings.Repeat("0", point-len(digits)))
	default:
		b.WriteString(digits[:point] + "." + digits[point:])
	}
	return b.String(), true
}

// bound is a minimum or maximum, absent when literal is empty.
type bound struct {
	literal string // canonical
	integer int64  // when the bound is one
	float   float64
}

func newBound(literal string) (bound, bool) {
	text, ok := canonical(literal)
	if !ok {
		return bound{}, false
	}
	b := bound{literal: text}
	b.float, _ = strconv.ParseFloat(text, 64)
	var outside int
	if isInteger(text) {
		b.integer, outside = parseInteger(text)
	}
	return b, outside == 0
}

// compare compares a number literal, of whatever size, with the bound. text is its canonical form, or empty when it has
// none.
func (b bound) compare(literal, text string) int {
	f, _ := strconv.ParseFloat(literal, 64) // infinite when out of range
	switch {
	case f < b.float:
		return -1
	case f > b.float:
		return 1
	case text == b.literal || text == "":
		return 0
	}
	x, _ := new(big.Rat).SetString(text)
	y, _ := new(big.Rat).SetString(b.literal)
	return x.Cmp(y)
}
