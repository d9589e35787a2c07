package portal

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"deferido/internal/civil"
)

// body is the request that the values come to, as the API takes it.
func (f *counterForm) body() ([]byte, error) {
	groups := map[string]any{}
	for _, part := range f.parts {
		for _, fact := range part.Facts {
			value, given := f.value(fact, fieldName(fact.Pointer), fact.Pointer)
			if !given {
				continue
			}
			f.answered = append(f.answered, fact.Pointer)
			f.put(groups, fact, value)
		}
	}
	request := map[string]any{"question": f.question.Name, "facts": groups}
	if day := f.values.Get(dayInput); strings.TrimSpace(day) != "" {
		f.names["/as_of"] = dayInput
		if read, ok := f.day(dayInput, day, false); ok {
			request["as_of"] = read
		}
	}
	return json.Marshal(request)
}

// put puts a fact into its group. What is there of a group goes beside the others of it.
func (f *counterForm) put(groups map[string]any, fact *factShape, value any) {
	path := strings.Split(strings.TrimPrefix(fact.Pointer, "/facts/"), "/")
	if len(path) == 1 && fact.Kind != presentKind {
		groups[path[0]] = value
		return
	}
	group, _ := groups[path[0]].(map[string]any)
	if group == nil {
		group = map[string]any{}
		groups[path[0]] = group
	}
	if fact.Kind != presentKind {
		group[path[1]] = value
		return
	}
	for key, present := range value.(map[string]any) {
		group[key] = present
	}
}

// value reads a fact. It is false where nothing was said of it, or nothing that could be read: then the field has a fault.
func (f *counterForm) value(fact *factShape, name, pointer string) (any, bool) {
	f.names[pointer] = name
	switch fact.Kind {
	case instantKind:
		return f.instant(name)
	case ticksKind:
		return f.ticks(fact, name, pointer)
	case presentKind:
		return f.present(fact, name)
	case rowsKind:
		return f.rowList(fact, name, pointer)
	}
	raw := strings.TrimSpace(f.values.Get(name))
	if raw == "" {
		return nil, false
	}
	switch fact.Kind {
	case dayKind:
		return f.day(name, raw, fact.Birth)
	case flagKind:
		return f.flag(name, raw)
	case choiceKind, textKind:
		return raw, true
	}
	return f.number(fact, name, raw)
}

// number reads what is written in digits: numbers and periods.
func (f *counterForm) number(fact *factShape, name, raw string) (any, bool) {
	var read, shown string
	var err error
	var value any
	switch fact.Kind {
	case moneyKind:
		read, err = readCents(raw, f.v.lang)
		shown, value = centsShown(read, f.v.lang), json.Number(read)
	case measureKind:
		read, err = readDecimal(raw, f.v.lang)
		shown, value = decimalShown(read, f.v.lang), json.Number(read)
	case countKind:
		read, err = readCount(raw, f.v.lang)
		shown, value = read, json.Number(read)
	case monthKind:
		if read, err = readMonth(raw, f.today()); err == nil {
			shown, value = periodShown(read, f.v.lang), read
		}
	case quarterKind:
		if read, err = readQuarter(raw); err == nil {
			shown, value = periodShown(read, f.v.lang), read
		}
	}
	if err != nil {
		return f.fault(name, "counter.fault."+string(fact.Kind))
	}
	f.understand(name, name, raw, shown)
	return value, true
}

func (f *counterForm) day(name, raw string, birth bool) (any, bool) {
	day, err := readDay(raw, birth, f.today())
	switch {
	case errors.Is(err, civil.ErrCalendar):
		return f.fault(name, "counter.fault.no_day")
	case err != nil:
		return f.fault(name, "counter.fault.date")
	}
	f.understand(name, name, raw, dayShown(day))
	return day.String(), true
}

func (f *counterForm) flag(name, raw string) (any, bool) {
	switch raw {
	case "sim":
		return true, true
	case "nao":
		return false, true
	}
	return nil, false
}

// instant reads a day and an hour. The words for today and now stay: they are read again when the form is sent again.
func (f *counterForm) instant(name string) (any, bool) {
	day, at := strings.TrimSpace(f.values.Get(name+".dia")), strings.ToLower(strings.TrimSpace(f.values.Get(name+".hora")))
	isNow := at == "agora" || at == "now"
	if isNow && day == "" {
		day = "hoje"
	}
	switch {
	case day == "" && at == "":
		return nil, false
	case day == "" || at == "":
		if f.live {
			return nil, false
		}
		if day == "" {
			return f.fault(name, "counter.fault.day_missing")
		}
		return f.fault(name, "counter.fault.hour_missing")
	}
	read, ok := f.day(name+".dia", day, false)
	if !ok {
		f.faults[name] = f.faults[name+".dia"]
		return nil, false
	}
	if isNow {
		f.shown[name+".dia"] = day
		f.understood[name] = dayShown(f.today()) + ", " + f.now.Format("15:04")
		return read.(string) + "T" + f.now.Format("15:04") + ":00" + f.offset(), true // the minute that is shown
	}
	hour, err := readHour(at)
	if err != nil {
		return f.fault(name, "counter.fault.time")
	}
	if !hour.exists() {
		return f.fault(name, "counter.fault.no_hour")
	}
	f.understand(name, name+".hora", at, hour.shown(f.offset()))
	if typed := f.shown[name+".dia"]; typed != day {
		f.understood[name] = typed + ", " + hour.shown(f.offset())
	}
	return read.(string) + "T" + hour.text(f.offset()), true
}

// ticks reads a list of which each item is ticked, or which is said to be empty.
func (f *counterForm) ticks(fact *factShape, name, pointer string) (any, bool) {
	ticked := f.values[name]
	list := []any{}
	for _, value := range fact.Tick.Values {
		if !slices.Contains(ticked, value) {
			continue
		}
		at := pointer + "/" + strconv.Itoa(len(list))
		f.names[at] = name
		if len(fact.Inside) == 0 && fact.Tick.Key == "" {
			list = append(list, value)
			continue
		}
		item := f.inside(fact.Inside, name+"."+value, at)
		item[fact.Tick.Key] = value
		list = append(list, item)
	}
	return f.list(list, slices.Contains(ticked, nothing), name)
}

// inside reads the facts of an item of a list.
func (f *counterForm) inside(facts []*factShape, name, pointer string) map[string]any {
	item := map[string]any{}
	for _, fact := range facts {
		if value, given := f.value(fact, name+"."+fact.Key, pointer+"/"+fact.Key); given {
			item[fact.Key] = value
		}
	}
	return item
}

// rowList reads a list of rows. Empty ones are not counted.
func (f *counterForm) rowList(fact *factShape, name, pointer string) (any, bool) {
	list := []any{}
	for _, n := range f.rows[name] {
		at := pointer + "/" + strconv.Itoa(len(list))
		row := rowName(name, n)
		item := f.inside(fact.Inside, row, at)
		if len(item) > 0 {
			f.names[at] = row + "." + fact.Inside[0].Key
			list = append(list, item)
		}
	}
	return f.list(list, f.values.Has(name+"."+nothing), name)
}

// list is a list that was given: one that has items, or was said to have none.
func (f *counterForm) list(items []any, none bool, name string) (any, bool) {
	switch {
	case none && len(items) > 0:
		return f.fault(name, "counter.fault.none")
	case none || len(items) > 0:
		return items, true
	}
	return nil, false
}

// present reads which texts of a group are there. What they say is not asked for.
func (f *counterForm) present(fact *factShape, name string) (any, bool) {
	there := map[string]any{}
	for _, text := range fact.Inside {
		f.names[text.Pointer] = name
		if slices.Contains(f.values[name], text.Key) {
			there[text.Key] = "…"
		}
	}
	return there, len(there) > 0
}

// fault says what is to be corrected in a field; there is no value then.
func (f *counterForm) fault(name, key string) (any, bool) {
	f.faults[name] = f.v.t(key)
	return nil, false
}

// understand keeps what an input shows once it is read, and tells it where something else was typed.
func (f *counterForm) understand(name, input, typed, shown string) {
	f.shown[input] = shown
	if typed != shown {
		f.understood[name] = shown
	}
}
