// Package identity knows who calls and what they may do: API keys, the register of carriers, the policy of who may do
// what, and how often a caller may come.
package identity

// Role is what a caller is. What it may do is the policy's, in the folder access.
type Role string

// The roles. All but Local are of a key.
const (
	Carrier   Role = "carrier"
	Regulator Role = "regulator"
	Lawyer    Role = "lawyer"
	Admin     Role = "admin"
	Local     Role = "local"
)

// keyRoles are the roles that a key may have.
var keyRoles = []Role{Carrier, Regulator, Lawyer, Admin}

// Caller is who calls.
type Caller struct {
	ID      string // of the key, or "local"
	Role    Role
	Carrier string // id of the carrier; empty for every role but Carrier
}

// anyone is the caller while there is no key.
var anyone = Caller{ID: "local", Role: Local}
