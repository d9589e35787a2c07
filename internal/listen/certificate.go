package listen

import (
	"crypto/tls"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// lookEvery is how often the files of a certificate are looked at, at most.
const lookEvery = time.Second

// Certificate is the TLS of a server that presents the certificate chain of a PEM file, with its key in another: TLS 1.2 or
// later, HTTP/2 or HTTP/1.1. An error says what is wrong with the files.
//
// The files are looked at again on a handshake, at most once a second, and read when they have changed, so that a certificate
// is renewed without a restart. Where the new ones cannot be read, do not fit together or hold a certificate that has ended,
// the one before stays and report is told, once for each change of the files. Of a certificate that has ended when the program
// starts it is told too; that one is presented, for there is no other. Report may be called from any goroutine, one at a time,
// and a handshake waits for it; nil discards.
func Certificate(certFile, keyFile string, report func(error)) (*tls.Config, error) {
	if report == nil {
		report = func(error) {}
	}
	f := &followed{certFile: certFile, keyFile: keyFile, report: report, seen: look(certFile, keyFile), looked: time.Now()}
	first, err := f.load()
	if err != nil {
		return nil, err
	}
	if err := ended(first); err != nil {
		report(err)
	}
	f.current.Store(first)
	return &tls.Config{
		MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"},
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return f.certificate(), nil },
	}, nil
}

// followed is a certificate that follows its files.
type followed struct {
	certFile, keyFile string
	report            func(error)
	current           atomic.Pointer[tls.Certificate]

	mu     sync.Mutex // held while the files are looked at
	looked time.Time
	seen   sight
}

// certificate is the one to present. One handshake looks at the files; those beside it go on with what there is.
func (f *followed) certificate() *tls.Certificate {
	if f.mu.TryLock() {
		defer f.mu.Unlock()
		if time.Since(f.looked) >= lookEvery {
			f.follow()
		}
	}
	return f.current.Load()
}

func (f *followed) follow() {
	f.looked = time.Now()
	now := look(f.certFile, f.keyFile) // before they are read: what is written meanwhile is seen as a change the next time
	if now.same(f.seen) {
		return
	}
	f.seen = now
	renewed, err := f.load()
	if err == nil {
		err = ended(renewed)
	}
	if err != nil {
		f.report(fmt.Errorf("the certificate was not renewed, the one before stays: %w", err))
		return
	}
	f.current.Store(renewed)
}

func (f *followed) load() (*tls.Certificate, error) {
	c, err := tls.LoadX509KeyPair(f.certFile, f.keyFile)
	if err != nil {
		return nil, fmt.Errorf("loading the certificate and its key: %w", err)
	}
	return &c, nil
}

// ended is an error where a certificate is valid no more. One that is not valid yet is none: clocks differ.
func ended(c *tls.Certificate) error {
	if until := c.Leaf.NotAfter; time.Now().After(until) {
		return fmt.Errorf("the certificate has ended: it was valid until %s", until.Format(time.RFC3339))
	}
	return nil
}

// sight is what the two files looked like; nil for one that was not there.
type sight [2]os.FileInfo

func look(certFile, keyFile string) sight {
	var s sight
	for i, name := range []string{certFile, keyFile} {
		if info, err := os.Stat(name); err == nil { // why it is not there is what reading it will tell
			s[i] = info
		}
	}
	return s
}

func (s sight) same(before sight) bool {
	for i, a := range s {
		b := before[i]
		if (a == nil) != (b == nil) {
			return false
		}
		if a != nil && (!os.SameFile(a, b) || !a.ModTime().Equal(b.ModTime()) || a.Size() != b.Size()) {
			return false
		}
	}
	return true
}
