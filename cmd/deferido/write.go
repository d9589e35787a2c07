package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"golang.org/x/term"

	"deferido/internal/terminal"
)

// answerWriter writes answers in the form that was asked for.
type answerWriter struct {
	out      *bufio.Writer
	problems io.Writer // standard error
	lang     string
	text     bool
	options  terminal.Options
	title    func(question string) string
	written  int
	progress *progress
}

// writer makes the writer that the options ask for, on standard output.
func (p *program) writer(o *decideOptions, d *decider) *answerWriter {
	w := &answerWriter{out: bufio.NewWriterSize(p.stdout, 64<<10), problems: p.stderr, lang: d.lang, progress: &progress{}}
	width, onTerminal := widthOf(p.stdout)
	w.text = o.format.value == "text" || (o.format.value == "auto" && onTerminal)
	w.options = terminal.Options{
		Lang: d.lang, Width: width,
		Color: onTerminal && p.getenv("NO_COLOR") == "" && p.getenv("TERM") != "dumb",
	}
	w.options.Label = func(urn string) string {
		if m, known := d.set.Corpus().ByURN(urn); known && m.Provision != nil {
			return m.Provision.Label
		}
		return ""
	}
	w.title = func(question string) string {
		q, _ := d.set.Question(question)
		return q.Title.In(d.lang)
	}
	// Progress and answers on one terminal would write over each other.
	if _, ok := widthOf(p.stderr); ok && !onTerminal {
		w.progress = &progress{to: p.stderr, began: time.Now()}
	}
	return w
}

// widthOf is the width of the terminal behind a stream; false where there is none.
func widthOf(stream any) (int, bool) {
	f := file(stream)
	if f == nil || !term.IsTerminal(int(f.Fd())) {
		return terminal.DefaultWidth, false
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width <= 0 {
		return terminal.DefaultWidth, true
	}
	return width, true
}

func (w *answerWriter) write(a *answer) error {
	if a.problem != nil && a.line > 0 {
		a.problem.Instance = "#line-" + strconv.Itoa(a.line)
	}
	switch {
	case !w.text && a.problem != nil:
		return w.json(a.problem)
	case !w.text:
		return w.json(a.decision)
	case a.problem != nil:
		if err := w.flush(); err != nil { // the two streams in the order of the requests
			return err
		}
		fmt.Fprintln(w.problems, w.problem(a))
		return nil
	}
	if w.written++; w.written > 1 {
		fmt.Fprintf(w.out, "\n%s\n\n", strings.Repeat("─", min(w.options.Width, 100)))
	}
	o := w.options
	o.Title = w.title(a.decision.Question)
	return terminal.Render(w.out, a.decision, o)
}

// problem is what people are told of a request that was not decided.
func (w *answerWriter) problem(a *answer) string {
	text := "deferido: "
	if a.line > 0 {
		text += map[bool]string{true: "line ", false: "linha "}[w.lang == "en"] + strconv.Itoa(a.line) + ": "
	}
	return text + indented(a.problem.text())
}

// said is what is still to be said of the problem of a single request: in JSON it went to standard output alone.
func (w *answerWriter) said(a *answer) error {
	if a.problem == nil || w.text {
		return nil
	}
	return errors.New(a.problem.text())
}

// json writes a value as one line.
func (w *answerWriter) json(value any) error {
	encoder := json.NewEncoder(w.out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}

func (w *answerWriter) flush() error { return w.out.Flush() }
