package validator

import (
	"strings"
	"testing"
)

// small is a header text, and pad is it with spaces and a newline, n bytes in all.
const small = "{'descr': '|u1', 'fortran_order': False, 'shape': (0,), }"

func pad(n int) string { return small + strings.Repeat(" ", n-len(small)-1) + "\n" }

// withLength builds a file with the length field as it is.
func withLength(major byte, length, header string) []byte {
	return []byte("\x93NUMPY" + string([]byte{major, 0}) + length + header)
}

// TestPrefixCut covers files that end within magic, version, length or header.
func TestPrefixCut(t *testing.T) {
	runPlaces(t, nil, []place{
		{nil,
			`prefix-too-short 0+0  file is empty`},
		{plainFile[:1],
			`prefix-too-short 1+0  prefix truncated: 1 of at least 10 bytes; fetch or write it again`},
		{plainFile[:6],
			`prefix-too-short 6+0  prefix truncated: 6 of at least 10 bytes; fetch or write it again`},
		{plainFile[:7],
			`prefix-too-short 7+0  prefix truncated: 7 of at least 10 bytes; fetch or write it again`},
		{plainFile[:8],
			`prefix-too-short 8+0  prefix truncated: 8 of 10 bytes; fetch or write it again`},
		{plainFile[:9],
			`prefix-too-short 9+0  prefix truncated: 9 of 10 bytes; fetch or write it again`},
		{plainFile[:10],
			`prefix-header-truncated 10+0  header truncated: 0 of 118 bytes; fetch or write it again`},
		{plainFile[:11],
			`prefix-header-truncated 11+0  header truncated: 1 of 118 bytes; fetch or write it again`},
		{plainFile[:127],
			`prefix-header-truncated 127+0  header truncated: 117 of 118 bytes; fetch or write it again`},
		{plainFile[:128],
			`data-truncated 128+0  data truncated: 0 of 24 bytes; fetch or write it again`},
		{npy(2, small, "")[:8],
			`prefix-too-short 8+0  prefix truncated: 8 of 12 bytes; fetch or write it again`},
		{npy(2, small, "")[:10],
			`prefix-too-short 10+0  prefix truncated: 10 of 12 bytes; fetch or write it again`},
		{npy(2, small, "")[:11],
			`prefix-too-short 11+0  prefix truncated: 11 of 12 bytes; fetch or write it again`},
		{npy(2, small, "")[:12],
			`prefix-header-truncated 12+0  header truncated: 0 of 116 bytes; fetch or write it again`},
		{npy(2, small, "")[:127],
			`prefix-header-truncated 127+0  header truncated: 115 of 116 bytes; fetch or write it again`},
		{npy(3, small, "")[:11],
			`prefix-too-short 11+0  prefix truncated: 11 of 12 bytes; fetch or write it again`},
	})
}

// TestPrefixVersion covers versions that there are not, and some that are higher than the header needs.
func TestPrefixVersion(t *testing.T) {
	runPlaces(t, nil, []place{
		{append([]byte("\x93NUMPY"), 0, 0),
			`prefix-version-unknown 6+2  format version is 0.0, expected 1.0, 2.0 or 3.0`},
		{append([]byte("\x93NUMPY"), 1, 1),
			`prefix-version-unknown 6+2  format version is 1.1, expected 1.0, 2.0 or 3.0`},
		{append([]byte("\x93NUMPY"), 2, 1),
			`prefix-version-unknown 6+2  format version is 2.1, expected 1.0, 2.0 or 3.0`},
		{append([]byte("\x93NUMPY"), 4, 0),
			`prefix-version-unknown 6+2  format version is 4.0, expected 1.0, 2.0 or 3.0`},
		{npy(2, small, ""),
			`prefix-version-higher-than-needed 6+2  format version is 2.0, but 1.0 can hold this header`},
		{npy(3, small, ""),
			`prefix-version-higher-than-needed 6+2  format version is 3.0, but 1.0 can hold this header`},
		{npy(3, dict("[('\u00ff', '|u1')]", "False", "(0,)"), ""),
			`prefix-version-higher-than-needed 6+2  format version is 3.0, but 1.0 can hold this header`},
		{npy(3, dict("[('\u0100', '|u1')]", "False", "(0,)"), ""), ""},
		{raw(2, small+strings.Repeat(" ", 65534-len(small))+"\n", ""),
			`prefix-version-higher-than-needed 6+2  format version is 2.0, but 1.0 can hold this header | header-alignment-16 8+4  data starts at offset 65547, expected a multiple of 16 (NumPy uses 64) | header-length-over-10000 8+4  header has 65535 characters; np.load needs max_header_size=65535 (default: 10000) | header-excess-padding 69+65477  header has 65477 padding spaces; NumPy writes at most 84`},
		{raw(2, small+strings.Repeat(" ", 65535-len(small))+"\n", ""),
			`header-alignment-16 8+4  data starts at offset 65548, expected a multiple of 16 (NumPy uses 64) | header-length-over-10000 8+4  header has 65536 characters; np.load needs max_header_size=65536 (default: 10000) | header-excess-padding 69+65478  header has 65478 padding spaces; NumPy writes at most 84`},
		{raw(3, small+strings.Repeat(" ", 65534-len(small))+"\n", ""),
			`prefix-version-higher-than-needed 6+2  format version is 3.0, but 1.0 can hold this header | header-alignment-16 8+4  data starts at offset 65547, expected a multiple of 16 (NumPy uses 64) | header-length-over-10000 8+4  header has 65535 characters; np.load needs max_header_size=65535 (default: 10000) | header-excess-padding 69+65477  header has 65477 padding spaces; NumPy writes at most 84`},
		{raw(3, small+strings.Repeat(" ", 65535-len(small))+"\n", ""),
			`prefix-version-higher-than-needed 6+2  format version is 3.0, but 2.0 can hold this header | header-alignment-16 8+4  data starts at offset 65548, expected a multiple of 16 (NumPy uses 64) | header-length-over-10000 8+4  header has 65536 characters; np.load needs max_header_size=65536 (default: 10000) | header-excess-padding 69+65478  header has 65478 padding spaces; NumPy writes at most 84`},
	})
}

// TestPrefixWidth covers length fields of the width of another version.
func TestPrefixWidth(t *testing.T) {
	runPlaces(t, nil, []place{
		{withLength(1, "\x74\x00\x00\x00", pad(116)),
			`prefix-length-width 8+2  header begins at offset 12, as if the length field had 4 bytes; version 1.0 has 2`},
		{withLength(1, "\x74\x00\x00\x00", pad(116)[:115]),
			`header-alignment-16 8+2  data starts at offset 126, expected a multiple of 16 (NumPy uses 64) | header-leading-text 10+2  header begins with '\x00\x00', expected '{' | header-final-newline 125+1  header ends with ' ', expected a newline | data-trailing 126+1  1 extra byte after the data, expected the end of the file`},
		{withLength(1, "\x74\x00\x00\x00", " "+pad(115)),
			`header-final-newline 8+2  header length is 116, expected 118: the newline is 2 bytes later, as is the data; set it to 118 | header-leading-text 10+3  header begins with '\x00\x00 ', expected '{'`},
		{withLength(1, "\x00\x00\x00\x00", pad(116)),
			`header-empty 10+0  header of 0 bytes contains no dictionary`},
		{withLength(2, "\x76\x00", pad(118)),
			`prefix-length-width 8+4  header begins at offset 10, as if the length field had 2 bytes; version 2.0 has 4`},
		{withLength(3, "\x76\x00", pad(118)),
			`prefix-length-width 8+4  header begins at offset 10, as if the length field had 2 bytes; version 3.0 has 4`},
		{withLength(2, "\x76\x00", pad(118)[:117]),
			`prefix-header-truncated 127+0  header truncated: 115 of 662372470 bytes; fetch or write it again`},
		{withLength(2, "\x76\x00", "{\"descr\""+pad(118)[8:]),
			`prefix-length-width 8+4  header begins at offset 10, as if the length field had 2 bytes; version 2.0 has 4 | literal-double-quotes 11+7  string is double-quoted, expected single quotes`},
		{withLength(2, "\x76\x00", "{ "+pad(117)[1:]),
			`prefix-length-width 8+4  header begins at offset 10, as if the length field had 2 bytes; version 2.0 has 4 | header-style-not-canonical 11+1  spacing or commas differ from NumPy's from here on`},
		{withLength(2, "\x76\x00", "{x"+pad(118)[2:]),
			`prefix-header-truncated 128+0  header truncated: 116 of 2021326966 bytes; fetch or write it again`},
		{withLength(2, "\x00\x00", pad(118)),
			`prefix-header-truncated 128+0  header truncated: 116 of 662372352 bytes; fetch or write it again`},
	})
}

// TestPrefixByteOrder covers length fields in big-endian order.
func TestPrefixByteOrder(t *testing.T) {
	runPlaces(t, nil, []place{
		{withLength(1, "\x00\x76", pad(118)),
			`prefix-length-big-endian 8+2  header length 00 76 looks big-endian: 118, not 30208`},
		{withLength(2, "\x00\x00\x00\x74", pad(116)),
			`prefix-version-higher-than-needed 6+2  format version is 2.0, but 1.0 can hold this header | prefix-length-big-endian 8+4  header length 00 00 00 74 looks big-endian: 116, not 1946157056`},
		{withLength(1, "\x00\x76", pad(118)[:117]+" "),
			`prefix-header-truncated 128+0  header truncated: 118 of 30208 bytes; fetch or write it again`},
		{withLength(1, "\x00\x76", pad(118)[:117]),
			`prefix-header-truncated 127+0  header truncated: 117 of 30208 bytes; fetch or write it again`},
		{withLength(2, "\x00\x00\x01\x00", pad(256)),
			`prefix-version-higher-than-needed 6+2  format version is 2.0, but 1.0 can hold this header | header-alignment-16 8+4  data starts at offset 268, expected a multiple of 16 (NumPy uses 64) | prefix-length-big-endian 8+4  header length 00 00 01 00 looks big-endian: 256, not 65536 | header-excess-padding 69+198  header has 198 padding spaces; NumPy writes at most 84`},
	})
}

// TestPrefixLimit covers headers of as many bytes as are read, and of one more.
func TestPrefixLimit(t *testing.T) {
	runPlaces(t, &Options{MaxHeaderSize: 118}, []place{
		{npy(1, small, ""), ""},
		{raw(1, pad(119), ""),
			`header-length-over-limit 8+2  header has 119 bytes, expected at most 118`},
		{raw(1, pad(119), "")[:128],
			`prefix-header-truncated 128+0  header truncated: 118 of 119 bytes; fetch or write it again`},
		{withLength(1, "\x77\x00\x00\x00", pad(119)),
			`header-length-over-limit 8+2  header has 119 bytes, expected at most 118`},
		{withLength(1, "\x00\x77", pad(119)),
			`prefix-header-truncated 129+0  header truncated: 119 of 30464 bytes; fetch or write it again`},
		{withLength(1, "\x00\x76", pad(118)),
			`prefix-length-big-endian 8+2  header length 00 76 looks big-endian: 118, not 30208`},
		{withLength(2, "\x77\x00", pad(119)),
			`prefix-header-truncated 129+0  header truncated: 117 of 662372471 bytes; fetch or write it again`},
	})
}
