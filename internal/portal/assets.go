package portal

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"

	"github.com/gin-gonic/gin"
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
		a.files[strings.TrimPrefix(name, "static/")] = &asset{content, mediaOf(name), hex.EncodeToString(sum[:8])}
		return nil
	})
	a.full = a.files["vendor/base.js"] != nil
	return a, err
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
	c.Data(http.StatusOK, f.kind, f.content)
}
