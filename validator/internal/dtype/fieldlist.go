package dtype

import (
	"bytes"
	"strconv"

	"github.com/npycheck/npycheck/spec"
)

// parseList reads several types separated by commas, which NumPy reads as fields named f0, f1 and so on (clause
// npy-5.5). Spaces around a comma are ignored.
func parseList(code []byte) (spec.DType, codeFaults) {
	faults := commaString
	fields := make([]spec.Field, 0, 1+bytes.Count(code, []byte{','}))
	for item := range bytes.SplitSeq(code, []byte{','}) {
		item = bytes.Trim(item, " ")
		if len(item) == 0 {
			return spec.DType{}, repeatCount
		}
		t, found := parseCode(item)
		if found&repeatCount != 0 {
			return spec.DType{}, repeatCount
		}
		faults |= found
		if t.Kind != 0 {
			fields = append(fields, spec.Field{Name: "f" + strconv.Itoa(len(fields)), Type: t})
		}
	}
	if len(fields) < cap(fields) {
		return spec.DType{}, faults
	}
	t, err := spec.Struct(fields)
	if err != nil {
		return spec.DType{}, faults | sizeOverflow
	}
	return t, faults
}
