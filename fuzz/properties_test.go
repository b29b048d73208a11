package fuzz

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// check returns the report on b, which must be the same for random access and for a stream, and
// fit for a terminal.
func check(t *testing.T, b []byte, depth validator.Depth) *validator.Report {
	t.Helper()
	opt := &validator.Options{Depth: depth, MaxFindings: 1 << 20}
	report, err := validator.Check(context.Background(), bytes.NewReader(b), int64(len(b)), opt)
	if err != nil {
		t.Fatalf("Check: %v", err)
	}
	if depth != validator.Header {
		stream, err := validator.CheckStream(context.Background(), bytes.NewReader(b), opt)
		if err != nil {
			t.Fatalf("CheckStream: %v", err)
		}
		if got, want := text(t, stream), text(t, report); got != want {
			t.Fatalf("stream and random access differ:\n%s\n%s", got, want)
		}
	}
	for _, f := range report.Findings {
		if _, ok := spec.Lookup(f.Rule.String()); !ok {
			t.Errorf("finding names the unknown rule %q", f.Rule)
		}
		if f.Offset < 0 || f.Length < 0 || f.Base == validator.BaseFile && f.Offset+f.Length > int64(len(b)) {
			t.Errorf("%s: range %d+%d is not in the file of %d bytes", f.Rule, f.Offset, f.Length, len(b))
		}
		for _, s := range []string{f.Message, f.Pointer} {
			if !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
				t.Errorf("%s: %q is not fit for a terminal", f.Rule, s)
			}
		}
	}
	return report
}

// text returns a report without the excerpts, of which a stream has fewer.
func text(t *testing.T, r *validator.Report) string {
	t.Helper()
	plain := *r
	plain.Findings = slices.Clone(r.Findings)
	for i := range plain.Findings {
		plain.Findings[i].Excerpt = validator.Excerpt{}
	}
	b, err := json.Marshal(plain)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// depths checks a file at all depths, each of which must find what the one before it found, and returns
// the report of the deepest.
func depths(t *testing.T, b []byte) *validator.Report {
	t.Helper()
	header, structure, full := check(t, b, validator.Header), check(t, b, validator.Structure), check(t, b, validator.Full)
	for _, r := range []*validator.Report{header, structure, full} {
		for i := range r.Findings {
			r.Findings[i].Excerpt = validator.Excerpt{} // a deeper check may have read more that it can show
		}
	}
	for _, f := range header.Findings {
		// A hint at what a file really is may take its size, and comes at the end of the message.
		same := func(g validator.Finding) bool {
			hint := f.Rule == spec.PrefixMagic && strings.HasPrefix(g.Message, f.Message)
			g.Message = f.Message
			return g == f && (hint || slices.Contains(structure.Findings, f))
		}
		if !slices.ContainsFunc(structure.Findings, same) {
			t.Errorf("depth structure lost %+v", f)
		}
	}
	// Of a member whose content is not what the headers promise, a deeper check knows better.
	broken := map[int]bool{}
	for _, f := range full.Findings {
		if f.Rule == spec.ZipDeflateCorrupt || f.Rule == spec.ZipSize {
			broken[f.Member] = true
		}
	}
	for _, f := range structure.Findings {
		if !slices.Contains(full.Findings, f) && !broken[f.Member] {
			t.Errorf("depth full lost %+v", f)
		}
	}
	return full
}

// properties checks what must hold for every file, and returns the report of the deepest check.
func properties(t *testing.T, b []byte) *validator.Report {
	t.Helper()
	full := depths(t, b)
	if full.Verdict() != validator.Conforming || full.Format != validator.Npy {
		return full
	}
	a := full.Array
	if a == nil && (breaks(full, spec.ShapeZeroWithHugeDimension) || breaks(full, spec.LiteralNamedEscape)) {
		return full // a dimension that no int64 holds, or a character that only Unicode's tables tell
	}
	if a == nil {
		t.Fatal("a conforming file has no array")
	}
	reencode(t, b, a, full.Findings)
	if len(b) > 0 && !a.DType.HasObject() && a.DataOffset+a.DataBytes == int64(len(b)) {
		for _, cut := range []int{len(b) - 1, len(b) / 2, int(a.DataOffset) - 1, 9, 0} {
			if cut < len(b) && check(t, b[:cut], validator.Structure).Verdict() != validator.Nonconforming {
				t.Errorf("the first %d of %d bytes of a conforming file conform", cut, len(b))
			}
		}
	}
	return full
}

// reencode writes the array again with a canonical header: the file must conform and mean the same.
func reencode(t *testing.T, b []byte, a *validator.Array, findings []validator.Finding) {
	t.Helper()
	for _, f := range findings {
		switch f.Rule.String() {
		case "descr-mixed-byte-order", "header-length-over-10000":
		case "descr-subarray-shape-empty", "descr-padding-zero", "descr-padding-form", "descr-subarray-shape-int":
			return // canonical text spells another dtype of the same layout
		}
	}
	header, err := spec.Header{DType: a.DType, FortranOrder: a.FortranOrder, Shape: a.Shape}.Append(nil, spec.Version{}, spec.EraGrowth)
	if err != nil {
		t.Fatalf("no canonical header for %s: %v", text(t, &validator.Report{Array: a}), err)
	}
	again := check(t, append(header, b[a.DataOffset:]...), validator.Full)
	if again.Verdict() != validator.Conforming {
		t.Fatalf("canonical header %q does not conform: %+v", header, again.Findings)
	}
	x, y := again.Array, a
	if x.DType.Descr() != y.DType.Descr() || !slices.Equal(x.Shape, y.Shape) || x.FortranOrder != y.FortranOrder || x.DataBytes != y.DataBytes {
		t.Fatalf("canonical header %q means %s, want %s", header, text(t, again), text(t, &validator.Report{Array: y}))
	}
	for _, f := range again.Findings {
		if strings.HasPrefix(f.Rule.String(), "literal-") || strings.HasPrefix(f.Rule.String(), "header-") && f.Rule != spec.HeaderLengthOver10000 && f.Rule != spec.HeaderNotAscii {
			t.Errorf("canonical header %q: %s (%s)", header, f.Rule, f.Message)
		}
	}
}

// breaks reports whether a finding is by the rule.
func breaks(report *validator.Report, rule spec.ID) bool {
	return report.Omitted[rule] > 0 || slices.ContainsFunc(report.Findings, func(f validator.Finding) bool { return f.Rule == rule })
}
