package portal

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"deferido/internal/corpus"
	"deferido/internal/lifecycle"
)

// editor is a file of a draft under somebody's hands.
type editor struct {
	Path, Subject, Language string
	Text                    string
	Base                    string // Hash of the file as it was read; empty where there is none
	Original                string // of the base of the draft
	HasOriginal             bool
	By, At                  string // who changed it last in the draft, and when; empty where it is as in the base
	Deleted                 bool   // in the draft
	Binary                  bool   // it is no text, and cannot be edited here
	Saved                   bool   // just now
	Fault                   string // what is to be corrected
	Conflict                *conflictView
	Moved                   *movedFile // what came into service of the file since the draft began; nil where it is as it was

	Law     []lawText // the official text of the article
	Facts   any       // what may be written after input.
	Phrases map[string]string
	Lines   []string
	Diff    *diffView // from the base
}

// conflictView is what stands there now beside what was typed.
type conflictView struct {
	Theirs  string
	Gone    bool   // it was deleted
	By, At  string // empty where it is as in the base
	Carried string // title of the draft from which the text is taken over; empty where somebody saved meanwhile
	Mine    *diffView
	Other   *diffView
}

// lawText is a provision as published.
type lawText struct {
	Label, URL string
	Wordings   []wordingView
}

// wordingView is a wording and since when it is in force.
type wordingView struct {
	From, Until string // days; Until is empty while in force
	Text        string // empty where it is not held
	Note        string
	Grade       string
}

// openEditor opens a file of a draft. One that is not there is a new one where its path may be that of a file.
func (p *Portal) openEditor(v *visit, d *draftPage, file string) (*editor, error) {
	if err := lifecycle.CheckPath(file); err != nil {
		return nil, err
	}
	e := &editor{Path: file, Subject: v.subject(file), Language: editorLanguage(file)}
	base, err := p.Sets.Tree(v.ctx(), d.Draft.Base)
	if err != nil {
		return nil, err
	}
	e.Original, e.HasOriginal = readText(base, file)
	content, err := p.Desk.File(v.ctx(), d.Draft.ID, file)
	if refused := refusal(err); refused != nil && refused.Kind == lifecycle.NoFile {
		content = nil
	} else if err != nil {
		return nil, err
	}
	if content != nil {
		e.Text, e.Base = string(content), lifecycle.Hash(content)
	}
	e.Binary = !utf8.Valid(content)
	i := slices.IndexFunc(d.Draft.Changed, func(c lifecycle.Changed) bool { return c.Path == file })
	if i >= 0 {
		c := d.Draft.Changed[i]
		e.By, e.At, e.Deleted = person(c.By), v.draftTime(c.At), c.Deleted
	}
	return e, nil
}

// readText is a file of a tree; false where there is none.
func readText(tree fs.FS, file string) (string, bool) {
	content, err := fs.ReadFile(tree, file)
	return string(content), err == nil
}

// look finds what the page shows beside the text.
func (e *editor) look(v *visit, tree fs.FS) {
	e.Lines = strings.Split(strings.TrimSuffix(e.Text, "\n"), "\n")
	e.Diff = v.compared(v.t("drafts.diff.of", "file", e.Path), e.Path, e.Original, e.Text)
	if e.Language == "rego" {
		e.Facts = factPointers(tree, v.lang)
	}
	e.Phrases = v.editorPhrases()
	e.Law = v.lawOf(tree, e.Path)
	if c := e.Conflict; c != nil {
		c.Other = v.compared(v.t("drafts.conflict.theirs"), e.Path, e.Original, c.Theirs)
		c.Mine = v.compared(v.t("drafts.conflict.mine"), e.Path, e.Original, e.Text)
	}
}

// lawOf is the official text of the article that a file is of, in the draft or, where its norms do not load, in the set in service.
func (v *visit) lawOf(tree fs.FS, file string) []lawText {
	parts := strings.Split(file, "/")
	if len(parts) != 3 || parts[0] != "norms" {
		return nil
	}
	c, err := corpus.Load(tree)
	if err != nil {
		c = v.set.Corpus()
	}
	norm, known := c.Norm(parts[1])
	if !known {
		return nil
	}
	article := strings.TrimSuffix(strings.TrimSuffix(parts[2], path.Ext(parts[2])), "_test")
	var all []lawText
	for _, p := range norm.Provisions {
		if p.Fragment.ArticleName() != article {
			continue
		}
		all = append(all, lawText{Label: p.Fragment.Label(), URL: provisionURL(p.URN, ""), Wordings: v.wordings(p)})
	}
	return all
}

// wordings are those of a provision, the newest first.
func (v *visit) wordings(p *corpus.Provision) []wordingView {
	var all []wordingView
	for _, w := range slices.Backward(p.Versions) {
		view := wordingView{From: v.words().day(w.From), Text: w.Text, Note: w.Note, Grade: string(w.Grade)}
		if w.Until != nil {
			view.Until = v.words().day(*w.Until)
		}
		all = append(all, view)
	}
	return all
}
