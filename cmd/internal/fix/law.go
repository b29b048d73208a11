package fix

import (
	"bytes"
	"errors"
	"io"
	"regexp"

	"github.com/npycheck/npycheck/internal/second"
)

// The law of fix holds for every plan, whatever the table of remedies says, and again before a new file gets its name:
//
//   - Each byte of the old file is in the new one, or a finding that is fixed names it.
//   - Where two readings of the old file fit, it stays as it is: the data begins where the length of the header says, or
//     after the newline that ends the header; an archive has the members that its directory lists, or those that its
//     local headers show, or those that another reader finds.
//   - The new archive has as many members as the old one states or shows anywhere.
//   - What was written over the end of a header may have been written over the data, too.
//   - Bytes are cut off only if nothing explains them.
//
// This file has what it says about arrays, and law_archive.go what it says about archives.

// obey takes a plan back that is against the law.
func (p *Plan) obey() {
	for _, n := range p.Files {
		if n.law == nil {
			continue
		}
		lost, err := n.law()
		if err != nil {
			p.refuse(err.Error())
			return
		}
		p.Lost = append(p.Lost, lost...)
	}
}

// refuse leaves everything as it is. No flag changes that.
func (p *Plan) refuse(why string) {
	for _, found := range p.Fixed {
		p.Left = append(p.Left, Left{Finding: found, Why: why})
	}
	p.Fixed, p.Headers, p.Files, p.Dropped, p.Lost, p.Rename = nil, nil, nil, nil, nil, false
}

// law returns the bytes that a repair cuts off an array, or an error if the data may not be what follows the header, or
// what is cut off may belong to an array. R has the bytes of the file, or those of the content of the member.
func (a *array) law(r io.ReaderAt, m *repair, opt Options) ([]Loss, error) {
	text, is, err := a.secondReading(r, opt)
	if err != nil {
		return nil, err
	}
	for _, check := range []func() error{
		func() error { return a.oneReading(text, is) },
		func() error { return a.endOfHeader(text, is) },
		func() error { return spelled(is.Keys) },
	} {
		if err := check(); err != nil {
			return nil, err
		}
	}
	if m.asked {
		if m.cut > 0 {
			err = a.explained(r, is)
		}
		if err == nil {
			err = another(r, a.at+a.DataOffset, a.end-a.at-a.DataOffset)
		}
	}
	if m.cut == 0 || err != nil {
		return nil, err
	}
	head := make([]byte, min(m.cut, maxHead))
	if _, err := r.ReadAt(head, a.end-m.cut); err != nil && err != io.EOF {
		return nil, err
	}
	return []Loss{newLoss(a.end-m.cut, m.cut, head)}, nil
}

// stated returns where the data begins by the length of the header.
func (a *array) stated() int64 {
	p, ok := second.PrefixOf(a.head)
	if !ok {
		return a.DataOffset
	}
	return int64(p.Len) + p.Text
}

var errReadings = errors.New("the header ends at two places, and each could be right: bytes were lost, added or changed there")

// oneReading returns an error if the data can begin elsewhere.
func (a *array) oneReading(text []byte, is *second.Header) error {
	begin, stated, newline := a.DataOffset, a.stated(), a.DataOffset
	if n := second.Newline(text, is.End); n >= 0 {
		newline = a.textAt() + int64(n)
	}
	fits := func(start int64) bool {
		rest := a.end - a.at - start
		return start >= a.textAt()+int64(is.End) && rest >= 0 && rest >= is.Bytes()
	}
	switch {
	case begin == newline && begin != stated && is.Bytes() == a.end-a.at-begin:
		return nil // the header has its newline there, and the data exactly its length: the length of the header is wrong
	case begin != stated && fits(stated), newline > begin, newline < begin && !newlineFirst(text[is.End:begin-a.textAt()]):
		return errReadings
	}
	return nil
}

// newlineFirst reports whether a writer put the newline of a header right after its dictionary, and then padded it.
func newlineFirst(tail []byte) bool {
	return len(tail) > 0 && tail[0] == '\n' && len(bytes.TrimLeft(tail[1:], " ")) == 0
}

var errOverwritten = errors.New("something was written over the end of the header, and perhaps over the first values, too")

// endOfHeader returns an error unless a writer left what is between the dictionary and the data.
func (a *array) endOfHeader(text []byte, is *second.Header) error {
	end := a.DataOffset - a.textAt()
	tail, data := text[is.End:end], text[end:]
	padding, ended := bytes.CutSuffix(tail, []byte("\n"))
	zeros := len(bytes.Trim(padding, "\x00")) == 0
	switch {
	case skipped(tail) && (ended || len(tail) == 0 || len(data) == 0 || data[0] != tail[len(tail)-1]): // NumPy reads it
	case zeros && (ended || len(data) > 0 && data[0] != 0):
	case ended && skipped(bytes.TrimLeft(padding, ",;)}")): // what a format leaves after a dictionary
	default:
		return errOverwritten
	}
	return nil
}

// spellings are how writers spell the keys of the type, the order and the shape: in another case, with another separator,
// or with a letter too many or too few at an end. A bit that flipped makes other keys.
var spellings = [...]*regexp.Regexp{
	regexp.MustCompile(`(?s)^(.?([dD]escr|DESCR).?|[dD]esc)$`),
	regexp.MustCompile(`(?s)^.?([fF]ortran|FORTRAN)[-_ ]?([oO]rder|ORDER).?$`),
	regexp.MustCompile(`(?s)^(.?([sS]hape|SHAPE).?|[sS]hap)$`),
}

// spelled returns an error if a key may be damaged, and the data with it.
func spelled(keys [3]string) error {
	for i, pattern := range spellings {
		if !pattern.MatchString(keys[i]) {
			return errors.New("a key is damaged, and the data may be, too")
		}
	}
	return nil
}

// skipped reports whether Python skips all of a text after a value.
func skipped(b []byte) bool {
	for len(b) > 0 {
		switch c := b[0]; {
		case c == '#':
			end := bytes.IndexAny(b, "\r\n\x00")
			if end < 0 {
				return true
			}
			b = b[end:]
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f':
			b = b[1:]
		case bytes.HasPrefix(b, []byte("\\\n")):
			b = b[2:]
		default:
			return false
		}
	}
	return true
}
