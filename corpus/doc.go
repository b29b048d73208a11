// Package corpus holds files to test readers of NumPy's .npy and .npz formats with, and says of each
// what it is and what a reader owes it.
//
// Each [Case] has two verdicts. Conforms says whether the file keeps to the format; Duty says
// whether a reader is to accept it, to reject it, or may do either. They differ where a mistake
// does no harm (tabs in the padding) and where a conforming file asks for more than every reader
// has (a pickle). For what may go either way, Flags say why, and a [Profile] says what one kind of
// reader does about them.
//
// Whoever accepts a file must also get the array right: Array has its type, its shape, its values
// and a hash of its elements. An archive has Members, most of them with an Array.
//
// The expectations are written by hand next to the bytes, in internal/cases. The package imports
// nothing of npycheck's, so that what a file should be is never computed by what is tested with it.
//
// The same files are for readers in any language: README.md tells how. The vectors, the manifest
// and the schema are under the licence 0BSD, see LICENSE in this folder.
package corpus

//go:generate go run ./internal/generate
//go:generate go run ./internal/differences
