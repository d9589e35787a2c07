package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"deferido/fixtures"
	"deferido/internal/config"
	"deferido/internal/decision"
	"deferido/internal/desk"
	"deferido/internal/engine"
	"deferido/internal/httpapi"
	"deferido/internal/identity"
	"deferido/internal/impact"
	"deferido/internal/journal"
	"deferido/internal/listen"
	"deferido/internal/portal"
	"deferido/internal/telemetry"
)

// house is the server's parts, wired.
type house struct {
	settings config.Config
	set      *engine.Set
	log      *slog.Logger

	records *records   // nil where nothing is recorded
	desk    *desk.Desk // nil with it
	tracing *telemetry.Tracing
	tls     *tls.Config   // nil without TLS
	access  portal.Access // nil with the records
	door    *door         // nil with them
	api     *httpapi.API
	portal  *portal.Portal

	background sync.WaitGroup
	stop       context.CancelFunc
}

// Wrong keys: how many of an address are borne in a minute, and how long it then waits.
const (
	failuresPerMinute = 30
	failurePause      = time.Minute
)

// open opens the parts. What was opened is closed by close, also after an error.
func (h *house) open(ctx context.Context) error {
	c := h.settings
	var err error
	if h.tls, err = h.certificate(); err != nil {
		return err
	}
	proxies, err := listen.ParseProxies(config.List(c.TrustedProxies))
	if err != nil {
		return exit(exitUsage, fmt.Errorf("trusted_proxies: %w", err))
	}
	h.tracing, err = telemetry.StartTracing(ctx, telemetry.Options{
		Endpoint: c.Traces.Endpoint, Version: version(), SampleRatio: float64(c.Traces.Percent) / 100, Log: h.log,
	})
	if err != nil {
		return exit(exitUsage, fmt.Errorf("traces: %w", err))
	}
	metrics := telemetry.NewMetrics(version(), func(question string) bool { _, known := h.set.Question(question); return known })
	o := httpapi.Options{
		Sets: alone{h.set}, Log: h.log, Version: version(), Language: c.Language, ProblemBase: c.ProblemBase + "/", Examples: fixtures.FS,
		Proxies: proxies, PublicURL: c.PublicURL, Carrier: c.Carrier, Metrics: metrics, Tracing: h.tracing,
		Limits:   identity.NewLimits(float64(c.RateLimit.PerSecond), c.RateLimit.Burst, time.Now),
		Failures: identity.NewFailures(failuresPerMinute, failurePause, time.Now),
		Timeouts: httpapi.Timeouts{Decision: c.DecisionTimeout, Line: c.StreamLineTimeout, Write: c.StreamLineTimeout},
	}
	service := &decision.Service{Now: now, Reading: c.Reading, Program: version()}
	o.Decider = service
	if err := h.openRecords(ctx, &o, service, metrics); err != nil {
		return err
	}
	h.api = httpapi.New(o)
	return h.openPortal(o, service)
}

// openRecords opens the records and all that lies in their store: keys, accounts and carriers. Without them only this machine is served.
func (h *house) openRecords(ctx context.Context, o *httpapi.Options, service *decision.Service, metrics *telemetry.Metrics) error {
	c := h.settings
	if !c.Journal.Enabled {
		if !listen.Loopback(c.Listen) {
			return exit(exitUsage, errors.New("listen: with journal.enabled off there are no keys and no accounts, so only a loopback address is accepted"))
		}
		h.log.Warn("nothing is recorded: journal.enabled is off")
		return nil
	}
	records, err := openRecords(ctx, c, h.set, journal.Options{Log: h.log, Committed: func(n int, took time.Duration, err error) {
		if err != nil {
			metrics.CommitFailed()
			return
		}
		metrics.Committed(n, took)
	}})
	if err != nil {
		return err
	}
	h.records = records
	keys := identity.NewKeys(records.db, time.Now)
	if err := h.refuseOpen(ctx, keys); err != nil {
		return err
	}
	accounts, err := openAccounts(c, records.db, records.Journal, h.log)
	if err != nil {
		return err
	}
	h.door = &door{accounts, keys}
	access, err := identity.NewAccess(ctx)
	if err != nil {
		return err
	}
	if err := h.openDesk(ctx); err != nil {
		return err
	}
	shadow := h.desk.Shadow(c.Activation.ShadowPercent, h.log)
	service.Recorder = &shadowed{records, shadow}
	o.Sets, o.Lifecycle = apiDesk{h.desk}, apiDesk{h.desk}
	o.Journal, o.Ready = records, records.Ready
	o.Access, h.access = &gate{keys, access}, access
	o.Carriers = identity.NewCarriers(records.db, time.Now)
	o.Reports = &movement{journal: records.Reader, sets: o.Sets, service: &decision.Service{Now: now, Reading: c.Reading}}
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	h.stop = stop
	h.background.Go(func() { records.retain(background, c.Journal.RetentionDays, h.log) })
	h.background.Go(func() { h.desk.Run(background) })
	h.background.Go(func() { shadow.Run(background) })
	err = metrics.RegisterActivation(func() telemetry.ActivationStats {
		state := h.desk.State()
		compared, differed, _ := shadow.Counts()
		return telemetry.ActivationStats{Serving: state.Serving, Wanted: state.Wanted, Behind: state.Behind(time.Now()), Shadow: compared, Differ: differed}
	})
	if err != nil {
		return err
	}
	return metrics.RegisterJournal(func() telemetry.JournalStats {
		s := records.Stats()
		return telemetry.JournalStats{Up: s.Up, Waiting: s.Queued, Oldest: s.Oldest, Records: s.Records, Checkpoint: s.Checkpoint}
	})
}

// openDesk puts into service what should be.
func (h *house) openDesk(ctx context.Context) error {
	h.desk = newDesk(h.settings, h.records)
	if _, err := current(ctx, h.desk, h.settings, h.set); err != nil {
		return err
	}
	if err := h.desk.Follow(ctx, h.settings.Activation.Poll, h.log); err != nil {
		return fmt.Errorf("putting the policies into service: %w", err)
	}
	return nil
}

// shadowed keeps records and lets the shadow try some of them.
type shadowed struct {
	*records
	shadow *impact.Shadow
}

func (s *shadowed) Record(ctx context.Context, records ...*decision.Record) error {
	err := s.records.Record(ctx, records...)
	if err == nil {
		s.shadow.Offer(records...)
	}
	return err
}

// refuseOpen refuses an address that others reach while nobody needs a key or an account.
func (h *house) refuseOpen(ctx context.Context, keys *identity.Keys) error {
	if listen.Loopback(h.settings.Listen) {
		return nil
	}
	closed, err := keys.Any(ctx)
	if err != nil {
		return err
	}
	if !closed {
		return exit(exitUsage, errors.New("listen: without any key or account the server is open on loopback only; make the first key with deferido key create --role admin or the first account with deferido user create --role admin, or listen on 127.0.0.1"))
	}
	if h.tls == nil && h.settings.TrustedProxies == "" {
		h.log.Warn("keys and passwords are sent in clear: there is neither a certificate (tls.certificate) nor a trusted proxy")
	}
	return nil
}

// certificate reads the certificate of TLS; nil where there is none.
func (h *house) certificate() (*tls.Config, error) {
	c := h.settings.TLS
	if c.Certificate == "" && c.Key == "" {
		return nil, nil
	}
	if c.Certificate == "" || c.Key == "" {
		return nil, exit(exitUsage, errors.New("tls: a certificate and a key belong together"))
	}
	config, err := listen.Certificate(c.Certificate, c.Key, func(err error) {
		h.log.Error("the certificate was not renewed", slog.String("cause", err.Error()))
	})
	if err != nil {
		return nil, exit(exitUsage, fmt.Errorf("tls: %w", err))
	}
	return config, nil
}

func (h *house) scheme() string {
	if h.tls != nil {
		return "https"
	}
	return "http"
}

// close closes what open opened, in the reverse order: the journal after the last answer.
func (h *house) close() error {
	var errs []error
	if h.portal != nil {
		h.portal.Close()
	}
	if h.stop != nil {
		h.stop()
		h.background.Wait()
	}
	if h.records != nil {
		errs = append(errs, h.records.Close())
	}
	ctx, cancel := context.WithTimeout(context.Background(), h.settings.ShutdownGrace)
	defer cancel()
	return errors.Join(append(errs, h.tracing.Shutdown(ctx))...)
}

// gate knows who calls and what they may do.
type gate struct {
	*identity.Keys
	*identity.Access
}
