package revision

// Diff says in what the second tree is not as the first. What of a tree cannot be read as law is told in Unread, and is
// compared as text only. The error is that of reading a file.
func Diff(a, b Tree) (*Difference, error) {
	before, err := readSide(a)
	if err != nil {
		return nil, err
	}
	after, err := readSide(b)
	if err != nil {
		return nil, err
	}
	d := &Difference{
		Articles:  compareModules(articleGroup, before, after),
		Questions: compareModules(questionGroup, before, after),
		Disputes:  compareModules(disputeGroup, before, after),
		Library:   compareModules(libraryGroup, before, after),
		Cases:     compare(before.cases, after.cases),
		Files:     compareFiles(before.files, after.files),
	}
	for _, section := range []struct {
		of   func(*side) map[string]*portrait
		into *[]Entry
	}{
		{func(s *side) map[string]*portrait { return s.norms }, &d.Norms},
		{func(s *side) map[string]*portrait { return s.provisions }, &d.Provisions},
		{func(s *side) map[string]*portrait { return s.parameters }, &d.Parameters},
		{func(s *side) map[string]*portrait { return s.interpretations }, &d.Interpretations},
		{func(s *side) map[string]*portrait { return s.facts }, &d.Facts},
		{func(s *side) map[string]*portrait { return s.results }, &d.Results},
	} {
		if x, y := section.of(before), section.of(after); len(x) > 0 && len(y) > 0 {
			*section.into = compare(x, y) // otherwise one side could not be read: everything would seem new
		}
	}
	d.affect(before, after)
	for _, side := range []struct {
		name string
		of   *side
	}{{"before", before}, {"after", after}} {
		for _, f := range inOrder(side.of.unread) {
			d.Unread = append(d.Unread, Unread{side.name, f})
		}
	}
	return d, nil
}
