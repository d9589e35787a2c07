package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deferido/internal/testkit"
)

// certify writes a certificate for 127.0.0.1 and its key, and returns it.
func certify(t *testing.T, certificateFile, keyFile string) *x509.CertPool {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: "deferido"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
	}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{certificateFile: {Type: "CERTIFICATE", Bytes: certificate}, keyFile: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	trusted := x509.NewCertPool()
	trusted.AppendCertsFromPEM(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate}))
	return trusted
}

// trusting is a client that trusts a certificate and nothing else.
func trusting(t *testing.T, certificate *x509.CertPool, http2 bool) *http.Client {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetHTTP2(http2)
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: certificate}, Protocols: protocols}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, Timeout: time.Minute}
}

func TestServeOverTLS(t *testing.T) {
	folder := t.TempDir()
	certificate, key := filepath.Join(folder, "certificate.pem"), filepath.Join(folder, "key.pem")
	first := certify(t, certificate, key)
	s := serve(t, "--tls-certificate", certificate, "--tls-key", key)
	if !strings.HasPrefix(s.address, "https://127.0.0.1:") {
		t.Fatalf("it serves on %s", s.address)
	}
	proto := func(c *http.Client) string {
		t.Helper()
		got, err := c.Post(s.address+"/v1/decisions", "application/json", strings.NewReader(string(compact(t, "requests/elderly-refusal.json"))))
		if err != nil {
			return err.Error()
		}
		got.Body.Close()
		if got.StatusCode != http.StatusOK {
			t.Errorf("status %d", got.StatusCode)
		}
		return got.Proto
	}
	if got := proto(trusting(t, first, true)); got != "HTTP/2.0" {
		t.Errorf("it speaks %s", got)
	}
	if got := proto(trusting(t, first, false)); got != "HTTP/1.1" {
		t.Errorf("to an older client it speaks %s", got)
	}
	if got := proto(http.DefaultClient); !strings.Contains(got, "certificate") {
		t.Errorf("a client that does not know the certificate got %s", got)
	}
	second := trusting(t, certify(t, certificate, key), true)
	testkit.Eventually(t, "the new certificate is presented", func() bool { return proto(second) == "HTTP/2.0" })
	s.terminate(t)

	r := runProgram(t, "serve", "--listen", "127.0.0.1:0", "--tls-certificate", certificate)
	if r.status != exitUsage || !strings.Contains(r.stderr, "belong together") {
		t.Errorf("without its key: status %d: %s", r.status, r.stderr)
	}
}

// The addresses in documents are those that the world knows the server by, and only a named proxy may say which.
func TestTheAddressInDocuments(t *testing.T) {
	const world = "https://deferido.example.org"
	for name, of := range map[string]struct {
		args []string
		want string // empty: the server's own
	}{
		"nobody is trusted":       {nil, ""},
		"another is trusted":      {[]string{"--trusted-proxies", "10.0.0.0/8,192.0.2.1"}, ""},
		"the proxy is trusted":    {[]string{"--trusted-proxies", "10.0.0.0/8,127.0.0.1"}, world},
		"the address is settled":  {[]string{"--public-url", "https://settled.example.org/deferido"}, "https://settled.example.org/deferido"},
		"settled, and is trusted": {[]string{"--public-url", "https://settled.example.org", "--trusted-proxies", "127.0.0.1"}, "https://settled.example.org"},
	} {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			s, c := serve(t, of.args...), clients(t)
			if of.want == "" {
				of.want = s.address
			}
			made := asks(t, c, http.MethodPost, s.address+"/v1/decisions", compact(t, "requests/elderly-refusal.json"))
			page := asks(t, c, http.MethodGet, s.address+"/v1/decisions/"+made.id()+"/refusal.html", nil,
				"X-Forwarded-Proto", "https", "X-Forwarded-Host", "deferido.example.org", "X-Forwarded-For", "203.0.113.7")
			text := strings.ReplaceAll(string(page.body), "<wbr>", "")
			if page.status != http.StatusOK || !strings.Contains(text, of.want+"/check/"+made.id()+"?code=") {
				t.Errorf("status %d: %s is not there: %s", page.status, of.want, text)
			}
			if of.want != world && strings.Contains(text, world) {
				t.Errorf("%s is there", world)
			}
		})
	}
}
