package validator

import (
	"bytes"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/quote"
)

// otherFormat reports a file without the magic. At depth Header, where a stream isn't read to its end,
// nothing is said that takes the size of the file.
func (w *walk) otherFormat() error {
	if err := w.read(resemblanceLen + maxPrefix); err != nil {
		return err
	}
	size := int64(unknownSize)
	if w.opt.depth() != Header {
		if w.size == unknownSize {
			rest, err := w.surplus(w.r)
			if err != nil {
				return err
			}
			if w.incomplete == "" {
				w.size = int64(len(w.head)) + rest
			}
		}
		size = w.size
	}
	w.notMagic(size)
	w.traceLateMagic()
	return nil
}

// traceLateMagic tells of the bytes of an array that doesn't begin the file, and of those before it.
func (w *walk) traceLateMagic() {
	head := w.head[:min(len(w.head), resemblanceLen)]
	i, zip := bytes.Index(head, []byte(magic)), bytes.Index(head, []byte("PK\x03\x04"))
	if i > 0 && (zip < 0 || i < zip) { // else the magic is that of a member
		w.trace(0, int64(i), head, "bytes before the magic")
		w.traceUnread(int64(i), w.head[i:])
	}
}

// notMagic reports the first bytes of another format; size is that of the file, if it is known.
func (w *walk) notMagic(size int64) {
	n := min(len(w.head), len(magic))
	want := `\x93NUMPY`
	if FormatOf(w.name) == Npz {
		want = `PK\x03\x04 or ` + want
	}
	w.report(spec.PrefixMagic, 0, int64(n), "", "file begins with %s, want %s%s",
		quote.Hex(w.head[:n]), want, resemblance(w.head[:min(len(w.head), resemblanceLen)], size))
}

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
