package validator

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"strings"

	"github.com/npycheck/npycheck/internal/testing/build"
)

// foreignDamages are files of other formats under the name of an array.
func foreignDamages() []damage {
	le := binary.LittleEndian
	const copied = 2 // flag of a Blosc chunk that has the bytes as they are, after its header of 16 bytes
	n := uint32(len(goodNpy))
	blosc := le.AppendUint32(le.AppendUint32(le.AppendUint32([]byte{2, 1, copied, 8}, n), n), n+16)
	blosc = append(blosc, goodNpy...)
	blosc2 := append([]byte("\x9e\xa8b2frame\x00\xd2\x00\x00\x00\x70\xcf\x00\x00\x00\x00\x00\x00\x02\x00"), floats[:485]...)
	length := le.AppendUint64(nil, 100)
	sum := crc32.Checksum(length, crc32.MakeTable(crc32.Castagnoli))
	record := append(le.AppendUint32(length, (sum>>15|sum<<17)+0xa282ead8), floats[:104]...)
	torch := build.Archive("", build.File{Name: "archive/data.pkl", Content: []byte("\x80\x02]q\x00.")}, build.File{Name: "archive/version", Content: []byte("3\n")})
	return []damage{
		{name: "a.npy gzip", file: zipped(goodNpy),
			follow: gunzip,
			good:   goodNpy,
			want:   `prefix-magic: file begins with 1f 8b 08 00 00 00; looks like gzip data: decompress it`},
		{name: "a.npy zstd", file: zstdFrame(goodNpy),
			follow: fromZstd,
			good:   goodNpy,
			want:   `prefix-magic: file begins with 28 b5 2f fd a0 e0; looks like zstd data: decompress it`},
		{name: "a.npy HDF5", file: append([]byte("\x89HDF\r\n\x1a\n\x00\x00"), floats[:200]...),
			want: `prefix-magic: file begins with 89 48 44 46 0d 0a; looks like an HDF5 file: open it with h5py`},
		{name: "a.npy Parquet", file: append([]byte("PAR1\x15\x04\x15\x10"), floats[:200]...),
			want: `prefix-magic: file begins with 50 41 52 31 15 04; looks like a Parquet file: open it with pyarrow or pandas`},
		{name: "a.npy MATLAB", file: []byte("MATLAB 5.0 MAT-file, Platform: GLNXA64" + strings.Repeat(" ", 90)),
			want: `prefix-magic: file begins with 4d 41 54 4c 41 42; looks like a MATLAB file: open it with scipy.io.loadmat`},
		{name: "a.npy pickle", file: []byte("\x80\x04\x95\x0b\x00\x00\x00\x00\x00\x00\x00]\x94(K\x01K\x02K\x03e."),
			want: `pickle-raw-file: file is a bare pickle, not a .npy file; np.load would execute it with allow_pickle=True`},
		{name: "a.npy PyTorch", file: torch,
			want: `prefix-magic: file begins with 50 4b 03 04 14 00; looks like a PyTorch checkpoint: use torch.load(weights_only=True) | npz-member-pickle: member is a pickle, which can run any code when loaded`},
		{name: "a.npz PyTorch", file: torch,
			want: `npz-no-array: archive has 2 members but no array: it looks like a PyTorch file (.pt) | npz-member-pickle: member is a pickle, which can run any code when loaded`},
		{name: "a.npy joblib", file: []byte("\x80\x03cjoblib.numpy_pickle\nNumpyArrayWrapper\nq\x00)\x81q\x01."),
			want: `pickle-raw-file: file is a bare pickle; looks like a joblib file: use joblib, if you trust it | pickle-import-dangerous: import of joblib.numpy_pickle.NumpyArrayWrapper, which can run code or access the system`},
		{name: "a.npy safetensors", file: []byte("\x40\x00\x00\x00\x00\x00\x00\x00{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}          \x00\x00\x00\x00\x00\x00\x00\x00"),
			want: `prefix-magic: file begins with 40 00 00 00 00 00; looks like a safetensors file: open it with safetensors`},
		{name: "a.npy LFS pointer", file: []byte("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n"),
			want: `prefix-magic: file begins with 76 65 72 73 69 6f; looks like a Git LFS pointer: run git lfs pull`},
		{name: "a.npy HTML", file: []byte("<!DOCTYPE html>\n<html><head><title>Google Drive - Virus scan warning</title>"),
			want: `prefix-magic: file begins with 3c 21 44 4f 43 54; looks like a web page: fetch the file again`},
		{name: "a.npy JSON", file: []byte("{\"message\":\"Not Found\",\"status\":\"404\"}"),
			want: `prefix-magic: file begins with 7b 22 6d 65 73 73; looks like JSON, perhaps a server's error: fetch the file again`},
		{name: "a.npy CSV", file: []byte("time,value\n0,1.5\n1,2.5\n"),
			want: `prefix-magic: file begins with 74 69 6d 65 2c 76; looks like a CSV table: read it with numpy.genfromtxt or pandas`},
		{name: "a.npy numbers as text", file: []byte("1.000000000000000000e+00 -2.500000000000000000e+00\n"),
			want: `prefix-magic: file begins with 31 2e 30 30 30 30; looks like numbers as text: use numpy.loadtxt with a delimiter`},
		{name: "a.npy Blosc", file: blosc,
			follow: func(b []byte) []byte { return b[16:] },
			good:   goodNpy,
			want:   `prefix-magic: file begins with 02 01 02 08 e0 09; looks like Blosc data: decompress it with blosc`},
		{name: "a.npy Blosc2 frame", file: blosc2,
			want: `prefix-magic: file begins with 9e a8 62 32 66 72; looks like a Blosc2 frame: open it with blosc2`},
		{name: "a.npy TFRecord", file: record,
			want: `prefix-magic: file begins with 64 00 00 00 00 00; looks like a TFRecord file: read it with TensorFlow`},
		{name: "a.npy PNG", file: append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), floats[:200]...),
			want: `prefix-magic: file begins with 89 50 4e 47 0d 0a; looks like a PNG image: open it with an image library`},
		{name: "a.npy tar", file: inTar(goodNpy),
			follow: untar,
			good:   goodNpy,
			want:   `prefix-magic: file begins with 61 2e 6e 70 79 00; looks like a tar archive: unpack it`},
		{name: "a.npy tofile", file: floats,
			want: `prefix-magic: file begins with 00 00 00 00 00 00, expected \x93NUMPY`},
		{name: "a.npy tofile of bytes", file: floats[:2391],
			want: `prefix-magic: file begins with 00 00 00 00 00 00, expected \x93NUMPY`},
		{name: "a.npz array", file: goodNpy,
			want: `npz-single-array: name ends in .npz, but the file is a single array: np.load returns the array, not an archive`},
		{name: "a.npy archive", file: stored,
			follow: bytes.Clone,
			good:   stored,
			want:   `prefix-magic: file begins with 50 4b 03 04 14 00; looks like a zip archive: name it .npz if it holds arrays`},
		{name: "a.npy AppleDouble", file: []byte("\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X        \x00\x02"),
			want: `prefix-magic: file begins with 00 05 16 07 00 02; looks like macOS metadata: look for the array elsewhere`},
		{name: "a.npy spreadsheet", file: build.Archive("", build.File{Name: "[Content_Types].xml", Content: []byte("<Types/>")}, build.File{Name: "xl/workbook.xml", Content: []byte("<workbook/>")}),
			want: `prefix-magic: file begins with 50 4b 03 04 14 00; looks like a zip archive of something else: look at its members`},
		{name: "a.npz spreadsheet", file: build.Archive("", build.File{Name: "[Content_Types].xml", Content: []byte("<Types/>")}, build.File{Name: "xl/workbook.xml", Content: []byte("<workbook/>")}),
			want: `npz-no-array: archive has 2 members but no array: it looks like an Excel workbook (.xlsx)`},
	}
}
