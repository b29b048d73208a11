// Package planted is a reader and a writer of .npy and .npz files with bugs that can be switched on. It
// measures how much the corpus and the fuzzer see: a bug that no case shows is a gap in the corpus.
//
// Without a bug both are right: the reader ends every run without a failure, whether it is strict and
// reads only what it must, or lax and reads what it can. They share no code with the validator, which
// judges them, nor with the program that makes the corpus. They don't support arrays of Python objects.
package planted

import (
	"fmt"
)

// Reader reads files. The zero value is the strict reader without a bug.
type Reader struct {
	Lax bool
	Bug string // the name of one of ReaderBugs, or ""

	reads int // so far
}

// Outcome is what happened to a file, in the words of the protocol.
type Outcome string

// The outcomes. A reader hangs only in a process of its own; here it just says so.
const (
	Accept      Outcome = "accept"
	Reject      Outcome = "reject"
	Unsupported Outcome = "unsupported"
	Crash       Outcome = "crash"
	Hang        Outcome = "hang"
	Exception   Outcome = "exception"
)

// Array is an array or an archive, in the form of the protocol: elements in C order, little-endian, with
// zeros for padding.
type Array struct {
	DType   string
	Shape   []int64
	Data    []byte
	Members map[string]*Array // of an archive
}

func (r *Reader) has(name string) bool { return r.Bug == name }

// bug is the bug that is switched on, where nothing else matters.
type bug string

func (b bug) has(name string) bool { return string(b) == name }

// ending is how a read ends that returns no array.
type ending struct {
	outcome Outcome
	message string
}

func refuse(format string, args ...any) { panic(ending{Reject, fmt.Sprintf(format, args...)}) }

func unsupported() { panic(ending{Unsupported, "Python objects"}) }

func crash() { panic(ending{Crash, "a planted crash"}) }
