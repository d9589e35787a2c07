// Command deferido answers a carrier's question about free and discounted interstate seats, with the provisions of law that
// make the answer so. It serves over HTTP, decides files and streams, and works on the policies.
//
// Exit statuses: 0 done, and of decide: allow, or every line of a stream answered; 1 deny; 2 incomplete; 64 bad input or
// usage; 65 findings of law check or law test; 69 the address cannot be served on; 70 internal error; 74 standard output
// failed (a broken pipe ends the program so, without a word). Only decide gives 1 and 2, and nothing but these outcomes
// does: a panic is recovered and gives 70, and what Go cannot recover from ends by SIGABRT (the shell's 134), because
// the program asks for GOTRACEBACK=crash where Go itself would exit with 2.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
)

func main() {
	debug.SetTraceback("crash")    // see above
	signal.Ignore(syscall.SIGPIPE) // a broken pipe is an error of the write, and has a status of its own
	os.Exit(Run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Environ()))
}
