package portal

import (
	"fmt"
	"html/template"
	"maps"
	"slices"
	"sync"

	"deferido/internal/civil"
	"deferido/internal/edition"
)

// columnsID names the two columns of the reader, law and rules. On the days of one epoch they are the same.
type columnsID struct {
	edition       *edition.Edition
	norm, article string
	epoch         int
	lang          string
	seals         string // those that are broken, and problems, as the visitor may see them
	signing       string // the day on which the visitor may sign; empty for today, and where they may not
}

// aroundID names what stands around the columns: it is about the day.
type aroundID struct {
	columnsID
	day    civil.Date
	asked  string // the day of the address
	intact int    // sign-offs
}

// written keeps what was written once and is the same for everybody.
type written[K comparable] struct {
	mu   sync.Mutex
	kept map[K]template.HTML
}

// writtenMost bounds what is kept of each: the articles as they are read these days, in both languages.
const writtenMost = 200

// of is what is kept under an id, or is written now.
func (k *written[K]) of(id K, write func() (template.HTML, error)) (template.HTML, error) {
	k.mu.Lock()
	content, known := k.kept[id]
	k.mu.Unlock()
	if known {
		return content, nil
	}
	now, err := write()
	if err != nil {
		return "", err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.kept == nil || len(k.kept) >= writtenMost {
		k.kept = map[K]template.HTML{}
	}
	k.kept[id] = now
	return k.kept[id], nil
}

// parts is the page of an article on a day, without its frame: what is about the day, and the columns.
func (p *Portal) parts(v *visit, e *edition.Edition, view *articleView) ([]template.HTML, error) {
	set := p.pages[v.lang]
	id := columnsID{e, view.Norm.Folder, view.Name, view.Epoch, v.lang, view.Seals.name(), view.Signing()}
	columns, err := p.columns.of(id, func() (template.HTML, error) { return set.execute("law/columns", view) })
	if err != nil {
		return nil, err
	}
	around := aroundID{id, view.Day, view.Asked, view.Seals.intact}
	before, err := p.before.of(around, func() (template.HTML, error) {
		view.tell(v.words())
		return set.execute("law/article", view)
	})
	if err != nil {
		return nil, err
	}
	after, err := p.after.of(around, func() (template.HTML, error) { return set.execute("law/after", view) })
	return []template.HTML{before, columns, after}, err
}

// name tells signatures that are broken, and problems, from others.
func (s *sealed) name() string {
	name := fmt.Sprintln(s.names)
	for _, urn := range slices.Sorted(maps.Keys(s.broken)) {
		name += fmt.Sprintln(urn, *s.broken[urn])
	}
	for _, urn := range slices.Sorted(maps.Keys(s.remarks)) {
		name += fmt.Sprintln(s.remarks[urn])
	}
	return name
}
