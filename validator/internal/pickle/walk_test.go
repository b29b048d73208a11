package pickle

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"reflect"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/npycheck/npycheck/spec"
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
