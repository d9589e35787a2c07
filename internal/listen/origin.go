package listen

import (
	"net/http"
	"strings"
)

// Origin is what the program's links begin with, without a slash at its end: "https://deferido.example.org".
//
// It is the public URL where one is set, as it should be wherever a link leaves the answer that it stands in: else it is what
// the request says, and a client may name any host. X-Forwarded-Proto and X-Forwarded-Host are believed of the proxies only,
// and of several entries the last, which the nearest proxy wrote. A request without a host that a URL can have gives an empty
// origin, with which a link that begins with a slash still works.
func (p Proxies) Origin(r *http.Request, publicURL string) string {
	if publicURL != "" {
		return strings.TrimRight(publicURL, "/")
	}
	scheme := "http"
	if r.TLS != nil {
		scheme = "https"
	}
	host, ok := parseHost(r.Host)
	if p.Trusts(r.RemoteAddr) {
		if said := strings.ToLower(last(r, "X-Forwarded-Proto")); said == "http" || said == "https" {
			scheme = said
		}
		if said, fit := parseHost(last(r, "X-Forwarded-Host")); fit {
			host, ok = said, true
		}
	}
	if !ok {
		return ""
	}
	return scheme + "://" + host.String()
}

// parseHost reads the authority of a URL.
func parseHost(s string) (authority, bool) {
	a, ok := parseAuthority(s)
	return a, ok && a.host != ""
}

// last is the last entry of a header; empty where there is none.
func last(r *http.Request, header string) string {
	values := r.Header.Values(header)
	if len(values) == 0 {
		return ""
	}
	entry, _, _ := cutLast(values[len(values)-1])
	return entry
}
