package portal

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"

	"deferido/internal/civil"
)

// errUnread is of a text that is not read as what its field is for.
var errUnread = errors.New("not read")

// monthNames are the beginnings of their names, in both languages.
var monthNames = map[string]time.Month{
	"jan": 1, "fev": 2, "feb": 2, "mar": 3, "abr": 4, "apr": 4, "mai": 5, "may": 5, "jun": 6, "jul": 7, "ago": 8, "aug": 8,
	"set": 9, "sep": 9, "out": 10, "oct": 10, "nov": 11, "dez": 12, "dec": 12,
}

var (
	dayTokens    = regexp.MustCompile(`\d+|\pL+`)
	daySeparator = regexp.MustCompile(`^[\s./,-]*$`)
)

// readDay reads a day as people type it: 14/3/58, 14031958, 14 de março de 1958, 1958-03-14, hoje. A year of two digits that is
// over this year's is of the last century where the day is one of birth. Without a year it is the nearest such day. The error
// is errUnread, or wraps civil.ErrCalendar.
func readDay(text string, birth bool, today civil.Date) (civil.Date, error) {
	text = strings.ToLower(strings.ReplaceAll(strings.TrimSpace(text), "º", ""))
	if away, named := map[string]int{"hoje": 0, "today": 0, "amanhã": 1, "amanha": 1, "tomorrow": 1, "ontem": -1, "yesterday": -1}[text]; named {
		day, ok := today.AddDays(away)
		if !ok {
			return day, errUnread
		}
		return day, nil
	}
	if !daySeparator.MatchString(dayTokens.ReplaceAllString(text, "")) {
		return civil.Date{}, errUnread
	}
	var tokens []string
	for _, token := range dayTokens.FindAllString(text, -1) {
		if token != "de" && token != "of" {
			tokens = append(tokens, token)
		}
	}
	return dayOf(dayParts(tokens), birth, today)
}

// dayParts puts the parts of a day into the order day, month, year; nil where they are no day.
func dayParts(tokens []string) []string {
	if len(tokens) == 1 {
		digits := tokens[0]
		switch len(digits) {
		case 8:
			if month, _ := strconv.Atoi(digits[2:4]); month > 12 { // the year stands first
				return []string{digits[6:], digits[4:6], digits[:4]}
			}
			return []string{digits[:2], digits[2:4], digits[4:]}
		case 6:
			return []string{digits[:2], digits[2:4], digits[4:]}
		case 4:
			return []string{digits[:2], digits[2:]}
		}
		return nil
	}
	if len(tokens) < 2 || len(tokens) > 3 {
		return nil
	}
	switch {
	case len(tokens[0]) == 4 && len(tokens) == 3 && onlyDigits(tokens[0]):
		tokens[0], tokens[2] = tokens[2], tokens[0]
	case !onlyDigits(tokens[0]): // March 14
		tokens[0], tokens[1] = tokens[1], tokens[0]
	}
	return tokens
}

func onlyDigits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// dayOf is the day of its parts.
func dayOf(parts []string, birth bool, today civil.Date) (civil.Date, error) {
	if parts == nil || len(parts[0]) > 2 || !onlyDigits(parts[0]) {
		return civil.Date{}, errUnread
	}
	day, _ := strconv.Atoi(parts[0])
	month, known := monthOf(parts[1])
	if !known {
		return civil.Date{}, errUnread
	}
	if len(parts) == 2 {
		return nearestDay(day, month, today)
	}
	year, known := yearOf(parts[2], birth, today)
	if !known {
		return civil.Date{}, errUnread
	}
	return civil.New(year, month, day)
}

func monthOf(text string) (time.Month, bool) {
	if onlyDigits(text) && len(text) <= 2 {
		n, _ := strconv.Atoi(text)
		return time.Month(n), true
	}
	if letters := []rune(text); len(letters) >= 3 {
		month, known := monthNames[string(letters[:3])]
		return month, known
	}
	return 0, false
}

func yearOf(text string, birth bool, today civil.Date) (int, bool) {
	year, err := strconv.Atoi(text)
	if err != nil || len(text) != 2 && len(text) != 4 {
		return 0, false
	}
	if len(text) == 4 {
		return year, true
	}
	century := today.Year() / 100 * 100
	if birth && year > today.Year()%100 {
		century -= 100
	}
	return century + year, true
}

// nearestDay is the day of a month that lies nearest to today.
func nearestDay(day int, month time.Month, today civil.Date) (civil.Date, error) {
	var best civil.Date
	var failed error
	for year := today.Year() - 1; year <= today.Year()+1; year++ {
		d, err := civil.New(year, month, day)
		if err != nil {
			failed = err
			continue
		}
		if best.IsZero() || daysApart(d, today) < daysApart(best, today) {
			best = d
		}
	}
	if best.IsZero() {
		return best, failed
	}
	return best, nil
}

func daysApart(a, b civil.Date) int { return max(a.Days()-b.Days(), b.Days()-a.Days()) }

// dayShown writes a day as a field shows it, in the order of both languages' forms: 14/03/1958.
func dayShown(d civil.Date) string {
	text := d.String()
	return text[8:] + "/" + text[5:7] + "/" + text[:4]
}
