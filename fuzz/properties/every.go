package properties

import (
	"context"
	"hash/crc32"
	"runtime"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

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

// EdgeCuts cuts a conforming file where its parts end.
func (c *Checker) EdgeCuts(content []byte, full *validator.Report) error {
	return c.Cuts(content, full, len(content)-1, len(content)/2, int(dataOffset(full))-1, 9, 0)
}

func dataOffset(report *validator.Report) int64 {
	if report.Array == nil {
		return 0
	}
	return report.Array.DataOffset
}

// Full returns the report on a file at depth Full, of which it checks WorkBounded, Places and
// ImportsOrdered.
func (c *Checker) Full(content []byte) (*validator.Report, error) {
	full, err := c.check(content, options(validator.Full))
	if err != nil {
		return nil, err
	}
	if c.Seen != nil {
		c.Seen(full)
	}
	c.ran(WorkBounded)
	if n := c.file.n.Load(); n > maxRead(len(content)) {
		return nil, violation(WorkBounded, "read %d bytes of a file of %d", n, len(content))
	}
	if err := c.imports(content, full); err != nil {
		return nil, err
	}
	return full, c.places(content, full)
}

// imports checks that the imports of each pickle are within it, in their order.
func (c *Checker) imports(content []byte, full *validator.Report) error {
	if len(full.Imports) == 0 {
		return nil
	}
	c.ran(ImportsOrdered)
	member, last := validator.NoMember, dataOffset(full)
	for _, i := range full.Imports {
		if i.Member != member {
			member, last = i.Member, 0
		}
		if i.Offset < last || member == validator.NoMember && i.Offset >= int64(len(content)) {
			return violation(ImportsOrdered, "import at offset %d in a file of %d bytes, after one at %d", i.Offset, len(content), last)
		}
		last = i.Offset
	}
	return nil
}

// maxRead is how many bytes a check of size bytes may read: an array once, an archive several times, for its records,
// its members, and what else may be a record. Small members that no directory lists come to 18 times.
func maxRead(size int) int64 { return 32*int64(size) + 4<<10 }

// places checks that findings are about bytes of the file, in words fit for a terminal.
func (c *Checker) places(content []byte, report *validator.Report) error {
	c.ran(Places)
	for i := range report.Findings {
		f := &report.Findings[i]
		if _, ok := spec.Lookup(f.Rule.String()); !ok {
			return violation(Places, "finding names the unknown rule %q", f.Rule)
		}
		if f.Offset < 0 || f.Length < 0 || f.Base == validator.BaseFile && f.Offset+f.Length > int64(len(content)) {
			return violation(Places, "%s: range %d+%d is not in the file of %d bytes", f.Rule, f.Offset, f.Length, len(content))
		}
		if !printable(f.Message) || !printable(f.Pointer) {
			return violation(Places, "%s: %q at %q is not fit for a terminal", f.Rule, f.Message, f.Pointer)
		}
	}
	return nil
}

func printable(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !strconv.IsPrint(r) })
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
	if !same(stream, full) {
		return violation(StreamIsFile, "stream and file differ:\n%s\n%s", show(stream), show(full))
	}
	return nil
}

// Trace compares the report with that of a check somebody listens to: it parses a header that is otherwise
// compared with NumPy's layout.
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
	// A hint at what a file really is may take its size, and comes at the end of the message.
	hint := func(f validator.Finding) bool {
		return f.Rule == spec.PrefixMagic && slices.ContainsFunc(structure.Findings, func(g validator.Finding) bool {
			hint := strings.HasPrefix(g.Message, f.Message)
			g.Message = f.Message
			return hint && g == f
		})
	}
	if f, ok := lost(header, structure, hint); ok {
		return violation(DepthsNest, "depth structure lost %+v", f)
	}
	// Of a member whose content is not what the headers promise, a deeper check knows better.
	broken := map[int]bool{}
	for i := range full.Findings {
		if f := &full.Findings[i]; f.Rule == spec.ZipDeflateCorrupt || f.Rule == spec.ZipSize {
			broken[f.Member] = true
		}
	}
	if f, ok := lost(structure, full, func(f validator.Finding) bool { return broken[f.Member] }); ok {
		return violation(DepthsNest, "depth full lost %+v", f)
	}
	return nil
}

// lost returns a finding that a deeper check lost without an excuse, if there is one. There may be a million of them.
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

// meter estimates what is allocated, cheaply: it counts a span of memory when it is full.
type meter [1]metrics.Sample

func (m *meter) bytes() uint64 {
	m[0].Name = "/gc/heap/allocs:bytes"
	metrics.Read(m[:])
	return m[0].Value.Uint64()
}

// allocated is exact, and stops the world.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// maxAllocated is how many bytes a check of size bytes may allocate in all, which is at least what it holds at
// one time: the buffers of a file, and of the members of an archive that are judged at the same time, and for each
// byte a finding and a node of a pickle, in lists that grow.
func maxAllocated(size int) uint64 { return 1<<20 + 2048*uint64(size) }

// Memory checks what a check allocates. It is of this process: no other goroutine should allocate.
func (c *Checker) Memory(content []byte, _ *validator.Report) error {
	c.ran(MemoryBounded)
	limit := maxAllocated(len(content))
	n, err := c.allocates(content, c.memory.bytes)
	if err == nil && n > limit {
		n, err = c.allocates(content, allocated)
	}
	if err == nil && n > limit {
		return violation(MemoryBounded, "a check of %d bytes allocates %d", len(content), n)
	}
	return err
}

// allocates returns how many bytes a check allocates, as the meter has it.
func (c *Checker) allocates(content []byte, meter func() uint64) (uint64, error) {
	before := meter()
	_, err := c.check(content, options(validator.Full))
	return meter() - before, err
}
