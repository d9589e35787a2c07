package config

import "time"

// settings are all there are, in the order of config.yaml. A new setting is a field of Config, its value in Default and a
// line here; `go test ./internal/config -update` then writes it into config.yaml.
var settings = []setting{
	text("listen", "The address to serve on. Without any key or account the server is open on loopback only, so no other address is accepted.",
		"a loopback address with a port, such as 127.0.0.1:8080 (port 0 takes a free one); "+openOnLoopback,
		func(c *Config) *string { return &c.Listen }, loopback),
	text("data", "The folder of the records. It is created when it is not there.",
		"the path of a folder",
		func(c *Config) *string { return &c.Data }, notEmpty),
	oneOf("reading", "The reading of the law that decides: its letter (text), or what identified courts have held (case_law). The other one is still shown.",
		func(c *Config) *string { return &c.Reading }, "text", "case_law"),
	oneOf("language", "The language of an answer when none is asked for.",
		func(c *Config) *string { return &c.Language }, "pt-BR", "en"),
	text("policies", "A folder with the policies to decide by. Empty: those that the program carries.",
		"the path of a folder, or nothing",
		func(c *Config) *string { return &c.Policies }, nil),
	duration("decision_timeout", "How long one decision may take.",
		func(c *Config) *time.Duration { return &c.DecisionTimeout }, 10*time.Millisecond, time.Minute),
	duration("stream_line_timeout", "How long a stream may wait for its next line, and how long a client may take to read one.",
		func(c *Config) *time.Duration { return &c.StreamLineTimeout }, time.Second, time.Hour),
	duration("shutdown_grace", "How long requests under way may take to end once the server is told to stop.",
		func(c *Config) *time.Duration { return &c.ShutdownGrace }, time.Second, 10*time.Minute),
	oneOf("log.level", "The least level that is logged.",
		func(c *Config) *string { return &c.Log.Level }, "debug", "info", "warn", "error"),
	oneOf("log.format", "The form of a line of the log.",
		func(c *Config) *string { return &c.Log.Format }, "json", "text"),
	text("problem_base", "What the type of every problem (RFC 9457) begins with.",
		"an http or https URL without query, fragment or slash at its end",
		func(c *Config) *string { return &c.ProblemBase }, baseURL),
}

const openOnLoopback = "without any key or account the server is open on loopback only"
