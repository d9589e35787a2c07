package lifecycle

import (
	"encoding/json"
	"io/fs"

	"deferido/internal/engine"
)

// formerParts are what was signed before the parameters, the readings and the ways were part of it, and while tests and cases
// were apart. Such a signature is held to what it covered, and says that it covers less.
type formerParts struct {
	Text  string `json:"text"`
	Rule  string `json:"rule"`
	Tests string `json:"tests"`
	Cases string `json:"cases"`
}

// readFormer reads the parts of a signature of then. It is false for one of now.
func readFormer(written []byte) (formerParts, bool, error) {
	var f formerParts
	err := json.Unmarshal(written, &f)
	return f, f.Tests != "", err
}

// formerPartsOf are those parts of a provision as they were hashed then.
func formerPartsOf(set *engine.Set, tree fs.FS, urn string) (formerParts, error) {
	p, err := provisionOf(set, urn)
	if err != nil {
		return formerParts{}, err
	}
	norm, fragment := p.Norm.Folder, p.Fragment.String()
	var rules []string
	for _, s := range set.Sources(norm, fragment) {
		rules = append(rules, s.Package+"\n"+s.Text)
	}
	tests, err := contents(tree, testsOf(set, norm, fragment))
	if err != nil {
		return formerParts{}, err
	}
	cases, err := contents(tree, casesOf(set, urn))
	return formerParts{hashPieces(wordings(p)), hashAll(rules), hashPieces(tests), hashPieces(cases)}, err
}

// differ names the parts of now in which what was signed then is another.
func (f formerParts) differ(now formerParts) []string {
	cases := part{PartCases, f.Cases + f.Tests, now.Cases + now.Tests}
	return differing([]part{{PartText, f.Text, now.Text}, {PartRule, f.Rule, now.Rule}, cases})
}
