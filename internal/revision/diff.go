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
	d := &Difference{Files: compareFiles(before.files, after.files)}
	// Where one side was not read, all would seem new.
	whole := len(before.unread)+len(after.unread) == 0
	if whole || len(before.modules) > 0 && len(after.modules) > 0 {
		d.Articles, d.Questions = compareModules(articleGroup, before, after), compareModules(questionGroup, before, after)
		d.Disputes, d.Library = compareModules(disputeGroup, before, after), compareModules(libraryGroup, before, after)
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
		{func(s *side) map[string]*portrait { return s.cases }, &d.Cases},
	} {
		if x, y := section.of(before), section.of(after); whole || len(x) > 0 && len(y) > 0 {
			*section.into = compare(x, y)
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
