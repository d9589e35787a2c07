package corpus

import (
	"fmt"
	"strconv"
	"strings"
)

// Label is the fragment in the words of the law: "art. 39, § 2º, I", "art. 40, parágrafo único", "art. 2º-A". The caput
// is named only where nothing below it is: "art. 39, caput", but "art. 40, I". It is empty for the act itself.
func (f Fragment) Label() string {
	var steps []string
	for i, p := range f {
		if p.Kind == Caput && i < len(f)-1 {
			continue
		}
		steps = append(steps, p.label())
	}
	return strings.Join(steps, ", ")
}

func (p Part) label() string {
	switch p.Kind {
	case Article:
		if p.Sole {
			return "artigo único"
		}
		return "art. " + ordinalLabel(p.Number) + inserted(p.Added)
	case Caput:
		return "caput"
	case Paragraph:
		if p.Sole {
			return "parágrafo único"
		}
		return "§ " + ordinalLabel(p.Number) + inserted(p.Added)
	case Inciso:
		return roman(p.Number) + inserted(p.Added)
	case Alinea:
		return strings.ToLower(letters(p.Number)) + inserted(p.Added)
	default:
		return strconv.Itoa(p.Number) + inserted(p.Added)
	}
}

// ordinalLabel is 1º to 9º, and from 10 on the cardinal: the custom of Brazilian drafting (Lei Complementar 95/1998, art. 10).
func ordinalLabel(n int) string {
	if n < 10 {
		return strconv.Itoa(n) + "º"
	}
	return strconv.Itoa(n)
}

// inserted is the letters of later insertions: -A for the first.
func inserted(added []int) string {
	var out string
	for _, n := range added {
		out += "-" + letters(n)
	}
	return out
}

// letters counts A to Z, then AA, AB and so on.
func letters(n int) string {
	var out string
	for ; n > 0; n = (n - 1) / 26 {
		out = string(rune('A'+(n-1)%26)) + out
	}
	return out
}

var romanDigits = []struct {
	value int
	text  string
}{
	{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"},
	{50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"},
}

func roman(n int) string {
	var out strings.Builder
	for _, d := range romanDigits {
		for ; n >= d.value; n -= d.value {
			out.WriteString(d.text)
		}
	}
	return out.String()
}

// numberLabel is the number of an act with its thousands apart: 9.921.
func numberLabel(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%s.%03d", numberLabel(n/1000), n%1000)
}
