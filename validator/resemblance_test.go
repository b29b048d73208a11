package validator

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/validator/internal/quote"
	"github.com/npycheck/npycheck/validator/internal/zip/ziptest"
)

// TestResemblance has the first bytes of files of other formats. Those of libraries that aren't in Go's
// standard library are written by hand, after what the libraries wrote.
func TestResemblance(t *testing.T) {
	pack := func(pack func(*bytes.Buffer)) string {
		var b bytes.Buffer
		pack(&b)
		return b.String()
	}
	text := func(s string) string { return "looks like " + s }
	at := func(n int, s string) string { return strings.Repeat("\x00", n-1) + "\x01" + s }
	good := string(plainFile)
	for _, test := range []struct{ file, want string }{
		{"\xc2\x93" + good[1:], text("a .npy file converted to UTF-8: fetch it as binary")},
		{"\xe2\x80\x9c" + good[1:], text("a .npy file converted to UTF-8: fetch it as binary")},
		{"\xef\xbb\xbf\xc2\x93" + good[1:], text("a .npy file converted to UTF-8: fetch it as binary")},
		{"\xef\xbf\xbd" + good[1:], text("a .npy file decoded as UTF-8: fetch it as binary")},
		{"?" + good[1:], text("a .npy file encoded as ASCII")},
		{"\x13" + good[1:], text("a .npy file cut to seven bits")},
		{"\xff\xfe\x93\x00N\x00U\x00M\x00", text("a .npy file converted to UTF-16")},
		{"\xfe\xff\x00\x93\x00N\x00U\x00M", text("a .npy file converted to UTF-16")},
		{"k05VTVBZAQB2AHsnZGVzY3InOiAnPGY4Jywg", text("a .npy file as base64 text: decode it")},
		{"934e554d505901007600", text("a .npy file as hexadecimal text: decode it")},
		{`b'\x93NUMPY\x01\x00v\x00`, text("the repr of a .npy file: write the bytes themselves")},
		{"\x93numpy\x01\x00", text("the magic in lower case")},
		{good[1:], text("a .npy file without its first byte: put 93 before it")},
		{good[10:], text("a .npy file without its prefix")},
		{"\n" + good, "the magic is at offset 1: remove the 1 byte before it"},
		{"\xef\xbb\xbf" + good, "the magic is at offset 3: remove the 3 bytes before it"},

		{pack(func(b *bytes.Buffer) { w := gzip.NewWriter(b); w.Write(plainFile); w.Close() }), text("gzip data: decompress it")},
		{pack(func(b *bytes.Buffer) { w := zlib.NewWriter(b); w.Write(plainFile); w.Close() }), text("zlib, perhaps joblib: use joblib, if you trust it")},
		{"BZh91AY&SY", text("bzip2 data: decompress it")},
		{"\xfd7zXZ\x00\x00\x04", text("xz data: decompress it")},
		{"\x28\xb5\x2f\xfd\x24\x98", text("zstd data: decompress it")},
		{"\x04\x22\x4d\x18\x64\x40", text("lz4 data: decompress it")},
		{"\x5d\x00\x00\x80\x00\xff\xff", text("lzma data: decompress it")},
		{"ZF0x1a   ", text("an old joblib file: use joblib, if you trust it")},
		{"7z\xbc\xaf\x27\x1c\x00\x04", text("a 7z archive: unpack it")},
		{"a.npy" + strings.Repeat("\x00", 252) + "ustar  \x00", text("a tar archive: unpack it")},

		{"a.npy\nb.npy\n", text("a list of file names: pass it with --files-from")},
		{"./a b/C.NPZ\r\n", text("a list of file names: ")},
		{"a.npy\x00b.npy\x00", text("a list of file names: ")},
		{"a.npy and others\n", text("text: ")},
		{"[\"x\", a.npy\n", text("JSON: ")},
		{".npy\nb\n", text("a list of file names: ")},

		{"\x89HDF\r\n\x1a\n\x00\x00", text("an HDF5 file: open it with h5py")},
		{"MATLAB 5.0 MAT-file, Platform: GLNXA64", text("a MATLAB file: open it with scipy.io.loadmat")},
		{"MATLAB 7.3 MAT-file, Platform: GLNXA64", text("a MATLAB 7.3 file: open it with h5py")},
		{"CDF\x01\x00\x00\x00\x00", text("a NetCDF file")},
		{"SIMPLE  =                    T / conforms", text("a FITS file")},
		{"\x5c\x01\x00\x00" + strings.Repeat("\x00", 340) + "n+1\x00", text("a NIfTI file")},
		{at(128, "DICM\x02\x00"), text("a DICOM file")},
		{"PAR1\x15\x04\x15\x10", text("a Parquet file: open it with pyarrow or pandas")},
		{"ARROW1\x00\x00\xff\xff\xff\xff", text("an Arrow or Feather file")},
		{"FEA1\x00\x00\x00\x00", text("a Feather 1 file")},
		{"ORC\x0a\x03\x00", text("an ORC file")},
		{"\x40\x00\x00\x00\x00\x00\x00\x00{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}", text("a safetensors file")},
		{"\x08\x08\x12\x07pytorch\x1a\x052.0.0:", text("an ONNX model")},
		{"GGUF\x03\x00\x00\x00", text("a GGUF model")},
		{"SQLite format 3\x00\x10\x00", text("an SQLite database")},
		{"X\n\x00\x00\x00\x03\x00\x04", text("an R .rds file")},
		{"(lp0\nF1.0\naF-2.5\na.", text("a pickle: load it with pickle, if you trust it")},
		{"(dp0\nVa\np1\nI1\ns.", text("a pickle: load it with pickle, if you trust it")},

		{"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", text("a PNG image")},
		{"\xff\xd8\xff\xe0\x00\x10JFIF", text("a JPEG image")},
		{"II*\x00\x08\x00\x00\x00", text("a TIFF image")},
		{"MM\x00*\x00\x00\x00\x08", text("a TIFF image")},
		{"GIF89a\x01\x00", text("a GIF image")},
		{"BM\x46\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00", text("a BMP image")},
		{"BMI and height as text are not an image", text("text")},
		{"RIFF\x24\x00\x00\x00WEBPVP8 ", text("a WebP image")},
		{"%PDF-1.7\n", text("a PDF document")},

		{"version https://git-lfs.github.com/spec/v1\n", text("a Git LFS pointer: run git lfs pull")},
		{"outs:\n- md5: 0123456789abcdef0123456789abcdef\n  size: 152\n", text("a DVC pointer: run dvc pull")},
		{"<!DOCTYPE html>\n<html>", text("a web page: fetch the file again")},
		{"<?xml version=\"1.0\"?>\n<Error><Code>AccessDenied</Code>", text("XML, perhaps a server's error")},

		{"1.0,-2.5,3.0\n", text("numbers as text: read them with numpy.loadtxt")},
		{"1.000000000000000000e+00 -2.500000000000000000e+00\n", text("numbers as text")},
		{"# x y\n1.0 nan\n-inf 2e5\n", text("numbers as text")},
		{"(1.000000000000000000e+00+2.000000000000000000e+00j)\n", text("numbers as text")},
		{"time,value\n0,1.5\n1,2.5\n", text("a CSV table: read it with numpy.genfromtxt or pandas")},
		{"größe\tname\n1\ta\n", text("a CSV table")},
		{"[1.0, -2.5, 3.0]\n", text("JSON: read it with json")},
		{" {\"a\": [1, 2]}", text("JSON")},
		{"Not found\n", text("text: write the array with numpy.save")},
		{"\xff\xfeN\x00o\x00t\x00", text("UTF-16 text")},

		{strings.Repeat("\x00", 152), "begins with 152 zero bytes, perhaps never written: fetch it again"},
		{strings.Repeat("\x00", 600), "begins with 512 zero bytes"},
		{strings.Repeat("\x00", 512) + "x", "begins with 512 zero bytes"},
		{"\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x04\xc0", "raw data, 2 elements of 8 bytes or 4 of 4? Try numpy.fromfile"},
		{"\x00\x00\x80\x3f\x00\x00\x00\xc0\x00\x00\x40\x40", "raw data, 3 elements of 4 bytes? Try numpy.fromfile"},
		{"\x00\x01\x02\x80\x03", ""},
	} {
		report := checkBytes(t, []byte(test.file), nil)
		if len(report.Findings) != 1 || report.Findings[0].Rule.String() != "prefix-magic" {
			t.Errorf("%.30q: got %v, want one prefix-magic", test.file, report.Findings)
			continue
		}
		f := report.Findings[0]
		const want = ", want \\x93NUMPY"
		_, hint, ok := strings.Cut(f.Message, want)
		if !ok || !strings.Contains(hint, test.want) || (test.want == "") != (hint == "") {
			t.Errorf("%.30q: got %q, want %q", test.file, hint, test.want)
		}
		if n := len(f.Message) - len(quote.Hex([]byte(test.file[:f.Length]))); n > 100 {
			t.Errorf("%.30q: got %d characters besides the first bytes, want at most 100: %s", test.file, n, f.Message)
		}
		if f.Offset != 0 || f.Length != int64(min(6, len(test.file))) {
			t.Errorf("%.30q: got %d bytes at %d, want the first 6", test.file, f.Length, f.Offset)
		}
		sameStream(t, []byte(test.file), nil)
	}
}

// TestResemblanceOfArchives has archives under the name of an array.
func TestResemblanceOfArchives(t *testing.T) {
	for _, test := range []struct{ member, want string }{
		{"a.npy", "a zip archive, perhaps an .npz file: rename it"},
		{"model/data.pkl", "a PyTorch checkpoint: use torch.load, weights_only=True"},
	} {
		file := ziptest.Archive("", ziptest.Member{Name: test.member, Content: plainFile})
		report := checkBytes(t, file, &Options{Name: "a.npy"})
		if f := report.Findings[0]; f.Rule.String() != "prefix-magic" || !strings.HasSuffix(f.Message, "looks like "+test.want) {
			t.Errorf("%s: got %v, want %s", test.member, f, test.want)
		}
	}
}

// TestResemblanceOfPrefixedArchives has bytes before an archive. Its first member begins with the magic, and
// cutting all before that would leave no archive.
func TestResemblanceOfPrefixedArchives(t *testing.T) {
	archive := string(ziptest.Archive("", ziptest.Member{Name: "a.npy", Content: plainFile}))
	const remedy = " before it, or write it again"
	for _, test := range []struct{ file, want string }{
		{"#!/bin/sh\n" + archive, "; a zip archive begins at offset 10: remove the 10 bytes" + remedy},
		{"\n" + archive, "; a zip archive begins at offset 1: remove the 1 byte" + remedy},
		{"\n" + archive[:35] + "\x01" + archive[36:], "; a zip archive begins at offset 1: remove the 1 byte" + remedy},
		{"\n" + string(plainFile) + archive, "; the magic is at offset 1: remove the 1 byte before it"},
	} {
		for _, name := range []string{"a.npz", "a.npy"} {
			report := checkBytes(t, []byte(test.file), &Options{Name: name})
			if len(report.Findings) != 1 {
				t.Errorf("%.20q: got %v, want one finding", test.file, report.Findings)
				continue
			}
			f := report.Findings[0]
			if f.Rule.String() != "prefix-magic" || f.Offset != 0 || f.Length != 6 || !strings.HasSuffix(f.Message, "\\x93NUMPY"+test.want) {
				t.Errorf("%.20q: got %v, want prefix-magic of the first 6 bytes with %q", test.file, f, test.want)
			}
		}
		sameStream(t, []byte(test.file), nil)
	}
}

// TestPickleOrigin has bare pickles that tell who wrote them.
func TestPickleOrigin(t *testing.T) {
	for _, test := range []struct{ file, want string }{
		{"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.\x80\x02M\xe9\x03.", "looks like an old PyTorch checkpoint: use torch.load, weights_only=True"},
		{"\x80\x03cjoblib.numpy_pickle\nNumpyArrayWrapper\nq\x00)\x81q\x01.", "looks like a joblib file: use joblib, if you trust it"},
	} {
		report := checkBytes(t, []byte(test.file), nil)
		found := false
		for _, f := range report.Findings {
			found = found || f.Rule.String() == "pickle-raw-file" && strings.HasSuffix(f.Message, test.want)
		}
		if !found {
			t.Errorf("%.30q: got %v, want %s", test.file, report.Findings, test.want)
		}
	}
}
