package spec

import (
	"strconv"

	"github.com/npycheck/npycheck/internal/text"
)

// Descr returns the canonical descr of the type, as reports print it: the bare type string of a scalar, <f8, and for
// other types the text of the header, [('a', '<i4'), ('b', '<f8', (2,))]. It is "" for the zero DType.
func (t DType) Descr() string { return string(t.appendDescr(nil)) }

// appendDescr appends what Descr returns.
func (t *DType) appendDescr(dst []byte) []byte {
	if t.Struct || t.Base != nil {
		return t.AppendText(dst)
	}
	return t.appendCode(dst)
}

// AppendText appends the literal in the header: what Descr returns, with quotes around a scalar's type string (clause
// npy-5.1). A subarray outside of a field, which has no descr, is ('<f8', (3,)).
func (t *DType) AppendText(dst []byte) []byte {
	switch {
	case t.Struct:
		dst = append(dst, '[')
		for i := range t.Fields {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = t.Fields[i].appendText(dst)
		}
		return append(dst, ']')
	case t.Base != nil:
		dst = append(dst, '(')
		dst = t.Base.AppendText(dst)
		dst = append(dst, ", "...)
		dst = text.AppendShape(dst, t.Shape)
		return append(dst, ')')
	}
	dst = append(dst, '\'')
	dst = t.appendCode(dst)
	return append(dst, '\'')
}

func (f *Field) appendText(dst []byte) []byte {
	if f.Padding {
		dst = append(dst, "('', '|V"...)
		dst = strconv.AppendInt(dst, f.Type.Itemsize, 10)
		return append(dst, "')"...)
	}
	dst = append(dst, '(')
	if f.Titled {
		dst = append(dst, '(')
		dst = text.AppendRepr(dst, f.Title)
		dst = append(dst, ", "...)
		dst = text.AppendRepr(dst, f.Name)
		dst = append(dst, ')')
	} else {
		dst = text.AppendRepr(dst, f.Name)
	}
	dst = append(dst, ", "...)
	if f.Type.Base == nil {
		dst = f.Type.AppendText(dst)
	} else {
		dst = f.Type.Base.AppendText(dst)
		dst = append(dst, ", "...)
		dst = text.AppendShape(dst, f.Type.Shape)
	}
	return append(dst, ')')
}

// maxDescrDepth is the number of structured types and subarrays inside each other that ParseDescr
// reads. A header can't contain more structured types: each takes two of the 200 brackets that
// CPython reads (clause npy-3.3).
const maxDescrDepth = 100

// descrError says where a text stops being a canonical descr.
type descrError struct {
	Offset int // bytes from the start of the text
	Want   string
}

func (e *descrError) Error() string {
	return "descr: byte offset " + strconv.Itoa(e.Offset) + ": expected " + e.Want
}

// ParseDescr reads what Descr returns for the types that NumPy writes, and nothing else, but for
// padding of zero bytes, which conforms (clause npy-5.13) though NumPy leaves it out. There is one
// text for each type. It is the rule "descr" of npy.ebnf, with the quotes of a lone type string
// left out. An error names the byte offset where the text stops being one.
func ParseDescr(text string) (DType, error) {
	p := descrParser{text: text}
	if text == "" || text[0] != '[' {
		return p.code(text, 0)
	}
	t, err := p.structure(1)
	if err == nil && p.pos < len(text) {
		return DType{}, p.fail("the end of the text")
	}
	return t, err
}

type descrParser struct {
	text string
	pos  int
}

func (p *descrParser) fail(want string) error { return &descrError{p.pos, want} }

// skip steps over s if it comes next.
func (p *descrParser) skip(s string) bool {
	if len(p.text)-p.pos < len(s) || p.text[p.pos:p.pos+len(s)] != s {
		return false
	}
	p.pos += len(s)
	return true
}

func (p *descrParser) want(s string) error {
	if !p.skip(s) {
		return p.fail(strconv.Quote(s))
	}
	return nil
}

// code reads a type string that starts at the given offset.
func (p *descrParser) code(code string, offset int) (DType, error) {
	t, ok := ParseCode(code)
	if !ok {
		return DType{}, &descrError{offset, "a type string as NumPy writes it"}
	}
	return t, nil
}

func (p *descrParser) structure(depth int) (DType, error) {
	start := p.pos
	if err := p.want("["); err != nil {
		return DType{}, err
	}
	if p.skip("]") {
		return Struct(nil)
	}
	var fields []Field
	seen := map[string]struct{}{}
	for {
		f, err := p.field(depth, seen)
		if err != nil {
			return DType{}, err
		}
		fields = append(fields, f)
		if p.skip("]") {
			break
		}
		if !p.skip(", ") {
			return DType{}, p.fail("a comma or the end of the list")
		}
	}
	t, err := Struct(fields)
	if err != nil {
		return DType{}, &descrError{start, "an itemsize of at most 2147483647 bytes"}
	}
	return t, nil
}

// field reads a field. seen has the names and titles of the fields before it; NumPy keeps both in
// one table.
func (p *descrParser) field(depth int, seen map[string]struct{}) (Field, error) {
	var f Field
	if err := p.want("("); err != nil {
		return f, err
	}
	names := p.pos
	if p.skip("(") {
		f.Titled = true
		var err error
		if f.Title, err = p.quoted("a title"); err != nil {
			return f, err
		}
		if err := p.want(", "); err != nil {
			return f, err
		}
	}
	var err error
	if f.Name, err = p.quoted("a field name"); err != nil {
		return f, err
	}
	if f.Titled {
		if err := p.want(")"); err != nil {
			return f, err
		}
	}
	if err := p.want(", "); err != nil {
		return f, err
	}
	start := p.pos
	if f.Type, err = p.element(depth); err != nil {
		return f, err
	}
	unnamed := f.Name == "" && !f.Titled
	f.Padding = unnamed && f.Type.Kind == 'V' && !f.Type.Struct && f.Type.Base == nil
	if f.Type.Base != nil || !p.skip(")") {
		// NumPy treats an unnamed subarray as padding, whatever its element.
		if unnamed {
			return f, p.fail(strconv.Quote(")"))
		}
		if f.Type, err = p.subarray(f.Type, start); err != nil {
			return f, err
		}
	}
	if f.Padding {
		return f, nil
	}
	if !claim(seen, f.Name) || f.Titled && !claim(seen, f.Title) {
		return f, &descrError{names, "a name and a title that no other field has"}
	}
	return f, nil
}

func claim(seen map[string]struct{}, name string) bool {
	if _, taken := seen[name]; taken {
		return false
	}
	seen[name] = struct{}{}
	return true
}

// element reads the second item of a field or the first of a subarray.
func (p *descrParser) element(depth int) (DType, error) {
	start := p.pos
	nested := p.pos < len(p.text) && (p.text[p.pos] == '[' || p.text[p.pos] == '(')
	switch {
	case nested && depth == maxDescrDepth:
		return DType{}, p.fail("at most 100 types inside each other")
	case nested && p.text[p.pos] == '[':
		return p.structure(depth + 1)
	case nested:
		p.pos++
		base, err := p.element(depth + 1)
		if err != nil {
			return DType{}, err
		}
		return p.subarray(base, start)
	}
	code, err := p.quoted("a type")
	if err != nil {
		return DType{}, err
	}
	return p.code(code, start+1)
}

// subarray reads the shape that follows the element of a subarray, and the closing parenthesis.
// The element starts at the given offset.
func (p *descrParser) subarray(base DType, start int) (DType, error) {
	if err := p.want(", "); err != nil {
		return DType{}, err
	}
	// NumPy reads the tuple after a type without a size as its size.
	if base.Itemsize == 0 && !base.Struct {
		return DType{}, &descrError{start, "an element of at least one byte"}
	}
	at := p.pos
	shape, err := p.shape()
	if err != nil {
		return DType{}, err
	}
	if err := p.want(")"); err != nil {
		return DType{}, err
	}
	t, err := Subarray(base, shape)
	if err != nil {
		return DType{}, &descrError{at, "a subarray of at most 2147483647 bytes"}
	}
	return t, nil
}

func (p *descrParser) shape() ([]int64, error) {
	if err := p.want("("); err != nil {
		return nil, err
	}
	var shape []int64
	for {
		n, end := parseNumber(p.text, p.pos)
		if end == p.pos {
			return nil, p.fail("a dimension")
		}
		shape = append(shape, n)
		p.pos = end
		if len(shape) == 1 {
			if p.skip(",)") {
				return shape, nil
			}
		} else if p.skip(")") {
			return shape, nil
		}
		if !p.skip(", ") {
			return nil, p.fail("a comma or the end of the shape")
		}
	}
}

func (p *descrParser) quoted(what string) (string, error) {
	value, n, ok := text.ParseRepr(p.text[p.pos:])
	if !ok {
		p.pos += n
		return "", p.fail(what + " quoted as repr quotes it")
	}
	p.pos += n
	return value, nil
}
