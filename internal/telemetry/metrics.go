// Package telemetry tells operators how the program fares: metrics for Prometheus and traces for OpenTelemetry. Neither ever
// holds anything that a client sent: no fact, body, query, path, header or address, and of an error only its kind or type.
//
// The metrics, whose names and labels are stable:
//
//	deferido_build_info{version,go_version}                             always 1
//	deferido_decisions_total{question,outcome,reading,provision}        decisions answered
//	deferido_decisions_contested_total{question}                        those whose readings differ
//	deferido_decision_seconds{question}                                 time to decide, as a histogram
//	deferido_decision_failures_total{question,problem}                  requests that were not decided
//	deferido_http_requests_total{route,method,status}                   answers, by pattern of the route
//	deferido_http_request_seconds{route,method}                         time to answer, as a histogram
//	deferido_http_rate_limited_total                                    requests refused for coming too often
//	deferido_http_unauthorised_total                                    requests refused for who sent them
//	deferido_journal_up                                                 1 while the journal takes records, 0 while not
//	deferido_journal_waiting                                            records that wait for their commit
//	deferido_journal_oldest_waiting_seconds                             age of the oldest of them, 0 when none waits
//	deferido_journal_checkpoint_age_seconds                             age of the last checkpoint; absent where none are made
//	deferido_journal_records                                            length of the chain
//	deferido_journal_commit_records                                     records a commit, as a histogram
//	deferido_journal_commit_seconds                                     time of a commit, as a histogram
//	deferido_journal_commit_failures_total                              commits that failed
//	deferido_activation_serving                                         the activation in service here
//	deferido_activation_wanted                                          the one that should be
//	deferido_activation_behind                                          1 while they differ, or nobody knows
//	deferido_shadow_decisions_total                                     decisions tried under the set that is likely to be next
//	deferido_shadow_differences_total                                   those that came out otherwise
//
// The five gauges of the journal are absent until RegisterJournal was called. The collectors of the Go runtime (go_…) and of
// the process (process_…) stand beside these.
package telemetry

import (
	"net/http"
	"runtime"
	"strings"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics counts and measures. It is safe for concurrent use, and a nil *Metrics records nothing.
type Metrics struct {
	registry *prometheus.Registry
	known    func(question string) bool

	decisions decisionMetrics
	http      httpMetrics
	journal   journalMetrics
}

// NewMetrics makes the metrics of a program of that version, in a registry of their own. A question that is not known is
// counted as "other"; known is called by every method that takes a question, so it must be quick and safe for concurrent use.
// A nil known knows none.
func NewMetrics(version string, known func(question string) bool) *Metrics {
	if known == nil {
		known = func(string) bool { return false }
	}
	m := &Metrics{
		registry: prometheus.NewRegistry(), known: known,
		decisions: newDecisionMetrics(), http: newHTTPMetrics(), journal: newJournalMetrics(),
	}
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "deferido_build_info", Help: "Always 1; the labels are the version of the program and of Go.",
		ConstLabels: prometheus.Labels{"version": label(version), "go_version": runtime.Version()},
	})
	build.Set(1)
	m.registry.MustRegister(build, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.registry.MustRegister(m.decisions.all()...)
	m.registry.MustRegister(m.http.all()...)
	m.registry.MustRegister(m.journal.all()...)
	return m
}

// Handler serves the metrics in the form that the scraper asks for, OpenMetrics among them. Of a nil *Metrics there is none,
// and it answers 404. Whom it serves is the caller's matter.
func (m *Metrics) Handler() http.Handler {
	if m == nil {
		return http.NotFoundHandler()
	}
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{EnableOpenMetrics: true, Registry: m.registry})
}

// other stands for a text that is not one of those that a label may have.
const other = "other"

func (m *Metrics) question(q string) string {
	if m.known(q) {
		return label(q)
	}
	return other
}

// label makes a text fit to be the value of a label: it is UTF-8, and an empty one is told from an absent label.
func label(s string) string {
	if s == "" {
		return "none"
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}
