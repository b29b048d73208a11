package validator

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"regexp"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// oddFile is a file without the magic, as far as it is known.
type oddFile struct {
	name  string // of the file or the member
	head  []byte // its first bytes
	size  int64  // unknownSize if it isn't known
	zeros int64  // zero bytes that it begins with, as far as it was read
}

// maxProof is the number of bytes that are read for a proof that an array is whole.
const maxProof = 8 << 10

// proved reports whether a file of a size would be a whole array if it began with head: the header has no error, and
// the data ends with the file. Without this proof, no remedy is given that changes bytes. For objects it is
// impossible: only loading them would show where they end.
func proved(head []byte, size int64) bool {
	if size < 0 {
		return false
	}
	w := pool.Get().(*walk)
	defer w.release()
	w.ctx, w.opt, w.inside = context.Background(), &Options{Depth: Header}, true
	w.faults.Max = 1
	w.source = source{r: bytes.NewReader(head), size: size}
	if err := w.read(firstRead); err != nil || !hasMagic(w.head) {
		return false
	}
	if whole, err := w.prefix(); err != nil || !whole || len(w.faults.Kept) > 0 {
		return false
	}
	w.header()
	a := &w.array
	return a.known && !a.disputed && !a.objects && len(w.faults.Kept) == 0 && w.layout.total()+a.bytes == size
}

// damaged recognises a file that lost its first bytes.
func (f *oddFile) damaged(head []byte) (hint string, remedy finding.Remedy) {
	const (
		again = ": fetch it again"
		never = ": write it again"
	)
	switch n := int64(len(head)); {
	case n == 1 && f.zeros == f.size:
		return "; its only byte is zero, never written", never
	case n > 0 && f.zeros == f.size:
		return fmt.Sprintf("; all %d bytes are zero, never written", f.size), never
	case n > 0 && f.zeros >= n:
		return fmt.Sprintf("; first %s zero, and maybe more", areBytes(f.zeros)), again
	case bytes.HasPrefix(head, []byte(magic[1:])):
		if proved(append([]byte(magic[:1]), f.head...), f.size+1) {
			return "; looks like a .npy file without its first byte", ": put 93 before it"
		}
		return "; looks like a .npy file without its first byte", again
	case bytes.HasPrefix(head, []byte("\x93numpy")):
		return "; looks like the magic in lower case", again
	case bytes.HasPrefix(head, []byte("\x13"+magic[1:])) && sevenBits(head):
		return "; looks like a .npy file cut to seven bits", ": fetch it as binary"
	case headerStart.Match(head), headerEnd.Match(head):
		return "; looks like a .npy file without its first bytes", again
	}
	if at := flippedBit(head, magic); at >= 0 {
		return fmt.Sprintf("; one bit of byte %d is wrong (expected 0x%02x)", at, magic[at]), again
	}
	if at := flippedBit(head, "PK\x03\x04"); at >= 0 && bytes.Contains(head, []byte(magic)) {
		return fmt.Sprintf("; one bit of byte %d of PK\\x03\\x04 is wrong", at), again
	}
	return "", ""
}

func areBytes(n int64) string {
	if n == 1 {
		return "1 byte is"
	}
	return fmt.Sprintf("%d bytes are", n)
}

func sevenBits(b []byte) bool {
	return bytes.IndexFunc(b, func(r rune) bool { return r > 0x7f }) < 0
}

// A header without its prefix, or with one that is lost, and the end of a header.
var (
	headerStart = regexp.MustCompile(`^(?s:\x00*|[\x01-\x03]\x00.{2,4})\{['"](descr|fortran_order|shape)`)
	headerEnd   = regexp.MustCompile(`^[^\n\x00]*'shape': \([0-9, ]*\), *\} *\n`)
)

// flippedBit returns the index of the byte in which a single bit differs from a signature, or -1.
func flippedBit(head []byte, signature string) int {
	if len(head) < len(signature) {
		return -1
	}
	at, n := -1, 0
	for i := range len(signature) {
		if d := bits.OnesCount8(head[i] ^ signature[i]); d > 0 {
			at, n = i, n+d
		}
	}
	if n == 1 {
		return at
	}
	return -1
}

// wrapped says what comes before an array or an archive that doesn't begin the file.
func (f *oddFile) wrapped(head []byte) (hint string, remedy finding.Remedy) {
	at, what := bytes.Index(head, []byte(magic)), "the magic is"
	if zip := bytes.Index(head, []byte("PK\x03\x04")); zip > 0 && (at < 0 || zip < at) {
		at, what = zip, "a zip archive begins"
	}
	if at <= 0 {
		return "", ""
	}
	before := head[:at]
	switch {
	case chunkSize.Match(before):
		return "; looks like an HTTP body saved in chunks", ": fetch it again"
	case bytes.HasPrefix(before, []byte("--")) && bytes.HasSuffix(before, []byte("\r\n\r\n")):
		return "; looks like a multipart form", ": fetch it again"
	}
	after := ""
	switch {
	case bytes.HasPrefix(before, []byte("HTTP/")):
		after = " (HTTP headers)"
	case string(before) == byteOrderMark:
		after = " (BOM)"
	}
	if what == "the magic is" && proved(f.head[at:], f.size-int64(at)) {
		remedy = finding.Remedy(fmt.Sprintf(": remove the %s before it", text.Count(int64(at), "byte")))
	}
	return fmt.Sprintf("; %s at offset %d%s", what, at, after), cmp.Or(remedy, ": fetch or write it again")
}

// chunkSize is the size of a chunk of an HTTP body, at the end of what comes before the file.
var chunkSize = regexp.MustCompile(`(?i)(^|\r\n)[0-9a-f]{1,16}(;[^\r\n]*)?\r\n$`)
