package validator

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/build"
	"github.com/npycheck/npycheck/spec"
)

// inArrays returns findings as array, rule, offset and length.
func inArrays(r *Report) string {
	var all []string
	for _, f := range r.Findings {
		all = append(all, fmt.Sprintf("%d %v %d+%d", max(f.Array, 1), f.Rule, f.Offset, f.Length))
	}
	return strings.Join(all, ", ")
}

// listed returns the dtypes and the places of the data of all arrays.
func listed(r *Report) string {
	var all []string
	for _, a := range r.Arrays {
		if a == nil {
			all = append(all, "none")
		} else {
			all = append(all, fmt.Sprintf("%s %d+%d", a.DType.Descr(), a.DataOffset, a.DataBytes))
		}
	}
	return strings.Join(all, ", ")
}

func join(files ...any) []byte {
	var all []byte
	for _, f := range files {
		switch f := f.(type) {
		case []byte:
			all = append(all, f...)
		case string:
			all = append(all, f...)
		}
	}
	return all
}

var (
	bools    = npy(1, dict("'|b1'", "False", "(3,)"), "\x00\x01\x02") // 131 bytes, the last one wrong
	tables   = npy(1, dict("'<i2'", "True", "(2, 3)"), zeros(12))     // 140 bytes
	harmless = object1("N")                                           // 252 bytes
	runs     = object1(importOf("os", "system") + str("id") + "\x85R")
)

// TestArrays covers arrays one after the other, and what is found at each depth: in the arrays of which it is known
// where they begin, and to which it is due.
func TestArrays(t *testing.T) {
	for _, test := range []struct {
		what                    string
		file                    []byte
		header, structure, full string
		listed                  string // at depth Full
		duty                    spec.Duty
	}{
		{"one", plainFile, "", "", "", "", spec.Accept},
		{"two", join(plainFile, tables),
			"1 data-second-array 152+6", "1 data-second-array 152+6", "1 data-second-array 152+6",
			"<f8 128+24, <i2 280+12", spec.Either},
		{"three, the second without elements", join(plainFile, npy(2, dict("'<f8'", "False", "(0,)"), ""), plainFile),
			"1 data-second-array 152+6, 2 prefix-version-higher-than-needed 158+2",
			"1 data-second-array 152+6, 2 prefix-version-higher-than-needed 158+2",
			"1 data-second-array 152+6, 2 prefix-version-higher-than-needed 158+2",
			"<f8 128+24, <f8 280+0, <f8 408+24", spec.Either},
		{"bytes after the second", join(plainFile, plainFile, "\n"),
			"1 data-second-array 152+6", "1 data-second-array 152+6, 2 data-trailing 304+1",
			"1 data-second-array 152+6, 2 data-trailing 304+1", "<f8 128+24, <f8 280+24", spec.Either},
		{"part of the magic after the first", join(plainFile, "\x93NUMP"), "", "1 data-trailing 152+5", "1 data-trailing 152+5", "", spec.Either},
		{"second truncated", join(plainFile, plainFile[:151]),
			"1 data-second-array 152+6", "1 data-second-array 152+6, 2 data-truncated 303+0",
			"1 data-second-array 152+6, 2 data-truncated 303+0", "<f8 128+24, <f8 280+24", spec.Either},
		{"only the magic of the second", join(plainFile, spec.Magic),
			"1 data-second-array 152+6, 2 prefix-too-short 158+0",
			"1 data-second-array 152+6, 2 prefix-too-short 158+0",
			"1 data-second-array 152+6, 2 prefix-too-short 158+0", "<f8 128+24, none", spec.Either},
		{"header of the second truncated", join(plainFile, plainFile[:60]),
			"1 data-second-array 152+6, 2 prefix-header-truncated 212+0",
			"1 data-second-array 152+6, 2 prefix-header-truncated 212+0",
			"1 data-second-array 152+6, 2 prefix-header-truncated 212+0", "<f8 128+24, none", spec.Either},
		{"second of an unknown version", join(plainFile, "\x93NUMPY\x09\x00", zeros(200)),
			"1 data-second-array 152+6, 2 prefix-version-unknown 158+2",
			"1 data-second-array 152+6, 2 prefix-version-unknown 158+2",
			"1 data-second-array 152+6, 2 prefix-version-unknown 158+2", "<f8 128+24, none", spec.Either},
		{"wrong values in the second and the third", join(tables, bools, plainFile, bools),
			"1 data-second-array 140+6", "1 data-second-array 140+6",
			"1 data-second-array 140+6, 2 data-bool-value 270+1, 4 data-bool-value 553+1",
			"<i2 128+12, |b1 268+3, <f8 399+24, |b1 551+3", spec.Either},
		{"padding of the second", join(plainFile, bytes.Replace(plainFile, []byte("}     "), []byte("}\t    "), 1)),
			"1 data-second-array 152+6, 2 header-padding-byte 219+1",
			"1 data-second-array 152+6, 2 header-padding-byte 219+1",
			"1 data-second-array 152+6, 2 header-padding-byte 219+1", "<f8 128+24, <f8 280+24", spec.Either},
		{"array after objects", join(harmless, plainFile),
			"", "1 pickle-present 128+124, 1 data-second-array 252+6",
			"1 pickle-present 128+124, 1 data-second-array 252+6", "|O 128+124, <f8 380+24", spec.Either},
		{"objects after objects after an array", join(plainFile, harmless, harmless, plainFile),
			"1 data-second-array 152+6",
			"1 data-second-array 152+6, 2 pickle-present 280+124, 3 pickle-present 532+124",
			"1 data-second-array 152+6, 2 pickle-present 280+124, 3 pickle-present 532+124",
			"<f8 128+24, |O 280+124, |O 532+124, <f8 784+24", spec.Either},
		{"second runs code", join(plainFile, runs),
			"1 data-second-array 152+6",
			"1 data-second-array 152+6, 2 pickle-present 280+143, 2 pickle-import-dangerous 399+11",
			"1 data-second-array 152+6, 2 pickle-present 280+143, 2 pickle-import-dangerous 399+11",
			"<f8 128+24, |O 280+143", spec.Either},
		{"pickle of the second truncated", join(plainFile, harmless[:251]),
			"1 data-second-array 152+6",
			"1 data-second-array 152+6, 2 pickle-present 280+123, 2 pickle-truncated 403+0",
			"1 data-second-array 152+6, 2 pickle-present 280+123, 2 pickle-truncated 403+0", "<f8 128+24, |O 280+123", spec.Either},
		{"second without its pickle", join(plainFile, harmless[:128]),
			"1 data-second-array 152+6", "1 data-second-array 152+6, 2 pickle-missing 280+0",
			"1 data-second-array 152+6, 2 pickle-missing 280+0", "<f8 128+24, |O 280+0", spec.Either},
		{"bytes after the pickle of the second", join(plainFile, harmless, "\n"),
			"1 data-second-array 152+6",
			"1 data-second-array 152+6, 2 pickle-present 280+124, 2 pickle-trailing 404+1",
			"1 data-second-array 152+6, 2 pickle-present 280+124, 2 pickle-trailing 404+1", "<f8 128+24, |O 280+124", spec.Either},
		{"nothing after what isn't a pickle", join(plainFile, payload("\xff"), plainFile),
			"1 data-second-array 152+6",
			"1 data-second-array 152+6, 2 pickle-malformed 280+1, 2 pickle-present 280+153",
			"1 data-second-array 152+6, 2 pickle-malformed 280+1, 2 pickle-present 280+153", "<f8 128+24, |O 280+153", spec.Either},
		{"pickles without a protocol", join(plainFile, "N.", "cos\nsystem\n(S'id'\ntR."),
			"",
			"2 pickle-raw-file 152+2, 3 pickle-raw-file 154+2, 3 pickle-import-dangerous 154+11",
			"2 pickle-raw-file 152+2, 3 pickle-raw-file 154+2, 3 pickle-import-dangerous 154+11",
			"<f8 128+24, none, none", spec.Either},
		{"objects, then a pickle without a protocol", join(harmless, "N.cos\nsystem\n(S'id'\ntR."),
			"",
			"1 pickle-present 128+124, 2 pickle-raw-file 252+2, 3 pickle-raw-file 254+2, 3 pickle-import-dangerous 254+11",
			"1 pickle-present 128+124, 2 pickle-raw-file 252+2, 3 pickle-raw-file 254+2, 3 pickle-import-dangerous 254+11",
			"|O 128+124, none, none", spec.Either},
		{"pickle of text that is longer than the first read", join(plainFile, "X\x00\x10\x00\x00", strings.Repeat("a", 4096), "0cos\nsystem\n(S'id'\ntR."),
			"", "2 pickle-raw-file 152+2, 2 pickle-import-dangerous 4254+11", "2 pickle-raw-file 152+2, 2 pickle-import-dangerous 4254+11", "<f8 128+24, none", spec.Either},
		{"pickle after one that leaves a value", join(plainFile, "NN.", "cos\nsystem\n(S'id'\ntR."),
			"",
			"2 pickle-raw-file 152+2, 2 pickle-malformed 154+1, 3 pickle-raw-file 155+2, 3 pickle-import-dangerous 155+11",
			"2 pickle-raw-file 152+2, 2 pickle-malformed 154+1, 3 pickle-raw-file 155+2, 3 pickle-import-dangerous 155+11",
			"<f8 128+24, none, none", spec.Either},
		{"pickle after one that leaves a mark", join(plainFile, "(N.", "cos\nsystem\n(S'id'\ntR."),
			"",
			"2 pickle-raw-file 152+2, 2 pickle-malformed 154+1, 3 pickle-raw-file 155+2, 3 pickle-import-dangerous 155+11",
			"2 pickle-raw-file 152+2, 2 pickle-malformed 154+1, 3 pickle-raw-file 155+2, 3 pickle-import-dangerous 155+11",
			"<f8 128+24, none, none", spec.Either},
		{"pickle after objects that leave a value", join(payload("NN."), "cos\nsystem\n(S'id'\ntR."),
			"",
			"1 pickle-present 128+3, 1 pickle-malformed 130+1, 2 pickle-raw-file 131+2, 2 pickle-import-dangerous 131+11",
			"1 pickle-present 128+3, 1 pickle-malformed 130+1, 2 pickle-raw-file 131+2, 2 pickle-import-dangerous 131+11",
			"|O 128+3, none", spec.Reject},
		{"rows of zeros", join(plainFile, zeros(4096)), "", "1 data-trailing 152+4096", "1 data-trailing 152+4096", "", spec.Either},
		{"text", join(plainFile, "Hello, world.\n"), "", "1 data-trailing 152+14", "1 data-trailing 152+14", "", spec.Either},
		{"mark that nothing follows", join(plainFile, "("), "", "1 data-trailing 152+1", "1 data-trailing 152+1", "", spec.Either},
		{"first truncated", plainFile[:151], "", "1 data-truncated 151+0", "1 data-truncated 151+0", "", spec.Reject},
		{"first with a fault, and a second", join(npy(1, dict("'<f8'", "False", "(-1,)"), ""), plainFile),
			"1 shape-negative 61+2", "1 shape-negative 61+2", "1 shape-negative 61+2", "", spec.Reject},
	} {
		for depth, want := range map[Depth]string{Header: test.header, Structure: test.structure, Full: test.full} {
			opt := &Options{Depth: depth}
			report := checkBytes(t, test.file, opt)
			if got := inArrays(report); got != want {
				t.Errorf("%s at depth %s:\n got %s\nwant %s", test.what, depth, got, want)
			}
			if depth == Full && (listed(report) != test.listed || report.Duty() != test.duty) {
				t.Errorf("%s: got %s, duty %s, want %s, duty %s", test.what, listed(report), report.Duty(), test.listed, test.duty)
			}
			if len(report.Arrays) > 0 && report.Arrays[0] != report.Array {
				t.Errorf("%s at depth %s: the first of all arrays is another than that of the file", test.what, depth)
			}
			sameStream(t, test.file, opt)
			sameFindings(t, test.what, test.file, depth)
		}
	}
}

// TestArrayMessages covers what is said about a second array: places are in the file, but for what counts from the array.
func TestArrayMessages(t *testing.T) {
	runPlaces(t, &Options{Depth: Full}, []place{
		{join(plainFile, plainFile), "data-second-array 152+6  file holds 2 arrays; np.load(path) returns only the first"},
		{join(plainFile, raw(1, dict("'<f8'", "False", "(0,)")+strings.Repeat(" ", 12)+"\n", "")),
			"data-second-array 152+6  file holds 2 arrays; np.load(path) returns only the first" +
				" | header-alignment-64 160+2  data starts at offset 80 of the array, a multiple of 16 but not of 64 (as NumPy before 1.14)"},
		{join(plainFile, bytes.Replace(plainFile, []byte("}     "), []byte("}\t    "), 1)),
			"data-second-array 152+6  file holds 2 arrays; np.load(path) returns only the first" +
				" | header-padding-byte 219+1  padding byte 0x09 at offset 219, expected 0x20"},
		{join(plainFile, npy(1, dict("'<f8'", "False", "(-3,)"), "")),
			"data-second-array 152+6  file holds 2 arrays; np.load(path) returns only the first" +
				" | shape-negative 213+2 /shape/0 shape[0] is -3, expected a non-negative integer"},
	})
}

// TestArrayVerdict counts what is wrong with a further array for the verdict, kept or not, and never for more than
// Either.
func TestArrayVerdict(t *testing.T) {
	file := join(plainFile, plainFile, plainFile[:151])
	for _, most := range []int{1, 2, 3} {
		report := checkBytes(t, file, &Options{MaxFindings: most})
		if report.Verdict() != Nonconforming || report.Duty() != spec.Either {
			t.Errorf("at most %d findings: got %s, %s, want nonconforming, either", most, report.Verdict(), report.Duty())
		}
	}
	first := join(npy(1, dict("'<f8'", "False", "(3L,)"), zeros(24)), plainFile[:151])
	if got := checkBytes(t, first, nil).Duty(); got != spec.Either {
		t.Errorf("second truncated: got %s, want either", got)
	}
}

// TestArrayImports says in which array an import is.
func TestArrayImports(t *testing.T) {
	report := checkBytes(t, join(harmless, runs), nil)
	var got []string
	for _, i := range report.Imports {
		got = append(got, fmt.Sprintf("%d %s.%s %d", max(i.Array, 1), i.Module, i.Name, i.Offset))
	}
	want := "1 numpy.core.multiarray._reconstruct 130, 1 numpy.ndarray 166, 1 numpy.dtype 195, " +
		"2 numpy.core.multiarray._reconstruct 382, 2 numpy.ndarray 418, 2 numpy.dtype 447, 2 os.system 499"
	if strings.Join(got, ", ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, ", "), want)
	}
}

// TestArrayLimit covers as many arrays as are looked at, and one more.
func TestArrayLimit(t *testing.T) {
	for _, test := range []struct {
		file             []byte
		message, missing string
	}{
		{join(plainFile, plainFile), "file holds 2 arrays; np.load(path) returns only the first", ""},
		{join(plainFile, plainFile, plainFile[:100]), "file holds more than 2 arrays; np.load(path) returns only the first",
			"more than 2 arrays follow each other; the rest were not checked"},
	} {
		opt := &Options{MaxMembers: 2}
		report := checkBytes(t, test.file, opt)
		if len(report.Arrays) != 2 || len(report.Findings) != 1 || report.Findings[0].Message != test.message || report.Incomplete != test.missing {
			t.Errorf("got %d arrays, %+v, incomplete %q, want 2, %q, incomplete %q",
				len(report.Arrays), report.Findings, report.Incomplete, test.message, test.missing)
		}
		sameStream(t, test.file, opt)
	}
}

// TestLargeDTypesOfArrays lists no more arrays than there is room for.
func TestLargeDTypesOfArrays(t *testing.T) {
	file := bytes.Repeat(manyFields(), 20)
	report := checkBytes(t, file, nil)
	const want = "dtypes of the arrays take more than 8388608 bytes; the rest are not listed"
	if report.Incomplete != want || len(report.Arrays) != 20 || report.Arrays[1] == nil || report.Arrays[19] != nil {
		t.Errorf("got %d arrays, incomplete %q, want 20, the last of them not listed, incomplete %q", len(report.Arrays), report.Incomplete, want)
	}
	sameStream(t, file, nil)
}

// TestManyArrays covers twice as many arrays in half as much work.
func TestManyArrays(t *testing.T) {
	empty := npy(1, dict("'<f8'", "False", "(0,)"), "")
	for _, array := range [][]byte{empty, plainFile, bools, harmless} {
		for _, depth := range []Depth{Header, Structure, Full} {
			const n = 1000
			cost := func(n int) (read int64, allocated uint64) {
				file := bytes.Repeat(array, n)
				r := &countingReader{r: bytes.NewReader(file)}
				opt := &Options{Depth: depth}
				if _, err := Check(context.Background(), r, int64(len(file)), opt); err != nil {
					t.Fatal(err)
				}
				return r.n.Load(), allocatedByStream(t, file, opt)
			}
			cost(n) // fills the pools
			read, allocated := cost(n)
			twice, more := cost(2 * n)
			if twice > 21*read/10 || more > 5*allocated/2+1<<18 {
				t.Errorf("%d arrays of %d bytes at depth %s: reads %d bytes and allocates %d, %d and %d for twice as many",
					n, len(array), depth, read, allocated, twice, more)
			}
		}
	}
}

// allocatedByStream is allocated for a stream.
func allocatedByStream(t *testing.T, b []byte, opt *Options) uint64 {
	t.Helper()
	return allocating(func() {
		if _, err := CheckStream(context.Background(), bytes.NewReader(b), opt); err != nil {
			t.Fatal(err)
		}
	})
}

// TestMemberOfArrays walks all arrays of members, though np.load returns the first one only.
func TestMemberOfArrays(t *testing.T) {
	content := join(plainFile, runs, bools)
	const second = "1 data-second-array 152+6"
	const code = ", 2 pickle-present 280+143, 2 pickle-import-dangerous 399+11"
	for _, packed := range [][]byte{nil, build.Deflate(content)} {
		file := build.Archive("", build.File{Name: "a.npy", Content: content, Packed: packed})
		for depth, want := range map[Depth]string{Header: second, Structure: second + code, Full: second + code + ", 3 data-bool-value 553+1"} {
			report := checkBytes(t, file, &Options{Depth: depth})
			if got := inArrays(report); got != want || report.Members[0].Array.DataOffset != 128 {
				t.Errorf("depth %s, compressed %t:\n got %s\nwant %s", depth, packed != nil, got, want)
			}
			number := "3"
			if depth == Header { // nobody knows where the pickle of the second ends
				number = "at least 2"
			}
			if got, want := report.Findings[0].Message, "file holds "+number+" arrays; np.load(path) returns only the first"; got != want {
				t.Errorf("depth %s: got %q, want %q", depth, got, want)
			}
		}
		sameArchiveStream(t, file)
	}
}

// TestArrayRegions names the bytes of all arrays.
func TestArrayRegions(t *testing.T) {
	file := join(plainFile, harmless, tables, "\n")
	end := int64(0)
	arrays := map[int]int64{}
	checkBytes(t, file, &Options{Trace: func(r Region) {
		if r.Offset != end {
			t.Errorf("%s begins at %d, want %d", r.Name, r.Offset, end)
		}
		end = r.Offset + r.Length
		arrays[r.Array] += r.Length
	}})
	if end != int64(len(file)) || arrays[0] != 152 || arrays[2] != 252 || arrays[3] != 141 {
		t.Errorf("got %v, to %d, want the bytes of three arrays up to %d", arrays, end, len(file))
	}
}

// TestExcerptsOfArrays shows the bytes of faults, as far as those of a stream are at hand.
func TestExcerptsOfArrays(t *testing.T) {
	large := npy(1, dict("'|u1'", "False", "(100000,)"), zeros(100_000))
	spoilt := bytes.Replace(plainFile, []byte("}     "), []byte("}\t    "), 1)
	file := join(large, spoilt, bools, large, plainFile)
	for i, r := range []io.Reader{nil, bytes.NewReader(file)} {
		report := checkBytes(t, file, &Options{Depth: Full})
		if r != nil {
			report, _ = CheckStream(context.Background(), r, &Options{Depth: Full})
		}
		at := slices.IndexFunc(report.Findings, func(f Finding) bool { return f.Rule == spec.HeaderPaddingByte })
		f := report.Findings[at]
		if start := f.Offset - f.Offset%16; f.Excerpt.Offset != start || f.Excerpt.Bytes != string(file[start:start+32]) {
			t.Errorf("way %d: got %+v, want the bytes around the fault", i, f)
		}
	}
}

// TestPickleAfterArray calls np.load once more for an open file: what it would run is walked, and no exit code of 0 hides it.
func TestPickleAfterArray(t *testing.T) {
	const runs = "\x80\x03cos\nsystem\nX\x00\x00\x00\x00\x85R."
	after := func(files ...[]byte) []byte { return bytes.Join(files, nil) }
	for _, test := range []struct {
		name  string
		file  []byte
		array int // that the import is in
		at    int64
	}{
		{"after numbers", after(plainFile, []byte(runs)), 2, int64(len(plainFile))},
		{"after objects", after(object1("N"), []byte(runs)), 2, int64(len(object1("N")))},
		{"after another pickle", after(plainFile, []byte("\x80\x03N."), []byte(runs)), 3, int64(len(plainFile)) + 4},
		{"after a bare pickle", after([]byte("\x80\x03N."), []byte(runs)), 2, 4},
	} {
		report := checkBytes(t, test.file, &Options{Depth: Structure})
		var raw, danger *Finding
		for i := range report.Findings {
			switch f := &report.Findings[i]; {
			case f.Rule == spec.PickleRawFile && f.Offset == test.at:
				raw = f
			case f.Rule == spec.PickleImportDangerous:
				danger = f
			}
		}
		if raw == nil || raw.Array != test.array || danger == nil || danger.Array != test.array || danger.Offset != test.at+2 {
			t.Errorf("%s: got %v, want pickle-raw-file and the import of array %d at offset %d", test.name, report.Findings, test.array, test.at)
		}
		if report.Verdict() != Nonconforming || len(report.Imports) == 0 || report.Array == nil && report.Format == Npy {
			t.Errorf("%s: got %s with imports %v, want an error, and the import", test.name, report.Verdict(), report.Imports)
		}
	}
}
