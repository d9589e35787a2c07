package portal

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"deferido/internal/civil"
	"deferido/internal/decision"
	"deferido/internal/facts"
)

// counterForm is the form of a question on its way: what was sent, how it was read, and what comes of it.
type counterForm struct {
	v        *visit
	question decision.Question
	parts    []formPart
	values   url.Values       // as they were sent, or put in by the portal
	rows     map[string][]int // positions of the rows that were sent, by list
	live     bool             // it is being filled in: what is half said is not said yet

	now        time.Time         // in the zone of the form's offset
	shown      map[string]string // what an input shows, by its name, where it was understood
	understood map[string]string // that, by the name of the field, where something else was typed
	faults     map[string]string // what is to be corrected, by the name of the field
	names      map[string]string // of fields, by their pointer in the request
	answered   []string          // the facts that were given, up to the first list
	remembered []string          // names of inputs that the portal filled in from the last time
	lost       []string          // titles of facts that a record does not hold
	opened     string            // name of the row that was just added

	request  *decision.Request
	decision *decision.Decision
	problem  *failure // why there is no decision
	asked    bool     // the decision was asked for; it is not only shown
}

// newCounterForm is a form of a question with values.
func newCounterForm(v *visit, q decision.Question, values url.Values) (*counterForm, error) {
	parts, err := partsOf(v.set, q.Name)
	if err != nil {
		return nil, err
	}
	f := &counterForm{v: v, question: q, parts: parts, values: values}
	return f, f.indexRows()
}

// The inputs of a form that are no facts.
const (
	keyInput    = "chave"  // its idempotency key
	moreInput   = "mais"   // the list that is to get a row more
	offsetInput = "fuso"   // the offset of hours that are typed without one
	dayInput    = "as_of"  // the day whose law decides, where it is not that of the facts
	nothing     = "nenhum" // of a list: there is nothing
)

// fieldName is the name of a fact's input: trip.distance_km.
func fieldName(pointer string) string {
	return strings.ReplaceAll(strings.TrimPrefix(pointer, "/facts/"), "/", ".")
}

// fieldID is the id of an input: trip-distance_km.
func fieldID(name string) string { return strings.ReplaceAll(name, ".", "-") }

// offset is that of hours which are typed without one: what the form says, or the zone of the portal's clock.
func (f *counterForm) offset() string {
	if given := f.values.Get(offsetInput); given != "" {
		if at, err := readHour("0 " + given); err == nil && at.exists() && at.offset != "" {
			return strings.Replace(at.offset, "Z", "+00:00", 1)
		}
	}
	return f.v.portal.Now().Format("-07:00")
}

// read reads the values as facts and checks them. Without faults the form has a request.
func (f *counterForm) read() {
	f.shown, f.understood, f.faults, f.names, f.answered = map[string]string{}, map[string]string{}, map[string]string{}, map[string]string{}, nil
	f.now = f.v.portal.Now()
	if at, err := time.Parse("-07:00", f.offset()); err == nil {
		f.now = f.now.In(at.Location())
	}
	body, err := f.body()
	if err != nil || len(f.faults) > 0 {
		return
	}
	f.request, err = f.v.set.Parse(body)
	var refused *facts.Error
	if errors.As(err, &refused) {
		f.refuse(refused)
	}
}

// today is the day of the form's clock.
func (f *counterForm) today() civil.Date {
	d, err := civil.New(f.now.Year(), f.now.Month(), f.now.Day())
	if err != nil { // a clock outside the calendar; there is no such day
		return civil.Date{}
	}
	return d
}

// refuse puts what the schema finds wrong to the fields.
func (f *counterForm) refuse(refused *facts.Error) {
	for _, violation := range refused.Violations {
		name := f.nameOf(violation.Pointer)
		if f.faults[name] == "" {
			f.faults[name] = strings.ReplaceAll(violation.Message(f.v.lang), " ("+violation.Args.Other+")", "")
		}
	}
	if len(refused.Violations) == 0 {
		f.faults[""] = refused.Message(f.v.lang)
	}
}

// nameOf is the name of the field that a pointer of the request was read from, or of what holds it; empty where none is.
func (f *counterForm) nameOf(pointer string) string {
	for pointer != "" {
		if name, known := f.names[pointer]; known {
			return name
		}
		pointer = pointer[:strings.LastIndex(pointer, "/")]
	}
	return ""
}

// mostRows are those that all lists of a form may have together: a page shows them all. Whoever has more sends a file.
const mostRows = 1000

// indexRows finds the positions of the rows of each list that was sent, in order. Its error says that there are too many.
func (f *counterForm) indexRows() error {
	f.rows = map[string][]int{}
	all := 0
	for key := range f.values {
		steps := strings.Split(key, ".")
		for i := 1; i < len(steps)-1; i++ {
			n, err := strconv.Atoi(steps[i])
			if list := strings.Join(steps[:i], "."); err == nil && n >= 0 && !f.hasRow(list, n) {
				f.rows[list] = append(f.rows[list], n)
				all++
			}
			if all > mostRows {
				return &failure{status: http.StatusRequestEntityTooLarge, key: "counter.too_many", args: []any{"most", mostRows}}
			}
		}
	}
	for _, positions := range f.rows {
		slices.Sort(positions)
	}
	return nil
}

func (f *counterForm) hasRow(list string, n int) bool { return slices.Contains(f.rows[list], n) }

// addRow puts an empty row at the end of a list.
func (f *counterForm) addRow(list string) error {
	next := 0
	if rows := f.rows[list]; len(rows) > 0 {
		next = rows[len(rows)-1] + 1
	} else { // after those that were only shown
		for next = range f.blankRows(list) {
			f.values.Set(rowName(list, next)+".linha", "1")
		}
		next++
	}
	f.opened = rowName(list, next)
	f.values.Set(f.opened+".linha", "1")
	f.values.Del(list + "." + nothing)
	return f.indexRows()
}

func rowName(list string, n int) string { return list + "." + strconv.Itoa(n) }

// blankRows are those that a list shows before anything is typed: a quarter has three months.
func (f *counterForm) blankRows(name string) int {
	if name == "report.months" {
		return 3
	}
	return 1
}
