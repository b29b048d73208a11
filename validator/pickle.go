package validator

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
	"github.com/npycheck/npycheck/validator/internal/pickle"
)

// object walks the pickle that stands in for the data (clauses npy-8.1 to npy-8.12). It reports whether something may
// follow, and then leaves start there.
func (w *walk) object() (more bool, err error) {
	a := &w.array
	if !a.known || w.opt.depth() == Header {
		return false, w.drain()
	}
	total, size := w.layout.total(), w.size
	p, err := w.unpickle(total, &pickle.Header{DType: a.dtype, Shape: a.shape, Fortran: a.fortran})
	if err != nil {
		return false, err
	}
	a.bytes = p.End - w.faults.Base - total
	needs := p.Needs // a pointer into p would keep its findings
	a.loading.pickle = &needs
	if a.bytes == 0 && size <= total {
		w.reportEnd(spec.PickleMissing, total, 0, "array of Python objects, but no pickle follows the header: np.load with allow_pickle=True fails")
		return false, nil
	}
	item := ""
	if len(a.shape) == 0 {
		item = ", then item()"
	}
	w.faults.Addf(spec.PicklePresent, total, a.bytes, "", "object array (imports: %s); np.load needs allow_pickle=True%s", p.Summary(), item)
	w.take(p)
	return p.Stopped, nil
}

// rawPickle reports a pickle without a header, which is the whole file or follows an array, and walks it. The result
// reports whether something may follow it.
func (w *walk) rawPickle() (more bool, err error) {
	if err := w.read(resemblanceLen); err != nil {
		return false, err
	}
	origin, remedy := pickleOrigin(w.head)
	switch {
	case w.start > 0:
		w.faults.Addf(spec.PickleRawFile, 0, 2, "", "a bare pickle follows; a second np.load from the open file would execute it with allow_pickle=True")
	case origin != "":
		w.faults.Addf(spec.PickleRawFile, 0, 2, "", "file is a bare pickle%s%s", origin, remedy)
	default:
		w.faults.Addf(spec.PickleRawFile, 0, 2, "", "file is a bare pickle, not a .npy file; np.load would execute it with allow_pickle=True")
	}
	if w.opt.depth() == Header {
		return false, nil
	}
	return w.bare()
}

// bare walks a pickle without a header (clause npy-8.2). The result reports whether something may follow it.
func (w *walk) bare() (more bool, err error) {
	p, err := w.unpickle(0, nil)
	if err != nil {
		return false, err
	}
	w.take(p)
	return p.Stopped, nil
}

// unpickle walks the pickle at an offset of the array. If it stops, start is at its end; otherwise its end is unknown,
// and all remaining bytes count as its own.
func (w *walk) unpickle(at int64, header *pickle.Header) (*pickle.Result, error) {
	config := pickle.Config{
		Start:      w.start + at,
		End:        unknownSize,
		MaxImports: maxImports,
		MaxFaults:  w.faults.Max,
		Header:     header,
	}
	if w.ra != nil {
		config.End = w.start + w.size
	}
	w.prepare()
	if t := w.tracer(); t != nil {
		begin := w.faults.Base
		config.Trace = func(at, n int64, what string) { t.region(at-begin, n, nil, what) }
	}
	var end func()
	if w.opt != nil && w.opt.Opcodes != nil {
		config.Each, end = w.opt.Opcodes(w.ordinal-1, w.faults.Array, w.member)
	}
	var r io.Reader
	var head *bytes.Reader
	var ahead *bufio.Reader
	if w.ra != nil {
		r = w.payload(at)
	} else {
		head = bytes.NewReader(w.head[at:])
		ahead = bufio.NewReaderSize(io.MultiReader(head, w.r), pickle.Buffer)
		r = ahead
	}
	p, err := pickle.Walk(w.ctx, r, config)
	switch {
	case errors.Is(err, pickle.ErrShort):
		return nil, ErrChanged
	case err != nil:
		return nil, err
	}
	if end != nil {
		end()
	}
	w.proceed(p.End - w.start)
	if ahead != nil {
		read, _ := ahead.Peek(ahead.Buffered())
		w.head = slices.Concat(read, w.head[len(w.head)-head.Len():])
	}
	if !p.Stopped {
		rest, err := w.remaining()
		if err != nil {
			return nil, err
		}
		p.End += rest
	}
	return p, nil
}

// truncation says how many bytes a pickle lacks that is that of the given array, and that the arrays before it lack none.
func truncation(p *pickle.Result, array int) (missing, before string) {
	missing = "before the opcode STOP"
	if p.Missing > 0 {
		missing = "at least " + text.Count(p.Missing, "byte") + " missing"
	}
	switch n := array - 1; {
	case n == 1:
		before = " (the array before it is whole)"
	case n > 1:
		before = fmt.Sprintf(" (the %d arrays before it are whole)", n)
	}
	return missing, before
}

// take adds the faults and imports that the walk of a pickle found.
func (w *walk) take(p *pickle.Result) {
	if p.Truncated {
		missing, before := truncation(p, w.faults.Array)
		w.reportEnd(spec.PickleTruncated, p.Last-w.faults.Base, p.End-p.Last, "pickle truncated at offset %d, %s%s%s", p.End, missing, finding.Again, before)
	}
	w.faults.Merge(&p.Faults)
	for _, i := range p.Imports {
		w.imports.add(Import{
			Module:     i.Module,
			Name:       i.Name,
			Offset:     i.Offset,
			Tier:       i.Tier,
			Called:     i.Called,
			Array:      w.faults.Array,
			Member:     w.ordinal - 1,
			MemberName: w.member,
		})
	}
	w.imports.omitted += p.Omitted
	if p.Limit != "" {
		w.giveUp("%s", p.Limit)
	}
}
