package listen

import (
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// Proxies are the proxies in front of the program whose headers are believed. The zero value is none. It is safe for
// concurrent use.
type Proxies struct{ prefixes []netip.Prefix }

// ParseProxies reads IP addresses and ranges of them (CIDR). Its error says which is neither, by its place, and repeats none.
func ParseProxies(list []string) (Proxies, error) {
	var p Proxies
	for i, s := range list {
		prefix, ok := parsePrefix(strings.TrimSpace(s))
		if !ok {
			return Proxies{}, fmt.Errorf("trusted proxy %d of %d is not an IP address or a range such as 10.0.0.0/8", i+1, len(list))
		}
		p.prefixes = append(p.prefixes, prefix)
	}
	return p, nil
}

func parsePrefix(s string) (netip.Prefix, bool) {
	if ip, err := netip.ParseAddr(s); err == nil {
		zoned := ip.Zone() != "" // peers are compared without theirs
		ip = plain(ip)
		return netip.PrefixFrom(ip, ip.BitLen()), !zoned
	}
	prefix, err := netip.ParsePrefix(s)
	if err != nil {
		return prefix, false
	}
	if ip := prefix.Addr(); ip.Is4In6() { // addresses are compared as the IPv4 ones that they are
		const mapped = 96 // bits that say so
		if prefix.Bits() < mapped {
			return prefix, false
		}
		prefix = netip.PrefixFrom(ip.Unmap(), prefix.Bits()-mapped)
	}
	return prefix.Masked(), true
}

// Trusts reports whether a peer, as http.Request.RemoteAddr names it, is one of the proxies.
func (p Proxies) Trusts(remoteAddr string) bool {
	ip, ok := parseAddress(remoteAddr)
	return ok && p.contains(ip)
}

func (p Proxies) contains(ip netip.Addr) bool {
	for _, prefix := range p.prefixes {
		if prefix.Contains(ip) {
			return true
		}
	}
	return false
}

// Client is the address of the client, without zone or port; the zero Addr where the peer has none.
//
// It is the peer's own, unless that is one of the proxies. Then X-Forwarded-For is read from its end, where each proxy wrote
// whom it was asked by, past those that are proxies themselves: what stands before the first that is not is the client's own
// tale. Nor is anything believed before an entry that is no address. The header Forwarded (RFC 7239) is not read.
func (p Proxies) Client(r *http.Request) netip.Addr {
	ip, ok := parseAddress(r.RemoteAddr)
	if !ok || !p.contains(ip) {
		return ip
	}
	for _, list := range slices.Backward(r.Header.Values("X-Forwarded-For")) {
		for more := true; more; {
			var entry string
			entry, list, more = cutLast(list)
			said, ok := parseAddress(entry)
			if !ok {
				return ip
			}
			if ip = said; !p.contains(ip) {
				return ip
			}
		}
	}
	return ip
}

// cutLast cuts the last entry off a list with commas, and reports whether there are more before it.
func cutLast(list string) (entry, rest string, more bool) {
	i := strings.LastIndexByte(list, ',')
	if i < 0 {
		return strings.TrimSpace(list), "", false
	}
	return strings.TrimSpace(list[i+1:]), list[:i], true
}

// parseAddress reads an IP address, with or without a port; IPv6 may be in brackets. A zone is dropped.
func parseAddress(s string) (netip.Addr, bool) {
	if ip, err := netip.ParseAddr(s); err == nil {
		return plain(ip), true
	}
	if at, err := netip.ParseAddrPort(s); err == nil {
		return plain(at.Addr()), true
	}
	if inner, ok := strings.CutPrefix(s, "["); ok {
		inner, ok = strings.CutSuffix(inner, "]")
		if ip, err := netip.ParseAddr(inner); ok && err == nil && ip.Is6() {
			return plain(ip), true
		}
	}
	return netip.Addr{}, false
}
