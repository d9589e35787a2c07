package oracle

import (
	"fmt"
	"slices"
	"time"
)

// Same compares a value that is wanted with one from JSON: objects by the wanted keys, lists in any order, instants by
// moment.
func Same(want, got any) bool {
	switch w := want.(type) {
	case string:
		g, ok := got.(string)
		a, errA := time.Parse(time.RFC3339Nano, w)
		b, errB := time.Parse(time.RFC3339Nano, g)
		return ok && (w == g || errA == nil && errB == nil && a.Equal(b))
	case []any:
		g, ok := got.([]any)
		for _, member := range w {
			ok = ok && slices.ContainsFunc(g, func(other any) bool { return Same(member, other) })
		}
		return ok && len(w) == len(g)
	case map[string]any:
		g, ok := got.(map[string]any)
		for key, member := range w {
			ok = ok && Same(member, g[key])
		}
		return ok
	}
	return fmt.Sprint(want) == fmt.Sprint(got)
}
