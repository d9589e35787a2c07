// Package identity knows which program calls and what a caller may do: API keys, the register of carriers, the policy of who
// may do what, and how often a caller may come. The people who sign in are the package account's.
package identity

// Role is what a caller is. What it may do is the policy's, in the folder access.
type Role string

// The roles. All but Local are of a key or an account.
const (
	Carrier   Role = "carrier"
	Regulator Role = "regulator"
	Lawyer    Role = "lawyer"
	Admin     Role = "admin"
	Local     Role = "local"
)

// keyRoles are the roles that a key or an account may have.
var keyRoles = []Role{Carrier, Regulator, Lawyer, Admin}

// Caller is who calls.
type Caller struct {
	ID      string // of the key, "user:" and the login of a person, or "local"
	Role    Role
	Carrier string // id of the carrier; empty for every role but Carrier
}

// anyone is the caller while there is neither a key nor an account.
var anyone = Caller{ID: "local", Role: Local}
