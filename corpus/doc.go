// Package corpus contains test files for readers of NumPy's .npy and .npz formats, and says what each file is and what
// a reader must do with it.
//
//	for _, c := range corpus.Cases() {
//		file, err := fs.ReadFile(corpus.FS, c.File)
//		err = read(file) // your reader
//		fmt.Println(c.ID, err == nil, c.Duty)
//	}
//
// # Stability
//
// The corpus has a version of its own, [Version]. The ID of a case is never changed or reused; a case that turns out
// to be wrong stays and is Withdrawn. New fields come with a minor version. Go names may change in minor versions of
// npycheck before 1.0, and only in major versions after it.
//
// # Expectations
//
// Each [Case] has two verdicts. Conforms says that the file has no error of the kind conformance; Duty says whether a
// reader must accept it, must reject it, or may do either. They differ where a mistake does no harm (tabs in the
// padding) and where a conforming file needs more than every reader has (a pickle). If a reader may do either, Flags
// says why, and a [Profile] says what one kind of reader does.
//
// A reader that accepts a file must also get the array right: Array has its dtype, its shape, its
// values and a hash of its elements. An archive has Members, most of which have an Array.
//
// The expectations are written by hand next to the bytes, in internal/cases; [Case.Source] says where. The package
// imports nothing from npycheck, so that the code under test never computes what a file should be: [Duty] and
// [Finding] are text of the manifest, and have counterparts of their own in packages spec and validator.
//
// The same files serve readers in any language: see README.md. The vectors, the manifest and the
// schema are under the licence 0BSD, see LICENSE in this folder.
package corpus

//go:generate go run ./tools/generate
//go:generate go run ./tools/differences
