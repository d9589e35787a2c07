package portal

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// clockTime is a time of day, with the offset that was typed with it.
type clockTime struct {
	h, m, s  int
	fraction string // the digits of it; may be empty
	offset   string // "-03:00", "Z", or empty where none was typed
}

var (
	hourForms = []*regexp.Regexp{
		regexp.MustCompile(`^(\d{1,2})\s*(?:h|hs|hrs|hora|horas)?$`),
		regexp.MustCompile(`^(\d{1,2})\s*(?:[:.]|h)\s*(\d{1,2})\s*(?:m|min|h|hs)?$`),
		regexp.MustCompile(`^(\d{1,2}):(\d{2}):(\d{2})(?:[.,](\d{1,9}))?$`),
		regexp.MustCompile(`^(\d{1,2})(\d{2})\s*h?$`),
		regexp.MustCompile(`^(\d{2})(\d{2})(\d{2})$`),
	}
	hourOffset = regexp.MustCompile(`\s*\(?(?:utc|gmt)?\s*([+-])(\d{1,2})(?::?(\d{2}))?\)?$`)
	hourZulu   = regexp.MustCompile(`\s*(?:z|utc|gmt)$`)
)

// readHour reads a time of day as people type it: 22h, 22h30, 2200, 22:00, 22:00:01, 22:00 −04:00. Its error is errUnread; that
// an hour does not exist is known by exists.
func readHour(text string) (clockTime, error) {
	text = strings.NewReplacer("−", "-", "–", "-").Replace(strings.ToLower(strings.TrimSpace(text)))
	var at clockTime
	if found := hourOffset.FindStringSubmatch(text); found != nil {
		hours, _ := strconv.Atoi(found[2])
		minutes, _ := strconv.Atoi(found[3])
		at.offset = fmt.Sprintf("%s%02d:%02d", found[1], hours, minutes)
		text = strings.TrimSuffix(text, found[0])
	} else if found := hourZulu.FindString(text); found != "" {
		at.offset, text = "Z", strings.TrimSuffix(text, found)
	}
	for _, form := range hourForms {
		parts := form.FindStringSubmatch(text)
		if parts == nil {
			continue
		}
		for i, to := range []*int{&at.h, &at.m, &at.s} {
			if i+1 < len(parts) {
				*to, _ = strconv.Atoi(parts[i+1]) // digits, or nothing
			}
		}
		if len(parts) > 4 {
			at.fraction = parts[4]
		}
		return at, nil
	}
	return at, errUnread
}

// exists tells whether a day has such an hour, and the world such an offset.
func (at clockTime) exists() bool {
	offset := 0
	if len(at.offset) == len("-03:00") {
		hours, _ := strconv.Atoi(at.offset[1:3])
		minutes, _ := strconv.Atoi(at.offset[4:])
		offset = hours*60 + minutes
		if minutes > 59 {
			return false
		}
	}
	return at.h < 24 && at.m < 60 && at.s < 60 && offset <= 14*60
}

// text is the time of day with the offset, "22:00:00-03:00"; standard is the offset where none was typed.
func (at clockTime) text(standard string) string {
	text := fmt.Sprintf("%02d:%02d:%02d", at.h, at.m, at.s)
	if at.fraction != "" {
		text += "." + at.fraction
	}
	if at.offset == "" {
		return text + standard
	}
	return text + at.offset
}

// shown writes a time of day as a field shows it: seconds only where there are some, the offset only where it is another.
func (at clockTime) shown(standard string) string {
	text := fmt.Sprintf("%02d:%02d", at.h, at.m)
	if at.s != 0 || at.fraction != "" {
		text += fmt.Sprintf(":%02d", at.s)
	}
	if at.fraction != "" {
		text += "," + at.fraction
	}
	if at.offset != "" && at.offset != standard {
		text += " " + offsetShown(at.offset)
	}
	return text
}

// offsetShown writes an offset: −04:00, UTC.
func offsetShown(offset string) string {
	if offset == "Z" || offset == "+00:00" {
		return "UTC"
	}
	return strings.Replace(offset, "-", "−", 1)
}
