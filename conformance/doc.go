// Package conformance drives implementations of the .npy and .npz formats over the corpus, and
// judges what they do.
//
// An implementation is a program, an adapter, that talks to the harness as protocol.md says. Run
// starts it, asks it for every case and returns a Report, which puts each result into one of eight
// cells. KnownFailures are those that are expected. run.go has the order of things; exec.go
// and jsonl.go are the two tiers, process.go and the files of the systems bound what a process may
// do, score.go and writer.go judge, vector.go and array.go compare arrays.
//
// # Scripts
//
// The package also tests npycheck's own command. The scripts in testdata/script call it as a user
// does, and fake, the adapter that behaves as badly as it is told to. They are named after the
// subcommand and the aspect, and have, besides the commands of testscript, two that build files.
// NPYCHECK_UPDATE=1 rewrites the outputs that the scripts compare with. With -short those are left out
// that begin with "[short] skip", as they wait long or write the whole corpus, and so are most of the
// bad adapters.
//
//	npy [-version 1.0] [-pad N | -total N] [-data N] [HEADER] FILE
//
// writes a .npy file: the header, with "`" for "'", N spaces and a newline behind it, and N zero
// bytes of data. Without -pad the prefix, the header and the padding have N bytes in total, or,
// without -total, a multiple of 64. Without HEADER the file is a good one: three float64, with
// their data.
//
//	unhex LISTING FILE
//
// writes the bytes of a listing: hexadecimal bytes, text in double quotes, and either with a
// factor: 20*64. "#" starts a comment.
package conformance

//go:generate go run ./internal/matrix --only-page
