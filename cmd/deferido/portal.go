package main

import (
	"context"
	"io/fs"
	"net/http"
	"strings"

	"deferido/internal/config"
	"deferido/internal/decision"
	"deferido/internal/engine"
	"deferido/internal/httpapi"
	"deferido/internal/lifecycle"
	"deferido/internal/portal"
)

// front gives each request to the API or to the portal: by its address, and where that is neither's by what the client takes.
type front struct {
	api    *httpapi.API
	portal *portal.Portal
}

// ServeHTTP answers a request.
func (f front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case f.api.Owns(r.URL.Path):
		f.api.ServeHTTP(w, r)
	case f.portal.Owns(r.URL.Path), strings.Contains(r.Header.Get("Accept"), "text/html"):
		f.portal.ServeHTTP(w, r)
	default:
		f.api.ServeHTTP(w, r)
	}
}

// openPortal makes the portal of what the API is made of.
func (h *house) openPortal(o httpapi.Options, service *decision.Service) error {
	preview := *service
	preview.Recorder = nil
	options := portal.Options{
		Sets: only{h.set, h.settings}, Decider: service, Preview: &preview, Carriers: o.Carriers, Carrier: o.Carrier, Reports: o.Reports, Proxies: o.Proxies, PublicURL: o.PublicURL,
		Reading: h.settings.Reading, Now: now, Metrics: o.Metrics, Log: o.Log, Version: o.Version, Language: o.Language, Gallery: h.settings.Portal.Gallery,
	}
	if h.records != nil {
		options.Sets, options.Journal, options.Desk, options.Office = h.desk, h.records, h.desk, h.desk.Office
		options.Access, options.Door, options.Accounts = h.access, h.door, h.door.Accounts
	}
	var err error
	h.portal, err = portal.New(options)
	return err
}

// only is the one set that the program serves where nothing is recorded.
type only struct {
	set      *engine.Set
	settings config.Config
}

func (o only) Serving() (*engine.Set, int) { return o.set, 1 }

func (o only) Set(_ context.Context, revision string) (*engine.Set, error) {
	if revision != o.set.Revision() {
		return nil, noRevision()
	}
	return o.set, nil
}

func (o only) Tree(_ context.Context, revision string) (fs.FS, error) {
	if revision != o.set.Revision() {
		return nil, noRevision()
	}
	policies, err := policiesOf(o.settings)
	if err != nil {
		return nil, err
	}
	archive, err := engine.Archive(policies, casesOf(o.settings, policies))
	if err != nil {
		return nil, err
	}
	return engine.OpenArchive(archive, revision)
}

func noRevision() error {
	return &lifecycle.Refused{Kind: lifecycle.NoRevision, Detail: decision.Sentence{PT: "Não há revisão com este nome.", EN: "There is no revision of this name."}}
}
