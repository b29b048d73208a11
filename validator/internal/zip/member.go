package zip

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// Member is a member of an archive.
type Member struct {
	Number   int     // in the archive, from 1
	Data     int64   // offset of the data
	End      int64   // after the data and its descriptor
	Found    bool    // there is a local header, and so data
	Hidden   bool    // the directory doesn't list it
	Replaced bool    // its data was overwritten, as was reported
	Shifted  bool    // its data begins elsewhere, since the length of its local header is wrong, as was reported
	Skipped  bool    // the budget is used up: its data is skipped
	Other    *Member // the member by its local header, if that makes it a different one

	central header // of a hidden member, its local header
	local   localPart
	broken  bool // where the data ends is not known
}

// localPart is the part of a local header that is kept after the comparison with the directory.
type localPart struct {
	at    int64
	size  int32
	flags uint16
	zip64 bool
}

// Name returns the member's name, decoded.
func (m *Member) Name() string { return m.central.decoded() }

// Quoted returns the member's name, fit for a report.
func (m *Member) Quoted() string { return m.central.quoted() }

// NameRange returns where the member's name is.
func (m *Member) NameRange() (at, n int64) {
	n = int64(len(m.central.name))
	if m.Hidden {
		return m.central.at + localSize, n
	}
	return m.central.at + centralSize, n
}

// Method returns the number of the compression method.
func (m *Member) Method() int { return int(m.central.method) }

// MethodAt returns the offset of the number of the compression method.
func (m *Member) MethodAt() int64 { return m.central.at + 10 }

// Stored reports whether the data is the uncompressed content.
func (m *Member) Stored() bool { return m.central.method == methodStored }

// Deflated reports whether the data is a deflate stream.
func (m *Member) Deflated() bool { return m.central.method == methodDeflate }

// Flags returns the flags that matter to a decompressor.
func (m *Member) Flags() uint16 { return m.central.flags }

// Folder reports whether the member is a folder by its name.
func (m *Member) Folder() bool { return strings.HasSuffix(m.central.name, "/") }

// Packed returns the number of bytes that the data has, if the headers are right.
func (m *Member) Packed() uint64 { return m.central.packed }

// Unpacked returns the number of bytes that the content has, if the headers are right.
func (m *Member) Unpacked() uint64 { return m.central.unpacked }

// Checksum returns the CRC-32 of a member's content, if the headers are right.
func Checksum(m *Member) uint32 { return m.central.crc }

// Encrypted reports whether the member's data is encrypted, so that it can't be checked.
func (m *Member) Encrypted() bool {
	return (m.central.flags|m.local.flags)&(flagEncrypted|flagStrong) != 0
}

// Endless reports whether it isn't known where the data ends.
func (m *Member) Endless() bool { return m.broken }

// Doubtful reports whether the headers leave the length of the content unclear, so that missing or surplus bytes can't
// be judged.
func (m *Member) Doubtful() bool { return m.broken || m.unequal() || m.Encrypted() }

// unequal reports whether the two sizes of stored data differ.
func (m *Member) unequal() bool { return m.Stored() && m.central.packed != m.central.unpacked }

// found records the local header of the member.
func (m *Member) found(l *header) {
	m.Found = true
	m.local = localPart{l.at, l.size, l.flags, l.zip64}
	m.Data = l.at + int64(l.size)
}

// CheckSizes reports stored data whose two sizes differ (clause npz-3.2).
func (m *Member) CheckSizes(faults *finding.List) {
	if m.unequal() && !m.broken {
		m.reporter(faults).report(spec.ZipSize, m.central.at+20, 8, "stored member has compressed size %d, but uncompressed size %d", m.central.packed, m.central.unpacked)
	}
}

// reporter adds faults that are about the member.
func (m *Member) reporter(faults *finding.List) reporter {
	return reporter{faults, finding.Finding{Member: m.Number, Name: m.Name(), Unseen: m.Hidden}}
}

// sameHeader reports whether two entries share a local header, which is an overlap and not a
// question of names.
func (m *Member) sameHeader(other *Member) bool {
	return m.Found && other.Found && m.local.at == other.local.at && m.central.name == other.central.name
}

// learn keeps what the data of a member reveals. A listed one has its checksum in the directory.
func (m *Member) learn(packed, unpacked uint64, crc uint32) {
	m.broken = false
	m.central.packed, m.central.unpacked, m.central.unknown = packed, unpacked, 0
	if m.Hidden {
		m.central.crc = crc
	}
}

// descriptor returns the data descriptor that the member should have.
func (m *Member) descriptor(wide, signed bool) []byte {
	d := make([]byte, 0, descriptorSize)
	if signed {
		d = append(d, descriptorSignature...)
	}
	d = binary.LittleEndian.AppendUint32(d, m.central.crc)
	if wide {
		d = binary.LittleEndian.AppendUint64(d, m.central.packed)
		return binary.LittleEndian.AppendUint64(d, m.central.unpacked)
	}
	d = binary.LittleEndian.AppendUint32(d, uint32(m.central.packed))
	return binary.LittleEndian.AppendUint32(d, uint32(m.central.unpacked))
}

// otherwise returns a member as its local header describes it, or nil if that isn't a different one. Data that has no
// size or descriptor ends before limit.
func (m *Member) otherwise(l header, limit int64) *Member {
	c := &m.central
	if l.streamed() {
		l.packed, l.unpacked = c.packed, c.unpacked
	}
	if l.unknown|c.unknown != 0 || l.method == c.method && l.packed == c.packed && l.unpacked == c.unpacked {
		return nil
	}
	o := *m
	o.central, o.Hidden, o.broken = l, true, true
	o.End = m.Data + int64(min(l.packed, uint64(limit-m.Data)))
	return &o
}

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
