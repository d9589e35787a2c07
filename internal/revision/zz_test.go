package revision_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"deferido/internal/revision"
)

func TestZZDeep(t *testing.T) {
	for _, n := range []int{1000, 20000, 90000, 1000000} {
		e := edit(t).write("lib/nest.rego", "package lib.nest\n\nimport rego.v2\n\nx := "+strings.Repeat("{", n)+strings.Repeat("}", n)+"\n")
		began := time.Now()
		d, err := revision.Diff(edit(t).tree(), e.tree())
		fmt.Println(n, time.Since(began), err, len(d.Unread), len(d.Library))
		e = edit(t).write("lib/nest.rego", "package lib.nest\n\nimport rego.v2\n\nx := "+strings.Repeat("[", n)+strings.Repeat("]", n)+"\n")
		began = time.Now()
		d, err = revision.Diff(edit(t).tree(), e.tree())
		fmt.Println(n, time.Since(began), err, len(d.Unread), len(d.Library))
	}
}
