package validator

import (
	"bytes"
	"errors"
	"io"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
	"github.com/npycheck/npycheck/validator/internal/pickle"
	"github.com/npycheck/npycheck/validator/internal/zip"
)

// arrays walks the array that the bytes begin with, and those that follow it: from an open file, np.load returns one
// after the other (clause npy-7.2). In the end start is where the last one ends, as far as that is known.
func (w *walk) arrays(report *Report) error {
	second, arrays := int64(0), 0
	list := arrayList{report: report}
	bare := pickle.Begins(w.head)
	for n := 1; ; n++ {
		if !bare {
			if arrays++; arrays == 2 {
				second = w.start
			}
		}
		more, err := w.one(bare)
		if err != nil {
			return err
		}
		if n == 1 || !w.inside { // of a member, np.load gets at the first one only
			a := w.array.export()
			if a != nil {
				a.DataOffset += w.faults.Base
			}
			if !list.add(a) {
				w.giveUp("dtypes of the arrays take more than %d bytes; the rest are not listed", maxDTypes)
			}
		}
		if more {
			if more, bare, err = w.another(); err != nil {
				return err
			}
		}
		if !more {
			least := ""
			if w.array.objects && w.opt.depth() == Header {
				least = "at least "
			}
			several(&w.faults, second, least, arrays)
			if a := report.Array; a != nil && second > 0 {
				l := loading{}
				if a.loading != nil {
					l = *a.loading
				}
				l.arrays = arrays
				a.loading = &l
			}
			return nil
		}
		if n == w.opt.maxMembers() {
			several(&w.faults, second, "more than ", arrays)
			w.giveUp("more than %d arrays follow each other; the rest were not checked", n)
			return w.drain()
		}
		w.begin(n + 1)
	}
}

// one walks the array, or the bare pickle, at start. It reports whether something may follow, and then leaves start
// there.
func (w *walk) one(bare bool) (more bool, err error) {
	if bare {
		return w.rawPickle()
	}
	complete, err := w.prefix()
	if err != nil || !complete {
		return false, err
	}
	if w.start == 0 {
		misnamed(Npy, w.name, w.head, &w.faults)
	}
	if w.layout.headerLen > longHeader {
		w.await()
	}
	w.header()
	if w.array.objects {
		w.await()
		return w.object()
	}
	return w.data()
}

// several reports that there are n arrays, unless it is one. Least is set if there may be more of them. The second
// begins at an offset.
func several(faults *finding.List, second int64, least string, n int) {
	faults.Base, faults.Array = 0, 0
	if second > 0 {
		faults.Addf(spec.DataSecondArray, second, int64(len(magic)), "", "file holds %s%d arrays; np.load(path) returns only the first", least, n)
	}
}

// another reports whether another array begins at start, or a bare pickle, which np.load runs if it is called once
// more for an open file. It also reports anything else that it finds there.
func (w *walk) another() (more, bare bool, err error) {
	if err := w.read(firstRead); err != nil {
		return false, false, err
	}
	faults := w.faults.Kept[w.shown:]
	for i := range faults { // data that can't be read again was at hand only while it was read
		if e := &faults[i].Excerpt; faults[i].Once && e.Offset+int64(len(e.Bytes)) == w.start {
			e.Bytes += string(w.head[:min(len(w.head), excerptRows*excerptRow-len(e.Bytes))])
		}
	}
	if bytes.HasPrefix(w.head, []byte(magic)) {
		return true, false, nil
	}
	if !w.inside {
		if bare, err = w.pickleFollows(); bare || err != nil {
			return bare, bare, err
		}
	}
	return false, false, w.trailing()
}

// pickleFollows reports whether np.load would run the bytes at start as a pickle. NumPy treats everything as one that
// doesn't begin with the magic string of an array or an archive, so only a walk can show it, by reaching STOP or an
// import. Of bytes that can be read only once, just the first ones are at hand; as long as nothing is wrong with them,
// they count as a pickle.
func (in *input) pickleFollows() (bool, error) {
	if pickle.Begins(in.head) {
		return true, nil
	}
	if in.opt.depth() == Header || len(in.head) == 0 || zip.IsArchive(in.head) {
		return false, nil
	}
	r, config := io.Reader(bytes.NewReader(in.head)), pickle.Config{Start: in.start, End: unknownSize, MaxImports: 1, MaxFaults: 1}
	whole := in.ra != nil || len(in.head) < firstRead
	if in.ra != nil {
		r, config.End = in.payload(0), in.start+in.size
	}
	p, err := pickle.Walk(in.ctx, r, config)
	switch {
	case errors.Is(err, pickle.ErrShort):
		return false, ErrChanged
	case err != nil:
		return false, err
	}
	return p.Stopped || p.Limit != "" || len(p.Imports) > 0 || !whole && p.End == in.start+int64(len(in.head)), nil
}

// begin turns to the nth array, at start.
func (w *walk) begin(n int) {
	w.shown = len(w.faults.Kept)
	w.array = headerArray{shape: w.array.shape[:0]}
	w.faults.Base, w.faults.Array = w.start, n
}

// proceed moves to what follows the first n bytes of the array.
func (w *walk) proceed(n int64) {
	if w.once.r != nil && (w.start > 0 || len(w.head) > maxStart) { // head is the only place that has all of the header
		w.keepExcerpts(w.faults.Kept[w.shown:])
	}
	w.next(n)
}

// trailing reports bytes after the last array or bare pickle that aren't an array.
func (w *walk) trailing() error {
	if w.opt.depth() == Header {
		return nil
	}
	n, err := w.remaining()
	if err != nil || n == 0 {
		return err
	}
	if !w.inside && zip.IsArchive(w.head) {
		w.giveUp("a zip archive follows, which a second np.load from the open file would open: not checked")
	}
	at := w.start - w.faults.Base
	if w.array.known && !w.array.objects {
		w.tracer().trace(at, n, nil, "bytes after the data")
		if w.array.early {
			return nil
		}
		w.reportEnd(spec.DataTrailing, at, n, "%s after the data, %s", text.Count(n, "extra byte"), w.array.moreRows(n, allZero(w.head, n)))
	} else {
		w.tracer().trace(at, n, nil, "bytes after the pickle")
		w.reportEnd(spec.PickleTrailing, at, n, "%s after the pickle, expected the end of the data", text.Count(n, "extra byte"))
	}
	return nil
}

// allZero reports whether the n bytes that start with head are all zero; of many, it looks only at the first. A few may
// be an element.
func allZero(head []byte, n int64) bool {
	begin := head[:min(int64(len(head)), n, firstRead)]
	return len(begin) >= excerptRow && leadingZeros(begin) == int64(len(begin))
}

// arrayList puts the arrays of a file into its report.
type arrayList struct {
	report *Report
	n      int   // arrays, in the report or not
	weight int64 // of the dtypes and shapes from the second one on, about
}

// add adds the next array, nil for one that can't be understood. It returns false if the report has no room for it.
func (l *arrayList) add(a *Array) bool {
	l.n++
	switch l.n {
	case 1:
		l.report.Array = a
		return true
	case 2:
		l.report.Arrays = []*Array{l.report.Array}
	}
	fits := true
	if a != nil {
		l.weight += a.weight()
		fits = l.weight <= maxDTypes
	}
	if !fits {
		a = nil
	}
	l.report.Arrays = append(l.report.Arrays, a)
	return fits
}
