package shrink

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/fuzz/internal/archive"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// check checks a file as deep as possible. The name says what it should be.
func check(t testing.TB, name string, file []byte) *validator.Report {
	t.Helper()
	options := validator.Options{Depth: validator.Full, Decompressors: decompress.Methods(), Name: name}
	report, err := validator.Check(context.Background(), bytes.NewReader(file), int64(len(file)), &options)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// breaks reports whether the file breaks one rule and no other.
func breaks(t testing.TB, name string, file []byte, rule string) bool {
	findings := check(t, name, file).Findings
	return len(findings) > 0 && !slices.ContainsFunc(findings, func(f validator.Finding) bool { return f.Rule.String() != rule })
}

// TestRules shrinks the cases of the corpus that break one rule to files that break no other: the median of what
// is left is under 200 bytes for .npy files and under 400 for archives.
func TestRules(t *testing.T) {
	const tries = 60
	sizes := make(map[validator.Format][]int)
	for i, c := range corpus.Cases() {
		if len(c.Rules) != 1 || c.Size >= 64<<10 || testing.Short() && i%8 > 0 {
			continue
		}
		file, err := fs.ReadFile(corpus.FS, c.File)
		if err != nil {
			t.Fatal(err)
		}
		format := validator.Format(c.Format)
		small := File(t.Context(), file, format, tries, func(b []byte) bool { return breaks(t, c.File, b, c.Rules[0]) })
		if len(small) > len(file) || !breaks(t, c.File, small, c.Rules[0]) {
			t.Errorf("%s: %d bytes became %d that don't break %s and no other rule", c.ID, len(file), len(small), c.Rules[0])
		}
		sizes[format] = append(sizes[format], len(small))
	}
	for format, want := range map[validator.Format]int{validator.Npy: 200, validator.Npz: 400} {
		slices.Sort(sizes[format])
		median := sizes[format][len(sizes[format])/2]
		t.Logf("%s: %d files, median %d bytes", format, len(sizes[format]), median)
		if median >= want {
			t.Errorf("%s: median %d bytes, want less than %d", format, median, want)
		}
	}
}

// npyFile returns a file whose data is random and not zero.
func npyFile(t testing.TB, descr string, fortran bool, shape ...int64) []byte {
	t.Helper()
	dtype, err := spec.ParseDescr(descr)
	if err != nil {
		t.Fatal(err)
	}
	file, err := spec.Header{DType: dtype, FortranOrder: fortran, Shape: shape}.Append(nil, spec.Version{Major: 2}, spec.Era64)
	if err != nil {
		t.Fatal(err)
	}
	n := dtype.Itemsize
	for _, d := range shape {
		n *= d
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range n {
		file = append(file, byte(1+r.IntN(255)))
	}
	return file
}

// zipFile returns an archive with deflated members.
func zipFile(t testing.TB, members ...[]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i, member := range members {
		m, err := w.Create("member" + string(rune('0'+i)) + ".npy")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Write(member); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.SetComment("a comment"); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// npyObjects returns a file with several objects.
func npyObjects(t testing.TB) []byte {
	file, err := fs.ReadFile(corpus.FS, "either/pickle/objects-2d.npy")
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// nested returns a file whose elements are structures within each other.
func nested(t testing.TB, depth int) []byte {
	return npyFile(t, strings.Repeat("[('name', ", depth)+"'>f4'"+strings.Repeat("), ('other', '<U2')]", depth), false, 4, 3)
}

const mixed = "[('first', '>i2'), (('a title', 'second'), '<f8', (2, 3)), ('third', [('x', '>c16'), ('', '|V3'), ('y', '>f4')]), ('text', '<U5')]"

// conforming returns the arrays of a conforming file, or nil.
func conforming(t testing.TB, name string, file []byte) []*validator.Array {
	report := check(t, name, file)
	if report.Verdict() != validator.Conforming {
		return nil
	}
	if report.Array != nil {
		return []*validator.Array{report.Array}
	}
	var arrays []*validator.Array
	for _, m := range report.Members {
		if m.Array == nil {
			return nil
		}
		arrays = append(arrays, m.Array)
	}
	return arrays
}

// holdsSwapped reports whether a type holds one of some kinds whose bytes are swapped.
func holdsSwapped(t spec.DType, kind byte) bool {
	if t.Base != nil {
		return holdsSwapped(*t.Base, kind)
	}
	return t.Kind == kind && t.Order == '>' ||
		slices.ContainsFunc(t.Fields, func(f spec.Field) bool { return holdsSwapped(f.Type, kind) })
}

// TestPlanted shrinks files that a reader with a known bug reads wrongly, and conforming ones alone. What is left
// is little more than what shows the bug: a header of 64 bytes, if its text can be so short.
func TestPlanted(t *testing.T) {
	structured := npyFile(t, mixed, true, 7, 1, 12)
	for _, test := range []struct {
		name  string
		file  []byte
		npz   bool
		wrong func(file []byte, arrays []*validator.Array) bool
		want  string // what is left, or its text
	}{
		{"complex numbers are never swapped", structured, false,
			func(file []byte, arrays []*validator.Array) bool { return holdsSwapped(arrays[0].DType, 'c') },
			"{'descr': '>c8', 'fortran_order': False, 'shape': ()}"},
		{"complex numbers that differ are never swapped", structured, false,
			func(file []byte, arrays []*validator.Array) bool {
				data := file[arrays[0].DataOffset:]
				return holdsSwapped(arrays[0].DType, 'c') && slices.Max(append(data, 0)) > 0
			},
			"{'descr': '>c8', 'fortran_order': False, 'shape': ()}"},
		{"Fortran order is ignored", npyFile(t, mixed, true, 5, 2, 9, 3), false,
			func(file []byte, arrays []*validator.Array) bool {
				a, data := arrays[0], file[arrays[0].DataOffset:]
				return a.FortranOrder && len(a.Shape) > 1 && a.Shape[0] > 1 && a.Shape[1] > 1 && len(data) > 3 && data[1] != data[2]
			},
			"{'descr':'u1','fortran_order':True,'shape':(2,2)}"},
		{"the third dimension is lost", npyFile(t, "<f4", false, 3, 4, 5, 6), false,
			func(file []byte, arrays []*validator.Array) bool { return len(arrays[0].Shape) > 2 },
			"{'descr':'u1','fortran_order':False,'shape':(1,1,1)}"},
		{"objects are read as numbers", npyObjects(t), false,
			func(file []byte, arrays []*validator.Array) bool {
				return arrays[0].DType.HasObject() && breaks(t, "a.npy", file, "pickle-present")
			},
			"{'descr': '|O', 'fortran_order': False, 'shape': (1,), }"},
		{"ten types within each other are too many", nested(t, 38), false,
			func(file []byte, arrays []*validator.Array) bool {
				depth := 0
				for d := &arrays[0].DType; len(d.Fields) > 0; d = &d.Fields[0].Type {
					depth++
				}
				return depth > 9
			}, ""},
		{"titles stand for names", structured, false,
			func(file []byte, arrays []*validator.Array) bool {
				return slices.ContainsFunc(arrays[0].DType.Fields, func(f spec.Field) bool { return f.Titled })
			}, ""},
		{"the second of two members is lost", zipFile(t, structured, npyFile(t, "<f8", false, 30), structured), true,
			func(file []byte, arrays []*validator.Array) bool { return len(arrays) > 1 }, ""},
		{"deflated members are swapped", zipFile(t, npyFile(t, "<f8", false, 30), structured), true,
			func(file []byte, arrays []*validator.Array) bool {
				z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
				return err == nil && slices.ContainsFunc(z.File, func(f *zip.File) bool { return f.Method == zip.Deflate })
			}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			format, name, most := validator.Npy, "a.npy", 200
			switch {
			case test.npz:
				format, name, most = validator.Npz, "a.npz", 400
			case bytes.Contains(test.file, []byte("'|O'")):
				most = 252 // a header of 128 bytes and the least that builds an array of objects
			}
			asks := 0
			keep := func(file []byte) bool {
				asks++
				arrays := conforming(t, name, file)
				return len(arrays) > 0 && test.wrong(file, arrays)
			}
			if !keep(test.file) {
				t.Fatal("the file doesn't show the bug")
			}
			small := File(t.Context(), test.file, format, 1000, keep)
			t.Logf("%d bytes became %d after %d asks: %q", len(test.file), len(small), asks, small)
			if !keep(small) || len(small) > most {
				t.Errorf("got %d bytes, want a file that shows the bug, of at most %d", len(small), most)
			}
			if p, _ := split(small); test.want != "" && string(p.text) != test.want {
				t.Errorf("got the header %s\nwant %s", p.text, test.want)
			}
		})
	}
}

// TestParts shrinks archives in which a few bytes of a long part matter: of names, of an extra field, or of what comes
// before the archive. A reader has to read an array in each.
func TestParts(t *testing.T) {
	const long = "model/encoder/layer1/attention/kernel"
	named := func(extra string, names ...string) []byte {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		for _, name := range names {
			m, err := w.CreateHeader(&zip.FileHeader{Name: name, Extra: []byte(extra)})
			if err == nil {
				_, err = m.Write(npyFile(t, "<f8", false, 30))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	reads := func(file []byte) bool {
		z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
		if err != nil || len(z.File) == 0 {
			return false
		}
		var magic [6]byte
		r, err := z.File[0].Open()
		if err == nil {
			_, err = io.ReadFull(r, magic[:])
		}
		return err == nil && string(magic[:]) == spec.Magic
	}
	before := "PK\x03\x04" + strings.Repeat("before", 100) // as a member begins
	for _, test := range []struct {
		rule string
		file []byte
		most int
	}{
		{"zip-name-duplicate", named("", long+".npy", long+".npy"), 330},
		{"npz-key-ambiguous", named("", long, long+".npy"), 330},
		{"zip-name-nul", named("", long+"\x00"+long+".npy"), 190},
		{"zip-extra-malformed", named("ab\x64\x00"+strings.Repeat("c", 100)+"ab\xff\x00"+strings.Repeat("d", 100), "a.npy"), 190},
		{"zip-prefix-bytes", append([]byte(before), named("", "a.npy")...), 190},
	} {
		keep := func(file []byte) bool {
			broken := make(map[string]bool) // of what a reader must not accept, and the rule
			for _, f := range check(t, "a.npz", file).Findings {
				if r := f.Rule.Rule(); r.Reader == spec.Reject || r.Name == test.rule {
					broken[f.Rule.String()] = true
				}
			}
			return len(broken) == 1 && broken[test.rule] && reads(file)
		}
		if !keep(test.file) {
			t.Fatalf("%s: the file doesn't break it alone", test.rule)
		}
		small := File(t.Context(), test.file, validator.Npz, 500, keep)
		t.Logf("%s: %d bytes became %d", test.rule, len(test.file), len(small))
		if !keep(small) || len(small) > test.most {
			t.Errorf("%s: got %d bytes, want at most %d: %q", test.rule, len(small), test.most, small)
		}
	}
}

// TestText shrinks a file of which one word is needed to the word.
func TestText(t *testing.T) {
	word := []byte("third")
	file := npyFile(t, mixed, true, 7, 1, 12)
	for format, file := range map[validator.Format][]byte{validator.Npy: file, validator.Npz: zipFile(t, []byte("first"), word, file)} {
		small := File(t.Context(), file, format, 1000, func(b []byte) bool { return bytes.Contains(b, word) })
		if !bytes.Equal(small, word) {
			t.Errorf("%s: got %q, want %q", format, small, word)
		}
	}
}

// TestGarbage shrinks what is not a file at all. Nothing panics, no question is asked twice or once too often, and
// the answer is always the same.
func TestGarbage(t *testing.T) {
	const alphabet = "PK\x01\x02\x03\x04\x05\x06\x93NUMPY({[]})',:x0 \n\x00\xff"
	r := rand.New(rand.NewPCG(1, 2))
	files := [][]byte{nil}
	for range 500 {
		b := make([]byte, r.IntN(300))
		for i := range b {
			b[i] = alphabet[r.IntN(len(alphabet))]
		}
		files = append(files, b)
	}
	whole := [][]byte{npyFile(t, mixed, true, 2, 3), zipFile(t, npyFile(t, mixed, false, 2), []byte("text")), npyFile(t, "|u1", false, 0)}
	for range 500 {
		b := slices.Clone(whole[r.IntN(len(whole))])
		for range 1 + r.IntN(4) {
			b[r.IntN(len(b))] = alphabet[r.IntN(len(alphabet))]
		}
		files = append(files, b[:r.IntN(len(b)+1)])
	}
	for _, file := range files {
		if got := archive.Parse(file).Bytes(); !bytes.Equal(got, file) {
			t.Fatalf("records together are\n%q, want\n%q", got, file)
		}
		for _, format := range []validator.Format{validator.Npy, validator.Npz} {
			tries := r.IntN(300)
			shrunk := func() []byte {
				asked := map[string]bool{string(file): true}
				return File(t.Context(), file, format, tries, func(b []byte) bool {
					if asked[string(b)] {
						t.Fatalf("%q was asked twice", b)
					}
					asked[string(b)] = true
					if len(asked) > tries+1 {
						t.Fatalf("asked more than %d times", tries)
					}
					return len(b)%3 != 0
				})
			}
			if first, second := shrunk(), shrunk(); !bytes.Equal(first, second) || len(first) > len(file) {
				t.Fatalf("%q became %q and %q", file, first, second)
			}
		}
	}
}

// manyMembers returns an archive of that many members, which are all the same but for their names.
func manyMembers(t testing.TB, n int) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := range n {
		m, err := w.CreateRaw(&zip.FileHeader{Name: fmt.Sprintf("many_%d.npy", i), UncompressedSize64: 4, CompressedSize64: 4, CRC32: 0x12345678})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Write([]byte("1234")); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestNothingToDrop counts what is made of an archive whose records have no part that it could do without: one for each
// of 4,000 records took minutes.
func TestNothingToDrop(t *testing.T) {
	file := manyMembers(t, 2000)
	asked := 0
	s := &search{best: file, spent: func() bool { return false }, ask: func([]byte) bool { asked++; return false }}
	dropParts(s)
	if asked > 0 {
		t.Errorf("asked %d times, want 0: there is nothing to drop", asked)
	}
	a := archive.Parse(file)
	if has := having(a, (*archive.Record).DropExtra); len(has) > 0 {
		t.Errorf("%d records have something to drop, want 0", len(has))
	}
}

// TestShortenName gives a member a short name in all its places, or only the name without what others have as well.
func TestShortenName(t *testing.T) {
	for _, test := range []struct{ name, suffix, want string }{
		{"weights.npy", "", "a.npy"},
		{"weights", "", "a.npy"},
		{"size", "", "a"},
		{"weights.npy.npy", "", "a.npy"},
		{"weights.npy.npy", ".npy.npy", "a.npy.npy"},
		{"a.npy", ".npy", "a.npy"},
	} {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		if _, err := w.Create(test.name); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		names := func(file []byte) (of []string) {
			for _, r := range archive.Parse(file).Records {
				if r.Kind == archive.Local || r.Kind == archive.Entry {
					of = append(of, string(r.Name))
				}
			}
			return of
		}
		s := &search{best: b.Bytes(), ask: func(file []byte) bool {
			of := names(file)
			return len(of) == 2 && of[0] == of[1] && strings.HasSuffix(of[0], test.suffix)
		}}
		shortenName(s, 0)
		if got := names(s.best); !slices.Equal(got, []string{test.want, test.want}) {
			t.Errorf("%s, of which %q matters: got %q, want twice %s", test.name, test.suffix, got, test.want)
		}
	}
}

// TestEnds ends the context during the search: nothing is asked after that, and the best file so far is there.
func TestEnds(t *testing.T) {
	const last = 20
	file := manyMembers(t, 300)
	ctx, cancel := context.WithCancel(t.Context())
	asked, size := 0, len(file)
	small := File(ctx, file, validator.Npz, 1000, func(b []byte) bool {
		if asked++; asked == last {
			cancel()
		}
		if bytes.Count(b, []byte("PK\x01\x02")) < 100 {
			return false
		}
		size = len(b)
		return true
	})
	if asked != last || len(small) != size || size == len(file) {
		t.Errorf("asked %d times, got %d bytes, want %d times and %d bytes, fewer than %d", asked, len(small), last, size, len(file))
	}
}

// BenchmarkAttempt measures what an attempt takes beyond the question.
func BenchmarkAttempt(b *testing.B) {
	npy := npyFile(b, mixed, true, 7, 1, 12)
	for name, file := range map[string][]byte{"npy": npy, "npz": zipFile(b, npy, npyFile(b, "<f8", false, 30))} {
		b.Run(name, func(b *testing.B) {
			asks := 0
			for b.Loop() {
				File(b.Context(), file, validator.FormatOf("a."+name), 1000, func(c []byte) bool {
					asks++
					return bytes.Contains(c, []byte("descr")) && bytes.Contains(c, []byte("\x93NUMPY"))
				})
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(asks), "µs/attempt")
		})
	}
}
