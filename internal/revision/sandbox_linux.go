package revision

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// ownGroup gives a child a process group of its own, to be ended whole.
func ownGroup(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func killGroup(p *os.Process) {
	if p != nil && p.Pid > 1 {
		_ = unix.Kill(-p.Pid, unix.SIGKILL) // that it is gone already is as well
	}
}

// courtesy is how far a child stands behind the program for the processor.
const courtesy = 10

// limit bounds a process: its memory, its time, and that it writes no file. Memory is bounded as data, which counts what may
// be written to: address space is reserved far beyond what is used.
func limit(pid int, memory int64, deadline time.Duration) error {
	seconds := uint64(deadline/time.Second) + 1
	for _, bound := range []struct {
		name string
		what int
		to   uint64
	}{
		{"memory", unix.RLIMIT_DATA, uint64(memory)}, {"time", unix.RLIMIT_CPU, seconds},
		{"files", unix.RLIMIT_FSIZE, 0}, {"core", unix.RLIMIT_CORE, 0},
	} {
		if err := unix.Prlimit(pid, bound.what, &unix.Rlimit{Cur: bound.to, Max: bound.to}, nil); err != nil {
			return fmt.Errorf("%s: %w", bound.name, err)
		}
	}
	if err := unix.Setpriority(unix.PRIO_PGRP, pid, courtesy); err != nil && !errors.Is(err, unix.EPERM) && !errors.Is(err, unix.EACCES) {
		return fmt.Errorf("priority: %w", err)
	}
	return nil
}
