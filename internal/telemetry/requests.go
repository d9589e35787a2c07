package telemetry

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

type httpMetrics struct {
	requests     *prometheus.CounterVec
	seconds      *prometheus.HistogramVec
	rateLimited  prometheus.Counter
	unauthorised prometheus.Counter
}

func newHTTPMetrics() httpMetrics {
	return httpMetrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "deferido_http_requests_total", Help: "Answers, by pattern of the route.",
		}, []string{"route", "method", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "deferido_http_request_seconds", Help: "Time to answer, to the end of a stream.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 15, 60},
		}, []string{"route", "method"}),
		rateLimited: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "deferido_http_rate_limited_total", Help: "Requests refused for coming too often.",
		}),
		unauthorised: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "deferido_http_unauthorised_total", Help: "Requests refused for who sent them: no valid key or session, or one that may not do this.",
		}),
	}
}

func (h httpMetrics) all() []prometheus.Collector {
	return []prometheus.Collector{h.requests, h.seconds, h.rateLimited, h.unauthorised}
}

// Request counts an answer. The route is the pattern that took the request ("/v1/decisions/{id}"), never its path, and empty
// where none did. A method that is not HTTP's own is "_OTHER", and a status outside of 100 to 599 is "other".
func (m *Metrics) Request(route, method string, status int, took time.Duration) {
	if m == nil {
		return
	}
	code := other
	if status >= 100 && status <= 599 {
		code = strconv.Itoa(status)
	}
	route, method = label(route), knownMethod(method)
	m.http.requests.WithLabelValues(route, method, code).Inc()
	m.http.seconds.WithLabelValues(route, method).Observe(took.Seconds())
}

// RateLimited counts a request that was refused for coming too often.
func (m *Metrics) RateLimited() {
	if m != nil {
		m.http.rateLimited.Inc()
	}
}

// Unauthorised counts a request that was refused for who sent it.
func (m *Metrics) Unauthorised() {
	if m != nil {
		m.http.unauthorised.Inc()
	}
}

// otherMethod is what OpenTelemetry calls a method that is not HTTP's own: it would be the sender's text.
const otherMethod = "_OTHER"

func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		http.MethodConnect, http.MethodOptions, http.MethodTrace:
		return method
	}
	return otherMethod
}
