package telemetry

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"deferido/internal/decision"
)

type decisionMetrics struct {
	total     *prometheus.CounterVec
	contested *prometheus.CounterVec
	seconds   *prometheus.HistogramVec
	failures  *prometheus.CounterVec
}

func newDecisionMetrics() decisionMetrics {
	return decisionMetrics{
		total: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "deferido_decisions_total", Help: "Decisions answered, by the provision that decided them.",
		}, []string{"question", "outcome", "reading", "provision"}),
		contested: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "deferido_decisions_contested_total", Help: "Decisions whose readings differ.",
		}, []string{"question"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "deferido_decision_seconds", Help: "Time to decide.",
			Buckets: []float64{
				50e-6, 100e-6, 250e-6, 500e-6, 1e-3, 2.5e-3, 5e-3, 10e-3, 25e-3, 50e-3, 100e-3, 250e-3, 500e-3, 1, 2.5, 5,
			},
		}, []string{"question"}),
		failures: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "deferido_decision_failures_total", Help: "Requests that were not decided, by problem.",
		}, []string{"question", "problem"}),
	}
}

func (d decisionMetrics) all() []prometheus.Collector {
	return []prometheus.Collector{d.total, d.contested, d.seconds, d.failures}
}

// Decided counts a decision and how long it took. The provision it is counted under is that which decided, as its URN: of an
// allow, the first that grants, and of all else the first of the legal basis, which begins with what is unmet. A nil decision
// is not counted.
func (m *Metrics) Decided(d *decision.Decision, took time.Duration) {
	if m == nil || d == nil {
		return
	}
	question := m.question(d.Question)
	m.decisions.total.WithLabelValues(question, label(d.Outcome), label(d.Readings.Decides), label(deciding(d))).Inc()
	if d.Contested {
		m.decisions.contested.WithLabelValues(question).Inc()
	}
	m.decisions.seconds.WithLabelValues(question).Observe(took.Seconds())
}

// Failed counts a request that was not decided, by a problem of package decision; any other is "other".
func (m *Metrics) Failed(question string, kind decision.ProblemKind) {
	if m == nil {
		return
	}
	switch kind {
	case decision.LawNotHeld, decision.EvaluationError, decision.DeadlineReached, decision.NotRecorded:
	default:
		kind = other
	}
	m.decisions.failures.WithLabelValues(m.question(question), string(kind)).Inc()
}

// deciding is the URN of the provision that decided, or nothing.
func deciding(d *decision.Decision) string {
	if len(d.LegalBasis) == 0 {
		return ""
	}
	if d.Outcome == decision.Met.Outcome() {
		for _, b := range d.LegalBasis {
			if b.Role == "grants" {
				return b.URN
			}
		}
	}
	return d.LegalBasis[0].URN
}
