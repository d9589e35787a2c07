package account

import (
	"context"
	"database/sql"
	"errors"
	"regexp"
	"strings"

	"deferido/internal/identity"
	"deferido/internal/journal"
)

// nameMost is how many characters a name may have.
const nameMost = 100

// loginForm is that of a login. It stands in the record for ever, with what the person did: a name for work is better than
// an address, so there is no @ in it.
var loginForm = regexp.MustCompile(`\A[a-z0-9][a-z0-9._-]{0,62}\z`)

// NewUser is what an account is to be.
type NewUser struct {
	Login    string // as LoginRule says; capitals are taken as small letters
	Name     string // at most 100 characters; empty: the login
	Role     identity.Role
	Carrier  string // id of a registered carrier for the role Carrier, empty for every other one
	Password string // 12 characters at least, 1,000 bytes at most
}

// loginAs is how a login that somebody typed is looked for.
func loginAs(typed string) string { return strings.ToLower(strings.TrimSpace(typed)) }

// Create makes an account on behalf of a caller. What is to be corrected is an *identity.Invalid with the pointers /login,
// /name, /role, /carrier and /password.
func (a *Accounts) Create(ctx context.Context, by string, wanted NewUser) (User, error) {
	return a.create(ctx, by, "", wanted, nil)
}

// create makes an account; also runs before it in its transaction, where it is not nil.
func (a *Accounts) create(ctx context.Context, by, reason string, wanted NewUser, also func(ctx context.Context, tx *sql.Tx) error) (User, error) {
	var c identity.Check
	u := wanted.user(&c)
	checkPassword(&c, "/password", wanted.Password)
	if err := c.Err(); err == nil { // else nothing is made of it, and it need not be hashed
		if u.password, err = a.hashing.hash(ctx, wanted.Password); err != nil {
			return User{}, err
		}
	}
	u.CreatedAt = a.now().UTC()
	err := a.record(ctx, "user-created", by, reason, u.Login, detailOf(&u), func(ctx context.Context, tx *sql.Tx) error {
		if also != nil {
			if err := also(ctx, tx); err != nil {
				return err
			}
		}
		return a.insert(ctx, tx, &c, &u)
	})
	if err != nil {
		return User{}, stored("making an account", err)
	}
	return u, nil
}

// user checks what an account is to be, but for its role, carrier and password, and puts it in order.
func (n *NewUser) user(c *identity.Check) User {
	u := User{Login: loginAs(n.Login), Role: n.Role, Carrier: strings.TrimSpace(n.Carrier), Source: Local}
	if !loginForm.MatchString(u.Login) {
		c.Add("/login", "Use de 1 a 63 letras sem acento, algarismos, pontos, hifens e sublinhados, começando por letra ou algarismo.",
			"Use 1 to 63 letters without accents, digits, dots, hyphens and underscores, beginning with a letter or a digit.")
	}
	if u.Name = c.Line("/name", n.Name, nameMost); u.Name == "" {
		u.Name = u.Login
	}
	return u
}

// insert checks what only the store knows, and inserts an account unless anything is to be corrected.
func (a *Accounts) insert(ctx context.Context, tx *sql.Tx, c *identity.Check, u *User) error {
	if err := c.Holder(ctx, a.db, tx, u.Role, u.Carrier); err != nil {
		return err
	}
	if _, taken, err := a.user(ctx, tx, u.Login); err != nil {
		return err
	} else if taken {
		c.Add("/login", "Já há uma conta com este nome de acesso; escolha outro.", "There is an account of this login already; choose another.")
	}
	if err := c.Err(); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, a.db.Bind("INSERT INTO users ("+userColumns+") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL)"),
		u.Login, u.Name, string(u.Role), u.Carrier, string(u.Source), u.issuer, u.subject, u.password, u.CreatedAt.UnixNano())
	return err
}

// record makes a change of an account and puts it on record.
func (a *Accounts) record(ctx context.Context, what, by, reason, login string, detail any, change func(ctx context.Context, tx *sql.Tx) error) error {
	if a.options.Recorder == nil {
		return errors.New("accounts are only changed where there is a journal")
	}
	e := journal.Event{What: what, By: by, At: a.now(), Subject: CallerID(login), Reason: reason, Detail: detail}
	return a.options.Recorder.Do(ctx, e, change)
}

// detail is what the record says of an account: nothing of the person but the login, which is the subject.
type detail struct {
	Role    identity.Role `json:"role"`
	Carrier string        `json:"carrier,omitempty"`
	Source  Source        `json:"source"`
}

func detailOf(u *User) detail { return detail{u.Role, u.Carrier, u.Source} }

// List is all accounts, by login.
func (a *Accounts) List(ctx context.Context) (_ []User, err error) {
	rows, err := a.db.QueryContext(ctx, "SELECT "+userColumns+" FROM users ORDER BY login")
	if err != nil {
		return nil, stored("listing the accounts", err)
	}
	defer func() { err = errors.Join(err, stored("listing the accounts", rows.Close())) }()
	all := []User{}
	for rows.Next() {
		var r userRow
		if err := rows.Scan(r.into()...); err != nil {
			return nil, stored("listing the accounts", err)
		}
		all = append(all, r.user())
	}
	return all, stored("listing the accounts", rows.Err())
}

// User is the account of a login. The error is a *Refused of NoUser where there is none.
func (a *Accounts) User(ctx context.Context, login string) (User, error) {
	u, found, err := a.user(ctx, a.db, loginAs(login))
	if err == nil && !found {
		err = errNoUser()
	}
	return u, err
}
