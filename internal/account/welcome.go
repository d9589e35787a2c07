package account

import (
	"context"
	"database/sql"
	"errors"

	"deferido/internal/identity"
)

// byProvider is on whose behalf an account is made or changed as the provider says.
const byProvider = "oidc"

// welcome makes the account of a person whom the provider knows, or brings it up to what the provider says now.
func (a *Accounts) welcome(ctx context.Context, s *said) (User, error) {
	known, found, err := a.userWhere(ctx, a.db, "source = 'oidc' AND issuer = ? AND subject = ?", s.issuer, s.subject)
	if err != nil {
		return User{}, err
	}
	u, err := a.options.Provider.person(s)
	switch {
	case found && KindOf(err) == NoRole: // whoever has no role any more has no session either
		return User{}, errors.Join(err, a.SignOutEverywhere(ctx, known.Login))
	case found && known.Disabled():
		return User{}, errDisabled()
	case err != nil && !(found && KindOf(err) == NoLogin): // the login that they have stays theirs
		return User{}, err
	case found:
		return a.update(ctx, &known, &u)
	}
	return a.welcomeNew(ctx, &u)
}

func (a *Accounts) welcomeNew(ctx context.Context, u *User) (User, error) {
	u.CreatedAt = a.now().UTC()
	err := a.record(ctx, "user-created", byProvider, "", u.Login, detailOf(u), func(ctx context.Context, tx *sql.Tx) error {
		if _, taken, err := a.user(ctx, tx, u.Login); err != nil {
			return err
		} else if taken {
			return refused(LoginTaken, "Outra pessoa já tem aqui o nome de acesso que o provedor de identidade informa. Fale com quem administra o sistema.",
				"Somebody else here has the login that the identity provider tells. Talk to whoever administers the system.")
		}
		var c identity.Check
		return a.insert(ctx, tx, &c, u)
	})
	return *u, carrierLacks(stored("making an account", err))
}

// update brings an account up to what the provider says now.
func (a *Accounts) update(ctx context.Context, known, said *User) (User, error) {
	if err := carrierLacks(a.setRole(ctx, byProvider, known, said.Role, said.Carrier)); err != nil {
		return User{}, err
	}
	if said.Name != "" && said.Name != known.Name {
		if _, err := a.db.ExecContext(ctx, a.db.Bind("UPDATE users SET name = ? WHERE login = ?"), said.Name, known.Login); err != nil {
			return User{}, stored("changing a name", err)
		}
	}
	return a.User(ctx, known.Login)
}

// carrierLacks is an error of an account's role and carrier, as the person hears it who cannot correct what their provider says.
func carrierLacks(err error) error {
	var invalid *identity.Invalid
	if !errors.As(err, &invalid) {
		return err
	}
	r := refused(NoCarrier, "O provedor de identidade não informa a transportadora em que você trabalha, ou ela não está cadastrada aqui. Fale com quem administra o sistema.",
		"The identity provider does not tell the carrier that you work for, or it is not registered here. Talk to whoever administers the system.")
	r.cause = invalid
	return r
}
