package zip

import (
	"fmt"
	"strings"

	"github.com/npycheck/npycheck/spec"
)

// The attributes of MS-DOS and Windows that a file doesn't have (APPNOTE 4.4.15). Some readers use others as
// properties of the file, but none treats them as another kind.
var notOfFiles = [...]struct {
	bit  uint32
	what string
}{
	{0x08, "a volume label"},
	{0x10, "a folder"},
	{0x40, "a device"},
	{0x400, "a reparse point"},
}

// unlikeFile returns what the external attributes of an entry make of a member other than a file, and whether that is
// dangerous to unpack. It doesn't depend on the host that made the entry, because readers differ in the hosts whose
// attributes they believe.
func unlikeFile(external uint32) (what string, dangerous bool) {
	switch kind := external >> 28; kind {
	case 0, 8:
	case 4:
		return "a folder", false
	case 10:
		return "a symbolic link", true
	case 2, 6:
		return "a device", true
	case 1:
		return "a FIFO", true
	case 12:
		return "a socket", true
	default:
		return fmt.Sprintf("of unknown kind %d", kind), true
	}
	for _, a := range notOfFiles {
		if external&a.bit != 0 {
			return a.what, false
		}
	}
	return "", false
}

// checkKind checks that a member is a file (clause npz-2.8).
func (h *header) checkKind(r reporter) {
	folder := strings.HasSuffix(h.name, "/")
	switch what, dangerous := unlikeFile(h.external); {
	case dangerous:
		r.report(spec.ZipSpecialEntry, h.at+38, 4, "member is %s, expected a file", what)
	case folder && h.unpacked > 0:
		r.report(spec.ZipSpecialEntry, h.at+24, 4, "folder has %d bytes of data, expected none", h.unpacked)
	case folder:
		r.report(spec.ZipDirectoryEntry, h.at, int64(h.size), "member is a folder, expected only arrays")
	case what != "":
		r.report(spec.ZipAttributes, h.at+38, 4, "external attributes 0x%08x mark %s: some readers don't treat the member as a file", h.external, what)
	}
}
