package validator

import (
	"bytes"
	"io"

	"github.com/npycheck/npycheck/internal/quote"
	"github.com/npycheck/npycheck/spec"
)

// otherFormat reports a file without the magic. At depth Header, where a stream isn't read to its end,
// nothing is said that takes the size of the file.
func (w *walk) otherFormat() error {
	if err := w.read(resemblanceLen + maxPrefix); err != nil {
		return err
	}
	f := oddFile{name: w.name, size: unknownSize}
	f.zeros = leadingZeros(w.head)
	if w.lateMagic() > 0 {
		if err := w.read(maxProof); err != nil {
			return err
		}
	}
	if w.opt.depth() != Header {
		if err := w.measureOdd(&f); err != nil {
			return err
		}
		f.size = w.size
	}
	f.head = w.head
	w.notMagic(&f)
	w.traceLateMagic()
	return nil
}

// measureOdd finds out how long a file is, and how many zero bytes it begins with if its first ones are zero. Of a
// file that needn't be read for its size, only depth Full reads on for that.
func (w *walk) measureOdd(f *oddFile) error {
	have := int64(len(w.head))
	known, zeros := w.size != unknownSize, f.zeros == have
	if known && (!zeros || w.opt.depth() != Full) {
		return nil
	}
	z := zeroReader{r: w.payload(have), open: zeros}
	rest, err := w.surplus(&z)
	if err != nil {
		return err
	}
	if w.opt.depth() == Full {
		f.zeros += z.n
	}
	if w.incomplete == "" {
		w.size = have + rest
	}
	return nil
}

// zeroReader counts the zero bytes that a stream begins with.
type zeroReader struct {
	r    io.Reader
	open bool // nothing else came yet
	n    int64
}

func (z *zeroReader) Read(p []byte) (int, error) {
	n, err := z.r.Read(p)
	if z.open {
		zeros := leadingZeros(p[:n])
		z.n += zeros
		z.open = zeros == int64(n)
	}
	return n, err
}

func leadingZeros(b []byte) int64 { return int64(len(b) - len(bytes.TrimLeft(b, "\x00"))) }

// lateMagic returns where an array begins that doesn't begin the file, or 0 if the magic is that of a member, or there
// is none.
func (w *walk) lateMagic() int {
	head := w.head[:min(len(w.head), resemblanceLen)]
	i, zip := bytes.Index(head, []byte(magic)), bytes.Index(head, []byte("PK\x03\x04"))
	if i > 0 && (zip < 0 || i < zip) {
		return i
	}
	return 0
}

// traceLateMagic tells of the bytes of an array that doesn't begin the file, and of those before it.
func (w *walk) traceLateMagic() {
	if i := w.lateMagic(); i > 0 {
		w.trace(0, int64(i), w.head, "bytes before the magic")
		w.traceUnread(int64(i), w.head[i:])
	}
}

// notMagic reports the first bytes of another format.
func (w *walk) notMagic(f *oddFile) {
	n := min(len(w.head), len(magic))
	want := `\x93NUMPY`
	if FormatOf(w.name) == Npz {
		want = `PK\x03\x04 or ` + want
	}
	w.report(spec.PrefixMagic, 0, int64(n), "", "file begins with %s, want %s%s", quote.Hex(w.head[:n]), want, f.resemblance())
}

// misnamed reports a file that is called something else than it is (clauses npy-1.2 and npz-1.8). NumPy goes by
// the content and opens it all the same, so the rest is judged too.
func (w *walk) misnamed(is Format) {
	switch {
	case is == Npz && FormatOf(w.name) == Npy:
		w.notMagic(&oddFile{name: w.name, head: w.head, size: unknownSize})
	case is == Npy && FormatOf(w.name) == Npz:
		w.report(spec.NpzNameOfArray, 0, int64(len(magic)), "", "file is an array and its name ends with .npz, want .npy: np.load returns the array and no archive")
	}
}
