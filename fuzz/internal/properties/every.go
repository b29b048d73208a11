package properties

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Every checks what must hold for every file, and what must hold if it conforms, and returns its report at depth
// Full. If c.Sample is set it checks what Full does, and one of the others.
func (c *Checker) Every(content []byte) (*validator.Report, error) {
	full, err := c.Full(content)
	if err != nil {
		return nil, err
	}
	checks := [...]func([]byte, *validator.Report) error{c.Stream, c.Trace, c.Depths, c.Memory, c.Canonical, c.Archive, c.EdgeCuts}
	if c.Sample {
		return full, checks[crc32.ChecksumIEEE(content)%uint32(len(checks))](content, full)
	}
	for _, check := range checks {
		if err := check(content, full); err != nil {
			return nil, err
		}
	}
	return full, nil
}

// EdgeCuts cuts a conforming file at the ends of its parts.
func (c *Checker) EdgeCuts(content []byte, full *validator.Report) error {
	return c.Cuts(content, full, len(content)-1, len(content)/2, int(dataOffset(full))-1, 9, 0)
}

// Stream compares the report with that of a stream.
func (c *Checker) Stream(content []byte, full *validator.Report) error {
	c.ran(StreamIsFile)
	c.Checks++
	c.stream.Reset(content)
	stream, err := plain(validator.CheckStream(context.Background(), &c.stream, options(validator.Full)))
	if err != nil {
		return err
	}
	// In a stream the first bytes after an array decide whether they are a pickle, since its end is unknown.
	guessed := breaks(stream, spec.PickleRawFile) && !breaks(full, spec.PickleRawFile)
	if !guessed && !same(stream, full) {
		return violation(StreamIsFile, "stream and file differ:\n%s\n%s", show(stream), show(full))
	}
	return nil
}

// Trace compares the report with that of a traced check, which parses headers that are otherwise only compared with
// NumPy's layout.
func (c *Checker) Trace(content []byte, full *validator.Report) error {
	c.ran(TraceIsSilent)
	opt := *options(validator.Full)
	opt.Trace = func(validator.Region) {}
	traced, err := c.check(content, &opt)
	if err != nil {
		return err
	}
	if !same(traced, full) {
		return violation(TraceIsSilent, "a check with a trace differs:\n%s\n%s", show(traced), show(full))
	}
	return nil
}

// Depths checks a file at all depths, each of which must find what the one before it found.
func (c *Checker) Depths(content []byte, full *validator.Report) error {
	c.ran(DepthsNest)
	header, err := c.check(content, options(validator.Header))
	if err != nil {
		return err
	}
	structure, err := c.check(content, options(validator.Structure))
	if err != nil {
		return err
	}
	// Recognising another format may take the file's size, or more of a member than its first bytes, and counting
	// arrays takes the ends of pickles.
	// The end of the data shows where the header ends.
	moved := wrongLength(structure)
	// The stream of a pickle in a member is read at depth structure. If it is damaged, what its first bytes are may follow.
	corrupt := func(f validator.Finding) bool {
		return slices.ContainsFunc(structure.Findings, func(g validator.Finding) bool {
			return g.Member == f.Member && (g.Rule == spec.ZipDeflateCorrupt || g.Rule == spec.ZipDataCorrupt)
		})
	}
	says := func(f validator.Finding) bool {
		if moved || f.Rule == spec.NpzMemberWithoutMagic && corrupt(f) {
			return true
		}
		switch f.Rule {
		case spec.PrefixMagic, spec.NpzMemberWithoutMagic:
		case spec.DataSecondArray:
			if !strings.Contains(f.Message, "at least") {
				return false
			}
		default:
			return false
		}
		return slices.ContainsFunc(structure.Findings, func(g validator.Finding) bool {
			g.Message, g.Remedy = f.Message, f.Remedy
			return g == f
		})
	}
	if f, ok := lost(header, structure, says); ok {
		return violation(DepthsNest, "depth structure lost %+v", f)
	}
	// If a member's content isn't what the headers promise, a deeper check knows better.
	broken, damaged := map[int]bool{}, map[int]bool{}
	for i := range full.Findings {
		switch f := &full.Findings[i]; f.Rule {
		case spec.ZipDeflateCorrupt, spec.ZipDataCorrupt, spec.ZipSize:
			broken[f.Member] = true
		case spec.ZipCrc:
			damaged[f.Member] = true
		}
	}
	// Only depth Full reads all of an archive to find out what happened to it as a whole. Then consequences aren't
	// listed, unless they are dangers.
	overwritten := func(f validator.Finding) bool {
		return f.Rule == spec.ZipHeaderMismatch && strings.Contains(f.Message, "written over an older one")
	}
	wrecked := full.Format == validator.Npz &&
		(breaks(full, spec.ZipEndRecordMismatch, spec.ZipNoEndRecord) || slices.ContainsFunc(full.Findings, overwritten))
	follows := func(f validator.Finding) bool {
		causeless := func(g validator.Finding) bool { return withoutCause(g) == withoutCause(f) }
		if slices.ContainsFunc(full.Findings, causeless) {
			return true
		}
		if broken[f.Member] {
			return true
		}
		inside := f.Base == validator.BaseContent || f.Rule == spec.NpzMemberWithoutMagic
		if damaged[f.Member] && inside && f.Kind() != spec.Security {
			return true
		}
		return wrecked && (f.Kind() != spec.Security || f.Severity() < spec.Error || f.Rule.Rule().Area() == "zip")
	}
	if f, ok := lost(structure, full, follows); ok {
		return violation(DepthsNest, "depth full lost %+v", f)
	}
	return nil
}

// wrongLength reports whether a finding says that the length of the header is wrong.
func wrongLength(report *validator.Report) bool {
	return slices.ContainsFunc(report.Findings, func(f validator.Finding) bool { return strings.HasPrefix(f.Message, "header length is ") })
}

// withoutCause returns a finding without the words on the cause of missing or zero bytes: only depth Full looks for
// it, and not in members.
func withoutCause(f validator.Finding) validator.Finding {
	switch f.Rule {
	case spec.DataTruncated:
		f.Message, _, _ = strings.Cut(f.Message, " byte")
	case spec.PrefixMagic:
		f.Message, f.Remedy = f.Message[:max(0, strings.IndexAny(f.Message, ",;"))], false
	case spec.ZipDeflateCorrupt, spec.ZipDataCorrupt: // only a check of everything knows which members are whole
		f.Message, _, _ = strings.Cut(f.Message, " (")
	}
	return f
}

// lost returns a finding that a deeper check lost without a reason, if there is one. There may be a million of them.
func lost(shallow, deep *validator.Report, excused func(validator.Finding) bool) (validator.Finding, bool) {
	var found map[validator.Finding]bool
	for i, f := range shallow.Findings {
		if i < len(deep.Findings) && deep.Findings[i] == f {
			continue // most are in the same place
		}
		if found == nil {
			found = make(map[validator.Finding]bool, len(deep.Findings))
			for _, g := range deep.Findings {
				found[g] = true
			}
		}
		if !found[f] && !excused(f) {
			return f, true
		}
	}
	return validator.Finding{}, false
}

// maxAllocated is how many bytes a check of size bytes may allocate in total, an upper bound of its memory: the
// buffers of a file, and of the members of an archive that are judged at the same time, and for each byte a finding
// and a node of a pickle, in lists that grow.
func maxAllocated(size int) uint64 { return 1<<20 + 2048*uint64(size) }

// maxWindows is what the decompressors of methods that NumPy doesn't write may allocate in all for a small archive: a few
// MiB for each member and reading of one.
const maxWindows = 64 << 20

// Memory checks what a check allocates. It is of this process: no other goroutine should allocate.
func (c *Checker) Memory(content []byte, full *validator.Report) error {
	c.ran(MemoryBounded)
	limit := maxAllocated(len(content))
	if slices.ContainsFunc(full.Members, func(m validator.Member) bool { return other(m.Method) }) || hasOther(content) {
		limit += maxWindows
	}
	n, err := c.allocates(content, c.memory.bytes)
	if err == nil && n > limit {
		n, err = c.allocates(content, allocated)
	}
	if err == nil && n > limit {
		return violation(MemoryBounded, "a check of %d bytes allocates %d", len(content), n)
	}
	return err
}

// other reports whether a method is one that NumPy doesn't write.
func other(method uint16) bool { return method != zip.Store && method != zip.Deflate }

// hasOther reports whether a local header has another method. The data may be read by it, whatever the directory says.
func hasOther(archive []byte) bool {
	for {
		_, after, found := bytes.Cut(archive, []byte("PK\x03\x04"))
		if !found || len(after) < 6 {
			return false
		}
		if other(binary.LittleEndian.Uint16(after[4:])) {
			return true
		}
		archive = after
	}
}

// allocates returns how many bytes a check allocates, as the meter has it.
func (c *Checker) allocates(content []byte, meter func() uint64) (uint64, error) {
	before := meter()
	_, err := c.check(content, options(validator.Full))
	return meter() - before, err
}
