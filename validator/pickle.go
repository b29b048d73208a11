package validator

import (
	"bytes"
	"errors"
	"io"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/fault"
	"github.com/npycheck/npycheck/validator/internal/pickle"
)

// object walks the pickle that takes the place of the data (clauses npy-8.1 to npy-8.12).
func (w *walk) object() error {
	a := &w.array
	if !a.known || w.opt.depth() == Header {
		return w.drain()
	}
	total := w.layout.total()
	p, err := w.unpickle(w.payload(total), total, &pickle.Header{DType: a.dtype, Shape: a.shape, Fortran: a.fortran})
	if err != nil {
		return err
	}
	a.bytes = p.End - total
	if a.bytes == 0 && w.size <= total {
		w.reportEnd(spec.PickleMissing, total, 0, "array holds objects, but no pickle follows the header")
		return nil
	}
	w.report(spec.PicklePresent, total, a.bytes, "", "the data are a pickle of %s; imports: %s",
		fault.Count(a.bytes, "byte"), p.Summary())
	w.take(p)
	return nil
}

// rawPickle reports a file that is a pickle without a header, and goes through it.
func (w *walk) rawPickle() error {
	if err := w.read(resemblanceLen); err != nil {
		return err
	}
	w.report(spec.PickleRawFile, 0, 2, "", "file is a bare pickle, which np.load runs if allowed, want the magic 93 4e 55 4d 50 59 (\\x93NUMPY)%s", pickleOrigin(w.head))
	if w.opt.depth() == Header {
		return nil
	}
	return w.bare()
}

// bare walks a file that is a pickle without a header (clause npy-8.2).
func (w *walk) bare() error {
	p, err := w.unpickle(w.payload(0), 0, nil)
	if err != nil {
		return err
	}
	w.take(p)
	return nil
}

// unpickle walks the pickle at an offset.
func (w *walk) unpickle(payload io.Reader, at int64, header *pickle.Header) (*pickle.Result, error) {
	config := pickle.Config{
		Start:      at,
		End:        unknownSize,
		MaxAfter:   maxSurplus,
		MaxImports: maxImports,
		MaxFaults:  w.faults.Max,
		Header:     header,
	}
	if w.ra != nil {
		config.End = w.size
	}
	w.prepare()
	if w.ra != nil || w.inside {
		config.MaxAfter = 1 << 62
	}
	if w.tracing() {
		config.Trace = func(at, n int64, what string) { w.region(at, n, nil, what) }
	}
	p, err := pickle.Walk(w.ctx, payload, config)
	if errors.Is(err, pickle.ErrShort) {
		err = ErrChanged
	}
	return p, err
}

// take takes over what a walk through a pickle has come across.
func (w *walk) take(p *pickle.Result) {
	after := p.End - p.After
	switch {
	case p.Truncated:
		w.reportEnd(spec.PickleTruncated, p.Last, p.End-p.Last, "pickle truncated at offset %d, want the opcode STOP", p.End)
	case p.Stopped && bytes.HasPrefix(p.Next, []byte(magic)):
		w.report(spec.DataSecondArray, after, p.After, "", "another array follows the pickle: %s, want the end of the file", fault.Count(p.After, "byte"))
	case p.Stopped && p.After > 0:
		w.reportEnd(spec.PickleTrailing, after, p.After, "%s after the pickle, want the end of the data", fault.Count(p.After, "extra byte"))
	}
	w.faults.Merge(&p.Faults)
	for _, i := range p.Imports {
		w.imports.add(Import{
			Module:     i.Module,
			Name:       i.Name,
			Offset:     i.Offset,
			Tier:       Tier(i.Tier),
			Called:     i.Called,
			Member:     w.ordinal - 1,
			MemberName: w.member,
		})
	}
	w.imports.omitted += p.Omitted
	if p.After > maxSurplus && w.ra == nil && !w.inside {
		w.exceedSurplus()
	}
	if p.Limit != "" {
		w.incomplete = p.Limit
	}
}
