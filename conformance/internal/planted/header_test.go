package planted

import "testing"

// TestLeadingSpace has whitespace before the dictionary. In version 3.0 what follows a form feed is an indentation.
func TestLeadingSpace(t *testing.T) {
	for _, test := range []struct {
		version, lead string
		want          Outcome
	}{
		{"\x01", "\f ", Accept},
		{"\x03", "\f", Accept},
		{"\x03", " \t", Accept},
		{"\x03", " \f", Accept},
		{"\x03", "\f ", Reject},
		{"\x03", "\f\t", Reject},
		{"\x03", "\f \f", Accept},
	} {
		header := test.lead + "{'descr': '|u1', 'fortran_order': False, 'shape': ()}\n"
		length := string([]byte{byte(len(header)), 0})
		if test.version != "\x01" {
			length += "\x00\x00"
		}
		file := "\x93NUMPY" + test.version + "\x00" + length + header + "x"
		if _, got, err := (&Reader{Lax: true}).Read("a.npy", []byte(file)); got != test.want {
			t.Errorf("version %q, %q before the dictionary: got %s (%v), want %s", test.version, test.lead, got, err, test.want)
		}
	}
}
