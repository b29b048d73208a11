package header

import (
	"strings"
	"testing"
)

func file(text string) []byte {
	return append([]byte("\x93NUMPY\x01\x00"), append([]byte{byte(len(text)), byte(len(text) >> 8)}, text...)...)
}

func TestFeatures(t *testing.T) {
	for _, test := range []struct{ header, want string }{
		{"{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }\n", "v1 float 1d"},
		{"{'descr': '>i8', 'fortran_order': True, 'shape': (3, 2), }\n", "v1 int64 big-endian 2d fortran-order"},
		{"{'descr': '>i1', 'fortran_order': True, 'shape': (3,), }\n", "v1 int 1d"},
		{"((  {\"shape\" : [2 , 0,1L ,4],u'descr':u'|S0','fortran_order':False}))", "v1 bytes zero-itemsize nd empty"},
		{"{'descr': [(('t', 'a:,)'), '<M8[25s]', (2,)), ('', '|V4'), ('b', [('c', '|O')])], 'fortran_order': False, 'shape': ()}", "v1 structured datetime titles nested void object 0d"},
		{"{'descr': [('a', '<f8', (2, 0))], 'fortran_order': False, 'shape': ()}", "v1 structured float nested zero-itemsize 0d"},
		{"{'descr': [], 'fortran_order': False, 'shape': (1,)}" + strings.Repeat(" ", 250), "v1 structured zero-itemsize 1d long-header"},
		{"{'descr': '<f8', 'fortran_order': False, 'shape': (1,), 'shape': (1, 2)}", "v1 float 2d"},
		{"{'descr': '<f3', 'fortran_order': False, 'shape': (3,)}", "none"},
		{"{'descr': '<f8', 'fortran_order': 0, 'shape': (3,)}", "none"},
		{"{'descr': '<f8', 'fortran_order': False, 'shape': 3}", "none"},
		{"{'descr': '<f8', 'fortran_order': False, 'shape': (,)}", "none"},
		{"{'descr': '<f8', 'fortran_order': False, 'shape': (n,)}", "none"},
		{"{'descr': '<f8', 'fortran_order': False, 'sh\\x61pe': (3,)}", "none"},
		{"{'descr': '<f8', 'shape': (3,)}", "none"},
		{"{'descr': [('a',)], 'fortran_order': False, 'shape': (3,)}", "none"},
		{"{'descr': '<f8', 'fortran_order': False, 'shape': (3", "none"},
		{"", "none"},
	} {
		got := "none"
		if features, ok := Features(file(test.header)); ok {
			got = strings.Join(features, " ")
		}
		if got != test.want {
			t.Errorf("%s: got %s, want %s", test.header, got, test.want)
		}
	}
	whole := file("{'descr': '<f8', 'fortran_order': False, 'shape': (3,)}")
	for n := range len(whole) {
		if got, ok := Features(whole[:n]); ok {
			t.Errorf("%d bytes: got %v", n, got)
		}
	}
}

func TestAt(t *testing.T) {
	text, whole := Of(file("({'descr': [('a', ('<f8')), ('b', \"it's # [\", (2,))] # {\n, 'shape': ((3), -1)})"))
	if !whole {
		t.Error("got a part of the header")
	}
	for pointer, want := range map[string]string{
		"/descr/0/0":   "'a'",
		"/descr/1":     "('b', \"it's # [\", (2,))",
		"/descr/1/2/0": "2",
		"/shape/0":     "(3)",
		"/shape/1":     "-1",
		"/shape/2":     "none",
		"/shape/x":     "none",
		"/order":       "none",
	} {
		got := "none"
		if at, ok := text.At(pointer); ok {
			got = at.String()
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", pointer, got, want)
		}
	}
}
