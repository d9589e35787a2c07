package portal

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/klauspost/compress/gzhttp"
)

// staticFiles always hold our own; `npm ci --prefix internal/portal` adds static/vendor.
//
//go:embed static
var staticFiles embed.FS

// assets are the files that pages load.
type assets struct {
	files map[string]*asset // by path below static
	full  bool
}

type asset struct {
	content []byte
	packed  []byte // by gzip as well as it can; nil where that saves nothing
	kind    string // media type
	sum     string // of the content, in the address: a new file has another
}

func readAssets(files fs.FS) (*assets, error) {
	a := &assets{files: map[string]*asset{}}
	err := fs.WalkDir(files, "static", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(content)
		f := &asset{content: content, kind: mediaOf(name), sum: hex.EncodeToString(sum[:8])}
		a.files[strings.TrimPrefix(name, "static/")] = f
		if strings.HasPrefix(f.kind, "text/") {
			f.packed, err = packed(content)
		}
		return err
	})
	a.full = a.files["vendor/base.js"] != nil
	return a, err
}

// packed is content by gzip, as small as it gets: it is made once and sent often.
func packed(content []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(content)
	}
	if err == nil {
		err = w.Close()
	}
	return b.Bytes(), err
}

// mediaOf does not ask the machine, whose table may lack the types.
func mediaOf(name string) string {
	switch path.Ext(name) {
	case ".css":
		return "text/css; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".woff2":
		return "font/woff2"
	case ".json":
		return "application/json"
	}
	return mime.TypeByExtension(path.Ext(name))
}

// url is the address of a file, with its sum. One that is not there is an error: a page must not ask for it.
func (a *assets) url(name string) (string, error) {
	f := a.files[name]
	if f == nil {
		return "", fmt.Errorf("there is no static/%s", name)
	}
	return "/static/" + name + "?v=" + f.sum, nil
}

// asset answers GET /static/{file}. With the sum in its address it never changes; nor does a font, whose name carries a hash that
// the bundle gives it, since a style sheet knows no sums.
func (p *Portal) asset(c *gin.Context) {
	h := c.Writer.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	f := p.assets.files[strings.TrimPrefix(c.Param("file"), "/")]
	if f == nil {
		c.String(http.StatusNotFound, "404")
		return
	}
	h.Set("ETag", `"`+f.sum+`"`)
	h.Set("Cache-Control", "no-cache")
	if c.Query("v") == f.sum || strings.HasSuffix(c.Param("file"), ".woff2") {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if c.GetHeader("If-None-Match") == `"`+f.sum+`"` {
		c.Status(http.StatusNotModified)
		return
	}
	h.Set(gzhttp.HeaderNoCompression, "packed already, or not worth it")
	h.Set("Vary", "Accept-Encoding")
	content := f.content
	if f.packed != nil && takesGzip(c.GetHeader("Accept-Encoding")) {
		content = f.packed
		h.Set("Content-Encoding", "gzip")
	}
	c.Data(http.StatusOK, f.kind, content)
}

// takesGzip reads Accept-Encoding as RFC 9110, 12.5.3, has it.
func takesGzip(header string) bool {
	for coding := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(coding, ";")
		if strings.EqualFold(strings.TrimSpace(name), "gzip") {
			q, found := strings.CutPrefix(strings.ReplaceAll(weight, " ", ""), "q=")
			n, err := strconv.ParseFloat(q, 64)
			return !found || err == nil && n > 0
		}
	}
	return false
}
