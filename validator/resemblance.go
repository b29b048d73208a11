package validator

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash/crc32"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator/internal/finding"
	"github.com/npycheck/npycheck/validator/internal/literal"
)

// resemblanceLen is how much of a file without the magic is looked at: the signature of a tar archive
// ends at byte 262, that of a NIfTI file at 348.
const resemblanceLen = 512

// lookalike is another format by its signature.
type lookalike struct {
	at        int // where the signature is
	signature string
	what      string // completes "looks like"
	remedy    string
}

// lookalikes are formats that turn up in files named as arrays, the longer of two signatures first.
// At the top are forms that the magic takes when a file is converted as text.
var lookalikes = [...]lookalike{
	{0, "\xc2\x93NUMPY", "a .npy file converted to UTF-8", "fetch it as binary"},
	{0, "\xe2\x80\x9cNUMPY", "a .npy file converted to UTF-8", "fetch it as binary"},
	{0, "\xef\xbb\xbf\xc2\x93NUMPY", "a .npy file converted to UTF-8", "fetch it as binary"},
	{0, "\xef\xbf\xbdNUMPY", "a .npy file decoded as UTF-8", "fetch it as binary"},
	{0, "?NUMPY", "a .npy file encoded as ASCII", "fetch it as binary"},
	{0, "\xff\xfe\x93\x00N\x00U\x00", "a .npy file converted to UTF-16", "fetch it as binary"},
	{0, "\x93\x00N\x00U\x00", "a .npy file converted to UTF-16", "fetch it as binary"},
	{0, "\xfe\xff\x00\x93\x00N\x00U", "a .npy file converted to UTF-16", "fetch it as binary"},
	{0, "k05VTVBZ", "a .npy file as base64 text", "decode it"},
	{0, "934e554d5059", "a .npy file as hexadecimal text", "decode it"},
	{0, "934E554D5059", "a .npy file as hexadecimal text", "decode it"},
	{0, "b'\\x93NUMPY", "the repr of a .npy file", "write the bytes themselves"},
	{0, "data:application/octet-stream;base64,k05VTVBZ", "a data: URL of a .npy file", "decode what follows the comma"},
	{0, "UEsDB", "a zip archive as base64 text", "decode it"},
	{0, "<<<<<<< ", "an unresolved Git merge", "check out one of them"},

	{0, "PK\x03\x04", "a zip archive", "name it .npz if it holds arrays"},
	{0, "PK\x05\x06", "an empty zip archive", "name it .npz"},
	{0, "\x1f\x8b", "gzip data", "decompress it"},
	{0, "BZh", "bzip2 data", "decompress it"},
	{0, "\xfd7zXZ\x00", "xz data", "decompress it"},
	{0, "\x28\xb5\x2f\xfd", "zstd data", "decompress it"},
	{0, "\x04\x22\x4d\x18", "lz4 data", "decompress it"},
	{0, "\x5d\x00\x00", "lzma data", "decompress it"},
	{0, "\x1f\x9d", "compress data", "decompress it"},
	{0, "ZF0x", "an old joblib file", "use joblib, if you trust it"},
	{0, "\x9e\xa8b2frame\x00", "a Blosc2 frame", "open it with blosc2"},
	{0, "7z\xbc\xaf\x27\x1c", "a 7z archive", "unpack it"},
	{0, "Rar!\x1a\x07", "a RAR archive", "unpack it"},
	{257, "ustar", "a tar archive", "unpack it"},

	{0, "\x89HDF\r\n\x1a\n", "an HDF5 file", "open it with h5py"},
	{0, "MATLAB 7.3", "a MATLAB 7.3 file", "open it with h5py"},
	{0, "MATLAB", "a MATLAB file", "open it with scipy.io.loadmat"},
	{0, "HDF5-based Julia Data Format", "a Julia JLD2 file", "open it with JLD2"},
	{0, "CDF\x01", "a NetCDF file", "open it with xarray or netCDF4"},
	{0, "CDF\x02", "a NetCDF file", "open it with xarray or netCDF4"},
	{0, "CDF\x05", "a NetCDF file", "open it with xarray or netCDF4"},
	{0, "SIMPLE  =", "a FITS file", "open it with astropy.io.fits"},
	{344, "n+1\x00", "a NIfTI file", "open it with nibabel"},
	{344, "ni1\x00", "a NIfTI header", "open it with nibabel"},
	{128, "DICM", "a DICOM file", "open it with pydicom"},
	{0, "NRRD000", "an NRRD file", "open it with pynrrd"},
	{0, "PAR1", "a Parquet file", "open it with pyarrow or pandas"},
	{0, "ARROW1", "an Arrow or Feather file", "open it with pyarrow"},
	{0, "FEA1", "a Feather 1 file", "open it with pyarrow"},
	{0, "ORC", "an ORC file", "open it with pyarrow"},
	{0, "Obj\x01", "an Avro file", "open it with fastavro"},
	{0, "GGUF", "a GGUF model", "open it with gguf"},
	{0, "SQLite format 3\x00", "an SQLite database", "open it with sqlite3"},
	{0, "X\n\x00\x00\x00", "an R .rds file", "open it with R or pyreadr"},
	{0, "RDX", "an R .RData file", "open it with R or pyreadr"},
	{0, "(lp", "a pickle", "load it with pickle, if you trust it"},
	{0, "(dp", "a pickle", "load it with pickle, if you trust it"},

	{0, "\x89PNG\r\n\x1a\n", "a PNG image", "open it with an image library"},
	{0, "\xff\xd8\xff", "a JPEG image", "open it with an image library"},
	{0, "II*\x00", "a TIFF image", "open it with an image library"},
	{0, "MM\x00*", "a TIFF image", "open it with an image library"},
	{0, "II+\x00", "a BigTIFF image", "open it with an image library"},
	{0, "GIF8", "a GIF image", "open it with an image library"},
	{8, "WEBP", "a WebP image", "open it with an image library"},
	{8, "WAVE", "a WAVE file", "open it with an audio library"},
	{0, "\x76\x2f\x31\x01", "an OpenEXR image", "open it with an image library"},
	{0, "%PDF-", "a PDF document", "export the numbers from it"},
	{0, "\x7fELF", "a program", "look for the array elsewhere"},
}

// textLookalikes are texts that turn up in files named as arrays, by how they begin, in lower case. Whitespace and a
// byte order mark may come before, as servers and editors write them.
var textLookalikes = [...]lookalike{
	{0, "version https://git-lfs", "a Git LFS pointer", "run git lfs pull"},
	{0, "/annex/objects/", "a git-annex pointer", "run git annex get"},
	{0, "outs:\n", "a DVC pointer", "run dvc pull"},
	{0, "outs:\r\n", "a DVC pointer", "run dvc pull"},
	{0, "<!doctype", "a web page", "fetch the file again"},
	{0, "<html", "a web page", "fetch the file again"},
	{0, "<head", "a web page", "fetch the file again"},
	{0, "<!--", "a web page", "fetch the file again"},
	{0, "<?xml", "XML, perhaps a server's error", "fetch the file again"},
	{0, "<error>", "a server's error", "fetch the file again"},
	{0, "{\"message\"", "JSON, perhaps a server's error", "fetch the file again"},
	{0, "{\"error", "JSON, perhaps a server's error", "fetch the file again"},
	{0, "{\"detail\"", "JSON, perhaps a server's error", "fetch the file again"},
	{0, "404: not found", "a server's error", "fetch the file again"},
	{0, "404 not found", "a server's error", "fetch the file again"},
	{0, "403 forbidden", "a server's error", "fetch the file again"},
	{0, "not found", "a server's error", "fetch the file again"},
	{0, "forbidden", "a server's error", "fetch the file again"},
	{0, "access denied", "a server's error", "fetch the file again"},
}

// resemblance says what a file without the magic looks like, and what to do about it.
func (f *oddFile) resemblance() (hint string, remedy finding.Remedy) {
	head := f.head[:min(len(f.head), resemblanceLen)]
	if hint, remedy = f.damaged(head); hint != "" {
		return hint, remedy
	}
	if what, do := f.kind(head); what != "" {
		return looksLike(what, do)
	}
	if hint, remedy = f.wrapped(head); hint != "" {
		return hint, remedy
	}
	if what, do := textKind(head); what != "" {
		return looksLike(what, do)
	}
	if len(head) > 1 && head[0] == 0x78 && binary.BigEndian.Uint16(head)%31 == 0 {
		return looksLike("zlib, perhaps joblib", "use joblib, if you trust it")
	}
	return "", ""
}

func looksLike(what, do string) (hint string, remedy finding.Remedy) {
	return "; looks like " + what, finding.Remedy(": " + do)
}

// member says what a member of an archive is that begins with start. Its bytes can't be repaired in isolation.
func (f *oddFile) member(start []byte) (s string, remedy finding.Remedy) {
	if len(start) == 0 {
		return "member is empty, so np.load returns b''", ""
	}
	head := f.head[:min(len(f.head), resemblanceLen)]
	hint, remedy := f.damaged(head)
	if what, do := f.kind(head); hint == "" && what != "" {
		hint, remedy = looksLike(what, do)
	}
	return "member starts with " + text.Hex(start) + cmp.Or(hint, ", so np.load returns its bytes, not an array"), remedy
}

// kind recognises formats by their signatures. What is "" for an unknown format.
func (f *oddFile) kind(head []byte) (what, remedy string) {
	switch {
	case bytes.HasSuffix(firstEntry(head), []byte("/data.pkl")):
		return "a PyTorch checkpoint", "use torch.load(weights_only=True)"
	case len(firstEntry(head)) > 0 && !bytes.HasSuffix(firstEntry(head), []byte(".npy")):
		return "a zip archive of something else", "look at its members"
	case bytes.HasPrefix(head, []byte("\x00\x05\x16\x07")) && sidecar(f.name):
		return "macOS metadata about another file", "delete it"
	case bytes.HasPrefix(head, []byte("\x00\x05\x16\x07")):
		return "macOS metadata", "look for the array elsewhere"
	case safetensors(head):
		return "a safetensors file", "open it with safetensors"
	case bitmap(head):
		return "a BMP image", "open it with an image library"
	case onnx(head):
		return "an ONNX model", "open it with onnx"
	case tfRecord(head):
		return "a TFRecord file", "read it with TensorFlow"
	case f.blosc(head):
		return "Blosc data", "decompress it with blosc"
	}
	for i := range lookalikes {
		l := &lookalikes[i]
		if len(head) >= l.at && bytes.HasPrefix(head[l.at:], []byte(l.signature)) {
			return l.what, l.remedy
		}
	}
	text := bytes.ToLower(trimText(head))
	for i := range textLookalikes {
		l := &textLookalikes[i]
		if bytes.HasPrefix(text, []byte(l.signature)) {
			return l.what, l.remedy
		}
	}
	return "", ""
}

// sidecar reports whether name is one that macOS gives to metadata.
func sidecar(name string) bool {
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '/' || r == '\\' })
	return slices.Contains(parts, "__MACOSX") || len(parts) > 0 && strings.HasPrefix(parts[len(parts)-1], "._")
}

// firstEntry returns the name of the first member of a zip archive, as far as head has it.
func firstEntry(head []byte) []byte {
	const fixed = 30 // bytes of a local header before the name
	if !bytes.HasPrefix(head, []byte("PK\x03\x04")) || len(head) < fixed {
		return nil
	}
	name := head[fixed:]
	return name[:min(len(name), int(binary.LittleEndian.Uint16(head[26:])))]
}

// safetensors reports whether head begins with the length of a JSON object, as 8 bytes, and the object.
func safetensors(head []byte) bool {
	return len(head) >= 10 && binary.LittleEndian.Uint64(head) <= 100<<20 && (string(head[8:10]) == `{"` || string(head[8:10]) == "{}")
}

// bitmap reports whether head begins with a BMP header: its signature is two letters, so that the
// reserved bytes and the size of the second header count too.
func bitmap(head []byte) bool {
	return len(head) >= 18 && string(head[:2]) == "BM" && string(head[6:10]) == "\x00\x00\x00\x00" && head[14] <= 124 && string(head[15:18]) == "\x00\x00\x00"
}

// onnx reports whether head begins as the protocol buffer of a model does: field 1 with a small number,
// field 2 with the name of the producer.
func onnx(head []byte) bool {
	if len(head) < 4 || head[0] != 0x08 || head[1] == 0 || head[1] > 0x20 || head[2] != 0x12 || head[3] == 0 {
		return false
	}
	name := head[4:]
	name = name[:min(len(name), int(head[3]))]
	return len(name) > 0 && textual(name)
}

// tfRecord reports whether head begins with the length of a record and the checksum of the length.
func tfRecord(head []byte) bool {
	if len(head) < 12 {
		return false
	}
	sum := crc32.Checksum(head[:8], castagnoli)
	return binary.LittleEndian.Uint32(head[8:]) == (sum>>15|sum<<17)+0xa282ead8
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// blosc reports whether a file is one chunk of Blosc, whose header has its size.
func (f *oddFile) blosc(head []byte) bool {
	return len(head) >= 16 && 1 <= head[0] && head[0] <= 5 && head[1] == 1 && int64(binary.LittleEndian.Uint32(head[12:])) == f.size
}

// textual reports whether b is printable ASCII and whitespace, with any other characters in UTF-8. A
// character may be cut at the end.
func textual(b []byte) bool {
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		switch {
		case r == utf8.RuneError && n == 1:
			return !utf8.FullRune(b)
		case r < ' ' && !whiteSpace(byte(r)), r == 0x7f:
			return false
		}
		b = b[n:]
	}
	return true
}

// textKind recognises kinds of text. What is "" if head isn't text.
func textKind(head []byte) (what, remedy string) {
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		return "UTF-16 text", "read it, then fetch or write the array"
	}
	if arrayNames(head) {
		return "a list of file names", "pass it with --files-from"
	}
	text := trimText(head)
	if len(head) < 4 || !textual(text) {
		return "", ""
	}
	switch {
	case linkTarget(text):
		if bytes.Contains(text, []byte("/annex/objects/")) {
			return "a git-annex pointer", "run git annex get"
		}
		return "a symlink that Git wrote as text", "set core.symlinks"
	case spelledArray(text):
		return "the bytes of an array as text", "fetch the array itself"
	case isJSON(text):
		return "JSON", "read it with json, save it with numpy"
	case numberLine(text):
		return "numbers as text", "use numpy.loadtxt with a delimiter"
	case table(text):
		return "a CSV table", "read it with numpy.genfromtxt or pandas"
	}
	return "text", "read it, then fetch or write the array"
}

// isJSON reports whether a text, which may be cut, begins as a JSON object or list.
func isJSON(text []byte) bool {
	if len(text) == 0 || text[0] != '{' && text[0] != '[' {
		return false
	}
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		switch _, err := d.Token(); {
		case err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF):
			return true
		case err != nil:
			return false
		}
	}
}

// spelledArray reports whether the numbers in a text are the first bytes of an array or an archive: a JSON list of bytes,
// or the output of od, hexdump or xxd, which also write offsets and pairs of bytes.
func spelledArray(text []byte) bool {
	words := bytes.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, base := range []int{10, 16, 8} {
		var spelled []byte
		for _, word := range words {
			digits := strings.TrimPrefix(strings.ToLower(string(word)), "0x")
			n, err := strconv.ParseUint(strings.TrimPrefix(digits, "x"), base, 64)
			switch {
			case err != nil:
			case base == 8 && len(digits) == 6 || base == 16 && len(digits) == 4 && n > 0xff:
				pair := []byte{byte(n), byte(n >> 8)} // of od
				if base == 16 && bytes.Contains(text, []byte(": ")) {
					pair[0], pair[1] = pair[1], pair[0] // of xxd
				}
				spelled = append(spelled, pair...)
			case n <= 0xff:
				spelled = append(spelled, byte(n))
			}
		}
		spelled = spelled[:min(len(spelled), 16)]
		if bytes.Contains(spelled, []byte(magic)) || bytes.Contains(spelled, []byte("PK\x03\x04")) {
			return true
		}
	}
	return false
}

// trimText cuts the byte order mark and the whitespace before a text.
func trimText(head []byte) []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
}

// linkTarget reports whether a text consists only of the name of an array or an archive. A list of one name would end
// with a newline; Git writes a symbolic link without one where the system has no links.
func linkTarget(text []byte) bool {
	return len(text) < resemblanceLen && !bytes.ContainsAny(text, "\r\n") && arraySuffix(text) && text[0] != '{' && text[0] != '['
}

// arrayNames reports whether the first line is the name of an array or an archive. A NUL ends it, too, as
// find -print0 writes names; in an old tar archive more of them follow.
func arrayNames(head []byte) bool {
	end := bytes.IndexAny(head, "\r\n\x00")
	if end < 0 || !textual(head[:end]) || head[0] == '{' || head[0] == '[' {
		return false
	}
	if bytes.HasPrefix(head[end:], []byte("\x00\x00")) {
		return false
	}
	return arraySuffix(head[:end])
}

func arraySuffix(name []byte) bool {
	name = bytes.ToLower(name)
	return bytes.HasSuffix(name, []byte(".npy")) || bytes.HasSuffix(name, []byte(".npz"))
}

// numberLine reports whether the first line that isn't a comment consists of numbers. The line may be cut.
func numberLine(text []byte) bool {
	for len(text) > 0 && text[0] == '#' {
		n := literal.Comment(text)
		text = bytes.TrimLeft(text[n:], "\r\n")
	}
	line := bytes.ToLower(text[:literal.Comment(text)])
	digits := false
	for _, word := range bytes.FieldsFunc(line, func(r rune) bool { return r == ',' || r == ';' || r == ' ' || r == '\t' }) {
		word = bytes.TrimLeft(word, "+-")
		if string(word) == "nan" || string(word) == "inf" {
			digits = true
			continue
		}
		for _, c := range word {
			if !digit(c) && c != '.' && c != 'e' && c != '+' && c != '-' && c != 'j' && c != '(' && c != ')' {
				return false
			}
			digits = digits || digit(c)
		}
	}
	return digits
}

// table reports whether the first two lines have the same separators.
func table(text []byte) bool {
	first := text[:literal.Comment(text)]
	rest := bytes.TrimLeft(text[len(first):], "\r\n")
	second := rest[:literal.Comment(rest)]
	for _, separator := range []string{",", ";", "\t"} {
		if n := bytes.Count(first, []byte(separator)); n > 0 && n == bytes.Count(second, []byte(separator)) {
			return true
		}
	}
	return false
}

// pickleOrigin says what wrote a bare pickle, if its first bytes show it.
func pickleOrigin(head []byte) (hint string, remedy finding.Remedy) {
	switch {
	case bytes.HasPrefix(head, []byte("\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.")):
		return looksLike("an old PyTorch checkpoint", "use torch.load(weights_only=True)")
	case bytes.Contains(head, []byte("joblib.numpy_pickle")):
		return looksLike("a joblib file", "use joblib, if you trust it")
	}
	return "", ""
}

func whiteSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

func digit(c byte) bool { return '0' <= c && c <= '9' }
