// Package planted is a reader and a writer of .npy and .npz files with bugs that can be switched on. It
// tells how much the corpus and the fuzzer see: a bug that no case shows is a gap in the corpus.
//
// Without a bug both are right: the reader ends every run without a failure, whether it is strict and
// reads no more than it must, or lax and reads what it can. They share no code with the validator, which
// judges them, nor with the program that makes the corpus. Arrays of Python objects they don't support.
package planted

import (
	"errors"
	"fmt"
	"strings"
)

// Reader reads files. The zero value is the strict reader, and right.
type Reader struct {
	Lax bool
	Bug string // the name of one of ReaderBugs, or ""

	reads int // so far
}

// Outcome is what became of a file, in the words of the protocol.
type Outcome string

// The outcomes. One that hangs or takes all memory does so only in a process of its own; here it says so.
const (
	Accept      Outcome = "accept"
	Reject      Outcome = "reject"
	Unsupported Outcome = "unsupported"
	Crash       Outcome = "crash"
	Hang        Outcome = "hang"
	BlowUp      Outcome = "blow-up"
)

// Array is an array or an archive, in the form of the protocol: elements in C order, little-endian, with
// zeros for padding.
type Array struct {
	DType   string
	Shape   []int64
	Data    []byte
	Members map[string]*Array // of an archive
}

func (r *Reader) has(bug string) bool { return r.Bug == bug }

// ending is how a read ends that doesn't return an array.
type ending struct {
	outcome Outcome
	message string
}

func refuse(format string, args ...any) { panic(ending{Reject, fmt.Sprintf(format, args...)}) }

func unsupported() { panic(ending{Unsupported, "Python objects"}) }

func crash() { panic(ending{Crash, "a planted crash"}) }

// Read reads a file: an archive only if its name says so. The error says why there is no array.
func (r *Reader) Read(name string, file []byte) (a *Array, outcome Outcome, err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case ending:
			a, outcome, err = nil, e.outcome, errors.New(e.message)
		case error: // of the runtime: a bug that was planted
			a, outcome, err = nil, Crash, e
		default:
			panic(e)
		}
	}()
	r.reads++
	if strings.HasSuffix(name, ".npz") || r.has("archive-by-content") && strings.HasPrefix(string(file), "PK") {
		a = r.archive(file)
	} else {
		a = r.array(file, false)
	}
	if r.has("every-other-read") && r.reads%2 == 1 && len(a.Data) > 0 {
		a.Data[0] ^= 1
	}
	return a, Accept, nil
}
