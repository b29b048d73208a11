package cases

import (
	"slices"
	"strconv"
	"strings"

	. "github.com/npycheck/npycheck/corpus/internal/build"
)

// The pickles are those that NumPy wrote. Their lengths are multiples of the element counts, so that a
// twin can hold the same bytes as void.
const (
	// [1, None, 'aaa'], as NumPy 1.16 wrote it: protocol 2, by pickle.dumps with NumPy 1.23.5.
	pickle2 = "\x80\x02cnumpy.core.multiarray\n_reconstruct\nq\x00cnumpy\nndarray\nq\x01K\x00\x85q\x02c_" +
		"codecs\nencode\nq\x03X\x01\x00\x00\x00bq\x04X\x06\x00\x00\x00latin1q\x05\x86q\x06Rq\x07\x87" +
		"q\x08Rq\x09(K\x01K\x03\x85q\ncnumpy\ndtype\nq\x0bX\x02\x00\x00\x00O8q\x0c\x89\x88\x87q\x0d" +
		"Rq\x0e(K\x03X\x01\x00\x00\x00|q\x0fNNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK?tq\x10b\x89]q\x11" +
		"(K\x01NX\x03\x00\x00\x00aaaq\x12etq\x13b."

	// [1, None, 'a'], by numpy.save of NumPy 1.23.5: protocol 3.
	pickle3 = "\x80\x03cnumpy.core.multiarray\n_reconstruct\nq\x00cnumpy\nndarray\nq\x01K\x00\x85q\x02C\x01" +
		"bq\x03\x87q\x04Rq\x05(K\x01K\x03\x85q\x06cnumpy\ndtype\nq\x07X\x02\x00\x00\x00O8q\x08\x89" +
		"\x88\x87q\x09Rq\n(K\x03X\x01\x00\x00\x00|q\x0bNNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK?tq\x0c" +
		"b\x89]q\x0d(K\x01NX\x01\x00\x00\x00aq\x0eetq\x0fb."

	// 'a' as an array of rank 0, by numpy.save of NumPy 1.23.5.
	pickle3Scalar = "\x80\x03cnumpy.core.multiarray\n_reconstruct\nq\x00cnumpy\nndarray\nq\x01K\x00\x85q\x02C\x01" +
		"bq\x03\x87q\x04Rq\x05(K\x01)cnumpy\ndtype\nq\x06X\x02\x00\x00\x00O8q\x07\x89\x88\x87q\x08" +
		"Rq\x09(K\x03X\x01\x00\x00\x00|q\nNNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK?tq\x0bb\x89]q\x0c" +
		"X\x01\x00\x00\x00aq\x0datq\x0eb."

	// [1, None, 'a'], by numpy.save of NumPy 2.4.6: protocol 4.
	pickle4 = "\x80\x04\x95\x91\x00\x00\x00\x00\x00\x00\x00\x8c\x16numpy._core.multiarray\x94\x8c\x0c_re" +
		"construct\x94\x93\x94\x8c\x05numpy\x94\x8c\x07ndarray\x94\x93\x94K\x00\x85\x94C\x01b\x94\x87" +
		"\x94R\x94(K\x01K\x03\x85\x94h\x03\x8c\x05dtype\x94\x93\x94\x8c\x02O8\x94\x89\x88\x87\x94R" +
		"\x94(K\x03\x8c\x01|\x94NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK?t\x94b\x89]\x94(K\x01N\x8c\x01" +
		"a\x94et\x94b."

	// 'a' as an array of rank 0, by numpy.save of NumPy 2.4.6.
	pickle4Scalar = "\x80\x04\x95\x8a\x00\x00\x00\x00\x00\x00\x00\x8c\x16numpy._core.multiarray\x94\x8c\x0c_re" +
		"construct\x94\x93\x94\x8c\x05numpy\x94\x8c\x07ndarray\x94\x93\x94K\x00\x85\x94C\x01b\x94\x87" +
		"\x94R\x94(K\x01)h\x03\x8c\x05dtype\x94\x93\x94\x8c\x02O8\x94\x89\x88\x87\x94R\x94(K\x03\x8c" +
		"\x01|\x94NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK?t\x94b\x89]\x94\x8c\x01a\x94at\x94b."

	// An array without elements, by numpy.save of NumPy 2.4.6.
	pickle4Empty = "\x80\x04\x95\x88\x00\x00\x00\x00\x00\x00\x00\x8c\x16numpy._core.multiarray\x94\x8c\x0c_re" +
		"construct\x94\x93\x94\x8c\x05numpy\x94\x8c\x07ndarray\x94\x93\x94K\x00\x85\x94C\x01b\x94\x87" +
		"\x94R\x94(K\x01K\x00\x85\x94h\x03\x8c\x05dtype\x94\x93\x94\x8c\x02O8\x94\x89\x88\x87\x94R" +
		"\x94(K\x03\x8c\x01|\x94NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK?t\x94b\x89]\x94t\x94b."

	// [[1, None, 'aaaaa'], [2.5, True, [7, 8]]] in C order, by numpy.save of NumPy 2.4.6.
	pickle4Table = "\x80\x04\x95\xa9\x00\x00\x00\x00\x00\x00\x00\x8c\x16numpy._core.multiarray\x94\x8c\x0c_re" +
		"construct\x94\x93\x94\x8c\x05numpy\x94\x8c\x07ndarray\x94\x93\x94K\x00\x85\x94C\x01b\x94\x87" +
		"\x94R\x94(K\x01K\x02K\x03\x86\x94h\x03\x8c\x05dtype\x94\x93\x94\x8c\x02O8\x94\x89\x88\x87" +
		"\x94R\x94(K\x03\x8c\x01|\x94NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK?t\x94b\x89]\x94(K\x01N" +
		"\x8c\x05aaaaa\x94G@\x04\x00\x00\x00\x00\x00\x00\x88]\x94(K\x07K\x08eet\x94b."

	// The same in Fortran order.
	pickle4Fortran = "\x80\x04\x95\xa9\x00\x00\x00\x00\x00\x00\x00\x8c\x16numpy._core.multiarray\x94\x8c\x0c_re" +
		"construct\x94\x93\x94\x8c\x05numpy\x94\x8c\x07ndarray\x94\x93\x94K\x00\x85\x94C\x01b\x94\x87" +
		"\x94R\x94(K\x01K\x02K\x03\x86\x94h\x03\x8c\x05dtype\x94\x93\x94\x8c\x02O8\x94\x89\x88\x87" +
		"\x94R\x94(K\x03\x8c\x01|\x94NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK?t\x94b\x88]\x94(K\x01N" +
		"\x8c\x05aaaaa\x94G@\x04\x00\x00\x00\x00\x00\x00\x88]\x94(K\x07K\x08eet\x94b."

	// [(1, 'a'), (-2, None)] of the type [('a', '<i4'), ('b', '|O')], by numpy.save of NumPy 2.4.6.
	pickle4Struct = "\x80\x04\x95\xf5\x00\x00\x00\x00\x00\x00\x00\x8c\x16numpy._core.multiarray\x94\x8c\x0c_re" +
		"construct\x94\x93\x94\x8c\x05numpy\x94\x8c\x07ndarray\x94\x93\x94K\x00\x85\x94C\x01b\x94\x87" +
		"\x94R\x94(K\x01K\x02\x85\x94h\x03\x8c\x05dtype\x94\x93\x94\x8c\x03V12\x94\x89\x88\x87\x94" +
		"R\x94(K\x03\x8c\x01|\x94N\x8c\x01a\x94\x8c\x01b\x94\x86\x94}\x94(h\x11h\x0c\x8c\x02i4\x94" +
		"\x89\x88\x87\x94R\x94(K\x03\x8c\x01<\x94NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00t\x94bK" +
		"\x00\x86\x94h\x12h\x0c\x8c\x02O8\x94\x89\x88\x87\x94R\x94(K\x03h\x10NNNJ\xff\xff\xff\xffJ" +
		"\xff\xff\xff\xffK?t\x94bK\x04\x86\x94uK\x0cK\x01K\x1bt\x94b\x89]\x94(K\x01h\x11\x86\x94J\xfe" +
		"\xff\xff\xffN\x86\x94et\x94b."

	// [(1, ['aa', None])] of the type [('a', '<i4'), ('b', '|O', (2,))], by numpy.save of NumPy 2.4.6.
	pickle4Subarray = "\x80\x04\x953\x01\x00\x00\x00\x00\x00\x00\x8c\x16numpy._core.multiarray\x94\x8c\x0c_recon" +
		"struct\x94\x93\x94\x8c\x05numpy\x94\x8c\x07ndarray\x94\x93\x94K\x00\x85\x94C\x01b\x94\x87" +
		"\x94R\x94(K\x01K\x01\x85\x94h\x03\x8c\x05dtype\x94\x93\x94\x8c\x03V20\x94\x89\x88\x87\x94" +
		"R\x94(K\x03\x8c\x01|\x94N\x8c\x01a\x94\x8c\x01b\x94\x86\x94}\x94(h\x11h\x0c\x8c\x02i4\x94" +
		"\x89\x88\x87\x94R\x94(K\x03\x8c\x01<\x94NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00t\x94bK" +
		"\x00\x86\x94h\x12h\x0c\x8c\x03V16\x94\x89\x88\x87\x94R\x94(K\x03h\x10h\x0c\x8c\x02O8\x94\x89" +
		"\x88\x87\x94R\x94(K\x03h\x10NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK?t\x94bK\x02\x85\x94\x86" +
		"\x94NNK\x10K\x08K?t\x94bK\x04\x86\x94uK\x14K\x01K\x1bt\x94b\x89]\x94K\x01h\x02h\x05K\x00\x85" +
		"\x94h\x07\x87\x94R\x94(K\x01K\x02\x85\x94h \x89]\x94(\x8c\x02aa\x94Net\x94b\x86\x94at\x94" +
		"b."

	// [(1, ('a', 5))] of the type [('a', '<i4'), ('b', [('c', '|O'), ('d', '<i2')])], by numpy.save of
	// NumPy 2.4.6.
	pickle4Nested = "\x80\x04\x95K\x01\x00\x00\x00\x00\x00\x00\x8c\x16numpy._core.multiarray\x94\x8c\x0c_recon" +
		"struct\x94\x93\x94\x8c\x05numpy\x94\x8c\x07ndarray\x94\x93\x94K\x00\x85\x94C\x01b\x94\x87" +
		"\x94R\x94(K\x01K\x01\x85\x94h\x03\x8c\x05dtype\x94\x93\x94\x8c\x03V14\x94\x89\x88\x87\x94" +
		"R\x94(K\x03\x8c\x01|\x94N\x8c\x01a\x94\x8c\x01b\x94\x86\x94}\x94(h\x11h\x0c\x8c\x02i4\x94" +
		"\x89\x88\x87\x94R\x94(K\x03\x8c\x01<\x94NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00t\x94bK" +
		"\x00\x86\x94h\x12h\x0c\x8c\x03V10\x94\x89\x88\x87\x94R\x94(K\x03h\x10N\x8c\x01c\x94\x8c\x01" +
		"d\x94\x86\x94}\x94(h\x1eh\x0c\x8c\x02O8\x94\x89\x88\x87\x94R\x94(K\x03h\x10NNNJ\xff\xff\xff" +
		"\xffJ\xff\xff\xff\xffK?t\x94bK\x00\x86\x94h\x1fh\x0c\x8c\x02i2\x94\x89\x88\x87\x94R\x94(K" +
		"\x03h\x18NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00t\x94bK\x08\x86\x94uK\nK\x01K\x1bt\x94" +
		"bK\x04\x86\x94uK\x0eK\x01K\x1bt\x94b\x89]\x94K\x01h\x11K\x05\x86\x94\x86\x94at\x94b."
)

func pickleCases() []Case {
	cases := slices.Concat(picklePresentCases(), pickleMissingCases(), pickleDescrCases(), pickleNeighbourCases(), pickleWrittenCases(),
		pickleFormCases(), pickleImportCases(), pickleCallCases(), pickleStateCases(), pickleArrayCases())
	writtenByNumPy2(cases, "pickle/protocol-4", "pickle/0d", "pickle/2d", "pickle/fortran", "pickle/struct", "pickle/sub-array", "pickle/nested")
	writtenByNumPy2(cases, "pickle/buffer-out-of-band", "pickle/call-by-protocol-0", "pickle/of-exceptions", "pickle/of-functions", "pickle/of-paths")
	return cases
}

// writtenByNumPy2 adds to the cases of these IDs that their pickles name a package of NumPy 2. They stand
// among others that don't.
func writtenByNumPy2(cases []Case, ids ...string) {
	for i := range cases {
		if slices.Contains(ids, cases[i].ID) {
			rules := append(strings.Fields(cases[i].Rules), "pickle-numpy-core")
			slices.Sort(rules)
			cases[i].Rules = strings.Join(rules, " ")
		}
	}
}

// pickleArray is an object array.
type pickleArray struct {
	id      string
	raw     string // the ID of the twin
	missing string // the ID of the case without the pickle; "" for none
	story   string
	descr   string
	order   string
	shape   string
	dims    []int64
	pickle  string
}

// pickleArrays returns what the cases with a pickle are made of; those without one are of the same
// headers.
func pickleArrays() []pickleArray {
	return []pickleArray{
		{
			"pickle/protocol-2",
			"pickle/raw-protocol-2",
			"",
			"an object array in protocol 2, as NumPy 1.16 wrote it", "'|O'", "False", "(3,)", dims(3), pickle2,
		},
		{
			"pickle/protocol-3",
			"pickle/raw-protocol-3",
			"",
			"an object array in protocol 3, as NumPy 1.17 to 1.26 write it", "'|O'", "False", "(3,)", dims(3), pickle3,
		},
		{
			"pickle/protocol-4",
			"pickle/raw-protocol-4",
			"",
			"an object array in protocol 4, as NumPy 2 writes it", "'|O'", "False", "(3,)", dims(3), pickle4,
		},
		{
			"pickle/protocol-3-0d",
			"pickle/raw-protocol-3-0d",
			"",
			"an object array of rank 0 in protocol 3", "'|O'", "False", "()", nil, pickle3Scalar,
		},
		{
			"pickle/0d",
			"pickle/raw-0d",
			"pickle/missing-0d",
			"an object array of rank 0", "'|O'", "False", "()", nil, pickle4Scalar,
		},
		{
			"pickle/2d",
			"pickle/raw-2d",
			"pickle/missing-2d",
			"a two-dimensional object array in C order", "'|O'", "False", "(2, 3)", dims(2, 3), pickle4Table,
		},
		{
			"pickle/fortran",
			"pickle/raw-fortran",
			"pickle/missing-fortran",
			"a two-dimensional object array in Fortran order", "'|O'", "True", "(2, 3)", dims(2, 3), pickle4Fortran,
		},
		{
			"pickle/struct",
			"pickle/raw-struct",
			"pickle/missing-struct",
			"a structured type with an object field", "[('a', '<i4'), ('b', '|O')]", "False", "(2,)", dims(2), pickle4Struct,
		},
		{
			"pickle/sub-array",
			"pickle/raw-sub-array",
			"pickle/missing-sub-array",
			"a structured type with a sub-array of objects", "[('a', '<i4'), ('b', '|O', (2,))]", "False", "(1,)", dims(1), pickle4Subarray,
		},
		{
			"pickle/nested",
			"pickle/raw-nested",
			"pickle/missing-nested",
			"a structured type with an object field in an inner structured type", "[('a', '<i4'), ('b', [('c', '|O'), ('d', '<i2')])]", "False", "(1,)", dims(1), pickle4Nested,
		},
	}
}

// picklePresentCases returns cases of object arrays, and twins that hold the bytes of the pickle as void.
func picklePresentCases() []Case {
	var out []Case
	for _, p := range pickleArrays() {
		count := 1
		for _, d := range p.dims {
			count *= int(d)
		}
		size := len(p.pickle) / count
		raw := "|V" + strconv.Itoa(size)
		data := []byte(p.pickle)
		if p.order == "True" {
			data = Transpose(size, dims(3, 2), data) // back to C order
		}
		out = append(out, Case{
			ID:         p.id,
			Story:      "conforming, but the data are a pickle, which can run any code: " + p.story,
			Bytes:      Npy1(Dict(p.descr, p.order, p.shape), []byte(p.pickle)),
			Duty:       Either,
			Rules:      "pickle-present",
			Stage:      "pickle",
			Flags:      "object",
			Importance: High,
			Twin:       p.raw,
		}, Case{
			ID:         p.raw,
			Story:      "conforming: the bytes of a pickle as void data, not an object array",
			Bytes:      Npy1(Dict("'"+raw+"'", p.order, p.shape), []byte(p.pickle)),
			Duty:       Accept,
			Stage:      "pickle",
			Importance: Low,
			Array:      &Array{DType: raw, Shape: p.dims, F: p.order == "True", Data: data, Values: descrVoid(count, data)},
		})
	}
	return append(out, Case{
		ID:         "pickle/empty",
		Story:      "conforming, but the data of an array without elements are a pickle",
		Bytes:      Npy1(Dict("'|O'", "False", "(0,)"), []byte(pickle4Empty)),
		Duty:       Either,
		Rules:      "pickle-numpy-core pickle-present",
		Stage:      "pickle",
		Flags:      "object",
		Importance: High,
		Twin:       "pickle/raw-empty",
	}, Case{
		ID:         "pickle/raw-empty",
		Story:      "conforming: a void array without elements, and no pickle",
		Bytes:      Npy1(Dict("'|V8'", "False", "(0,)"), nil),
		Duty:       Accept,
		Stage:      "pickle",
		Importance: Low,
		Array:      &Array{DType: "|V8", Shape: dims(0), Values: values[any]()},
	})
}

// pickleMissingCases returns cases of object arrays whose file ends with the header.
func pickleMissingCases() []Case {
	missing := func(id, descr, order, shape, twin string) Case {
		return Case{
			ID:         id,
			Story:      "conforming except that no pickle follows the header of an object array: " + descr + " in the shape " + shape,
			Bytes:      Npy1(Dict(descr, order, shape), nil),
			Duty:       Reject,
			Rules:      "pickle-missing",
			Violates:   true,
			Stage:      "pickle",
			Importance: High,
			Twin:       twin,
		}
	}
	out := []Case{
		missing("pickle/missing-empty", "'|O'", "False", "(0,)", "pickle/empty"),
	}
	for _, p := range pickleArrays() {
		if p.missing != "" {
			out = append(out, missing(p.missing, p.descr, p.order, p.shape, p.id))
		}
	}
	return append(out, missing("pickle/missing-1d", "'|O'", "False", "(3,)", "pickle/protocol-4"))
}

// pickleDescrCases returns cases of object arrays whose descr is not '|O'.
func pickleDescrCases() []Case {
	var out []Case
	for _, d := range []struct {
		id, story, descr, rules string
		violates                bool
	}{
		{"descr/object-size-8", "the object dtype has a size, as early NumPy releases wrote it", "'|O8'", "descr-object-size", false},
		{"descr/object-size-4", "the object dtype has a size, as early NumPy releases wrote it on 32-bit machines", "'|O4'", "descr-object-size", false},
		{"descr/order-little-object", "the object dtype has a byte order", "'<O'", "descr-order-on-single-byte", false},
		{"descr/order-big-object", "the object dtype has a byte order", "'>O'", "descr-order-on-single-byte", false},
		{"descr/order-equals-object", "the object dtype has a byte order", "'=O'", "descr-order-on-single-byte", false},
		{"descr/order-none-object", "the object dtype lacks the |", "'O'", "descr-order-missing-single-byte", false},
		{"descr/name-object", "the object dtype is named", "'object'", "descr-type-name", true},
		{"descr/name-numpy-object", "the object dtype is named", "'object_'", "descr-type-name", true},
	} {
		out = append(out, Case{
			ID:         d.id,
			Story:      "an object array, conforming except that " + d.story + ": " + d.descr,
			Bytes:      Npy1(Dict(d.descr, "False", "()"), []byte(pickle4Scalar)),
			Duty:       Either,
			Rules:      d.rules + " pickle-numpy-core pickle-present",
			Violates:   d.violates,
			Stage:      "descr",
			Flags:      "object dtype-alias",
			Importance: Medium,
			Twin:       "pickle/0d",
		})
	}
	for _, d := range []struct{ id, descr string }{
		{"descr/size-object-16", "'|O16'"},
		{"descr/size-object-0", "'|O0'"},
	} {
		out = append(out, Case{
			ID:         d.id,
			Story:      "an object array, conforming except that no object dtype has this size: " + d.descr,
			Bytes:      Npy1(Dict(d.descr, "False", "()"), []byte(pickle4Scalar)),
			Duty:       Reject,
			Rules:      "descr-invalid-size",
			Violates:   true,
			Stage:      "descr",
			Importance: Medium,
			Twin:       "pickle/0d",
		})
	}
	return out
}
