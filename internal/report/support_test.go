package report_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"deferido/fixtures"
	"deferido/internal/decision"
	"deferido/internal/engine"
	"deferido/internal/report"
	"deferido/policies"
)

// law is the embedded policy set.
var law *engine.Set

func TestMain(m *testing.M) {
	var err error
	if law, err = engine.Load(context.Background(), policies.FS, fixtures.FS); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// now is a fixed clock.
func now() time.Time { return time.Date(2026, 12, 1, 12, 0, 0, 0, time.FixedZone("", -3*3600)) }

// ask answers a request by the law, as a server would.
func ask(ctx context.Context, request []byte) (*decision.Decision, error) {
	r, err := law.Parse(request)
	if err != nil {
		return nil, err
	}
	service := decision.Service{Now: now, Reading: decision.ReadingText}
	return service.Decide(ctx, decision.Activation{Law: law, Seq: 1}, r, "pt-BR")
}

type failer interface {
	Helper()
	Fatalf(string, ...any)
}

func quarter(t failer, text string) report.Quarter {
	t.Helper()
	q, err := report.ParseQuarter(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return q
}

// each gives the grants, and then the error unless it is nil.
func each(grants []report.Grant, err error) iter.Seq2[report.Grant, error] {
	return func(yield func(report.Grant, error) bool) {
		for _, g := range grants {
			if !yield(g, nil) {
				return
			}
		}
		if err != nil {
			yield(report.Grant{}, err)
		}
	}
}

func build(t failer, o report.Options, grants []report.Grant) *report.Report {
	t.Helper()
	r, err := report.Build(context.Background(), o, each(grants, nil), nil)
	if err != nil {
		t.Fatalf("no report: %v", err)
	}
	return r
}

// written is what a writer writes.
func written(t failer, write func(*bytes.Buffer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatalf("not written: %v", err)
	}
	return b.Bytes()
}

func asJSON(t failer, r *report.Report) string {
	t.Helper()
	return string(written(t, func(b *bytes.Buffer) error { return r.WriteJSON(b) }))
}

func known(n int) *int { return &n }

// The random worlds: a quarter, its grants, and what the carrier imports.

var (
	months   = []string{"2026-07", "2026-08", "2026-09"}
	sections = []string{"Goiânia–Uberlândia", "Goiânia–Anápolis", "Água Boa–Barra", "=2+5", "@x", "-1", "'+a", "a,b;c", `d"e`, "_x0041_", "<&>", "Ônibus"}
)

// world is what a report is made of.
type world struct {
	options report.Options
	grants  []report.Grant
}

func drawWorld(t *rapid.T) world {
	q, _ := report.ParseQuarter("2026-Q3")
	w := world{options: report.Options{
		Period: q, Mode: "rodoviario", MadeAt: now(),
		Carrier: decision.Carrier{ID: "viacao", Name: "Viação Exemplo", CNPJ: "12.345.678/0001-95"},
	}}
	known := report.Sections{}
	n := rapid.IntRange(0, 40).Draw(t, "grants")
	for i := range n {
		g := report.Grant{
			ID: fmt.Sprintf("%04d", i), DecidedAt: now().Add(time.Duration(i%7) * time.Hour),
			Month:    rapid.SampledFrom(append([]string{"", "2026-06", "2026-10", "2026-13"}, slices.Concat(months, months)...)).Draw(t, "month"),
			Category: rapid.SampledFrom([]string{"pessoa_idosa", "jovem_baixa_renda", "pessoa_idosa", "outra"}).Draw(t, "category"),
			Benefit:  rapid.SampledFrom([]string{"gratuidade", "desconto"}).Draw(t, "benefit"),
		}
		if rapid.IntRange(0, 5).Draw(t, "known") > 0 {
			known[g.ID] = rapid.SampledFrom(append([]string{"", "\x00", "  Goiânia–Anápolis "}, sections...)).Draw(t, "section")
		}
		w.grants = append(w.grants, g)
	}
	w.options.Sections = known.Of
	w.options.Counts = drawCounts(t)
	return w
}

func drawCounts(t *rapid.T) []report.Count {
	number := rapid.Ptr(rapid.IntRange(0, report.MaxPassengers), true)
	return rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) report.Count {
		return report.Count{
			Month: rapid.SampledFrom(months).Draw(t, "month"), Section: rapid.SampledFrom(sections).Draw(t, "section"),
			Paying: number.Draw(t, "paying"), DisabilityPass: number.Draw(t, "pass"),
		}
	}), 0, 12, func(c report.Count) string { return c.Month + c.Section }).Draw(t, "counts")
}

// failing fails every write.
type failing struct{}

var errFull = errors.New("the disk is full")

func (failing) Write([]byte) (int, error) { return 0, errFull }

// faultsOf are the faults of an import that was not taken.
func faultsOf(t testing.TB, err error) *report.ImportError {
	t.Helper()
	var e *report.ImportError
	if !errors.As(err, &e) {
		t.Fatalf("want an ImportError, got %v", err)
	}
	return e
}
