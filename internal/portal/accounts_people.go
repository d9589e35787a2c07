package portal

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"deferido/internal/account"
	"deferido/internal/decision"
	"deferido/internal/identity"
)

// personRow is somebody on the page of those who have an account.
type personRow struct {
	account.User
	CarrierName    string
	SignedIn, Made string
	Self           bool
	Open           bool // what was sent of them is to be corrected
	Role           []field
	Password       field
}

// sent is a form that is to be corrected.
type sent struct {
	what, login string // the last step of its address, empty for a new account; and of whom
	form        url.Values
	faults      map[string]string
	refused     *account.Refused
}

// dones are what the page tells once it is done.
var dones = []string{"criada", "papel", "senha", "desativada", "reativada"}

// people answers GET /conta/pessoas.
func (p *Portal) people(v *visit) error { return p.showPeople(v, http.StatusOK, sent{}) }

func (p *Portal) showPeople(v *visit, status int, s sent) error {
	if p.Accounts == nil {
		return notFound("accounts.none")
	}
	all, err := p.Accounts.List(v.ctx())
	if err != nil {
		return err
	}
	carriers, err := p.carrierOptions(v)
	if err != nil {
		return err
	}
	var faults []link
	rows := make([]personRow, len(all))
	for i, u := range all {
		of := sent{form: url.Values{"papel": {string(u.Role)}, "transportadora": {u.Carrier}}}
		if s.what != "" && s.login == u.Login {
			of = s
		}
		var found []link
		rows[i], found = p.personRow(v, i, u, carriers, of)
		faults = append(faults, found...)
	}
	wanted := url.Values{}
	if s.what == "" && s.form != nil {
		wanted = s.form
	}
	fields := append([]field{loginField(v, "login", wanted.Get("login")),
		{ID: "nome", Name: "nome", Label: v.t("accounts.name"), Value: wanted.Get("nome"), Complete: "off"},
	}, roleFields(v, "", carriers, wanted)...)
	fields = append(fields, newPassword(v, "senha", "accounts.password"))
	if s.what == "" {
		faults = append(faults, faulted(fields, s.faults)...)
	}
	told := ""
	if done := v.Query("feito"); slices.Contains(dones, done) {
		told = "accounts.told." + done
	}
	body := map[string]any{"People": rows, "Fields": fields, "Faults": faults, "Said": saidBy(s.refused), "Told": told}
	title := v.t("accounts.people.title")
	return v.render(status, page{
		Title: title, Template: "accounts/people", Narrow: true, Body: body, Error: status >= http.StatusBadRequest,
		Crumbs: []link{{"/conta", v.t("accounts.self.title")}, {"", title}},
	})
}

func (p *Portal) personRow(v *visit, i int, u account.User, carriers []option, s sent) (personRow, []link) {
	row := personRow{
		User: u, SignedIn: v.moment(u.SignedInAt), Made: v.moment(u.CreatedAt), Self: account.CallerID(u.Login) == v.ID, Open: s.faults != nil,
		Role: roleFields(v, fmt.Sprintf("-%d", i), carriers, s.form), Password: newPassword(v, fmt.Sprintf("senha-%d", i), "accounts.new_password"),
	}
	if u.Carrier != "" {
		row.CarrierName = p.carrierName(v, u.Carrier)
	}
	password := []field{row.Password}
	found := append(faulted(row.Role, s.faults), faulted(password, s.faults)...)
	row.Password = password[0]
	return row, found
}

// roleFields are the fields of a role and of the carrier that goes with it.
func roleFields(v *visit, suffix string, carriers []option, form url.Values) []field {
	roles := []option{{"", v.t("accounts.choose")}}
	for _, role := range []identity.Role{identity.Carrier, identity.Regulator, identity.Lawyer, identity.Admin} {
		roles = append(roles, option{string(role), v.t("accounts.role." + string(role))})
	}
	return []field{
		{ID: "papel" + suffix, Name: "papel", Label: v.t("accounts.role_word"), Value: form.Get("papel"), Options: roles},
		{ID: "transportadora" + suffix, Name: "transportadora", Label: v.t("accounts.carrier"), Hint: v.t("accounts.carrier_hint"), Value: form.Get("transportadora"), Options: carriers},
	}
}

func (p *Portal) carrierOptions(v *visit) ([]option, error) {
	options := []option{{"", v.t("accounts.no_carrier")}}
	if p.Carriers == nil {
		return options, nil
	}
	all, err := p.Carriers.List(v.ctx())
	if err != nil {
		return nil, err
	}
	for _, c := range all {
		options = append(options, option{c.ID, named(c)})
	}
	return options, nil
}

func named(c decision.Carrier) string {
	if c.Name == "" {
		return c.ID
	}
	return c.Name
}

// createPerson answers POST /conta/pessoas.
func (p *Portal) createPerson(v *visit) error {
	return p.changePeople(v, "", "criada", func(form url.Values) error {
		_, err := p.Accounts.Create(v.ctx(), v.ID, account.NewUser{
			Login: form.Get("login"), Name: form.Get("nome"), Role: identity.Role(form.Get("papel")), Carrier: form.Get("transportadora"), Password: form.Get("senha"),
		})
		return err
	})
}

// setRole answers POST /conta/pessoas/papel.
func (p *Portal) setRole(v *visit) error {
	return p.changePeople(v, "papel", "papel", func(form url.Values) error {
		return p.Accounts.SetRole(v.ctx(), v.ID, form.Get("login"), identity.Role(form.Get("papel")), form.Get("transportadora"))
	})
}

// setPassword answers POST /conta/pessoas/senha.
func (p *Portal) setPassword(v *visit) error {
	return p.changePeople(v, "senha", "senha", func(form url.Values) error {
		return p.Accounts.SetPassword(v.ctx(), v.ID, form.Get("login"), form.Get("senha"))
	})
}

// disablePerson answers POST /conta/pessoas/desativar.
func (p *Portal) disablePerson(v *visit) error {
	return p.changePeople(v, "desativar", "desativada", func(form url.Values) error { return p.Accounts.Disable(v.ctx(), v.ID, form.Get("login")) })
}

// enablePerson answers POST /conta/pessoas/reativar.
func (p *Portal) enablePerson(v *visit) error {
	return p.changePeople(v, "reativar", "reativada", func(form url.Values) error { return p.Accounts.Enable(v.ctx(), v.ID, form.Get("login")) })
}

// changePeople makes a change that a form asks for; done is what the page then tells.
func (p *Portal) changePeople(v *visit, what, done string, change func(form url.Values) error) error {
	form, err := v.form()
	if err != nil {
		return err
	}
	if p.Accounts == nil {
		return notFound("accounts.none")
	}
	err = change(form)
	s := sent{what: what, login: form.Get("login"), form: form}
	found, corrects := faultsOf(v, err)
	switch {
	case corrects:
		s.faults = found
		return p.showPeople(v, http.StatusUnprocessableEntity, s)
	case errors.As(err, &s.refused):
		return p.showPeople(v, v.refusedAt(s.refused), s)
	case err != nil:
		return err
	}
	return v.redirect("/conta/pessoas?feito=" + done)
}
