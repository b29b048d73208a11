package fix

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"slices"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// The records of zip64 (clause npz-3.6).
const (
	zip64Signature   = "PK\x06\x06"
	locatorSignature = "PK\x06\x07"

	zip64Len   = 56
	locatorLen = 20
)

// maxBetween is how many bytes an archive may have besides the data of its members.
const maxBetween = 16 << 20

// ledger accounts for the bytes of an archive that are not the data of its members.
type ledger struct {
	file    *file
	members []*member      // of the new archive
	named   []span         // bytes that a finding names which is fixed
	data    []span         // of all members, those that a flag drops too, in the order of the file
	starts  map[int64]bool // where the data of members begins

	tail    int64               // where the bytes begin that follow the archive
	records int64               // bytes that were read
	shown   map[string]uint64   // signatures
	stated  uint64              // the largest number of members in an end record
	dropped int                 // members that the directory lists, and that the new archive doesn't have
	hidden  int                 // members that the directory doesn't list, and that the new archive doesn't have
	local   map[int64]localSums // of the members whose data begins there
	lost    []Loss
}

// localSums is what a local header says about a member.
type localSums struct {
	method uint16
	crc    uint32
	packed int64
}

// span is the bytes of a file from begin to end. Member is whose data it is, if it is a member's.
type span struct {
	begin, end int64
	member     *validator.Member
}

// archiveLaw returns the bytes that the new archive doesn't have, or an error if an archive may have more than its
// members, or other contents.
func archiveLaw(f *file, members []*member, fixed []validator.Finding, opt Options) ([]Loss, error) {
	if len(members) == 0 && !alone(f) {
		return nil, errors.New("nothing would be left")
	}
	l := newLedger(f, members, fixed)
	if err := l.audit(); err != nil {
		return nil, err
	}
	if err := l.complete(); err != nil {
		return nil, err
	}
	for _, m := range members {
		if !m.repaired() {
			continue
		}
		lost, err := m.array.law(m, m.repair, opt)
		if err != nil {
			return nil, err
		}
		for i := range lost {
			lost[i].MemberName = m.Name
		}
		l.lost = append(l.lost, lost...)
	}
	return l.lost, nil
}

// complete returns an error if a reading of the old archive has a member that the new one doesn't have.
func (l *ledger) complete() error {
	states, shows := uint64(len(l.members)+l.dropped), uint64(len(l.members)+l.dropped+l.hidden)
	if most := max(l.stated, l.shown[localSignature], l.shown[centralSignature]); l.stated > states || most > shows {
		return fmt.Errorf("the archive states or shows %s, and the new one would have %d", text.Count(int64(min(most, math.MaxInt64)), "member"), len(l.members))
	}
	if err := l.localReading(); err != nil {
		return err
	}
	return l.secondReading()
}

// alone reports whether an archive is nothing but an end record and its comment.
func alone(f *file) bool {
	b := make([]byte, endLen)
	n, _ := f.ReadAt(b, 0)
	return n == endLen && string(b[:4]) == endSignature && len(bytes.Trim(b[4:20], "\x00")) == 0 &&
		f.Size == endLen+int64(binary.LittleEndian.Uint16(b[20:]))
}

func newLedger(f *file, members []*member, fixed []validator.Finding) *ledger {
	l := &ledger{file: f, members: members, tail: f.Size, starts: map[int64]bool{}, shown: map[string]uint64{}, local: map[int64]localSums{}}
	kept, names := map[*validator.Member]*member{}, map[string]bool{}
	for _, m := range members {
		kept[m.Member] = m
	}
	for _, found := range fixed {
		if found.Base == validator.BaseFile {
			l.named = append(l.named, span{begin: found.Offset, end: found.Offset + found.Length})
		}
		if found.Rule == spec.ZipTrailingBytes {
			l.tail = found.Offset
		}
		if drops(found.Rule) {
			names[found.MemberName] = true
		}
	}
	for i := range f.report.Members {
		m := &f.report.Members[i]
		end := m.Offset + m.Packed
		switch now := kept[m]; {
		case now != nil:
			end = m.Offset + int64(now.packed)
		case names[m.Name]:
			if m.Hidden {
				l.hidden++
			} else {
				l.dropped++
			}
		default:
			continue // its bytes aren't accounted for
		}
		if m.Offset >= 0 {
			l.starts[m.Offset] = true
			l.data = append(l.data, span{m.Offset, end, m})
		}
	}
	slices.SortStableFunc(l.data, func(a, b span) int { return cmp.Or(cmp.Compare(a.begin, b.begin), cmp.Compare(a.end, b.end)) })
	return l
}

// drops reports whether a finding of a rule names members that the new archive doesn't have: folders, or what a flag drops.
func drops(rule spec.ID) bool {
	return rule == spec.ZipDirectoryEntry || rule == spec.ZipHiddenMember || rule == spec.ZipNameDuplicate
}

// audit reads what is between the data of the members, and returns an error unless all of it is records of these
// members, or named by a finding.
func (l *ledger) audit() error {
	at, last := int64(0), (*validator.Member)(nil)
	for _, s := range append(l.data, span{begin: l.file.Size, end: l.file.Size}) {
		if s.begin > at {
			if err := l.between(at, s.begin, last); err != nil {
				return err
			}
		}
		if s.end >= at {
			at, last = s.end, s.member
		}
	}
	return nil
}

var errLost = errors.New("bytes that would be lost may belong to a member")

// between reads the records between two members. Last is the one before them.
func (l *ledger) between(begin, end int64, last *validator.Member) error {
	if l.records += end - begin; l.records > maxBetween {
		return errors.New("more bytes would be lost than are looked at")
	}
	b := make([]byte, end-begin)
	if n, err := l.file.ReadAt(b, begin); n < len(b) {
		return cmp.Or(err, io.ErrUnexpectedEOF)
	}
	for _, signature := range []string{localSignature, centralSignature} {
		l.shown[signature] += uint64(bytes.Count(b, []byte(signature)))
	}
	if after := b[min(max(l.tail-begin, 0), int64(len(b))):]; bytes.Contains(after, []byte(centralSignature)) || bytes.Contains(after, []byte(endSignature)) {
		return errors.New("another directory follows, which may be the right one")
	}
	pos := int64(0)
	if last != nil {
		pos = descriptorSize(b, last.CRC)
	}
	for pos < int64(len(b)) {
		n, keeps := l.record(b[pos:], begin+pos)
		if n == 0 {
			n = min(l.nameEnd(begin+pos)-begin, int64(len(b))) - pos
			if n <= 0 || bytes.Contains(b[pos:pos+n], []byte(spec.Magic)) {
				return errLost
			}
		}
		if keeps > 0 && keeps < n && l.nameEnd(begin+pos+keeps) < begin+pos+n {
			return errors.New("a comment would be lost")
		}
		if keeps < n {
			l.lost = append(l.lost, newLoss(begin+pos+keeps, n-keeps, b[pos+keeps:]))
		}
		pos += n
	}
	return nil
}

// nameEnd returns where the findings end that name the byte at an offset, or the offset if none does.
func (l *ledger) nameEnd(at int64) int64 {
	end := at
	for _, s := range l.named {
		if s.begin <= at {
			end = max(end, s.end)
		}
	}
	return end
}

// descriptorSize returns the size of the data descriptor with which bytes begin, or 0.
func descriptorSize(b []byte, crc uint32) int64 {
	at := 0
	if bytes.HasPrefix(b, []byte(descriptorSignature)) {
		at = len(descriptorSignature)
	}
	if len(b) < at+12 || binary.LittleEndian.Uint32(b[at:]) != crc {
		return 0
	}
	for _, n := range []int{at + 12, at + 20} {
		if len(b) == n || len(b) > n && bytes.HasPrefix(b[n:], []byte("PK")) {
			return int64(n)
		}
	}
	return 0
}

// record returns the size of the record with which bytes begin, or 0 if none does that belongs to the members, and how
// much of it the new archive has in another form: not the comments.
func (l *ledger) record(b []byte, at int64) (n, keeps int64) {
	u16 := func(i int) int { return int(binary.LittleEndian.Uint16(b[i:])) }
	begins := func(signature string, size int) bool { return len(b) >= size && string(b[:4]) == signature }
	size, comment := 0, 0
	switch {
	case begins(localSignature, localLen):
		size = localLen + u16(26) + u16(28)
		start := at + int64(size)
		if !l.starts[start] {
			return 0, 0
		}
		l.local[start] = localSums{binary.LittleEndian.Uint16(b[8:]), binary.LittleEndian.Uint32(b[14:]), int64(binary.LittleEndian.Uint32(b[18:]))}
	case begins(centralSignature, centralLen):
		comment = u16(32)
		size = centralLen + u16(28) + u16(30) + comment
	case begins(endSignature, endLen):
		comment = min(u16(20), len(b)-endLen)
		size = endLen + comment
		for _, count := range []int{u16(8), u16(10)} {
			if count < math.MaxUint16 {
				l.stated = max(l.stated, uint64(count))
			}
		}
	case begins(zip64Signature, zip64Len):
		more := 12 + max(binary.LittleEndian.Uint64(b[4:]), zip64Len-12) - zip64Len // what follows the fields
		if more > uint64(len(b)-zip64Len) {
			return 0, 0
		}
		size, comment = zip64Len+int(more), int(more)
		l.stated = max(l.stated, binary.LittleEndian.Uint64(b[24:]), binary.LittleEndian.Uint64(b[32:]))
	case begins(locatorSignature, locatorLen):
		size = locatorLen
	}
	if size > len(b) {
		return 0, 0
	}
	return int64(size), int64(size - comment)
}

// localReading returns an error if a member has another content by its local header, whose checksum agrees: another
// part of a stored one, or the data with or without decompression.
func (l *ledger) localReading() error {
	for _, m := range l.members {
		local, ok := l.local[m.Offset]
		if !ok || local.crc == m.crc || local.packed == 0 || local.method == m.Method && (!m.Stored || local.packed == int64(m.packed)) {
			continue
		}
		crc := crc32.NewIEEE()
		data := content(local.method, io.NewSectionReader(l.file, m.Offset, local.packed))
		if _, err := io.Copy(crc, io.LimitReader(data, maxSpool)); err != nil && local.method == zip.Store {
			return err
		}
		if crc.Sum32() == local.crc {
			return fmt.Errorf("member %s has two contents, and the checksums of both agree", validator.Quote(m.Name))
		}
	}
	return nil
}

// secondReading returns an error if another reader of archives finds a member that the new archive doesn't have.
func (l *ledger) secondReading() error {
	z, err := zip.NewReader(l.file, l.file.Size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil // it reads nothing
	}
	has := map[uint32]int{} // by their checksums
	for _, m := range l.members {
		has[m.crc]++
	}
	missing := 0
	for _, f := range z.File {
		if has[f.CRC32]--; has[f.CRC32] < 0 {
			missing++
		}
	}
	if missing > l.dropped+l.hidden {
		return errors.New("another reader finds other members in the archive")
	}
	return nil
}
