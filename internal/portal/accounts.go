package portal

import (
	"errors"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"deferido/internal/account"
	"deferido/internal/decision"
	"deferido/internal/identity"
)

// accountRoutes are the addresses of this group of pages. Nobody's login stands in one.
var accountRoutes = []route{
	get("/entrar", "", (*Portal).askSignIn),
	post("/entrar", "", (*Portal).signIn),
	get("/entrar/primeiro", "", (*Portal).askFirst),
	post("/entrar/primeiro", "", (*Portal).first),
	get("/entrar/oidc", "", (*Portal).leave),
	get(returnPath, "", (*Portal).comeBack),
	post("/sair", "", (*Portal).signOut),
	get("/conta", "", (*Portal).self),
	post("/conta/senha", "", (*Portal).changePassword),
	get("/conta/pessoas", identity.ManageUsers, (*Portal).people),
	post("/conta/pessoas", identity.ManageUsers, (*Portal).createPerson),
	post("/conta/pessoas/papel", identity.ManageUsers, (*Portal).setRole),
	post("/conta/pessoas/senha", identity.ManageUsers, (*Portal).setPassword),
	post("/conta/pessoas/desativar", identity.ManageUsers, (*Portal).disablePerson),
	post("/conta/pessoas/reativar", identity.ManageUsers, (*Portal).enablePerson),
}

// signInPage is what the page of signing in shows.
type signInPage struct {
	Fields   []field
	Faults   []link
	Said     decision.Sentence // why nothing can be sent; may be empty
	Note     string            // key of what is told; may be empty
	Volta    string
	Provider string // what it is called; empty where there is none
	First    bool   // nobody has an account
}

// askSignIn answers GET /entrar.
func (p *Portal) askSignIn(v *visit) error {
	back := wayBack(v.Query("volta"))
	if v.SignedIn() && v.Role != identity.Local {
		return v.redirect(back)
	}
	body := signInPage{Volta: back}
	switch {
	case v.ended:
		body.Note = "accounts.told.ended"
		v.keep(SessionCookie, "", 0)
	case v.Query("aviso") == "saiu":
		body.Note = "accounts.told.out"
	}
	return p.showSignIn(v, http.StatusOK, body, "")
}

func (p *Portal) showSignIn(v *visit, status int, body signInPage, login string) error {
	if p.Accounts == nil {
		return notFound("accounts.none")
	}
	some, err := p.Accounts.Some(v.ctx())
	if err != nil {
		return err
	}
	body.First = !some
	if provider := p.Accounts.Provider(); provider != nil {
		if body.Provider = provider.Name(); body.Provider == "" {
			body.Provider = v.t("accounts.provider")
		}
	}
	body.Fields = []field{
		{ID: "login", Name: "login", Label: v.t("accounts.login"), Value: login, Complete: "username", Required: true},
		{ID: "senha", Name: "senha", Label: v.t("accounts.password"), Type: "password", Complete: "current-password", Required: true},
	}
	return v.render(status, page{Title: v.t("accounts.sign_in"), Template: "accounts/signin", Narrow: true, Body: body, Error: status >= http.StatusBadRequest})
}

// signIn answers POST /entrar.
func (p *Portal) signIn(v *visit) error {
	form, err := v.form()
	if err != nil {
		return err
	}
	if p.Accounts == nil {
		return notFound("accounts.none")
	}
	login, body := form.Get("login"), signInPage{Volta: wayBack(form.Get("volta"))}
	token, _, err := p.Accounts.SignIn(v.ctx(), p.Proxies.Client(v.Request), login, form.Get("senha"))
	var refused *account.Refused
	switch {
	case errors.As(err, &refused) && refused.Kind == account.Wrong:
		body.Faults = []link{{"#login", refused.Detail.In(v.lang)}}
		return p.showSignIn(v, http.StatusUnprocessableEntity, body, login)
	case errors.As(err, &refused):
		body.Said = refused.Detail
		return p.showSignIn(v, v.refusedAt(refused), body, login)
	case err != nil:
		return err
	}
	if err := p.enter(v, token); err != nil {
		return err
	}
	return v.redirect(body.Volta)
}

// enter has the browser keep a session in place of the one that it had, which ends.
func (p *Portal) enter(v *visit, token string) error {
	if err := p.Accounts.SignOut(v.ctx(), cookie(v.Request, SessionCookie)); err != nil {
		return err
	}
	v.keep(SessionCookie, token, 0)
	return nil
}

// signOut answers POST /sair: here, or everywhere.
func (p *Portal) signOut(v *visit) error {
	form, err := v.form()
	if err != nil {
		return err
	}
	if p.Accounts != nil {
		err = p.Accounts.SignOut(v.ctx(), cookie(v.Request, SessionCookie))
		if login, person := account.LoginOf(v.ID); err == nil && person && form.Get("onde") == "todos" {
			err = p.Accounts.SignOutEverywhere(v.ctx(), login)
		}
		if err != nil {
			return err
		}
	}
	v.keep(SessionCookie, "", 0)
	return v.redirect("/entrar?aviso=saiu")
}

// wayBack is where somebody goes who has signed in: never to the pages of signing in again.
func wayBack(address string) string {
	to := local(address)
	if path, _, _ := strings.Cut(to, "?"); path == "/entrar" || path == "/sair" || strings.HasPrefix(path, "/entrar/") {
		return "/"
	}
	return to
}

// askFirst answers GET /entrar/primeiro.
func (p *Portal) askFirst(v *visit) error {
	return p.showFirst(v, http.StatusOK, url.Values{}, nil, nil)
}

func (p *Portal) showFirst(v *visit, status int, form url.Values, found map[string]string, refused *account.Refused) error {
	if p.Accounts == nil {
		return notFound("accounts.none")
	}
	some, err := p.Accounts.Some(v.ctx())
	if err != nil {
		return err
	}
	if some {
		return &failure{status: http.StatusNotFound, key: "accounts.first.made", links: []link{{"/entrar", v.t("accounts.sign_in")}}}
	}
	fields := []field{
		{ID: "codigo", Name: "codigo", Label: v.t("accounts.first.code"), Hint: v.t("accounts.first.code_hint"), Value: form.Get("codigo"), Complete: "one-time-code", Size: 16, Required: true},
		loginField(v, "login", form.Get("login")),
		{ID: "nome", Name: "nome", Label: v.t("accounts.name"), Value: form.Get("nome"), Complete: "name"},
		newPassword(v, "senha", "accounts.password"),
	}
	body := map[string]any{"Fields": fields, "Faults": faulted(fields, found), "Said": saidBy(refused)}
	return v.render(status, page{Title: v.t("accounts.first.title"), Template: "accounts/first", Narrow: true, Body: body, Error: status >= http.StatusBadRequest})
}

// first answers POST /entrar/primeiro.
func (p *Portal) first(v *visit) error {
	form, err := v.form()
	if err != nil {
		return err
	}
	if p.Accounts == nil {
		return notFound("accounts.none")
	}
	wanted := account.NewUser{Login: form.Get("login"), Name: form.Get("nome"), Password: form.Get("senha")}
	token, _, err := p.Accounts.RedeemFirst(v.ctx(), p.Proxies.Client(v.Request), form.Get("codigo"), wanted)
	var refused *account.Refused
	found, corrects := faultsOf(v, err)
	switch {
	case corrects:
		return p.showFirst(v, http.StatusUnprocessableEntity, form, found, nil)
	case errors.As(err, &refused) && refused.Kind == account.WrongCode:
		return p.showFirst(v, http.StatusUnprocessableEntity, form, map[string]string{"codigo": refused.Detail.In(v.lang)}, nil)
	case errors.As(err, &refused):
		return p.showFirst(v, v.refusedAt(refused), form, nil, refused)
	case err != nil:
		return err
	}
	if err := p.enter(v, token); err != nil {
		return err
	}
	return v.redirect("/conta")
}

func loginField(v *visit, id, value string) field {
	return field{ID: id, Name: "login", Label: v.t("accounts.login"), Hint: v.t("accounts.login_hint"), Value: value, Complete: "username", Required: true}
}

// newPassword is the field of a password that is to be: the first of an account, or another one.
func newPassword(v *visit, id, label string) field {
	return field{ID: id, Name: "senha", Label: v.t(label), Hint: v.t("accounts.password_hint"), Type: "password", Complete: "new-password", Required: true}
}

// saidBy is what a refusal says; nothing where there is none.
func saidBy(refused *account.Refused) decision.Sentence {
	if refused == nil {
		return decision.Sentence{}
	}
	return refused.Detail
}

// refusedAt is the status of a refusal, which may say when to come again.
func (v *visit) refusedAt(r *account.Refused) int {
	if r.Wait > 0 {
		v.Header("Retry-After", strconv.Itoa(int(math.Ceil(r.Wait.Seconds()))))
	}
	switch r.Kind {
	case account.Held:
		return http.StatusTooManyRequests
	case account.Busy, account.ProviderDown:
		return http.StatusServiceUnavailable
	case account.Ended:
		return http.StatusUnauthorized
	case account.NoUser, account.NoProvider:
		return http.StatusNotFound
	case account.FirstIsMade, account.NotLocal:
		return http.StatusConflict
	}
	return http.StatusForbidden
}

// fieldsOf are the fields in which a form sends what account knows by another name.
var fieldsOf = map[string]string{"/login": "login", "/name": "nome", "/role": "papel", "/carrier": "transportadora", "/password": "senha", "/current": "atual"}

// faultsOf are the faults of what is to be corrected, by field; false where nothing is.
func faultsOf(v *visit, err error) (map[string]string, bool) {
	var invalid *identity.Invalid
	if !errors.As(err, &invalid) {
		return nil, false
	}
	found := map[string]string{}
	for _, f := range invalid.Faults {
		found[fieldsOf[f.Pointer]] = f.Detail.In(v.lang)
	}
	if found["papel"] != "" {
		found["papel"] = v.t("accounts.choose_role") // the roles have other names on pages
	}
	return found, true
}

// faulted gives fields their faults, and lists these.
func faulted(fields []field, found map[string]string) []link {
	var all []link
	for i, f := range fields {
		if fault := found[f.Name]; fault != "" {
			fields[i].Fault = fault
			all = append(all, link{"#" + f.ID, f.Label + ": " + fault})
		}
	}
	return all
}

// moment is an instant in the zone of the portal's clock.
func (v *visit) moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return v.words().moment(t.In(v.portal.Now().Location()))
}
