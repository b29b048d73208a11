package pickle

import (
	"fmt"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// maskedState says what is wrong with the mask or the fill value of a masked array, or nil. NumPy makes an array of
// the fill value, and so looks into any object there.
func maskedState(a *array, mask, fill *value) *misfit {
	if mask.kind == kindLost {
		return &misfit{path: "mask", lost: true}
	}
	if mask.quiet() {
		return &misfit{mute: true}
	}
	want := saturatedProduct(a.count, a.dtype.leaves())
	if mask.kind != kindBytes && mask.kind != kindText && mask.kind != kindByteArray || mask.n != want {
		return &misfit{path: "mask", got: mask.String(), want: text.Count(want, "byte")}
	}
	switch {
	case fill.kind == kindNone:
		return nil
	case fill.kind == kindLost:
		return &misfit{path: "fill value", lost: true}
	case fill.quiet():
		return &misfit{mute: true}
	}
	if f := fill.plainArray(); f == nil || len(f.shape) != 0 || !f.dtype.fills(a.dtype) {
		return &misfit{path: "fill value", got: fill.String(), want: "None or an array of one element of its type"}
	}
	return nil
}

// memoryOf objects to an array that takes more memory than the file accounts for. Elements stored
// as bytes don't matter: they take as much as in the file.
func memoryOf(itemsize, count, offset int64) string {
	const free, factor = 64 << 20, 20
	if n := saturatedProduct(max(itemsize, 0), count); n > saturate(free, saturatedProduct(factor, offset)) {
		return fmt.Sprintf("%s of %s take over %d MiB and %d times the file so far", text.Count(count, "element"), text.Count(itemsize, "byte"), free>>20, factor)
	}
	return ""
}

// emptyElements objects to an array whose elements have no bytes: a copy may allocate a character, up to four bytes, for each
// of them. The offset says how much of the file was read.
func (a *array) emptyElements(offset int64) *objection {
	if what := memoryOf(4, a.count, offset); what != "" {
		return &objection{rule: spec.PickleExpansion, format: "copy of an array with zero-byte elements: %s", args: []any{what}}
	}
	return nil
}
