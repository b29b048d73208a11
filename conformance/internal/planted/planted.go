// Package planted is a reader and a writer of .npy and .npz files with bugs that can be switched on. It
// measures how much the corpus and the fuzzer see: a bug that no case shows is a gap in the corpus.
//
// The reader is the one of package second, which leaves out one of its checks, or misreads something. Bugs that can be
// planted from outside are here: in the prefix and in where the data begins (npy.go), in types and shapes (types.go), in
// elements (elements.go, values.go), and in archives (archive.go).
//
// Without a bug both are right: the reader ends every run without a failure, whether it is strict and
// reads only what it must, or lax and reads what it can. They share no code with the validator, which
// judges them, nor with the program that makes the corpus. They don't support arrays of Python objects.
package planted

import (
	"errors"
	"fmt"
	"strings"

	"github.com/npycheck/npycheck/internal/second"
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

// endings are the bugs of a reader that makes a check too late.
var endings = map[string]Outcome{
	"stack-overflow":    Crash,
	"length-allocated":  Exception,
	"product-allocated": Exception,
}

// must ends the read if the second reader refuses something.
func (r *Reader) must(err error) {
	refusal, ok := errors.AsType[*second.Refusal](err)
	if !ok {
		return
	}
	outcome := Reject
	if refusal.Check == r.Bug && endings[r.Bug] != "" {
		outcome = endings[r.Bug]
	}
	panic(ending{outcome, refusal.Message})
}

// reader returns the second reader with the bug.
func (r *Reader) reader() *second.Reader {
	inner := &second.Reader{Bug: r.Bug}
	if endings[r.Bug] != "" {
		inner.Bug = ""
	}
	if r.Lax {
		inner.Level, inner.Native = second.Lax, '<'
	}
	return inner
}

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
