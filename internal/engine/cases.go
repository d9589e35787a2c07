package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
)

// Case is a case that a policy set must answer as it says.
type Case struct {
	ID      string          `json:"id"`
	Title   string          `json:"title"`
	Request json.RawMessage `json:"request"`
	Expect  struct {
		Cites  []string `json:"cites"`
		Unmet  []string `json:"unmet"`
		Duties []string `json:"duties"`
	} `json:"expect"`
}

// readCases indexes the cases by the provisions that they expect to be cited.
func readCases(fsys fs.FS) (map[string][]string, error) {
	byURN := map[string][]string{}
	if fsys == nil {
		return byURN, nil
	}
	names, err := fs.Glob(fsys, "cases/*.json")
	if err != nil {
		return nil, err
	}
	var problems []error
	for _, name := range names {
		var c Case
		content, err := fs.ReadFile(fsys, name)
		if err == nil {
			err = json.Unmarshal(content, &c)
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", name, err))
			continue
		}
		for _, urn := range slices.Concat(c.Expect.Cites, c.Expect.Unmet, c.Expect.Duties) {
			if !slices.Contains(byURN[urn], c.ID) {
				byURN[urn] = append(byURN[urn], c.ID)
			}
		}
	}
	return byURN, errors.Join(problems...)
}
