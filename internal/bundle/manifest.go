package bundle

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"

	"deferido/internal/engine"
)

// manifest is what .manifest holds, as OPA names it. Metadata is ours.
type manifest struct {
	Revision    string   `json:"revision"`
	Roots       []string `json:"roots"`
	RegoVersion int      `json:"rego_version"`
	Metadata    struct {
		Deferido about `json:"deferido"`
	} `json:"metadata"`
}

// about is what OPA does not ask of a bundle.
type about struct {
	Format int       `json:"format"`
	Seq    int       `json:"seq"`
	MadeAt time.Time `json:"made_at"`
}

// format is the number of the form of bundles. It changes when an older program could not read one.
const format = 1

// maxManifest is how many bytes of .manifest are read.
const maxManifest = 64 << 10

// describe makes the manifest of a bundle.
func describe(c Content, policies fs.FS, files []entry) ([]byte, error) {
	roots, err := rootsOf(policies, files)
	if err != nil {
		return nil, err
	}
	// Parsed as the engine does: Rego v1, in which a file that imports rego.v2 is read as that.
	m := manifest{Revision: c.Revision, Roots: roots, RegoVersion: ast.RegoV1.Int()}
	m.Metadata.Deferido = about{format, c.Seq, c.MadeAt.UTC()}
	return m.encoded()
}

func (m *manifest) encoded() ([]byte, error) {
	b, err := json.MarshalIndent(m, "", "  ")
	return append(b, '\n'), err
}

// rootsOf are the parts of data that a bundle has for its own: the first names of its packages and of its data files.
func rootsOf(policies fs.FS, files []entry) ([]string, error) {
	modules, err := engine.ParseModules(policies, true)
	if err != nil {
		return nil, fmt.Errorf("reading the packages: %w", err)
	}
	if len(modules) == 0 {
		return nil, errors.New("the policies tree holds no Rego")
	}
	var roots []string
	for name, module := range modules {
		first, ok := module.Package.Path[1].Value.(ast.String)
		if !ok {
			return nil, fmt.Errorf("%s: a package without a name", name)
		}
		roots = append(roots, string(first))
	}
	for _, f := range files {
		if !isData(f.name) {
			continue
		}
		folder, _, inFolder := strings.Cut(f.name, "/")
		if !inFolder {
			return []string{""}, nil // the data of the whole tree: all of it is the bundle's
		}
		roots = append(roots, folder)
	}
	slices.Sort(roots)
	return slices.Compact(roots), nil
}

// readManifest reads a manifest, which must be written as describe writes it.
func readManifest(content []byte) (*manifest, error) {
	if len(content) > maxManifest {
		return nil, refuse(Manifest)
	}
	var m manifest
	if err := json.Unmarshal(content, &m); err != nil {
		return nil, refuse(Manifest)
	}
	again, err := m.encoded()
	if err != nil || !bytes.Equal(again, content) || m.Metadata.Deferido.Format != format || m.Metadata.Deferido.Seq < 1 {
		return nil, refuse(Manifest)
	}
	return &m, nil
}
