package pickle

import "testing"

// TestCollectionBytes compares what collections take with sys.getsizeof of CPython 3.11, less what one
// takes without elements.
func TestCollectionBytes(t *testing.T) {
	for _, test := range []struct {
		name  string
		got   int64
		count int64
		want  int64
	}{
		{"set", setBytes(0), 0, 0},
		{"set", setBytes(4), 4, 0},
		{"set", setBytes(5), 5, 512},
		{"set", setBytes(18), 18, 512},
		{"set", setBytes(19), 19, 2048},
		{"set", setBytes(76), 76, 2048},
		{"set", setBytes(77), 77, 8192},
		{"set", setBytes(1000), 1000, 32768},
		{"set", setBytes(5000), 5000, 524288},
		{"set", setBytes(20000), 20000, 2097152},
		{"set", setBytes(43691), 43691, 2097152},
		{"set", setBytes(100000), 100000, 4194304},
		{"dict", dictBytes(0), 0, 0},
		{"dict", dictBytes(1), 1, 160},
		{"dict", dictBytes(5), 5, 160},
		{"dict", dictBytes(6), 6, 288},
		{"dict", dictBytes(10), 10, 288},
		{"dict", dictBytes(11), 11, 568},
		{"dict", dictBytes(21), 21, 568},
		{"dict", dictBytes(22), 22, 1104},
		{"dict", dictBytes(43), 43, 2200},
		{"dict", dictBytes(86), 86, 4624},
		{"dict", dictBytes(5000), 5000, 147480},
		{"dict", dictBytes(5462), 5462, 294928},
		{"dict", dictBytes(20000), 20000, 589848},
		{"dict", dictBytes(21846), 21846, 1310736},
		{"dict", dictBytes(43691), 43691, 2621464},
		{"list", listBytes(0), 0, 0},
		{"tuple", tupleBytes(100), 100, 800},
	} {
		if test.got != test.want {
			t.Errorf("%s of %d: got %d bytes, want %d", test.name, test.count, test.got, test.want)
		}
	}
}
