package second

import (
	"fmt"
	"strings"
	"testing"
)

// after returns a file with that header text.
func after(text, data string) string {
	return fmt.Sprintf("\x93NUMPY\x01\x00\xf6\x00%-245s\n%s", text, data)
}

// equal compares what a header and data say with a new file.
func equal(native byte, header, data, now string) error {
	before, err := (&Reader{Level: Any, Native: native}).Header(header, 1, 0)
	if err != nil {
		return err
	}
	return Equal(before, strings.NewReader(data), strings.NewReader(now))
}

// TestEqual compares headers in odd spellings with what NumPy writes for them.
func TestEqual(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		old, now string
		data     string
	}{
		{"{'descr': '<f8', 'fortran_order': False, 'shape': (1,)}", "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }", "12345678"},
		{"  {\"shape\":(0x1L,),'fortran_order':False,\n'descr':u'<f' '8'} # x", "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }", "12345678"},
		{"{'descr': 'int8', 'fortran_order': True, 'shape': (+2, 0_0),}", "{'descr': '|i1', 'fortran_order': False, 'shape': (2, 0), }", ""},
		{"{'descr': 'float64', 'fortran_order': False, 'shape': (), }", "{'descr': '<f8', 'fortran_order': False, 'shape': (), }", "12345678"},
		{"{'descr': '>M8[50s/2]', 'fortran_order': False, 'shape': (), }", "{'descr': '>M8[25000ms]', 'fortran_order': False, 'shape': (), }", "12345678"},
		{"{'descr': [('a', 'i1', 2), ['b', 'S1'], ('', 'V1')], 'fortran_order': False, 'shape': (), }",
			"{'descr': [('a', '|i1', (2,)), ('b', '|S1'), ('', '|V1')], 'fortran_order': False, 'shape': (), }", "1234"},
		{`{'descr': [(('\x74', '\u00e9\U0001F600'), 'b')], 'fortran_order': False, 'shape': (), }`,
			"{'descr': [(('t', 'é\U0001F600'), '|i1')], 'fortran_order': False, 'shape': (), }", "1"},
		{"{'descr': 'i1,<U1', 'fortran_order': False, 'shape': (), }", "{'descr': [('f0', '|i1'), ('f1', '<U1')], 'fortran_order': False, 'shape': (), }", "12345"},
	} {
		now := after(test.now, test.data)
		if strings.Contains(test.now, "é") {
			now = "\x93NUMPY\x03\x00\x74\x00\x00\x00" + test.now + strings.Repeat(" ", 0x74-1-len(test.now)) + "\n" + test.data
		}
		if err := equal('<', test.old, test.data, now); err != nil {
			t.Errorf("%s: %v", test.old, err)
		}
	}
}

// TestDifferent requires an error for each difference, and for what isn't understood.
func TestDifferent(t *testing.T) {
	t.Parallel()
	const text = "{'descr': [('a', '<i4'), ('b', '<c8')], 'fortran_order': False, 'shape': (2,), }"
	data := "0123456789ab0123456789ab"
	if err := equal(0, text, data, after(text, data)); err != nil {
		t.Errorf("the same: %v", err)
	}
	for _, change := range [][2]string{
		{"'a'", "'c'"}, {"'<i4'", "'>i4'"}, {"'<i4'", "'<u4'"}, {"'<c8'", "'<f8'"}, {"(2,)", "(1, 2)"}, {"('a', '<i4')", "(('t', 'a'), '<i4')"},
		{"('b', '<c8')", "('b', '<f4', (2,))"}, {"False", "0"}, {"'descr'", "'x': 1, 'descr'"}, {"'a'", `'\N{LATIN SMALL LETTER A}'`},
		{"'<i4'", "'<i3'"}, {"'<i4'", "'i4'"}, {"{", "{{"}, {"2,", "-2,"}, {"2,", "02,"},
	} {
		if err := equal(0, strings.Replace(text, change[0], change[1], 1), data, after(text, data)); err == nil {
			t.Errorf("%q for %q: got no error", change[1], change[0])
		}
	}
	for name, now := range map[string]string{
		"unaligned":  "\x93NUMPY\x01\x00\x52\x00" + text + strings.Repeat(" ", 0x52-1-len(text)) + "\n",
		"no newline": strings.TrimSuffix(after(text, ""), "\n") + " ",
		"truncated":  after(text, "")[:100],
		"no magic":   "\x93numpy" + after(text, "")[6:],
	} {
		if err := equal(0, text, data, now+data); err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
	if err := equal(0, text, data, after(text, data[:23]+"x")); err == nil {
		t.Error("another byte: got no error")
	}
}

// TestSwapped compares elements in two byte orders, as the decoder sees them.
func TestSwapped(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		code     string
		old, now string
		same     bool
	}{
		{"i4", "abcd", "dcba", true},
		{"i4", "abcd", "abcd", false},
		{"c8", "abcdefgh", "dcbahgfe", true},
		{"c8", "abcdefgh", "hgfedcba", false},
		{"U2", "abcdefgh", "dcbahgfe", true},
		{"S4", "abcd", "abcd", true},
	} {
		little, big := (&Reader{}).scalar("<"+test.code), (&Reader{}).scalar(">"+test.code)
		old, now := []byte(test.old), []byte(test.now)
		little.Plain(old)
		big.Plain(now)
		if got := string(old) == string(now); got != test.same {
			t.Errorf("%s: %q and %q: got that they are the same: %t, want %t", test.code, test.old, test.now, got, test.same)
		}
	}
}
