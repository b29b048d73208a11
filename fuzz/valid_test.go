package fuzz_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/fuzz"
	"github.com/npycheck/npycheck/fuzz/internal/npy"
	_ "github.com/npycheck/npycheck/internal/testing/lazygc"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// npyAreas are the areas of single arrays.
var npyAreas = []string{"", "prefix", "header", "literal", "keys", "descr", "shape", "order", "data"}

// expect returns what conformance says about a file.
func expect(t *testing.T, file fuzz.File) *conformance.Expectation {
	t.Helper()
	e, err := conformance.Expect(context.Background(), file.Content, "f."+string(file.Format))
	if err != nil {
		t.Fatalf("%v\n%.300q", err, file.Content)
	}
	return e
}

// sameArray compares the array of a file according to the generator with that according to the validator.
func sameArray(t *testing.T, file fuzz.File, e *conformance.Expectation) {
	t.Helper()
	want, got := file.Array, e.Array
	if got == nil {
		t.Fatalf("the validator finds no array, want %s of shape %v\n%.300q", want.DType.Descr(), want.Shape, file.Content)
	}
	if dtype := e.Report.Array.DType; !sameDType(&dtype, &want.DType) {
		t.Errorf("got dtype %s, want %s\n%.300q", dtype.Descr(), want.DType.Descr(), file.Content)
	}
	if !slices.Equal(got.Shape, want.Shape) || got.FortranOrder != want.FortranOrder {
		t.Errorf("got shape %v, Fortran order %t, want %v, %t\n%.300q", got.Shape, got.FortranOrder, want.Shape, want.FortranOrder, file.Content)
	}
	if sum := sha256.Sum256(want.Data); got.SHA256 != hex.EncodeToString(sum[:]) {
		t.Errorf("got other elements, want %x\n%.300q", want.Data[:min(100, len(want.Data))], file.Content)
	}
}

// sameDType compares two types completely, but treats empty and nil slices as equal.
func sameDType(a, b *spec.DType) bool {
	if len(a.Fields) != len(b.Fields) || (a.Base == nil) != (b.Base == nil) || !slices.Equal(a.Shape, b.Shape) {
		return false
	}
	for i := range a.Fields {
		f, g := a.Fields[i], b.Fields[i]
		if !sameDType(&f.Type, &g.Type) {
			return false
		}
		f.Type, g.Type = spec.DType{}, spec.DType{}
		if !reflect.DeepEqual(f, g) {
			return false
		}
	}
	if a.Base != nil && !sameDType(a.Base, b.Base) {
		return false
	}
	x, y := *a, *b
	x.Fields, x.Base, x.Shape, y.Fields, y.Base, y.Shape = nil, nil, nil, nil, nil, nil
	return reflect.DeepEqual(x, y)
}

// accepted are the rules above a note that a valid file may break: real writers do, and readers
// have to accept it.
var accepted = []spec.ID{spec.HeaderAlignment64, spec.KeysNotSorted}

func TestValid(t *testing.T) {
	for _, area := range npyAreas {
		for i := range count(t, 2000) {
			file := fuzz.Numbered(2, i).Valid(area)
			e := expect(t, file)
			if e.Report.Verdict() != validator.Conforming || e.Duty != corpus.Accept {
				t.Fatalf("area %q, file %d: got %s, %s: %+v\n%.300q", area, i, e.Report.Verdict(), e.Duty, e.Report.Findings, file.Content)
			}
			for _, f := range e.Report.Findings {
				if f.Severity() > spec.Note && !slices.Contains(accepted, f.Rule) {
					t.Errorf("area %q, file %d: %s\n%.300q", area, i, f.Rule, file.Content)
				}
			}
			sameArray(t, file, e)
			if t.Failed() {
				return
			}
		}
	}
}

// count returns how many files to make, fewer in short tests.
func count(t *testing.T, n uint64) uint64 {
	if testing.Short() {
		return n / 10
	}
	return n
}

// TestValidCoverage counts the properties of files.
func TestValidCoverage(t *testing.T) {
	seen := make(map[string]int)
	several, same := 0, 0 // arrays of several elements, and those in which all are the same
	n := count(t, 20000)
	for i := range n {
		file := fuzz.Numbered(3, i).Valid("")
		a := file.Array
		for _, l := range npy.Leaves(nil, &a.DType, 0) {
			if !l.Padding {
				seen["kind "+string(l.T.Kind)]++
				seen["order "+string(l.T.Order)]++
			}
		}
		see := func(what string, is bool) {
			if is {
				seen[what]++
			}
		}
		if size := int(a.DType.Itemsize); size > 0 && len(a.Data) > size {
			several++
			if bytes.Equal(a.Data[size:], a.Data[:len(a.Data)-size]) {
				same++
			}
		}
		see("structure", a.DType.Struct)
		see("nested", slices.ContainsFunc(a.DType.Fields, func(f spec.Field) bool { return f.Type.Struct }))
		see("subarray", slices.ContainsFunc(a.DType.Fields, func(f spec.Field) bool { return f.Type.Base != nil }))
		see("title", slices.ContainsFunc(a.DType.Fields, func(f spec.Field) bool { return f.Titled }))
		see("padding", slices.ContainsFunc(a.DType.Fields, func(f spec.Field) bool { return f.Padding }))
		see("version "+spec.Version{Major: file.Content[6], Minor: file.Content[7]}.String(), true)
		see("rank 0", len(a.Shape) == 0)
		see("rank 1", len(a.Shape) == 1)
		see("rank 2", len(a.Shape) == 2)
		see("rank 3", len(a.Shape) == 3)
		see("rank 8", len(a.Shape) >= 8)
		see("rank 25", len(a.Shape) >= 25)
		see("empty", slices.Contains(a.Shape, 0))
		see("Fortran order", a.FortranOrder && !npy.BothOrders(a.Shape))
		see("Fortran order without effect", a.FortranOrder && npy.BothOrders(a.Shape))
		see("large", len(a.Data) > 1<<16)
		see("long header", len(file.Content)-len(a.Data) > 1000)
		see("double quotes", bytes.ContainsRune(file.Content[:len(file.Content)-len(a.Data)], '"'))
	}
	for _, what := range strings.Split("kind b,kind i,kind u,kind f,kind c,kind S,kind U,kind V,kind M,kind m,order <,order >,order |,"+
		"structure,nested,subarray,title,padding,version 1.0,version 2.0,version 3.0,rank 0,rank 1,rank 2,rank 3,rank 8,rank 25,empty,"+
		"Fortran order,Fortran order without effect,large,long header,double quotes", ",") {
		if least := int(n) / 1000; seen[what] < least {
			t.Errorf("%s: got %d of %d files, want at least %d", what, seen[what], n, least)
		}
	}
	if same > several/100 {
		t.Errorf("got %d arrays of %d in which all elements are the same, want few", same, several)
	}
	t.Logf("%v, %d of %d arrays of several elements have the same one over and over", seen, same, several)
}

func BenchmarkValid(b *testing.B) {
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		fuzz.Numbered(1, uint64(i)).Valid("")
	}
}
