package httpapi

import (
	"mime"
	"strconv"
	"strings"
)

// accepts reports whether an Accept header (RFC 9110, 12.5.1) takes a media type. An absent header, and one in which
// nothing can be read, takes all. The most specific range decides.
func accepts(header []string, media string) bool {
	group, _, _ := strings.Cut(media, "/")
	best, weight, read := 0, 0.0, false
	for _, part := range strings.Split(strings.Join(header, ","), ",") {
		name, params, err := mime.ParseMediaType(part)
		if err != nil {
			continue
		}
		read = true
		specific := 0
		switch name {
		case media:
			specific = 3
		case group + "/*":
			specific = 2
		case "*/*":
			specific = 1
		}
		if specific == 0 || specific < best {
			continue
		}
		q := quality(params)
		if specific > best || q > weight {
			best, weight = specific, q
		}
	}
	return !read || weight > 0
}

func quality(params map[string]string) float64 {
	q, given := params["q"]
	if !given {
		return 1
	}
	f, err := strconv.ParseFloat(q, 64)
	if err != nil {
		return 1
	}
	return f
}

// carries reports whether a Content-Type is a media type of ours: that type itself, or for JSON any "+json", in UTF-8.
func carries(contentType, media string) bool {
	name, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		return false
	}
	if charset, given := params["charset"]; given && !strings.EqualFold(charset, "utf-8") {
		return false
	}
	return name == media || media == mediaJSON && strings.HasPrefix(name, "application/") && strings.HasSuffix(name, "+json")
}
