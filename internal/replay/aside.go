package replay

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"

	"deferido/internal/engine"
)

// compiling is held while a set is compiled: one at a time, so that what is served keeps the machine.
var compiling sync.Mutex

// aside compiles beside what is served. Compiling keeps a processor of Go's busy for most of a second, so there is one more
// meanwhile; and it runs on a thread of its own that the machine runs last and that ends with it. What panics there is an error:
// a set that cannot be compiled leaves the last good one in service.
func aside(compile func() (*engine.Set, error)) (*engine.Set, error) {
	compiling.Lock()
	defer compiling.Unlock()
	processors := runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1)
	defer runtime.GOMAXPROCS(processors)
	var (
		set  *engine.Set
		err  error
		done = make(chan struct{})
	)
	go func() {
		defer close(done)
		defer func() {
			if cause := recover(); cause != nil {
				err = fmt.Errorf("compiling panicked: %v\n%s", cause, debug.Stack())
			}
		}()
		runtime.LockOSThread() // and never unlocked: no other goroutine may get a thread that waits for all others
		yieldToOthers()
		set, err = compile()
	}()
	<-done
	return set, err
}
