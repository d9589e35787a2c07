package config

import (
	"strings"

	"github.com/spf13/pflag"
)

// annotation marks a flag with the key that it sets.
const annotation = "deferido/setting"

// Keys are the keys of all settings, in the order of config.yaml.
func Keys() []string {
	keys := make([]string, len(settings))
	for i, s := range settings {
		keys[i] = s.key
	}
	return keys
}

// AddFlags gives a command a flag for each key, named like it: --log-level sets log.level. It panics at an unknown key.
func AddFlags(flags *pflag.FlagSet, keys ...string) {
	for _, key := range keys {
		s, _ := find(key)
		AddFlag(flags, key, s.flag())
	}
}

// AddFlag gives a command a flag of that name that sets a key. It panics at an unknown key.
func AddFlag(flags *pflag.FlagSet, key, name string) {
	s, known := find(key)
	if !known {
		panic("config: no such setting: " + key)
	}
	defaults := Default()
	// The flag holds a text and no check: Load checks it like any other source, and says so alike.
	flags.String(name, strings.Trim(s.show(&defaults), `"`), s.help+" Want "+s.accepts+".")
	flags.Lookup(name).Annotations = map[string][]string{annotation: {key}}
}
