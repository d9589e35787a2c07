package listen_test

import (
	"crypto/tls"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"deferido/internal/listen"
)

func proxies(t testing.TB, list ...string) listen.Proxies {
	t.Helper()
	p, err := listen.ParseProxies(list)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// asked is a request of a peer, with headers: name, value, name, value.
func asked(peer string, headers ...string) *http.Request {
	r := httptest.NewRequest("GET", "/", nil)
	r.RemoteAddr, r.Host = peer, "own.example:8080"
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	return r
}

func TestProxiesAreAddressesAndRanges(t *testing.T) {
	p := proxies(t, "10.1.2.3/8", " 192.168.0.1 ", "2001:db8::/32", "::1", "::ffff:172.16.0.0/108")
	for peer, trusted := range map[string]bool{
		"10.0.0.0:1": true, "10.255.255.255:1": true, "11.0.0.0:1": false, "9.255.255.255:1": false, "10.0.0.1": true, "[::ffff:10.0.0.1]:1": true,
		"192.168.0.1:1": true, "192.168.0.2:1": false, "[2001:db8:ffff::1]:443": true, "[2001:db9::]:443": false, "[::1]:1": true, "[::1%lo]:1": true,
		"172.16.0.1:1": true, "172.32.0.1:1": false, "": false, "@": false, "10.0.0.1:": false, "10.0.0": false, "proxy:1": false, "[10.0.0.1]": false,
	} {
		if got := p.Trusts(peer); got != trusted {
			t.Errorf("%q: %t", peer, got)
		}
	}
	if (listen.Proxies{}).Trusts("127.0.0.1:1") {
		t.Error("no proxies, and one is trusted")
	}
}

func TestWhatIsNoProxyIsRefusedWithoutRepeatingIt(t *testing.T) {
	for _, bad := range []string{"", "planted", "10.0.0.1:80", "10.0.0.0/33", "10.0.0.0/", "/8", "10.0.0.0/8/8", "::ffff:10.0.0.0/90", "10.0.0.1-10.0.0.9", "fe80::1%planted/64"} {
		_, err := listen.ParseProxies([]string{"10.0.0.1", bad})
		if err == nil || !strings.Contains(err.Error(), "2 of 2") || strings.Contains(err.Error(), "planted") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestTheClient(t *testing.T) {
	const f = "X-Forwarded-For"
	p := proxies(t, "10.0.0.0/8", "fd00::/8")
	for _, c := range []struct {
		client string
		r      *http.Request
	}{
		{"203.0.113.9", asked("203.0.113.9:5000")},
		{"203.0.113.9", asked("203.0.113.9:5000", f, "198.51.100.1")},
		{"203.0.113.9", asked("[::ffff:203.0.113.9]:5000", f, "198.51.100.1")},
		{"10.0.0.1", asked("10.0.0.1:5000")},
		{"198.51.100.1", asked("10.0.0.1:5000", f, "198.51.100.1")},
		{"198.51.100.1", asked("10.0.0.1:5000", f, "1.1.1.1, 198.51.100.1")},
		{"198.51.100.1", asked("10.0.0.1:5000", f, "1.1.1.1, 198.51.100.1 ,\t10.0.0.2,fd00::7")},
		{"198.51.100.1", asked("10.0.0.1:5000", f, "1.1.1.1, 198.51.100.1", f, "10.0.0.3")},
		{"198.51.100.1", asked("10.0.0.1:5000", f, "1.1.1.1", f, "198.51.100.1")},
		{"198.51.100.1", asked("10.0.0.1:5000", f, "198.51.100.1:4711")},
		{"198.51.100.1", asked("10.0.0.1:5000", f, "::ffff:198.51.100.1")},
		{"2001:db8::1", asked("[fd00::1]:5000", f, "2001:db8::1")},
		{"2001:db8::1", asked("[fd00::1]:5000", f, "[2001:db8::1]")},
		{"2001:db8::1", asked("[fd00::1]:5000", f, "[2001:db8::1]:443")},
		{"2001:db8::1", asked("[fd00::1]:5000", f, "2001:db8::1%planted")},
		{"10.0.0.1", asked("10.0.0.1:5000", f, "")},
		{"10.0.0.1", asked("10.0.0.1:5000", f, "1.1.1.1, unknown")},
		{"10.0.0.1", asked("10.0.0.1:5000", f, "1.1.1.1,")},
		{"10.0.0.2", asked("10.0.0.1:5000", f, "1.1.1.1, _hidden, 10.0.0.2")},
		{"10.0.0.3", asked("10.0.0.1:5000", f, "10.0.0.3, 10.0.0.2")},
		{"10.0.0.1", asked("10.0.0.1:5000", "Forwarded", "for=1.1.1.1", "X-Real-IP", "1.1.1.1")},
	} {
		if got := p.Client(c.r); got != netip.MustParseAddr(c.client) {
			t.Errorf("%s %q: %s, want %s", c.r.RemoteAddr, c.r.Header.Values(f), got, c.client)
		}
	}
	if got := p.Client(asked("@", f, "1.1.1.1")); got.IsValid() {
		t.Errorf("a peer without an address: %s", got)
	}
}

func TestTheOrigin(t *testing.T) {
	const proto, host = "X-Forwarded-Proto", "X-Forwarded-Host"
	p := proxies(t, "10.0.0.0/8")
	over := func(r *http.Request) *http.Request { r.TLS = &tls.ConnectionState{}; return r }
	named := func(host string) *http.Request { r := asked("203.0.113.9:1"); r.Host = host; return r }
	for _, c := range []struct {
		origin, public string
		r              *http.Request
	}{
		{"https://public.example", "https://public.example/", asked("10.0.0.1:1", proto, "http", host, "other.example")},
		{"http://own.example:8080", "", asked("203.0.113.9:1")},
		{"https://own.example:8080", "", over(asked("203.0.113.9:1"))},
		{"http://own.example:8080", "", asked("203.0.113.9:1", proto, "https", host, "evil.example")},
		{"https://own.example:8080", "", over(asked("203.0.113.9:1", proto, "http", host, "evil.example"))},
		{"https://public.example", "", asked("10.0.0.1:1", proto, "HTTPS", host, "public.example")},
		{"http://public.example", "", over(asked("10.0.0.1:1", proto, "http", host, "public.example"))},
		{"https://near.example:444", "", asked("10.0.0.1:1", proto, "http, https", host, "far.example, near.example:444")},
		{"https://near.example", "", asked("10.0.0.1:1", proto, "http", proto, "https", host, "far.example", host, "near.example")},
		{"http://own.example:8080", "", asked("10.0.0.1:1", proto, "javascript", host, "a/b")},
		{"http://own.example:8080", "", asked("10.0.0.1:1", proto, "", host, "")},
		{"http://[2001:db8::1]:80", "", named("[2001:DB8::1]:80")},
		{"http://[2001:db8::1]", "", named("[2001:db8::1]")},
		{"http://192.0.2.1", "", named("192.0.2.1")},
		{"", "", named("")}, {"", "", named(":80")}, {"", "", named("user@host")}, {"", "", named("a/b")}, {"", "", named("a?b")}, {"", "", named("a\"b")},
	} {
		if got := p.Origin(c.r, c.public); got != c.origin {
			t.Errorf("%s %s %v: %q, want %q", c.r.RemoteAddr, c.r.Host, c.r.Header, got, c.origin)
		}
	}
}

func FuzzForwardedHeaders(f *testing.F) {
	for _, seed := range []string{"", ",", "1.2.3.4", "1.2.3.4:5, 10.0.0.1", "[::1]:80,fd00::1", "[fe80::1%x]", "https", "a.example:80", "::ffff:1.2.3.4", "]:[", "[a]b:c"} {
		f.Add("10.0.0.1:80", seed, "10.0.0.2", "host.example")
		f.Add("203.0.113.9:80", "10.0.0.1", seed, seed)
		f.Add(seed, seed, seed, seed)
	}
	p := proxies(f, "10.0.0.0/8", "fd00::/8")
	f.Fuzz(func(t *testing.T, peer, first, second, host string) {
		bare, said := asked(peer), asked(peer, "X-Forwarded-For", first, "X-Forwarded-For", second,
			"X-Forwarded-Host", first, "X-Forwarded-Host", second, "X-Forwarded-Proto", second)
		bare.Host, said.Host = host, host
		client, origin := p.Client(said), p.Origin(said, "")
		if client.Zone() != "" || client.Is4In6() || client.IsValid() != p.Client(bare).IsValid() {
			t.Errorf("client %s of %q", client, peer)
		}
		if !p.Trusts(peer) && (client != p.Client(bare) || origin != p.Origin(bare, "")) {
			t.Errorf("%q is trusted: %s %s", peer, client, origin)
		}
		// A proxy that appends whom it was asked by is believed, whatever stands before.
		said.RemoteAddr = "10.0.0.1:80"
		said.Header.Add("X-Forwarded-For", "198.51.100.1")
		if got := p.Client(said); got != netip.MustParseAddr("198.51.100.1") {
			t.Errorf("%q, %q before the client: %s", first, second, got)
		}
		if origin == "" {
			return
		}
		u, err := url.Parse(origin)
		if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.User != nil || u.String() != u.Scheme+"://"+u.Host {
			t.Errorf("origin %q: %v", origin, err)
		}
	})
}

func FuzzRebindable(f *testing.F) {
	for _, seed := range []string{"localhost", "127.0.0.1:80", "[::1]:80", "::1", "localhost.:1", "a.localhost", "127.0.0.1.example"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, host string) {
		if host == "" || listen.Rebindable(host) || strings.Count(host, ":") > 1 && host[0] != '[' {
			return
		}
		u, err := url.Parse("http://" + host)
		if err != nil {
			t.Fatalf("%q is no host of a URL: %v", host, err)
		}
		name := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
		if _, err := netip.ParseAddr(name); err != nil && strings.Contains(name, ".") && !strings.HasSuffix(name, ".localhost") {
			t.Errorf("%q is nobody's", host)
		}
	})
}
