// Package hunt fuzzes readers and writers of .npy and .npz files: programs that speak the protocol of package
// conformance.
//
// It makes files with package fuzz, asks the reader about each, and judges the answer by what the validator says about
// the file and by the array in it. The file of each wrong answer is made as small as possible. Wrong answers with one
// cause are one Finding, which its Signature identifies.
//
// # Stability
//
// Equal options with a seed, a number of files and one job give equal files only in one version, as in package fuzz.
// Folders of findings and the JSON of a report have a schema with a number; a run continues in folders of that number.
// Go names may change in minor versions before 1.0, and only in major versions after it.
package hunt

import (
	"context"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// A Reader is what is fuzzed. Only one goroutine may use it at a time.
type Reader interface {
	// Read reads a file with the name, which ends in .npy or .npz. Crashes and hangs are answers.
	// The error means that nothing could be measured.
	Read(ctx context.Context, name string, file []byte) (conformance.Answer, error)
	Implementation() conformance.Implementation
	Close()
}

// A Writer is a writer that is fuzzed. Only one goroutine may use it at a time.
type Writer interface {
	// Write has the writer write the content of the expected file. It returns the verdict on the file, and the file,
	// or nil if there is none. Content that no writer is asked for is unsupported. The error means that nothing could
	// be measured.
	Write(context.Context, *conformance.Expectation) (conformance.Result, []byte, error)
	Implementation() conformance.Implementation
	Close()
}

// Options says what to fuzz and for how long.
type Options struct {
	// Open starts a reader. It is called once for each job, and for up to three more readers a job where some keep their
	// workers waiting.
	Open func(context.Context) (Reader, error)
	// OpenWriter starts a writer. If it is not nil the run fuzzes writers and not readers.
	OpenWriter func(context.Context) (Writer, error)
	// Against are readers to compare it with.
	Against []Opponent

	Duration time.Duration // 0 for no limit
	Runs     int64         // files; 0 for no limit
	Findings int           // that are enough; 0 for no limit
	Seed     uint64        // 0 for that of the run that this one continues with, or any
	Jobs     int           // readers that work in parallel; one per CPU if 0
	Areas    []string      // of spec.Areas; all if empty

	Profile *corpus.Profile       // turns Either into a verdict; nil for none
	Known   func(*Signature) bool // matches failures that are only counted; nil for none
	Corpus  bool                  // try the corpus first, and ignore failures that it shows, too
	Dir     string                // where findings and the state are kept; "" for nowhere

	// How a person runs the reader, for the README of a finding. No command if it isn't a program.
	Command  []string
	Protocol conformance.Protocol

	// Progress is called occasionally, from one goroutine; may be nil.
	Progress func(Status)
}

// Opponent is a reader that another one is compared with.
type Opponent struct {
	Open    func(context.Context) (Reader, error) // is like Options.Open
	Command []string                              // is like Options.Command, for the same protocol
}

// Status is the progress of a run.
type Status struct {
	Corpus, Cases         int64 // so many of these cases of the corpus were asked about; 0 when the run itself continues
	Runs, Findings, Novel int64 // Novel: kinds of answers to kinds of files
	Known                 int64 // failures that are known
	Elapsed               time.Duration
	Left                  time.Duration // 0 if there is no limit
	Share                 float64       // of the time that the reader took, from 0 to 1
}

// Cell says what is wrong with an answer: one of package conformance's cells that are failures, or one of those below.
type Cell = conformance.Cell

// The cells beyond those of package conformance.
const (
	// CellUnstable is for a reader that answers differently when it is asked about the same file again.
	CellUnstable Cell = "unstable"
	// CellDiffers is for two readers that return different arrays for a file that readers may read or reject, and for
	// one reader that treats a stream differently from a file.
	CellDiffers Cell = "differs"
)

// A Finding is a defect of a reader, shown by the smallest file that was found.
type Finding struct {
	Signature  Signature           `json:"signature"`
	File       []byte              `json:"-"`               // that was read, or that has what was to be written
	Format     validator.Format    `json:"format"`          // of the file
	Writer     bool                `json:"writer"`          // it is about a writer, which was given what File has
	Written    []byte              `json:"-"`               // what it wrote; nil if there is no file
	Outcome    conformance.Outcome `json:"outcome"`         // of the answer
	Next       []byte              `json:"-"`               // the file that the reader was asked about after File, where it broke down; nil if it did so before
	NextFormat validator.Format    `json:"-"`               // of that
	Account    string              `json:"account"`         // what is wrong with the answer, in one line
	Other      string              `json:"other,omitempty"` // of CellDiffers: the name of the other reader, or that it was the same one, from a stream
	Runs       int64               `json:"runs"`            // how often it was seen
	Seed       uint64              `json:"seed"`
	Number     int64               `json:"number"` // of the file that showed it first, in the sequence of the seed
	Size       int                 `json:"size"`   // of that file, in bytes, before it was made smaller

	Folder string `json:"folder,omitempty"` // below Options.Dir, that has the files; "" for none
}

// Signature identifies a finding.
type Signature struct {
	Cell    Cell        `json:"cell"`
	Duty    corpus.Duty `json:"duty,omitempty"`    // what is required of a reader; "" if no file excuses the answer
	Rules   []spec.ID   `json:"rules,omitempty"`   // of the findings that decide it, or in what a writer wrote; none for a conforming file
	Traits  []string    `json:"traits,omitempty"`  // what is unusual in a file that may be read, in words of profiles.json; of a crash at a faulty file how far it got
	Message string      `json:"message,omitempty"` // what the reader said, without what differs from file to file
}

// Report is the result of a run.
type Report struct {
	Implementation conformance.Implementation `json:"implementation"`
	Writer         bool                       `json:"writer,omitempty"` // it was a writer that was fuzzed
	Seed           uint64                     `json:"seed"`
	Runs           int64                      `json:"runs"`  // files, in this run and those that it continued with
	ThisRun        int64                      `json:"-"`     // files in this run
	Known          int64                      `json:"known"` // failures that Options.Known or the corpus has
	Elapsed        time.Duration              `json:"elapsed_ns"`
	Share          float64                    `json:"share"` // of the time that the reader took
	Findings       []*Finding                 `json:"findings"`
	Suspects       int64                      `json:"suspects"`             // files with a fault of which the reader and npycheck read different arrays
	Late           int64                      `json:"late"`                 // files on which a reader known to hang was slow, unexplained for lack of time
	Aside          int64                      `json:"aside"`                // files that the reader wasn't given, because they are like those in which it hangs
	CorpusFailures int                        `json:"corpus_failures"`      // cases that the reader fails; 0 without Options.Corpus
	Incomplete     string                     `json:"incomplete,omitempty"` // why the run ended too early; "" if it didn't
	Remarks        []string                   `json:"remarks,omitempty"`    // remarks about Options.Dir
}
