package account

import (
	"strings"

	"deferido/internal/identity"
)

// claims are what a provider says of a person, as JSON.
type claims map[string]any

// at is a claim by its name; where there is none of the whole name, dots lead into objects.
func (c claims) at(name string) any {
	if value, found := c[name]; found || name == "" {
		return value
	}
	var value any = map[string]any(c)
	for part := range strings.SplitSeq(name, ".") {
		object, _ := value.(map[string]any)
		value = object[part]
	}
	return value
}

func (c claims) has(name string) bool { return c.at(name) != nil }

// text is a claim that is a text; empty where it is none.
func (c claims) text(name string) string {
	text, _ := c.at(name).(string)
	return strings.TrimSpace(text)
}

// texts are those of a claim that is a text or a list of them.
func (c claims) texts(name string) []string {
	switch value := c.at(name).(type) {
	case string:
		return []string{value}
	case []any:
		var all []string
		for _, v := range value {
			if text, is := v.(string); is {
				all = append(all, text)
			}
		}
		return all
	}
	return nil
}

// role is that of a person; empty where nothing that the provider says gives one.
func (p *Provider) role(c claims) identity.Role {
	has := map[string]bool{}
	for _, text := range c.texts(p.options.RoleClaim) {
		has[text] = true
	}
	for _, r := range p.options.Roles {
		if has[r.Value] {
			return r.Role
		}
	}
	return ""
}

// person is the account that a provider's words make of a person. The carrier is not looked up.
func (p *Provider) person(s *said) (User, error) {
	u := User{Source: OIDC, issuer: s.issuer, subject: s.subject, Role: p.role(s.claims)}
	if u.Role == "" {
		return u, refused(NoRole, "O provedor de identidade confirmou quem você é, mas não lhe dá nenhum papel aqui. Peça um a quem administra o sistema.",
			"The identity provider confirmed who you are, but gives you no role here. Ask whoever administers the system for one.")
	}
	if u.Role == identity.Carrier {
		u.Carrier = s.claims.text(p.options.CarrierClaim)
	}
	// What stands in the record for ever is no address: of one, the part before the @.
	u.Login, _, _ = strings.Cut(loginAs(s.claims.text(p.options.LoginClaim)), "@")
	if !loginForm.MatchString(u.Login) {
		return u, refused(NoLogin, "O provedor de identidade não informa um nome de acesso que sirva aqui. Fale com quem administra o sistema.",
			"The identity provider tells no login that will do here. Talk to whoever administers the system.")
	}
	var c identity.Check
	if u.Name = c.Line("", s.claims.text(p.options.NameClaim), nameMost); u.Name == "" || c.Err() != nil {
		u.Name = u.Login
	}
	return u, nil
}
