package revision

// Difference is in what one tree is not as another: the law first, then the text. Its lists are in a stable order, and of
// two equal trees all are empty.
type Difference struct {
	Norms           []Entry        `json:"norms,omitempty"`      // by folder
	Provisions      []Entry        `json:"provisions,omitempty"` // by URN
	Articles        []ModuleChange `json:"articles,omitempty"`
	Questions       []ModuleChange `json:"questions,omitempty"`
	Disputes        []ModuleChange `json:"disputes,omitempty"`
	Library         []ModuleChange `json:"library,omitempty"`         // what all articles share
	Parameters      []Entry        `json:"parameters,omitempty"`      // by name
	Interpretations []Entry        `json:"interpretations,omitempty"` // by id
	Facts           []Entry        `json:"facts,omitempty"`           // by JSON Pointer in the schema of the facts
	Results         []Entry        `json:"results,omitempty"`         // by JSON Pointer in that of the results
	Cases           []Entry        `json:"cases,omitempty"`           // by id
	Files           []FileChange   `json:"files,omitempty"`           // every file that differs, by path
	// Unread is what of either tree could not be read as law, and so is compared as text only.
	Unread []Unread `json:"unread,omitempty"`
}

// ChangeKind tells how something differs.
type ChangeKind string

// The kinds of change.
const (
	Added   ChangeKind = "added"
	Removed ChangeKind = "removed"
	Changed ChangeKind = "changed"
	Renamed ChangeKind = "renamed" // of files only
)

// Entry is a norm, provision, parameter, interpretation, fact or case that differs.
type Entry struct {
	ID     string     `json:"id"`
	Label  string     `json:"label,omitempty"` // for people
	Change ChangeKind `json:"change"`
	Fields []Field    `json:"fields,omitempty"`
	// Rules are, of a provision, the rules that speak of it and changed, or rest on what changed: "decreto_9921_2019.art_39
	// grant.when.in_time".
	Rules []string `json:"rules,omitempty"`
}

// Field is one thing said of an entry that differs: "status", or of a wording "2019-10-31 text".
type Field struct {
	Name   string  `json:"name"`
	Before *string `json:"before"` // null where it was not there
	After  *string `json:"after"`
}

// ModuleChange is an article, a question's file, a dispute or a library whose rules differ. Formatting and comments are no
// difference; METADATA is.
type ModuleChange struct {
	ID     string       `json:"id"` // decreto_9921_2019.art_39; grant; toll; settle
	Label  string       `json:"label,omitempty"`
	Change ChangeKind   `json:"change"`
	Fields []Field      `json:"fields,omitempty"` // of the METADATA of the whole
	Rules  []RuleChange `json:"rules,omitempty"`
	// Named and Unnamed are, of a question, the articles that it names and did not, and the other way round.
	Named   []string `json:"named,omitempty"`
	Unnamed []string `json:"unnamed,omitempty"`
}

// RuleChange is a rule that differs. Question, Kind and Name are empty where its path does not tell them: a number of the
// article, such as advance.
type RuleChange struct {
	Path     string     `json:"path"`               // grant.when.in_time
	Question string     `json:"question,omitempty"` // grant
	Kind     string     `json:"kind,omitempty"`     // when, where, requires, gives, notes, remedies and so on
	Name     string     `json:"name,omitempty"`     // in_time
	Change   ChangeKind `json:"change"`
	Before   *string    `json:"before"` // Rego, as written; null where there was none, and where it is the same
	After    *string    `json:"after"`
	Fields   []Field    `json:"fields,omitempty"` // of its METADATA: "quote", "reason.pt-BR"
	Ways     *WayChange `json:"ways,omitempty"`   // of a requirement
	// Affects are the conditions of articles that rest on the rule, itself left out: "decreto_9921_2019.art_39 sale.when.after_deadline".
	Affects []string `json:"affects,omitempty"`

	cites []string // provisions, before and after: "decreto_9921_2019!art39_par2_inc1"
}

// WayChange is how the ways of a requirement differ. A way is a set of names of conditions.
type WayChange struct {
	Added     [][]string `json:"added,omitempty"`
	Removed   [][]string `json:"removed,omitempty"`
	Reordered bool       `json:"reordered,omitempty"` // the ways that stayed stand in another order
}

// FileChange is a file that differs, as text.
type FileChange struct {
	Path   string     `json:"path"`           // within the policies, or cases/<id>.json; of a removed file, as it was
	From   string     `json:"from,omitempty"` // of a renamed file, whose content is the same
	Change ChangeKind `json:"change"`
	Binary bool       `json:"binary,omitempty"` // its bytes are no text: there are no hunks
	Hunks  []Hunk     `json:"hunks,omitempty"`
}

// Hunk is lines of a file that differ, with those around them.
type Hunk struct {
	OldStart int      `json:"old_start"` // from 1; 0 where there are none
	OldLines int      `json:"old_lines"`
	NewStart int      `json:"new_start"`
	NewLines int      `json:"new_lines"`
	Lines    []string `json:"lines"` // each behind a space, "-" or "+"
}

// Unread is a part of a tree that could not be read as law.
type Unread struct {
	Side    string  `json:"side"` // before or after
	Finding Finding `json:"finding"`
}

// Empty reports whether the trees are equal.
func (d *Difference) Empty() bool { return len(d.Files) == 0 }
