// Package conformance runs implementations of the .npy and .npz formats on the corpus or on any files,
// and judges the results.
//
//	reader := conformance.Adapter{Command: []string{"./read_npy"}, Memory: conformance.DefaultMemory}
//	report, err := conformance.Run(ctx, conformance.Options{Adapter: reader})
//	for _, r := range report.Results {
//		fmt.Println(r.ID, r.Duty, r.Outcome, r.Cell)
//	}
//
// # Stability
//
// Go names, the protocol (protocol.md), and the JSON of a [Report] (conform.schema.json) may change in minor versions before
// 1.0, and only in major versions after it; new fields come in minor versions. Messages may change at any time.
//
// # Runs and sessions
//
// An implementation is a program, an [Adapter], that talks to the harness as protocol.md says. There are
// two ways to use it:
//
//   - [Run] starts it, asks it for every case of the corpus and returns a Report, which puts each [Result]
//     into one of eight cells.
//   - [Start] returns a [Session], which asks it for one file at a time. [Judge] puts the [Answer] into a cell,
//     by an [Expectation]: that of a case, or for any other file the one that [Expect] derives with
//     the validator.
//
// Whatever an adapter does, whether it hangs, crashes, takes all memory or floods its output, has an
// Outcome and ends with the Session or the Run: each process is bounded in time and, by Adapter.Memory,
// in memory, and what it leaves behind is ended too. An Outcome counts against the file that caused it: a process
// that fails after earlier answers is replaced, and the file tried again. What can't be attributed is a Remark.
package conformance

//go:generate go run ./tools/matrix --only-page
