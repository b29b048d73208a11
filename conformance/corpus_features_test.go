package conformance_test

import (
	"cmp"
	"slices"
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// otherFeatures are cases whose headers say it in a way of their own, and how.
var otherFeatures = map[string]string{
	"descr/sub-array-empty-shape": "a sub-array without dimensions",
	"keys/duplicate-escaped":      "a second shape with an escape in its key",
	"prefix/magic-zip":            "an archive where a .npy file is expected",
}

// TestCorpusFeatures compares the features of each case, which the corpus takes from the text of the header, with
// what the validator makes of it. Of an archive some members can't be read.
func TestCorpusFeatures(t *testing.T) {
	for _, c := range corpus.Cases() {
		_, report := checkCase(t, c)
		arrays := []*validator.Array{report.Array}
		for _, m := range report.Members {
			arrays = append(arrays, m.Array)
		}
		var want []string
		for _, a := range arrays {
			if a != nil {
				want = append(want, featuresOf(a)...)
			}
		}
		unlike := len(without(want, c.Features)) > 0
		if c.Format == "npy" && report.Array != nil {
			unlike = unlike || len(without(c.Features, append(want, "long-header"))) > 0
		}
		if _, other := otherFeatures[c.ID]; unlike != other {
			t.Errorf("%s: got features %q, want %q", c.ID, c.Features, want)
		}
	}
}

// featuresOf returns the features of an array, but for what its header has besides.
func featuresOf(a *validator.Array) []string {
	rank := len(a.Shape)
	features := append(typeFeatures(a.DType, 0), "v"+a.Version.String()[:1], []string{"0d", "1d", "2d", "nd"}[min(rank, 3)])
	if slices.Contains(a.Shape, 0) {
		features = append(features, "empty")
	}
	if a.FortranOrder && rank > 1 {
		features = append(features, "fortran-order")
	}
	return features
}

func typeFeatures(d spec.DType, depth int) (features []string) {
	if d.Itemsize == 0 {
		features = append(features, "zero-itemsize")
	}
	switch {
	case d.Base != nil:
		return append(append(features, "nested"), typeFeatures(*d.Base, depth)...)
	case d.Struct:
		features = append(features, "structured")
		if depth > 0 {
			features = append(features, "nested")
		}
		for _, f := range d.Fields {
			if f.Titled {
				features = append(features, "titles")
			}
			features = append(features, typeFeatures(f.Type, depth+1)...)
		}
		return features
	case d.Order == '>':
		features = append(features, "big-endian")
	}
	wide := d.Itemsize == 8
	switch d.Kind {
	case 'b':
		return append(features, "bool")
	case 'i':
		return append(features, map[bool]string{false: "int", true: "int64"}[wide])
	case 'u':
		return append(features, map[bool]string{false: "uint", true: "uint64"}[wide])
	case 'f':
		return append(features, cmp.Or(map[int64]string{2: "float16", 4: "float", 8: "float"}[d.Itemsize], "longdouble"))
	case 'c':
		return append(features, cmp.Or(map[int64]string{8: "complex", 16: "complex"}[d.Itemsize], "longdouble"))
	}
	return append(features, map[byte]string{'M': "datetime", 'm': "datetime", 'S': "bytes", 'U': "text", 'V': "void", 'O': "object"}[d.Kind])
}
