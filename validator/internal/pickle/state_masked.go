package pickle

import (
	"fmt"

	"github.com/npycheck/npycheck/validator/internal/fault"
)

// maskedState says what is wrong with the mask or the fill value of a masked array, or nil. NumPy makes
// an array of the fill value, and so whatever stands there is looked into.
func maskedState(a *array, mask, fill *value) *misfit {
	if mask.kind == kindLost {
		return &misfit{path: "mask", lost: true}
	}
	if mask.quiet() {
		return &misfit{mute: true}
	}
	want := saturatedProduct(a.count, a.dtype.leaves())
	if mask.kind != kindBytes && mask.kind != kindText && mask.kind != kindByteArray || mask.n != want {
		return &misfit{path: "mask", got: mask.String(), want: fault.Count(want, "byte")}
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
		return &misfit{path: "fill value", got: fill.String(), want: "None or an array of one element of the same type"}
	}
	return nil
}

// fills reports whether a fill value of the type t fits into an array of the type u.
func (t *dtype) fills(u *dtype) bool {
	if t.kind == u.kind && (t.kind == 'S' || t.kind == 'U') {
		return true // of any length
	}
	return t.same(u)
}

// memoryOf says if an array asks for more memory than the file accounts for. What stands in the file
// itself is no matter of this: elements as bytes have their size.
func memoryOf(itemsize, count, offset int64) string {
	const free, factor = 64 << 20, 20
	if n := saturatedProduct(max(itemsize, 0), count); n > saturate(free, saturatedProduct(factor, offset)) {
		return fmt.Sprintf("%s of %s take more than %d MiB and %d times the file so far", fault.Count(count, "element"), fault.Count(itemsize, "byte"), free>>20, factor)
	}
	return ""
}
