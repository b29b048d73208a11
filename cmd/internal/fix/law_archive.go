package fix

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"slices"

	"github.com/npycheck/npycheck/internal/second"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
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

	tail    int64                   // where the bytes begin that follow the archive
	records int64                   // bytes that were read
	shown   map[string]uint64       // signatures
	stated  uint64                  // the largest number of members in an end record
	dropped int                     // members that the directory lists, and that the new archive doesn't have
	hidden  int                     // members that the directory doesn't list, and that the new archive doesn't have
	local   map[int64]second.Record // of the members whose data begins there
	lost    []Loss
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
	if most := max(l.stated, l.shown[second.LocalSignature], l.shown[second.CentralSignature]); l.stated > states || most > shows {
		return fmt.Errorf("the archive states or shows %s, and the new one would have %d", text.Count(int64(min(most, math.MaxInt64)), "member"), len(l.members))
	}
	if err := l.localReading(); err != nil {
		return err
	}
	return l.secondReading()
}

// alone reports whether an archive is nothing but an end record and its comment.
func alone(f *file) bool {
	b := make([]byte, second.EndLen)
	n, _ := f.ReadAt(b, 0)
	e, ok := second.EndOf(b[:n])
	return ok && e == second.End{Rest: e.Rest} && f.Size == second.EndLen+int64(e.Rest)
}

func newLedger(f *file, members []*member, fixed []validator.Finding) *ledger {
	l := &ledger{file: f, members: members, tail: f.Size, starts: map[int64]bool{}, shown: map[string]uint64{}, local: map[int64]second.Record{}}
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
	for _, signature := range []string{second.LocalSignature, second.CentralSignature} {
		l.shown[signature] += uint64(bytes.Count(b, []byte(signature)))
	}
	if after := b[min(max(l.tail-begin, 0), int64(len(b))):]; bytes.Contains(after, []byte(second.CentralSignature)) || bytes.Contains(after, []byte(second.EndSignature)) {
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
	for _, d := range second.Descriptors(b) {
		if d.CRC == crc && (len(b) == d.Len || bytes.HasPrefix(b[d.Len:], []byte("PK"))) {
			return int64(d.Len)
		}
	}
	return 0
}

// record returns the size of the record with which bytes begin, or 0 if none does that belongs to the members, and how
// much of it the new archive has in another form: not the comments.
func (l *ledger) record(b []byte, at int64) (n, keeps int64) {
	size, comment := 0, 0
	r, isRecord := second.RecordOf(b)
	e, isEnd := second.EndOf(b)
	switch {
	case isRecord && bytes.HasPrefix(b, []byte(second.LocalSignature)):
		size = r.Len
		start := at + int64(size)
		if !l.starts[start] {
			return 0, 0
		}
		r.Name, r.Extra = "", nil
		l.local[start] = r
	case isRecord:
		size, comment = r.Len, r.Comment
	case isEnd && e.Wide:
		if e.Rest > uint64(len(b)-second.End64Len) {
			return 0, 0
		}
		size, comment = second.End64Len+int(e.Rest), int(e.Rest)
		l.stated = max(l.stated, e.Here, e.Count)
	case isEnd:
		comment = min(int(e.Rest), len(b)-second.EndLen)
		size = second.EndLen + comment
		for _, count := range []uint64{e.Here, e.Count} {
			if count < math.MaxUint16 {
				l.stated = max(l.stated, count)
			}
		}
	case len(b) >= second.LocatorLen && bytes.HasPrefix(b, []byte(second.LocatorSignature)):
		size = second.LocatorLen
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
		if !ok || local.CRC == m.crc || local.Packed == 0 || local.Method == m.Method && (!m.Stored || local.Packed == m.packed) {
			continue
		}
		crc := crc32.NewIEEE()
		data := content(local.Method, io.NewSectionReader(l.file, m.Offset, int64(local.Packed)))
		if _, err := io.Copy(crc, io.LimitReader(data, maxSpool)); err != nil && local.Method == zip.Store {
			return err
		}
		if crc.Sum32() == local.CRC {
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
