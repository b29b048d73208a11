package info

import "testing"

// TestAppendCSV expects an apostrophe before what a spreadsheet would calculate, and none before a number.
func TestAppendCSV(t *testing.T) {
	row := string(appendCSV(nil, []string{"-1", "-1.5e-07", "-inf", "-1+2j", "+1", "1"}, false))
	if want := "-1,-1.5e-07,'-inf,'-1+2j,'+1,1\n"; row != want {
		t.Errorf("got %q, want %q", row, want)
	}
}
