package decision

// RuleOf is a rule of a policy set that speaks of a provision.
type RuleOf struct {
	Question string `json:"question"`
	Article  string `json:"article"` // id of the article that has it: "decreto_9921_2019.art_39"
	Name     string `json:"name"`
	Kind     string `json:"kind"`  // its role: "grants", "condition", "duty" and so on
	Title    string `json:"title"` // pt-BR
}
