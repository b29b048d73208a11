package validator

import (
	"io"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/fault"
	"github.com/npycheck/npycheck/validator/internal/quote"
)

// Member is a member of an .npz file.
type Member struct {
	Name   string // as the directory has it, decoded
	Key    string // under which NumPy offers the array: the name without .npy
	Array  *Array // nil if the member holds none that can be understood, or none that the report has room for
	Offset int64  // where the data begin in the archive, -1 if that isn't known
	Size   int64  // bytes of the content, inflated, as the directory says
	Stored bool   // the data are not compressed

	noArray bool // it is something else, and its name doesn't say otherwise
}

// methods remarks on members that are compressed in different ways (clause npz-5.4).
func (w *walk) methods(a *archive) {
	if len(a.members) == 0 {
		if !a.lost && a.directory == a.limit && w.size <= endSize+maxComment && !strings.HasSuffix(w.name, ".npy") {
			w.report(spec.NpzEmpty, a.end, w.size-a.end, "", "archive has no members")
		}
		return
	}
	first := a.members[0].central.method
	for i := range a.members {
		if m := &a.members[i]; m.central.method != first {
			w.member = m.name()
			w.report(spec.NpzMixedMethods, m.central.at+10, 2, "", "compression method is %d, that of the first member %d", m.central.method, first)
			w.member = ""
			return
		}
	}
}

// memberContent looks at the bytes of a member as at a file of their own, and at what the archive
// says of them.
func (w *walk) memberContent(m *zipMember, out *Member) (incomplete string, err error) {
	if strings.HasSuffix(m.central.name, "/") {
		out.noArray = true
		return "", nil // zip-directory-entry
	}
	switch m.central.method {
	case methodStored, methodDeflate:
	default:
		return "", nil // zip-method
	}
	outer := w.source
	stored, full := m.central.method == methodStored, w.opt.depth() == Full
	unequal := stored && m.central.packed != m.central.unpacked
	doubtful := m.broken || unequal || m.encrypted() // how long the data are
	if unequal && !m.broken {
		w.report(spec.ZipSize, m.central.at+20, 8, "", "member is stored with %d bytes, and said to have %d", m.central.packed, m.central.unpacked)
	}
	if stored && !full {
		n := int64(m.central.packed)
		if m.broken {
			n = max(0, m.end-m.data)
		}
		w.source = source{ra: io.NewSectionReader(outer.ra, m.data, n), size: n}
		incomplete, err = w.sniffMember(m, out)
		if doubtful {
			w.dropLength(0)
		}
		return incomplete, err
	}
	c := w.open(m)
	defer c.close()
	c.sum = full
	if full && stored && (m.central.flags|m.local.flags)&flagDescriptor != 0 {
		c.records = newRecordScan()
	}
	w.source = source{r: c, size: unknownSize}
	if !full && m.central.unpacked < 1<<62 && !m.broken {
		w.source.size = int64(m.central.unpacked)
	}
	findings := len(w.faults.Kept)
	if incomplete, err = w.sniffMember(m, out); err != nil {
		return "", err
	}
	if full {
		if _, err := w.discard(c); err != nil {
			return "", err
		}
	}
	// What the member lacks at its end, or has behind it, is the fault of the archive.
	if doubtful || c.corrupt != nil || full && (c.more || c.left > 0) {
		w.dropLength(findings)
	}
	if !doubtful && (full || c.corrupt != nil) {
		w.finish(m, c)
	}
	if c.records != nil {
		c.records.report(w, m)
	}
	w.ratio(m, out, c)
	return incomplete, nil
}

// sniffMember finds out what a member is and checks it if it is an array.
func (w *walk) sniffMember(m *zipMember, out *Member) (incomplete string, err error) {
	if err := w.read(firstRead); err != nil {
		return "", err
	}
	name := out.Name
	npy := strings.HasSuffix(name, ".npy")
	at, n := m.nameAt(), int64(len(m.central.name))
	if len(w.head) < len(magic) || !hasMagic(w.head) {
		out.noArray = !npy && !m.encrypted() && !m.broken
		return "", w.noArray(m, npy)
	}
	if !npy && name != "" {
		w.report(spec.NpzNameSuffix, at, n, "", "member holds an array, but its name does not end with .npy")
	}
	if absolute, parent := leadsOut(name); strings.Contains(name, "/") && !absolute && !parent {
		w.report(spec.NpzNameNested, at, n, "", "member is in a folder")
	}
	report := &Report{}
	complete, err := w.prefix(report)
	if err != nil || !complete {
		return report.Incomplete, err
	}
	if w.layout.headerLen > longHeader {
		w.turn()
	}
	w.header()
	if w.array.objects {
		w.turn()
	}
	if err := w.data(); err != nil {
		return "", err
	}
	out.Array = w.array.export()
	return "", nil
}

// noArray tells what a member without the magic string is. What it is and what its name promises are two
// questions: a new name doesn't make a pickle harmless.
func (w *walk) noArray(m *zipMember, npy bool) error {
	if m.encrypted() {
		return nil
	}
	archive, pickle := isArchive(w.head), barePickle(w.head)
	at, n := m.nameAt(), int64(len(m.central.name))
	switch {
	case archive:
		w.report(spec.NpzMemberArchive, at, n, "", "member is a zip archive, which npycheck doesn't open")
	case pickle:
		w.report(spec.NpzMemberPickle, at, n, "", "member is a pickle, which can run any code when it is loaded")
	case !npy:
		w.report(spec.NpzMemberNotNpy, at, n, "", "member is no array")
	}
	if npy {
		w.report(spec.NpzMemberWithoutMagic, at, n, "", "member begins with %s and is no .npy file: np.load returns its bytes", quote.Hex(w.head[:min(len(w.head), len(magic))]))
	}
	if pickle && w.opt.depth() != Header {
		w.turn()
		return w.bare()
	}
	return nil
}

// dropLength takes back what was said of missing and surplus bytes since the given finding. What was only
// counted is of the member, too: each has a walk of its own.
func (w *walk) dropLength(from int) {
	untrusted := []spec.ID{spec.PrefixTooShort, spec.PrefixHeaderTruncated, spec.DataTruncated, spec.DataTrailing,
		spec.PickleMissing, spec.PickleTruncated, spec.PickleTrailing}
	if len(w.head) < len(magic) {
		untrusted = append(untrusted, spec.NpzMemberWithoutMagic)
	}
	kept := slices.DeleteFunc(w.faults.Kept[from:], func(f fault.Fault) bool { return slices.Contains(untrusted, f.Rule) })
	w.faults.Kept = w.faults.Kept[:from+len(kept)]
	for _, rule := range untrusted {
		delete(w.faults.Omitted, rule)
	}
}

// ratio warns of a member that inflates out of all proportion, unless its array is that large.
func (w *walk) ratio(m *zipMember, out *Member, c *content) {
	const most, from, possible = 200, 64 << 20, 1032
	unpacked := m.central.unpacked
	switch {
	case w.opt.depth() == Full:
		unpacked = c.read
	case m.broken || m.encrypted() || unpacked/possible > max(m.central.packed, 1):
		return // the headers don't tell
	}
	if m.central.method != methodDeflate || unpacked < from || unpacked/most < max(m.central.packed, 1) {
		return
	}
	if a := out.Array; a != nil && unpacked <= uint64(a.DataOffset+a.DataBytes) {
		return
	}
	w.report(spec.ZipRatio, m.data, m.end-m.data, "", "member inflates from %d bytes to %d, more than its header accounts for", m.central.packed, unpacked)
}
