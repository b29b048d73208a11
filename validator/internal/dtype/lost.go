package dtype

import (
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
	"github.com/npycheck/npycheck/validator/internal/literal"
)

// lostSize reports whether a type is raw bytes of the size of a type of ml_dtypes.
func lostSize(t *spec.DType) bool {
	return t.Kind == 'V' && !t.Struct && t.Base == nil && (t.Itemsize == 1 || t.Itemsize == 2)
}

// Lost returns, of an array whose type node n says that its elements are raw bytes but were probably those of another
// type, the view that restores it: "bfloat16", or ">bfloat16" if it is big-endian. It reports whether the type is lost,
// also if there are several that it may have been.
func Lost(t *spec.DType, tree *literal.Tree, n literal.Node) (view string, lost bool) {
	if n = tree.Inner(n); !lostSize(t) || tree.Kind(n) != literal.String {
		return "", false
	}
	switch order := orderIn([]byte(tree.Value(n))); {
	case order != '<' && order != '>': // as NumPy writes raw bytes
		return "", false
	case t.Itemsize == 1:
		return "", true
	case order == '>':
		return ">bfloat16", true
	}
	return "bfloat16", true
}

// lostType says which type raw bytes of 1 or 2 bytes may have had, and how to restore it. NumPy itself writes '|'
// before raw bytes; ml_dtypes writes '<' or '>'.
func lostType(order byte, size int64, field bool) (text string, remedy finding.Remedy) {
	text = "perhaps "
	if order == '<' || order == '>' {
		text = "probably "
	}
	array := "a"
	if field {
		array = "field"
	}
	switch {
	case size == 1:
		return text + "a float8 or int4 type of ml_dtypes, but the file doesn't say which", ""
	case order == '>':
		return text + "big-endian bfloat16", finding.Remedy("; try " + array + ".view('>u2').astype('u2').view(ml_dtypes.bfloat16)")
	}
	return text + "bfloat16", finding.Remedy("; try " + array + ".view(ml_dtypes.bfloat16)")
}

// foreignType says how to restore a type of ml_dtypes that was saved with a type string that NumPy rejects.
func foreignType(code []byte) string {
	switch string(code) {
	case "<f1", ">f1":
		return "; for float8_e5m2 write '|V1' and view it as ml_dtypes.float8_e5m2"
	case "<W4", ">W4":
		return "; write '|V4' and view it as ml_dtypes.complex32 or bcomplex32"
	case "<g2", ">g2":
		return "; for bfloat16 write '" + string(code[:1]) + "V2' and view it as ml_dtypes.bfloat16"
	}
	if size := registered[string(code)]; size != "" {
		return "; import ml_dtypes first, or write '" + size + "' and view it"
	}
	return ""
}

// registered are the types that NumPy knows by their names once ml_dtypes is imported, and raw bytes of their sizes
// (clause npy-5.8).
var registered = map[string]string{
	"bfloat16": "<V2",
	"int1":     "|V1", "int2": "|V1", "int4": "|V1", "uint1": "|V1", "uint2": "|V1", "uint4": "|V1",
	"float4_e2m1fn": "|V1", "float6_e2m3fn": "|V1", "float6_e3m2fn": "|V1",
	"float8_e3m4": "|V1", "float8_e4m3": "|V1", "float8_e4m3b11fnuz": "|V1", "float8_e4m3fn": "|V1", "float8_e4m3fnuz": "|V1",
	"float8_e5m2": "|V1", "float8_e5m2fnuz": "|V1", "float8_e8m0fnu": "|V1",
}
