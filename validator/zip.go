package validator

import (
	"bytes"
	"cmp"
	"slices"
	"sync"

	"github.com/npycheck/npycheck/validator/internal/quote"
)

// The signatures and fixed sizes of the records of a zip archive (APPNOTE section 4.3).
const (
	localSignature      = "PK\x03\x04"
	centralSignature    = "PK\x01\x02"
	endSignature        = "PK\x05\x06"
	descriptorSignature = "PK\x07\x08"
	end64Signature      = "PK\x06\x06"
	locator64Signature  = "PK\x06\x07"

	localSize     = 30
	centralSize   = 46
	endSize       = 22
	end64Size     = 56
	locator64Size = 20

	maxComment = 1<<16 - 1
	sentinel16 = 1<<16 - 1
	sentinel32 = 1<<32 - 1
)

// manyMembers is the number of members that an archive should not have more of (clause npz-3.5).
const manyMembers = 10_000

// maxNames bounds the bytes of all names of an archive together, since they are kept.
const maxNames = 8 << 20

// isArchive reports whether a file is a zip archive to NumPy: one with members, or an empty one.
func isArchive(head []byte) bool {
	return bytes.HasPrefix(head, []byte(localSignature)) || bytes.HasPrefix(head, []byte(endSignature))
}

// zipMember is a member of an archive on its way through the walk.
type zipMember struct {
	central memberHeader // of a hidden member, its local header
	local   localPart
	data    int64      // offset of the data
	end     int64      // behind the data and their descriptor
	found   bool       // there is a local header
	hidden  bool       // the directory doesn't list it
	broken  bool       // where the data end is not known
	behind  int64      // offset of what follows its deflate stream and shouldn't, or 0
	skipped bool       // not to be judged
	other   *zipMember // the same member as its local header has it, if that makes it another one
}

// localPart is what is kept of a local header once it was compared with the directory.
type localPart struct {
	at    int64
	size  int32
	flags uint16
	zip64 bool
}

// encrypted reports whether the member's data can't be looked at.
func (m *zipMember) encrypted() bool {
	return (m.central.flags|m.local.flags)&(flagEncrypted|flagStrong|flagMasked) != 0
}

// display returns the member's name, fit for a report.
func (m *zipMember) display() string {
	return quote.String(decodeName(m.central.name, m.central.flags))
}

// archive is the state of a walk over a zip archive.
type archive struct {
	end       int64 // offset of the end record
	limit     int64 // offset of the first of the end records, behind the directory
	directory int64 // offset of the central directory
	base      int64 // what every offset is short by, where bytes stand in front of the archive
	members   []zipMember

	// What the end records say of the directory.
	here                  uint64 // entries on its disk
	entries, size, offset claim

	lost  bool // there is no directory
	blind bool // what the directory lists is not all known, and so not what it doesn't list

	buf []byte // the last header that was read

	// Headers and data that share no bytes fit into the file. What is left of four times its size
	// bounds the work on members that do share them.
	budget     int64
	incomplete string // why members were not looked at
}

// spend takes n bytes from the budget. Where they aren't there any more it says so, and nothing more is
// done.
func (a *archive) spend(n int64) bool {
	if a.budget < n {
		a.budget = -1
		a.incomplete = cmp.Or(a.incomplete, "members share so many bytes that not all of them were checked")
		return false
	}
	a.budget -= n
	return true
}

// npz walks the records of a zip archive (clauses npz-1.1 to npz-4.6), front to back and by the
// directory, and then its members.
func (w *walk) npz(report *Report) error {
	report.Format = Npz
	a := &archive{budget: 4*min(w.size, 1<<60) + 1<<20}
	w.idle = &sync.Pool{}
	if err := w.endRecords(a); err != nil {
		return err
	}
	for i := 0; i < len(a.members) && a.budget >= 0; i++ {
		if err := w.localHeader(a, &a.members[i]); err != nil {
			return err
		}
	}
	if a.incomplete == "" {
		if err := w.partition(a); err != nil {
			return err
		}
	}
	w.names(a)
	w.methods(a)
	sortFaults(w.faults.Kept)
	own := len(w.faults.Kept)
	report.Members = make([]Member, 0, len(a.members))
	if err := w.judgeMembers(a, report, 0); err != nil {
		return err
	}
	listed := len(a.members)
	if err := w.behindStreams(a); err != nil {
		return err
	}
	if err := w.judgeMembers(a, report, listed); err != nil {
		return err
	}
	report.Incomplete = cmp.Or(a.incomplete, report.Incomplete)
	w.withoutArrays(a, report, own)
	return nil
}

// bytesAt reads n bytes at the offset at. Callers keep n small.
func (w *walk) bytesAt(at, n int64) ([]byte, error) {
	b := make([]byte, n)
	if got, err := w.ra.ReadAt(b, at); int64(got) < n {
		return nil, changed(err)
	}
	return b, nil
}

// usualHeader is a number of bytes that nearly every header fits, name and extra fields included.
const usualHeader = 256

// load reads n bytes at the offset at into the buffer of the archive, which holds the first have of
// them already.
func (w *walk) load(a *archive, at, have, n int64) ([]byte, error) {
	a.buf = slices.Grow(a.buf[:have], int(n-have))[:n]
	if got, err := w.ra.ReadAt(a.buf[have:], at+have); int64(got) < n-have {
		return nil, changed(err)
	}
	return a.buf, nil
}
