package conformance

import (
	"errors"
	"fmt"
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
