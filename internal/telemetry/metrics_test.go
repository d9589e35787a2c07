package telemetry_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
	"pgregory.net/rapid"

	"deferido/internal/decision"
	"deferido/internal/telemetry"
)

// metrics knows the question "grant" alone.
func metrics() *telemetry.Metrics {
	return telemetry.NewMetrics("1.2.3", func(q string) bool { return q == "grant" })
}

// scraped is what a scrape gives: metrics by name.
type scraped map[string]*dto.MetricFamily

func scrape(t rapid.TB, m *telemetry.Metrics) (scraped, string) {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	if w.Code != http.StatusOK {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	text := w.Body.String()
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v in:\n%s", err, text)
	}
	return families, text
}

// value is that of a counter or gauge, or the count of a histogram, by its labels: "grant,allow"; -1 where there is none.
func (s scraped) value(name, labels string) float64 {
	for _, m := range s[name].GetMetric() {
		values := make([]string, 0, len(m.Label))
		for _, l := range m.Label {
			values = append(values, l.GetValue())
		}
		if strings.Join(values, ",") != labels {
			continue
		}
		switch {
		case m.Counter != nil:
			return m.Counter.GetValue()
		case m.Gauge != nil:
			return m.Gauge.GetValue()
		case m.Histogram != nil:
			return float64(m.Histogram.GetSampleCount())
		}
	}
	return -1
}

func want(t *testing.T, s scraped, name, labels string, value float64) {
	t.Helper()
	if got := s.value(name, labels); got != value {
		t.Errorf("%s{%s} = %v, want %v", name, labels, got, value)
	}
}

func decided(outcome string, roles ...string) *decision.Decision {
	d := &decision.Decision{Question: "grant", Outcome: outcome, Readings: decision.Readings{Decides: "text"}}
	for i, role := range roles {
		d.LegalBasis = append(d.LegalBasis, decision.Basis{URN: fmt.Sprintf("urn:%d", i), Role: role})
	}
	return d
}

func TestADecisionIsCountedUnderTheProvisionThatDecided(t *testing.T) {
	for _, c := range []struct {
		decision *decision.Decision
		urn      string
	}{
		{decided("deny", "condition", "grants"), "urn:0"},
		{decided("incomplete", "scope", "grants"), "urn:0"},
		{decided("allow", "scope", "grants", "grants"), "urn:1"},
		{decided("allow", "scope", "condition"), "urn:0"},
		{decided("allow"), "none"},
	} {
		m := metrics()
		m.Decided(c.decision, time.Millisecond)
		s, _ := scrape(t, m)
		want(t, s, "deferido_decisions_total", c.decision.Outcome+","+c.urn+",grant,text", 1)
		want(t, s, "deferido_decision_seconds", "grant", 1)
	}
}

func TestContestedDecisionsAreCountedOnceMore(t *testing.T) {
	m := metrics()
	d := decided("deny", "condition")
	m.Decided(d, 0)
	d.Contested = true
	m.Decided(d, 0)
	m.Decided(nil, 0)
	s, _ := scrape(t, m)
	want(t, s, "deferido_decisions_contested_total", "grant", 1)
	want(t, s, "deferido_decisions_total", "deny,urn:0,grant,text", 2)
}

func TestTimesFallIntoTheirBuckets(t *testing.T) {
	m := metrics()
	for _, took := range []time.Duration{50 * time.Microsecond, 51 * time.Microsecond, 5 * time.Second, 6 * time.Second} {
		m.Decided(decided("allow", "grants"), took)
	}
	s, _ := scrape(t, m)
	buckets := s["deferido_decision_seconds"].GetMetric()[0].GetHistogram().GetBucket()
	for i, wanted := range map[int]uint64{0: 1, 1: 2, len(buckets) - 2: 3, len(buckets) - 1: 4} {
		if got := buckets[i].GetCumulativeCount(); got != wanted {
			t.Errorf("%d up to %v s, want %d", got, buckets[i].GetUpperBound(), wanted)
		}
	}
}

func TestRequestsRefusalsAndCommits(t *testing.T) {
	m := metrics()
	m.Request("/v1/decisions/{id}", "GET", 404, time.Second)
	m.Request("", "BREW", 1000, time.Second)
	m.RateLimited()
	m.Unauthorised()
	m.Unauthorised()
	m.Committed(3, time.Millisecond)
	m.CommitFailed()
	m.Failed("grant", decision.NotRecorded)
	s, _ := scrape(t, m)
	want(t, s, "deferido_http_requests_total", "GET,/v1/decisions/{id},404", 1)
	want(t, s, "deferido_http_requests_total", "_OTHER,none,other", 1)
	want(t, s, "deferido_http_request_seconds", "GET,/v1/decisions/{id}", 1)
	want(t, s, "deferido_http_rate_limited_total", "", 1)
	want(t, s, "deferido_http_unauthorised_total", "", 2)
	want(t, s, "deferido_journal_commit_records", "", 1)
	want(t, s, "deferido_journal_commit_seconds", "", 1)
	want(t, s, "deferido_journal_commit_failures_total", "", 1)
	want(t, s, "deferido_decision_failures_total", "not-recorded,grant", 1)
	if s["go_goroutines"] == nil || s["process_start_time_seconds"] == nil {
		t.Error("no metrics of the runtime and the process")
	}
}

func TestTheJournalIsAskedAtEachScrape(t *testing.T) {
	m := metrics()
	stats := telemetry.JournalStats{Records: 7}
	if err := m.RegisterJournal(func() telemetry.JournalStats { return stats }); err != nil {
		t.Fatal(err)
	}
	s, _ := scrape(t, m)
	want(t, s, "deferido_journal_up", "", 0)
	want(t, s, "deferido_journal_records", "", 7)
	want(t, s, "deferido_journal_checkpoint_age_seconds", "", -1)
	stats = telemetry.JournalStats{
		Up: true, Waiting: 2, Oldest: 1500 * time.Millisecond, Records: 9, Checkpoint: time.Now().Add(-time.Hour),
	}
	s, _ = scrape(t, m)
	want(t, s, "deferido_journal_up", "", 1)
	want(t, s, "deferido_journal_waiting", "", 2)
	want(t, s, "deferido_journal_oldest_waiting_seconds", "", 1.5)
	want(t, s, "deferido_journal_records", "", 9)
	if age := s.value("deferido_journal_checkpoint_age_seconds", ""); age < 3600 || age > 3660 {
		t.Errorf("age of the checkpoint: %v s", age)
	}
	if err := m.RegisterJournal(func() telemetry.JournalStats { return stats }); err == nil {
		t.Error("a second journal")
	}
}

func TestWhateverIsSentNoLabelHoldsIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := metrics()
		for range rapid.IntRange(1, 40).Draw(t, "times") {
			sent := "PLANTED" + rapid.String().Draw(t, "sent") + rapid.SampledFrom([]string{"", "\xff", "\"\n"}).Draw(t, "odd")
			d := decided("allow", "grants")
			d.Question, d.ID, d.Reference = sent, sent, sent
			m.Decided(d, time.Millisecond)
			m.Failed(sent, decision.ProblemKind(sent))
			m.Request("/", sent, rapid.Int().Draw(t, "status"), time.Millisecond)
		}
		s, text := scrape(t, m)
		if strings.Contains(text, "PLANTED") {
			t.Fatalf("a label holds what was sent:\n%s", text)
		}
		for _, name := range []string{"deferido_decisions_total", "deferido_decision_failures_total", "deferido_http_request_seconds"} {
			if n := len(s[name].GetMetric()); n != 1 {
				t.Fatalf("%d series of %s", n, name)
			}
		}
		if n := len(s["deferido_http_requests_total"].GetMetric()); n > 501 {
			t.Fatalf("%d statuses", n)
		}
	})
}

func TestTextThatIsNotUTF8DoesNotPanic(t *testing.T) {
	m := telemetry.NewMetrics("\xff", func(string) bool { return true })
	d := decided("allow", "grants")
	d.Question, d.LegalBasis[0].URN, d.Readings.Decides = "\xff", "\xff", "\xff"
	m.Decided(d, 0)
	m.Failed("\xff", decision.LawNotHeld)
	m.Request("\xff", "\xff", 200, 0)
	s, _ := scrape(t, m)
	want(t, s, "deferido_http_requests_total", "_OTHER,\uFFFD,200", 1)
}

func TestNoMetricsRecordNothing(t *testing.T) {
	var m *telemetry.Metrics
	m.Decided(decided("allow", "grants"), 0)
	m.Failed("grant", decision.LawNotHeld)
	m.Request("/", "GET", 200, 0)
	m.RateLimited()
	m.Unauthorised()
	m.Committed(1, 0)
	m.CommitFailed()
	if err := m.RegisterJournal(nil); err != nil {
		t.Error(err)
	}
	w := httptest.NewRecorder()
	if m.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil)); w.Code != http.StatusNotFound {
		t.Errorf("status %d", w.Code)
	}
	unknowing := telemetry.NewMetrics("", nil)
	unknowing.Failed("grant", decision.LawNotHeld)
	s, _ := scrape(t, unknowing)
	want(t, s, "deferido_decision_failures_total", "law-not-held,other", 1)
}

func TestManyAtOnce(t *testing.T) {
	m := metrics()
	if err := m.RegisterJournal(func() telemetry.JournalStats { return telemetry.JournalStats{Up: true} }); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 100 {
				m.Decided(decided("deny", "condition"), time.Millisecond)
				m.Request("/", "GET", 200, 0)
			}
			scrape(t, m)
		})
	}
	all.Wait()
	s, _ := scrape(t, m)
	want(t, s, "deferido_decisions_total", "deny,urn:0,grant,text", 800)
	want(t, s, "deferido_http_requests_total", "GET,/,200", 800)
}

func TestOpenMetricsIsServedToThoseWhoAsk(t *testing.T) {
	server := httptest.NewServer(metrics().Handler())
	defer server.Close()
	r, err := http.NewRequest("GET", server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "application/openmetrics-text;version=1.0.0")
	answer, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	if kind := answer.Header.Get("Content-Type"); !strings.HasPrefix(kind, "application/openmetrics-text") || !strings.HasSuffix(string(body), "# EOF\n") {
		t.Errorf("%s: %s", kind, body)
	}
}
