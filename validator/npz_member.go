package validator

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
	"github.com/npycheck/npycheck/validator/internal/pickle"
	"github.com/npycheck/npycheck/validator/internal/zip"
)

// longHeader is the length from which a header is parsed only when it is the member's turn.
const longHeader = 1 << 14

// judgeMember checks one member of an archive in a walk of its own, and calls wait before steps that have to wait for
// the members before this one.
func judgeMember(ctx context.Context, opt *Options, a *zip.Archive, m *zip.Member, wait func()) *judgedMember {
	out := &judgedMember{}
	out.member = Member{
		Name:   m.Name(),
		Offset: -1,
		Size:   int64(min(m.Unpacked(), math.MaxInt64)),
		CRC:    zip.Checksum(m),
		Method: uint16(m.Method()),
		Stored: m.Stored(),
		Hidden: m.Hidden,
		flags:  m.Flags(),
	}
	out.member.Key = strings.TrimSuffix(out.member.Name, ".npy")
	if !m.Found {
		return out
	}
	out.member.Offset, out.member.Packed = m.Data, a.Section(m).Size()
	if m.Skipped {
		return out
	}
	inner := pool.Get().(*walk)
	defer inner.release()
	inner.ctx, inner.opt, inner.inside, inner.wait = ctx, opt, true, wait
	inner.member, inner.ordinal = out.member.Name, m.Number
	inner.faults.Max = inner.opt.maxFindings()
	content := memberWalk{walk: inner, entry: m, out: out}
	err := content.check(a)
	for i := range inner.faults.Kept {
		f := &inner.faults.Kept[i]
		f.Member, f.Name = inner.ordinal, inner.member
	}
	if inner.once.r != nil {
		inner.keepExcerpts(inner.faults.Kept)
	}
	switch {
	case m.Shifted:
		inner.faults.Keep(func(id spec.ID) bool { return outlivesDamage(id) && !ofData(id) })
	case inner.faults.Has(spec.ZipCrc), inner.faults.Has(spec.ZipDeflateCorrupt), inner.faults.Has(spec.ZipDataCorrupt):
		inner.faults.Keep(outlivesDamage)
	}
	if m.Hidden {
		inner.faults.Hide()
	}
	out.err, out.faults = err, inner.faults
	out.faults.Kept = slices.Clone(out.faults.Kept) // the walk uses its memory again
	out.faults.Sort()
	out.imports = inner.imports
	out.incomplete = cmp.Or(out.incomplete, inner.incomplete)
	return out
}

// memberWalk is a walk through the content of a member of an archive.
type memberWalk struct {
	*walk
	entry *zip.Member
	out   *judgedMember // the result
}

// check checks the bytes of a member like a file, and compares them with the archive's records.
func (w *memberWalk) check(a *zip.Archive) error {
	m, out := w.entry, w.out
	switch {
	case m.Folder() && m.Packed() == 0 && !m.Endless():
		out.noArray = true
		return nil // zip-directory-entry
	case !a.Readable(m):
		w.unseen(fmt.Sprintf("compressed by method %d, which is not decompressed: not checked", m.Method()))
		return nil
	}
	if !m.Stored() && !m.Deflated() {
		w.await() // decompressing it takes much memory
	}
	full, doubtful := w.opt.depth() == Full, m.Doubtful() || m.Replaced
	m.CheckSizes(&w.faults)
	if m.Stored() && !full {
		data := a.Section(m)
		w.source = source{ra: data, size: data.Size(), doubtful: func() bool { return doubtful }}
		return w.sniff()
	}
	c := a.Open(m, full)
	defer c.Close()
	// Missing and surplus bytes at the end of a member are faults of the archive.
	var r io.Reader = c
	if !m.Stored() {
		r, w.readAhead = w.once.of(c), c.ReadAhead
	}
	w.source = source{r: r, size: unknownSize, doubtful: func() bool { return doubtful || c.Corrupt() || c.Limit() != "" || full && c.WrongSize() }}
	if !full && m.Unpacked() < 1<<62 && !m.Endless() {
		w.source.size = int64(m.Unpacked())
	}
	if err := w.sniff(); err != nil {
		return err
	}
	if full {
		if _, err := w.discard(r); err != nil {
			return err
		}
	}
	out.after, out.sound = c.Judge(&w.faults), c.Sound()
	out.incomplete = cmp.Or(out.incomplete, c.Limit())
	ratio(m, out.member.Array, w.opt.depth(), c.Inflated(), &w.faults)
	return nil
}

// unseen makes the report incomplete for content that np.load would read. NumPy doesn't see members that the directory
// doesn't list.
func (w *memberWalk) unseen(why string) {
	if !w.entry.Hidden {
		w.out.incomplete = why
	}
}

// sniff finds out what a member is and checks it if it is an array.
func (w *memberWalk) sniff() error {
	m, out := w.entry, w.out
	if err := w.read(firstRead); err != nil {
		return err
	}
	name := out.member.Name
	npy := strings.HasSuffix(name, ".npy")
	at, n := m.NameRange()
	if len(w.head) < len(magic) || !hasMagic(w.head) {
		out.noArray = !npy && !m.Encrypted() && !m.Endless()
		return w.noArray(npy)
	}
	report := &Report{}
	err := w.arrays(report)
	out.member.Array = report.Array
	if !npy {
		w.faults.Hide() // a reader may leave the member out (clause npz-5.2)
	}
	if !npy && name != "" {
		w.faults.Addf(spec.NpzNameSuffix, at, n, "", "member is an array, but its name does not end in .npy")
	}
	if absolute, parent := zip.LeadsOut(name); strings.Contains(name, "/") && !absolute && !parent {
		w.faults.Addf(spec.NpzNameNested, at, n, "", "member is in a folder")
	}
	return err
}

// noArray reports a member without the magic string. Its content is judged apart from its name: renaming a pickle
// doesn't make it harmless.
func (w *memberWalk) noArray(npy bool) error {
	m, out := w.entry, w.out
	if m.Encrypted() {
		w.unseen("encrypted: not checked")
		return nil
	}
	archive, bare := zip.IsArchive(w.head), pickle.Begins(w.head)
	start := w.head[:min(len(w.head), len(magic))]
	name := out.member.Name
	at, n := m.NameRange()
	var err error
	if bare && w.opt.depth() != Header {
		w.await()
		w.faults.Aside = true // a reader of arrays leaves the pickle alone
		var more bool
		if more, err = w.bare(); more {
			err = w.trailing()
		}
		w.faults.Aside = false
	}
	switch {
	case archive:
		w.faults.Addf(spec.NpzMemberArchive, at, n, "", "member is a zip archive, which npycheck doesn't open")
	case bare:
		w.faults.Addf(spec.NpzMemberPickle, at, n, "", "member is a pickle, which can run any code when loaded")
	case !npy:
		out.notNpy = !m.Folder()
	}
	if err != nil {
		return err
	}
	head := oddFile{name: name, head: w.head, size: unknownSize, zeros: leadingZeros(w.head)}
	text, remedy := head.member(start)
	switch {
	case npy && len(start) < len(magic):
		w.reportEnd(spec.NpzMemberWithoutMagic, at, n, "%s%s", text, remedy)
	case npy:
		w.faults.Addf(spec.NpzMemberWithoutMagic, at, n, "", "%s%s", text, remedy)
	}
	return nil
}

// ratio reports a member that inflates out of all proportion, unless its array is that large.
func ratio(m *zip.Member, array *Array, depth Depth, inflated uint64, faults *finding.List) {
	const most, from, possible = 200, 64 << 20, 1032 // the last is what deflate can do
	unpacked, packed := m.Unpacked(), m.Packed()
	switch {
	case depth == Full:
		unpacked = inflated
	case m.Endless() || m.Encrypted() || m.Deflated() && unpacked/possible > max(packed, 1):
		return // the headers don't say
	}
	if m.Stored() || unpacked < from || unpacked/most < max(packed, 1) {
		return
	}
	if array != nil && unpacked <= uint64(array.DataOffset+array.DataBytes) {
		return
	}
	faults.Addf(spec.ZipRatio, m.Data, m.End-m.Data, "", "member inflates from %d to %d bytes, more than its header accounts for", packed, unpacked)
}
