package pickle

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// oneObject is the header of an array of one object.
var oneObject = Header{DType: spec.DType{Kind: 'O', Order: '|', Itemsize: 8}, Shape: []int64{1}}

// config is that of a file with a header.
func config(header *Header, end int64) Config {
	return Config{Start: start, End: end, MaxImports: 1000, MaxFaults: 1 << 16, Header: header}
}

// walk walks through the pickle of a file, which is to build an array of one object.
func walk(t *testing.T, file []byte) *Result {
	t.Helper()
	return walkAs(t, &oneObject, file)
}

// walkAs is walk for another header.
func walkAs(t *testing.T, header *Header, file []byte) *Result {
	t.Helper()
	result, err := Walk(context.Background(), bytes.NewReader(file[start:]), config(header, int64(len(file))))
	if err != nil {
		t.Fatalf("Walk: %v", err)
	}
	return result
}

// rules are the rules that a pickle breaks, with those that whoever asks for the walk reports, in order.
func rules(r *Result) []string {
	ids := []string{}
	for _, f := range r.Faults.Kept {
		ids = append(ids, f.Rule.String())
	}
	if r.Truncated {
		ids = append(ids, spec.PickleTruncated.String())
	}
	slices.Sort(ids)
	return ids
}

// objectAt is the offset of the object in a file of object1.
var objectAt = int64(len(object1("")) - len("atb."))

// The faults of a pickle, each as "rule offset+length: message" with the offset counted from the given
// one, and the rules that whoever asks for the walk reports.
func told(r *Result, from int64) []string {
	all := []string{}
	for _, f := range r.Faults.Kept {
		all = append(all, fmt.Sprintf("%s %d+%d: %s", f.Rule.String(), f.Offset-from, f.Length, f.Message))
	}
	for _, id := range rules(r) {
		if id == spec.PickleTruncated.String() {
			all = append(all, id)
		}
	}
	return all
}

func logFaults(t *testing.T, r *Result) {
	t.Helper()
	for _, f := range r.Faults.Kept {
		t.Logf("%d+%d %s: %s", f.Offset, f.Length, f.Rule.String(), f.Message)
	}
}

// sameStream compares the walk through a file with those through streams, which end nobody knows where.
func sameStream(t *testing.T, file []byte) {
	t.Helper()
	sameStreamAs(t, &oneObject, file)
}

func sameStreamAs(t *testing.T, header *Header, file []byte) {
	t.Helper()
	want := walkAs(t, header, file)
	pickle := func() io.Reader { return bytes.NewReader(file[start:]) }
	for _, r := range []io.Reader{pickle(), iotest.OneByteReader(pickle()), iotest.DataErrReader(pickle())} {
		got, err := Walk(context.Background(), r, config(header, -1))
		if err != nil {
			t.Fatalf("Walk: %v", err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("streams differ:\n got %+v\nwant %+v", got, want)
		}
	}
}

// isTrap reports whether a finding is a note on what it takes to load a file.
func isTrap(finding string) bool {
	rule, _, _ := strings.Cut(finding, " ")
	return rule == "pickle-numpy-core" || rule == "pickle-newer-name" || rule == "pickle-platform" || rule == "pickle-string-dtype" || rule == "pickle-python2-text"
}

// TestPickleTraps holds what a file needs of the program that loads it: a note each, once, about the first
// opcode that says so.
func TestPickleTraps(t *testing.T) {
	core := importOf("numpy._core.multiarray", "_reconstruct")
	strings1 := importOf("numpy._core._internal", "_convert_to_stringdtype_kwargs")
	for _, test := range []struct {
		name, object, rule string
		at, length         int // from the start of the object
	}{
		{"NumPy 2", core, "pickle-numpy-core", 0, len(core)},
		{"NumPy 2 twice", "N" + core + core + "\x87", "pickle-numpy-core", 1, len(core)},
		{"the package itself", importOf("numpy._core", "_DType_reconstruct"), "pickle-numpy-core", 0, len(importOf("numpy._core", "_DType_reconstruct"))},
		{"NumPy 1", importOf("numpy.core.multiarray", "_reconstruct"), "", 0, 0},
		{"a module with a longer name", importOf("numpy._corex", "f"), "", 0, 0},
		{"StringDType", reduce(strings1, "K\x01"), "pickle-string-dtype", len(strings1) + 4, 1},
		{"class StringDType", importOf("numpy.dtypes", "StringDType"), "pickle-string-dtype", 0, len(importOf("numpy.dtypes", "StringDType"))},
		{"STRING", "S'\xe4'\n", "pickle-python2-text", 0, 5},
		{"STRING with an escape", "S'\\xe4'\n", "pickle-python2-text", 0, 8},
		{"STRING with an octal escape", "S'\\344'\n", "pickle-python2-text", 0, 8},
		{"STRING of ASCII", "S'a\\x7f'\n", "", 0, 0},
		{"SHORT_BINSTRING", "U\x02a\x80", "pickle-python2-text", 0, 4},
		{"SHORT_BINSTRING of ASCII", "U\x02a\x7f", "", 0, 0},
		{"BINSTRING", "T\x02\x00\x00\x00a\x80", "pickle-python2-text", 0, 7},
		{"long BINSTRING", "T\x00\x20\x00\x00" + strings.Repeat("a", 0x1fff) + "\x80", "pickle-python2-text", 0, 5 + 0x2000},
		{"long BINSTRING of ASCII", "T\x00\x20\x00\x00" + strings.Repeat("a", 0x2000), "", 0, 0},
		{"two texts", "NU\x01\x80U\x01\x80\x87", "pickle-python2-text", 1, 3},
		{"text of Python 3", str("\u00e4"), "", 0, 0},
		{"bytes of Python 3", raw8("\xe4"), "", 0, 0},
		{"UNICODE", "V\xe4\n", "", 0, 0},
	} {
		file := object1(test.object)
		report := walk(t, file)
		var found []finding.Finding
		for _, f := range report.Faults.Kept {
			if f.Rule.String() != "pickle-import-unknown" && (f.Rule.String() != "pickle-numpy-core" || test.rule != "pickle-string-dtype") {
				found = append(found, f)
			}
		}
		switch {
		case test.rule == "" && len(found) > 0:
			t.Errorf("%s: got %v, want nothing", test.name, rules(report))
		case test.rule == "":
		case len(found) != 1 || found[0].Rule.String() != test.rule || found[0].Offset != objectAt+int64(test.at) || found[0].Length != int64(test.length):
			t.Errorf("%s: want %s at %d+%d", test.name, test.rule, objectAt+int64(test.at), test.length)
			logFaults(t, report)
		}
		sameStream(t, file)
	}
}
