package portal

import (
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"deferido/internal/engine"
	"deferido/internal/identity"
	"deferido/internal/lifecycle"
)

// revisionForms are forms of the page of a revision that are to be corrected.
type revisionForms struct {
	back, backFault string
	stop, stopFault string // of the activation whose number is stop
}

// stopForm is the form that calls off an activation.
type stopForm struct {
	From   string
	Seq    int
	Reason area
}

// showRevision answers GET /revisoes/{sha}: what it holds, in what it differs from another, and what can be done with it.
func (p *Portal) showRevision(v *visit) error {
	return p.revisionPage(v, http.StatusOK, revisionForms{})
}

func (p *Portal) revisionPage(v *visit, status int, forms revisionForms) error {
	desk, err := p.desk()
	if err != nil {
		return err
	}
	name := v.Param("sha")
	tree, err := desk.Tree(v.ctx(), name)
	if err != nil {
		return err
	}
	if file := v.Query("arquivo"); file != "" {
		return p.revisionFile(v, name, tree, file)
	}
	log, err := desk.Log(v.ctx())
	if err != nil {
		return err
	}
	body := map[string]any{"Revision": name}
	for _, part := range []func(*visit, Desk, string, lifecycle.Log, map[string]any) error{p.revisionLife, p.revisionDraft, p.revisionDiff, p.revisionCheck} {
		if err := part(v, desk, name, log, body); err != nil {
			return err
		}
	}
	if body["Folders"], err = v.folders(name, tree); err != nil {
		return err
	}
	if body["Shadow"], err = p.shadowRows(v, name); err != nil {
		return err
	}
	body["Back"] = area{field: field{ID: "motivo", Name: "motivo", Label: v.t("publish.back_form.reason"), Value: forms.back, Fault: forms.backFault, Hint: v.t("publish.back_form.hint")}, Rows: 3}
	errs := faultLinks(map[string]string{"motivo": forms.backFault}, "motivo")
	var stops []stopForm
	for _, row := range body["Next"].([]reignRow) {
		one := stopForm{row.From, row.Seq, v.stopReason(fmt.Sprintf("motivo-%d", row.Seq), "")}
		if forms.stop == strconv.Itoa(row.Seq) {
			one.Reason.Fault = forms.stopFault
			errs = append(errs, link{"#" + one.Reason.ID, forms.stopFault})
		}
		stops = append(stops, one)
	}
	body["Stops"] = stops
	body["Errors"] = errs
	title := v.t("publish.revision.title", "revision", short(name))
	return v.render(status, page{Title: title, Template: "publish/revision", Section: "mudancas", Crumbs: revisionCrumbs(v, name), Body: body, Error: len(errs) > 0})
}

// stopReason is the field of why an activation is called off.
func (v *visit) stopReason(id, fault string) area {
	return area{field: field{ID: id, Name: "motivo", Label: v.t("publish.schedule.stop_reason"), Fault: fault}, Rows: 2}
}

// revisionLife is when the revision is in service, and whether it can be gone back to or called off.
func (p *Portal) revisionLife(v *visit, desk Desk, name string, log lifecycle.Log, body map[string]any) error {
	past, next := p.reignRows(v, log)
	of := func(rows []reignRow) []reignRow {
		return slices.DeleteFunc(slices.Clone(rows), func(r reignRow) bool { return r.Revision != name })
	}
	current, _ := log.At(p.Now())
	asked, err := p.asked(v, desk)
	if err != nil {
		return err
	}
	served := slices.ContainsFunc(log, func(a lifecycle.Activation) bool {
		return a.Revision == name && a.Kind != lifecycle.KindStop && !log.Stopped(a.Seq) && !a.FromAt.After(p.Now())
	})
	body["Past"], body["Next"], body["Current"], body["CurrentURL"] = of(past), of(next), current.Revision == name, revisionURL(current.Revision, "com", name)
	body["CanBack"], body["Two"], body["Why"] = served && current.Revision != name, desk.Rules().RollbackByTwo, v.whyNot(identity.ActivateRevisions)
	body["Asked"] = (*askedView)(nil)
	if asked != nil && asked.Revision == name {
		body["Asked"] = asked
	}
	body["Failed"] = p.notServed(v, desk, log)
	if failed := p.notServed(v, desk, log); failed == nil || failed.Revision != name {
		body["Failed"] = (*notServedView)(nil)
	}
	return nil
}

// revisionDraft is the draft that the revision comes from, and who approved it.
func (p *Portal) revisionDraft(v *visit, desk Desk, name string, log lifecycle.Log, body map[string]any) error {
	drafts, err := desk.Drafts(v.ctx())
	if err != nil {
		return err
	}
	body["Draft"], body["DraftURL"] = "", ""
	if d := draftOf(drafts, name); d != nil {
		body["Draft"], body["DraftURL"] = d.Title, draftURL(d.ID, "")
	}
	var approvals []approverRow
	for _, a := range log {
		if a.Revision == name && len(a.Approvals) > 0 {
			approvals = nil
			for _, r := range a.Approvals {
				approvals = append(approvals, approverRow{v.roleSaid(r.Role), person(r.Reviewer), v.draftTime(r.At)})
			}
		}
	}
	body["Approvals"] = approvals
	return nil
}

// revisionDiff is in what the revision is not as another one, which is asked for.
func (p *Portal) revisionDiff(v *visit, desk Desk, name string, _ lifecycle.Log, body map[string]any) error {
	other := v.Query("com")
	all, err := desk.Revisions(v.ctx())
	if err != nil {
		return err
	}
	options := []option{{"", v.t("publish.revision.choose")}}
	for _, r := range all {
		if r.Revision != name {
			options = append(options, option{r.Revision, v.t("publish.revision.option", "revision", short(r.Revision), "day", v.draftTime(r.KeptAt))})
		}
	}
	body["Other"] = field{ID: "com", Name: "com", Label: v.t("publish.revision.with"), Value: other, Options: options, Class: "grow"}
	body["Others"], body["With"], body["Difference"] = len(options) > 1, other, (*differenceView)(nil)
	if other == "" || other == name {
		return nil
	}
	difference, err := desk.Diff(v.ctx(), other, name)
	if err != nil {
		return err
	}
	view := v.difference(difference, func(file string) string { return revisionURL(name, "arquivo", file) })
	body["Difference"] = &view
	return nil
}

// revisionCheck is what checking the revision found, where that is known.
func (p *Portal) revisionCheck(v *visit, desk Desk, name string, _ lifecycle.Log, body map[string]any) error {
	report, err := desk.ReportOf(v.ctx(), name)
	if err != nil {
		return err
	}
	var stages []stageView
	if report != nil {
		for _, s := range report.Stages {
			stages = append(stages, v.stage(s))
		}
	}
	body["Stages"] = stages
	return nil
}

// folderRow is a folder of a revision, with its files.
type folderRow struct {
	Title string
	Files []folderFile
}

// folderFile is a file of a revision.
type folderFile struct {
	Path, URL, Subject string
	Size               int // bytes
}

// folders are the files of a revision, by folder: those of a norm are one.
func (v *visit) folders(name string, tree fs.FS) ([]folderRow, error) {
	var all []folderRow
	err := engine.EachFile(tree, nil, func(file string, content []byte) error {
		parts := strings.Split(file, "/")
		title := parts[0]
		if len(parts) > 2 {
			title = strings.Join(parts[:2], "/")
		}
		if len(all) == 0 || all[len(all)-1].Title != title {
			all = append(all, folderRow{Title: title})
		}
		last := &all[len(all)-1]
		row := folderFile{Path: file, URL: revisionURL(name, "arquivo", file), Size: len(content)}
		if subject := v.subject(file); subject != file {
			row.Subject = subject
		}
		last.Files = append(last.Files, row)
		return nil
	})
	return all, err
}

// codeLine is a line of a file, with its number.
type codeLine struct {
	N    int
	Text string
}

// revisionFile is the page of a file of a revision, to be read.
func (p *Portal) revisionFile(v *visit, name string, tree fs.FS, file string) error {
	content, err := lifecycle.ReadFile(tree, file)
	if err != nil {
		return err
	}
	var lines []codeLine
	for line := range strings.Lines(string(content)) {
		lines = append(lines, codeLine{len(lines) + 1, strings.TrimRight(line, "\r\n")})
	}
	body := map[string]any{"Revision": name, "URL": revisionURL(name), "Path": file, "Subject": v.subject(file), "Lines": lines, "Lang": textLanguage(file), "Size": strconv.Itoa(len(content))}
	crumbs := revisionCrumbs(v, name)
	crumbs[2].URL = revisionURL(name)
	crumbs = append(crumbs, link{"", file})
	return v.render(http.StatusOK, page{Title: file + " · " + short(name), Template: "publish/file", Section: "mudancas", Crumbs: crumbs, Body: body})
}
