package fix

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/cmd/internal/fix/zipwrite"
	"github.com/npycheck/npycheck/internal/second"
	"github.com/npycheck/npycheck/spec"
)

// flagged are options under which damaged files are fixed.
type flagged struct {
	name string
	Options
}

// optionsFor returns the options for a damaged file: no flag but the lowest level, and for every fourth file each flag.
func optionsFor(i int) []flagged {
	options := []flagged{{"without flags", Options{}}}
	if i%4 == 0 {
		options = append(options, flagged{"--cut", Options{Cut: true}}, flagged{"--drop", Options{Drop: true}},
			flagged{"--split", Options{Split: true}}, flagged{"--byte-order", Options{ByteOrder: '<'}}, flagged{"--rename", Options{Rename: true}})
	}
	for i := range options {
		options[i].Level = spec.Note
	}
	return options
}

// TestDamage damages files and fixes them. What comes out has the arrays that there were before the damage, or those that
// the damaged file has for the second reader, and no fewer.
func TestDamage(t *testing.T) {
	t.Parallel()
	n := 2000
	if testing.Short() {
		n = 200
	}
	files := damage(t, n)
	changed, restored := 0, 0
	for i := range files {
		d := &files[i]
		for _, opt := range optionsFor(i) {
			p := planOf(t, d.file, "a."+d.suffix, opt.Options)
			if len(p.Files) == 0 {
				continue
			}
			changed++
			now, err := written(t, p.Files[0])
			switch {
			case err != nil:
			case d.restored(t, now):
				restored++
			case !d.kept(now):
				t.Errorf("%d: %v, fixed %s: got other arrays; fixed: %s", i, d, opt.name, strings.Join(rulesOf(p), ", "))
			}
		}
	}
	if restored < n/10 {
		t.Errorf("got %d of %d changed files as they were, want more", restored, changed)
	}
}

// TestLaw leaves files in which a fault has two explanations, whatever the flags.
func TestLaw(t *testing.T) {
	t.Parallel()
	ints := npyAs(t, spec.DType{Kind: 'i', Order: '<', Itemsize: 4}, []int64{3, 4}, []byte("\x01\x00\x00\x00\x02\x00\x00\x00abcdefghijklmnopqrstuvwxyz0123456789ABCD"))
	large := npyAs(t, spec.DType{Kind: 'u', Order: '|', Itemsize: 1}, []int64{2, 621, 4}, bytes.Repeat([]byte("abcd"), 2621))
	floats := npyAs(t, spec.DType{Kind: 'f', Order: '<', Itemsize: 8}, []int64{100}, make([]byte, 800))
	over := func(b []byte, at int, s string) []byte {
		b = bytes.Clone(b)
		copy(b[at:], s)
		return b
	}
	swap := func(b []byte, old, now string) []byte { return bytes.Replace(b, []byte(old), []byte(now), 1) }
	lines := strings.Repeat("Jan  5 10:00:00 host app: wrote 40 rows\n", 3)
	two, _ := twoMembers(t)
	inner := npzOf(t, two, 0)
	for _, test := range []struct {
		name, suffix string
		b            []byte
	}{
		{"lines over the padding and the data", "npy", over(floats, 96, lines)},
		{"zeros over the padding and the data", "npy", over(floats, 100, strings.Repeat("\x00", 512))},
		{"spaces over the newline and the data", "npy", over(ints, 100, strings.Repeat(" ", 30)+"\n")},
		{"a byte over the newline", "npy", over(ints, 127, "x")},
		{"a byte lost in the header, and a newline at the end", "npy", append(swap(ints, "(3, 4)", "(12,)"), '\n')},
		{"three bytes lost in the header, and three at the end", "npy", append(swap(ints, "   ", ""), "abc"...)},
		{"a byte lost in the header, in an archive", "npz", npzOf(t, append(swap(ints, "(3, 4)", "(12,)"), '\n'), 8)},
		{"a bit of a key", "npy", swap(ints, "descr", "eescr")},
		{"a shape with separators", "npy", large},
		{"an element more for each", "npy", append(bytes.Clone(ints), make([]byte, 48)...)},
		{"two rows more", "npy", append(bytes.Clone(ints), ints[128:160]...)},
		{"type without a size", "npy", append(swap(npyStrings(t, 5, 4), "S5", "S0"), ' ')},
		{"an array inside the data, and bytes after it", "npy", append(slices.Concat(floats[:300], floats)[:928], "abc"...)},
		{"a header of zip before an array", "npz", append([]byte("PK\x05\x06"), ints...)},
		{"a header of zip before an array, with its name", "npy", append([]byte("PK\x05\x06"), ints...)},
		{"the ends of an archive", "npz", slices.Concat(two[:200], two[len(two)-22:])},
		{"only its end record", "npz", two[len(two)-22:]},
		{"space for NUL in an archive", "npz", bytes.ReplaceAll(two, []byte{0}, []byte{' '})},
		{"U+FFFD in an archive", "npz", bytes.ToValidUTF8(npzOf(t, ints, 8), []byte("\uFFFD"))},
		{"more members stated", "npz", over(two, len(two)-14, "\x03\x00\x03\x00")},
		{"an archive before an archive", "npz", slices.Concat(two, npzOf(t, ints, 0))},
		{"an archive in an archive that lost its end", "npz", inner[:len(inner)-4]},
	} {
		for _, opt := range []Options{{Level: spec.Note}, asked} {
			p := planOf(t, test.b, "a."+test.suffix, opt)
			for _, n := range p.Files {
				now, err := written(t, n)
				t.Errorf("%s: got %d of %d bytes (%v) by fixing %v, want no change", test.name, len(now), len(test.b), err, rulesOf(p))
			}
		}
	}
}

// TestLost names the bytes that a plan loses.
func TestLost(t *testing.T) {
	t.Parallel()
	archive := npzOf(t, npyOf(t, []byte("abc")), 0)
	for _, test := range []struct {
		name, file string
		b          []byte
		want       Loss
	}{
		{"bytes after the data", "a.npy", append(npyAs(t, spec.DType{Kind: 'i', Order: '<', Itemsize: 4}, []int64{2}, []byte("abcdefgh")), "xyz"...), Loss{Offset: 136, Length: 3, Head: []byte("xyz")}},
		{"a comment", "a.npz", append(archive[:len(archive)-2], "\x02\x00hi"...), Loss{Offset: int64(len(archive)), Length: 2, Head: []byte("hi")}},
	} {
		p := planOf(t, test.b, test.file, asked)
		if len(p.Files) != 1 || len(p.Lost) != 1 || fmt.Sprint(p.Lost[0]) != fmt.Sprint(test.want) {
			t.Errorf("%s: got %v lost and %v left, want %v lost", test.name, p.Lost, p.Left, test.want)
		}
	}
}

// npyAs returns a file with data of a type and shape.
func npyAs(t *testing.T, dtype spec.DType, shape []int64, data []byte) []byte {
	t.Helper()
	b, err := spec.Header{DType: dtype, Shape: shape}.Append(nil, spec.Version1, spec.EraGrowth)
	if err != nil {
		t.Fatal(err)
	}
	return append(b, data...)
}

// rulesOf returns the names of the rules whose findings a plan fixes.
func rulesOf(p *Plan) (names []string) {
	for _, found := range p.Fixed {
		names = append(names, found.Rule.String())
	}
	return names
}

// restored reports whether a file is as it was before one of the edits, which may itself have had something to fix.
func (d *damaged) restored(t *testing.T, now []byte) bool {
	t.Helper()
	for _, was := range append(d.between, d.was) {
		if bytes.Equal(now, was) {
			return true
		}
	}
	return haveSame(d.was, now) && haveSame(now, d.was)
}

// kept reports whether a file has the arrays of the damaged one, some perhaps as they were before the damage.
func (d *damaged) kept(now []byte) bool {
	for _, then := range d.unconverted() {
		if haveSame(then, now) {
			return true
		}
	}
	return haveSame(d.file, now) || d.mixed(now)
}

// mixed reports whether each member of an archive is as before the damage or as in the damaged archive.
func (d *damaged) mixed(now []byte) bool {
	was, then, after := membersOf(d.was), membersOf(d.file), membersOf(now)
	if len(after) == 0 || len(after) < min(len(was), len(then)) {
		return false
	}
	for name, content := range after {
		if !haveSame(was[name], content) && !haveSame(then[name], content) {
			return false
		}
	}
	return true
}

// membersOf returns the contents of the members of an archive, as package archive/zip reads them.
func membersOf(b []byte) map[string][]byte {
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		return nil
	}
	members := map[string][]byte{}
	for _, f := range z.File {
		if r, err := f.Open(); err == nil {
			if content, err := io.ReadAll(r); err == nil {
				members[f.Name] = content
			}
		}
	}
	return members
}

// haveSame reports whether a file has the arrays that another one has for NumPy, and no fewer.
func haveSame(old, now []byte) bool {
	if bytes.Equal(old, now) {
		return len(old) > 0
	}
	if bytes.HasPrefix(now, []byte("PK")) {
		before, after := membersOf(old), membersOf(now)
		for name, content := range before {
			if !haveSame(content, after[name]) {
				return false
			}
		}
		return len(before) > 0 && len(before) == len(after)
	}
	if len(old) < 12 || string(old[:6]) != spec.Magic || old[6] < 1 || old[6] > 3 || old[7] != 0 {
		return false
	}
	p, ok := second.PrefixOf(old)
	data := int64(p.Len) + p.Text
	if !ok || int64(len(old)) < data {
		return false
	}
	text := old[p.Len:data]
	is, err := (&second.Reader{Level: second.Any, Native: '<'}).Header(string(text), p.Major, int(data))
	if err != nil || is.Keys != [3]string{"descr", "fortran_order", "shape"} || !skipped(text[is.End:]) || is.Bytes() < 0 || int64(len(old)) < data+is.Bytes() {
		return false
	}
	return second.Equal(is, bytes.NewReader(old[data:data+is.Bytes()]), bytes.NewReader(now)) == nil
}

// unconverted returns a damaged file without the conversions of a text that can be taken back without loss: what else
// was done to it is in it still.
func (d *damaged) unconverted() [][]byte {
	if d.suffix != "npy" {
		return nil
	}
	all := [][]byte{d.file}
	for i := 0; i < len(all) && len(all) < 50; i++ {
		b := all[i]
		all = append(all, slices.DeleteFunc([][]byte{
			bytes.TrimPrefix(b, []byte("\xef\xbb\xbf")),
			bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n")),
			bytesOf(b, latin1ToUTF8), bytesOf(b, windows1252ToUTF8),
			append([]byte(spec.Magic), bytes.TrimPrefix(b, []byte(spec.Magic[1:]))...),
			toNewline(b),
		}, func(c []byte) bool {
			return len(c) == 0 || bytes.Equal(b, c) || len(c) > len(b)+1 || slices.ContainsFunc(all, func(a []byte) bool { return bytes.Equal(a, c) })
		})...)
	}
	return all[1:]
}

// toNewline returns a file with the length of its header up to its first newline. A value that was
// damaged besides can't be known.
func toNewline(b []byte) []byte {
	i := bytes.IndexByte(b, '\n')
	if i < 12 || b[6] > 2 || i > 1000 {
		return nil
	}
	b = bytes.Clone(b)
	binary.LittleEndian.PutUint16(b[8:], uint16(i+1-8-2*int(b[6])))
	return b
}

// bytesOf takes the conversion of a text to UTF-8 back, or returns nothing if that loses something.
func bytesOf(b []byte, convert func([]byte) []byte) []byte {
	back := map[rune]byte{}
	for c := range 256 {
		back[[]rune(string(convert([]byte{byte(c)})))[0]] = byte(c)
	}
	var out []byte
	for _, r := range string(b) {
		c, ok := back[r]
		if !ok {
			return nil
		}
		out = append(out, c)
	}
	return out
}

// TestBytesBeforeAnArray leaves files in which what comes before an array may be another one, or a value.
func TestBytesBeforeAnArray(t *testing.T) {
	t.Parallel()
	one, two := npyOf(t, []byte("abc")), npyOf(t, []byte("defgh"))
	damaged := slices.Concat([]byte("\x94"), one[1:], two)
	for _, test := range []struct {
		name, file string
		b          []byte
		changes    bool
	}{
		{"a first array whose magic is damaged", "a.npy", damaged, false},
		{"a length before an array", "a.npy", append([]byte{131, 0, 0, 0}, one...), false},
		{"a BOM before an array", "a.npy", append([]byte("\xef\xbb\xbf"), one...), true},
		{"a container of another name", "a.bin", append([]byte("HEAD"), one...), false},
		{"gzip by its name", "a.npy.gz", gzipped(t, one), false},
		{"gzip", "a.NPY", gzipped(t, one), true},
	} {
		p := planOf(t, test.b, test.file, Options{Level: spec.Note, Cut: true})
		if p.Changes() != test.changes || !test.changes && len(p.Left) == 0 {
			t.Errorf("%s: got %v fixed and %v left, want a change: %v", test.name, p.Fixed, p.Left, test.changes)
		}
	}
}

// TestConvertedData leaves an array whose header shows that line endings were converted and whose data has bytes to which
// that may have happened: a new header would hide it. No flag changes that.
func TestConvertedData(t *testing.T) {
	t.Parallel()
	header, ok := bytes.CutSuffix(npyOf(t, []byte("abcd")), []byte(" \nabcd"))
	if !ok {
		t.Fatalf("got the header %q", header)
	}
	for _, test := range []struct {
		name, end string
		changes   bool
	}{
		{"CR for LF, and no CR in the data", " \rabcd", true},
		{"CR for LF, and a CR in the data", " \rab\rd", false},
		{"CR for LF, and CR LF in the data", " \ra\r\nd", false},
		{"CR LF, and a CR in the data", "\r\nab\rd", true}, // LF became CR LF only in the header, or the data would be longer
		{"CR LF, and a CR and more data", "\r\nab\r\nd", false},
		{"CR LF, and more data", "\r\nabcde", false}, // one more element
	} {
		p := planOf(t, slices.Concat(header, []byte(test.end)), "a.npy", asked)
		if p.Changes() != test.changes {
			t.Errorf("%s: got %v fixed and %v left, want a change: %v", test.name, p.Fixed, p.Left, test.changes)
		}
		if b := npzOf(t, slices.Concat(header, []byte(test.end)), zipwrite.Stored); test.end[1] == '\r' && planOf(t, b, "a.npz", asked).Changes() {
			t.Errorf("%s: would be fixed in an archive, whose bytes aren't looked at", test.name)
		}
	}
}

// TestUnknownOrder says why bytes after the data stay, if the file leaves its byte order to the machine.
func TestUnknownOrder(t *testing.T) {
	t.Parallel()
	const text = "{'descr': 'i4', 'fortran_order': False, 'shape': (1,), }"
	b := fmt.Appendf(nil, "\x93NUMPY\x01\x00\x76\x00%-117s\n%s", text, "12345")
	for _, test := range []struct {
		opt  Options
		want string
	}{
		{Options{Level: spec.Note}, "the file doesn't say which byte order it has"},
		{Options{Level: spec.Note, ByteOrder: '<'}, ""},
	} {
		p := planOf(t, b, "a.npy", test.opt)
		i := slices.IndexFunc(p.Left, func(l Left) bool { return l.Rule == spec.DataTrailing })
		if i < 0 || p.Left[i].Why != test.want {
			t.Errorf("%+v: got %+v left, want data-trailing with %q", test.opt, p.Left, test.want)
		}
	}
}

// TestLengthByte fixes a header whose length has a byte that isn't ASCII: 0xb6.
func TestLengthByte(t *testing.T) {
	t.Parallel()
	names := "[('a" + strings.Repeat("a", 60) + "', '<f8'), ('b', '<f8')]"
	b := fmt.Appendf(nil, "\x93NUMPY\x01\x00\xb6\x00%-181s\t", "{'descr': "+names+", 'fortran_order': False, 'shape': (0,), }")
	if p := planOf(t, b, "a.npy", Options{}); len(p.Headers) != 1 || len(p.Left) > 0 {
		t.Errorf("got %v fixed and %v left, want a new header", p.Fixed, p.Left)
	}
}

// twoMembers returns an archive of two stored arrays, a and b, and where the directory entry of the second begins.
func twoMembers(t *testing.T) (b []byte, second int) {
	t.Helper()
	w := &memory{}
	a := zipwrite.New(w)
	for _, name := range []string{"a.npy", "b.npy"} {
		file := npyOf(t, []byte(name))
		if err := a.Content(name, zipwrite.Stored, uint64(len(file)), bytes.NewReader(file)); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	return w.b, bytes.LastIndex(w.b, []byte("PK\x01\x02"))
}

// TestDirectoryCut leaves an archive whose last directory entry can't be read to its end, by npycheck: zipfile reads it
// all the same, and NumPy finds the array.
func TestDirectoryCut(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(b []byte, second int){
		"the length of an extra field":                   func(b []byte, second int) { b[second+30] = 255 },
		"the length of a comment":                        func(b []byte, second int) { b[second+33] = 1 },
		"the length of a comment, with a damaged member": func(b []byte, second int) { b[second+33] = 1; b[200] ^= 1 },
		"a signature": func(b []byte, second int) { b[second] = 'Q' },
	} {
		b, second := twoMembers(t)
		damage(b, second)
		if p := planOf(t, b, "a.npz", asked); p.Changes() || len(p.Left) == 0 {
			t.Errorf("%s: got %v fixed and %v left, want no change", name, p.Fixed, p.Left)
		}
	}
}

// TestShorterMember leaves a member whose size and checksum are those of the beginning of what its data inflates to:
// readers yield that, and not the rest.
func TestShorterMember(t *testing.T) {
	t.Parallel()
	file := npyOf(t, []byte("abcdefgh"))
	b := npzOf(t, file, zipwrite.Deflated)
	full := binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(file))
	short := binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(file[:len(file)-2]))
	for at := bytes.Index(b, full); at >= 0; at = bytes.Index(b, full) {
		copy(b[at:], short)
		b[at+8] -= 2
	}
	if p := planOf(t, b, "a.npz", asked); p.Changes() || len(p.Left) == 0 {
		t.Errorf("got %v fixed and %v left, want no change", p.Fixed, p.Left)
	}
}
