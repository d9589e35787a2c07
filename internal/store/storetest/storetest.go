// Package storetest gives tests the stores that the program runs on: SQLite, and a real PostgreSQL server.
package storetest

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver

	"deferido/internal/store"
	"deferido/internal/testkit"
)

// ServerVariable names the URL of a PostgreSQL server that tests may make databases in. Without it they start one of their
// own, where the machine has it.
const ServerVariable = "DEFERIDO_TEST_POSTGRES"

// Each runs a test on each store; the source is that of a new, empty one.
func Each(t *testing.T, test func(t *testing.T, from store.Source)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, Postgres(t)) })
}

// Open opens a store for the time of a test.
func Open(t testing.TB, from store.Source) *store.DB {
	t.Helper()
	db, err := store.Open(context.Background(), from)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// SQLite is the source of a new SQLite store.
func SQLite(t testing.TB) store.Source {
	t.Helper()
	return store.Source{File: filepath.Join(t.TempDir(), "deferido.db")}
}

// Postgres is the source of a new database.
func Postgres(t testing.TB) store.Source {
	t.Helper()
	server := os.Getenv(ServerVariable)
	if server == "" {
		server = Shared(t).URL
	}
	return store.Source{URL: newDatabase(t, server)}
}

// newDatabase makes a database, and drops it after the test.
func newDatabase(t testing.TB, server string) string {
	t.Helper()
	admin, err := sql.Open("pgx", server)
	if err != nil {
		t.Fatal(err)
	}
	name := "test_" + fmt.Sprintf("%x", randomBytes(8))
	if _, err := admin.Exec("CREATE DATABASE " + name); err != nil {
		t.Fatalf("making a database: %v", err)
	}
	t.Cleanup(func() {
		_, _ = admin.Exec("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)")
		_ = admin.Close()
	})
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	return u.String()
}

func randomBytes(n int) []byte {
	b := make([]byte, n)
	rand.Read(b) // never fails
	return b
}

// Server is a PostgreSQL server of a test's own.
type Server struct {
	URL    string
	folder string
	port   int
	as     *syscall.Credential // nil: as whoever runs the test
}

var shared struct {
	sync.Mutex
	server *Server
}

// Shared is a server that all tests of a test binary use; Stop, which TestMain calls, ends it.
func Shared(t testing.TB) *Server {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	if shared.server == nil {
		server, err := Start()
		if err != nil {
			testkit.Missing(t, "no PostgreSQL: %v", err)
		}
		shared.server = server
	}
	return shared.server
}

// Own starts a server that a test may stop and start again; it is removed after the test.
func Own(t testing.TB) *Server {
	t.Helper()
	server, err := Start()
	if err != nil {
		testkit.Missing(t, "no PostgreSQL: %v", err)
	}
	t.Cleanup(func() { _ = server.Remove() })
	return server
}

// Main runs the tests of a package and ends the server that they shared.
func Main(m *testing.M) int {
	defer Stop()
	return m.Run()
}

// Stop ends the shared server.
func Stop() {
	shared.Lock()
	defer shared.Unlock()
	if shared.server != nil {
		_ = shared.server.Remove()
		shared.server = nil
	}
}

// Start makes a server in a folder of its own and starts it. It listens on a free port of loopback.
func Start() (*Server, error) {
	folder, err := os.MkdirTemp("", "deferido-postgres-")
	if err != nil {
		return nil, err
	}
	s := &Server{folder: folder}
	if err := errors.Join(s.unprivileged(), s.port0()); err != nil {
		return nil, err
	}
	s.URL = "postgres://deferido@127.0.0.1:" + strconv.Itoa(s.port) + "/postgres?sslmode=disable"
	if err := s.run("initdb", "-D", s.data(), "-U", "deferido", "-A", "trust", "-E", "UTF8", "--no-locale"); err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	if err := s.Start(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	return s, nil
}

func (s *Server) data() string { return filepath.Join(s.folder, "data") }

// unprivileged finds a user that is not root, as whom alone PostgreSQL runs.
func (s *Server) unprivileged() error {
	if os.Getuid() != 0 {
		return nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, uidErr := strconv.Atoi(u.Uid)
		gid, gidErr := strconv.Atoi(u.Gid)
		if err := errors.Join(uidErr, gidErr); err != nil {
			return err
		}
		s.as = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		return os.Chown(s.folder, uid, gid)
	}
	return errors.New("there is no user that is not root")
}

func (s *Server) port0() error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	s.port = l.Addr().(*net.TCPAddr).Port
	return l.Close()
}

// Start starts the server, which must not run.
func (s *Server) Start() error {
	options := fmt.Sprintf("-p %d -c listen_addresses=127.0.0.1 -c unix_socket_directories=%s -c max_connections=200", s.port, s.folder)
	return s.run("pg_ctl", "-D", s.data(), "-o", options, "-l", filepath.Join(s.folder, "log"), "-w", "-t", "60", "start")
}

// Stop stops the server at once, as if it crashed.
func (s *Server) Stop() error {
	return s.run("pg_ctl", "-D", s.data(), "-m", "immediate", "-w", "stop")
}

// Remove stops the server and deletes its folder.
func (s *Server) Remove() error {
	err := s.Stop()
	return errors.Join(err, os.RemoveAll(s.folder))
}

// NewDatabase makes a database in the server, for the time of a test.
func (s *Server) NewDatabase(t testing.TB) string { return newDatabase(t, s.URL) }

func (s *Server) run(name string, args ...string) error {
	path, err := find(name)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, path, args...)
	c.Dir = s.folder
	c.SysProcAttr = &syscall.SysProcAttr{Credential: s.as}
	if name == "pg_ctl" {
		return c.Run() // its output would be held open by the server
	}
	out, err := c.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, out)
	}
	return nil
}

// find finds a program of PostgreSQL, which Debian does not put on the path.
func find(name string) (string, error) {
	if path, err := exec.LookPath(name); err == nil {
		return path, nil
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
	if err != nil || len(found) == 0 {
		return "", fmt.Errorf("%s is not installed", name)
	}
	return found[len(found)-1], nil
}
