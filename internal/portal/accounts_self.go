package portal

import (
	"errors"
	"net/http"

	"deferido/internal/account"
	"deferido/internal/identity"
)

// sessionRow is a session on the page of whose it is.
type sessionRow struct {
	Began, Used, Ends string
	This              bool
}

// self answers GET /conta.
func (p *Portal) self(v *visit) error { return p.showSelf(v, http.StatusOK, nil, nil) }

func (p *Portal) showSelf(v *visit, status int, found map[string]string, refused *account.Refused) error {
	if !v.SignedIn() {
		return &failure{status: http.StatusUnauthorized, key: "failure.sign_in"}
	}
	body := map[string]any{
		"Facts": p.selfFacts(v), "Contrast": v.contrast, "Other": v.inOther(), "People": p.Accounts != nil && v.allowed(identity.ManageUsers),
		"Told": "", "Said": saidBy(refused), "Local": v.Role == identity.Local, "First": false, "Sessions": []sessionRow(nil),
		"Fields": []field(nil), "Faults": []link(nil), "Keys": cookie(v.Request, keysCookie),
	}
	if v.Query("feito") == "senha" {
		body["Told"] = "accounts.told.password"
	}
	if login, person := account.LoginOf(v.ID); person && p.Accounts != nil {
		rows, own, err := p.sessionsOf(v, login)
		if err != nil {
			return err
		}
		body["Sessions"] = rows
		if own.User.Source == account.Local {
			fields := []field{
				{ID: "atual", Name: "atual", Label: v.t("accounts.current"), Type: "password", Complete: "current-password", Required: true},
				newPassword(v, "senha", "accounts.new_password"),
			}
			body["Faults"], body["Fields"] = faulted(fields, found), fields
		}
	} else if p.Accounts != nil {
		some, err := p.Accounts.Some(v.ctx())
		if err != nil {
			return err
		}
		body["First"] = !some
	}
	return v.render(status, page{Title: v.t("accounts.self.title"), Template: "accounts/self", Narrow: true, Body: body, Error: status >= http.StatusBadRequest})
}

// selfFacts are what the visitor is to the program.
func (p *Portal) selfFacts(v *visit) []fact {
	var facts []fact
	if v.Name != "" {
		facts = append(facts, fact{v.t("accounts.name"), v.Name, ""})
	}
	if login, person := account.LoginOf(v.ID); person {
		facts = append(facts, fact{v.t("accounts.login"), login, ""})
	}
	facts = append(facts, fact{v.t("accounts.role_word"), v.t("accounts.role." + string(v.Role)), ""})
	if v.Caller.Carrier != "" {
		facts = append(facts, fact{v.t("accounts.carrier"), p.carrierName(v, v.Caller.Carrier), v.Caller.Carrier})
	}
	return facts
}

// carrierName is the name of a carrier, or its id where it is not registered any more.
func (p *Portal) carrierName(v *visit, id string) string {
	if p.Carriers == nil {
		return id
	}
	c, err := p.Carriers.Get(v.ctx(), id)
	if err != nil {
		return id
	}
	return c.Name
}

// sessionsOf are the sessions of the visitor, and the one by which they look.
func (p *Portal) sessionsOf(v *visit, login string) ([]sessionRow, account.Session, error) {
	own, err := p.Accounts.Caller(v.ctx(), cookie(v.Request, SessionCookie))
	if err != nil {
		return nil, own, err
	}
	all, err := p.Accounts.Sessions(v.ctx(), login)
	if err != nil {
		return nil, own, err
	}
	rows := make([]sessionRow, len(all))
	for i, s := range all {
		rows[i] = sessionRow{v.moment(s.BeganAt), v.moment(s.UsedAt), v.moment(s.EndsAt), s.ID == own.ID}
	}
	return rows, own, nil
}

// changePassword answers POST /conta/senha.
func (p *Portal) changePassword(v *visit) error {
	form, err := v.form()
	if err != nil {
		return err
	}
	if _, person := account.LoginOf(v.ID); !person || p.Accounts == nil {
		return &failure{status: http.StatusUnauthorized, key: "failure.sign_in"}
	}
	own, err := p.Accounts.Caller(v.ctx(), cookie(v.Request, SessionCookie))
	if err != nil {
		return err
	}
	token, _, err := p.Accounts.ChangePassword(v.ctx(), p.Proxies.Client(v.Request), own, form.Get("atual"), form.Get("senha"))
	var refused *account.Refused
	found, corrects := faultsOf(v, err)
	switch {
	case corrects:
		return p.showSelf(v, http.StatusUnprocessableEntity, found, nil)
	case errors.As(err, &refused) && refused.Kind != account.Ended:
		return p.showSelf(v, v.refusedAt(refused), nil, refused)
	case err != nil:
		return err
	}
	v.keep(SessionCookie, token, 0)
	return v.redirect("/conta?feito=senha")
}
