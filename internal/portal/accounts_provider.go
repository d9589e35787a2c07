package portal

import (
	"errors"
	"log/slog"
	"net/http"

	"deferido/internal/account"
)

// returnPath is where the provider sends people back to.
const returnPath = "/entrar/oidc/volta"

// visitCookie holds what tells that whoever comes back from the provider is who went there.
const (
	visitCookie  = "__Host-deferido-oidc"
	visitSeconds = 10 * 60
)

// leave answers GET /entrar/oidc: it is a link and no form, since no form may lead to another site.
func (p *Portal) leave(v *visit) error {
	if p.Accounts == nil {
		return notFound("accounts.none")
	}
	origin := p.Proxies.Origin(v.Request, p.PublicURL)
	if origin == "" {
		return badRequest("failure.form")
	}
	back := wayBack(v.Query("volta"))
	to, err := p.Accounts.Leave(v.ctx(), p.Proxies.Client(v.Request), origin+returnPath, back)
	if err != nil {
		return p.notLetIn(v, err, back)
	}
	v.keep(visitCookie, to.State, visitSeconds)
	return v.redirect(to.URL)
}

// comeBack answers GET /entrar/oidc/volta.
func (p *Portal) comeBack(v *visit) error {
	if p.Accounts == nil {
		return notFound("accounts.none")
	}
	token, _, back, err := p.Accounts.Return(v.ctx(), cookie(v.Request, visitCookie), v.Request.URL.Query())
	v.keep(visitCookie, "", 0)
	if err != nil {
		return p.notLetIn(v, err, back)
	}
	if err := p.enter(v, token); err != nil {
		return err
	}
	return v.redirect(wayBack(back))
}

// notLetIn says on the page of signing in why the provider's way did not lead in.
func (p *Portal) notLetIn(v *visit, err error, back string) error {
	var refused *account.Refused
	if !errors.As(err, &refused) {
		return err
	}
	if cause := errors.Unwrap(refused); cause != nil {
		v.note(slog.String("cause", cause.Error()))
	}
	if refused.Kind == account.NoProvider {
		return &failure{status: http.StatusNotFound, key: "failure.nowhere", said: refused.Detail}
	}
	return p.showSignIn(v, v.refusedAt(refused), signInPage{Said: refused.Detail, Volta: wayBack(back)}, "")
}
