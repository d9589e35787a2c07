package bundle

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// stock is the stock opa, as a program: go tool alone would stand between us and its process.
func stock(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "tool", "-n", "opa").Output()
	name := strings.TrimSpace(string(out))
	if err == nil {
		_, err = os.Stat(name)
	}
	if err != nil { // not built yet
		if err := exec.Command("go", "tool", "opa", "version").Run(); err != nil {
			t.Fatalf("go tool opa: %v", err)
		}
	}
	return name
}

func run(ctx context.Context, opa, bundle, public, address string) *exec.Cmd {
	return exec.CommandContext(ctx, opa, "run", "--server", "--addr", address, "--log-level", "error", "--skip-version-check",
		"--bundle", bundle, "--verification-key", public, "--signing-alg", "ES256")
}

// serve starts the stock opa on a bundle, waits until it answers and returns its address.
func serve(t *testing.T, opa, bundle, public string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	server := run(ctx, opa, bundle, public, address)
	var said bytes.Buffer
	server.Stdout, server.Stderr = &said, &said
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Wait() }()
	t.Cleanup(func() { stop(); <-ended })
	for deadline := time.After(time.Minute); ; {
		if response, err := http.Get("http://" + address + "/health?bundles"); err == nil {
			response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return "http://" + address
			}
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("opa run: %v\n%s", err, said.String())
		case <-deadline:
			t.Fatal("opa run does not answer")
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func post(t *testing.T, url string, input, to any) {
	t.Helper()
	body, err := json.Marshal(map[string]any{"input": input})
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.Post(url, "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%d, %v: %.1000s", response.StatusCode, err, answer)
	}
	decode(t, answer, to)
}
