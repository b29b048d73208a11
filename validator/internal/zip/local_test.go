package zip

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/build"
)

// TestAttributes covers the attributes of something other than a file, by hosts that readers look at
// and hosts that they don't.
func TestAttributes(t *testing.T) {
	clean := build.Archive("", build.File{Name: "a.npy", Content: plain})
	at := bytes.LastIndex(clean, []byte(build.SigCentral))
	const odd = "zip-attributes: external attributes 0x%08x mark %s: some readers don't treat the member as a file"
	special := func(what string) string { return "zip-special-entry: member is " + what + ", expected a file" }
	for _, host := range []byte{0, 2, 3, 5, 10, 11, 16, 19, 30, 255} {
		for external, want := range map[uint32]string{
			0:                   "",
			0x01:                "", // read-only
			0x20:                "", // to be archived
			0x8000 | 0o644<<16:  "", // the mark of 7z
			0o100644 << 16:      "",
			0o600 << 16:         "",
			0x2020:              "", // not indexed
			0x08:                fmt.Sprintf(odd, uint32(0x08), "a volume label"),
			0x10:                fmt.Sprintf(odd, uint32(0x10), "a folder"),
			0x10 | 0o100644<<16: fmt.Sprintf(odd, uint32(0x81a40010), "a folder"),
			0x40:                fmt.Sprintf(odd, uint32(0x40), "a device"),
			0x400:               fmt.Sprintf(odd, uint32(0x400), "a reparse point"),
			0o40755 << 16:       fmt.Sprintf(odd, uint32(0x41ed0000), "a folder"),
			0o40755<<16 | 0x10:  fmt.Sprintf(odd, uint32(0x41ed0010), "a folder"),
			0o120777 << 16:      special("a symbolic link"),
			0o120777<<16 | 0x10: special("a symbolic link"),
			0o60644 << 16:       special("a device"),
			0o20644 << 16:       special("a device"),
			0o10600 << 16:       special("a FIFO"),
			0o140644 << 16:      special("a socket"),
			0o110644 << 16:      special("of unknown kind 9"),
		} {
			b := bytes.Clone(clean)
			b[at+5] = host
			binary.LittleEndian.PutUint32(b[at+38:], external)
			if rule, message, ok := strings.Cut(want, ": "); ok {
				want = fmt.Sprintf("%s %d+4: %s", rule, at+38, message)
			}
			if got := told(t, b); got != want {
				t.Errorf("host %d, attributes %08x: got %v, want %v", host, external, got, want)
			}
		}
	}
}

// TestLevelFlags covers the two flags for the effort of the deflater differ, which is fine where there is one.
func TestLevelFlags(t *testing.T) {
	for _, packed := range [][]byte{nil, build.Deflate(plain)} {
		b := build.Archive("", build.File{Name: "a.npy", Content: plain, Packed: packed})
		b[6] = 6
		var want []string
		if packed == nil {
			want = []string{"zip-header-mismatch 6 2"}
		}
		if got := found(t, b, false); !slices.Equal(got, want) {
			t.Errorf("deflated %t: got %v, want %v", packed != nil, got, want)
		}
	}
}

// TestNameFlags covers one header say that a name is UTF-8, and the other not. That makes two names of the same bytes,
// but for ASCII.
func TestNameFlags(t *testing.T) {
	for name, want := range map[string]string{
		"a.npy": "zip-header-mismatch 6+2: local header has flags 0x0000, but its directory entry has 0x0800",
		"é.npy": `zip-name-mismatch 30+6: local header names the member '├⌐.npy', but its directory entry names it 'é.npy'`,
	} {
		b := build.Archive("", build.File{Name: name, Content: plain})
		b[6+1], b[bytes.LastIndex(b, []byte(build.SigCentral))+8+1] = 0, 8
		if got := told(t, b); got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
}
