package fix

import (
	"bytes"
	"io"
	"slices"

	"github.com/npycheck/npycheck/internal/second"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// maxHeaderRead is the length of the longest header in which a newline is looked for, in bytes.
const maxHeaderRead = 1 << 20

// lengthOf returns the conversion that sets the length of a header to where its newline is, if that is elsewhere: a bit
// of the length flipped, a writer miscounted, or somebody edited the header by hand.
func lengthOf(f *file) (c conversion, ok bool) {
	if !f.breaks(spec.HeaderFinalNewline) && !f.breaks(spec.HeaderTrailingText) && !f.breaks(spec.HeaderNotALiteral) {
		return c, false
	}
	head := make([]byte, min(maxHeaderRead, f.Size))
	_, err := f.ReadAt(head, 0)
	prefix, begins := second.PrefixOf(head)
	if err != nil && err != io.EOF || !begins {
		return c, false
	}
	start, stated := prefix.Len, prefix.Text
	end := newlineOf(head[start:])
	if end == 0 || int64(end) == stated || prefix.Major == 1 && end > 1<<16-1 {
		return c, false
	}
	// An editor that trims lines takes the padding away, and as many bytes of the data.
	if int64(end) < stated && head[start+end-2] == '}' {
		return c, false
	}
	// Where the data fits after the stated length but for a newline after it, neither end is proved.
	if a := f.report.Array; a != nil && !a.DType.HasObject() {
		if extra, err := surplusProved(f, a.DataOffset+a.DataBytes, f.Size, a.DType.Itemsize); extra || err != nil {
			return c, false
		}
	}
	prefix.Text = int64(end)
	c = instead(int64(start), string(prefix.Bytes()))
	c.lossless = true
	c.sure = func(r *validator.Report) bool {
		mild := !slices.ContainsFunc(r.Findings, func(found validator.Finding) bool {
			return found.Severity() > spec.Note && found.Rule != spec.HeaderAlignment16
		})
		aligned := (start+end)%64 == 0 // as NumPy wrote it: nothing is missing in the header
		return mild && r.Array != nil && (aligned || provedByLength(&r.Array.DType))
	}
	return c, true
}

// provedByLength reports whether a byte too many or too few in the text of a type would change the length of the data.
// The unit of a time and the name of a field don't.
func provedByLength(t *spec.DType) bool {
	return len(t.Fields) == 0 && t.Base == nil && t.Kind != 'M' && t.Kind != 'm'
}

// newlineOf returns where the dictionary ends that a text begins with, after its newline, or 0. Between the two are
// nothing but spaces.
func newlineOf(text []byte) int {
	if len(text) == 0 || text[0] != '{' {
		return 0
	}
	for i := 0; ; {
		n := bytes.IndexByte(text[i:], '\n')
		if n < 0 {
			return 0
		}
		i += n + 1
		if bytes.HasSuffix(bytes.TrimRight(text[:i-1], " "), []byte("}")) {
			return i
		}
	}
}
