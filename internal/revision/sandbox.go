package revision

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"time"
)

// Sandbox checks trees in a child process of its own, which one processor, a memory and a time bound: whatever a draft
// does, it is the child that suffers. The zero Sandbox is ready for use.
type Sandbox struct {
	Executable  string        // the program; the running one where empty
	Args        []string      // that make it call CheckStdin; check-policies where empty
	MemoryBytes int64         // that the child may use; DefaultMemory where 0
	Deadline    time.Duration // of the whole check; DefaultDeadline where 0
	TreeBytes   int64         // that a tree may have; DefaultTree where 0
}

// The bounds of a Sandbox that sets none. A check of the policies in the program needs a quarter of them or less.
const (
	DefaultMemory   = 2 << 30
	DefaultDeadline = 10 * time.Minute
	DefaultTree     = 32 << 20
)

// The bounds of what a child may say.
const (
	maxReport = 64 << 20
	maxStderr = 16 << 10
)

// CheckCommand is the argument with which a program is to call CheckStdin.
const CheckCommand = "check-policies"

// Check checks a tree as CheckAll does. A tree that needs more than the bounds allow is stopped and has a finding, rule "resources". The
// error is that the child could not be run, or that ctx is done; the child is gone then too.
func (s Sandbox) Check(ctx context.Context, tree Tree, options Options) (*CheckReport, error) {
	s = s.bounded()
	if size, err := sizeOf(tree); err != nil {
		return nil, err
	} else if size > s.TreeBytes {
		return tooLarge(s.TreeBytes), nil
	}
	within, cancel := context.WithTimeout(ctx, s.Deadline)
	defer cancel()
	child, err := s.start(within)
	if err != nil {
		return nil, fmt.Errorf("starting the checks: %w", err)
	}
	defer child.kill()
	sent := make(chan error, 1)
	go func() {
		err := writeArchive(child.stdin, tree, archiveCheck{options.Only, options.Seed}, s.TreeBytes)
		if errors.Is(err, errTooLarge) {
			child.kill() // what was said of its size is untrue
		}
		sent <- errors.Join(err, child.stdin.Close())
	}()
	report, stage := child.read(options.Progress)
	late := time.AfterFunc(grace, child.kill)
	ended := child.command.Wait()
	late.Stop()
	failed := <-sent
	switch {
	case report != nil && ended == nil:
		return report, nil
	case ctx.Err() != nil:
		return nil, fmt.Errorf("checking a tree: %w", ctx.Err())
	case errors.Is(failed, errTooLarge):
		return tooLarge(s.TreeBytes), nil
	}
	return s.stopped(child, stage, within.Err() != nil, ended)
}

// grace is how long a child that has nothing more to say may take to end.
const grace = 5 * time.Second

func (s Sandbox) bounded() Sandbox {
	if s.MemoryBytes <= 0 {
		s.MemoryBytes = DefaultMemory
	}
	if s.Deadline <= 0 {
		s.Deadline = DefaultDeadline
	}
	if s.TreeBytes <= 0 {
		s.TreeBytes = DefaultTree
	}
	if len(s.Args) == 0 {
		s.Args = []string{CheckCommand}
	}
	return s
}

// sizeOf is the size of a tree, as its files say it.
func sizeOf(tree Tree) (int64, error) {
	var size int64
	err := eachFile(tree, func(_ fs.FS, _ string, entry fs.DirEntry) error {
		info, err := entry.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("measuring a tree: %w", err)
	}
	return size, nil
}

// child is a process that checks.
type child struct {
	command *exec.Cmd
	stdin   io.WriteCloser
	stdout  io.Reader
	stderr  *headOf
}

// start starts the child. It waits for its input, so that its limits hold before it has any.
func (s Sandbox) start(ctx context.Context) (*child, error) {
	path := s.Executable
	if path == "" {
		var err error
		if path, err = os.Executable(); err != nil {
			return nil, err
		}
	}
	c := &child{command: exec.CommandContext(ctx, path, s.Args...), stderr: &headOf{limit: maxStderr}}
	c.command.Env = []string{"GOMAXPROCS=1", fmt.Sprintf("GOMEMLIMIT=%d", s.MemoryBytes/4*3), "GOTRACEBACK=none", "TZ=" + os.Getenv("TZ")}
	c.command.Dir = os.TempDir()
	c.command.Stderr = c.stderr
	c.command.Cancel = func() error { c.kill(); return nil }
	c.command.WaitDelay = time.Second
	ownGroup(c.command)
	var err error
	if c.stdin, err = c.command.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := c.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.stdout = io.LimitReader(out, maxReport)
	if err := c.command.Start(); err != nil {
		return nil, err
	}
	if err := limit(c.command.Process.Pid, s.MemoryBytes, s.Deadline); err != nil {
		c.kill()
		return nil, errors.Join(fmt.Errorf("limiting it: %w", err), c.command.Wait())
	}
	return c, nil
}

// kill ends the child and whatever it started. It may be called again.
func (c *child) kill() { killGroup(c.command.Process) }

// read reads what the child says to its end. Without a report the stage that it was at is the last that it told.
func (c *child) read(progress func(Progress)) (report *CheckReport, stage string) {
	decoder := json.NewDecoder(c.stdout)
	for {
		var m message
		if decoder.Decode(&m) != nil {
			return nil, stage // it ended, or talks nonsense: how it ended says more
		}
		if m.Report != nil {
			return m.Report, ""
		}
		if m.Progress != nil {
			stage = m.Progress.Stage
			if progress != nil {
				progress(*m.Progress)
			}
		}
	}
}

// headOf keeps the first bytes of what is written to it.
type headOf struct {
	bytes.Buffer
	limit int
}

func (h *headOf) Write(p []byte) (int, error) {
	if left := h.limit - h.Len(); left > 0 {
		h.Buffer.Write(p[:min(left, len(p))])
	}
	return len(p), nil
}
