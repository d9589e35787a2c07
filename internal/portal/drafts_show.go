package portal

import (
	"io/fs"
	"net/http"

	"deferido/internal/lifecycle"
)

// showDraft answers GET /mudancas/{n}: what the draft changes, law first.
func (p *Portal) showDraft(v *visit) error {
	d, err := p.draftPage(v, "")
	if err != nil {
		return err
	}
	change, err := p.Desk.Change(v.ctx(), d.Draft)
	if err != nil {
		return err
	}
	check, _, err := p.checkView(v, d, "")
	if err != nil {
		return err
	}
	check.See = true
	moved, err := p.moved(v, d)
	if err != nil {
		return err
	}
	edit := func(file string) string { return draftURL(d.Draft.ID, "regra", "arquivo", file) }
	body := map[string]any{"Difference": v.difference(change, edit), "Check": check, "Moved": moved, "Returned": returnedView(v, d.Returned())}
	return v.render(http.StatusOK, d.page(v, "", "drafts/show", body))
}

// returned is what somebody said who gave a draft back.
type returned struct{ By, At, Comment string }

func returnedView(v *visit, r *lifecycle.Review) *returned {
	if r == nil {
		return nil
	}
	return &returned{person(r.Reviewer), v.draftTime(r.At), r.Comment}
}

// abandonDraft answers POST /mudancas/{n}/abandono.
func (p *Portal) abandonDraft(v *visit) error {
	desk, err := p.desk()
	if err != nil {
		return err
	}
	form, err := v.form()
	if err != nil {
		return err
	}
	if err := desk.Abandon(v.ctx(), v.Actor(), v.Param("n"), form.Get("motivo")); err != nil {
		return err
	}
	return v.redirect(draftURL(v.Param("n"), ""))
}

// movedView is what came into service since the draft began.
type movedView struct {
	Revision string
	Since    string // when it came into service
	Reason   string
	Files    []movedFile // of those that the draft changes; none where they are as they were
	Others   int         // files that moved and that the draft does not touch
}

// movedFile is a file that both the draft and the revision in service changed.
type movedFile struct {
	Path, Subject, URL string
	Diff               *diffView // from the base of the draft to what is in service
}

// moved is what came into service since the draft began; nil where that is what it begins from.
func (p *Portal) moved(v *visit, d *draftPage) (*movedView, error) {
	if !d.Moved {
		return nil, nil
	}
	base, serving, err := p.twoTrees(v, d)
	if err != nil {
		return nil, err
	}
	m := &movedView{Revision: d.Current.Revision, Since: v.draftTime(d.Current.FromAt), Reason: d.Current.Reason}
	for _, c := range d.Draft.Changed {
		if one := v.movedIn(d, base, serving, c.Path); one != nil {
			m.Files = append(m.Files, *one)
		}
	}
	difference, err := p.Desk.Diff(v.ctx(), d.Draft.Base, d.Current.Revision)
	if err != nil {
		return nil, err
	}
	m.Others = len(difference.Files) - len(m.Files)
	return m, nil
}

// movedIn is what moved in a file; nil where it is as it was.
func (v *visit) movedIn(d *draftPage, base, serving fs.FS, file string) *movedFile {
	if sameFile(base, serving, file) {
		return nil
	}
	before, _ := readText(base, file)
	after, _ := readText(serving, file)
	return &movedFile{file, v.subject(file), draftURL(d.Draft.ID, "regra", "arquivo", file), v.compared(file, file, before, after)}
}

// twoTrees are the files from which a draft begins, and those in service.
func (p *Portal) twoTrees(v *visit, d *draftPage) (base, serving fs.FS, err error) {
	if base, err = p.Sets.Tree(v.ctx(), d.Draft.Base); err != nil {
		return nil, nil, err
	}
	serving, err = p.Sets.Tree(v.ctx(), d.Current.Revision)
	return base, serving, err
}

// carryDraft answers POST /mudancas/{n}/base: it begins the draft anew from what is in service, with all its files that did not
// move there. The others are left to people, file by file, and the old draft stays as it is.
func (p *Portal) carryDraft(v *visit) error {
	d, err := p.draftPage(v, "")
	if err != nil {
		return err
	}
	if !d.Moved {
		return v.redirect(draftURL(d.Draft.ID, ""))
	}
	base, serving, err := p.twoTrees(v, d)
	if err != nil {
		return err
	}
	fresh, err := p.Desk.NewDraft(v.ctx(), v.Actor(), d.Current.Revision, d.Draft.Title)
	if err != nil {
		return err
	}
	var edits []lifecycle.Edit
	for _, c := range d.Draft.Changed {
		if !sameFile(base, serving, c.Path) {
			continue
		}
		e := lifecycle.Edit{Path: c.Path}
		if before, is := readText(serving, c.Path); is {
			e.Base = lifecycle.Hash([]byte(before))
		}
		if !c.Deleted {
			if e.Content, err = p.Desk.File(v.ctx(), d.Draft.ID, c.Path); err != nil {
				return err
			}
		}
		edits = append(edits, e)
	}
	if len(edits) > 0 {
		if _, err := p.Desk.PutAll(v.ctx(), v.Actor(), fresh.ID, edits...); err != nil {
			return err
		}
	}
	return v.redirect(draftURL(fresh.ID, "base", "de", d.Draft.ID))
}

// showCarried answers GET /mudancas/{n}/base?de=…: what of the other draft is left to be taken over by hand.
func (p *Portal) showCarried(v *visit) error {
	d, err := p.draftPage(v, "")
	if err != nil {
		return err
	}
	old, err := p.Desk.Draft(v.ctx(), v.Query("de"))
	if err != nil {
		return err
	}
	var left, taken []link
	for _, c := range old.Changed {
		label := v.subject(c.Path) + " · " + c.Path
		if changedIn(d.Draft, c.Path) != nil {
			taken = append(taken, link{draftURL(d.Draft.ID, "regra", "arquivo", c.Path), label})
		} else {
			left = append(left, link{draftURL(d.Draft.ID, "regra", "arquivo", c.Path, "de", old.ID), label})
		}
	}
	body := map[string]any{"Left": left, "Taken": taken, "Old": link{draftURL(old.ID, ""), old.Title}}
	return v.render(http.StatusOK, d.page(v, "", "drafts/carried", body))
}
