package portal

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"deferido/internal/decision"
	"deferido/internal/document"
)

// checkingView is the page by which whoever holds a document checks it.
type checkingView struct {
	ID, Code field
	Asked    bool // an id and a code were sent
	Found    *foundView
}

// foundView is what is told to who has the code: what the document says itself.
type foundView struct {
	State, Question, Carrier string
	ID, Code, DecidedAt      string
}

// checkDocument answers GET /conferir and /conferir/{id}. Without the code that stands on the document nothing is told, not even
// whether there is such a decision.
func (p *Portal) checkDocument(v *visit) error {
	id, code := strings.TrimSpace(v.Param("id")), strings.ToLower(strings.Join(strings.Fields(v.Query("code")), ""))
	if given := strings.TrimSpace(v.Query("id")); id == "" && given != "" {
		return v.redirect("/conferir/" + url.PathEscape(given) + "?" + url.Values{"code": {code}}.Encode())
	}
	view := checkingView{
		ID:   field{ID: "id", Name: "id", Label: v.t("decisions.check.id"), Value: id, Size: 36, Complete: "off"},
		Code: field{ID: "code", Name: "code", Label: v.t("decisions.check.code"), Value: code, Size: 24, Complete: "off", Hint: v.t("decisions.check.hint")},
	}
	view.Asked = id != "" && code != ""
	if view.Asked && p.Journal != nil {
		record, err := document.Checked(v.ctx(), p.Journal, id, code)
		if err != nil {
			return err
		}
		if record != nil {
			if view.Found, err = v.found(record, code); err != nil {
				return err
			}
		}
	}
	return v.render(http.StatusOK, page{Title: v.t("decisions.check.title"), Template: "decisions/check", Body: view, Narrow: true})
}

func (v *visit) found(record *decision.Record, code string) (*foundView, error) {
	f := &foundView{State: "failure", Question: v.questionShort(record.Question), ID: record.ID, Code: code, DecidedAt: v.words().exact(record.DecidedAt.Truncate(time.Second))}
	if record.Failure == "" {
		d, err := record.Given(nil)
		if err != nil {
			return nil, err
		}
		f.State = outcomeState(d)
	}
	carrier, err := v.carrierOf(record.Carrier)
	if carrier != nil {
		f.Carrier = carrier.Name
	}
	return f, err
}
