package properties

import (
	"archive/zip"
	"bytes"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/fuzz"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// array is a file with two bytes of data.
var array = padded(dict("'|u1'", "False", "(2,)"), []byte{7, 8})

// lines is a file that lacks 5 bytes, about as many as it has LFs, none of which follows a CR.
var lines = padded(dict("'|u1'", "False", "(13,)"), []byte("a\nb\nc\nd\n"))

// endless begins with an opcode that takes 2 GiB more than there are.
var endless = append([]byte("B\xff\xff\xff\x7f"), make([]byte, 300)...)

// twoMethods is an archive with a member that is deflated as the directory says, and is shorter and compressed with
// bzip2, which takes MiB, as its local header says.
var twoMethods = func() []byte {
	archive, err := new(archiver).archive("a.npy", []byte("BZh91AY&SYmore"), zip.Store)
	if err != nil {
		panic(err)
	}
	const methodOfLocal, packedOfLocal, methodOfEntry = 8, 18, 10
	archive[methodOfLocal] = 12
	archive[packedOfLocal]--
	archive[bytes.Index(archive, []byte("PK\x01\x02"))+methodOfEntry] = byte(zip.Deflate)
	return archive
}()

// report returns the report on a file.
func report(t *testing.T, content []byte) *validator.Report {
	t.Helper()
	r, err := new(Checker).Full(content)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestViolations checks files against reports, arrays and rules that are not theirs: each property can fail.
func TestViolations(t *testing.T) {
	tabs := padded(dict("'|u1'", "\tFalse", "(2,)"), []byte{7, 8})
	archive, err := new(archiver).archive("a.npy", array, zip.Store)
	if err != nil {
		t.Fatal(err)
	}
	truth := &fuzz.Array{DType: report(t, array).Array.DType, Shape: []int64{2}, Data: []byte{7, 8}}
	for _, test := range []struct {
		want Property
		run  func(*Checker) error
	}{
		{StreamIsFile, func(c *Checker) error { return c.Stream(tabs, report(t, array)) }},
		{TraceIsSilent, func(c *Checker) error { return c.Trace(tabs, report(t, array)) }},
		{DepthsNest, func(c *Checker) error { return c.Depths(tabs, report(t, array)) }},
		{Places, func(c *Checker) error { return c.places(array[:5], report(t, tabs)) }},
		{Places, func(c *Checker) error {
			r := report(t, tabs)
			r.Findings[0].Message = "\x1b[31m"
			return c.places(tabs, r)
		}},
		{CanonicalSame, func(c *Checker) error {
			r := report(t, array)
			r.Array.Shape = []int64{3}
			return c.Canonical(array, r)
		}},
		{PrefixFails, func(c *Checker) error {
			longer := append(slices.Clone(array), 9)
			r := report(t, array)
			r.Array.DataBytes++
			return c.Cuts(longer, r, len(array))
		}},
		{ChangeShows, func(c *Checker) error {
			r := report(t, array)
			r.Array.DataOffset += 2 // so that the header seems to include some of the data
			return c.Change(slices.Clone(array), r, len(array)-1, 9)
		}},
		{ArchiveOpens, func(c *Checker) error {
			r := report(t, archive)
			r.Members[0].Name = "b.npy"
			return c.Archive(archive, r)
		}},
		{ValidConforms, func(c *Checker) error {
			_, err := c.Valid(&fuzz.File{Content: array[:20], Format: validator.Npy})
			return err
		}},
		{ArrayReported, func(c *Checker) error {
			wrong := *truth
			wrong.FortranOrder = true
			_, err := c.Valid(&fuzz.File{Content: array, Format: validator.Npy, Array: &wrong})
			return err
		}},
		{DataRead, func(c *Checker) error {
			wrong := *truth
			wrong.Data = []byte{8, 7}
			return c.Decoded(&fuzz.File{Content: array, Format: validator.Npy, Array: &wrong})
		}},
		{DataRead, func(c *Checker) error {
			return c.Decoded(&fuzz.File{Content: archive, Format: validator.Npz, Members: []fuzz.Member{{Name: "b.npy"}}})
		}},
		{FaultIsItsRule, func(c *Checker) error {
			_, err := c.Fault(spec.DataTrailing, &fuzz.File{Content: tabs}, &fuzz.File{Content: array})
			return err
		}},
		{FaultIsItsRule, func(c *Checker) error {
			_, err := c.Fault(spec.HeaderTabInside, &fuzz.File{Content: tabs}, &fuzz.File{Content: tabs})
			return err
		}},
	} {
		c := &Checker{}
		var v *Violation
		if err := test.run(c); !errors.As(err, &v) || v.Property != test.want {
			t.Errorf("got %v, want a violation of %s", err, test.want)
		}
		if c.Ran[test.want] != 1 {
			t.Errorf("%s was counted %d times", test.want, c.Ran[test.want])
		}
	}
}

// TestAreas checks one piece of each area: the properties of the area were checked.
func TestAreas(t *testing.T) {
	for _, test := range []struct {
		want Property
		run  func(*Checker) error
	}{
		{PrefixRead, func(c *Checker) error { return Prefix(c, array) }},
		{VersionsAgree, func(c *Checker) error { return Header(c, []byte(dict("'<f8'", "False", "(0,)")+"\n")) }},
		{ParensAgree, func(c *Checker) error { return Literal(c, []byte(dict("'<f8'", "False", "(0,)"))) }},
		{KeysAgree, func(c *Checker) error { return Keys(c, []byte("'<f8'\nFalse\n(0,)")) }},
		{FieldAgrees, func(c *Checker) error { return Descr(c, []byte("[('a', '<f8')]")) }},
		{ShapeRead, func(c *Checker) error { return Shape(c, []byte("(3, 0, 20)")) }},
		{OrderRead, func(c *Checker) error { return Order(c, []byte("Falsch")) }},
		{ValuesRead, func(c *Checker) error { return Data(c, 5, []byte("\x02\x00\x00\xd8\x00")) }},
		{ValuesRead, func(c *Checker) error { return Data(c, 4, []byte("\x3f\xf0\x00\x00\x00\x00\x00\x00\x93NUMPY")) }},
		{ImportsOrdered, func(c *Checker) error { return Pickle(c, []byte("cnumpy\nndarray\n.")) }},
		{MemberIsFile, func(c *Checker) error { return Member(c, array) }},
		{MemberIsFile, func(c *Checker) error { return Member(c, lines) }},
		{DepthsNest, func(c *Checker) error { return Member(c, slices.Concat(array, []byte("N."))) }},
		{DepthsNest, func(c *Checker) error { _, err := c.Every(make([]byte, 1000)); return err }},
		{DepthsNest, func(c *Checker) error {
			// Its header has an unknown type, but only depth Full finds that the stream is damaged.
			b, err := fs.ReadFile(corpus.FS, "reject/zip/bzip2-unknown-type.npz")
			if err != nil {
				return err
			}
			b[45] ^= 1
			_, err = c.Every(b)
			return err
		}},
		{StreamIsFile, func(c *Checker) error { _, err := c.Every(slices.Concat(array, endless)); return err }},
		{InflateAgrees, func(c *Checker) error { return Deflated(c, []byte("\x03\x00 more"), 0) }},
		{MemoryBounded, func(c *Checker) error { return c.Memory(array, &validator.Report{}) }},
		{MemoryBounded, func(c *Checker) error {
			full, err := c.Full(twoMethods)
			return errors.Join(err, c.Memory(twoMethods, full))
		}},
		{WorkBounded, func(c *Checker) error { _, err := c.Full(array); return err }},
	} {
		c := &Checker{}
		if err := test.run(c); err != nil {
			t.Error(err)
		}
		if c.Ran[test.want] == 0 {
			t.Errorf("%s was not checked", test.want)
		}
	}
}

// TestNames gives each property a name of its own, which stands in the table of the campaigns.
func TestNames(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, p := range All() {
		name := p.String()
		if name == "" || seen[name] || !strings.Contains(string(text), "| "+name+" |") {
			t.Errorf("property %d has the name %q, want one of its own, and a row of README.md", p, name)
		}
		seen[name] = true
	}
}
