package zip

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"github.com/npycheck/npycheck/validator/internal/zip/ziptest"
)

// TestAttributes has the attributes of something else than a file, by hosts that readers look at and
// hosts that they don't.
func TestAttributes(t *testing.T) {
	clean := ziptest.Archive("", ziptest.Member{Name: "a.npy", Content: plain})
	at := bytes.LastIndex(clean, []byte(ziptest.Central))
	const none, attributes, special = "", "zip-attributes", "zip-special-entry"
	for _, host := range []byte{0, 2, 3, 5, 10, 11, 16, 19, 30, 255} {
		for external, rule := range map[uint32]string{
			0:                   none,
			0x01:                none, // read-only
			0x20:                none, // to be archived
			0x8000 | 0o644<<16:  none, // the mark of 7z
			0o100644 << 16:      none,
			0o600 << 16:         none,
			0x2020:              none, // not indexed
			0x08:                attributes,
			0x10:                attributes,
			0x10 | 0o100644<<16: attributes,
			0x40:                attributes,
			0x400:               attributes,
			0o40755 << 16:       attributes,
			0o40755<<16 | 0x10:  attributes,
			0o120777 << 16:      special,
			0o120777<<16 | 0x10: special,
			0o20644 << 16:       special,
			0o10600 << 16:       special,
			0o140644 << 16:      special,
			0o110644 << 16:      special,
		} {
			b := bytes.Clone(clean)
			b[at+5] = host
			binary.LittleEndian.PutUint32(b[at+38:], external)
			var want []string
			if rule != "" {
				want = []string{fmt.Sprintf("%s %d 4", rule, at+38)}
			}
			if got := found(t, b, false); !slices.Equal(got, want) {
				t.Errorf("host %d, attributes %08x: got %v, want %v", host, external, got, want)
			}
		}
	}
}

// TestLevelFlags has the two flags for the effort of the deflater differ, which is fine where there is
// one.
func TestLevelFlags(t *testing.T) {
	for _, packed := range [][]byte{nil, ziptest.Deflate(plain)} {
		b := ziptest.Archive("", ziptest.Member{Name: "a.npy", Content: plain, Packed: packed})
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
