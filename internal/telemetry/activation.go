package telemetry

import (
	"fmt"

	"github.com/prometheus/client_golang/prometheus"
)

// ActivationStats are how far the program follows which policy set should be in service.
type ActivationStats struct {
	Serving int   // sequence number of the activation in service here
	Wanted  int   // of the one that should be
	Behind  bool  // they differ, or the list of activations has not been read for a while
	Shadow  int64 // decisions that were tried in the shadow of the set in service
	Differ  int64 // those of them that came out otherwise
}

type activationGauges func() ActivationStats

var (
	activationServing  = prometheus.NewDesc("deferido_activation_serving", "The activation in service here.", nil, nil)
	activationWanted   = prometheus.NewDesc("deferido_activation_wanted", "The activation that should be in service.", nil, nil)
	activationBehind   = prometheus.NewDesc("deferido_activation_behind", "1 while the wanted activation is not in service here, or the list was not read for a while.", nil, nil)
	shadowDecisions    = prometheus.NewDesc("deferido_shadow_decisions_total", "Decisions that were tried under the set that is likely to be in service next.", nil, nil)
	shadowDifferences  = prometheus.NewDesc("deferido_shadow_differences_total", "Those of them that came out otherwise.", nil, nil)
	activationMeasures = []*prometheus.Desc{activationServing, activationWanted, activationBehind, shadowDecisions, shadowDifferences}
)

func (activationGauges) Describe(out chan<- *prometheus.Desc) {
	for _, d := range activationMeasures {
		out <- d
	}
}

func (stats activationGauges) Collect(out chan<- prometheus.Metric) {
	s := stats()
	behind := 0.0
	if s.Behind {
		behind = 1
	}
	out <- prometheus.MustNewConstMetric(activationServing, prometheus.GaugeValue, float64(s.Serving))
	out <- prometheus.MustNewConstMetric(activationWanted, prometheus.GaugeValue, float64(s.Wanted))
	out <- prometheus.MustNewConstMetric(activationBehind, prometheus.GaugeValue, behind)
	out <- prometheus.MustNewConstMetric(shadowDecisions, prometheus.CounterValue, float64(s.Shadow))
	out <- prometheus.MustNewConstMetric(shadowDifferences, prometheus.CounterValue, float64(s.Differ))
}

// RegisterActivation adds the gauges of which policy set is in service. They ask stats once a scrape, from any goroutine.
func (m *Metrics) RegisterActivation(stats func() ActivationStats) error {
	if m == nil {
		return nil
	}
	if err := m.registry.Register(activationGauges(stats)); err != nil {
		return fmt.Errorf("adding the metrics of the activations: %w", err)
	}
	return nil
}
