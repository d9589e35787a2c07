package revision

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// pointersOf are the JSON Pointers of everything below a value, groups and elements of lists too, in order.
func pointersOf(value any, at string) []string {
	var all []string
	add := func(key string, below any) {
		pointer := at + "/" + pointerKey(key)
		all = append(append(all, pointer), pointersOf(below, pointer)...)
	}
	switch value := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			add(key, value[key])
		}
	case []any:
		for i, element := range value {
			add(strconv.Itoa(i), element)
		}
	}
	return all
}

// without is a request that lacks the value at a JSON Pointer. The request itself stays as it is.
func without(request document, pointer string) document {
	keys := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for i := range keys {
		keys[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(keys[i])
	}
	less, _ := removed(map[string]any(request), keys).(map[string]any)
	return less
}

func removed(value any, keys []string) any {
	switch value := value.(type) {
	case map[string]any:
		below, there := value[keys[0]]
		if !there {
			return value
		}
		less := maps.Clone(value)
		if len(keys) == 1 {
			delete(less, keys[0])
		} else {
			less[keys[0]] = removed(below, keys[1:])
		}
		return less
	case []any:
		i, err := strconv.Atoi(keys[0])
		if err != nil || i >= len(value) {
			return value
		}
		if len(keys) == 1 {
			return slices.Delete(slices.Clone(value), i, i+1)
		}
		less := slices.Clone(value)
		less[i] = removed(value[i], keys[1:])
		return less
	}
	return value
}
