//go:build !linux

package replay

// yieldToOthers does nothing where a thread has no priority of its own.
func yieldToOthers() {}
