package identity

import (
	"regexp"
	"strings"
)

// The forms of a CNPJ: as it is printed, and without its punctuation. Twelve places are digits or, since 2026, letters; the
// last two are check digits. (IN RFB nº 2.229/2024)
var cnpjForm = regexp.MustCompile(`\A([0-9A-Z]{2})\.?([0-9A-Z]{3})\.?([0-9A-Z]{3})/?([0-9A-Z]{4})-?([0-9]{2})\z`)

// NormalCNPJ writes a CNPJ as it is printed, 12.345.678/0001-95. It is false when the form or a check digit is wrong.
func NormalCNPJ(text string) (string, bool) {
	p := cnpjForm.FindStringSubmatch(strings.ToUpper(strings.TrimSpace(text)))
	if p == nil {
		return "", false
	}
	body := strings.Join(p[1:5], "")
	first := checkDigit(body)
	digits := string([]byte{first, checkDigit(body + string(first))})
	// Zeros alone agree with their check digits and are nobody's.
	if digits != p[5] || strings.Trim(body, "0") == "" {
		return "", false
	}
	return p[1] + "." + p[2] + "." + p[3] + "/" + p[4] + "-" + p[5], true
}

// checkDigit is that of what stands before it: modulo 11, the weights 2 to 9 from the right, a place being worth its ASCII
// code less 48, so that digits are worth themselves and A is 17.
func checkDigit(before string) byte {
	sum, weight := 0, 2
	for i := len(before) - 1; i >= 0; i-- {
		sum += int(before[i]-'0') * weight
		if weight++; weight > 9 {
			weight = 2
		}
	}
	if rest := sum % 11; rest >= 2 {
		return byte('0' + 11 - rest)
	}
	return '0'
}
