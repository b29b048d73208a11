package validator

import "github.com/npycheck/npycheck/spec"

// misnamed reports a file that is called something else than it is (clauses npy-1.2 and npz-1.8). NumPy goes by
// the content and opens it all the same, so the rest is judged too.
func (w *walk) misnamed(is Format) {
	switch {
	case is == Npz && FormatOf(w.name) == Npy:
		w.notMagic(unknownSize)
	case is == Npy && FormatOf(w.name) == Npz:
		w.report(spec.NpzNameOfArray, 0, int64(len(magic)), "", "file is an array and its name ends with .npz, want .npy: np.load returns the array and no archive")
	}
}
