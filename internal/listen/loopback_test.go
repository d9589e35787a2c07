package listen_test

import (
	"net"
	"testing"

	"deferido/internal/listen"
)

func TestAddressesOfThisMachineAlone(t *testing.T) {
	for addr, alone := range map[string]bool{
		"127.0.0.1:8080": true, "127.255.255.254:0": true, "localhost:65535": true, "LOCALHOST:1": true, "[::1]:8080": true, "[::ffff:127.0.0.1]:80": true,
		":8080": false, "0.0.0.0:8080": false, "[::]:8080": false, "128.0.0.1:80": false, "126.255.255.255:80": false, "192.168.0.1:80": false,
		"[::2]:80": false, "example.org:80": false, "localhost.example.org:80": false, "127.0.0.1.example.org:80": false,
		"": false, "localhost": false, "127.0.0.1": false, "::1": false, "[::1]": false, "localhost:": false, "localhost:65536": false,
		"localhost:http": false, "localhost:+1": false, "localhost:-1": false, "[127.0.0.1]:80": false, "[localhost]:80": false,
	} {
		if got := listen.Loopback(addr); got != alone {
			t.Errorf("%q: %t", addr, got)
		}
		if !alone {
			continue
		}
		if ip, err := net.ResolveTCPAddr("tcp", addr); err != nil || !ip.IP.IsLoopback() {
			t.Errorf("%q, to the system: %v %v", addr, ip, err)
		}
	}
}

func TestHostsThatSomebodyMayOwn(t *testing.T) {
	for host, owned := range map[string]bool{
		"localhost": false, "localhost:8080": false, "localhost.": false, "LocalHost": false, "127.0.0.1": false, "127.0.0.1:8080": false,
		"127.0.0.1.": false, "[::1]": false, "[::1]:8080": false, "::1": false, "10.0.0.1": false, "deferido": false, "deferido:8080": false,
		"counter.localhost": false, "": false, "x": false,
		"example.org": true, "example.org:8080": true, "EXAMPLE.org.": true, "localhost.example.org": true, "127.0.0.1.nip.io": true,
		"127.0.0.1.nip.io:80": true, "notlocalhost.": false, "a.notlocalhost": true,
		"localhost@example.org": true, "localhost/": true, "localhost:80:80": true, "localhost:x": true, "[::1": true, " localhost": true, "127.1": true,
	} {
		if got := listen.Rebindable(host); got != owned {
			t.Errorf("%q: %t", host, got)
		}
	}
}
