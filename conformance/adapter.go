package conformance

import (
	"errors"
	"fmt"
	"time"
)

// Adapter is the program around an implementation, and what it may take.
type Adapter struct {
	Command  []string // the program and its arguments
	Protocol Protocol // Exec if empty
	Writer   bool     // it is asked to write files, not to read them

	Timeout      time.Duration // for a file; DefaultTimeout if 0
	StartTimeout time.Duration // for the hello of a JSONL process; DefaultStartTimeout if 0
	Memory       int64         // resident bytes of a process and all that it started, for example DefaultMemory; 0 for any
	AddressSpace int64         // bytes that a process may map, where the system has such a limit; 0 for any

	// AdoptOrphans also ends processes that leave their group. Linux only, for a program that starts no others meanwhile.
	AdoptOrphans bool

	// Implementation says what an adapter of Exec can't say about itself. Its name is that of the command if empty.
	Implementation Implementation
}

// Protocol is the way in which the harness talks to an adapter.
type Protocol string

// The protocols.
const (
	Exec  Protocol = "exec"  // tier 0: a process for each file
	JSONL Protocol = "jsonl" // tier 1: one process, JSON lines
)

// The limits of npycheck conform.
const (
	DefaultTimeout      = 10 * time.Second
	DefaultStartTimeout = 60 * time.Second
	DefaultMemory       = 1 << 30
)

// AdapterError says that the command of an adapter can't be started, or that the adapter breaks the protocol,
// so that nothing can be measured.
type AdapterError struct {
	Command string
	Message string // what the adapter did
	Err     error  // why it can't be started; nil if it can
}

func (e *AdapterError) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("the adapter %q %s", e.Command, e.Message)
	}
	err := e.Err
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		err = inner // without the name of the command, which comes first
	}
	return fmt.Sprintf("can't start %q: %v", e.Command, err)
}

func (e *AdapterError) Unwrap() error { return e.Err }
