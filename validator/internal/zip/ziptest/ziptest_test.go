package ziptest

import (
	"archive/zip"
	"bytes"
	"testing"
)

// TestArchiveOfManyMembers has one member more than the end record can count.
func TestArchiveOfManyMembers(t *testing.T) {
	members := make([]Member, 1<<16)
	for i := range members {
		members[i] = Member{Name: "a", Content: []byte("x"), Same: i > 0}
	}
	b := Archive("", members...)
	// The directory of 65536 entries of 47 bytes begins after one local header, a name and a byte.
	want := End64 + "\x2c\x00\x00\x00\x00\x00\x00\x00" + "\x2d\x00\x2d\x00" + "\x00\x00\x00\x00\x00\x00\x00\x00" +
		"\x00\x00\x01\x00\x00\x00\x00\x00" + "\x00\x00\x01\x00\x00\x00\x00\x00" +
		"\x00\x00\x2f\x00\x00\x00\x00\x00" + "\x20\x00\x00\x00\x00\x00\x00\x00" +
		Locator64 + "\x00\x00\x00\x00" + "\x20\x00\x2f\x00\x00\x00\x00\x00" + "\x01\x00\x00\x00" +
		End + "\x00\x00\x00\x00" + "\xff\xff\xff\xff" + "\x00\x00\x2f\x00" + "\x20\x00\x00\x00" + "\x00\x00"
	if got := string(b[len(b)-End64Size-Locator64Size-EndSize:]); got != want {
		t.Errorf("got end records %q, want %q", got, want)
	}
	r, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil || len(r.File) != 65536 {
		t.Errorf("got %v, %v, want 65536 members", r, err)
	}
}
