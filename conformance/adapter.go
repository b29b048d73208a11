package conformance

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// Adapter is the program around an implementation, and what it may take. It speaks one of the protocols
// of protocol.md.
type Adapter struct {
	Command  []string // the program and its arguments
	Protocol Protocol // Exec if empty

	Timeout      time.Duration // for a file; 10 s if 0
	StartTimeout time.Duration // for the hello of a process of JSONL; 60 s if 0
	Memory       int64         // bytes that a process and all that it started may have resident, for example DefaultMemory; 0 for any
	AddressSpace int64         // bytes that a process may map, where the system has such a limit; 0 for any

	// AdoptOrphans lets this program become the parent of processes that leave their group and drop their
	// environment, so that they are ended, too, in the end. Linux only, and only for a program that starts
	// no other processes meanwhile: those would be ended with them.
	AdoptOrphans bool

	// Implementation stands for what an adapter of Exec can't tell of itself, its features among it. Its
	// name is that of the command if empty.
	Implementation Implementation
}

// Protocol is the way in which the harness talks to an adapter.
type Protocol string

// The protocols.
const (
	Exec  Protocol = "exec"  // tier 0: a process for each file
	JSONL Protocol = "jsonl" // tier 1: one process, JSON lines
)

// The limits of npycheck conform. Those of time are also the defaults of Adapter.
const (
	DefaultTimeout      = 10 * time.Second
	DefaultStartTimeout = 60 * time.Second
	DefaultMemory       = 1 << 30
)

// Implementation is the program behind an adapter, as it introduces itself.
type Implementation struct {
	Name     string   `json:"name"`
	Version  string   `json:"version"`
	Language string   `json:"language"`
	Runtime  string   `json:"runtime,omitempty"`  // what it ran on: "CPython 3.11.7"
	Features []string `json:"features,omitempty"` // those it claims; none for all
}

// CommandError says that the command of an adapter can't be started.
type CommandError struct {
	Command string
	Err     error
}

func (e *CommandError) Error() string {
	err := e.Err
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		err = inner // without the name of the command, which stands in front
	}
	return fmt.Sprintf("can't start %q: %v", e.Command, err)
}

func (e *CommandError) Unwrap() error { return e.Err }

// AdapterError says that an adapter doesn't do what the protocol asks for, so that nothing can be
// measured.
type AdapterError struct {
	Command string
	Message string // what the adapter did
}

func (e *AdapterError) Error() string { return fmt.Sprintf("the adapter %q %s", e.Command, e.Message) }

// launcher starts the processes of an adapter, and ends them, at the latest when the context is done.
type launcher struct {
	ctx          context.Context
	command      []string
	name         string // of the command, as it was given
	limits       limits
	timeout      time.Duration
	startTimeout time.Duration
	tag          string
	started      atomic.Int64 // processes
	sessions     atomic.Int64 // that use it
	watch        *watch
	orphans      *orphans
}

func newLauncher(ctx context.Context, a *Adapter) (*launcher, error) {
	if len(a.Command) == 0 {
		return nil, errors.New("no command")
	}
	path, err := exec.LookPath(a.Command[0])
	if err != nil {
		return nil, &CommandError{a.Command[0], err}
	}
	l := &launcher{
		ctx:          ctx,
		command:      slices.Concat([]string{path}, a.Command[1:]),
		name:         a.Command[0],
		limits:       limits{memory: a.Memory, addressSpace: a.AddressSpace},
		timeout:      a.Timeout,
		startTimeout: a.StartTimeout,
		tag:          rand.Text(),
	}
	if l.timeout <= 0 {
		l.timeout = DefaultTimeout
	}
	if l.startTimeout <= 0 {
		l.startTimeout = DefaultStartTimeout
	}
	l.orphans = newOrphans(a.AdoptOrphans)
	l.watch = newWatch(l.limits.memory, l.orphans)
	return l, nil
}

// close ends what the processes left behind.
func (l *launcher) close() {
	l.watch.close()
	killTagged(l.tag)
	l.orphans.end()
}

// introduce gets to know the implementation, which must have the operation, and returns the way to ask
// it.
func (l *launcher) introduce(ctx context.Context, a *Adapter, op string) (tier, greeting, error) {
	t, hello, err := l.greet(ctx, a, op)
	if err == nil && !hello.claimsArray() {
		t.close()
		err = &AdapterError{l.name, "claims no file with an array: its features are " + strings.Join(hello.Features, ", ") + "; want a version, a type and a rank among them"}
	}
	return t, hello, err
}

func (l *launcher) greet(ctx context.Context, a *Adapter, op string) (tier, greeting, error) {
	if a.Protocol != JSONL {
		hello := greeting{Implementation: a.Implementation}
		if len(hello.Features) > 0 {
			if err := checkFeatures(hello.Features); err != nil {
				return nil, hello, err
			}
		}
		if hello.Name == "" {
			hello.Name = strings.TrimSuffix(filepath.Base(a.Command[0]), ".exe")
		}
		return &execTier{l}, hello, nil
	}
	t, hello, err := l.open(ctx)
	if err != nil {
		return nil, hello, err
	}
	if !slices.Contains(hello.ops, op) {
		t.bye()
		ops := "its ops are " + strings.Join(hello.ops, ", ")
		if len(hello.ops) == 1 {
			ops = "its only op is " + hello.ops[0]
		}
		return nil, hello, &AdapterError{l.name, fmt.Sprintf("does not %s: %s", op, ops)}
	}
	return &jsonlTier{l: l, s: t}, hello, nil
}
