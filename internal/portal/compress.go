package portal

import (
	"fmt"
	"net/http"

	"github.com/klauspost/compress/gzhttp"
)

// least is the bytes of an answer below which compressing it saves nothing.
const least = 1 << 10

// compressed has answers compressed for those who take that. Some random length is added, so that the size of a page does not
// tell what of it repeats what a stranger put into its address (BREACH).
func compressed(next http.Handler) (http.Handler, error) {
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(least), gzhttp.CompressionLevel(3), gzhttp.RandomJitter(32, 0, false))
	if err != nil {
		return nil, fmt.Errorf("compressing: %w", err)
	}
	return wrap(next), nil
}
