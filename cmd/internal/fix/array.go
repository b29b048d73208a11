package fix

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"

	"github.com/npycheck/npycheck/cmd/internal/fix/zipwrite"
	"github.com/npycheck/npycheck/internal/second"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// array is an array to be fixed: a .npy file, or the content of a member.
type array struct {
	*validator.Array
	at       int64 // where it begins in the file; 0 for a member
	end      int64 // where its bytes end, from the same start as at
	head     []byte
	findings []validator.Finding
	member   bool
}

// repair is what becomes of an array.
type repair struct {
	header []byte // all bytes before the data
	cut    int64  // bytes after the data
	asked  bool   // for by a flag, since the bytes don't prove it
	gone   []validator.Finding
	left   []Left
}

const unknownOrder = "the file doesn't say which byte order it has"

// newHeader returns the header as NumPy writes it now, or why there is none.
func (a *array) newHeader(opt Options) (header []byte, why string) {
	order := opt.ByteOrder
	t, ok := ordered(a.DType, order)
	if !ok {
		return nil, unknownOrder
	}
	h := spec.Header{DType: t, FortranOrder: a.FortranOrder && !a.breaks(spec.OrderTrueWithoutEffect), Shape: a.Shape}
	header, err := h.Append(nil, spec.Version{}, spec.EraGrowth)
	if err != nil {
		return nil, err.Error()
	}
	return header, ""
}

// ordered returns a type in which every part has a byte order, or false if one is unknown.
func ordered(t spec.DType, order byte) (spec.DType, bool) {
	if t.Order == '=' {
		if t.Itemsize == 0 {
			order = '<'
		}
		t.Order = order
	}
	ok := t.Order != 0
	if t.Base != nil {
		base, known := ordered(*t.Base, order)
		t.Base, ok = &base, ok && known
	}
	t.Fields = slices.Clone(t.Fields)
	for i := range t.Fields {
		field, known := ordered(t.Fields[i].Type, order)
		t.Fields[i].Type, ok = field, ok && known
	}
	return t, ok
}

// maxNumPyHeader is the length of the longest header that NumPy reads by default (clause npy-2.13).
const maxNumPyHeader = 10_000

// fix plans what to do about an array whose bytes r has.
func (a *array) fix(r io.ReaderAt, opt Options) (*repair, error) {
	m := &repair{}
	header, unknown := a.newHeader(opt)
	data := a.at + a.DataOffset
	rest := a.end - data // bytes after the header
	surplus := int64(0)
	if !a.DType.HasObject() {
		surplus = rest - a.DataBytes
	}
	doubt := ""
	for _, found := range a.findings {
		switch remedied := found.Rule.Rule().Fix; {
		case found.Rule == spec.DataTrailing:
			proved, err := surplusProved(r, data+a.DataBytes, a.end, a.DType.Itemsize)
			if err != nil {
				return nil, err
			}
			m.asked = m.asked || !proved
			if !proved && !opt.Cut {
				doubt = "the bytes after the data may belong to the array"
				m.left = append(m.left, a.surplus(r, found, opt))
				continue
			}
			m.cut = surplus
		case found.Rule == spec.HeaderFinalNewline && a.endsIn('\r'), found.Rule == spec.HeaderCrlf && surplus > 0:
			whole, err := a.withoutReturns(r)
			if err != nil {
				return nil, err
			}
			if !whole {
				doubt = "line endings of the data may have been converted, too, which can't be undone"
				m.leave(found, doubt)
				continue
			}
		case found.Rule == spec.HeaderLengthOver10000 && len(header) > maxNumPyHeader:
			m.leave(found, "the header needs that length")
			continue
		case remedied.Flag == "--byte-order" && unknown != "":
			m.leave(found, unknown)
			continue
		case found.Rule == spec.NpzSingleArray && opt.Rename: // the file gets another name
		case remedied.Way == spec.FixNever || remedied.Way == spec.FixIfAsked || remedied.Doubt:
			if remedied.Doubt {
				doubt = "another finding leaves the array in doubt"
			}
			m.leave(found, "")
			continue
		}
		m.asked = m.asked || found.Rule.Rule().Fix.Flag == "--byte-order"
		m.gone = append(m.gone, found)
	}
	if surplus != m.cut && doubt == "" {
		doubt = "the header gives a different length of the data"
	}
	if doubt == "" {
		doubt = unknown
	}
	if doubt == "" && !zipwrite.ASCII(header[12:]) && header[6] != 3 && !a.breaks(spec.HeaderNotAscii) {
		doubt = "NumPy would write its field names as Latin-1, which is worse"
	}
	if doubt != "" {
		for _, found := range m.gone {
			m.leave(found, doubt)
		}
		m.gone, m.cut = nil, 0
		return m, nil
	}
	m.header = header
	return m, nil
}

// endsIn reports whether the last byte of the header is c.
func (a *array) endsIn(c byte) bool { return len(a.head) > 0 && a.head[len(a.head)-1] == c }

// withoutReturns reports whether no byte after the header is CR. If a header shows that line endings were converted, any
// CR in the data may have been LF, and the values are wrong.
func (a *array) withoutReturns(r io.ReaderAt) (bool, error) {
	if a.member { // whose content isn't read once more
		return false, nil
	}
	data := bufio.NewReader(io.NewSectionReader(r, a.at+a.DataOffset, a.end-a.at-a.DataOffset))
	for {
		b, err := data.ReadSlice('\r')
		switch {
		case err == io.EOF:
			return true, nil
		case err == bufio.ErrBufferFull:
		case err != nil || len(b) > 0:
			return false, err
		}
	}
}

// breaks reports whether there is a finding of a rule.
func (a *array) breaks(rule spec.ID) bool {
	return slices.ContainsFunc(a.findings, func(f validator.Finding) bool { return f.Rule == rule })
}

func (m *repair) leave(found validator.Finding, why string) {
	m.left = append(m.left, newLeft(found, why))
}

// lookAhead is the number of bytes after a header in which its newline is looked for.
const lookAhead = 4 << 10

// secondReading returns what package second reads in the header, and its text with some of the bytes that follow it.
func (a *array) secondReading(r io.ReaderAt, opt Options) ([]byte, *second.Header, error) {
	b := make([]byte, min(a.end-a.at, a.DataOffset+lookAhead))
	if n, err := r.ReadAt(b, a.at); err != nil && (err != io.EOF || n < len(b)) {
		return nil, nil, err
	}
	text := b[a.textAt():]
	is, err := a.readAgain(text[:a.DataOffset-a.textAt()], opt)
	return text, is, err
}

// textAt is where the text of the header begins, with zeros before it in versions 2.0 and 3.0.
func (a *array) textAt() int64 { return min(10, a.DataOffset) }

// explained returns an error that says what the bytes after the data may be, if something explains their number.
func (a *array) explained(r io.ReaderAt, is *second.Header) error {
	begin := a.at + a.DataOffset + is.Bytes()
	if is.Bytes() >= 0 && a.end%block == 0 && !a.member {
		if zeros, err := allZeros(io.NewSectionReader(r, begin, a.end-begin)); zeros || err != nil {
			return err
		}
	}
	return explained(is, a.end-begin)
}

// surplus returns the finding of bytes that stay after the data, with the flag only if that cuts them.
func (a *array) surplus(r io.ReaderAt, found validator.Finding, opt Options) Left {
	_, is, err := a.secondReading(r, opt)
	if err == nil {
		err = a.explained(r, is)
	}
	if err != nil {
		return Left{Finding: found, Why: err.Error()}
	}
	return newLeft(found, "")
}

// readAgain returns what the second reader reads in the text of the header.
func (a *array) readAgain(text []byte, opt Options) (*second.Header, error) {
	h, err := (&second.Reader{Level: second.Any, Native: opt.ByteOrder}).Header(string(text), a.Version.Major, int(a.DataOffset))
	switch _, known := ordered(a.DType, opt.ByteOrder); {
	case err == nil:
		return h, nil
	case !known:
		return nil, errors.New(unknownOrder)
	}
	return nil, errors.New("the second parser doesn't understand the header")
}

// equal returns an error unless now has the array whose data is given, and nothing else.
func (a *array) equal(ctx context.Context, opt Options, data, now io.Reader) error {
	before, err := a.readAgain(a.head[min(10, len(a.head)):], opt)
	if err != nil {
		return err
	}
	return second.Equal(before, within(ctx, data), within(ctx, now))
}
