package validator

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"io"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	_ "github.com/npycheck/npycheck/internal/testing/lazygc"
	"github.com/npycheck/npycheck/spec"
)

// npy builds a file: the text padded with spaces to a multiple of 64 bytes, then the data.
func npy(major byte, text, data string) []byte {
	prefix := 12
	if major == 1 {
		prefix = 10
	}
	header := text + strings.Repeat(" ", 63-(prefix+len(text))%64) + "\n"
	return raw(major, header, data)
}

// raw builds a file with the header text as it is.
func raw(major byte, header, data string) []byte {
	b := append([]byte("\x93NUMPY"), major, 0)
	if major == 1 {
		b = binary.LittleEndian.AppendUint16(b, uint16(len(header)))
	} else {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(header)))
	}
	return append(append(b, header...), data...)
}

func zeros(n int) string { return strings.Repeat("\x00", n) }

// plainFile is what NumPy writes for zeros of three doubles, growth space aside.
var plainFile = npy(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }", zeros(24))

func checkBytes(t *testing.T, b []byte, opt *Options) *Report {
	t.Helper()
	report, err := Check(context.Background(), bytes.NewReader(b), int64(len(b)), opt)
	if err != nil {
		t.Fatalf("Check: %v", err)
	}
	return report
}

func ruleIDs(r *Report) []string {
	ids := []string{}
	for _, f := range r.Findings {
		ids = append(ids, f.Rule.String())
	}
	slices.Sort(ids)
	return ids
}

func TestConforming(t *testing.T) {
	report := checkBytes(t, plainFile, &Options{Depth: Full})
	if len(report.Findings) > 0 {
		t.Fatalf("got findings %+v, want none", report.Findings)
	}
	a := report.Array
	if a == nil {
		t.Fatal("got no array")
	}
	if a.DType.Descr() != "<f8" || !slices.Equal(a.Shape, []int64{3}) || a.FortranOrder || a.DataOffset != 128 || a.DataBytes != 24 || a.Version != spec.Version1 {
		t.Errorf("got array %+v, want <f8 (3,) in C order with 24 bytes at 128 in version 1.0", *a)
	}
	if report.Verdict() != Conforming || report.Duty() != spec.Accept {
		t.Errorf("got verdict %v, duty %v, want conforming, accept", report.Verdict(), report.Duty())
	}
}

// TestStream compares a stream with random access, byte by byte and in large reads, at each depth
// and for every example and each of its prefixes up to 200 bytes.
func TestStream(t *testing.T) {
	for _, example := range examples(t) {
		for _, file := range [][]byte{example.bad, example.good} {
			if len(file) > 1<<15 {
				continue // no other path through the code
			}
			for _, depth := range []Depth{Structure, Full} {
				sameStream(t, file, &Options{Depth: depth, Name: path.Base(example.shown.File)})
			}
			for cut := 0; cut < min(len(file), 200); cut += 7 {
				sameStream(t, file[:cut], nil)
			}
		}
	}
}

func sameStream(t *testing.T, b []byte, opt *Options) {
	t.Helper()
	want := checkBytes(t, b, opt)
	for _, r := range []io.Reader{bytes.NewReader(b), iotest.OneByteReader(bytes.NewReader(b)), iotest.DataErrReader(bytes.NewReader(b))} {
		got, err := CheckStream(context.Background(), r, opt)
		if err != nil {
			t.Fatalf("CheckStream: %v", err)
		}
		compareReports(t, got, want)
	}
}

// compareReports compares the report on a stream with that on the same bytes in a file, of which more can be shown.
func compareReports(t *testing.T, got, want *Report) {
	t.Helper()
	same := func(got, want Finding) bool {
		if got.Excerpt == (Excerpt{}) {
			want.Excerpt = got.Excerpt
		}
		return got == want
	}
	if !slices.EqualFunc(got.Findings, want.Findings, same) {
		t.Errorf("findings differ:\n got %+v\nwant %+v", got.Findings, want.Findings)
	}
	if (got.Array == nil) != (want.Array == nil) || got.Format != want.Format || got.Incomplete != want.Incomplete {
		t.Errorf("reports differ: got %+v, want %+v", got, want)
		return
	}
	g, _ := json.Marshal([]any{got.Array, got.Arrays, got.Imports})
	w, _ := json.Marshal([]any{want.Array, want.Arrays, want.Imports})
	if !bytes.Equal(g, w) {
		t.Errorf("arrays or imports differ: got %s, want %s", g, w)
	}
}

// TestArrayJSON writes arrays, one of which somebody made without a shape: that of no dimension.
func TestArrayJSON(t *testing.T) {
	for _, test := range []struct {
		array Array
		want  string
	}{
		{Array{spec.Version1, spec.DType{Kind: 'f', Order: '<', Itemsize: 8}, []int64{2, 3}, true, 128, 48, nil},
			`{"version":"1.0","dtype":"<f8","itemsize":8,"shape":[2,3],"fortran_order":true,"data_offset":128,"data_bytes":48}`},
		{Array{spec.Version2, spec.DType{Kind: 'S', Order: '|', Itemsize: 1}, nil, false, 64, 1, nil},
			`{"version":"2.0","dtype":"|S1","itemsize":1,"shape":[],"fortran_order":false,"data_offset":64,"data_bytes":1}`},
	} {
		if got, err := test.array.MarshalJSON(); err != nil || string(got) != test.want {
			t.Errorf("got %s, %v, want %s", got, err, test.want)
		}
	}
}

// TestPrefixes cuts a conforming file at every byte: each piece is nonconforming.
func TestPrefixes(t *testing.T) {
	for cut := range plainFile {
		report := checkBytes(t, plainFile[:cut], nil)
		want := "data-truncated"
		switch {
		case cut < 10:
			want = "prefix-too-short"
		case cut < 128:
			want = "prefix-header-truncated"
		}
		if got := ruleIDs(report); !slices.Equal(got, []string{want}) {
			t.Errorf("first %d bytes: got %v, want [%s]", cut, got, want)
		}
		if report.Verdict() != Nonconforming {
			t.Errorf("first %d bytes: got %s, want nonconforming", cut, report.Verdict())
		}
	}
}

// TestDepth checks that a deeper check reports whatever a shallower one does, unless it finds the one cause of all.
func TestDepth(t *testing.T) {
	causes := map[spec.ID]string{
		spec.PrefixMagic:          "the bytes behind it show that the first is missing",
		spec.ZipEndRecordMismatch: "the data show that line ends were changed",
		spec.HeaderFinalNewline:   "the end of the data shows where the header ends",
		spec.ZipSize:              "the member isn't cut where its size says so",
	}
	for _, example := range examples(t) {
		if causes[example.rule.ID] != "" {
			continue
		}
		var last []Finding
		for _, depth := range []Depth{Header, Structure, Full} {
			findings := checkBytes(t, example.bad, &Options{Depth: depth, Name: path.Base(example.shown.File)}).Findings
			for _, f := range last {
				if !slices.Contains(findings, f) {
					t.Errorf("%s: depth %v lost %s", example.rule.Name, depth, f.Rule.String())
				}
			}
			last = findings
		}
	}
}

func TestMaxFindings(t *testing.T) {
	shape := strings.Repeat("0x1, ", 30)
	b := npy(1, "{'descr': '|u1', 'fortran_order': False, 'shape': ("+shape[:len(shape)-2]+"), }", "")
	report := checkBytes(t, b, &Options{MaxFindings: 10})
	if len(report.Findings) != 10 || report.Omitted[spec.LiteralNumberBase] != 20 || report.Verdict() != Nonconforming {
		t.Errorf("got %d findings and %v omitted, want 10 and 20", len(report.Findings), report.Omitted)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Check(ctx, bytes.NewReader(plainFile), int64(len(plainFile)), nil); err != context.Canceled {
		t.Errorf("got error %v, want context.Canceled", err)
	}
}

// TestParallel checks the examples from several goroutines at once: the reports are those of a
// single one. The race detector runs it too.
func TestParallel(t *testing.T) {
	all := examples(t)
	want := make([]*Report, len(all))
	for i, example := range all {
		want[i] = checkBytes(t, example.bad, nil)
	}
	for g := range 4 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			for i := range all {
				j := (i*7 + g*31) % len(all)
				compareReports(t, checkBytes(t, all[j].bad, nil), want[j])
			}
		})
	}
}
