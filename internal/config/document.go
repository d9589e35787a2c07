package config

import (
	"strings"
)

// documentWidth is where the comments of config.yaml are wrapped.
const documentWidth = 120

const preface = `Every setting of deferido with its default. A flag (--log-level) goes before the environment (DEFERIDO_LOG_LEVEL), the environment before this file, this file before the default. The file is named by --config; without it, config.yaml in the working folder is read if it is there. An unknown key or a wrong value stops the start.`

// Document is config.yaml: every setting with its default and what there is to know of it.
func Document() string {
	var b strings.Builder
	comment(&b, "", preface)
	defaults := Default()
	open := ""
	for _, s := range settings {
		group, name, grouped := strings.Cut(s.key, ".")
		indent := ""
		if !grouped {
			group, name = "", s.key
		}
		if group != open || group == "" {
			b.WriteByte('\n')
		}
		if grouped {
			if group != open {
				b.WriteString(group + ":\n")
			}
			indent = "  "
		}
		open = group
		comment(&b, indent, s.help+" Want "+s.accepts+".")
		b.WriteString(indent + name + ": " + s.show(&defaults) + "\n")
	}
	return b.String()
}

// comment writes a text as lines of a comment.
func comment(b *strings.Builder, indent, text string) {
	line := indent + "#"
	for word := range strings.FieldsSeq(text) {
		if len(line)+1+len(word) > documentWidth {
			b.WriteString(line + "\n")
			line = indent + "#"
		}
		line += " " + word
	}
	b.WriteString(line + "\n")
}
