package build

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"io"
	"testing"
)

func TestZerosAfter(t *testing.T) {
	for _, n := range []int{0, 1, 1<<20 - 1, 1 << 20, 1<<20 + 1, 2 << 20, 4<<20 + 77} {
		content, packed := ZerosAfter([]byte("start"), n)
		if want := append([]byte("start"), make([]byte, n)...); !bytes.Equal(content, want) {
			t.Errorf("%d zeros: got %d other bytes, want %d", n, len(content), len(want))
		}
		if got, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed))); err != nil || !bytes.Equal(got, content) {
			t.Errorf("%d zeros: unpacked to %d bytes, %v, want the %d of the content", n, len(got), err, len(content))
		}
	}
}

// TestArchiveOfManyMembers has one member more than the end record can count.
func TestArchiveOfManyMembers(t *testing.T) {
	members := make([]File, 1<<16)
	for i := range members {
		members[i] = File{Name: "a", Content: []byte("x"), Same: i > 0}
	}
	b := Archive("", members...)
	// The directory of 65536 entries of 47 bytes begins after one local header, a name and a byte.
	want := SigEnd64 + "\x2c\x00\x00\x00\x00\x00\x00\x00" + "\x2d\x00\x2d\x00" + "\x00\x00\x00\x00\x00\x00\x00\x00" +
		"\x00\x00\x01\x00\x00\x00\x00\x00" + "\x00\x00\x01\x00\x00\x00\x00\x00" +
		"\x00\x00\x2f\x00\x00\x00\x00\x00" + "\x20\x00\x00\x00\x00\x00\x00\x00" +
		SigLocator64 + "\x00\x00\x00\x00" + "\x20\x00\x2f\x00\x00\x00\x00\x00" + "\x01\x00\x00\x00" +
		SigEnd + "\x00\x00\x00\x00" + "\xff\xff\xff\xff" + "\x00\x00\x2f\x00" + "\x20\x00\x00\x00" + "\x00\x00"
	if got := string(b[len(b)-End64Size-Locator64Size-EndSize:]); got != want {
		t.Errorf("got end records %q, want %q", got, want)
	}
	r, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil || len(r.File) != 65536 {
		t.Errorf("got %v, %v, want 65536 members", r, err)
	}
}
