// Package plan evaluates Rego policies from OPA's query plan (ir.Policy).
//
// A plan is compiled once into Go closures, a Program, and evaluated any number of times, by any number of goroutines.
// The answers are those of OPA's interpreter (topdown); topdown's own built-in functions are called for everything that
// is not worth a native version. A plan that uses something this package does not know is refused by Compile with
// ErrUnsupported, and the caller evaluates it with topdown.
//
// A plan evaluates every rule of a name, where topdown skips the rules that its index excludes and stops at the first of
// several equal constants. So a plan may meet an error in a rule that topdown does not come to. It never misses one.
// Prepare therefore gives a Program that lets topdown repeat what ended in an error, and the two always agree; a Program
// of Compile reports the error as it met it.
//
// Reading order: program.go (what callers use), compile.go and statements.go (from plan to closures), machine.go (the
// state of one evaluation), values.go (what the closures work on).
package plan
