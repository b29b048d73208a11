// Package second reads .npy and .npz files as package validator does, and shares no code with it, nor with what generates
// and writes files: it has its own parser of headers, its own types and its own reader of archives. Package fix proves
// with it that a repair changed no element, and package planted measures with it how much the corpus and the fuzzer see.
//
// Where its reading ends, the check that failed has a name, so that package planted can leave one out: Reader.Bug. The
// same name switches on a misreading, where one can't be planted from outside. planted.ReaderBugs lists them all, each
// with a case that shows it.
//
// To compare arrays it takes memory for one header and a buffer, and recurses as deep as brackets nest in the header, at
// most maxDepth. Archive unpacks all members, up to 1,032 bytes for each byte of the file.
package second

import "fmt"

// Reader reads files. The zero value reads only what every reader has to, and has no bug.
type Reader struct {
	Level  Level
	Native byte   // '<' or '>' for types that leave their byte order open; 0 if none may
	Bug    string // or ""
}

// Level is how much a reader reads.
type Level uint8

// The levels. Each reads what those before it do.
const (
	Strict Level = iota // what every reader has to read
	Lax                 // what some readers read, and all that do read alike
	Any                 // what has one meaning at all; it doesn't matter how the keys are spelled, or what follows them
)

// Refusal says why something isn't read.
type Refusal struct {
	Check   string // its name, or "" if no bug leaves it out
	Message string
}

func (e *Refusal) Error() string { return e.Message }

func (r *Reader) has(bug string) bool { return r.Bug == bug }

// must ends the reading unless a check holds, or is left out.
func (r *Reader) must(ok bool, check, format string, args ...any) {
	if !ok && !r.has(check) {
		panic(&Refusal{check, fmt.Sprintf(format, args...)})
	}
}

// strictly ends the reading of a strict reader unless a check holds.
func (r *Reader) strictly(ok bool, format string, args ...any) {
	if !ok && r.Level == Strict {
		refuse(format, args...)
	}
}

// refuse ends the reading.
func refuse(format string, args ...any) { panic(&Refusal{"", fmt.Sprintf(format, args...)}) }

// refused is deferred by what begins a reading. It returns the refusal that ended it.
func refused(err *error) {
	switch e := recover().(type) {
	case nil:
	case *Refusal:
		*err = e
	default:
		panic(e) // a bug that was planted
	}
}
