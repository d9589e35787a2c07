package portal

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"deferido/internal/lifecycle"
)

// reviewRows are all that was said of the draft, the newest first.
func (v *visit) reviewRows(d *draftPage, history []lifecycle.Review) []reviewRow {
	var rows []reviewRow
	for _, r := range slices.Backward(history) {
		rows = append(rows, reviewRow{
			By: person(r.Reviewer), Role: v.roleSaid(r.Role), At: v.draftTime(r.At), Fingerprint: r.Fingerprint, Approved: r.Verdict == lifecycle.Approve,
			Current: d.Draft.State != lifecycle.Open && r.Fingerprint == d.Draft.Fingerprint && slices.Contains(d.Draft.Reviews, r), Said: saidLines(d.Draft.ID, r.Comment),
		})
	}
	return rows
}

// saidLines are the lines of a comment. One that begins with a place of the draft leads there: "norms/x/art_1.rego:12: …".
func saidLines(draft, comment string) []saidLine {
	var all []saidLine
	for line := range strings.Lines(comment) {
		one := saidLine{Text: strings.TrimSpace(line)}
		if one.Text == "" {
			continue
		}
		place, rest, found := strings.Cut(one.Text, ": ")
		file, number, _ := strings.Cut(place, ":")
		if found && strings.Contains(file, "/") && !strings.ContainsAny(file, " \t") {
			one.Place, one.Text = link{draftURL(draft, "regra", "arquivo", file), place}, rest
			if _, err := strconv.Atoi(number); err == nil {
				one.Place.URL += "#L" + number
			}
		}
		all = append(all, one)
	}
	return all
}

// reviewForm is the form of an approver, as it was sent: remarks on places of the draft, and one word on the whole.
type reviewForm struct {
	Comment area
	Remarks []remarkFields
	Places  []string // that can be chosen
	faults  map[string]string
	comment string
	sent    []remarkSent
}

// remarkFields are the fields of one remark.
type remarkFields struct {
	Place field
	Text  area
}

type remarkSent struct{ place, text string }

// The bounds of what an approver sends at once.
const (
	firstRemarks = 2
	mostRemarks  = 50
	maxReview    = 8000 // characters, in all
)

// readReview reads what an approver sends.
func readReview(form url.Values) reviewForm {
	f := reviewForm{comment: typedText(form, "comentario"), faults: map[string]string{}}
	for i := 0; i < mostRemarks && (form.Has("lugar"+strconv.Itoa(i)) || form.Has("nota"+strconv.Itoa(i))); i++ {
		n := strconv.Itoa(i)
		f.sent = append(f.sent, remarkSent{strings.Join(strings.Fields(form.Get("lugar"+n)), " "), strings.Join(strings.Fields(form.Get("nota"+n)), " ")})
	}
	return f
}

// text is the comment and the remarks, a line each, as they are kept together; or what is to be corrected of them.
func (f *reviewForm) text(v *visit, verdict string) string {
	lines := []string{}
	if f.comment != "" {
		lines = append(lines, f.comment)
	}
	for i, r := range f.sent {
		switch {
		case r.place != "" && r.text == "":
			f.faults["nota"+strconv.Itoa(i)] = v.t("publish.review.no_text")
		case r.place != "":
			lines = append(lines, r.place+": "+r.text)
		case r.text != "":
			lines = append(lines, r.text)
		}
	}
	all := strings.Join(lines, "\n")
	if len([]rune(all)) > maxReview {
		f.faults["comentario"] = v.t("publish.review.too_long", "most", v.words().number(maxReview))
	}
	if verdict == lifecycle.Return && all == "" && len(f.faults) == 0 {
		f.faults["comentario"] = v.t("publish.review.no_reason")
	}
	return all
}

// fields are the fields of the form, with as many remarks as were sent, and some to begin with.
func (f *reviewForm) fields(v *visit, d *draftPage) {
	f.Comment = area{field: field{ID: "comentario", Name: "comentario", Label: v.t("publish.review.comment"), Value: f.comment, Fault: f.faults["comentario"], Hint: v.t("publish.review.hint")}, Rows: 3}
	for len(f.sent) < firstRemarks {
		f.sent = append(f.sent, remarkSent{})
	}
	for i, r := range f.sent {
		n := strconv.Itoa(i)
		f.Remarks = append(f.Remarks, remarkFields{
			field{ID: "lugar" + n, Name: "lugar" + n, Label: v.t("publish.review.place", "n", i+1), Value: r.place, Fault: f.faults["lugar"+n], Class: "grow"},
			area{field: field{ID: "nota" + n, Name: "nota" + n, Label: v.t("publish.review.text", "n", i+1), Value: r.text, Fault: f.faults["nota"+n]}, Rows: 2},
		})
	}
	for _, c := range d.Draft.Changed {
		f.Places = append(f.Places, c.Path)
		if subject := v.subject(c.Path); subject != c.Path && !slices.Contains(f.Places, subject) {
			f.Places = append(f.Places, subject)
		}
	}
}

// reviewDraft answers POST /mudancas/{n}/aprovacao: it approves exactly what was seen, or returns it; or gives room for one remark
// more.
func (p *Portal) reviewDraft(v *visit) error {
	d, err := p.draftPage(v, "aprovacao")
	if err != nil {
		return err
	}
	form, err := v.form()
	if err != nil {
		return err
	}
	sent := readReview(form)
	verdict := map[string]string{"aprovar": lifecycle.Approve, "devolver": lifecycle.Return}[form.Get("acao")]
	if verdict == "" {
		if len(sent.sent) < mostRemarks {
			sent.sent = append(sent.sent, remarkSent{})
		}
		return p.approvalPage(v, d, http.StatusOK, sent, nil)
	}
	comment := sent.text(v, verdict)
	if len(sent.faults) > 0 {
		names := []string{"comentario"}
		for i := range sent.sent {
			names = append(names, "nota"+strconv.Itoa(i))
		}
		return p.approvalPage(v, d, http.StatusUnprocessableEntity, sent, faultLinks(sent.faults, names...))
	}
	if _, err := p.Desk.Review(v.ctx(), v.Actor(), d.Draft.ID, form.Get("impressao"), verdict, comment); err != nil {
		return d.again(v, "aprovacao", err)
	}
	return v.redirect(draftURL(d.Draft.ID, "aprovacao"))
}
