package portal

// field is a field of a form, for the templates field-….
type field struct {
	ID, Name, Label string
	Value           string // as it was sent, or as it was understood
	Hint, Fault     string // may be empty
	Type            string // of the input; text where it is empty
	Mode            string // its inputmode; may be empty
	Complete        string // its autocomplete; may be empty
	Size            int    // characters; 0 leaves it to the browser
	Required        bool
	Class           string   // of its block; may be empty
	Options         []option // of a choice
}

// option is one of a choice.
type option struct{ Value, Label string }

// fact is a row of the component facts.
type fact struct{ Name, Value, Aside string }
