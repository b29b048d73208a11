package decompress

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz/lzma"

	"github.com/npycheck/npycheck/validator"
)

// npy returns a file of format version 1.0.
func npy(descr, shape, data string) string {
	header := "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }"
	header += strings.Repeat(" ", 63-(10+len(header))%64) + "\n"
	return "\x93NUMPY\x01\x00" + string([]byte{byte(len(header)), 0}) + header + data
}

// The files, and what bz2 of Python 3.11 makes of them.
var (
	plain   = npy("<f8", "(3,)", strings.Repeat("\x00", 24))
	unknown = npy("<x8", "(3,)", strings.Repeat("\x00", 24))
	evil    = npy("|O", "(1,)", "\x80\x03cos\nsystem\nX\x02\x00\x00\x00id\x85R.")

	bzipped = map[string]string{
		plain: "QlpoOTFBWSZTWd375S0AACb/oGAQBABA5AhUAQNCIK9F3QoIACAAVESbUaMTRo0YjQZNqETao9IBpkBpoGjQDUPMbZ5Uky4jBhIwNJGpGI1zl8" +
			"LIg/7V+0YN7kLKjQPLRmE9D0eRAcks9CBfi7kinChIbv3yloA=",
		unknown: "QlpoOTFBWSZTWSumg4YAACb/oGAQBABA5AhUAQNCIK9F3UoIACAAVEUekNNBkGgBgj9UImUekA0yA00DI9QQqKWNs6Ugy4BISOMBNBUbDa5y0W" +
			"AE/7V+0oNihWfIiSDgUJHLUAjCrnifYfi7kinChIFdNBww",
		evil: "QlpoOTFBWSZTWWKMNKoAAC9f4HgQQOUgMAED0mCvZ90uQgAIACAASIpkZAANGQNGQaDQMZpqAGgA0AAaaZBiAbDnatlTZQpAwDENHKheFACGJa" +
			"jJD5XBJ+9T9olXa6PNkAdPxl+tCHKUESpQEM+tsq4GVRSxlIOAnZ+LuSKcKEgxRhpVAA==",
	}
)

// packed compresses a file by a method, as Python does.
func packed(t testing.TB, method uint16, file string) (data []byte, flags uint16) {
	t.Helper()
	var b bytes.Buffer
	switch method {
	case 12:
		data, err := base64.StdEncoding.DecodeString(bzipped[file])
		if err != nil {
			t.Fatal(err)
		}
		return data, 0
	case methodLZMA:
		w, err := lzma.WriterConfig{EOSMarker: true, DictCap: 8 << 20}.NewWriter(&b)
		if err != nil {
			t.Fatal(err)
		}
		w.Write([]byte(file))
		w.Close()
		stream := b.Bytes()
		return slices.Concat([]byte{9, 4, 5, 0}, stream[:5], stream[13:]), flagEndMark
	case methodZstandard:
		w, err := zstd.NewWriter(&b, zstd.WithEncoderCRC(false))
		if err != nil {
			t.Fatal(err)
		}
		w.Write([]byte(file))
		w.Close()
		return b.Bytes(), 0
	}
	t.Fatalf("no method %d", method)
	return nil, 0
}

// archive returns an archive with one member, whose headers say that the content is the given file and as long as that
// and the lie.
func archive(t testing.TB, method, flags uint16, data []byte, file string, lie int) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	m, err := w.CreateRaw(&zip.FileHeader{
		Name: "a.npy", Method: method, Flags: flags, ReaderVersion: 63, CRC32: crc32.ChecksumIEEE([]byte(file)),
		CompressedSize64: uint64(len(data)), UncompressedSize64: uint64(len(file) + lie),
	})
	if err != nil {
		t.Fatal(err)
	}
	m.Write(data)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func check(t testing.TB, b []byte, depth validator.Depth) *validator.Report {
	t.Helper()
	report, err := validator.Check(context.Background(), bytes.NewReader(b), int64(len(b)),
		&validator.Options{Depth: depth, Decompressors: Methods()})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// found returns the rules of the findings but for the one that each member of an unusual method has, and why the
// report is incomplete.
func found(report *validator.Report) string {
	var rules []string
	for _, f := range report.Findings {
		if rule := f.Rule.String(); rule != "zip-method-unusual" {
			rules = append(rules, rule)
		}
	}
	return strings.Join(append(rules, report.Incomplete), " ")
}

// TestMembers covers what can be wrong with a member of each method that isn't deflate, and what is found at the
// depths structure and full: the same as of a deflated one.
func TestMembers(t *testing.T) {
	same := func(b []byte) []byte { return b }
	for _, test := range []struct {
		name, file string
		lie        int
		change     func([]byte) []byte
		structure  string
		full       string
	}{
		{"whole", plain, 0, same, "", ""},
		{"unknown type", unknown, 0, same, "descr-unknown-code ", "descr-unknown-code "},
		{"os.system", evil, 0, same, "pickle-present pickle-import-dangerous ", "pickle-present pickle-import-dangerous "},
		{"cut by four bytes", plain, 0, func(b []byte) []byte { return b[:len(b)-4] }, "cut", "zip-data-corrupt "},
		{"cut by half", plain, 0, func(b []byte) []byte { return b[:len(b)/2] }, "zip-data-corrupt ", "zip-data-corrupt "},
		{"empty", plain, 0, func(b []byte) []byte { return nil }, "zip-data-corrupt ", "zip-data-corrupt "},
		{"of zeros", plain, 0, func(b []byte) []byte { return make([]byte, len(b)) }, "zip-data-corrupt ", "zip-data-corrupt "},
		{"a byte more", plain, 0, func(b []byte) []byte { return append(b, 0) }, "", "zip-size "},
		{"nine bytes more", plain, 0, func(b []byte) []byte { return append(b, "BZ to be."...) }, "", "zip-size "},
		{"twice", plain, 0, func(b []byte) []byte { return append(b, b...) }, "", "zip-size "},
		{"said to be longer", plain, 8, same, "", "zip-size "},
		{"said to be shorter", plain, -8, same, "data-truncated ", "zip-size "},
	} {
		for _, method := range []uint16{12, methodLZMA, methodZstandard} {
			t.Run(fmt.Sprintf("%s/%d", test.name, method), func(t *testing.T) {
				data, flags := packed(t, method, test.file)
				data = test.change(slices.Clone(data))
				b := archive(t, method, flags, data, test.file, test.lie)
				structure := test.structure
				if structure == "cut" { // which of them notice depends on what comes last in the stream
					structure = map[uint16]string{methodZstandard: "zip-data-corrupt "}[method]
				}
				if got := found(check(t, b, validator.Structure)); got != structure {
					t.Errorf("structure: got %q, want %q", got, test.structure)
				}
				full := check(t, b, validator.Full)
				if got := found(full); got != test.full {
					t.Errorf("full: got %q, want %q", got, test.full)
				}
				if len(full.Members) != 1 || full.Members[0].Method != method {
					t.Errorf("got members %+v", full.Members)
				}
			})
		}
	}
}

// TestFlippedBits changes every byte of a compressed member that holds a dangerous array: whatever can be
// decompressed is judged, and what can't be is corrupt.
func TestFlippedBits(t *testing.T) {
	for _, method := range []uint16{12, methodLZMA, methodZstandard} {
		data, flags := packed(t, method, evil)
		for i := range data {
			for _, flip := range []byte{1, 0x80, 0xff} {
				damaged := slices.Clone(data)
				damaged[i] ^= flip
				report := check(t, archive(t, method, flags, damaged, evil, 0), validator.Full)
				if len(report.Findings) < 2 && report.Incomplete == "" {
					t.Errorf("method %d, byte %d ^ 0x%02x: got %v, want something to be found", method, i, flip, report.Findings)
				}
			}
		}
	}
}
