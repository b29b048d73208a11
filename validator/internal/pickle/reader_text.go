package pickle

import "unicode/utf8"

// counted reads a length and as many bytes, of which it returns at most keep.
func (r *reader) counted(kind valueKind, keep int64) value {
	n := r.number()
	v := value{kind: kind, n: n, read: r.at}
	if n < 0 {
		r.malformed("%s has negative length %d", r.op.name, n)
	}
	if r.done || n > maxText {
		r.pass(n, kind == kindText)
		r.text.end(v.read)
		return v
	}
	b, err := r.r.Peek(int(n))
	if int64(len(b)) < n {
		r.skip(len(b))
		r.cut(err, n-int64(len(b)))
		return v
	}
	if n <= keep {
		v.text, v.known = string(b), true
	}
	wide := kind == kindText && !ascii(b)
	if kind != kindInt {
		r.text.bytes(b)
		r.text.end(v.read)
	}
	r.skip(int(n))
	if wide {
		r.notes.trapText()
	}
	return v
}

// pass reads n bytes without keeping them. For text of Python 2 it checks whether they are ASCII.
func (r *reader) pass(n int64, text bool) {
	wide := false
	for left := n; left > 0 && !r.done; {
		if r.err = r.ctx.Err(); r.err != nil {
			r.done = true
			return
		}
		if text && !wide && !r.notes.needs.Latin1 || r.text.compares() {
			b, _ := r.r.Peek(int(min(left, maxText)))
			wide = wide || text && !ascii(b)
			r.text.bytes(b)
			got, err := r.r.Discard(max(len(b), 1))
			r.at += int64(got)
			left -= int64(got)
			if err != nil {
				r.cut(err, left)
			}
			continue
		}
		got, err := r.r.Discard(int(min(left, 1<<20)))
		r.at += int64(got)
		left -= int64(got)
		if err != nil {
			r.cut(err, left)
		}
	}
	if wide && !r.done {
		r.notes.trapText()
	}
}

// unicode reads a length and as many bytes of UTF-8.
func (r *reader) unicode() value {
	n := r.number()
	v := value{kind: kindText, read: r.at}
	for left := n; left > 0 && !r.done; {
		b, err := r.r.Peek(int(min(left, maxText)))
		have := int64(len(b))
		if err != nil && have < min(left, maxText) {
			r.skip(len(b))
			r.cut(err, left-have)
			return v
		}
		chars, used := characters(b)
		if used == 0 || used < len(b) && (have == left || used < len(b)-3) {
			r.malformed("%s has byte 0x%02x at offset %d, expected UTF-8", r.op.name, b[used], r.at+int64(used))
			return v
		}
		if have == n {
			v.text, v.known = string(b), true
		}
		r.text.text(b[:used])
		v.n += chars
		left -= int64(used)
		r.skip(used)
		if left > 0 && r.ctx.Err() != nil {
			r.err, r.done = r.ctx.Err(), true
		}
	}
	v.known = v.known || n == 0
	r.text.end(v.read)
	return v
}

// characters counts the characters at the start of b, and returns how many bytes they take. Like
// Python, it accepts surrogates.
func characters(b []byte) (chars int64, used int) {
	for used < len(b) {
		if b[used] < utf8.RuneSelf {
			used++
			chars++
			continue
		}
		_, size := utf8.DecodeRune(b[used:])
		if size == 1 {
			if rest := b[used:]; len(rest) < 3 || rest[0] != 0xed || rest[1]&0xe0 != 0xa0 || rest[2]&0xc0 != 0x80 {
				return chars, used
			}
			size = 3
		}
		used += size
		chars++
	}
	return chars, used
}

func ascii(b []byte) bool {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// integer reads the bytes of an int in two's complement.
func (r *reader) integer() value {
	v := r.counted(kindInt, 8)
	if r.done {
		return v
	}
	var n uint64
	for i := len(v.text) - 1; i >= 0; i-- {
		n = n<<8 | uint64(v.text[i])
	}
	if l := len(v.text); l > 0 && l < 8 && v.text[l-1] >= 0x80 {
		n |= ^uint64(0) << (8 * l)
	}
	if !v.known {
		return value{kind: kindInt, n: v.n}
	}
	return value{kind: kindInt, known: true, n: int64(n)}
}
