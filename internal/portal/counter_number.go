package portal

import (
	"fmt"
	"regexp"
	"strings"

	"deferido/internal/civil"
)

var (
	numberForm   = regexp.MustCompile(`^[0-9.,]+$`)
	groupedForm  = regexp.MustCompile(`^\d{1,3}([.,])\d{3}(?:[.,]\d{3})*$`)
	quarterForms = []*regexp.Regexp{
		regexp.MustCompile(`^(?P<year>\d{4})\s*[-/]?\s*[qt](?P<quarter>[1-4])$`),
		regexp.MustCompile(`^[qt]?\s*(?P<quarter>[1-4])\s*(?:[o°]|st|nd|rd|th)?\s*(?:q|t|tri|trim\.?|trimestre|quarter)?\s*(?:de|of|/|-)?\s*(?P<year>\d{4})$`),
	}
)

// readNumber reads a number as people type it, and gives its whole part and its decimals: 2.100,00 and 2100 and 2,100.00 alike.
// A single separator before three digits groups thousands; of what is no money, the decimal separator of the language never does.
func readNumber(text, lang string, money bool) (whole, decimals string, err error) {
	text = strings.ToLower(text)
	for _, unit := range []string{"r$", "reais", "km", " ", "\u00a0", "\u202f"} {
		text = strings.ReplaceAll(text, unit, "")
	}
	if !numberForm.MatchString(text) {
		return "", "", errUnread
	}
	last := strings.LastIndexAny(text, ".,")
	if last < 0 {
		return plainDigits(text), "", nil
	}
	separator, other := text[last:last+1], map[byte]string{'.': ",", ',': "."}[text[last]]
	decimal := map[string]string{portuguese: ",", english: "."}[lang]
	single := strings.Count(text, separator) == 1
	switch {
	case !strings.Contains(text, other) && groupedForm.MatchString(text) && (!single || money || separator != decimal):
		return plainDigits(strings.ReplaceAll(text, separator, "")), "", nil
	case !single:
		return "", "", errUnread
	}
	whole, decimals = text[:last], text[last+1:]
	if strings.Contains(whole, other) {
		if !groupedForm.MatchString(whole) {
			return "", "", errUnread
		}
		whole = strings.ReplaceAll(whole, other, "")
	}
	return plainDigits(whole), decimals, nil
}

// plainDigits is a whole number without leading zeros.
func plainDigits(digits string) string {
	if digits = strings.TrimLeft(digits, "0"); digits == "" {
		return "0"
	}
	return digits
}

// readCents reads money: 2.100,00 is 210000 centavos.
func readCents(text, lang string) (string, error) {
	whole, decimals, err := readNumber(text, lang, true)
	if err != nil || len(decimals) > 2 {
		return "", errUnread
	}
	return plainDigits(whole + (decimals + "00")[:2]), nil
}

// readDecimal reads a measure: 430,5 is 430.5.
func readDecimal(text, lang string) (string, error) {
	whole, decimals, err := readNumber(text, lang, false)
	if err != nil {
		return "", err
	}
	if decimals = strings.TrimRight(decimals, "0"); decimals != "" {
		return whole + "." + decimals, nil
	}
	return whole, nil
}

// readCount reads a number of things.
func readCount(text, lang string) (string, error) {
	whole, decimals, err := readNumber(text, lang, true)
	if err != nil || decimals != "" {
		return "", errUnread
	}
	return whole, nil
}

// decimalShown writes a decimal number as a field shows it, without grouping: 430,5, or 430.5.
func decimalShown(number, lang string) string {
	if lang == english {
		return number
	}
	return strings.Replace(number, ".", ",", 1)
}

// centsShown writes centavos as a field shows them, grouped: 2.100,00, or 2,100.00.
func centsShown(cents, lang string) string {
	if len(cents) < 3 {
		cents = strings.Repeat("0", 3-len(cents)) + cents
	}
	whole, decimals := cents[:len(cents)-2], cents[len(cents)-2:]
	group, point := ".", ","
	if lang == english {
		group, point = point, group
	}
	for at := len(whole) - 3; at > 0; at -= 3 {
		whole = whole[:at] + group + whole[at:]
	}
	return whole + point + decimals
}

// readMonth reads a month: 07/2026, 7/26, julho de 2026, 2026-07. It is written as YYYY-MM.
func readMonth(text string, today civil.Date) (string, error) {
	tokens := dayTokens.FindAllString(strings.ToLower(strings.TrimSpace(text)), -1)
	if len(tokens) == 3 && (tokens[1] == "de" || tokens[1] == "of") {
		tokens = []string{tokens[0], tokens[2]}
	}
	if len(tokens) == 1 && onlyDigits(tokens[0]) && len(tokens[0]) == 6 {
		tokens = []string{tokens[0][:2], tokens[0][2:]}
	}
	if len(tokens) != 2 {
		return "", errUnread
	}
	if len(tokens[0]) == 4 && onlyDigits(tokens[0]) {
		tokens[0], tokens[1] = tokens[1], tokens[0]
	}
	month, known := monthOf(tokens[0])
	year, dated := yearOf(tokens[1], false, today)
	if !known || !dated || month < 1 || month > 12 {
		return "", errUnread
	}
	return fmt.Sprintf("%04d-%02d", year, month), nil
}

// readQuarter reads a quarter: 3/2026, 3º trimestre de 2026, Q3 2026, 2026-Q3. It is written as YYYY-Q3.
func readQuarter(text string) (string, error) {
	text = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(text)), "º", "o")
	for _, form := range quarterForms {
		if found := form.FindStringSubmatch(text); found != nil {
			return found[form.SubexpIndex("year")] + "-Q" + found[form.SubexpIndex("quarter")], nil
		}
	}
	return "", errUnread
}

// periodShown writes a month or a quarter as a field shows it: 07/2026, 3º trimestre de 2026.
func periodShown(period, lang string) string {
	year, part, _ := strings.Cut(period, "-")
	quarter, isQuarter := strings.CutPrefix(part, "Q")
	switch {
	case !isQuarter:
		return part + "/" + year
	case lang == english:
		return "Q" + quarter + " " + year
	}
	return quarter + "º trimestre de " + year
}
