package cases

import . "github.com/npycheck/npycheck/corpus/internal/build"

// Parts of the pickles that are put together by hand. They have protocol 3 unless a case is about
// another.
const (
	// _reconstruct(ndarray, (0,), b'b'), and the start of the state up to the dtype: version 1, (1,)
	oneNew   = "cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\x00\x85C\x01b\x87R"
	oneState = "(K\x01K\x01\x85"

	// dtype('O8', False, True) with its state
	oneDType = "cnumpy\ndtype\nX\x02\x00\x00\x00O8\x89\x88\x87R(K\x03X\x01\x00\x00\x00|NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK?tb"

	// the number 1.0 in binary
	oneDouble = "\x00\x00\x00\x00\x00\x00\xf0?"
)

// arrayOfOne returns the opcodes of an array of one object, whose opcodes are given.
func arrayOfOne(object string) string { return oneNew + oneState + oneDType + "\x89]" + object + "atb" }

// oneFile is a file whose header promises one object, with the given pickle.
func oneFile(pickle string) []byte { return Npy1(Dict("'|O'", "False", "(1,)"), []byte(pickle)) }

// oneObject is a file of one object, whose opcodes are given, by protocol 3.
func oneObject(object string) []byte { return oneFile("\x80\x03" + arrayOfOne(object) + ".") }

// What pickle.dump writes, for the areas pickle and npz.
const (
	// array([1.0, -2.5, 3.0]) by pickle.dumps with protocol 0, without a header.
	bareProtocol0 = "cnumpy._core.multiarray\n_reconstruct\np0\n(cnumpy\nndarray\np1\n(I0\ntp2\nc_codecs\nencode" +
		"\np3\n(Vb\np4\nVlatin1\np5\ntp6\nRp7\ntp8\nRp9\n(I1\n(I3\ntp10\ncnumpy\ndtype\np11\n(Vf8\np1" +
		"2\nI00\nI01\ntp13\nRp14\n(I3\nV<\np15\nNNNI-1\nI-1\nI0\ntp16\nbI00\ng3\n(V\\u0000\\u0000\\u0" +
		"000\\u0000\\u0000\\u0000\xf0?\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\x04\xc0\\u0000\\u000" +
		"0\\u0000\\u0000\\u0000\\u0000\x08@\np17\ng5\ntp18\nRp19\ntp20\nb."

	// The same with protocol 4.
	bareProtocol4 = "\x80\x04\x95\xa1\x00\x00\x00\x00\x00\x00\x00\x8c\x16numpy._core.multiarray\x94\x8c\x0c_recon" +
		"struct\x94\x93\x94\x8c\x05numpy\x94\x8c\x07ndarray\x94\x93\x94K\x00\x85\x94C\x01b\x94\x87" +
		"\x94R\x94(K\x01K\x03\x85\x94h\x03\x8c\x05dtype\x94\x93\x94\x8c\x02f8\x94\x89\x88\x87\x94R" +
		"\x94(K\x03\x8c\x01<\x94NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00t\x94b\x89C\x18\x00\x00\x00" +
		"\x00\x00\x00\xf0?\x00\x00\x00\x00\x00\x00\x04\xc0\x00\x00\x00\x00\x00\x00\x08@\x94t\x94b."
)
