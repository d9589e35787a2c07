package listen_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"deferido/internal/listen"
)

// pair are the files of a certificate.
type pair struct{ cert, key string }

func files(t testing.TB) pair {
	dir := t.TempDir()
	return pair{filepath.Join(dir, "tls.crt"), filepath.Join(dir, "tls.key")}
}

// issue makes a certificate of a serial number for localhost, and its key, in PEM.
func issue(t testing.TB, serial int64, until time.Time) (cert, key []byte) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{"localhost"},
		NotBefore: time.Now().Add(-48 * time.Hour), NotAfter: until,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})
}

func (p pair) write(t testing.TB, cert, key []byte) {
	t.Helper()
	if err := errors.Join(os.WriteFile(p.cert, cert, 0o600), os.WriteFile(p.key, key, 0o600)); err != nil {
		t.Fatal(err)
	}
}

// reports are what was reported.
type reports struct {
	mu  sync.Mutex
	all []string
}

func (r *reports) add(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = append(r.all, err.Error())
}

// take returns what was reported since it was last asked.
func (r *reports) take() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer func() { r.all = nil }()
	return strings.Join(r.all, "\n")
}

// serve serves the protocol of each request over TLS, and returns the address.
func serve(t testing.TB, config *tls.Config) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{TLSConfig: config, ErrorLog: log.New(io.Discard, "", 0), Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, r.Proto)
	})}
	ended := make(chan error, 1)
	go func() { ended <- server.ServeTLS(listener, "", "") }()
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	})
	return listener.Addr().String()
}

// handshake returns the serial number of the certificate that a server presents; 0 where it refuses.
func handshake(t testing.TB, address string, versions ...uint16) int64 {
	t.Helper()
	config := &tls.Config{InsecureSkipVerify: true} // which certificate it is, is what is asked
	if len(versions) > 0 {
		config.MinVersion, config.MaxVersion = versions[0], versions[0]
	}
	c, err := tls.Dial("tcp", address, config)
	if err != nil {
		return 0
	}
	defer c.Close()
	return c.ConnectionState().PeerCertificates[0].SerialNumber.Int64()
}

func started(t testing.TB, p pair, r *reports) string {
	t.Helper()
	config, err := listen.Certificate(p.cert, p.key, r.add)
	if err != nil {
		t.Fatal(err)
	}
	return serve(t, config)
}

var tomorrow, yesterday = time.Now().Add(24 * time.Hour), time.Now().Add(-24 * time.Hour)

func TestBothVersionsOfHTTPAreServed(t *testing.T) {
	p := files(t)
	cert, key := issue(t, 1, tomorrow)
	p.write(t, cert, key)
	address := started(t, p, &reports{})
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(cert)
	for protocol, second := range map[string]bool{"HTTP/2.0": true, "HTTP/1.1": false} {
		transport := &http.Transport{
			TLSClientConfig: &tls.Config{RootCAs: roots, ServerName: "localhost"}, ForceAttemptHTTP2: second,
		}
		answer, err := (&http.Client{Transport: transport}).Get("https://" + address)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		transport.CloseIdleConnections()
		if err != nil || string(body) != protocol || answer.Proto != protocol {
			t.Errorf("%s %q %v, want %s", answer.Proto, body, err, protocol)
		}
	}
	for version, serial := range map[uint16]int64{tls.VersionTLS11: 0, tls.VersionTLS12: 1, tls.VersionTLS13: 1} {
		if got := handshake(t, address, version); got != serial {
			t.Errorf("%s: %d", tls.VersionName(version), got)
		}
	}
}

// wait is until the files are looked at again.
func wait() { time.Sleep(1100 * time.Millisecond) }

func TestANewCertificateIsServedAndABrokenOneIsNot(t *testing.T) {
	t.Parallel()
	p, r := files(t), &reports{}
	cert, key := issue(t, 1, tomorrow)
	p.write(t, cert, key)
	address := started(t, p, r)
	serves := func(serial int64, reported string) {
		t.Helper()
		wait()
		var all sync.WaitGroup
		for range 4 { // beside each other
			all.Go(func() { handshake(t, address) })
		}
		all.Wait()
		if got := handshake(t, address); got != serial {
			t.Errorf("serves certificate %d, want %d", got, serial)
		}
		got := r.take()
		if (reported == "") != (got == "") || !strings.Contains(got, reported) || strings.Count(got, "\n") > 0 {
			t.Errorf("reported %q, want %q", got, reported)
		}
	}
	serves(1, "")

	cert, key = issue(t, 2, tomorrow)
	p.write(t, cert, key)
	serves(2, "")

	other, otherKey := issue(t, 3, tomorrow)
	p.write(t, other, key) // the key is yet to come
	serves(2, "does not match")
	serves(2, "") // nothing has changed since
	p.write(t, other, otherKey)
	serves(3, "")

	p.write(t, []byte("not a certificate"), otherKey)
	serves(3, "find any PEM")
	if err := os.Remove(p.key); err != nil {
		t.Fatal(err)
	}
	serves(3, "tls.key")
	old, oldKey := issue(t, 4, yesterday)
	p.write(t, old, oldKey)
	serves(3, "has ended")
	cert, key = issue(t, 5, tomorrow)
	p.write(t, cert, key)
	serves(5, "")
}

// Kubernetes swaps a link to the folder of the files; their times may be what they were.
func TestFilesBehindALinkAreFollowed(t *testing.T) {
	t.Parallel()
	dir, when, r := t.TempDir(), time.Now().Add(-time.Hour), &reports{}
	for i, name := range []string{"one", "two"} {
		of := pair{filepath.Join(dir, name, "tls.crt"), filepath.Join(dir, name, "tls.key")}
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
		cert, key := issue(t, int64(i+1), tomorrow)
		of.write(t, cert, key)
		if err := errors.Join(os.Chtimes(of.cert, when, when), os.Chtimes(of.key, when, when)); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(dir, "data")
	if err := os.Symlink("one", link); err != nil {
		t.Fatal(err)
	}
	address := started(t, pair{filepath.Join(link, "tls.crt"), filepath.Join(link, "tls.key")}, r)
	if got := handshake(t, address); got != 1 {
		t.Fatalf("serves certificate %d", got)
	}
	if err := errors.Join(os.Symlink("two", link+".new"), os.Rename(link+".new", link)); err != nil {
		t.Fatal(err)
	}
	wait()
	if got := handshake(t, address); got != 2 || r.take() != "" {
		t.Errorf("serves certificate %d", got)
	}
}

func TestACertificateThatIsWrongFromTheStart(t *testing.T) {
	cert, key := issue(t, 1, tomorrow)
	_, other := issue(t, 2, tomorrow)
	for name, c := range map[string]struct {
		cert, key []byte
		says      string
	}{
		"no certificate": {nil, key, "tls.crt"}, "no key": {cert, nil, "tls.key"}, "another key": {cert, other, "does not match"},
		"exchanged": {key, cert, "PEM"}, "empty": {[]byte{}, []byte{}, "PEM"},
	} {
		p := files(t)
		p.write(t, c.cert, c.key)
		for name, content := range map[string][]byte{p.cert: c.cert, p.key: c.key} {
			if content == nil {
				if err := os.Remove(name); err != nil {
					t.Fatal(err)
				}
			}
		}
		if config, err := listen.Certificate(p.cert, p.key, nil); err == nil || config != nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestACertificateThatHasEndedIsServedWhereThereIsNoOther(t *testing.T) {
	p, r := files(t), &reports{}
	cert, key := issue(t, 1, yesterday)
	p.write(t, cert, key)
	if got := handshake(t, started(t, p, r)); got != 1 {
		t.Errorf("serves certificate %d", got)
	}
	if got := r.take(); !strings.Contains(got, "has ended") {
		t.Errorf("reported %q", got)
	}
}
