package config

import (
	"fmt"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"deferido/internal/listen"
)

// setting is one value of Config.
type setting struct {
	key     string
	help    string // sentences that say what it does
	accepts string // what a value must be, after "want"
	// set gives the setting a value as YAML, the environment or a flag wrote it, and reports whether it is accepted.
	set func(c *Config, value any) bool
	// show is the value as YAML writes it.
	show func(c *Config) string
}

// env is the variable of the environment that sets it.
func (s setting) env() string {
	return EnvPrefix + strings.ToUpper(strings.ReplaceAll(s.key, ".", "_"))
}

// flag is the name of the flag that sets it, where a command has no shorter one.
func (s setting) flag() string { return strings.NewReplacer(".", "-", "_", "-").Replace(s.key) }

// find returns the setting of a key.
func find(key string) (setting, bool) {
	i := slices.IndexFunc(settings, func(s setting) bool { return s.key == key })
	if i < 0 {
		return setting{}, false
	}
	return settings[i], true
}

// text is a setting whose value is a text; a nil check accepts any.
func text(key, help, accepts string, field func(*Config) *string, check func(string) bool) setting {
	return setting{
		key: key, help: help, accepts: accepts,
		set: func(c *Config, value any) bool {
			s, ok := value.(string)
			if !ok || (check != nil && !check(s)) {
				return false
			}
			*field(c) = s
			return true
		},
		show: func(c *Config) string {
			if s := *field(c); s != "" {
				return s
			}
			return `""`
		},
	}
}

// oneOf is a setting that takes one of some words.
func oneOf(key, help string, field func(*Config) *string, words ...string) setting {
	return text(key, help, "one of "+strings.Join(words, ", "), field, func(s string) bool { return slices.Contains(words, s) })
}

// duration is a setting that takes a time with its unit, between two bounds that belong to it.
func duration(key, help string, field func(*Config) *time.Duration, least, most time.Duration) setting {
	return setting{
		key: key, help: help,
		accepts: fmt.Sprintf("a time with its unit, such as 30s, from %s to %s", short(least), short(most)),
		set: func(c *Config, value any) bool {
			s, ok := value.(string)
			if !ok {
				return false // a number alone has no unit
			}
			d, err := time.ParseDuration(s)
			if err != nil || d < least || d > most {
				return false
			}
			*field(c) = d
			return true
		},
		show: func(c *Config) string { return short(*field(c)) },
	}
}

// short writes a duration without its empty parts: 1m, not 1m0s.
func short(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

func notEmpty(s string) bool { return strings.TrimSpace(s) != "" }

// whole is a setting that takes a whole number, between two bounds that belong to it.
func whole(key, help string, field func(*Config) *int, least, most int) setting {
	return setting{
		key: key, help: help, accepts: fmt.Sprintf("a whole number from %d to %d", least, most),
		set: func(c *Config, value any) bool {
			n, err := strconv.Atoi(fmt.Sprint(value)) // a number in YAML, a text elsewhere
			if err != nil || n < least || n > most {
				return false
			}
			*field(c) = n
			return true
		},
		show: func(c *Config) string { return strconv.Itoa(*field(c)) },
	}
}

// truth is a setting that takes true or false.
func truth(key, help string, field func(*Config) *bool) setting {
	return setting{
		key: key, help: help, accepts: "true or false",
		set: func(c *Config, value any) bool {
			b, err := strconv.ParseBool(fmt.Sprint(value))
			if err == nil {
				*field(c) = b
			}
			return err == nil
		},
		show: func(c *Config) string { return strconv.FormatBool(*field(c)) },
	}
}

// address reports whether the text is host:port. An empty host is every address of the machine.
func address(s string) bool {
	_, port, err := net.SplitHostPort(s)
	if err != nil {
		return false
	}
	n, err := strconv.Atoi(port)
	return err == nil && n >= 0 && n <= 65535
}

func orNothing(check func(string) bool) func(string) bool {
	return func(s string) bool { return s == "" || check(s) }
}

func postgresURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "postgres" || u.Scheme == "postgresql") && u.Host != ""
}

func httpURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil
}

func proxies(s string) bool {
	_, err := listen.ParseProxies(List(s))
	return err == nil
}

func approvers(s string) bool {
	for _, role := range List(s) {
		if role != "regulator" && role != "lawyer" && role != "admin" {
			return false
		}
	}
	return true
}

// List are the parts of a setting that is separated by commas.
func List(s string) []string {
	var parts []string
	for part := range strings.SplitSeq(s, ",") {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

func baseURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil &&
		!strings.HasSuffix(s, "/") && !strings.ContainsAny(s, "?#")
}
