package bundle

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode"

	opa "github.com/open-policy-agent/opa/v1/bundle"
)

// portable tells whether a file of a revision may have a name: a relative path that means the same file on every system, stays
// where it is put, and is nothing that OPA takes for a part of a bundle (a second manifest, a patch, a compiled policy).
func portable(name string) bool {
	if !fs.ValidPath(name) || name == "." || strings.ContainsAny(name, `\:`) || strings.ContainsFunc(name, unprintable) {
		return false
	}
	base := path.Base(name)
	reserved := []string{opa.WasmFile, opa.PlanFile, opa.PlanProtoFile, "patch.json", signaturesFile}
	if slices.Contains(reserved, base) || strings.HasSuffix(base, opa.ManifestExt) || strings.HasSuffix(base, opa.ManifestProtoExt) {
		return false
	}
	// A case that OPA would load as policy or as data would be served.
	return !strings.HasPrefix(name, casesFolder+"/") || path.Ext(base) != opa.RegoExt && !isData(name)
}

func unprintable(r rune) bool { return !unicode.IsPrint(r) }

// isData tells whether OPA loads a file as data.
func isData(name string) bool { return opa.IsStructuredDoc(name) && path.Base(name) != manifestFile }

// names are those that are taken, in lower case, because some systems do not tell cases apart.
type names struct{ files, folders map[string]bool }

func newNames() names { return names{map[string]bool{}, map[string]bool{}} }

// take takes a name; false when a file has it already, or is a folder in it, or has it as a folder.
func (n names) take(name string) bool {
	name = strings.ToLower(name)
	if n.files[name] || n.folders[name] {
		return false
	}
	n.files[name] = true
	for folder := path.Dir(name); folder != "."; folder = path.Dir(folder) {
		if n.files[folder] {
			return false
		}
		n.folders[folder] = true
	}
	return true
}
