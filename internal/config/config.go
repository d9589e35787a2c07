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
	Listen            string // host:port, the host a loopback address
	Data              string // folder
	Reading           string // "text" or "case_law"
	Language          string // "pt-BR" or "en"
	Policies          string // folder; empty for the policies in the program
	DecisionTimeout   time.Duration
	StreamLineTimeout time.Duration
	ShutdownGrace     time.Duration
	Log               Log
	ProblemBase       string // URL without a slash at its end
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
