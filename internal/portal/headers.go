package portal

import "strings"

// contentPolicy lets a page load what is ours and nothing else. The nonce is for the style that the editor adds.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; font-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// headers are those of every page.
func (v *visit) headers() {
	h := v.Writer.Header()
	h.Set("X-Request-ID", v.id)
	h.Set("Content-Security-Policy", strings.Replace(contentPolicy, "{nonce}", v.nonce, 1))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Vary", "Accept-Language, Cookie, HX-Request")
	h.Set("Cache-Control", "no-store")
}
