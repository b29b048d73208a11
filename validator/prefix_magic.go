package validator

import (
	"bytes"
	"io"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// otherFormat reports a file without the magic. At depth Header a stream isn't read to its end, so nothing is reported
// that depends on the size of the file.
func (w *walk) otherFormat() error {
	if err := w.read(resemblanceLen + maxPrefix); err != nil {
		return err
	}
	late := lateMagic(w.head)
	if late > 0 {
		if err := w.read(maxProof); err != nil {
			return err
		}
	}
	f := oddFile{name: w.name, size: unknownSize, zeros: leadingZeros(w.head)}
	if w.opt.depth() != Header {
		if err := w.measure(&f); err != nil {
			return err
		}
	}
	f.head = w.head
	f.report(&w.faults)
	if late > 0 {
		t := w.tracer()
		t.trace(0, int64(late), w.head, "bytes before the magic")
		t.unread(int64(late), w.head[late:], w.size)
	}
	return nil
}

// measure finds out how long a file is, and how many zero bytes it begins with if its first ones are zero. If the size
// is known without reading, only depth Full reads on to count zeros.
func (in *input) measure(f *oddFile) error {
	have := int64(len(in.head))
	zeros := f.zeros == have
	if in.size == unknownSize || zeros && in.opt.depth() == Full {
		z := zeroReader{r: in.payload(have), open: zeros}
		rest, err := in.surplus(&z)
		if err != nil {
			return err
		}
		if in.opt.depth() == Full {
			f.zeros += z.n
		}
		if in.incomplete == "" {
			in.size = have + rest
		}
	}
	f.size = in.size
	return nil
}

// zeroReader counts the zero bytes that a stream begins with.
type zeroReader struct {
	r    io.Reader
	open bool // only zeros so far
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
func lateMagic(head []byte) int {
	head = head[:min(len(head), resemblanceLen)]
	i, zip := bytes.Index(head, []byte(magic)), bytes.Index(head, []byte("PK\x03\x04"))
	if i > 0 && (zip < 0 || i < zip) {
		return i
	}
	return 0
}

// report reports the first bytes of another format.
func (f *oddFile) report(faults *finding.List) {
	n := min(len(f.head), len(magic))
	hint, remedy := f.resemblance()
	switch {
	case hint != "": // says more than what was expected
	case FormatOf(f.name) == Npz:
		hint = `, expected PK\x03\x04 or \x93NUMPY`
	default:
		hint = `, expected \x93NUMPY`
	}
	faults.Addf(spec.PrefixMagic, 0, int64(n), "", "file begins with %s%s%s", text.Hex(f.head[:n]), hint, remedy)
}

// misnamed reports a file whose name doesn't match its content (clauses npy-1.2 and npz-1.8). NumPy goes by the
// content and opens it all the same, so the rest is judged too.
func misnamed(is Format, name string, head []byte, faults *finding.List) {
	switch {
	case is == Npz && FormatOf(name) == Npy:
		f := oddFile{name: name, head: head, size: unknownSize}
		f.report(faults)
	case is == Npy && FormatOf(name) == Npz:
		faults.Addf(spec.NpzSingleArray, 0, int64(len(magic)), "", "name ends in .npz, but the file is a single array: np.load returns the array, not an archive")
	}
}
