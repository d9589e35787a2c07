package portal

import (
	"slices"
	"time"

	"deferido/internal/lifecycle"
	"deferido/internal/revision"
)

// life is a draft and how far it is on its way into service.
type life struct {
	Draft    *lifecycle.Draft
	Revision string                // that the draft would be as it stands
	Report   *revision.CheckReport // of that revision; nil where it was not checked
	Check    work                  // the check of it that goes on, or failed
	Rules    lifecycle.Rules
	Current  lifecycle.Activation // what is in service
	log      lifecycle.Log
	now      time.Time
}

// checkKey is the key of the check of a revision.
func checkKey(revision string) string { return "check " + revision }

// look takes what is known of the check of the draft as it stands.
func (l *life) look(w work) {
	l.Check = w
	if report, is := w.Result.(*revision.CheckReport); is && l.Report == nil {
		l.Report = report
	}
}

// step is a station on the way of a draft.
type step struct {
	Name, Said string // what it is, and its state
	URL        string // may be empty
	Class      string // done, bad, or empty while it is neither
	Current    bool
}

// Findings counts what the checks found of the law (the stages before the tests) and of the tests, cases and properties; ran tells
// whether those could be tried.
func (l *life) Findings() (law, tests int, ran bool) {
	if l.Report == nil {
		return 0, 0, false
	}
	told := 0
	for _, s := range l.Report.Stages {
		told += s.Findings
		if !tries(s.Name) {
			law += s.Findings
			continue
		}
		tests += s.Findings
		ran = ran || s.Skipped == ""
	}
	return law + max(0, len(l.Report.Findings)-told), tests, ran // what no stage tells stopped them all
}

// tries tells whether a stage of the checks tries the rules on examples.
func tries(stage string) bool {
	return stage == revision.StageTests || stage == revision.StageCases || stage == revision.StageProperties
}

// Approved is how many of the roles that must approve have, and how many there are.
func (l *life) Approved() (got, of int) {
	used := map[string]bool{}
	for _, role := range l.Rules.Approvals {
		i := slices.IndexFunc(l.Draft.Reviews, func(r lifecycle.Review) bool {
			return r.Verdict == lifecycle.Approve && r.Role == role && !used[r.Reviewer]
		})
		if i >= 0 {
			used[l.Draft.Reviews[i].Reviewer] = true
			got++
		}
	}
	return got, len(l.Rules.Approvals)
}

// Returned is the review that gave the draft back to its author; nil where none did.
func (l *life) Returned() *lifecycle.Review {
	if l.Draft.State != lifecycle.Open {
		return nil
	}
	for i := range l.Draft.Reviews {
		if l.Draft.Reviews[i].Verdict == lifecycle.Return {
			return &l.Draft.Reviews[i]
		}
	}
	return nil
}

// activation is the newest one of what was submitted, and whether it was called off; nil where there is none.
func (l *life) activation() (a *lifecycle.Activation, stopped bool) {
	if l.Draft.Fingerprint == "" {
		return nil, false
	}
	for i := range slices.Backward(l.log) {
		if one := &l.log[i]; one.Revision == l.Draft.Fingerprint && one.Kind == lifecycle.KindActivation {
			return one, l.log.Stopped(one.Seq)
		}
	}
	return nil, false
}

// steps are the six stations, in order; the first that is not done is the current one.
func (l *life) steps(v *visit) []step {
	all := []step{l.written(v), l.checked(v), l.tried(v), l.approved(v), l.scheduled(v), l.served(v)}
	for i, page := range []string{"", "testes", "testes", "aprovacao", "publicacao", "publicacao"} {
		if v.portal.hasDraftPage(page) {
			all[i].URL = draftURL(l.Draft.ID, page)
		}
	}
	if l.Draft.State == lifecycle.Abandoned {
		return all
	}
	for i := range all {
		if all[i].Class != "done" {
			all[i].Current = true
			break
		}
	}
	return all
}

func (l *life) written(v *visit) step {
	s := step{Name: v.t("drafts.step.draft")}
	switch n := len(l.Draft.Changed); {
	case l.Draft.State == lifecycle.Abandoned:
		s.Class, s.Said = "bad", v.t("drafts.said.abandoned")
	case n == 0:
		s.Said = v.t("drafts.said.unchanged")
	default:
		s.Class, s.Said = "done", v.count("drafts.said.changed", n)
	}
	return s
}

func (l *life) checked(v *visit) step {
	s := step{Name: v.t("drafts.step.check")}
	law, _, _ := l.Findings()
	switch {
	case l.Check.Waiting:
		s.Said = v.t("drafts.said.waiting")
	case l.Check.Running():
		s.Said = v.t("drafts.said.running")
	case l.Report == nil && l.Check.Err != nil:
		s.Class, s.Said = "bad", v.t("drafts.said.broke_off")
	case l.Report == nil && l.Draft.Fingerprint != "": // it was, by another version of the program
		s.Class, s.Said = "done", v.t("drafts.said.sound")
	case l.Report == nil:
		s.Said = v.t("drafts.said.unchecked")
	case law > 0:
		s.Class, s.Said = "bad", v.count("drafts.said.problems", law)
	default:
		s.Class, s.Said = "done", v.t("drafts.said.sound")
	}
	return s
}

func (l *life) tried(v *visit) step {
	s := step{Name: v.t("drafts.step.try")}
	_, failed, ran := l.Findings()
	switch {
	case l.Report == nil && l.Draft.Fingerprint != "":
		s.Class, s.Said = "done", v.t("drafts.said.passed")
	case l.Report == nil:
		s.Said = v.t("drafts.said.untried")
	case !ran:
		s.Class, s.Said = "bad", v.t("drafts.said.cannot_try")
	case failed > 0:
		s.Class, s.Said = "bad", v.count("drafts.said.failed", failed)
	case l.Draft.State == lifecycle.Open: // its impact is to be looked at
		s.Said = v.t("drafts.said.passed")
	default:
		s.Class, s.Said = "done", v.t("drafts.said.passed")
	}
	return s
}

func (l *life) approved(v *visit) step {
	s := step{Name: v.t("drafts.step.approve")}
	got, of := l.Approved()
	returned := l.Returned()
	switch {
	case returned != nil:
		s.Class, s.Said = "bad", v.t("drafts.said.returned", "who", person(returned.Reviewer))
	case l.Draft.State == lifecycle.Open || l.Draft.State == lifecycle.Abandoned:
		s.Said = v.t("drafts.said.unsubmitted")
	case of == 0:
		s.Class, s.Said = "done", v.t("drafts.said.no_approval")
	default:
		s.Said = v.count("drafts.said.approved", of, "got", v.words().number(got))
		if got == of || l.Draft.State == lifecycle.Activated {
			s.Class = "done"
		}
	}
	return s
}

func (l *life) scheduled(v *visit) step {
	s := step{Name: v.t("drafts.step.schedule"), Said: v.t("drafts.said.no_day")}
	switch a, stopped := l.activation(); {
	case a == nil:
	case stopped:
		s.Class, s.Said = "bad", v.t("drafts.said.stopped")
	default:
		s.Class, s.Said = "done", v.t("drafts.said.from", "day", v.draftTime(a.FromAt))
	}
	return s
}

func (l *life) served(v *visit) step {
	s := step{Name: v.t("drafts.step.serve"), Said: v.t("drafts.said.not_served")}
	a, stopped := l.activation()
	if a == nil || stopped || a.FromAt.After(l.now) {
		return s
	}
	if l.Current.Revision == l.Draft.Fingerprint {
		s.Class, s.Said = "done", v.t("drafts.said.served", "day", v.draftTime(a.FromAt))
		return s
	}
	s.Said = v.t("drafts.said.served_once")
	return s
}

// count is the words of a number of things.
func (v *visit) count(key string, n int, args ...any) string {
	said, err := v.words().count(key, n, args...)
	if err != nil {
		return key
	}
	return said
}
