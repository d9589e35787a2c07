package facts

import "deferido/internal/civil"

// MaxBytes is the largest request that is read.
const MaxBytes = 1 << 20

// Request is a valid request. It never changes.
type Request struct {
	Question  string
	Reference string     // the caller's own, empty when not given
	AsOf      civil.Date // the day whose law is asked for; the zero Date when not given
	Explain   bool

	schema *Schema
	root   *node
}

// Parse reads and checks one request. Its error is an *Error.
func (s *Schema) Parse(body []byte) (*Request, error) {
	root, err := read(body, MaxBytes, s.known)
	if err != nil {
		return nil, err
	}
	return s.request(root)
}

// request checks a tree and makes it a request.
func (s *Schema) request(root *node) (*Request, error) {
	var steps [MaxDepth]step
	c := checker{path: steps[:0]}
	ok := c.check(root, s.root)
	if root.kind == kindObject {
		c.between(s, root)
	}
	if !ok || len(c.found) > 0 {
		return nil, &Error{Kind: Invalid, Violations: c.found, More: c.more}
	}
	r := &Request{schema: s, root: root}
	for i, p := range s.root.props {
		n := root.slot(i)
		if n == nil {
			continue
		}
		switch p.key {
		case "question":
			r.Question = n.text
		case "reference":
			r.Reference = n.text
		case "as_of":
			r.AsOf = n.when.day
		case "explain":
			r.Explain = n.truth
		}
	}
	return r, nil
}
