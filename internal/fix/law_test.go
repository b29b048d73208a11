package fix

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/fix/proof"
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
	start, n := 10, int(binary.LittleEndian.Uint16(old[8:]))
	if old[6] > 1 {
		start, n = 12, int(binary.LittleEndian.Uint32(old[8:]))
	}
	if len(old) < start+n {
		return false
	}
	h := proof.Header{Text: old[start : start+n], Latin1: old[6] < 3, Native: '<'}
	is, err := h.Read()
	if err != nil || is.Keys != [3]string{"descr", "fortran_order", "shape"} || !skipped(h.Text[is.End:]) || is.Bytes < 0 || len(old) < start+n+int(is.Bytes) {
		return false
	}
	return proof.Equal(h, bytes.NewReader(old[start+n:start+n+int(is.Bytes)]), bytes.NewReader(now)) == nil
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
