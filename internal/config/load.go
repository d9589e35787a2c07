package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"
	"go.yaml.in/yaml/v3"
)

// EnvPrefix begins the name of every variable of the environment that sets something.
const EnvPrefix = "DEFERIDO_"

// DefaultFile is read when it is there and no other file is named.
const DefaultFile = "config.yaml"

// Error refuses a setting. It does not repeat the value, which may be private.
type Error struct {
	Key    string // as config.yaml writes it
	Source string // "config.yaml:12", "environment DEFERIDO_LISTEN" or "flag --listen"
	Detail string // what is accepted
}

// Error is "key (source): what is accepted".
func (e *Error) Error() string { return e.Key + " (" + e.Source + "): " + e.Detail }

// Sources are where settings come from.
type Sources struct {
	// File is a file to read; it must be there. When empty, DefaultFile is read if it is there.
	File string
	// Env is the environment, each "NAME=value". An empty value sets nothing.
	Env []string
	// Flags are those of a command. Only those that AddFlag added and the user gave set anything.
	Flags *pflag.FlagSet
}

// Load gathers the settings and checks them. It returns every problem found, joined; each that is about a setting is an
// *Error. The warnings name variables of the environment that begin as ours do and are none.
func Load(from Sources) (c Config, warnings []string, err error) {
	l := &loader{gathered: viper.New(), source: map[string]string{}}
	l.file(from.File)
	warnings = l.environment(from.Env)
	l.flags(from.Flags)
	c = Default()
	for _, s := range settings {
		source, given := l.source[s.key]
		if given && !s.set(&c, l.gathered.Get(s.key)) {
			l.problems = append(l.problems, &Error{s.key, source, "want " + s.accepts})
		}
	}
	return c, warnings, errors.Join(l.problems...)
}

type loader struct {
	gathered *viper.Viper
	source   map[string]string // of each key that was given: the last one wins
	problems []error
}

func (l *loader) give(key string, value any, source string) {
	l.gathered.Set(key, value)
	l.source[key] = source
}

func (l *loader) file(name string) {
	path := name
	if path == "" {
		path = DefaultFile
	}
	data, err := os.ReadFile(path)
	if name == "" && errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err != nil {
		l.problems = append(l.problems, fmt.Errorf("reading the settings: %w", err))
		return
	}
	lines, err := keyLines(data)
	if err != nil {
		l.problems = append(l.problems, fmt.Errorf("%s: %w", path, err))
		return
	}
	read := viper.New()
	read.SetConfigType("yaml")
	if err := read.ReadConfig(bytes.NewReader(data)); err != nil {
		l.problems = append(l.problems, fmt.Errorf("%s: %w", path, err))
		return
	}
	for _, at := range lines {
		source := fmt.Sprintf("%s:%d", path, at.line)
		if _, known := find(at.key); !known {
			l.problems = append(l.problems, &Error{at.key, source, "no such setting; there are " + strings.Join(Keys(), ", ")})
			continue
		}
		l.give(at.key, read.Get(at.key), source)
	}
}

func (l *loader) environment(env []string) (warnings []string) {
	known := map[string]setting{}
	for _, s := range settings {
		known[s.env()] = s
	}
	for _, variable := range env {
		name, value, _ := strings.Cut(variable, "=")
		if !strings.HasPrefix(name, EnvPrefix) || value == "" {
			continue
		}
		s, ok := known[name]
		if !ok {
			warnings = append(warnings, "environment "+name+": no such setting, ignored")
			continue
		}
		l.give(s.key, value, "environment "+name)
	}
	slices.Sort(warnings)
	return warnings
}

func (l *loader) flags(flags *pflag.FlagSet) {
	if flags == nil {
		return
	}
	flags.Visit(func(f *pflag.Flag) {
		if key := f.Annotations[annotation]; key != nil {
			l.give(key[0], f.Value.String(), "flag --"+f.Name)
		}
	})
}

// keyLine is a key of a file that has a value, and where it stands.
type keyLine struct {
	key  string
	line int
}

// keyLines lists the keys of a YAML text, those of groups joined by dots.
func keyLines(data []byte) ([]keyLine, error) {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var document yaml.Node
	if err := decoder.Decode(&document); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	if err := decoder.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, errors.New("want one YAML document")
	}
	root := document.Content[0]
	if root.Kind != yaml.MappingNode {
		return nil, fmt.Errorf("line %d: want settings as key: value", root.Line)
	}
	return appendKeys(nil, "", root), nil
}

func appendKeys(keys []keyLine, prefix string, group *yaml.Node) []keyLine {
	for i := 0; i+1 < len(group.Content); i += 2 {
		name, value := group.Content[i], group.Content[i+1]
		if value.Kind == yaml.MappingNode && len(value.Content) > 0 {
			keys = appendKeys(keys, prefix+name.Value+".", value)
			continue
		}
		keys = append(keys, keyLine{prefix + name.Value, name.Line})
	}
	return keys
}
