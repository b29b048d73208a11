package fix

import (
	"archive/zip"
	"bufio"
	"cmp"
	"compress/flate"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/npycheck/npycheck/cmd/internal/fix/zipwrite"
	"github.com/npycheck/npycheck/internal/second"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Salvaged is what is left of a damaged archive.
type Salvaged struct {
	File  *NewFile // an archive of the members that are whole; nil if there are none, or if nothing is wrong
	Saved []string // their names
	Lost  []Lost
	Whole bool // there is nothing to save: the file has no error, or isn't an archive
	Open  bool // its directory is lost, at least in part, so that it may have had other members, too
}

// Salvage finds the members of an archive whose content agrees with a checksum, by its directory and by their own
// headers, which an archive without an end has, too. The new archive never replaces the old one, which may have
// more in it. The source stays open until it is written.
func Salvage(ctx context.Context, src Source) (*Salvaged, error) {
	f, err := read(ctx, src)
	if err != nil {
		return nil, err
	}
	faulty := slices.ContainsFunc(f.all(), func(found validator.Finding) bool { return found.Severity() == spec.Error })
	if !faulty && f.report.Incomplete == "" {
		return &Salvaged{Whole: true}, nil
	}
	s := &search{records: &records{ctx: ctx, src: src, budget: 8*src.Size + 64<<20}}
	if err := s.run(); err != nil {
		return nil, err
	}
	if f.report.Format != validator.Npz && len(s.locals)+len(s.directory) == 0 {
		return &Salvaged{Whole: true}, nil
	}
	result := &Salvaged{Lost: s.lost, Open: !s.complete}
	saved := slices.DeleteFunc(s.whole, func(w whole) bool { return w.hidden })
	for _, w := range saved {
		result.Saved = append(result.Saved, w.name)
	}
	if len(saved) > 0 {
		result.File = salvagedFile(src, saved)
	}
	return result, nil
}

// salvagedFile returns the new archive.
func salvagedFile(src Source, saved []whole) *NewFile {
	n := &NewFile{
		name: "a.npz",
		write: func(ctx context.Context, w io.WriteSeeker) error {
			a := zipwrite.New(w)
			for _, m := range saved {
				data := io.NewSectionReader(src, m.data, m.packed)
				if err := a.Raw(m.name, m.method, uint64(m.size), m.crc, uint64(m.packed), within(ctx, data)); err != nil {
					return err
				}
			}
			return a.Close()
		},
		verify: func(ctx context.Context, now Source) error { return verifySalvaged(ctx, src, saved, now) },
	}
	// The members have the faults that they had: only the archive around them is new.
	about := []spec.ID{spec.ZipRatio, spec.ZipMemberCount, spec.ZipNameCollision, spec.ZipNameUnusual}
	for _, r := range spec.Rules() {
		if r.Area() != "zip" || slices.Contains(about, r.ID) {
			n.left = append(n.left, r.ID)
		}
	}
	return n
}

// verifySalvaged reads the new archive with package archive/zip, which compares the checksums, and compares the contents
// with those in the old archive.
func verifySalvaged(ctx context.Context, src Source, saved []whole, now Source) error {
	z, err := zip.NewReader(now, now.Size)
	if err != nil {
		return errRecords
	}
	if len(z.File) != len(saved) {
		return errMembers
	}
	for i, m := range saved {
		if z.File[i].Name != m.name {
			return errMembers
		}
		if err := verifyContent(ctx, src, m, z.File[i]); err != nil {
			return fmt.Errorf("member %s: %w", validator.Quote(m.name), err)
		}
	}
	return nil
}

func verifyContent(ctx context.Context, src Source, m whole, f *zip.File) error {
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	old := io.LimitReader(content(m.method, io.NewSectionReader(src, m.data, m.packed)), m.size)
	return second.Identical(within(ctx, old), within(ctx, r))
}

// Lost is a member that could not be saved.
type Lost struct {
	Name string
	Why  string // a clause without a period
}

// whole is a member whose content agrees with a checksum.
type whole struct {
	name         string
	method       uint16
	crc          uint32
	data         int64 // offset of its data
	packed, size int64
	hidden       bool // not in the new archive
}

// search looks for the members of an archive.
type search struct {
	*records
	whole []whole
	saved map[string]int // of whole
	lost  []Lost
	shown map[string]bool // those that are lost
}

// run finds the members, and says why the others are lost.
func (s *search) run() error {
	if err := s.signatures(); err != nil {
		return err
	}
	s.saved, s.shown = map[string]int{}, map[string]bool{}
	end, damaged := int64(0), int64(0) // of the last member that is whole, and of one that isn't, by its header
	var failed []Lost
	for _, at := range s.locals {
		if at < end {
			continue
		}
		local, ok := s.record(at, second.LocalLen)
		if !ok || strings.HasSuffix(local.Name, "/") {
			continue
		}
		entry := s.entry(at, local.Name)
		if at < damaged {
			if entry == nil || entry.Local < uint64(at) {
				continue // it may be a member of an archive in the damaged one
			}
			local = record{Record: second.Record{Len: local.Len}, at: at}
		}
		m, why, err := s.member(local, entry)
		if err != nil {
			return err
		}
		if why != "" {
			failed = append(failed, Lost{local.Name, why})
			damaged = max(damaged, at+int64(local.Len)+int64(min(local.Packed, math.MaxInt64/4)))
			continue
		}
		s.add(m)
		end = m.data + m.packed
	}
	return s.rest(failed)
}

// rest looks for members whose local header is damaged where the directory has them, and lists those that are lost.
func (s *search) rest(failed []Lost) error {
	for i := range s.directory {
		entry := &s.directory[i]
		if _, ok := s.saved[entry.Name]; ok || strings.HasSuffix(entry.Name, "/") {
			continue
		}
		m, err := s.unsigned(entry)
		if err != nil {
			return err
		}
		if m != nil {
			s.add(*m)
		} else {
			failed = append(failed, Lost{entry.Name, "it isn't where the directory has it"})
		}
	}
	for _, l := range failed {
		if _, ok := s.saved[l.Name]; !ok {
			s.lose(l.Name, l.Why)
		}
	}
	slices.SortStableFunc(s.whole, func(a, b whole) int { return cmp.Compare(a.data, b.data) })
	return nil
}

// errNested says that the headers of an archive lead to the same bytes again and again.
var errNested = errors.New("too many members lie in each other")

// lose lists a member that is lost, by the first reason.
func (s *search) lose(name, why string) {
	if name != "" && !s.shown[name] {
		s.shown[name] = true
		s.lost = append(s.lost, Lost{name, why})
	}
}

// add adds a member. Of two with one name, NumPy reads the last.
func (s *search) add(m whole) {
	_, listed := s.named[m.name]
	switch i, again := s.saved[m.name]; {
	case s.complete && !listed:
		s.lose(m.name, "the directory doesn't list it")
		return
	case tame(m.name) != m.name:
		s.lose(m.name, "its name is dangerous")
		return
	case again && (s.whole[i].crc != m.crc || s.whole[i].size != m.size):
		s.lose(m.name, "a later member has the name, too")
		fallthrough
	case again:
		s.whole[i].hidden = true
	}
	s.saved[m.name] = len(s.whole)
	s.whole = append(s.whole, m)
}

// member returns the member of a local header, or why it is lost. The header and the entry of the directory may be
// damaged, too, so what either says about the content is tried: its checksum proves that it is right.
func (s *search) member(local record, entry *record) (m whole, why string, err error) {
	var records []record
	if entry != nil {
		records = append(records, *entry)
	}
	if local.Name != "" {
		records = append(records, local)
	}
	for _, r := range records {
		if r.Size == 0 && r.CRC == 0 && r.Flags&second.FlagStreamed == 0 && entry == nil {
			return whole{}, "it was never finished", nil
		}
		m, reason, err := s.try(local.at+int64(local.Len), r)
		if err != nil || reason == "" {
			return m, "", err
		}
		why = cmp.Or(why, reason)
	}
	return whole{}, why, nil
}

// try reads the content that a record describes, or returns why that can't be done.
func (s *search) try(data int64, r record) (m whole, why string, err error) {
	m = whole{name: r.Name, method: r.Method, crc: r.CRC, data: data, packed: int64(r.Packed), size: int64(r.Size)}
	streamed := r.Flags&second.FlagStreamed != 0 && r.CRC == 0 && r.Size == 0
	switch left := s.src.Size - data; {
	case r.Flags&second.FlagEncrypted != 0:
		return m, "it is encrypted", nil
	case r.Method != zipwrite.Stored && r.Method != zipwrite.Deflated:
		return m, fmt.Sprintf("it has compression method %d", r.Method), nil
	case r.Flags&second.FlagUTF8 == 0 && !zipwrite.ASCII(r.Name), !utf8.ValidString(r.Name):
		return m, "its name is in an unknown encoding", nil
	case streamed && r.Method == zipwrite.Stored:
		return s.stored(m)
	case streamed:
		m.packed, m.size = left, math.MaxInt64
	case r.Packed > uint64(left):
		return m, fmt.Sprintf("cut off: %d of %s", max(left, 0), text.Count(int64(r.Packed), "byte")), nil
	case r.Size > math.MaxInt64, r.Method == zipwrite.Stored && r.Size != r.Packed:
		return m, "its sizes contradict each other", nil
	}
	if why, err = s.sum(&m, streamed); why == "" && err == nil && streamed && !s.described(m) {
		why = "no checksum follows it"
	}
	return m, why, err
}

// sum reads the content of a member, and compares its checksum unless it has to be found out. Packed becomes the number
// of bytes that a deflate stream really has.
func (s *search) sum(m *whole, unknown bool) (why string, err error) {
	if s.ctx.Err() != nil {
		return "", s.ctx.Err()
	}
	in := countingReader{r: bufio.NewReaderSize(io.NewSectionReader(s.src, m.data, m.packed), 32<<10)}
	crc := crc32.NewIEEE()
	n, err := io.Copy(crc, io.LimitReader(within(s.ctx, content(m.method, &in)), max(m.size, m.size+1)))
	if s.budget -= in.n + 512; s.budget < 0 {
		return "", errNested
	}
	switch {
	case s.ctx.Err() != nil:
		return "", s.ctx.Err()
	case err != nil:
		return "its compressed data is damaged", nil
	case !unknown && n != m.size:
		return fmt.Sprintf("its content has %s, expected %d", text.Count(n, "byte"), m.size), nil
	case !unknown && crc.Sum32() != m.crc:
		return "its checksum is not that of its content", nil
	}
	m.size, m.crc, m.packed = n, crc.Sum32(), in.n
	return "", nil
}

// content returns a reader of what data holds.
func content(method uint16, data io.Reader) io.Reader {
	if method == zipwrite.Deflated {
		return flate.NewReader(data)
	}
	return data
}

// described reports whether a data descriptor with its checksum and sizes follows a member.
func (s *search) described(m whole) bool {
	var b [24]byte
	n, _ := s.src.ReadAt(b[:], m.data+m.packed)
	return slices.ContainsFunc(second.Descriptors(b[:n]), func(d second.Descriptor) bool {
		return d.CRC == m.crc && d.Packed == uint64(m.packed) && d.Size == uint64(m.size)
	})
}

// stored finds the end of a member that was written to a pipe and isn't compressed: the first descriptor with its size.
func (s *search) stored(m whole) (_ whole, why string, err error) {
	for at := m.data; ; {
		next, err := s.index(second.DescriptorSignature, at)
		if err != nil || next < 0 {
			return m, "no checksum follows it", err
		}
		if s.budget -= next - at; s.budget < 0 {
			return m, "", errNested
		}
		var b [16]byte
		s.src.ReadAt(b[:], next)
		if d, n := second.Descriptors(b[:])[0], next-m.data; uint32(d.Packed) == uint32(n) {
			m.packed, m.size, m.crc = n, n, d.CRC
			if why, err := s.sum(&m, false); why == "" || err != nil {
				return m, "", err
			}
		}
		at = next + 1
	}
}

// unsigned returns the member of an entry of the directory whose local header is damaged, or nil.
func (s *search) unsigned(entry *record) (*whole, error) {
	for _, at := range []int64{int64(entry.Local), int64(entry.Local) - s.shift} {
		b, ok := s.bytes(at, second.LocalLen)
		if !ok {
			continue
		}
		name := int64(len(entry.Name))
		for _, extra := range []int64{int64(binary.LittleEndian.Uint16(b[28:])), 0, 20} {
			m, why, err := s.try(at+second.LocalLen+name+extra, *entry)
			if err != nil || why == "" {
				return &m, err
			}
		}
	}
	return nil, nil
}
