package portal

import "net/http"

// The cookies. SessionCookie holds the token of a session; the others hold what somebody prefers, and nothing about a person.
const (
	SessionCookie  = "__Host-deferido-session"
	languageCookie = "__Host-deferido-language"
	contrastCookie = "__Host-deferido-contrast"
	keysCookie     = "__Host-deferido-keys" // "off": no single keys
)

const year = 365 * 24 * 60 * 60 // seconds

func cookie(r *http.Request, name string) string {
	c, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return c.Value
}

// remember has the browser keep a preference for a year; an empty one is forgotten.
func (v *visit) remember(name, value string) { v.keep(name, value, year) }

// keep has the browser keep a cookie for some seconds, 0 as long as it runs. An empty value is forgotten.
func (v *visit) keep(name, value string, seconds int) {
	if value == "" {
		seconds = -1
	}
	http.SetCookie(v.Writer, &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: seconds, Secure: true, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}
