package portal

import (
	"fmt"
	"html/template"
)

// icons are shapes that are told apart without colour. The word stands beside them always.
var icons = map[string]template.HTML{
	"tick":     `<circle cx="12" cy="12" r="10"/><path d="m7.5 12.5 3 3 6-7"/>`,
	"cross":    `<path d="M8 2h8l6 6v8l-6 6H8l-6-6V8z"/><path d="m9 9 6 6m0-6-6 6"/>`,
	"question": `<path d="M12 2 22 12 12 22 2 12z"/><path d="M10 10a2 2 0 1 1 2.6 1.9c-.4.2-.6.5-.6 1.1M12 15.8v.1"/>`,
	"fork":     `<path d="M12 22v-8m0 0L4 6m8 8 8-8M4 11V6h5m6 0h5v5"/>`,
	"dash":     `<circle cx="12" cy="12" r="10"/><path d="M7 12h10"/>`,
	"printer":  `<path d="M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7z"/>`,
}

// icon is an icon by name.
func icon(name string) (template.HTML, error) {
	shape, known := icons[name]
	if !known {
		return "", fmt.Errorf("no icon %s", name)
	}
	return `<svg class="i" viewBox="0 0 24 24" aria-hidden="true">` + shape + `</svg>`, nil
}
