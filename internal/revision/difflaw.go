package revision

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"

	"deferido/internal/corpus"
	"deferido/internal/engine"
)

// side is one of the two trees of a difference, as far as it can be read as law.
type side struct {
	tree    Tree
	files   map[string][]byte
	unread  []Finding
	modules map[string]*module // by group and id: "articles decreto_9921_2019.art_39"

	norms, provisions, parameters, interpretations, facts, results, cases map[string]*portrait
	urns                                                                  map[string]string // by norm and fragment
}

func readSide(tree Tree) (*side, error) {
	s := &side{
		tree: tree, files: map[string][]byte{}, modules: map[string]*module{}, urns: map[string]string{},
		norms: map[string]*portrait{}, provisions: map[string]*portrait{}, parameters: map[string]*portrait{},
		interpretations: map[string]*portrait{}, facts: map[string]*portrait{}, results: map[string]*portrait{}, cases: map[string]*portrait{},
	}
	err := engine.EachFile(tree.Policies, []fs.FS{tree.Cases}, func(name string, content []byte) error {
		s.files[name] = content
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reading a tree: %w", err)
	}
	if err := s.readable(); err != nil {
		s.cannotRead(err)
		return s, nil
	}
	s.readModules()
	s.readCorpus()
	s.readParameters()
	s.readInterpretations()
	s.readSchema(engine.SchemaFile, s.facts)
	s.readSchema(engine.ResultsFile, s.results)
	s.readCases()
	return s, nil
}

// cannotRead notes that a part of the side is compared as text only.
func (s *side) cannotRead(err error) {
	for _, f := range findings(err) {
		s.unread = append(s.unread, located(s.tree.Policies, f))
	}
}

func (s *side) readCorpus() {
	c, err := corpus.Load(s.tree.Policies)
	if err != nil {
		s.cannotRead(err)
		return
	}
	for _, n := range c.Norms() {
		p := newPortrait(n.Title)
		s.norms[n.Folder] = p
		p.say("title", n.Title)
		p.say("short_title", n.ShortTitle)
		p.say("urn", n.URN.String())
		sayDate(p, "published_on", n.PublishedOn)
		sayDate(p, "in_force.from", &n.InForce.From)
		sayDate(p, "in_force.until", n.InForce.Until)
		p.say("in_force.note", n.InForce.Note)
		p.say("source", n.Source)
		for i, note := range n.Notes {
			p.say(fmt.Sprintf("notes/%d", i), note.Text+" ("+string(note.Grade)+") "+note.Act)
		}
		for i, r := range n.Related {
			p.say(fmt.Sprintf("related/%d", i), r.Citation+": "+r.Note)
		}
		for _, provision := range n.Provisions {
			s.urns[n.Folder+"!"+provision.Fragment.String()] = provision.URN
			s.provisions[provision.URN] = provisionPortrait(provision)
		}
	}
}

func sayDate(p *portrait, name string, fact *corpus.DatedFact) {
	if fact != nil {
		p.say(name, fact.Date.String())
		p.say(name+" grade", string(fact.Grade))
	}
}

func provisionPortrait(provision *corpus.Provision) *portrait {
	p := newPortrait(provision.Label)
	p.say("status", string(provision.Status))
	p.say("nature", string(provision.Nature))
	p.say("grade", string(provision.Grade))
	p.say("questions", strings.Join(provision.Questions, ", "))
	p.say("note", provision.Note)
	for _, v := range provision.Versions {
		from := v.From.String() + " "
		p.say(from+"text", v.Text)
		if !v.Held {
			p.say(from+"text", "(not held)")
		}
		if v.Until != nil {
			p.say(from+"until", v.Until.String())
		}
		if v.OlderWording {
			p.say(from+"older_wording", "true")
		}
		p.say(from+"act", v.Act)
		p.say(from+"grade", string(v.Grade))
		p.say(from+"note", v.Note)
	}
	return p
}

func (s *side) readParameters() {
	params, err := corpus.LoadParams(s.tree.Policies)
	if err != nil {
		s.cannotRead(err)
		return
	}
	for name, parameter := range params {
		p := newPortrait(parameter.Title)
		s.parameters[name] = p
		p.say("title", parameter.Title)
		p.say("unit", parameter.Unit)
		p.say("note", parameter.Note)
		p.say("stale.code", parameter.Stale.Code)
		p.say("stale.pt-BR", parameter.Stale.PT)
		p.say("stale.en", parameter.Stale.EN)
		for _, v := range parameter.Values {
			from := v.From.String() + " "
			p.say(from+"cents", fmt.Sprint(int64(v.Cents)))
			p.say(from+"act", v.Act)
			p.say(from+"grade", string(v.Grade))
		}
	}
}

func (s *side) readInterpretations() {
	list, err := corpus.LoadInterpretations(s.tree.Policies)
	if err != nil {
		s.cannotRead(err)
		return
	}
	for _, ir := range list {
		p := newPortrait("")
		p.say("pt-BR", ir.PT)
		p.say("en", ir.EN)
		for n, a := range ir.Alternatives {
			p.say(fmt.Sprintf("alternatives/%d/pt-BR", n), a.PT)
			p.say(fmt.Sprintf("alternatives/%d/en", n), a.EN)
		}
		s.interpretations[ir.ID] = p
	}
}

// readSchema reads what a JSON Schema says of each value, by the JSON Pointer that the value has: /trip/distance_km, and
// below $defs what several share.
func (s *side) readSchema(file string, into map[string]*portrait) {
	source, err := fs.ReadFile(s.tree.Policies, file)
	if err != nil {
		s.cannotRead(err)
		return
	}
	var root map[string]any
	if err := json.Unmarshal(source, &root); err != nil {
		s.cannotRead(fmt.Errorf("%s: %w", file, err))
		return
	}
	describe("", root, into)
}

func describe(pointer string, schema map[string]any, into map[string]*portrait) {
	title, _ := schema["title"].(string)
	p := newPortrait(title)
	into[orRoot(pointer)] = p
	for key, value := range schema {
		below, _ := value.(map[string]any)
		switch key {
		case "properties", "$defs":
			prefix := pointer + "/"
			if key == "$defs" {
				prefix += "$defs/"
			}
			for name, sub := range below {
				if sub, is := sub.(map[string]any); is {
					describe(prefix+pointerKey(name), sub, into)
				}
			}
		case "items":
			if below != nil {
				describe(pointer+"/*", below, into)
			}
		default:
			p.fill(key, value)
		}
	}
}

func orRoot(pointer string) string {
	if pointer == "" {
		return "/"
	}
	return pointer
}

func (s *side) readCases() {
	cases, err := ReadCases(s.tree.Cases)
	if err != nil {
		s.cannotRead(err)
	}
	for _, c := range cases {
		var whole map[string]any
		if err := json.Unmarshal(c.source, &whole); err != nil {
			s.cannotRead(fmt.Errorf("%s: %w", c.File, err))
			continue
		}
		p := newPortrait(c.Title)
		delete(whole, "id")
		p.fill("", whole)
		s.cases[c.ID] = p
	}
}
