package spec

import (
	"errors"
	"strings"
	"testing"
)

func TestHeaderAppendText(t *testing.T) {
	tests := []struct {
		descr   string
		fortran bool
		shape   []int64
		want    string
	}{
		{"<f8", false, nil, "{'descr': '<f8', 'fortran_order': False, 'shape': (), }"},
		{"<f8", false, []int64{3}, "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }"},
		{"|O", true, []int64{2, 0, 9223372036854775807},
			"{'descr': '|O', 'fortran_order': True, 'shape': (2, 0, 9223372036854775807), }"},
		{"[('a', '<f8', (2,))]", false, []int64{3},
			"{'descr': [('a', '<f8', (2,))], 'fortran_order': False, 'shape': (3,), }"},
	}
	for _, tt := range tests {
		h := Header{mustParse(t, tt.descr), tt.fortran, tt.shape}
		if got := string(h.AppendText([]byte("x"))); got != "x"+tt.want {
			t.Errorf("got %s, want x%s", got, tt.want)
		}
	}
}

// What NumPy 1.13.3, 1.23.5 and 2.4.6 write, seen in runs.
func TestHeaderAppend(t *testing.T) {
	spaces := func(n int) string { return strings.Repeat(" ", n) }
	const plain = "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }" // 57 bytes
	const fortran = "{'descr': '<f8', 'fortran_order': True, 'shape': (3, 1000), }"
	const empty = "{'descr': '<f8', 'fortran_order': False, 'shape': (), }"
	const latin1 = "{'descr': [('\xe9', '<f8')], 'fortran_order': False, 'shape': (3,), }"
	const utf8 = "{'descr': [('é', '<f8')], 'fortran_order': False, 'shape': (3,), }"
	const kanji = "{'descr': [('日', '<f8')], 'fortran_order': False, 'shape': (3,), }"
	tests := []struct {
		descr   string
		fortran bool
		shape   []int64
		version Version
		era     Era
		want    string
	}{
		{"<f8", false, []int64{3}, Version{}, Era16, "\x93NUMPY\x01\x00F\x00" + plain + spaces(12) + "\n"},
		{"<f8", false, []int64{3}, Version2, Era16, "\x93NUMPY\x02\x00F\x00\x00\x00" + plain + spaces(12) + "\n"},
		{"<f8", false, []int64{3}, Version{}, Era64, "\x93NUMPY\x01\x00v\x00" + plain + spaces(60) + "\n"},
		{"<f8", false, []int64{3}, Version1, EraGrowth, "\x93NUMPY\x01\x00v\x00" + plain + spaces(60) + "\n"},
		{"<f8", false, []int64{3}, Version2, EraGrowth, "\x93NUMPY\x02\x00t\x00\x00\x00" + plain + spaces(58) + "\n"},
		{"<f8", false, []int64{3}, Version3, EraGrowth, "\x93NUMPY\x03\x00t\x00\x00\x00" + plain + spaces(58) + "\n"},
		{"<f8", true, []int64{3, 1000}, Version{}, EraGrowth, "\x93NUMPY\x01\x00v\x00" + fortran + spaces(56) + "\n"},
		{"<f8", false, nil, Version{}, EraGrowth, "\x93NUMPY\x01\x00v\x00" + empty + spaces(62) + "\n"},
		{"[('é', '<f8')]", false, []int64{3}, Version{}, Era16, "\x93NUMPY\x01\x00F\x00" + latin1 + spaces(3) + "\n"},
		{"[('é', '<f8')]", false, []int64{3}, Version{}, Era64, "\x93NUMPY\x01\x00v\x00" + latin1 + spaces(51) + "\n"},
		{"[('é', '<f8')]", false, []int64{3}, Version3, Era64, "\x93NUMPY\x03\x00t\x00\x00\x00" + utf8 + spaces(48) + "\n"},
		{"[('日', '<f8')]", false, []int64{3}, Version{}, Era64, "\x93NUMPY\x03\x00t\x00\x00\x00" + kanji + spaces(47) + "\n"},
	}
	for _, tt := range tests {
		h := Header{mustParse(t, tt.descr), tt.fortran, tt.shape}
		got, err := h.Append([]byte("x"), tt.version, tt.era)
		if err != nil || string(got) != "x"+tt.want {
			t.Errorf("%s, version %v, era %d:\n got %q, %v\nwant %q", tt.descr, tt.version, tt.era, got, err, "x"+tt.want)
		}
	}
}

// The lengths at which the padding and the version change; n is the length of a field name.
func TestHeaderAppendLength(t *testing.T) {
	tests := []struct {
		n       int
		version Version
		era     Era
		want    Version
		total   int
		err     error
	}{
		// The text is n+65 bytes long, the growth space of one digit 20.
		{31, Version{}, EraGrowth, Version1, 128, nil},
		{32, Version{}, EraGrowth, Version1, 192, nil}, // aligned already: a whole block more
		{33, Version{}, EraGrowth, Version1, 192, nil},
		{51, Version{}, Era64, Version1, 128, nil},
		{52, Version{}, Era64, Version1, 192, nil},
		{53, Version{}, Era64, Version1, 192, nil},
		{50, Version2, Era64, Version2, 192, nil},
		{49, Version2, Era64, Version2, 128, nil},
		{3, Version{}, Era16, Version1, 80, nil},
		{4, Version{}, Era16, Version1, 96, nil},
		{3, Version2, Era16, Version2, 82, nil},
		{4, Version2, Era16, Version2, 98, nil},
		{65459, Version{}, Era64, Version1, 65536, nil},
		{65460, Version{}, Era64, Version2, 65600, nil},
		{65460, Version1, Era64, Version{}, 0, errHeaderLength},
		{65439, Version{}, EraGrowth, Version1, 65536, nil},
		{65440, Version{}, EraGrowth, Version2, 65600, nil},
		{65459, Version{}, Era16, Version1, 65536, nil},
		{65460, Version{}, Era16, Version2, 65554, nil},
		{65460, Version1, Era16, Version{}, 0, errHeaderLength},
	}
	for _, tt := range tests {
		dtype := mustParse(t, "[('"+strings.Repeat("n", tt.n)+"', '<f8')]")
		got, err := Header{dtype, false, []int64{3}}.Append(nil, tt.version, tt.era)
		if !errors.Is(err, tt.err) {
			t.Errorf("n=%d, version %v, era %d: error %v, want %v", tt.n, tt.version, tt.era, err, tt.err)
		}
		if err != nil {
			continue
		}
		if v := (Version{got[6], got[7]}); v != tt.want || len(got) != tt.total {
			t.Errorf("n=%d, version %v, era %d: %d bytes of version %v, want %d of %v",
				tt.n, tt.version, tt.era, len(got), v, tt.total, tt.want)
		}
	}
}

func TestHeaderAppendErrors(t *testing.T) {
	tests := []struct {
		descr   string
		version Version
		era     Era
		want    error
	}{
		{"<f8", Version3, Era16, errHeaderVersion},
		{"<f8", Version{1, 1}, EraGrowth, errHeaderVersion},
		{"<f8", Version{4, 0}, EraGrowth, errHeaderVersion},
		{"[('日', '<f8')]", Version1, EraGrowth, errHeaderLatin1},
		{"[('日', '<f8')]", Version2, EraGrowth, errHeaderLatin1},
		{"[('日', '<f8')]", Version{}, Era16, errHeaderLatin1},
	}
	for _, tt := range tests {
		h := Header{DType: mustParse(t, tt.descr)}
		got, err := h.Append([]byte("x"), tt.version, tt.era)
		if !errors.Is(err, tt.want) || string(got) != "x" {
			t.Errorf("%s, version %v, era %d: got %q, %v; want x, %v", tt.descr, tt.version, tt.era, got, err, tt.want)
		}
	}
}
