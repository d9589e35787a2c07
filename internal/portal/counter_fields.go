package portal

import (
	"slices"
	"strconv"
)

// The options that a field shows side by side before it becomes a list to be opened, or a number to be typed.
const (
	mostButtons = 9
	mostRadios  = 3
)

// count is a number of things: buttons where there are few.
func (w *viewer) count(e *entry, fact *factShape) {
	most, err := strconv.Atoi(fact.Maximum)
	if err != nil || most > mostButtons {
		e.Kind, e.Mode, e.Size = "field-line", "numeric", 8
		return
	}
	e.Kind = "field-segment"
	var options []pick
	for n := range most + 1 {
		options = append(options, pick{Value: strconv.Itoa(n), Label: strconv.Itoa(n)})
	}
	e.Picks = w.picks(*e, append(options, pick{Label: w.v.t("counter.unknown_fact")})...)
}

// choice is one of several values. What is asked for before all else cannot stay unknown.
func (w *viewer) choice(e *entry, fact *factShape) {
	var options []pick
	for _, value := range fact.Values {
		options = append(options, pick{Value: value, Label: w.named(fact, value)})
	}
	if len(options) > mostRadios {
		e.Kind = "field-pick"
		e.Picks = w.picks(*e, append([]pick{{Label: w.v.t("counter.unanswered")}}, options...)...)
		return
	}
	e.Kind, e.Wide = "field-choice", true
	if !slices.Contains(w.question.First, fact.Pointer) {
		options = append(options, pick{Label: w.v.t("counter.unknown_fact")})
	}
	e.Picks = w.picks(*e, options...)
}

// ticks are boxes, the last of which says that there is nothing.
func (w *viewer) ticks(e *entry, fact *factShape) {
	e.Kind, e.Wide = "field-ticks", true
	for _, value := range fact.Tick.Values {
		p := w.tick(*e, value, w.named(fact.Tick, value))
		for _, inside := range fact.Inside {
			p.Inside = append(p.Inside, w.entry(inside, e.Name+"."+value+"."+inside.Key))
		}
		e.Picks = append(e.Picks, p)
	}
	e.Picks = append(e.Picks, w.tick(*e, nothing, w.v.t("counter.none")))
}

func (w *viewer) tick(e entry, value, label string) pick {
	id := e.ID
	if len(e.Picks) > 0 {
		id += "-" + value
	}
	return pick{ID: id, Value: value, Label: label, On: slices.Contains(w.values[e.Name], value)}
}

// list are the rows that were sent, or the empty ones that a list begins with.
func (w *viewer) list(e *entry, fact *factShape) {
	title := w.v.set.Title(fact.Pointer+"/0", w.v.lang)
	e.Kind, e.Wide, e.More = "field-rows", true, w.v.t("counter.more", "what", title)
	e.None = w.values.Has(e.Name + "." + nothing)
	numbers := w.counterForm.rows[e.Name]
	if len(numbers) == 0 && !e.None {
		for n := range w.blankRows(e.Name) {
			numbers = append(numbers, n)
		}
	}
	for i, n := range numbers {
		row := rowView{Name: rowName(e.Name, n), Label: title + " " + strconv.Itoa(i+1)}
		for _, inside := range fact.Inside {
			in := w.entry(inside, row.Name+"."+inside.Key)
			in.Wide = in.Wide || inside.Kind == textKind
			row.Entries = append(row.Entries, in)
		}
		e.Rows = append(e.Rows, row)
	}
	if len(numbers) >= fact.Items {
		e.More = ""
	}
}
