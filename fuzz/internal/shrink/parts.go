package shrink

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/npycheck/npycheck/fuzz/internal/npy"
	"github.com/npycheck/npycheck/spec"
)

// cut is a file that looks like an .npy file, cut into its parts. Together they are the whole file, whatever its
// header length says.
type cut struct {
	head  []byte // magic, version and header length
	text  []byte // of the header, without padding
	pad   []byte // padding and newline
	data  []byte
	align int // alignment of the total; 0 to leave the padding as it is
}

// split cuts a file into its parts.
func split(content []byte) (cut, bool) {
	if len(content) < 10 {
		return cut{}, false
	}
	width := prefixLen(content[6])
	if len(content) < width {
		return cut{}, false
	}
	end := len(content)
	if n := headerLen(content[:width]); n <= int64(len(content)-width) {
		end = width + int(n)
	}
	// The text may continue after a length that is too small, and end long before one that is too large.
	if closed := width + npy.LiteralEnd(content[width:]); closed > end || end == len(content) && closed > width {
		for end = closed; end < len(content) && content[end] == ' '; end++ {
		}
		if end < len(content) && content[end] == '\n' {
			end++
		}
	}
	text := bytes.TrimRight(content[width:end], " \n\x00")
	return cut{
		head: content[:width], text: text, pad: content[width+len(text) : end], data: content[end:],
	}, true
}

func prefixLen(major byte) int { return spec.Version{Major: major}.PrefixLen() }

// headerLen returns the header length that a prefix states.
func headerLen(head []byte) int64 {
	if len(head) == 10 {
		return int64(binary.LittleEndian.Uint16(head[8:]))
	}
	return int64(binary.LittleEndian.Uint32(head[8:]))
}

// withLen returns a prefix whose header length is another one, or as it is if that doesn't fit.
func withLen(head []byte, n int64) []byte {
	head = slices.Clone(head)
	switch {
	case len(head) == 10 && n >= 0 && n < 1<<16:
		binary.LittleEndian.PutUint16(head[8:], uint16(n))
	case len(head) == 12 && n >= 0 && n < 1<<32:
		binary.LittleEndian.PutUint32(head[8:], uint32(n))
	}
	return head
}

// with returns the file with another text. Padding and header length are adjusted: a wrong length stays wrong by the
// same amount.
func (p cut) with(text []byte) []byte {
	pad := p.pad
	if p.align > 0 {
		pad = padding(len(p.head)+len(text), p.align)
	} else if short := len(p.text) - len(text); short > 0 && len(pad) > 0 {
		pad = append(bytes.Repeat([]byte{' '}, short), pad...) // the data stays where it is
	}
	return p.header(text, pad)
}

// header returns the file with another text and another padding.
func (p cut) header(text, pad []byte) []byte {
	change := int64(len(text)+len(pad)) - int64(len(p.text)+len(p.pad))
	return slices.Concat(withLen(p.head, headerLen(p.head)+change), text, pad, p.data)
}

// padding returns what pads a header of n bytes.
func padding(n, align int) []byte {
	pad := bytes.Repeat([]byte{' '}, (align-(n+1)%align)%align)
	return append(pad, '\n')
}

// aligned returns the parts of the best file, with the largest alignment that it has, since it may be needed.
func aligned(s *search) (cut, bool) {
	p, ok := split(s.best)
	for _, align := range []int{1, 16, 64} {
		if ok && bytes.Equal(p.pad, padding(len(p.head)+len(p.text), align)) {
			p.align = align
		}
	}
	return p, ok
}
