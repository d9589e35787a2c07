package httpapi_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// BenchmarkDecision is what the handler costs beside the decision.
func BenchmarkDecision(b *testing.B) {
	h, body := build(b, nil), request(b, "elderly-free-seat")
	b.ReportAllocs()
	for b.Loop() {
		r := httptest.NewRequest(http.MethodPost, "/v1/decisions", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		if h.ServeHTTP(w, r); w.Code != 200 {
			b.Fatal(w.Body)
		}
	}
}

// BenchmarkStreamLine is what a line of a stream costs, client and network with it.
func BenchmarkStreamLine(b *testing.B) {
	l := start(b, nil)
	in, answers, _ := l.open(b, client(b, false))
	go func() {
		out := bufio.NewWriter(in)
		for i := 0; i < b.N; i++ {
			fmt.Fprintln(out, one(i))
		}
		_ = out.Flush()
		in.Close()
	}()
	lines := 0
	for scanner := bufio.NewScanner(answers); scanner.Scan(); lines++ {
	}
	_, _ = io.Copy(io.Discard, answers)
	if lines != b.N+1 {
		b.Errorf("%d lines of %d", lines, b.N)
	}
}
