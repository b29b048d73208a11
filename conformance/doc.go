// Package conformance runs implementations of the .npy and .npz formats on the corpus or on any files,
// and judges what they do.
//
// An implementation is a program, an Adapter, that talks to the harness as protocol.md says. There are
// two ways to use it:
//
//   - Run starts it, asks it for every case of the corpus and returns a Report, which puts each Result
//     into one of eight cells. KnownFailures are those that are expected, a Suite is a copy of the
//     corpus on disk, and a corpus.Profile turns what may go either way into a verdict.
//   - Start returns a Session, which asks it for one file at a time. Judge puts the Answer into a cell,
//     by an Expectation: that of a case, or for any other file the one that Expect makes of it with
//     the validator.
//
// Whatever an adapter does, whether it hangs, crashes, takes all memory or floods its output, has an
// Outcome and ends with the Session or the Run: each process is bounded in time and, by Adapter.Memory,
// in memory, and what it leaves behind is ended too.
//
// An Outcome counts against the file that caused it: what a process does that has answered before is tried
// again in a fresh one. What can't be attributed is a Remark.
//
// A corpus.Duty is always what a file calls for, and an Outcome what became of it.
package conformance

//go:generate go run ./internal/matrix --only-page
