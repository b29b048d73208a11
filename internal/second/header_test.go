package second

import "testing"

// TestLeadingSpace has whitespace before the dictionary. In version 3.0 what follows a form feed is an indentation.
func TestLeadingSpace(t *testing.T) {
	for _, test := range []struct {
		major byte
		lead  string
		read  bool
	}{
		{1, "\f ", true},
		{3, "\f", true},
		{3, " \t", true},
		{3, " \f", true},
		{3, "\f ", false},
		{3, "\f\t", false},
		{3, "\f \f", true},
	} {
		text := test.lead + "{'descr': '|u1', 'fortran_order': False, 'shape': ()}\n"
		if _, err := (&Reader{Level: Lax}).Header(text, test.major, 64); (err == nil) != test.read {
			t.Errorf("version %d, %q before the dictionary: got %v, want that it is read: %t", test.major, test.lead, err, test.read)
		}
	}
}
