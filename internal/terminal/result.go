package terminal

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// resultNames are the names of the parts of results, in the order in which they are told.
var resultNames = []struct{ key, pt, en string }{
	{"benefit", "Benefício", "Benefit"},
	{"alternatives", "Também devido nos mesmos fatos", "Also due on the same facts"},
	{"from_at", "Venda lícita depois de", "Sale lawful after"},
	{"arrive_by_at", "Comparecer até", "Arrive by"},
	{"keep_until_on", "Guardar até", "Keep until"},
	{"fare_max_cents", "Tarifa, no máximo", "Fare, at most"},
	{"toll", "Pedágio", "Toll"},
	{"terminal", "Taxa de terminal", "Terminal fee"},
	{"meals", "Alimentação", "Meals"},
	{"other_fees", "Outras taxas", "Other fees"},
	{"total_max_cents", "Total, no máximo", "Total, at most"},
	{"absent", "Ausente", "Absent"},
	{"infractions", "Infrações", "Infractions"},
	{"urn", "dispositivo", "provision"},
	{"month", "mês", "month"},
	{"section", "seção", "section"},
	{"item", "item", "item"},
	{"point", "ponto", "point"},
	{"group", "grupo", "group"},
	{"letter", "letra", "letter"},
	{"text", "texto", "text"},
}

func resultOrder(key string) int {
	for i, n := range resultNames {
		if n.key == key {
			return i
		}
	}
	return len(resultNames)
}

func (v *view) resultName(key string) string {
	i := resultOrder(key)
	switch {
	case i == len(resultNames):
		return strings.ReplaceAll(key, "_", " ")
	case v.words.english:
		return resultNames[i].en
	}
	return resultNames[i].pt
}

// result writes the values of the answer, one a line; what a list holds stands below its name.
func (v *view) result() {
	values := plainJSON(v.d.Result)
	for _, key := range orderedKeys(values) {
		list, isList := values[key].([]any)
		switch {
		case values[key] == nil && v.d.Outcome == "incomplete":
			// not none: not known yet
		case !isList:
			v.line("", v.resultName(key)+": "+v.value(key, values[key]), plain)
		case len(list) > 0:
			v.line("", v.resultName(key)+":", plain)
			for _, element := range list {
				v.item("  • ", v.value(key, element), plain)
			}
		}
	}
}

// value writes a value in words. The end of its key says what it is.
func (v *view) value(key string, value any) string {
	switch value := value.(type) {
	case nil:
		return v.words.none
	case string:
		switch {
		case strings.HasPrefix(value, "urn:"):
			return v.named(value)
		case strings.HasSuffix(key, "_at"):
			return v.words.instant(value)
		case strings.HasSuffix(key, "_on"):
			return v.words.day(value)
		case strings.Contains(value, " "):
			return value
		}
		return strings.ReplaceAll(value, "_", " ")
	case json.Number:
		if cents, err := strconv.ParseInt(value.String(), 10, 64); err == nil && strings.HasSuffix(key, "_cents") {
			return v.words.money(cents)
		}
		return value.String()
	case map[string]any:
		var parts []string
		for _, k := range orderedKeys(value) {
			if value[k] != nil {
				parts = append(parts, v.resultName(k)+": "+v.value(k, value[k]))
			}
		}
		return strings.Join(parts, " · ")
	case []any:
		var parts []string
		for _, element := range value {
			parts = append(parts, v.value(key, element))
		}
		return strings.Join(parts, ", ")
	}
	text, _ := json.Marshal(value)
	return string(text)
}

func orderedKeys(values map[string]any) []string {
	return slices.SortedFunc(maps.Keys(values), func(a, b string) int {
		return cmp.Or(cmp.Compare(resultOrder(a), resultOrder(b)), cmp.Compare(a, b))
	})
}

// plainJSON is a result as its receivers see it, whatever Go types it is made of.
func plainJSON(result map[string]any) map[string]any {
	data, err := json.Marshal(result)
	if err != nil {
		return nil // a result that was answered as JSON is JSON
	}
	decoder := json.NewDecoder(strings.NewReader(string(data)))
	decoder.UseNumber()
	var values map[string]any
	if decoder.Decode(&values) != nil {
		return nil
	}
	return values
}
