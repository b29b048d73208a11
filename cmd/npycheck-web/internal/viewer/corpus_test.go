package viewer

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/cmd/internal/inspect"
	"github.com/npycheck/npycheck/corpus"
	_ "github.com/npycheck/npycheck/internal/testing/lazygc"
	"github.com/npycheck/npycheck/validator"
)

// TestCorpus asks for all that the page shows of each file of the corpus. No answer is an error or has null for an empty
// list, and what it describes is what the report describes.
func TestCorpus(t *testing.T) {
	for _, c := range corpus.Cases() {
		if c.ID == "zip/members-65535" { // takes seconds; zip/members-65536 shows as much
			continue
		}
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			b, err := fs.ReadFile(corpus.FS, c.File)
			if err != nil {
				t.Fatal(err)
			}
			look(t, path.Base(c.File), b)
		})
	}
}

// reportJSON is what the page uses of a report.
type reportJSON struct {
	Format   validator.Format
	Findings []struct{ Offset, Length int64 }
	Array    *struct{ Shape []int64 }
	Arrays   []*struct{ Shape []int64 } // nil for one that can't be understood
	Members  []struct {
		Array *struct{ Shape []int64 }
	}
}

// look asks for what the page shows of a file.
func look(t *testing.T, name string, b []byte) {
	f := open(name, b)
	var report reportJSON
	answered(t, f.Report(t.Context(), Options{}), nil, &report)
	fix, err := f.Fix(t.Context())
	answered(t, fix, err, &fixJSON{})
	var contents struct {
		Info  struct{ Members []struct{ Bytes int64 } }
		Shown contentsJSON
	}
	answered(t, f.Contents(t.Context()), nil, &contents)

	sizes := map[int]int64{validator.NoMember: int64(len(b))}
	for i, m := range contents.Info.Members {
		sizes[i] = m.Bytes
	}
	for _, r := range contents.Shown.Regions {
		if _, ok := sizes[r.Member]; !ok || r.Offset < 0 || r.Length < 0 || r.Member == validator.NoMember && r.Offset+r.Length > int64(len(b)) {
			t.Errorf("got region %+v of %v bytes", r, sizes)
		}
	}
	compare(t, &report, contents.Shown.Arrays)
	for _, a := range contents.Shown.Arrays {
		elements(t, f, &a)
	}
}

// compare compares the arrays that are shown with those of the report.
func compare(t *testing.T, report *reportJSON, shown []arrayJSON) {
	t.Helper()
	var want []string
	add := func(p Place, a *struct{ Shape []int64 }) {
		text := fmt.Sprint(p)
		if a != nil {
			text += fmt.Sprint(a.Shape)
		}
		want = append(want, text)
	}
	if len(report.Arrays) == 0 && report.Array != nil {
		add(Place{Member: validator.NoMember, Array: 0}, report.Array)
	}
	for i, a := range report.Arrays {
		add(Place{Member: validator.NoMember, Array: i}, a)
	}
	for i, m := range report.Members[:min(len(report.Members), maxMembers)] {
		add(Place{Member: i}, m.Array)
	}
	var got []string
	for _, a := range shown {
		text := fmt.Sprint(a.Place)
		if a.Type.Descr != "" {
			text += "[" + strings.Join(a.Lengths, " ") + "]"
		}
		got = append(got, text)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// elements asks for the first elements of an array in a table and a picture, and for its statistics.
func elements(t *testing.T, f *File, a *arrayJSON) {
	if a.Type.Descr == "" || a.Unread != "" || slices.Contains(a.Lengths, "0") {
		return // the page asks for nothing
	}
	q := &Query{Place: a.Place, Field: -1}
	array, _, err := f.at(a.Place)
	if err != nil {
		t.Fatal(err)
	}
	rows, columns := len(array.Shape)-2, len(array.Shape)-1
	if len(array.Shape) < 2 {
		rows, columns = len(array.Shape)-1, inspect.NoAxis
	}
	part := func(axis int) inspect.Part {
		if axis == inspect.NoAxis {
			return inspect.Part{Axis: axis, Step: 1, Count: 1}
		}
		return inspect.Part{Axis: axis, Step: 1, Count: min(array.Shape[axis], 10)}
	}
	q.Plane = inspect.Plane{Rows: part(rows), Columns: part(columns), Index: make([]int64, len(array.Shape))}
	text, err := f.Table(t.Context(), q)
	var table tableJSON
	if err != nil && strings.Contains(err.Error(), "so there are too many") {
		return
	}
	if err != nil || json.Unmarshal(text, &table) != nil || table.Values == nil || int64(len(table.Values)) != q.Rows.Count {
		t.Errorf("%+v: got table %s, %v, want %d rows", a.Place, text, err, q.Rows.Count)
	}
	if !a.Type.Numbers {
		return
	}
	if numbers, err := f.Picture(t.Context(), q); err != nil || int64(len(numbers)) != q.Rows.Count*q.Columns.Count {
		t.Errorf("%+v: got picture %v, %v", a.Place, numbers, err)
	}
	text, err = f.Statistics(t.Context(), a.Place)
	answered(t, text, err, &struct{}{})
}

// answered decodes an answer.
func answered(t *testing.T, text []byte, err error, into any) {
	t.Helper()
	var tree any
	if err = errors.Join(err, json.Unmarshal(text, &tree), json.Unmarshal(text, into)); err != nil {
		t.Fatalf("got %s, %v", text, err)
	}
	if at := null(tree); at != "" && !strings.HasPrefix(at, "/arrays/") { // report.schema.json allows those
		t.Errorf("got null at %s in %s", at, text)
	}
}

// null returns where a null is, or nothing.
func null(v any) string {
	switch v := v.(type) {
	case nil:
		return "/"
	case map[string]any:
		for key, inner := range v {
			if at := null(inner); at != "" {
				return "/" + key + at
			}
		}
	case []any:
		for i, inner := range v {
			if at := null(inner); at != "" {
				return fmt.Sprintf("/%d%s", i, at)
			}
		}
	}
	return ""
}
