package corpus

// Row is a line of the ledger: a provision, or a passage of commentary, with all that is said of it.
type Row struct {
	Norm      string    // folder
	Fragment  string    // empty for commentary
	URN       string    // empty for commentary
	Label     string    // "Decreto nº 9.921/2019, art. 39, § 2º, I"; for commentary the act's title
	Status    Status    // exactly one; never empty
	Nature    Status    // what a provision without text does, as far as known; otherwise empty
	Questions []string  // that it bears on; empty for none
	Held      bool      // a text of it is in the corpus
	Grade     Grade     // of what is said of it
	Note      string    // ours, in Portuguese; may be empty
	Text      *string   // the newest wording held, exactly; nil when none is
	Versions  []Version // in time order, never empty
}

// Ledger accounts for every provision of every norm and for every other line of the source texts, in document order.
func (c *Corpus) Ledger() []Row {
	rows := make([]Row, 0, len(c.entries))
	for _, p := range c.entries {
		row := Row{
			Norm: p.Norm.Folder, Fragment: p.Fragment.String(), URN: p.URN, Label: p.Label,
			Status: p.Status, Nature: p.Nature, Questions: p.Questions, Grade: p.Grade, Note: p.Note, Versions: p.Versions,
		}
		if text, held := p.Text(); held {
			row.Held, row.Text = true, &text
		}
		rows = append(rows, row)
	}
	return rows
}

// Statuses counts the rows of the ledger by status. Load lets no row pass without one, so the counts add up to the ledger.
func (c *Corpus) Statuses() map[Status]int {
	counts := map[Status]int{}
	for _, p := range c.entries {
		counts[p.Status]++
	}
	return counts
}
