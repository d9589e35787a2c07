package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"deferido/internal/account"
	"deferido/internal/config"
	"deferido/internal/identity"
	"deferido/internal/journal"
	"deferido/internal/store"
)

func (p *program) userCommand() *cobra.Command {
	c := group("user", "Make, list and disable the accounts of people", `
People sign in to the portal. The first account closes a server that was open on loopback, as the first key does. A login stays
in the record with what the person did: a name for work is better than an address. A password has 12 characters at least.`)
	storeFlags(c.PersistentFlags())
	c.AddCommand(p.userCreateCommand(), p.userListCommand(), p.userDisableCommand(), p.userEnableCommand(), p.userPasswordCommand())
	return c
}

// onUsers makes the function of a command that changes accounts, on behalf of whoever sits at this machine.
func (p *program) onUsers(do func(ctx context.Context, accounts *account.Accounts, args []string) error) func(*cobra.Command, []string) error {
	return p.onStore(func(ctx context.Context, c config.Config, db *store.DB, args []string) (err error) {
		log := p.logger(c.Log)
		j, err := openJournal(ctx, c, db, journal.Options{Log: log})
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, j.Close()) }()
		return refusedUser(do(ctx, account.New(db, time.Now, account.Options{Recorder: j, Log: log}), args))
	})
}

// refusedUser gives an error of accounts its exit status.
func refusedUser(err error) error {
	var refused *account.Refused
	var status *exitError
	switch {
	case err == nil, errors.As(err, &status):
		return err
	case errors.As(err, &refused):
		return exit(exitUsage, err)
	}
	return refusedIdentity(err)
}

// byLocal is on whose behalf commands change accounts.
const byLocal = string(identity.Local)

func (p *program) userCreateCommand() *cobra.Command {
	wanted, file := account.NewUser{}, ""
	role := choice{"", []string{string(identity.Carrier), string(identity.Regulator), string(identity.Lawyer), string(identity.Admin)}}
	c := &cobra.Command{
		Use: "create LOGIN --role ROLE", Short: "Make an account", Args: one("LOGIN"),
		RunE: p.onUsers(func(ctx context.Context, accounts *account.Accounts, args []string) (err error) {
			wanted.Login, wanted.Role = args[0], identity.Role(role.value)
			if wanted.Password, err = p.password(file); err != nil {
				return err
			}
			u, err := accounts.Create(ctx, byLocal, wanted)
			if err != nil {
				return err
			}
			return p.say("created %s, role %s", u.Login, u.Role)
		}),
	}
	c.Flags().Var(&role, "role", "what the person may do")
	c.Flags().StringVar(&wanted.Carrier, "carrier", "", "the id of the registered carrier whose person it is; only for the role carrier")
	c.Flags().StringVar(&wanted.Name, "name", "", "the name that pages show; without it, the login")
	passwordFlag(c, &file)
	return c
}

func passwordFlag(c *cobra.Command, file *string) {
	c.Flags().StringVar(file, "password-file", "", "a file with the password, or - for standard input; without it, it is asked for on the terminal")
}

// passwordRead is how many bytes of a password are read: more than one may have, so that it is told to be too long.
const passwordRead = 4096

// password reads a password from the first line of a file, or asks for it on the terminal, twice and without showing it.
func (p *program) password(from string) (string, error) {
	if from == "" {
		return p.askPassword()
	}
	input, err := p.open(from)
	if err != nil {
		return "", exit(exitUsage, fmt.Errorf("--password-file: %w", err))
	}
	defer input.Close()
	text, err := io.ReadAll(io.LimitReader(input, passwordRead))
	if err != nil {
		return "", exit(exitUsage, fmt.Errorf("--password-file: %w", err))
	}
	line, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimSuffix(line, "\r"), nil
}

func (p *program) askPassword() (string, error) {
	f := file(p.stdin)
	if f == nil || !term.IsTerminal(int(f.Fd())) {
		return "", exit(exitUsage, errors.New("there is no terminal to ask for the password on; give it by --password-file FILE|-"))
	}
	var typed [2][]byte
	for i, prompt := range []string{"password: ", "once more: "} {
		fmt.Fprint(p.stderr, prompt)
		var err error
		typed[i], err = term.ReadPassword(int(f.Fd()))
		fmt.Fprintln(p.stderr)
		if err != nil {
			return "", exit(exitUsage, fmt.Errorf("reading the password: %w", err))
		}
	}
	if !bytes.Equal(typed[0], typed[1]) {
		return "", exit(exitUsage, errors.New("the two are not the same"))
	}
	return string(typed[0]), nil
}

func (p *program) userListCommand() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the accounts", Args: none,
		RunE: p.onStore(func(ctx context.Context, _ config.Config, db *store.DB, _ []string) error {
			all, err := account.New(db, time.Now, account.Options{}).List(ctx)
			if err != nil {
				return refusedUser(err)
			}
			for _, u := range all {
				state := "good"
				if u.Disabled() {
					state = "disabled " + u.DisabledAt.Format(time.RFC3339)
				}
				if err := p.say("%s", strings.Join([]string{u.Login, string(u.Role), orDash(u.Carrier), string(u.Source), u.CreatedAt.Format(time.RFC3339), state, u.Name}, "  ")); err != nil {
					return err
				}
			}
			return nil
		}),
	}
}

func (p *program) userDisableCommand() *cobra.Command {
	return &cobra.Command{
		Use: "disable LOGIN", Short: "Keep a person from signing in, and sign them out everywhere", Args: one("LOGIN"),
		RunE: p.onUsers(func(ctx context.Context, accounts *account.Accounts, args []string) error {
			if err := accounts.Disable(ctx, byLocal, args[0]); err != nil {
				return err
			}
			return p.say("disabled %s", args[0])
		}),
	}
}

func (p *program) userEnableCommand() *cobra.Command {
	return &cobra.Command{
		Use: "enable LOGIN", Short: "Let a person who was disabled sign in again", Args: one("LOGIN"),
		RunE: p.onUsers(func(ctx context.Context, accounts *account.Accounts, args []string) error {
			if err := accounts.Enable(ctx, byLocal, args[0]); err != nil {
				return err
			}
			return p.say("enabled %s", args[0])
		}),
	}
}

func (p *program) userPasswordCommand() *cobra.Command {
	file := ""
	c := &cobra.Command{
		Use: "password LOGIN", Short: "Give a person another password, and sign them out everywhere", Args: one("LOGIN"),
		RunE: p.onUsers(func(ctx context.Context, accounts *account.Accounts, args []string) error {
			password, err := p.password(file)
			if err != nil {
				return err
			}
			if err := accounts.SetPassword(ctx, byLocal, args[0], password); err != nil {
				return err
			}
			return p.say("changed the password of %s", args[0])
		}),
	}
	passwordFlag(c, &file)
	return c
}
