package revision

import (
	"fmt"
	"io"
	"strings"
	"unicode"
)

// heading is the title of a section in both languages.
type heading struct{ pt, en string }

func (h heading) in(lang string) string {
	if lang == "en" || strings.HasPrefix(lang, "en-") {
		return h.en
	}
	return h.pt
}

// signs are how a kind of change is shown.
var signs = map[ChangeKind]string{Added: "+", Removed: "-", Changed: "~", Renamed: ">"}

// WriteText writes the difference for people, the law first, in lang ("pt-BR" or "en").
func (d *Difference) WriteText(w io.Writer, lang string) error {
	p := &diffPrinter{lang: lang}
	if d.Empty() {
		p.line(0, "%s", heading{"Nada difere.", "Nothing differs."}.in(lang))
	}
	p.entries(heading{"Normas", "Norms"}, d.Norms)
	p.entries(heading{"Dispositivos", "Provisions"}, d.Provisions)
	p.modules(heading{"Artigos", "Articles"}, d.Articles)
	p.modules(heading{"Perguntas", "Questions"}, d.Questions)
	p.modules(heading{"Disputas", "Disputes"}, d.Disputes)
	p.modules(heading{"Lógica comum", "Shared logic"}, d.Library)
	p.entries(heading{"Parâmetros", "Parameters"}, d.Parameters)
	p.entries(heading{"Interpretações", "Interpretations"}, d.Interpretations)
	p.entries(heading{"Fatos", "Facts"}, d.Facts)
	p.entries(heading{"Resultados", "Results"}, d.Results)
	p.entries(heading{"Casos", "Cases"}, d.Cases)
	p.unread(d.Unread)
	p.files(d.Files)
	_, err := io.WriteString(w, p.text.String())
	return err
}

type diffPrinter struct {
	lang string
	text strings.Builder
}

// line writes a line, or several. What a draft holds is anybody's: it must not steer the terminal.
func (p *diffPrinter) line(depth int, format string, args ...any) {
	text := strings.Map(harmless, fmt.Sprintf(format, args...))
	for line := range strings.Lines(text) {
		p.text.WriteString(strings.Repeat("  ", depth) + strings.TrimSuffix(line, "\n") + "\n")
	}
}

func harmless(r rune) rune {
	if unicode.IsControl(r) && r != '\n' && r != '\t' {
		return unicode.ReplacementChar
	}
	return r
}

func (p *diffPrinter) heading(h heading) {
	if p.text.Len() > 0 {
		p.text.WriteString("\n")
	}
	p.line(0, "%s", h.in(p.lang))
}

func titled(id, label string) string {
	if label == "" || label == id {
		return id
	}
	return label + " (" + id + ")"
}

func (p *diffPrinter) entries(h heading, all []Entry) {
	if len(all) == 0 {
		return
	}
	p.heading(h)
	for _, e := range all {
		p.line(1, "%s %s", signs[e.Change], titled(e.ID, e.Label))
		p.fields(2, e.Fields)
		for _, rule := range e.Rules {
			p.line(2, "%s %s", heading{"regra que mudou:", "rule that changed:"}.in(p.lang), rule)
		}
	}
}

func (p *diffPrinter) fields(depth int, all []Field) {
	for _, f := range all {
		p.line(depth, "%s:", f.Name)
		p.sides(depth+1, f.Before, f.After)
	}
}

// sides shows what was and what is, each behind its sign.
func (p *diffPrinter) sides(depth int, before, after *string) {
	for _, side := range []struct {
		sign string
		text *string
	}{{"- ", before}, {"+ ", after}} {
		if side.text != nil {
			p.line(depth, "%s", side.sign+strings.ReplaceAll(strings.TrimSuffix(*side.text, "\n"), "\n", "\n"+side.sign))
		}
	}
}

func (p *diffPrinter) modules(h heading, all []ModuleChange) {
	if len(all) == 0 {
		return
	}
	p.heading(h)
	for _, m := range all {
		p.line(1, "%s %s", signs[m.Change], titled(m.ID, m.Label))
		p.fields(2, m.Fields)
		for _, id := range m.Named {
			p.line(2, "+ %s %s", heading{"artigo nomeado:", "article named:"}.in(p.lang), id)
		}
		for _, id := range m.Unnamed {
			p.line(2, "- %s %s", heading{"artigo já não nomeado:", "article no longer named:"}.in(p.lang), id)
		}
		for _, r := range m.Rules {
			p.rule(r)
		}
	}
}

func (p *diffPrinter) rule(r RuleChange) {
	p.line(2, "%s %s", signs[r.Change], r.Path)
	p.sides(3, r.Before, r.After)
	p.fields(3, r.Fields)
	if r.Ways != nil {
		for _, way := range r.Ways.Removed {
			p.line(3, "- %s {%s}", heading{"modo", "way"}.in(p.lang), strings.Join(way, ", "))
		}
		for _, way := range r.Ways.Added {
			p.line(3, "+ %s {%s}", heading{"modo", "way"}.in(p.lang), strings.Join(way, ", "))
		}
		if r.Ways.Reordered {
			p.line(3, "%s", heading{"os modos mudaram de ordem", "the ways changed their order"}.in(p.lang))
		}
	}
	if len(r.Affects) > 0 {
		p.line(3, "%s %s", heading{"atinge:", "affects:"}.in(p.lang), strings.Join(r.Affects, ", "))
	}
}

func (p *diffPrinter) unread(all []Unread) {
	if len(all) == 0 {
		return
	}
	p.heading(heading{"Não lido como direito", "Not read as law"})
	sides := map[string]heading{"before": {"antes", "before"}, "after": {"depois", "after"}}
	for _, u := range all {
		p.line(1, "%s: %s:%d: %s", sides[u.Side].in(p.lang), u.Finding.File, u.Finding.Line, u.Finding.Detail)
	}
}

func (p *diffPrinter) files(all []FileChange) {
	if len(all) == 0 {
		return
	}
	p.heading(heading{"Texto", "Text"})
	for _, f := range all {
		name := f.Path
		if f.From != "" {
			name = f.From + " → " + f.Path
		}
		p.line(1, "%s %s", signs[f.Change], name)
		if f.Binary {
			p.line(2, "%s", heading{"não é texto", "not text"}.in(p.lang))
		}
		for _, h := range f.Hunks {
			p.line(2, "%s", h.head())
			for _, line := range h.Lines {
				p.line(2, "%s", line)
			}
		}
	}
}
