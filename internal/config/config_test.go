package config_test

import (
	"errors"
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"

	"deferido/internal/config"
)

var update = flag.Bool("update", false, "write config.yaml anew")

const published = "../../config.yaml"

func TestConfigYAMLIsWhatTheSettingsSay(t *testing.T) {
	if *update {
		if err := os.WriteFile(published, []byte(config.Document()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(published)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(config.Document(), string(data)); diff != "" {
		t.Errorf("config.yaml lags behind the settings; run go test ./internal/config -update\n%s", diff)
	}
}

func TestConfigYAMLHoldsEveryDefaultWithAComment(t *testing.T) {
	data, err := os.ReadFile(published)
	if err != nil {
		t.Fatal(err)
	}
	var document yaml.Node
	if err := yaml.Unmarshal(data, &document); err != nil {
		t.Fatal(err)
	}
	var keys []string
	var walk func(prefix string, group *yaml.Node)
	walk = func(prefix string, group *yaml.Node) {
		for i := 0; i < len(group.Content); i += 2 {
			name, value := group.Content[i], group.Content[i+1]
			if value.Kind == yaml.MappingNode {
				walk(prefix+name.Value+".", value)
				continue
			}
			keys = append(keys, prefix+name.Value)
			if len(strings.TrimLeft(name.HeadComment, "# ")) < 20 {
				t.Errorf("%s%s has no comment", prefix, name.Value)
			}
		}
	}
	walk("", document.Content[0])
	if diff := cmp.Diff(config.Keys(), keys); diff != "" {
		t.Errorf("keys of the settings (-) and of config.yaml (+):\n%s", diff)
	}
	c, _, err := config.Load(config.Sources{File: published})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(config.Default(), c); diff != "" {
		t.Errorf("defaults of the struct (-) and of config.yaml (+):\n%s", diff)
	}
}

func TestDefaultsAreAccepted(t *testing.T) {
	t.Chdir(t.TempDir())
	c, warnings, err := config.Load(config.Sources{})
	if err != nil || len(warnings) > 0 || c != config.Default() {
		t.Errorf("%+v, %v, %v", c, warnings, err)
	}
}

func TestPrecedence(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "config.yaml", "reading: case_law\nlog: {level: debug}\nlisten: '127.0.0.1:1'\ndata: from-file\ndecision_timeout: 1s\n")
	env := []string{"DEFERIDO_LOG_LEVEL=warn", "DEFERIDO_LISTEN=127.0.0.1:2", "DEFERIDO_DATA=", "HOME=/nowhere"}
	c, warnings, err := config.Load(config.Sources{Env: env, Flags: flags(t, "--listen=127.0.0.1:3")})
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	want := config.Default()
	want.Reading = "case_law"                                  // file over default
	want.Log.Level = "warn"                                    // environment over file
	want.Listen = "127.0.0.1:3"                                // flag over both
	want.Data, want.DecisionTimeout = "from-file", time.Second // an empty variable sets nothing
	if diff := cmp.Diff(want, c); diff != "" {
		t.Error(diff)
	}
	write(t, "other.yaml", "data: other\n")
	c, _, err = config.Load(config.Sources{File: "other.yaml"})
	if err != nil || c.Data != "other" || c.Reading != "text" {
		t.Errorf("the file that is named is read in place of config.yaml: %+v, %v", c, err)
	}
}

func TestRefusals(t *testing.T) {
	for name, e := range map[string]struct {
		file, env, flag string
		key, source     string
		want            string
	}{
		"an unknown key":         {file: "listen: '127.0.0.1:1'\nlistn: x\n", key: "listn", source: "f.yaml:2", want: "log.level"},
		"an unknown key in log":  {file: "log:\n  levle: info\n", key: "log.levle", source: "f.yaml:2"},
		"a group as a value":     {file: "log: info\n", key: "log", source: "f.yaml:1"},
		"an empty group":         {file: "log: {}\n", key: "log", source: "f.yaml:1"},
		"a value as a group":     {file: "data: {dir: x}\n", key: "data.dir", source: "f.yaml:1"},
		"a value that is absent": {file: "\ndata:\n", key: "data", source: "f.yaml:2"},
		"a list":                 {file: "data: [a]\n", key: "data", source: "f.yaml:1"},
		"a number for a text":    {file: "data: 7\n", key: "data", source: "f.yaml:1", want: "folder"},
		"a time without a unit":  {file: "decision_timeout: 5\n", key: "decision_timeout", source: "f.yaml:1", want: "with its unit"},
		"a time too short":       {env: "DEFERIDO_DECISION_TIMEOUT=1ms", key: "decision_timeout", want: "from 10ms to 1m"},
		"a time too long":        {flag: "--decision-timeout=2h", key: "decision_timeout", source: "flag --decision-timeout"},
		"a negative time":        {file: "shutdown_grace: -1s\n", key: "shutdown_grace"},
		"a word of no list":      {env: "DEFERIDO_READING=spirit", key: "reading", source: "environment DEFERIDO_READING", want: "text, case_law"},
		"a level of no list":     {flag: "--log-level=loud", key: "log.level", source: "flag --log-level", want: "debug, info, warn, error"},
		"an address alone":       {file: "listen: '0.0.0.0'\n", key: "listen", want: "host:port"},
		"a short retention":      {file: "journal: {retention_days: 364}\n", key: "journal.retention_days", source: "f.yaml:1"},
		"no truth":               {env: "DEFERIDO_JOURNAL_ENABLED=perhaps", key: "journal.enabled", want: "true or false"},
		"no database":            {env: "DEFERIDO_JOURNAL_URL=mysql://a/b", key: "journal.url", want: "postgres://"},
		"no proxy":               {file: "trusted_proxies: 'a proxy'\n", key: "trusted_proxies"},
		"half a request":         {file: "rate_limit: {per_second: 1.5}\n", key: "rate_limit.per_second"},
		"a port out of range":    {file: "listen: '127.0.0.1:65536'\n", key: "listen"},
		"a slash at the end":     {file: "problem_base: 'https://a.example/'\n", key: "problem_base"},
		"a session too short":    {file: "sessions: {life: 5m}\n", key: "sessions.life", want: "from 10m to 720h"},
		"no issuer":              {file: "oidc: {issuer: id.example}\n", key: "oidc.issuer"},
		"no claim":               {file: "oidc: {role_claim: ''}\n", key: "oidc.role_claim"},
		"no URL":                 {file: "problem_base: problems\n", key: "problem_base"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			from := config.Sources{Env: []string{e.env}}
			if e.file != "" {
				write(t, "f.yaml", e.file)
				from.File = "f.yaml"
			}
			if e.flag != "" {
				from.Flags = flags(t, e.flag)
			}
			_, _, err := config.Load(from)
			var wrong *config.Error
			if !errors.As(err, &wrong) || wrong.Key != e.key || !strings.Contains(wrong.Source, e.source) || !strings.Contains(err.Error(), e.want) {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestAllProblemsAtOnce(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "config.yaml", "reading: x\nsecret: hunter2\n")
	_, _, err := config.Load(config.Sources{Env: []string{"DEFERIDO_LANGUAGE=fr"}})
	for _, want := range []string{"reading (config.yaml:1)", "secret (config.yaml:2)", "language (environment DEFERIDO_LANGUAGE)"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q in: %v", want, err)
		}
	}
	if strings.Contains(err.Error(), "hunter2") {
		t.Errorf("a message repeats a value: %v", err)
	}
}

func TestFilesThatAreNone(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, e := range map[string][2]string{
		"two documents":  {"data: a\n---\ndata: b\n", "one YAML document"},
		"a key twice":    {"data: a\ndata: b\n", "line 2"},
		"a list":         {"- data\n", "key: value"},
		"no YAML at all": {"data: [\n", "f.yaml"},
	} {
		write(t, "f.yaml", e[0])
		if _, _, err := config.Load(config.Sources{File: "f.yaml"}); err == nil || !strings.Contains(err.Error(), e[1]) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := config.Load(config.Sources{File: "absent.yaml"}); err == nil || !strings.Contains(err.Error(), "absent.yaml") {
		t.Errorf("a file that is named and absent: %v", err)
	}
	write(t, "f.yaml", "# nothing\n")
	if _, _, err := config.Load(config.Sources{File: "f.yaml"}); err != nil {
		t.Errorf("a file without settings: %v", err)
	}
}

func TestUnknownVariablesAreWarnedOf(t *testing.T) {
	t.Chdir(t.TempDir())
	_, warnings, err := config.Load(config.Sources{Env: []string{"DEFERIDO_LISTN=x"}})
	if err != nil || len(warnings) != 1 || !strings.Contains(warnings[0], "DEFERIDO_LISTN") {
		t.Errorf("%v, %v", warnings, err)
	}
}

func TestLevels(t *testing.T) {
	for level, want := range map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError} {
		if got := (config.Log{Level: level}).SlogLevel(); got != want {
			t.Errorf("%s: %v", level, got)
		}
	}
}

func flags(t *testing.T, args ...string) *pflag.FlagSet {
	t.Helper()
	set := pflag.NewFlagSet("test", pflag.ContinueOnError)
	config.AddFlags(set, config.Keys()...)
	if err := set.Parse(args); err != nil {
		t.Fatal(err)
	}
	return set
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Clean(name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
