// Package config reads the settings of the program: viper gathers them from a file, the environment and flags, and one
// struct holds them, every value of it checked. A flag goes before the environment, the environment before the file, the
// file before the default.
package config

import (
	"log/slog"
	"time"
)

// Config are the settings. A Config that Load returned is valid; Default says what each is when nobody sets it, and
// config.yaml at the top of the repository tells them all.
type Config struct {
	Listen            string // host:port; port 0 takes a free one
	PublicURL         string // URL without a slash at its end; empty for what a request says
	TrustedProxies    string // IP addresses and CIDR prefixes, separated by commas
	TLS               TLS
	Data              string // folder
	Journal           Journal
	Carrier           string // id of the carrier on whose behalf a caller without one decides; empty for none
	Reading           string // "text" or "case_law"
	Language          string // "pt-BR" or "en"
	Policies          string // folder; empty for the policies in the program
	DecisionTimeout   time.Duration
	StreamLineTimeout time.Duration
	ShutdownGrace     time.Duration
	Sessions          Sessions
	OIDC              OIDC
	Approval          Approval
	Activation        Activation
	RateLimit         RateLimit
	Traces            Traces
	Portal            Portal
	Log               Log
	ProblemBase       string // URL without a slash at its end
}

// Portal says what the portal shows beside its pages.
type Portal struct {
	Gallery bool // the components at /sobre/componentes
}

// TLS are the files of the certificate; both are empty where there is none.
type TLS struct {
	Certificate string // PEM, with the chain
	Key         string // PEM
}

// Journal says where and how decisions are recorded.
type Journal struct {
	Enabled       bool
	URL           string // of PostgreSQL; empty for SQLite in the data folder
	Gather        time.Duration
	Checkpoint    time.Duration
	Witness       string // path of a file, or URL; empty for none
	RetentionDays int
}

// Sessions are how long people stay signed in.
type Sessions struct {
	Life time.Duration // at most
	Idle time.Duration // while nothing comes of it
}

// OIDC is the OpenID provider that knows people too; Issuer is empty where there is none.
type OIDC struct {
	Issuer           string // URL
	ClientID         string
	ClientSecretFile string // path of a file; empty for a public client
	Name             string // as the page of signing in calls it
	Scopes           string // separated by commas
	LoginClaim       string
	NameClaim        string
	RoleClaim        string
	Roles            string // "role=value of the role claim", separated by semicolons
	CarrierClaim     string
}

// Approval says who must agree before the law that is served changes.
type Approval struct {
	Roles         string // roles, separated by commas: one each approves
	RollbackByTwo bool
}

// Activation says how the server follows which revision is in service.
type Activation struct {
	Poll          time.Duration
	CheckMemoryMB int // of the process that checks a draft
	CheckDeadline time.Duration
	ShadowPercent int // of a hundred decisions
}

// RateLimit is how often a key may come.
type RateLimit struct {
	PerSecond int // 0: as often as it likes
	Burst     int
}

// Traces say where traces go.
type Traces struct {
	Endpoint string // URL of an OTLP collector; empty for none
	Percent  int    // of the requests that are traced
}

// Log says what is logged, and how.
type Log struct {
	Level  string // "debug", "info", "warn" or "error"
	Format string // "json" or "text"
}

// Default are the settings when nothing is set.
func Default() Config {
	return Config{
		Listen:            "127.0.0.1:8080",
		Data:              "./data",
		Journal:           Journal{Enabled: true, Gather: time.Millisecond, Checkpoint: time.Minute, RetentionDays: 1826},
		Sessions:          Sessions{Life: 12 * time.Hour, Idle: 2 * time.Hour},
		OIDC:              OIDC{Scopes: "profile", LoginClaim: "preferred_username", NameClaim: "name", RoleClaim: "groups"},
		Approval:          Approval{Roles: "regulator,lawyer"},
		Activation:        Activation{Poll: time.Second, CheckMemoryMB: 2048, CheckDeadline: 10 * time.Minute},
		RateLimit:         RateLimit{PerSecond: 500, Burst: 1000},
		Traces:            Traces{Percent: 100},
		Reading:           "text",
		Language:          "pt-BR",
		DecisionTimeout:   5 * time.Second,
		StreamLineTimeout: 30 * time.Second,
		ShutdownGrace:     15 * time.Second,
		Log:               Log{Level: "info", Format: "json"},
		ProblemBase:       "https://deferido.example/problems",
	}
}

// SlogLevel is the level for log/slog.
func (l Log) SlogLevel() slog.Level {
	switch l.Level {
	case "debug":
		return slog.LevelDebug
	case "warn":
		return slog.LevelWarn
	case "error":
		return slog.LevelError
	}
	return slog.LevelInfo
}
