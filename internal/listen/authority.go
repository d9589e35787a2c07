package listen

import (
	"net"
	"net/netip"
	"strconv"
	"strings"
)

// authority is a host with its port, as a Host header or an address to listen on writes it.
type authority struct {
	host string     // without brackets; empty where only a port is given
	ip   netip.Addr // of the host, where it is one
	port string     // decimal, or empty
}

// parseAuthority reads host, host:port, [IPv6], [IPv6]:port or IPv6 and is false for all else. A name is of letters, digits,
// dots, hyphens and underscores.
func parseAuthority(s string) (authority, bool) {
	host, port, six, ok := splitAuthority(s)
	if _, err := strconv.ParseUint(port, 10, 16); !ok || (port != "" && err != nil) {
		return authority{}, false
	}
	a := authority{host: host, port: port}
	if six {
		ip, err := netip.ParseAddr(host)
		a.ip = plain(ip)
		return a, err == nil && ip.Is6() && ip.Zone() == ""
	}
	if ip, err := netip.ParseAddr(strings.TrimSuffix(host, ".")); err == nil {
		a.ip = ip
	}
	return a, isName(host)
}

// splitAuthority parts host and port; six tells that the host can be IPv6 only.
func splitAuthority(s string) (host, port string, six, ok bool) {
	after, colon := "", false
	switch inner, bracketed := strings.CutPrefix(s, "["); {
	case bracketed:
		if host, after, ok = strings.Cut(inner, "]"); !ok {
			return "", "", true, false
		}
		after, port, colon = strings.Cut(after, ":")
		six = true
	case strings.Count(s, ":") > 1: // without brackets there is no room for a port
		host, six = s, true
	default:
		host, port, colon = strings.Cut(s, ":")
	}
	return host, port, six, after == "" && colon == (port != "")
}

func isName(host string) bool {
	for _, b := range []byte(host) {
		if !(b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '-' || b == '_' || b == '.') {
			return false
		}
	}
	return len(host) <= 255
}

// loopback reports whether the host is this machine alone. The name is fixed by RFC 6761.
func (a authority) loopback() bool {
	return a.ip.IsLoopback() || strings.EqualFold(strings.TrimSuffix(a.host, "."), "localhost")
}

// String writes the authority as a URL does.
func (a authority) String() string {
	host := a.host
	if a.ip.IsValid() {
		host = a.ip.String()
	}
	if a.port != "" {
		return net.JoinHostPort(host, a.port)
	}
	if a.ip.Is6() {
		return "[" + host + "]"
	}
	return host
}

// plain is an address without what makes one address look like two: its zone, and IPv4 within IPv6.
func plain(ip netip.Addr) netip.Addr { return ip.Unmap().WithZone("") }
