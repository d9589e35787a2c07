// Package listen is how the program listens: which addresses are this machine's alone, the certificate of TLS, which is
// renewed without a restart, and what a proxy in front says of a request, which is believed of none but those named.
package listen

import "strings"

// Loopback reports whether host:port can be reached from this machine alone: the host is localhost or a loopback address. An
// empty host is every address of the machine, and so not. What is not host:port is not either.
func Loopback(addr string) bool {
	a, ok := parseAuthority(addr)
	return ok && a.port != "" && a.loopback()
}

// Rebindable reports whether a request's Host header is a domain name that somebody may own. It is false of addresses, of
// localhost and of names without a dot, which nobody does.
//
// A server that asks no key of those on this machine must refuse such a host. A page of another site can have the name of its
// own host resolve to 127.0.0.1 and then, to the browser, is at home on this server (DNS rebinding); the header still tells.
func Rebindable(host string) bool {
	a, ok := parseAuthority(host)
	name := strings.ToLower(strings.TrimSuffix(a.host, "."))
	return !ok || !a.ip.IsValid() && strings.Contains(name, ".") && !strings.HasSuffix(name, ".localhost")
}
