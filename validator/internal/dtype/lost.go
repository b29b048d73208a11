package dtype

import "github.com/npycheck/npycheck/spec"

// lostSize reports whether a type is raw bytes of the size of a type of ml_dtypes.
func lostSize(t *spec.DType) bool {
	return t.Kind == 'V' && !t.Struct && t.Base == nil && (t.Itemsize == 1 || t.Itemsize == 2)
}

// lostType says what raw bytes of 1 or 2 bytes may be, and how to get it back. NumPy itself writes '|'
// before raw bytes; ml_dtypes writes '<' or '>'.
func lostType(order byte, size int64, field bool) string {
	sure := "perhaps"
	if order == '<' || order == '>' {
		sure = "probably"
	}
	of := ""
	if field {
		of = " of the field"
	}
	switch {
	case size == 1:
		return sure + " one of the small types of ml_dtypes or JAX, such as float8_e4m3fn or int4, whose name the file doesn't hold; " +
			"a.view(ml_dtypes.float8_e4m3fn)" + of + ", or what it was, restores it"
	case order == '>':
		return sure + " bfloat16 of ml_dtypes or JAX in big-endian order, whose name the file doesn't hold; " +
			"a.view('>u2').astype('u2').view(ml_dtypes.bfloat16)" + of + " restores it"
	}
	return sure + " bfloat16 of ml_dtypes or JAX, whose name the file doesn't hold; a.view(ml_dtypes.bfloat16)" + of + " restores it"
}

// foreignType says which types of ml_dtypes are saved with a type string that NumPy refuses.
func foreignType(code []byte) string {
	switch string(code) {
	case "<f1", ">f1":
		return "; float8_e5m2 of ml_dtypes is saved so and can't be loaded: put '|V1' in its place and use a.view(ml_dtypes.float8_e5m2)"
	case "<W4", ">W4":
		return "; complex32 and bcomplex32 of ml_dtypes are saved so and can't be loaded: put '|V4' in its place and use a.view(ml_dtypes.complex32)"
	}
	return ""
}
