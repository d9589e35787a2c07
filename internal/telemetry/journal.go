package telemetry

import (
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// JournalStats are how the journal fares at one moment.
type JournalStats struct {
	Up      bool          // it takes records
	Waiting int           // records that wait for their commit
	Oldest  time.Duration // how long the oldest of them has waited; 0 when none waits
	Records int64         // length of the chain
	// Checkpoint is when the last checkpoint was made, or, where there is none yet, when the journal was opened: an age that
	// grows can raise an alert. Zero where no checkpoints are made.
	Checkpoint time.Time
}

type journalMetrics struct {
	size     prometheus.Histogram
	seconds  prometheus.Histogram
	failures prometheus.Counter
}

func newJournalMetrics() journalMetrics {
	return journalMetrics{
		size: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "deferido_journal_commit_records", Help: "Records a commit.",
			Buckets: prometheus.ExponentialBuckets(1, 2, 11),
		}),
		seconds: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "deferido_journal_commit_seconds", Help: "Time of a commit, until it is durable.",
			Buckets: []float64{100e-6, 250e-6, 500e-6, 1e-3, 2.5e-3, 5e-3, 10e-3, 25e-3, 50e-3, 100e-3, 250e-3, 500e-3, 1, 2.5, 5},
		}),
		failures: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "deferido_journal_commit_failures_total", Help: "Commits that failed; none of their records was kept.",
		}),
	}
}

func (j journalMetrics) all() []prometheus.Collector {
	return []prometheus.Collector{j.size, j.seconds, j.failures}
}

// Committed measures a commit that is durable: how many records it had and how long it took.
func (m *Metrics) Committed(records int, took time.Duration) {
	if m != nil {
		m.journal.size.Observe(float64(records))
		m.journal.seconds.Observe(took.Seconds())
	}
}

// CommitFailed counts a commit that failed.
func (m *Metrics) CommitFailed() {
	if m != nil {
		m.journal.failures.Inc()
	}
}

// RegisterJournal adds the gauges of the journal. They ask stats once a scrape, from any goroutine; it must not wait for the
// journal, whose trouble is what the gauges are to tell. There is one journal: a second one is an error.
func (m *Metrics) RegisterJournal(stats func() JournalStats) error {
	if m == nil {
		return nil
	}
	if err := m.registry.Register(journalGauges(stats)); err != nil {
		return fmt.Errorf("adding the metrics of the journal: %w", err)
	}
	return nil
}

// journalGauges is a collector, rather than a gauge each, so that all are of the same moment.
type journalGauges func() JournalStats

var (
	journalUp         = prometheus.NewDesc("deferido_journal_up", "1 while the journal takes records, 0 while it does not.", nil, nil)
	journalWaiting    = prometheus.NewDesc("deferido_journal_waiting", "Records that wait for their commit.", nil, nil)
	journalOldest     = prometheus.NewDesc("deferido_journal_oldest_waiting_seconds", "Age of the oldest record that waits for its commit.", nil, nil)
	journalCheckpoint = prometheus.NewDesc("deferido_journal_checkpoint_age_seconds", "Age of the last checkpoint, or of the journal's opening where there is none yet.", nil, nil)
	journalRecords    = prometheus.NewDesc("deferido_journal_records", "Length of the chain.", nil, nil)
)

// Describe is a prometheus.Collector's.
func (journalGauges) Describe(descriptions chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{journalUp, journalWaiting, journalOldest, journalCheckpoint, journalRecords} {
		descriptions <- d
	}
}

// Collect is a prometheus.Collector's.
func (stats journalGauges) Collect(metrics chan<- prometheus.Metric) {
	s := stats()
	gauge := func(d *prometheus.Desc, value float64) {
		metrics <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value)
	}
	up := 0.0
	if s.Up {
		up = 1
	}
	gauge(journalUp, up)
	gauge(journalWaiting, float64(s.Waiting))
	gauge(journalOldest, s.Oldest.Seconds())
	gauge(journalRecords, float64(s.Records))
	if !s.Checkpoint.IsZero() {
		gauge(journalCheckpoint, time.Since(s.Checkpoint).Seconds())
	}
}
