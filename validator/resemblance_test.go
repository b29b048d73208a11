package validator

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"compress/zlib"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/build"
	"github.com/npycheck/npycheck/internal/text"
)

// TestResemblance covers the first bytes of files of other formats. Those of libraries that aren't in Go's standard
// library are written by hand, after what the libraries wrote.
func TestResemblance(t *testing.T) {
	pack := func(pack func(*bytes.Buffer)) string {
		var b bytes.Buffer
		pack(&b)
		return b.String()
	}
	at := func(n int, s string) string { return strings.Repeat("\x00", n-1) + "\x01" + s }
	good := string(plainFile)
	for _, test := range []struct{ file, want string }{
		{"\xc2\x93" + good[1:], "; looks like a .npy file converted to UTF-8: fetch it as binary"},
		{"\xe2\x80\x9c" + good[1:], "; looks like a .npy file converted to UTF-8: fetch it as binary"},
		{"\xef\xbb\xbf\xc2\x93" + good[1:], "; looks like a .npy file converted to UTF-8: fetch it as binary"},
		{"\xef\xbf\xbd" + good[1:], "; looks like a .npy file decoded as UTF-8: fetch it as binary"},
		{"?" + good[1:], "; looks like a .npy file encoded as ASCII: fetch it as binary"},
		{"\x13" + good[1:], "; looks like a .npy file cut to seven bits: fetch it as binary"},
		{"\xff\xfe\x93\x00N\x00U\x00M\x00", "; looks like a .npy file converted to UTF-16: fetch it as binary"},
		{"\xfe\xff\x00\x93\x00N\x00U\x00M", "; looks like a .npy file converted to UTF-16: fetch it as binary"},
		{"\x93\x00N\x00U\x00M\x00P\x00", "; looks like a .npy file converted to UTF-16: fetch it as binary"},
		{"k05VTVBZAQB2AHsnZGVzY3InOiAnPGY4Jywg", "; looks like a .npy file as base64 text: decode it"},
		{"934e554d505901007600", "; looks like a .npy file as hexadecimal text: decode it"},
		{"934E554D505901007600", "; looks like a .npy file as hexadecimal text: decode it"},
		{`b'\x93NUMPY\x01\x00v\x00`, "; looks like the repr of a .npy file: write the bytes themselves"},
		{"\x93numpy\x01\x00", "; looks like the magic in lower case: fetch it again"},
		{good[1:], "; looks like a .npy file without its first byte: put 93 before it"},
		{good[10:], "; looks like a .npy file without its first bytes: fetch it again"},
		{"\n" + good, "; the magic is at offset 1: remove the 1 byte before it"},
		{"\xef\xbb\xbf" + good, "; the magic is at offset 3 (BOM): remove the 3 bytes before it"},

		{pack(func(b *bytes.Buffer) { w := gzip.NewWriter(b); w.Write(plainFile); w.Close() }), "; looks like gzip data: decompress it"},
		{pack(func(b *bytes.Buffer) { w := zlib.NewWriter(b); w.Write(plainFile); w.Close() }), "; looks like zlib, perhaps joblib: use joblib, if you trust it"},
		{"BZh91AY&SY", "; looks like bzip2 data: decompress it"},
		{"\xfd7zXZ\x00\x00\x04", "; looks like xz data: decompress it"},
		{"\x28\xb5\x2f\xfd\x24\x98", "; looks like zstd data: decompress it"},
		{"\x04\x22\x4d\x18\x64\x40", "; looks like lz4 data: decompress it"},
		{"\x5d\x00\x00\x80\x00\xff\xff", "; looks like lzma data: decompress it"},
		{"ZF0x1a   ", "; looks like an old joblib file: use joblib, if you trust it"},
		{"7z\xbc\xaf\x27\x1c\x00\x04", "; looks like a 7z archive: unpack it"},
		{"Rar!\x1a\x07\x01\x00", "; looks like a RAR archive: unpack it"},
		{"\x1f\x9d\x90a", "; looks like compress data: decompress it"},
		{"a.npy" + strings.Repeat("\x00", 252) + "ustar  \x00", "; looks like a tar archive: unpack it"},

		{"a.npy\nb.npy\n", "; looks like a list of file names: pass it with --files-from"},
		{"./a b/C.NPZ\r\n", "; looks like a list of file names: pass it with --files-from"},
		{"a.npy\x00b.npy\x00", "; looks like a list of file names: pass it with --files-from"},
		{"a.npy and others\n", "; looks like text: read it, then fetch or write the array"},
		{"[\"x\", a.npy\n", "; looks like text: read it, then fetch or write the array"},
		{".npy\nb\n", "; looks like a list of file names: pass it with --files-from"},
		{"npy\nb\n", "; looks like text: read it, then fetch or write the array"},
		{"a.npy\x00\x00b.npy\x00", ""},
		{"{a.npy\n", "; looks like text: read it, then fetch or write the array"},

		{"\x89HDF\r\n\x1a\n\x00\x00", "; looks like an HDF5 file: open it with h5py"},
		{"MATLAB 5.0 MAT-file, Platform: GLNXA64", "; looks like a MATLAB file: open it with scipy.io.loadmat"},
		{"MATLAB 7.3 MAT-file, Platform: GLNXA64", "; looks like a MATLAB 7.3 file: open it with h5py"},
		{"HDF5-based Julia Data Format, version 0.1.0\x00", "; looks like a Julia JLD2 file: open it with JLD2"},
		{"CDF\x01\x00\x00\x00\x00", "; looks like a NetCDF file: open it with xarray or netCDF4"},
		{"CDF\x02\x00\x00\x00\x00", "; looks like a NetCDF file: open it with xarray or netCDF4"},
		{"CDF\x05\x00\x00\x00\x00", "; looks like a NetCDF file: open it with xarray or netCDF4"},
		{"SIMPLE  =                    T / conforms", "; looks like a FITS file: open it with astropy.io.fits"},
		{"\x5c\x01\x00\x00" + strings.Repeat("\x00", 340) + "n+1\x00", "; looks like a NIfTI file: open it with nibabel"},
		{"\x5c\x01\x00\x00" + strings.Repeat("\x00", 340) + "ni1\x00", "; looks like a NIfTI header: open it with nibabel"},
		{at(128, "DICM\x02\x00"), "; looks like a DICOM file: open it with pydicom"},
		{"NRRD0005\n# Complete NRRD file format\n", "; looks like an NRRD file: open it with pynrrd"},
		{"PAR1\x15\x04\x15\x10", "; looks like a Parquet file: open it with pyarrow or pandas"},
		{"ARROW1\x00\x00\xff\xff\xff\xff", "; looks like an Arrow or Feather file: open it with pyarrow"},
		{"FEA1\x00\x00\x00\x00", "; looks like a Feather 1 file: open it with pyarrow"},
		{"ORC\x0a\x03\x00", "; looks like an ORC file: open it with pyarrow"},
		{"Obj\x01\x04\x14avro.codec", "; looks like an Avro file: open it with fastavro"},
		{"\x40\x00\x00\x00\x00\x00\x00\x00{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}", "; looks like a safetensors file: open it with safetensors"},
		{"\x02\x00\x00\x00\x00\x00\x00\x00{}", "; looks like a safetensors file: open it with safetensors"},
		{"\x02\x00\x00\x00\x00\x00\x00\x00{", ""},
		{"\x00\x00\x40\x06\x00\x00\x00\x00{\"a\":1,", "; looks like a safetensors file: open it with safetensors"},
		{"\x01\x00\x40\x06\x00\x00\x00\x00{\"a\":1,", ""},
		{"\x08\x08\x12\x07pytorch\x1a\x052.0.0:", "; looks like an ONNX model: open it with onnx"},
		{"\x08\x20\x12\x01p", "; looks like an ONNX model: open it with onnx"},
		{"\x08\x21\x12\x01p", ""},
		{"\x08\x00\x12\x01p", ""},
		{"\x08\x01\x12\x00p", ""},
		{"\x08\x01\x12\x01", ", expected \\x93NUMPY"},
		{"\x08\x01\x12\x02p\x01", ""},
		{"\x08\x01\x12\x01p\x01", "; looks like an ONNX model: open it with onnx"},
		{"\x01\x01\x01\x04\x10\x00\x00\x00\x10\x00\x00\x00\x10\x00\x00\x00", "; looks like Blosc data: decompress it with blosc"},
		{"\x05\x01\x01\x04\x10\x00\x00\x00\x10\x00\x00\x00\x10\x00\x00\x00", "; looks like Blosc data: decompress it with blosc"},
		{"\x00\x01\x01\x04\x10\x00\x00\x00\x10\x00\x00\x00\x10\x00\x00\x00", ", expected \\x93NUMPY"},
		{"\x06\x01\x01\x04\x10\x00\x00\x00\x10\x00\x00\x00\x10\x00\x00\x00", ", expected \\x93NUMPY"},
		{"\x05\x01\x01\x04\x10\x00\x00\x00\x10\x00\x00\x00\x10\x00\x00", ""},
		{"GGUF\x03\x00\x00\x00", "; looks like a GGUF model: open it with gguf"},
		{"SQLite format 3\x00\x10\x00", "; looks like an SQLite database: open it with sqlite3"},
		{"X\n\x00\x00\x00\x03\x00\x04", "; looks like an R .rds file: open it with R or pyreadr"},
		{"RDX3\nX\n\x00\x00\x00\x03", "; looks like an R .RData file: open it with R or pyreadr"},
		{"(lp0\nF1.0\naF-2.5\na.", "; looks like a pickle: load it with pickle, if you trust it"},
		{"(dp0\nVa\np1\nI1\ns.", "; looks like a pickle: load it with pickle, if you trust it"},

		{"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "; looks like a PNG image: open it with an image library"},
		{"\xff\xd8\xff\xe0\x00\x10JFIF", "; looks like a JPEG image: open it with an image library"},
		{"II*\x00\x08\x00\x00\x00", "; looks like a TIFF image: open it with an image library"},
		{"MM\x00*\x00\x00\x00\x08", "; looks like a TIFF image: open it with an image library"},
		{"II+\x00\x08\x00\x00\x00", "; looks like a BigTIFF image: open it with an image library"},
		{"GIF89a\x01\x00", "; looks like a GIF image: open it with an image library"},
		{"BM\x46\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00", "; looks like a BMP image: open it with an image library"},
		{"BM\x46\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x7c\x00\x00\x00", "; looks like a BMP image: open it with an image library"},
		{"BM\x46\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x7d\x00\x00\x00", ""},
		{"BM\x46\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00", ""},
		{"BMI and height as text are not an image", "; looks like text: read it, then fetch or write the array"},
		{"RIFF\x24\x00\x00\x00WEBPVP8 ", "; looks like a WebP image: open it with an image library"},
		{"RIFF\x24\x00\x00\x00WAVEfmt ", "; looks like a WAVE file: open it with an audio library"},
		{"\x76\x2f\x31\x01\x02\x00\x00\x00", "; looks like an OpenEXR image: open it with an image library"},
		{"%PDF-1.7\n", "; looks like a PDF document: export the numbers from it"},
		{"\x7fELF\x02\x01\x01\x00", "; looks like a program: look for the array elsewhere"},

		{"version https://git-lfs.github.com/spec/v1\n", "; looks like a Git LFS pointer: run git lfs pull"},
		{"/annex/objects/SHA256E-s152--0123456789abcdef.npy\n", "; looks like a git-annex pointer: run git annex get"},
		{"outs:\n- md5: 0123456789abcdef0123456789abcdef\n  size: 152\n", "; looks like a DVC pointer: run dvc pull"},
		{"<!DOCTYPE html>\n<html>", "; looks like a web page: fetch the file again"},
		{"<!doctype html>\n<html>", "; looks like a web page: fetch the file again"},
		{"<html><head>", "; looks like a web page: fetch the file again"},
		{"<HTML><HEAD>", "; looks like a web page: fetch the file again"},
		{"<?xml version=\"1.0\"?>\n<Error><Code>AccessDenied</Code>", "; looks like XML, perhaps a server's error: fetch the file again"},
		{"<Error><Code>AccessDenied</Code>", "; looks like a server's error: fetch the file again"},
		{"\n\n<html>\n<head><title>403", "; looks like a web page: fetch the file again"},
		{"\xef\xbb\xbf\r\n<!Doctype HTML>", "; looks like a web page: fetch the file again"},
		{"<!-- saved from url -->\n<html>", "; looks like a web page: fetch the file again"},
		{"<Head><title>302 Found", "; looks like a web page: fetch the file again"},
		{"\xef\xbb\xbf<?xml version=\"1.0\"?>", "; looks like XML, perhaps a server's error: fetch the file again"},
		{"404: Not Found", "; looks like a server's error: fetch the file again"},
		{"404 Not Found\n", "; looks like a server's error: fetch the file again"},
		{"404 405\n", "; looks like numbers as text: use numpy.loadtxt with a delimiter"},
		{"403 Forbidden\n", "; looks like a server's error: fetch the file again"},
		{"Not Found", "; looks like a server's error: fetch the file again"},
		{"Forbidden", "; looks like a server's error: fetch the file again"},
		{"Access Denied\n", "; looks like a server's error: fetch the file again"},
		{"{\"message\":\"Not Found\",\"status\":\"404\"}", "; looks like JSON, perhaps a server's error: fetch the file again"},
		{"{\"error\":\"Repository not found\"}", "; looks like JSON, perhaps a server's error: fetch the file again"},
		{"{\"errors\":[{\"status\":404}]}", "; looks like JSON, perhaps a server's error: fetch the file again"},
		{"{\"detail\":\"Not found.\"}", "; looks like JSON, perhaps a server's error: fetch the file again"},
		{"outs:\r\n- md5: 0123456789abcdef0123456789abcdef\r\n", "; looks like a DVC pointer: run dvc pull"},

		{"\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X        ", "; looks like macOS metadata: look for the array elsewhere"},
		{"../shared/a.npy", "; looks like a symlink that Git wrote as text: set core.symlinks"},
		{"A.NPZ", "; looks like a symlink that Git wrote as text: set core.symlinks"},
		{"../.git/annex/objects/aa/bb/MD5E-s1--0123.npy/MD5E-s1--0123.npy", "; looks like a git-annex pointer: run git annex get"},
		{"{a.npy", "; looks like text: read it, then fetch or write the array"},
		{"a\nb.npy", "; looks like text: read it, then fetch or write the array"},
		{strings.Repeat("a", 507) + ".npy", "; looks like a symlink that Git wrote as text: set core.symlinks"},
		{strings.Repeat("a", 508) + ".npy", "; looks like text: read it, then fetch or write the array"},

		{"1.0,-2.5,3.0\n", "; looks like numbers as text: use numpy.loadtxt with a delimiter"},
		{"1.000000000000000000e+00 -2.500000000000000000e+00\n", "; looks like numbers as text: use numpy.loadtxt with a delimiter"},
		{"# x y\n1.0 nan\n-inf 2e5\n", "; looks like numbers as text: use numpy.loadtxt with a delimiter"},
		{"(1.000000000000000000e+00+2.000000000000000000e+00j)\n", "; looks like numbers as text: use numpy.loadtxt with a delimiter"},
		{"time,value\n0,1.5\n1,2.5\n", "; looks like a CSV table: read it with numpy.genfromtxt or pandas"},
		{"größe\tname\n1\ta\n", "; looks like a CSV table: read it with numpy.genfromtxt or pandas"},
		{"[1.0, -2.5, 3.0]\n", "; looks like JSON: read it with json, save it with numpy"},
		{" {\"a\": [1, 2]}", "; looks like JSON: read it with json, save it with numpy"},
		{"[1 2 3]\n", "; looks like text: read it, then fetch or write the array"},
		{"[core]\n\trepositoryformatversion = 0\n", "; looks like text: read it, then fetch or write the array"},
		{"[147, 78, 85, 77, 80, 89, 1, 0, 118, 0, 123]", "; looks like the bytes of an array as text: fetch the array itself"},
		{"{\"type\":\"Buffer\",\"data\":[147,78,85,77,80,89,1,0]}", "; looks like the bytes of an array as text: fetch the array itself"},
		{"147 78 85 77 80 89 1 0 118 0\n", "; looks like the bytes of an array as text: fetch the array itself"},
		{"[80,75,3,4,45,0]", "; looks like the bytes of an array as text: fetch the array itself"},
		{"0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 0x01", "; looks like the bytes of an array as text: fetch the array itself"},
		{"unsigned char a_npy[] = {\n  0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 0x01", "; looks like the bytes of an array as text: fetch the array itself"},
		{"\\x93\\x4e\\x55\\x4d\\x50\\x59\\x01", "; looks like the bytes of an array as text: fetch the array itself"},
		{"93 4e 55 4d 50 59 01 00\n", "; looks like the bytes of an array as text: fetch the array itself"},
		{"0000000 047223 046525 054520 000001 000166\n", "; looks like the bytes of an array as text: fetch the array itself"},
		{"00000000: 934e 554d 5059 0100 7600 7b27  .NUMPY..v.\n", "; looks like the bytes of an array as text: fetch the array itself"},
		{"0000000 4e93 4d55 5950 0001 0076\n", "; looks like the bytes of an array as text: fetch the array itself"},
		{"00000000  93 4e 55 4d 50 59 01 00  76 00 7b 27  |.NUMPY..v.|\n", "; looks like the bytes of an array as text: fetch the array itself"},
		{"Note found\n", "; looks like text: read it, then fetch or write the array"},
		{"a\tb\x7f\n", ""},
		{"a\x1fb\n", ", expected \\x93NUMPY"},
		{"a b\x85\xc3\n", ""},
		{"\xef\xbb\xbfNote found\n", "; looks like text: read it, then fetch or write the array"},
		{"abc", ""},
		{"abcd", "; looks like text: read it, then fetch or write the array"},
		{".npy\n", "; looks like a list of file names: pass it with --files-from"},
		{"1.0 2,5;-3\t+4\n", "; looks like numbers as text: use numpy.loadtxt with a delimiter"},
		{"1.0 x\n", "; looks like text: read it, then fetch or write the array"},
		{"nan inf\n", "; looks like numbers as text: use numpy.loadtxt with a delimiter"},
		{"e.+-\n", "; looks like text: read it, then fetch or write the array"},
		{"# 1 2\r\n3 4\n", "; looks like numbers as text: use numpy.loadtxt with a delimiter"},
		{"a;b\n1;2\n", "; looks like a CSV table: read it with numpy.genfromtxt or pandas"},
		{"a,b\n1;2\n", "; looks like text: read it, then fetch or write the array"},
		{"a,b\n1,2,3\n", "; looks like text: read it, then fetch or write the array"},
		{"\xff\xfeN\x00o\x00t\x00", "; looks like UTF-16 text: read it, then fetch or write the array"},

		{strings.Repeat("\x00", 152), "; all 152 bytes are zero, never written: write it again"},
		{strings.Repeat("\x00", 600), "; all 600 bytes are zero, never written: write it again"},
		{strings.Repeat("\x00", 512) + "x", "; first 512 bytes are zero, and maybe more: fetch it again"},
		{"\x00\x00\x00\x00\x00\x00\xf0\x3f\x00\x00\x00\x00\x00\x00\x04\xc0", ", expected \\x93NUMPY"},
		{"\x00\x00\x80\x3f\x00\x00\x00\xc0\x00\x00\x40\x40", ", expected \\x93NUMPY"},
		{"\x00\x01\x02\x80\x03", ""},
		{"\x00\x01\x02\x80", ", expected \\x93NUMPY"},
		{"\x78\x9c", "; looks like zlib, perhaps joblib: use joblib, if you trust it"},
		{"\x78\x9d", ""},
		{"\xff\xfe\x01", "; looks like UTF-16 text: read it, then fetch or write the array"},
		{"\x78", ""},
		{"\x00\x01\x02\x80\x03\x04\x05\x06", ", expected \\x93NUMPY"},
	} {
		report := checkBytes(t, []byte(test.file), nil)
		if len(report.Findings) != 1 || report.Findings[0].Rule.String() != "prefix-magic" {
			t.Errorf("%.30q: got %v, want one prefix-magic", test.file, report.Findings)
			continue
		}
		f := report.Findings[0]
		want := "file begins with " + text.Hex([]byte(test.file[:f.Length])) + cmp.Or(test.want, `, expected \x93NUMPY`)
		if f.Message != want {
			t.Errorf("%.30q: got %q, want %q", test.file, f.Message, want)
		}
		if n := len(f.Message); n > 100 {
			t.Errorf("%.30q: got %d characters, want at most 100: %s", test.file, n, f.Message)
		}
		if f.Offset != 0 || f.Length != int64(min(6, len(test.file))) {
			t.Errorf("%.30q: got %d bytes at %d, want the first 6", test.file, f.Length, f.Offset)
		}
		sameStream(t, []byte(test.file), nil)
	}
}

// TestResemblanceOfArchives covers archives under the name of an array.
func TestResemblanceOfArchives(t *testing.T) {
	for _, test := range []struct{ member, want string }{
		{"a.npy", "a zip archive: name it .npz if it holds arrays"},
		{"readme.txt", "a zip archive of something else: look at its members"},
		{"model/data.pkl", "a PyTorch checkpoint: use torch.load(weights_only=True)"},
	} {
		file := build.Archive("", build.File{Name: test.member, Content: plainFile})
		report := checkBytes(t, file, &Options{Name: "a.npy"})
		if f := report.Findings[0]; f.Rule.String() != "prefix-magic" || !strings.HasSuffix(f.Message, "looks like "+test.want) {
			t.Errorf("%s: got %v, want %s", test.member, f, test.want)
		}
	}
}

// TestSidecars covers what macOS keeps beside files. Only a name that macOS gives shows that it
// isn't an array that somebody misses.
func TestSidecars(t *testing.T) {
	const sidecar, other = " about another file: delete it", ": look for the array elsewhere"
	const metadata = "\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X        \x00\x02"
	for _, test := range []struct{ name, want string }{
		{"._a.npy", sidecar},
		{"data/._a.npy", sidecar},
		{"__MACOSX/a.npy", sidecar},
		{"data/__MACOSX/x/a.npy", sidecar},
		{"a.npy", other},
		{"._data/a.npy", other},
		{"a__MACOSX/a.npy", other},
		{"._a.npy.npy/a.npy", other},
	} {
		want := "; looks like macOS metadata" + test.want
		archive := build.Archive("", build.File{Name: "b.npy", Content: plainFile}, build.File{Name: test.name, Content: []byte(metadata)})
		for _, report := range []*Report{
			checkBytes(t, []byte(metadata), &Options{Name: test.name}),
			checkBytes(t, archive, &Options{Name: "a.npz"}),
		} {
			if len(report.Findings) == 0 || !strings.HasSuffix(report.Findings[0].Message, want) {
				t.Errorf("%s: got %v, want one with %q", test.name, report.Findings, want)
			}
		}
	}
}

// TestResemblanceByName covers a file that is neither an array nor an archive. What it should begin with depends on
// its name.
func TestResemblanceByName(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{"a.npz", `file begins with 85 94 4a 49 89, expected PK\x03\x04 or \x93NUMPY`},
		{"a.npy", `file begins with 85 94 4a 49 89, expected \x93NUMPY`},
		{"", `file begins with 85 94 4a 49 89, expected \x93NUMPY`},
	} {
		report := checkBytes(t, []byte("\x85\x94\x4a\x49\x89"), &Options{Name: test.name})
		if len(report.Findings) != 1 || report.Findings[0].Message != test.want {
			t.Errorf("%q: got %v, want one finding: %s", test.name, report.Findings, test.want)
		}
	}
}

// TestResemblanceOfPrefixedArchives covers bytes before an archive, whose first member begins with the magic, or
// before an array that isn't all of the rest.
func TestResemblanceOfPrefixedArchives(t *testing.T) {
	archive := string(build.Archive("", build.File{Name: "a.npy", Content: plainFile}))
	for _, test := range []struct{ file, want string }{
		{"#!/bin/sh\n" + archive, "; a zip archive begins at offset 10: fetch or write it again"},
		{"\n" + archive, "; a zip archive begins at offset 1: fetch or write it again"},
		{"\n" + archive[:35] + "\x01" + archive[36:], "; a zip archive begins at offset 1: fetch or write it again"},
		{"\n" + string(plainFile) + archive, "; the magic is at offset 1: fetch or write it again"},
	} {
		for _, name := range []string{"a.npz", "a.npy"} {
			report := checkBytes(t, []byte(test.file), &Options{Name: name})
			if len(report.Findings) != 1 {
				t.Errorf("%.20q: got %v, want one finding", test.file, report.Findings)
				continue
			}
			f := report.Findings[0]
			if f.Rule.String() != "prefix-magic" || f.Offset != 0 || f.Length != 6 || !strings.HasSuffix(f.Message, test.want) {
				t.Errorf("%.20q: got %v, want prefix-magic of the first 6 bytes with %q", test.file, f, test.want)
			}
		}
		sameStream(t, []byte(test.file), nil)
	}
}

// TestPickleOrigin covers bare pickles that show who wrote them.
func TestPickleOrigin(t *testing.T) {
	for _, test := range []struct{ file, want string }{
		{"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.\x80\x02M\xe9\x03.", "looks like an old PyTorch checkpoint: use torch.load(weights_only=True)"},
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

// TestTextual has characters that are cut, whole and broken.
func TestTextual(t *testing.T) {
	for text, want := range map[string]bool{
		"":          true,
		"a\t\r\nb":  true,
		"\u20ac":    true,
		"a\xe2\x82": true, // the start of the euro sign
		"\xe2\x82a": false,
		"a\xff":     false,
		"a\x7f":     false,
		"a\x00":     false,
	} {
		if got := textual([]byte(text)); got != want {
			t.Errorf("%q: got %t, want %t", text, got, want)
		}
	}
}
