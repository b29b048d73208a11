// Package pickle walks through pickles without executing them. It reports what a pickle imports and calls, and what is
// wrong with it (clauses npy-8.2 to npy-8.14).
//
// A file builds on those before it in this list, and on no later one:
//
//   - what CPython and NumPy do: opcode, import, dtype;
//   - what the walk knows: place, needs, imports, references, value, bounds, memo;
//   - what it reads: text, reader, reader_escape;
//   - what it judges: pattern, states, elements, fields, dtype_state, compare;
//   - what it makes of that: stack, collections, build, call, call_numpy, call_python, call_objects, invoke;
//   - what it passes on: listener;
//   - what does all that: machine, and pickle.
package pickle

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"hash/maphash"
	"io"
	"strings"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// Config says where a pickle is, and what is known of it beforehand.
type Config struct {
	Start      int64   // offset of the pickle; those in the result count from the same place
	End        int64   // where the bytes end, -1 if that is unknown until they are read
	MaxImports int     // imports that are listed
	MaxFaults  int     // faults that are kept
	Header     *Header // nil for a pickle that no header describes

	// Trace, if it isn't nil, is called with the meaning of n bytes at an offset.
	Trace func(at, n int64, what string)

	// Each, if it isn't nil, is called with each opcode that was followed: its name, and the text or the bytes that it
	// makes, or its argument as it is in the file, or the first bytes of either, which are not to be kept; and n, the
	// number of characters or bytes of the whole, or the memo slot that it stores or reads.
	Each func(op string, arg []byte, n int64)
}

// Result is what a walk found.
type Result struct {
	End       int64 // where the pickle ends, or where the walk gave up
	Stopped   bool  // the pickle ends with STOP
	Truncated bool  // the bytes end before the pickle does
	Missing   int64 // at least as many bytes are missing then; 0 if nothing says how many
	Last      int64 // where the last opcode begins

	Imports []Import // the first of them, in the order of the bytes
	Omitted int      // imports that are not listed
	tiers   map[spec.Tier]int64

	Limit  string // the limit of npycheck that ended the walk, or ""
	Faults finding.List
	Needs  Needs
}

// Buffer is the maximum number of bytes that a walk reads ahead.
const Buffer = 16 << 10 // at least maxText

// Walk walks through the pickle that r holds. It executes nothing and looks nothing up. Memory is bounded whatever the
// pickle does, and time is linear in its length. From a [bufio.Reader] with a buffer of at least [Buffer] bytes it
// consumes no byte after the pickle.
//
// The error is that of reading, or of ctx. It is [ErrShort] if the bytes end before Config.End.
func Walk(ctx context.Context, r io.Reader, config Config) (*Result, error) {
	m := newMachine(ctx, r, config)
	if err := m.run(); err != nil {
		return nil, err
	}
	return &Result{
		End:       m.at,
		Stopped:   m.ended,
		Truncated: m.reader.truncated,
		Missing:   max(m.reader.missing, m.frames.end-m.at),
		Last:      m.start,
		Imports:   m.imports.list(),
		Omitted:   m.imports.omitted,
		tiers:     m.imports.tiers,
		Limit:     m.limit,
		Faults:    m.faults,
		Needs:     m.notes.needs,
	}, nil
}

// newMachine puts the parts of a machine together.
func newMachine(ctx context.Context, r io.Reader, config Config) *machine {
	buffer := int64(Buffer)
	if config.End >= 0 {
		buffer = min(buffer, max(config.End-config.Start, maxText))
	}
	m := &machine{header: config.Header, trace: config.Trace}
	if config.Each != nil {
		m.each = &listener{each: config.Each}
	}
	p := &m.place
	p.begin, p.at, p.headed = config.Start, config.Start, config.Header != nil
	p.faults.Max = config.MaxFaults
	seed := maphash.MakeSeed()
	m.notes.place = p
	m.frames.place = p
	m.reader = reader{place: p, notes: &m.notes, ctx: ctx, r: bufio.NewReaderSize(r, int(buffer)), end: config.End, buf: make([]byte, 0, 64)}
	m.imports = imports{place: p, max: config.MaxImports, tiers: make(map[spec.Tier]int64)}
	m.bounds.place = p
	m.references.place = p
	m.memo.highest = -1
	m.stack.memo = &m.memo
	m.fields = fieldKeeper{place: p, seed: seed, keeps: config.Header != nil && config.Header.DType.Struct}
	m.values = collector{place: p, bounds: &m.bounds, references: &m.references, fields: &m.fields}
	m.calls = caller{place: p, imports: &m.imports, bounds: &m.bounds, references: &m.references, memo: &m.memo, text: &m.reader.text, notes: &m.notes}
	m.builder = builder{place: p, bounds: &m.bounds, references: &m.references, fields: &m.fields, memo: &m.memo, text: &m.reader.text}
	m.comparison = comparison{place: p, seed: seed}
	return m
}

// Summary counts the imports by tier.
func (r *Result) Summary() string {
	var parts []string
	for _, t := range []struct {
		tier spec.Tier
		what string
	}{
		{spec.TierNumPy, "from NumPy"},
		{spec.TierStdlib, "from Python"},
		{spec.TierUnknown, "unknown"},
		{spec.TierDangerous, "dangerous"},
	} {
		if n := r.tiers[t.tier]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, t.what))
		}
	}
	return cmp.Or(strings.Join(parts, ", "), "none")
}
